// @ts-check
// Learn: lessons, each with a search.

import { made } from "../words.js";

/** @typedef {import("../playground.js").Context} Context */
/** @typedef {import("../address.js").State} State */

export class Learn {
    /**
     * @param {HTMLElement} element
     * @param {Context} context
     */
    constructor(element, context) {
        Object.assign(this, { element, context });
        element.append(made("h2", {}, "Learn"));
    }

    /** @param {State} state */
    show(state) {
        void state;
    }

    hide() {}
}
