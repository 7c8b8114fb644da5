// The course of a game as a picture in SVG: who stands better after each move, and how long each took.

import { drawn } from "./elements.js";
import { saidValue, timeText } from "./words.js";

/** @import { Sides } from "./words.js" */

const [WIDTH, VALUES, TIMES, RIGHT, TOP, GAP] = [360, 120, 46, 8, 22, 26];

/** What the names at the left have: at least so much, and so much a letter. */
const [NAMES, LETTER] = [66, 8];

/**
 * `thoughts` has for each move what is known of it: { side, text, worth, value, milliseconds, loss }. A click chooses a place.
 * @param {any[]} thoughts
 * @param {Sides} sides
 * @param {number} at how many of the moves are played in the position that is shown
 * @param {(place: number) => void} choose
 */
export function curve(thoughts, sides, at, choose) {
    const height = TOP + VALUES + GAP + TIMES + 20;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", class: "curve" }, drawn("title", {}, described(thoughts, sides)));
    const left = Math.max(NAMES, LETTER * Math.max(sides.max.length, sides.min.length) + 6);
    const room = Math.max(thoughts.length, 10);
    const across = (/** @type {number} */ place) => left + ((place + 0.5) / room) * (WIDTH - left - RIGHT);
    const middle = TOP + VALUES / 2;
    const up = (/** @type {number} */ share) => middle - (share * VALUES) / 2;
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ words, anchor = "end") => svg.append(drawn("text", { x, y, "text-anchor": anchor }, words));
    svg.append(drawn("rect", { x: left, y: TOP, width: WIDTH - left - RIGHT, height: VALUES, class: "field" }));
    svg.append(drawn("line", { x1: left, x2: WIDTH - RIGHT, y1: middle, y2: middle, class: "axis" }));
    text(left, 14, "who stands better after each move", "start");
    text(left - 6, TOP + 12, sides.max);
    text(left - 6, middle + 4, "even");
    text(left - 6, TOP + VALUES - 2, sides.min);
    if (at > 0) svg.append(drawn("line", { x1: across(at - 1), x2: across(at - 1), y1: TOP, y2: TOP + VALUES + GAP + TIMES, class: "now" }));
    const known = thoughts.map((thought, place) => ({ ...thought, place }));
    const valued = known.filter(({ worth }) => worth);
    const line = valued.map(({ place, worth }) => `${across(place).toFixed(1)},${up(worth.share).toFixed(1)}`);
    if (line.length > 1) svg.append(drawn("polyline", { points: line.join(" "), class: "value" }));
    for (const thought of valued) {
        const dot = drawn("circle", { cx: across(thought.place), cy: up(thought.worth.share), r: 3.5, class: `dot ${thought.side}` });
        if (thought.loss) svg.append(drawn("circle", { cx: across(thought.place), cy: up(thought.worth.share), r: 6.5, class: `ring ${thought.loss.name}` }));
        svg.append(dot);
    }
    const floor = TOP + VALUES + GAP + TIMES;
    const longest = Math.max(1, ...known.map(({ milliseconds }) => milliseconds ?? 0));
    svg.append(drawn("line", { x1: left, x2: WIDTH - RIGHT, y1: floor, y2: floor, class: "axis" }));
    text(left, floor - TIMES - 8, "time of each move", "start");
    text(left - 6, floor - TIMES + 8, timeText(longest));
    const wide = Math.min(14, ((WIDTH - left - RIGHT) / room) * 0.7);
    const reach = (WIDTH - left - RIGHT) / room / 2;
    for (const { place, side, milliseconds } of known) {
        const high = milliseconds ? Math.max(1, (milliseconds / longest) * TIMES) : 0;
        if (high) svg.append(drawn("rect", { x: across(place) - wide / 2, y: floor - high, width: wide, height: high, class: `bar ${side}` }));
        const column = { x: across(place) - reach, y: TOP, width: 2 * reach, height: floor - TOP, class: "column", "data-place": place, onclick: () => choose(place) };
        svg.append(drawn("rect", column, drawn("title", {}, titleOf(known[place], place, sides))));
    }
    text(across(0), floor + 14, "1", "middle");
    if (thoughts.length > 1) text(across(thoughts.length - 1), floor + 14, String(thoughts.length), "middle");
    return svg;
}

/** @param {any} thought @param {number} place @param {Sides} sides */
function titleOf({ text, loss, ...known }, place, sides) {
    const value = known.worth ? [saidValue(known, sides)] : [];
    const lost = loss ? [`${loss.name}, lost ${loss.text}`, `better ${loss.line}`] : [];
    return `${place + 1}. ${text}${loss?.mark ?? ""}: ${[...value, ...lost].join("; ") || "no value yet"}`;
}

/** @param {any[]} thoughts @param {Sides} sides */
function described(thoughts, sides) {
    const last = thoughts.filter(({ worth }) => worth).at(-1);
    if (!last) return "Who stands better after each move: nothing is known yet";
    return `Who stands better after each of ${thoughts.length} moves; at last ${saidValue(last, sides)}`;
}
