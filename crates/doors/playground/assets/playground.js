// The page as the program serves it: five modes, and Play's position goes along from one to the other.

import { Compare } from "./compare/compare.js";
import { Learn } from "./learn/learn.js";
import { Look } from "./look/look.js";
import { Page } from "./page.js";
import { Play } from "./play/play.js";
import * as server from "./server.js";
import { complain, find } from "./words.js";

/** @import { Go } from "./page.js" */

/**
 * What a mode gets: the answer of /api/catalogue, the requests to the server, what Play shows, the way to other modes, and
 * what to do when its title has changed.
 * @typedef {object} Context
 * @property {any} catalogue
 * @property {typeof server} server
 * @property {() => any} view what /api/game said of the position that Play shows
 * @property {Go} go
 * @property {() => void} entitle
 */

/** @param {any} catalogue */
function served(catalogue) {
    /** @type {Play} */
    let play;
    return new Page(
        (go, entitle) => {
            /** @type {Context} */
            const context = { catalogue, server, view: () => play.view, go, entitle };
            play = new Play(context);
            return {
                learn: new Learn(find("learn"), context),
                play,
                analyse: { show: (state) => play.show(state, true), hide: () => play.hide(), get title() { return play.title; } },
                look: new Look(find("look"), context),
                compare: new Compare(find("compare"), context),
            };
        },
        // At the position that Play shows.
        (mode) => (mode === "learn" ? {} : { address: play.view?.address }),
    );
}

server.catalogue().then(served).catch(complain);
