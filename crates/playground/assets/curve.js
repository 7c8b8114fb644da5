// Value and time of each move, as a picture in SVG.

import { isInfinite, timeText, valueText } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, VALUES, TIMES, LEFT, RIGHT, TOP, GAP] = [360, 120, 56, 56, 8, 22, 26];

function drawn(tag, attributes, text) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== undefined) element.textContent = text;
    return element;
}

// `thoughts` has for each move what its player thought: { side, text, value, milliseconds } or null.
export function curve(thoughts, sides) {
    const known = thoughts.map((thought, place) => ({ ...thought, place })).filter(({ side }) => side);
    const height = TOP + VALUES + GAP + TIMES + 22;
    const svg = drawn("svg", { viewBox: `0 0 ${WIDTH} ${height}`, role: "img", class: "curve" });
    const title = drawn("title", {}, describe(known, sides));
    svg.append(title);
    const across = (place) => LEFT + ((place + 0.5) / Math.max(thoughts.length, 10)) * (WIDTH - LEFT - RIGHT);
    const finite = known.filter(({ value }) => value !== null && value !== undefined && !isInfinite(value)).map(({ value }) => Math.abs(value));
    const scale = Math.max(1, ...finite);
    const middle = TOP + VALUES / 2;
    const up = (value) => middle - (Math.max(-1.15, Math.min(1.15, value / scale)) / 1.15) * (VALUES / 2);
    const text = (x, y, words, anchor = "end") => svg.append(drawn("text", { x, y, "text-anchor": anchor }, words));
    svg.append(drawn("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: middle, y2: middle, class: "axis" }));
    text(LEFT, 14, `value: up is good for ${sides.max}`, "start");
    text(LEFT - 6, up(scale) + 4, `+${shortNumber(scale)}`);
    text(LEFT - 6, middle + 4, "0");
    text(LEFT - 6, up(-scale) + 4, `−${shortNumber(scale)}`);
    for (const side of ["max", "min"]) {
        const points = known.filter((thought) => thought.side === side && thought.value !== null && thought.value !== undefined);
        const line = points.map(({ place, value }) => `${across(place).toFixed(1)},${up(value).toFixed(1)}`);
        if (line.length > 1) svg.append(drawn("polyline", { points: line.join(" "), class: `value ${side}` }));
        for (const { place, value, text: move } of points) {
            const dot = drawn("circle", { cx: across(place), cy: up(value), r: 3.5, class: `dot ${side}` });
            dot.append(drawn("title", {}, `${place + 1}. ${move}: ${valueText(value, sides)}`));
            svg.append(dot);
        }
    }
    const floor = TOP + VALUES + GAP + TIMES;
    const longest = Math.max(1, ...known.map(({ milliseconds }) => milliseconds ?? 0));
    svg.append(drawn("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: floor, y2: floor, class: "axis" }));
    text(LEFT, floor - TIMES - 8, "time of each move", "start");
    text(LEFT - 6, floor - TIMES + 8, timeText(longest));
    const wide = Math.min(14, ((WIDTH - LEFT - RIGHT) / Math.max(thoughts.length, 10)) * 0.7);
    for (const { place, side, milliseconds, text: move } of known) {
        if (milliseconds === null || milliseconds === undefined) continue;
        const high = Math.max(1, (milliseconds / longest) * TIMES);
        const bar = drawn("rect", { x: across(place) - wide / 2, y: floor - high, width: wide, height: high, class: `bar ${side}` });
        bar.append(drawn("title", {}, `${place + 1}. ${move}: ${timeText(milliseconds)}`));
        svg.append(bar);
    }
    text(across(0), floor + 15, "1", "middle");
    if (thoughts.length > 1) text(across(thoughts.length - 1), floor + 15, String(thoughts.length), "middle");
    return svg;
}

function shortNumber(number) {
    return number >= 10000 ? `${Math.round(number / 1000)}k` : String(number);
}

function describe(known, sides) {
    const last = known.at(-1);
    if (!last) return "Value and time of each move: none yet";
    return `Value and time of ${known.length} moves; the last, ${last.text}, has the value ${valueText(last.value, sides)}`;
}
