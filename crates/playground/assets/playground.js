// The page: five modes, of which one is shown. The address says which.

import { fragmentOf, parsed } from "./address.js";
import { Compare } from "./compare/compare.js";
import { filled, instead } from "./elements.js";
import { Learn } from "./learn/learn.js";
import { Look } from "./look/look.js";
import { Play } from "./play/play.js";
import * as server from "./server.js";
import { complain, find } from "./words.js";

/** @import { ModeName, State } from "./address.js" */

/**
 * What a mode gets: the answer of /api/catalogue, the requests to the server, what Play shows, and the way to others.
 * @typedef {object} Context
 * @property {any} catalogue
 * @property {typeof server} server
 * @property {() => any} view what /api/game said of the position that Play shows
 * @property {(mode: ModeName, state?: State) => void} go shows a mode, and keeps it in the address
 */

// A mode of the page.
/** @typedef {{ show: (state: State) => void, hide: () => void }} Mode */

// Analyse is Play, where nobody plays by itself.
const ELEMENTS = { learn: "learn", play: "play", analyse: "play", look: "look", compare: "compare" };

/** @returns {NodeListOf<HTMLElement>} */
const links = () => document.querySelectorAll("#modes a");

class Page {
    /** @type {ModeName | null} */ shown = null;

    /** @param {any} catalogue */
    constructor(catalogue) {
        /** @type {Context} */
        const context = { catalogue, server, view: () => this.play.view, go: (mode, state = {}) => this.go(mode, state) };
        this.play = new Play(context);
        /** @type {Record<ModeName, Mode>} */
        this.modes = {
            learn: new Learn(find("learn"), context),
            play: this.play,
            analyse: { show: (state) => this.play.show(state, true), hide: () => this.play.hide() },
            look: new Look(find("look"), context),
            compare: new Compare(find("compare"), context),
        };
        for (const link of links()) link.addEventListener("click", instead(() => this.choose(/** @type {ModeName} */ (link.dataset.mode))));
        window.addEventListener("hashchange", () => this.follow());
        this.follow();
    }

    /** A mode chosen by its link: at the position that Play shows. @param {ModeName} mode */
    choose(mode) {
        this.go(mode, mode === "learn" ? {} : { address: this.play.view?.address });
    }

    /** @param {ModeName} mode @param {State} state */
    go(mode, state) {
        const fragment = `#${fragmentOf(mode, state)}`;
        if (fragment !== location.hash) history.pushState(null, "", fragment);
        this.follow();
    }

    // Shows what the address says.
    follow() {
        const { mode, state } = parsed(location.hash);
        complain(null);
        if (this.shown !== mode) {
            if (this.shown) this.modes[this.shown].hide();
            for (const id of Object.values(ELEMENTS)) find(id).hidden = id !== ELEMENTS[mode];
            for (const link of links()) filled(link, { "aria-current": link.dataset.mode === mode ? "page" : null });
            this.shown = mode;
        }
        this.modes[mode].show(state);
    }
}

server
    .catalogue()
    .then((catalogue) => new Page(catalogue))
    .catch(complain);
