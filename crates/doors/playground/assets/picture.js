// Boards as pictures in SVG, and the marks that are drawn upon boards.

import { drawn, made } from "./elements.js";
import { WHOLE, boardPicture, layoutOf, middleOf } from "./shapes.js";
import { columnText } from "./words.js";

// The room for the names of columns and rows around a picture that is kept, in units of which a cell is WHOLE wide, and
// the pixels of a unit.
const [NAMES, SCALE] = [16, 3];

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

/** A board as a drawing to be kept, which needs no style: with the names of its columns and rows. @param {any} board @param {number[]} last */
export function boardImage(board, last) {
    const { width, height, places } = layoutOf(board);
    const outer = { width: width + 2 * NAMES, height: height + 2 * NAMES };
    const frame = { viewBox: `${-NAMES} ${-NAMES} ${outer.width} ${outer.height}`, width: SCALE * outer.width, height: SCALE * outer.height };
    const svg = drawn("svg", { xmlns: "http://www.w3.org/2000/svg", ...frame }, drawn("style", {}, "svg,text{forced-color-adjust:none}"), drawn("rect", { x: -NAMES, y: -NAMES, ...outer, fill: "#ffffff" }));
    svg.append(...boardPicture(board, "").children);
    svg.querySelector("title")?.remove();
    for (const cell of svg.querySelectorAll(".cell")) cell.setAttribute("stroke", "#555555");
    for (const cell of last) {
        const [cx, cy] = middleOf(places[cell]);
        svg.append(drawn("circle", { cx, cy, r: 0.44 * WHOLE, fill: "none", stroke: "#ffb000", "stroke-width": 2 }));
    }
    const name = (/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) => svg.append(drawn("text", { x, y: y + 3, "text-anchor": "middle", "font-size": 9, "font-family": "sans-serif", fill: "#333333" }, text));
    const rows = board.cells.length / board.columns;
    board.cells.forEach((/** @type {any} */ { name: text }, /** @type {number} */ index) => {
        const parts = /^([a-z])(\d+)$/.exec(text);
        if (!parts) return;
        const [x, y] = middleOf(places[index]);
        const row = Math.floor(index / board.columns);
        // Rows of hexagons go aslant, so that their columns are named above.
        if (board.grid === "hexagons" ? row === 0 : row === rows - 1) name(columnText(parts[1]), x, board.grid === "hexagons" ? -NAMES / 2 : height + NAMES / 2);
        if (index % board.columns === 0) name(parts[2], x - WHOLE / 2 - NAMES / 2, y);
    });
    return new XMLSerializer().serializeToString(svg);
}

/** A drawing in SVG as a picture in PNG. @param {string} svg @returns {Promise<Blob>} */
export async function paintedImage(svg) {
    const image = new Image();
    const href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
        image.src = href;
        await image.decode();
        const canvas = made("canvas", { width: image.width, height: image.height });
        canvas.getContext("2d").drawImage(image, 0, 0);
        return await new Promise((done) => canvas.toBlob(done));
    } finally {
        URL.revokeObjectURL(href);
    }
}

const OPPOSITE = { top: "bottom", bottom: "top", left: "right", right: "left" };

/** A board from the other side: the last cell is the first one. @param {any} board */
export function turned({ cells, edges, ways, arrows, deciding, ...rest }) {
    const at = (/** @type {number} */ cell) => cells.length - 1 - cell;
    return {
        ...rest,
        cells: cells.toReversed(),
        edges: edges?.map(({ border, color }) => ({ border: OPPOSITE[border], color })),
        ways: ways?.map((way) => way.map(at)),
        arrows: arrows?.map(({ from, to, color }) => ({ from: at(from), to: at(to), color })),
        deciding: deciding?.map(at),
    };
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
