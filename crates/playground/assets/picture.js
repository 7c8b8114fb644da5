// Boards as pictures in SVG, and the marks that are drawn upon boards.

import { drawn } from "./elements.js";
import { WHOLE, boardPicture, layoutOf, middleOf } from "./shapes.js";

// Where the middle of each cell of a board is, in widths of a cell.
/** @param {any} board @returns {(cell: number) => number[]} */
export function middles(board) {
    const { places } = layoutOf(board);
    return (cell) => middleOf(places[cell]).map((length) => length / WHOLE);
}

// A move to be marked: its cells in the order in which a player points at them.
/** @typedef {{ cells: number[], kind: "best" | "other" | "line", text?: string }} Mark */

/** A board as a small picture, with marks. @param {any} board @param {Mark[]} marks @param {string} name */
export function picture(board, marks, name) {
    const svg = boardPicture(board, name, { class: "picture" });
    svg.append(drawn("g", { transform: `scale(${WHOLE})` }, ...marked(marks, middles(board))));
    return svg;
}

/** A card: cells that have nothing but colours. @param {any} card */
export function cardPicture({ name, whose, columns, cells, says }) {
    const rows = Math.ceil(cells.length / columns);
    const svg = drawn("svg", { viewBox: `0 0 ${columns} ${rows}`, role: "img", class: "card" }, drawn("title", {}, `${name}, ${whose}: ${says}`));
    cells.forEach((/** @type {string} */ fill, /** @type {number} */ index) => {
        svg.append(drawn("rect", { x: index % columns, y: Math.floor(index / columns), width: 1, height: 1, fill, stroke: "#00000060", "stroke-width": 0.06 }));
    });
    return svg;
}

/** The size of a mark's text, in widths of a cell. */
export const TAG = 0.36;

// Arrows from the first cell of a move to its last, and rings where it has one cell. Texts are as large as `tag`, in widths
// of a cell.
/** @param {Mark[]} marks @param {(cell: number) => number[]} middle @param {number} tag */
export function marked(marks, middle, tag = TAG) {
    return marks
        .filter(({ cells }) => cells.length > 0)
        .map(({ cells, kind, text }) => {
            const [x2, y2] = middle(cells[cells.length - 1]);
            const group = drawn("g", { class: `mark ${kind}` });
            if (cells.length > 1) group.append(...arrow(middle(cells[0]), [x2, y2]));
            else group.append(drawn("circle", { cx: x2, cy: y2, r: 0.36, fill: "none" }));
            if (text) {
                const [x, y] = [x2 + 0.28, y2 - 0.28];
                const label = drawn("text", { x, y: y + 0.35 * tag, "text-anchor": "middle" }, text);
                label.style.fontSize = `${tag}px`;
                group.append(drawn("circle", { cx: x, cy: y, r: 0.7 * tag, class: "tag" }), label);
            }
            return group;
        });
}

/** @param {number[]} from @param {number[]} to */
function arrow([x1, y1], [x2, y2]) {
    const long = Math.hypot(x2 - x1, y2 - y1);
    const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
    const [bx, by] = [x2 - ux * 0.34, y2 - uy * 0.34];
    const points = [
        [x2 - ux * 0.04, y2 - uy * 0.04],
        [bx - uy * 0.2, by + ux * 0.2],
        [bx + uy * 0.2, by - ux * 0.2],
    ];
    return [
        drawn("line", { x1: x1 + ux * 0.15, y1: y1 + uy * 0.15, x2: bx, y2: by }),
        drawn("polygon", { points: points.map((point) => point.map((number) => number.toFixed(3)).join(",")).join(" ") }),
    ];
}
