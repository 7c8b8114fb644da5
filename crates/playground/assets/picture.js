// @ts-check
// Boards as pictures in SVG, and the marks that are drawn upon boards.

import { drawn, inkOn } from "./words.js";

/**
 * A move to be marked: its cells in the order in which a player points at them.
 * @typedef {{ cells: number[], kind: "best" | "other" | "line", text?: string }} Mark
 */

/**
 * A board as a small picture, with marks.
 * @param {any} board
 * @param {Mark[]} marks
 * @param {string} name
 */
export function picture(board, marks, name) {
    const { columns } = board;
    const rows = Math.ceil(board.cells.length / columns);
    const svg = drawn("svg", { viewBox: `0 0 ${columns} ${rows}`, role: "img", class: "picture" }, drawn("title", {}, name));
    board.cells.forEach((/** @type {any} */ cell, /** @type {number} */ index) => {
        const [x, y] = [index % columns, Math.floor(index / columns)];
        svg.append(drawn("rect", { x, y, width: 1, height: 1, fill: cell.ground, stroke: "#00000040", "stroke-width": 0.03 }));
        if (!cell.man) return;
        svg.append(drawn("rect", { x: x + 0.12, y: y + 0.12, width: 0.76, height: 0.76, rx: 0.38, fill: cell.man.color, stroke: "#00000080", "stroke-width": 0.03 }));
        const text = { x: x + 0.5, y: y + 0.66, "text-anchor": "middle", "font-size": 0.46, fill: inkOn(cell.man.color) };
        if (cell.man.text) svg.append(drawn("text", text, cell.man.text));
    });
    svg.append(...marked(marks, columns));
    return svg;
}

/**
 * A card: cells that have nothing but colours.
 * @param {any} card
 */
export function cardPicture({ name, whose, columns, cells, says }) {
    const rows = Math.ceil(cells.length / columns);
    const svg = drawn("svg", { viewBox: `0 0 ${columns} ${rows}`, role: "img", class: "card" }, drawn("title", {}, `${name}, ${whose}: ${says}`));
    cells.forEach((/** @type {string} */ fill, /** @type {number} */ index) => {
        svg.append(drawn("rect", { x: index % columns, y: Math.floor(index / columns), width: 1, height: 1, fill, stroke: "#00000060", "stroke-width": 0.06 }));
    });
    return svg;
}

/**
 * Arrows from the first cell of a move to its last, and rings where it has one cell.
 * @param {Mark[]} marks
 * @param {number} columns
 */
export function marked(marks, columns) {
    const middle = (/** @type {number} */ cell) => [(cell % columns) + 0.5, Math.floor(cell / columns) + 0.5];
    return marks
        .filter(({ cells }) => cells.length > 0)
        .map(({ cells, kind, text }) => {
            const [x2, y2] = middle(cells[cells.length - 1]);
            const group = drawn("g", { class: `mark ${kind}` });
            if (cells.length > 1) group.append(...arrow(middle(cells[0]), [x2, y2]));
            else group.append(drawn("circle", { cx: x2, cy: y2, r: 0.36, fill: "none" }));
            if (text) group.append(drawn("circle", { cx: x2 + 0.28, cy: y2 - 0.28, r: 0.25, class: "tag" }), drawn("text", { x: x2 + 0.28, y: y2 - 0.155, "text-anchor": "middle" }, text));
            return group;
        });
}

/**
 * @param {number[]} from
 * @param {number[]} to
 */
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
