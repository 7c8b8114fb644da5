// The icicle of a tree: the root is a bar as wide as the picture, and below each node stand its children,
// each as wide as its part of the nodes. Nothing here knows a page, so that all of it is tested without one.

import { isEnd } from "./values.js";

/** @import { Growing } from "./growth.js" */

/** @typedef {{ left: number, right: number }} Window the part of the root's width that is seen, within 0 and 1 */
/** @typedef {{ node: number, left: number, right: number, level: number }} Cell */

// What is narrower than this part of a pixel is drawn without what is below it.
// Wider cells are added up pixel by pixel:
// each pixel is tinted by the mean of what lies in it, and is as dense as it is covered.
const LEAST = 0.12;

/**
 * Adds up what each pixel shows, level by level, and names the cells of at least `wide` pixels.
 * @param {Growing} growing
 * @param {Window} window
 * @param {number} width in pixels
 * @param {number} levels
 * @param {(node: number) => number} tintOf from -1 to 1
 * @param {number} wide
 */
export function rastered(growing, window, width, levels, tintOf, wide) {
    const cover = new Float32Array(width * levels);
    const tint = new Float32Array(width * levels);
    /** @type {Cell[]} */
    const cells = [];
    const scale = width / (window.right - window.left);
    const { size, start, kids, count } = growing;
    const nodes = [0];
    const lefts = [-window.left * scale];
    const units = [scale / Math.max(1, size[0])];
    const depths = [0];
    while (nodes.length > 0) {
        const node = /** @type {number} */ (nodes.pop());
        const left = /** @type {number} */ (lefts.pop());
        const unit = /** @type {number} */ (units.pop());
        const level = /** @type {number} */ (depths.pop());
        const right = left + size[node] * unit;
        if (right <= 0 || left >= width) continue;
        fill(cover, tint, level * width, width, left, right, tintOf(node));
        if (right - left >= wide) cells.push({ node, left, right, level });
        if (right - left < LEAST || level + 1 >= levels) continue;
        let at = left;
        for (let place = start[node]; place < start[node + 1]; place += 1) {
            const child = kids[place];
            if (child >= count) continue;
            const end = at + size[child] * unit;
            if (end > 0 && at < width && end > at) {
                nodes.push(child);
                lefts.push(at);
                units.push(unit);
                depths.push(level + 1);
            }
            at = end;
        }
    }
    return { cover, tint, cells };
}

// Adds a cell to the pixels of its level.
function fill(cover, tint, row, width, left, right, value) {
    const from = Math.max(0, left);
    const to = Math.min(width, right);
    let pixel = Math.floor(from);
    for (; pixel < to; pixel += 1) {
        const part = Math.min(to, pixel + 1) - Math.max(from, pixel);
        cover[row + pixel] += part;
        tint[row + pixel] += part * value;
    }
}

// Where a node stands, as parts of the root's width.
/** @param {Growing} growing @param {number} node @returns {{ left: number, right: number, level: number }} */
export function placeOf(growing, node) {
    const unit = 1 / Math.max(1, growing.size[0]);
    const path = growing.path(node);
    let left = 0;
    for (let level = 1; level < path.length; level += 1) {
        for (const child of growing.children(path[level - 1])) {
            if (child === path[level]) break;
            left += growing.size[child] * unit;
        }
    }
    return { left, right: left + growing.size[node] * unit, level: path.length - 1 };
}

// The node at a place of a level, if there is one. The place is a part of the root's width.
/** @param {Growing} growing @param {number} at @param {number} level */
export function nodeAt(growing, at, level) {
    const unit = 1 / Math.max(1, growing.size[0]);
    if (at < 0 || at >= 1) return null;
    let [node, left] = [0, 0];
    for (let depth = 0; depth < level; depth += 1) {
        let found = -1;
        for (const child of growing.children(node)) {
            const end = left + growing.size[child] * unit;
            if (at < end) {
                found = child;
                break;
            }
            left = end;
        }
        if (found < 0) return null;
        node = found;
    }
    return node;
}

// Zooms a window about one of its places, a part of the root's width, and within that. A factor above 1 comes nearer,
// as far as to the least width of a window.
/** @param {Window} window @param {number} factor @param {number} at @param {number} nearest @returns {Window} */
export function zoomed({ left, right }, factor, at, nearest) {
    const width = Math.min(1, Math.max(nearest, (right - left) / factor));
    const part = (at - left) / (right - left);
    return within(at - part * width, width);
}

// A window of this width, moved to where there is something.
/** @param {number} left @param {number} width @returns {Window} */
export function within(left, width) {
    const from = Math.min(Math.max(0, left), 1 - width);
    return { left: from, right: from + width };
}

// What values are measured by: the width within which most of them lie about the root's. Trees side by side share it.
/** @param {Growing[]} trees */
export function spreadOf(trees) {
    /** @type {number[]} */
    const gaps = [];
    for (const tree of trees) {
        const middle = tree.valueOf(0) ?? 0;
        const step = Math.max(1, Math.floor(tree.count / 5000));
        for (let node = 1; node < tree.count; node += step) {
            const value = tree.valueOf(node);
            if (value !== null && !isEnd(value)) gaps.push(Math.abs(value - middle));
        }
    }
    gaps.sort((one, other) => one - other);
    return Math.max(1, gaps[Math.floor(gaps.length * 0.8)] ?? 1);
}

// How much better or worse for MAX than the root's value a node is, from -1 to 1.
/** @param {Growing} growing @param {number} spread */
export function tints(growing, spread) {
    const middle = growing.valueOf(0) ?? 0;
    return (/** @type {number} */ node) => (growing.isKnown[node] ? Math.min(1, Math.max(-1, (growing.value[node] - middle) / spread)) : 0);
}

/**
 * Runs of equal colours in a level: pairs of the first pixel and the colour, with -1 where nothing is.
 * @param {Float32Array} cover
 * @param {Float32Array} tint
 * @param {number} row
 * @param {number} width
 * @param {number} colours
 * @returns {[number, number][]}
 */
export function runs(cover, tint, row, width, colours) {
    /** @type {[number, number][]} */
    const found = [];
    let last = -1;
    for (let pixel = 0; pixel < width; pixel += 1) {
        const part = cover[row + pixel];
        const colour = part < 0.35 ? -1 : Math.round(((tint[row + pixel] / part + 1) / 2) * (colours - 1));
        if (colour === last) continue;
        found.push([pixel, colour]);
        last = colour;
    }
    if (last >= 0) found.push([width, -1]);
    return found;
}
