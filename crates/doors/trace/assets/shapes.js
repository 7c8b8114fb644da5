// Where the cells of a board lie, and what a board has besides cells: edges of a side, ways and arrows.
// All of it is measured in units of which a whole cell is as wide as WHOLE.

import { drawn, inkOn } from "./elements.js";

export const WHOLE = 20;
const NARROW = 7;

// The room around a board, for edges that belong to a side.
export const BOARD_MARGIN = 4;

// The size of a board, and the place of each cell: { x, y, width, height } from the top left.
export function layoutOf({ columns, cells, grid }) {
    const rows = Math.ceil(cells.length / columns);
    if (grid === "hexagons") {
        const [width, height, down] = [WHOLE, (2 * WHOLE) / Math.sqrt(3), WHOLE * Math.sqrt(0.75)];
        const places = cells.map((_, index) => {
            const row = Math.floor(index / columns);
            return { x: ((index % columns) + row / 2) * width, y: row * down, width, height };
        });
        return { width: (columns + (rows - 1) / 2) * width, height: (rows - 1) * down + height, places };
    }
    const hasFaces = cells.some(({ place }) => !place);
    // A column or row with nothing but corners, and edges that lie along it, is a narrow one.
    const track = (own, along) => (!hasFaces || own.some(({ place }) => !place || place === along) ? WHOLE : NARROW);
    const widths = Array.from({ length: columns }, (_, column) => track(cells.filter((_, index) => index % columns === column), "across"));
    const heights = Array.from({ length: rows }, (_, row) => track(cells.slice(row * columns, (row + 1) * columns), "upright"));
    const before = (sizes, place) => sizes.slice(0, place).reduce((sum, size) => sum + size, 0);
    const places = cells.map((_, index) => {
        const [column, row] = [index % columns, Math.floor(index / columns)];
        return { x: before(widths, column), y: before(heights, row), width: widths[column], height: heights[row] };
    });
    return { width: before(widths, columns), height: before(heights, rows), places };
}

// Whether a board is more than squares with men on them.
export function isShaped({ grid, cells, edges, ways, arrows }) {
    return Boolean(grid || edges || ways || arrows) || cells.some(({ place }) => place);
}

// The corners of a cell, from its left upper one on, clockwise. A hexagon has one more above and one more below.
function outlineOf({ x, y, width, height }, grid) {
    if (grid !== "hexagons") return { left: [[x, y + height], [x, y]], top: [[x, y], [x + width, y]], right: [[x + width, y], [x + width, y + height]], bottom: [[x + width, y + height], [x, y + height]] };
    const [upper, lower, middle] = [y + height / 4, y + (3 * height) / 4, x + width / 2];
    return {
        left: [[x, lower], [x, upper]],
        top: [[x, upper], [middle, y], [x + width, upper]],
        right: [[x + width, upper], [x + width, lower]],
        bottom: [[x + width, lower], [middle, y + height], [x, lower]],
    };
}

const pointsOf = (corners) => corners.map((corner) => corner.join(",")).join(" ");

// A board as a picture: its cells and men, with what lies below and above them.
export function boardPicture(board, name, attributes = {}) {
    const layout = layoutOf(board);
    const margin = board.edges ? BOARD_MARGIN : 0;
    const [width, height] = [layout.width + 2 * margin, layout.height + 2 * margin];
    const svg = drawn("svg", { viewBox: `${-margin} ${-margin} ${width} ${height}`, width, height, role: "img", ...attributes }, drawn("title", {}, name));
    svg.append(...belowCells(board, layout));
    board.cells.forEach((cell, index) => {
        const at = layout.places[index];
        svg.append(groundOf(cell, at, board.grid) ?? "");
        if (cell.man) svg.append(...manAt(cell.man, at));
    });
    svg.append(...aboveMen(board, layout));
    return svg;
}

// The ground of a cell; null where there is none.
function groundOf({ ground, place }, at, grid) {
    const { x, y, width, height } = at;
    if (place === "gap") return null;
    const [cx, cy] = middleOf(at);
    if (place === "corner") return drawn("circle", { cx, cy, r: Math.min(width, height) * 0.3, fill: ground, class: "cell" });
    if (grid !== "hexagons") return drawn("rect", { x, y, width, height, fill: ground, class: "cell" });
    return drawn("polygon", { points: pointsOf(Object.values(outlineOf(at, grid)).flat()), fill: ground, class: "cell" });
}

// A man, and what is written on it.
function manAt({ color, form, text }, at) {
    const [x, y] = middleOf(at);
    const written = text ? [drawn("text", { x, y: y + 4, "text-anchor": "middle", "font-size": 11.5, fill: inkOn(color) }, text)] : [];
    return [formOf(color, form, at), ...written];
}

function formOf(color, form, at) {
    const { x, y, width, height } = at;
    const [cx, cy] = middleOf(at);
    if (form === "bar") return drawn("rect", { x, y, width, height, fill: color, class: "man" });
    if (!form) return drawn("circle", { cx, cy, r: 0.4 * Math.min(width, height), fill: color, class: "man" });
    const [left, right, top, bottom] = [x + width * 0.25, x + width * 0.75, y + height * 0.25, y + height * 0.75];
    return drawn("path", { d: `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`, stroke: color, "stroke-width": 3, "stroke-linecap": "round" });
}

// What lies below the cells: the edges that belong to a side, each with a dark line around it, and the ways.
export function belowCells({ columns, cells, grid, edges, ways }, { places }) {
    const last = cells.length - columns;
    const along = { top: places.slice(0, columns), right: places.filter((_, index) => index % columns === columns - 1), bottom: places.slice(last).reverse(), left: places.filter((_, index) => index % columns === 0).reverse() };
    const borders = (edges ?? []).flatMap(({ border, color }) => {
        const points = pointsOf(along[border].flatMap((at) => outlineOf(at, grid)[border]));
        return [[7, "#555555"], [5.6, color]].map(([width, stroke]) => drawn("polyline", { points, stroke, "stroke-width": width, "stroke-linejoin": "round", fill: "none" }));
    });
    return [...borders, ...(ways ?? []).map((way) => line(way, places, { stroke: "#767676", "stroke-width": 1.5 }))];
}

// What lies above the men: arrows.
export function aboveMen({ arrows }, { places }) {
    return (arrows ?? []).flatMap(({ from, to, color }) => {
        const shaft = line([from, to], places, { stroke: color, "stroke-width": 1.5 });
        const [x, y] = middleOf(places[to]);
        const [startX, startY] = middleOf(places[from]);
        const turn = (Math.atan2(y - startY, x - startX) * 180) / Math.PI;
        return [shaft, drawn("polygon", { points: "0,0 -6,-3 -6,3", fill: color, transform: `translate(${x} ${y}) rotate(${turn})` })];
    });
}

export function middleOf({ x, y, width, height }) {
    return [x + width / 2, y + height / 2];
}

function line([from, to], places, attributes) {
    const [[x1, y1], [x2, y2]] = [middleOf(places[from]), middleOf(places[to])];
    return drawn("line", { x1, y1, x2, y2, ...attributes });
}
