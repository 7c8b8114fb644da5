// The page without a server: the lessons, and the trees of recorded searches. `page.js` of its folder is this script.

import { boardPicture } from "../shapes.js";
import { made } from "../elements.js";
import { Learn } from "../learn/learn.js";
import { Look } from "../look/look.js";
import { Page } from "../page.js";
import { lineText, find } from "../words.js";
import * as recorded from "./recorded.js";

/** @import { State } from "../address.js" */
/** @import { Context } from "../playground.js" */

// Look with searches that were made before: a position is chosen in the place of searchers.
class Recordings extends Look {
    /** @type {HTMLButtonElement[]} */ buttons = [];
    /** @type {string | undefined} */ shown = undefined;

    /** @param {HTMLElement} element @param {Context} context @param {any[]} positions */
    constructor(element, context, positions) {
        super(element, context);
        this.positions = positions;
        this.buttons = positions.map((view) => {
            const name = view.game.moves.length > 0 ? `After ${lineText(view.game.moves)}` : "At the start";
            const board = view.board ? [boardPicture(view.board, name, { class: "picture" })] : [];
            return made("button", { type: "button", "aria-pressed": "false", onclick: () => context.go("look", { address: view.address }) }, ...board, made("span", {}, name));
        });
        const choice = made("div", { class: "positions", role: "group", "aria-label": "Positions" }, ...this.buttons);
        element.querySelector("form")?.replaceWith(choice);
    }

    /** @param {State} state */
    show({ address }) {
        const wanted = address ?? this.shown ?? this.positions[0].address;
        const number = Math.max(0, this.positions.findIndex((view) => view.address === wanted));
        if (this.positions[number].address === this.shown) return;
        this.view = this.positions[number];
        this.shown = this.view.address;
        this.position.textContent = `${this.about?.title ?? this.view.game.game}: choose a position, and look at the trees of the searches that were made of it.`;
        this.context.entitle();
        this.tell("Reading the searches …");
        this.buttons.forEach((button, place) => button.setAttribute("aria-pressed", String(place === number)));
        this.run(async () => {
            const searches = await recorded.searches(number);
            if (this.view !== this.positions[number]) return;
            this.telling.begin(this.view.game, searches.map(({ subject }) => subject.searcher), this.sides);
            this.showTrees(searches);
        });
    }

    // Nothing plays on here.
    /** @param {number} number @param {number} node */
    open(number, node) {
        super.open(number, node);
        this.play.hidden = true;
    }
}

const { catalogue, positions = [] } = recorded.recorded;
new Page(
    (go, entitle) => {
        const context = /** @type {Context} */ ({ catalogue, server: /** @type {any} */ (recorded), view: () => positions[0], go, entitle });
        return { learn: new Learn(find("learn"), context), look: new Recordings(find("look"), context, positions) };
    },
    () => ({}),
);
