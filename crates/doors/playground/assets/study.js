// What Look and Compare have in common: a position, something done with it that can be stopped, and what is said of it.

import { made } from "./elements.js";
import { positionTitle } from "./words.js";

/** @import { Context } from "./playground.js" */

export class Study {
    /** @type {any} what /api/game said of the position */ view = null;
    /** @type {AbortController | null} */ controller = null;

    /** @param {Context} context @param {string} prefix of the ids */
    constructor(context, prefix) {
        this.context = context;
        this.stopper = made("button", { type: "button", id: `${prefix}stop`, disabled: true, onclick: () => this.stop() }, "Stop");
        this.told = made("p", { id: `${prefix}told`, "aria-live": "polite" });
    }

    // What the catalogue says of the game.
    get about() {
        return this.context.catalogue.games.find(({ name }) => name === this.view?.game.game);
    }

    // The position as a part of a title.
    get positionTitle() {
        return this.view && this.about ? positionTitle(this.about, this.view) : "";
    }

    // Does something in the place of what is under way, until it is stopped.
    /** @param {(signal: AbortSignal) => Promise<void>} does */
    async run(does) {
        this.stop();
        const controller = new AbortController();
        this.controller = controller;
        this.stopper.disabled = false;
        await does(controller.signal).catch((error) => {
            if (!controller.signal.aborted) this.tell(error.message);
        });
        if (this.controller === controller) this.stopper.disabled = true;
    }

    stop() {
        this.controller?.abort();
        this.controller = null;
        this.stopper.disabled = true;
    }

    hide() {
        this.stop();
    }

    /** @param {string} text */
    tell(text) {
        this.told.textContent = text;
    }
}
