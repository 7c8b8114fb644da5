// What positions of a game are worth: those after its moves, valued one after the other, and what each move lost by that.

import { valued } from "../server.js";
import { plural } from "../values.js";
import { LONGEST_LINE, capital, lineText, moveText } from "../words.js";

/** @import { Sides } from "../words.js" */
/** @import { Node } from "./variations.js" */

// Positions that a search values for a curve, and for saying what moves lost.
const QUICK = 500;
export const THOROUGH = 10_000;

// From so much lost of the way from a loss to a win, which is 2 long, a move is marked: lichess has the same limits.
/** @type {[number, string, string][]} */
const MARKS = [
    [0.3, "??", "blunder"],
    [0.2, "?", "mistake"],
    [0.1, "?!", "inaccuracy"],
];

/** What is known best of the position after a move: { worth, value, … }, or nothing. @param {Node} node */
export function knownOf({ thought, judged }) {
    const isThorough = judged && judged.budget >= THOROUGH;
    if (isThorough || !thought?.worth) return judged?.worth ? judged : null;
    return thought;
}

/** Keeps what a search with so many evaluations says of the position after a move. @param {Node} node @param {any} report @param {number} budget */
export function judge(node, report, budget) {
    if (!node.judged || node.judged.budget <= budget) node.judged = { ...report, budget };
}

/**
 * What a move lost against the best one; null where it is not known, or nothing.
 * @param {Node} node
 * @returns {{ mark: string, name: string, text: string, better: string, line: string } | null}
 */
export function lossOf({ move, side, parent, judged }) {
    const before = parent?.judged;
    if (!before?.worth || !judged?.worth || before.budget < THOROUGH || judged.budget < THOROUGH || before.best === move) return null;
    const sign = side === "max" ? 1 : -1;
    const less = (/** @type {"share" | "points" | "chance"} */ part) => (before.worth[part] === null || judged.worth[part] === null ? null : sign * (before.worth[part] - judged.worth[part]));
    const [share, points, chance] = [less("share") ?? 0, less("points"), less("chance")];
    const [, mark, name] = MARKS.find(([least]) => share >= least) ?? [0, "", ""];
    if (!mark) return null;
    const text = points !== null && points > 0 ? `${points.toFixed(1)} points` : `${Math.round(100 * (chance ?? share / 2))} % of the chance to win`;
    return { mark, name, text, better: moveText(before.best), line: lineText(before.line.slice(0, LONGEST_LINE)) };
}

/** The marks of each side's moves, in a sentence. @param {Node[]} line @param {Sides} sides */
export function summary(line, sides) {
    const of = (/** @type {"max" | "min"} */ side) => {
        const names = line.filter((node) => node.side === side).map((node) => lossOf(node)?.name);
        const counts = MARKS.map(([, , name]) => [name, names.filter((other) => other === name).length]).filter(([, count]) => count);
        const said = counts.map(([name, count]) => plural(Number(count), String(name), name === "inaccuracy" ? "inaccuracies" : `${name}s`));
        return `${capital(sides[side])}: ${said.join(", ") || "nothing to mark"}.`;
    };
    return `${of("max")} ${of("min")}`;
}

export class Review {
    /** @type {AbortController | null} */ running = null;

    // `changed` is told after each position, and how far the analysis of a whole game is.
    /** @param {(progress: string) => void} changed */
    constructor(changed) {
        this.changed = changed;
    }

    stop() {
        this.running?.abort();
        this.running = null;
    }

    // Values what nobody has valued yet, for the curve, and what is played meanwhile.
    /** @param {any} about @param {any} game @param {() => Node[]} nodes */
    async fill(about, game, nodes) {
        const unknown = () => nodes().filter((node) => !node.judged && !knownOf(node));
        for (let rest = unknown(); rest.length > 0 && !this.running; rest = unknown()) await this.run(about, game, rest, QUICK);
    }

    // Values the whole game, its start included.
    /** @param {any} about @param {any} game @param {Node[]} nodes */
    async whole(about, game, nodes) {
        const [first] = nodes;
        const all = first?.parent ? [first.parent, ...nodes] : nodes;
        this.stop();
        await this.run(about, game, all.filter(({ judged }) => !(judged?.budget >= THOROUGH)), THOROUGH);
    }

    /** @param {any} about @param {any} game @param {Node[]} nodes @param {number} budget */
    async run(about, game, nodes, budget) {
        if (nodes.length === 0) return;
        const running = new AbortController();
        this.running = running;
        try {
            for (const [place, node] of nodes.entries()) {
                const moves = [];
                for (let at = node; at.parent; at = at.parent) moves.unshift(at.move);
                const report = await valued(about, { ...game, moves }, budget, running.signal);
                running.signal.throwIfAborted();
                judge(node, report, budget);
                this.changed(budget === QUICK ? "" : `Analysed ${place + 1} of ${nodes.length} positions …`);
            }
        } finally {
            if (this.running === running) this.running = null;
            this.changed("");
        }
    }
}
