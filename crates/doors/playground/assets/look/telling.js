// What values and boards in the trees of searches say to people: asked of the server, many at once, and kept.

import { isEnd, valueText } from "../values.js";
import { complain, inUnits, moveText, worthText } from "../words.js";

/** @import { Sides, Worth } from "../words.js" */
/** @import { Context } from "../playground.js" */

// The most nodes that are asked about at once, and how long a node is pointed at before its board is asked for.
const AT_ONCE = 500;
const PAUSE = 80;

/** @typedef {{ path: number[], value: number }} Asked */

export class Telling {
    /** @type {Map<string, Worth>} */ worths = new Map();
    /** @type {Map<string, any>} */ boards = new Map();
    /** @type {Map<string, Asked>} */ waiting = new Map();
    /** @type {any} */ game = null;
    searchers = [""];
    /** @type {Sides} */ sides = { max: "MAX", min: "MIN" };

    // `learnt` is told when something can be said that could not.
    /** @param {Context} context @param {() => void} learnt */
    constructor(context, learnt) {
        this.context = context;
        this.learnt = learnt;
    }

    /** Searches of another position. @param {any} game @param {string[]} searchers @param {Sides} sides */
    begin(game, searchers, sides) {
        Object.assign(this, { game, searchers, sides, worths: new Map(), boards: new Map(), waiting: new Map() });
    }

    /** @param {number} number @param {number[]} path @param {number} value */
    value(number, path, value) {
        if (inUnits()) return { short: valueText(value), text: valueText(value) };
        if (isEnd(value)) return { short: valueText(value), text: `${value > 0 ? this.sides.max : this.sides.min} wins` };
        const key = `${number} ${path.join("/")} ${value}`;
        const worth = this.worths.get(key);
        if (worth) return { short: shortOf(worth, value), text: worthText(worth) };
        if (this.waiting.size === 0) setTimeout(() => this.ask().catch(complain));
        this.waiting.set(key, { path, value });
        return null;
    }

    // What is shown in a few letters: the points that MAX is ahead by, or its chance.
    get unit() {
        const [worth] = this.worths.values();
        if (inUnits() || !worth || (worth.points === null && worth.chance === null)) return "Values are in the searchers' own units.";
        return worth.points === null ? `Values are the chance that ${this.sides.max} wins.` : `Values are the points by which ${this.sides.max} is ahead.`;
    }

    async ask() {
        const { game, searchers, waiting } = this;
        this.waiting = new Map();
        const asked = [...waiting].slice(0, AT_ONCE);
        const byNumber = searchers.map((searcher, number) => ({ searcher, nodes: asked.filter(([key]) => key.startsWith(`${number} `)) }));
        for (const { searcher, nodes } of byNumber.filter(({ nodes }) => nodes.length > 0)) {
            const values = nodes.map(([, { path, value }]) => ({ path, values: [value] }));
            const worths = await this.context.server.worths({ game, searcher, nodes: values });
            if (this.game !== game) return;
            nodes.forEach(([key], place) => this.worths.set(key, worths[place][0]));
        }
        this.learnt();
    }

    move = moveText;

    // The board after some moves, which is asked for when nothing else was for a while.
    /** @param {number} _ @param {string[]} moves */
    board(_, moves) {
        const key = moves.join(" ");
        const known = this.boards.get(key);
        clearTimeout(this.pause);
        if (known !== undefined) return known;
        this.pause = setTimeout(() => this.show(key, moves).catch(complain), PAUSE);
        return null;
    }

    /** @param {string} key @param {string[]} moves */
    async show(key, moves) {
        const { game } = this;
        const { board } = await this.context.server.view({ ...game, moves: [...game.moves, ...moves] });
        if (this.game !== game) return;
        this.boards.set(key, board ?? null);
        this.learnt();
    }
}

/** @param {Worth} worth @param {number} value */
function shortOf({ points, chance }, value) {
    if (points !== null) return `${points > 0 ? "+" : ""}${points.toFixed(1)}`.replace("-", "−");
    return chance === null ? valueText(value) : `${Math.round(100 * chance)} %`;
}
