// @ts-check
// Compare: a position, and what all searchers make of it.

import { made } from "../words.js";

/** @typedef {import("../playground.js").Context} Context */
/** @typedef {import("../address.js").State} State */

export class Compare {
    /**
     * @param {HTMLElement} element
     * @param {Context} context
     */
    constructor(element, context) {
        Object.assign(this, { element, context });
        element.append(made("h2", {}, "Compare"));
    }

    /** @param {State} state */
    show(state) {
        void state;
    }

    hide() {}
}
