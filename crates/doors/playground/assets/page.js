// A page of several modes, of which one is shown. The address says which.

import { MODES, fragmentOf, parsed } from "./address.js";
import { filled, instead } from "./elements.js";
import { complain, find } from "./words.js";

/** @import { ModeName, State } from "./address.js" */

// Shows a mode, and keeps it in the address.
/** @typedef {(mode: ModeName, state?: State) => void} Go */

// A mode of the page. `title` is what it shows now, and empty while that is not known.
/** @typedef {{ show: (state: State) => void, hide: () => void, title: string }} Mode */

// Analyse is Play, where nobody plays by itself.
const ELEMENTS = { learn: "learn", play: "play", analyse: "play", look: "look", compare: "compare" };

/** @returns {NodeListOf<HTMLElement>} */
const links = () => document.querySelectorAll("#modes a");

export class Page {
    /** @type {ModeName | null} */ shown = null;

    /**
     * @param {(go: Go, entitle: () => void) => Partial<Record<ModeName, Mode>>} modes those that the page has
     * @param {(mode: ModeName) => State} at what a mode shows that is chosen by its link
     */
    constructor(modes, at) {
        this.modes = modes((mode, state = {}) => this.go(mode, state), () => this.entitle());
        for (const link of links()) {
            const mode = /** @type {ModeName} */ (link.dataset.mode);
            link.addEventListener("click", instead(() => this.go(mode, at(mode))));
        }
        window.addEventListener("hashchange", () => this.follow());
        this.follow();
    }

    /** @param {ModeName} mode @param {State} state */
    go(mode, state) {
        const fragment = `#${fragmentOf(mode, state)}`;
        if (fragment !== location.hash) history.pushState(null, "", fragment);
        this.follow();
    }

    // Shows what the address says; a mode that the page has not gives way to its first.
    follow() {
        const { mode: asked, state } = parsed(location.hash);
        const own = MODES.filter((name) => this.modes[name]);
        const mode = this.modes[asked] ? asked : own[0];
        complain(null);
        if (this.shown !== mode) {
            if (this.shown) this.modes[this.shown].hide();
            for (const id of own.map((name) => ELEMENTS[name])) find(id).hidden = id !== ELEMENTS[mode];
            for (const link of links()) filled(link, { "aria-current": link.dataset.mode === mode ? "page" : null });
            this.shown = mode;
        }
        this.modes[mode].show(state);
        this.entitle();
    }

    // A tab is called by what it shows. A mode asks for it when that has changed.
    entitle() {
        const title = this.shown && this.modes[this.shown].title;
        document.title = title ? `${title} – bestply` : "bestply";
    }
}
