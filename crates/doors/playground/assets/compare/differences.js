// In what searchers differ: which of them are shown first, and what is said of the moves that they chose.

import { plural } from "../values.js";
import { lineText, moveText } from "../words.js";

/** @typedef {{ name: string, report: any }} Result */

// So many are shown first, and named in a sentence.
const MOST_SHOWN = 4;
const MOST_NAMED = 3;
const LONGEST_LINE = 4;

// How far what two searches found lies apart: another move, and another value of the position.
/** @param {any} one @param {any} other */
function distance(one, other) {
    const share = (/** @type {any} */ { worth }) => worth?.share ?? 0;
    return (one.best === other.best ? 0 : 1) + Math.abs(share(one) - share(other)) / 2;
}

/**
 * The searchers that differ most from the deeper search and from each other, the farthest one first.
 * @template {Result} R
 * @param {R[]} results
 * @param {any} deeper what the deeper search found
 * @returns {R[]}
 */
export function differing(results, deeper) {
    const rest = results.filter(({ report }) => report);
    /** @type {R[]} */
    const chosen = [];
    while (chosen.length < MOST_SHOWN && rest.length > 0) {
        const nearest = (/** @type {R} */ { report }) => Math.min(...[deeper, ...chosen.map((one) => one.report)].map((other) => distance(report, other)));
        const farthest = rest.reduce((one, other) => (nearest(other) > nearest(one) ? other : one));
        chosen.push(farthest);
        rest.splice(rest.indexOf(farthest), 1);
    }
    return chosen;
}

/**
 * What is said of each move that was chosen: who chose it, and what of it. The best one is the first, the worst one the last.
 * @param {Result[]} results
 * @param {string} best
 * @param {(move: string) => { difference: number, text: string } | null} lossOf
 * @param {Map<string, any>} values what the deeper search says after each move
 * @returns {[string[], string][]}
 */
export function overlooked(results, best, lossOf, values) {
    const chosen = results.filter(({ report }) => report?.best);
    const moves = [...new Set([best, ...chosen.map(({ report }) => report.best)])];
    const lost = (/** @type {string} */ move) => lossOf(move)?.difference ?? 0;
    return moves
        .sort((one, other) => Number(other === best) - Number(one === best) || lost(one) - lost(other))
        .map((move) => {
            const names = chosen.filter(({ report }) => report.best === move).map(({ name }) => name);
            const own = moveText(move);
            const reply = lineText(values.get(move)?.line?.slice(0, LONGEST_LINE) ?? []);
            const loss = lossOf(move);
            const many = names.length !== 1;
            const ahead = aheadText(chosen.filter(({ report }) => report.best === move));
            if (names.length === 0) return [["Nobody"], ` plays ${own}, the best of the moves${reply ? `: ${reply} follows` : ""}.`];
            if (move === best) return [named(names), ` ${many ? "play" : "plays"} ${own}, the best, looking ${ahead} ahead${reply ? `: ${reply} follows` : ""}.`];
            if (!loss || loss.difference <= 0) return [named(names), ` ${many ? "choose" : "chooses"} ${own}, which is as good.`];
            return [named(names), ` ${many ? "overlook" : "overlooks"} ${moveText(best)}, better by ${loss.text}, looking ${ahead} ahead: after ${own} the deeper search expects ${reply || "the end"}.`];
        });
}

/** How long the lines of searches are. @param {Result[]} results */
function aheadText(results) {
    const lengths = results.map(({ report }) => report.line.length);
    const [least, most] = [Math.min(...lengths), Math.max(...lengths)];
    return least === most ? plural(most, "move") : `${least} to ${plural(most, "move")}`;
}

/** The first names, and how many others. @param {string[]} names */
function named(names) {
    const rest = names.length - MOST_NAMED;
    return rest > 1 ? [...names.slice(0, MOST_NAMED), `${rest} others`] : names;
}
