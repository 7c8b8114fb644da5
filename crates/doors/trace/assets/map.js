// The map of a whole tree on a canvas, to zoom and to walk through, however many nodes it has.

import { inkOn, made, pressed } from "./elements.js";
import { nodeAt, placeOf, rastered, runs, tints, within, zoomed } from "./icicle.js";
import { countText, plural } from "./values.js";

/** @import { Growing } from "./growth.js" */
/** @import { Window } from "./icicle.js" */

/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

const COLOURS = 65;
// Rows grow with the zoom until moves can be read in them.
const TALLEST_ROW = 26;
const LABELLED = 30;
const EDGED = 7;
/** How much nearer one step comes. */
export const NEARER = 1.6;

// From bad for MAX over the root's value to good for MAX. Orange and blue are told apart by the colour-blind, too.
const PALETTES = {
    light: { from: [196, 92, 20], middle: [205, 205, 214], to: [28, 104, 178], ground: [255, 255, 255], ink: "#1b1b1f", soft: "#55555e", line: "#b3261e" },
    dark: { from: [236, 148, 74], middle: [72, 72, 84], to: [104, 174, 244], ground: [23, 23, 27], ink: "#f0f0f4", soft: "#b9b9c4", line: "#ff5c52" },
};

/** @typedef {{ colours: number[][], ground: number[], ink: string, soft: string, line: string }} Theme */

/** @param {"light" | "dark"} name @returns {Theme} */
export function themeOf(name) {
    const { from, middle, to, ...rest } = PALETTES[name];
    const mixed = (/** @type {number[]} */ end, /** @type {number} */ part) => middle.map((colour, place) => Math.round(colour + (end[place] - colour) * part));
    const half = (COLOURS - 1) / 2;
    const colours = Array.from({ length: COLOURS }, (_, place) => mixed(place < half ? from : to, Math.abs(place - half) / half));
    return { ...rest, colours };
}

export function themeNow() {
    return themeOf(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

// Leaves a measurement of the last frame for whoever looks at a page's timing.
/** @param {string} name @param {number} start */
export function noted(name, start) {
    performance.clearMeasures(name);
    performance.measure(name, { start });
}

export const css = (/** @type {number[]} */ colour) => `rgb(${colour.join(",")})`;

// What is seen of a tree, and how: which part of its width, the first row's place, and how tall rows are.
/** @typedef {{ window: Window, top: number, levels: number, spread: number, cursor?: number | null }} View */

/** @param {View} view @param {number} height */
function rowHeight({ window, levels }, height) {
    const fit = height / levels;
    return Math.max(fit, Math.min(TALLEST_ROW, fit / (window.right - window.left)));
}

/**
 * Paints a map into a box of a canvas, in the canvas's own pixels.
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box
 * @param {Growing} growing
 * @param {View} view
 * @param {Theme} theme
 * @param {number} ratio the canvas's pixels for one of the page
 */
export function paint(context, box, growing, view, theme, ratio) {
    const { width, height } = box;
    const tint = tints(growing, view.spread);
    const row = rowHeight(view, height / ratio) * ratio;
    const top = view.top * ratio;
    const { cover, tint: tinted, cells } = rastered(growing, view.window, width, view.levels, tint, EDGED * ratio);
    paintCells(context, box, { cover, tinted, row, top, levels: view.levels }, theme);
    context.save();
    context.beginPath();
    context.rect(box.x, box.y, width, height);
    context.clip();
    context.translate(box.x, box.y - top);
    context.fillStyle = css(theme.ground);
    for (const { left, level } of cells) context.fillRect(Math.round(left), level * row, ratio, row);
    paintLine(context, growing, view, { width, row, ratio }, theme);
    if (row >= 13 * ratio) paintLabels(context, growing, cells, { row, ratio, tint, width }, theme);
    if (view.cursor !== undefined && view.cursor !== null && view.cursor < growing.count) {
        const { left, right, level } = onScreen(growing, view, width, view.cursor);
        context.lineWidth = 2 * ratio;
        context.strokeStyle = theme.ink;
        context.strokeRect(left - ratio, level * row + ratio, Math.max(4 * ratio, right - left) + ratio, row - 2 * ratio);
    }
    context.restore();
}

/**
 * Every pixel of every level, all at once: a canvas would take too long for so many rectangles.
 * @param {CanvasRenderingContext2D} context
 * @param {Box} box
 * @param {{ cover: Float32Array, tinted: Float32Array, row: number, top: number, levels: number }} what
 * @param {Theme} theme
 */
function paintCells(context, { x, y, width, height }, { cover, tinted, row, top, levels }, { colours, ground }) {
    const image = context.createImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const packed = (/** @type {number} */ red, /** @type {number} */ green, /** @type {number} */ blue) => (255 << 24) | (blue << 16) | (green << 8) | red;
    pixels.fill(packed(ground[0], ground[1], ground[2]));
    const line = new Uint32Array(width);
    for (let level = 0; level < levels; level += 1) {
        const from = Math.max(0, Math.round(level * row - top));
        const to = Math.min(height, Math.round((level + 1) * row - top) - (row >= 5 ? 1 : 0));
        if (from >= to) continue;
        for (let pixel = 0; pixel < width; pixel += 1) {
            const part = Math.min(1, cover[level * width + pixel]);
            const place = part > 0 ? Math.round(((tinted[level * width + pixel] / cover[level * width + pixel] + 1) / 2) * (COLOURS - 1)) : 0;
            const [red, green, blue] = colours[place];
            line[pixel] = packed(ground[0] + (red - ground[0]) * part, ground[1] + (green - ground[1]) * part, ground[2] + (blue - ground[2]) * part);
        }
        for (let place = from; place < to; place += 1) pixels.set(line, place * width);
    }
    context.putImageData(image, x, y);
}

/** @param {Growing} growing @param {View} view @param {number} width @param {number} node */
function onScreen(growing, { window }, width, node) {
    const { left, right, level } = placeOf(growing, node);
    const scale = width / (window.right - window.left);
    return { left: (left - window.left) * scale, right: (right - window.left) * scale, level };
}

// The principal variation, from the middle of each of its cells to the next.
function paintLine(context, growing, view, { width, row, ratio }, theme) {
    const points = linePoints(growing, view, width).map(([x, level]) => [x, (level + 0.5) * row]);
    for (const [colour, wide] of [[css(theme.ground), 5], [theme.line, 2.5]]) {
        context.lineWidth = wide * ratio;
        context.strokeStyle = colour;
        context.lineJoin = "round";
        context.beginPath();
        points.forEach(([x, y], place) => (place === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
        context.stroke();
    }
    context.fillStyle = theme.line;
    for (const [x, y] of points) {
        context.beginPath();
        context.arc(x, y, Math.min(3.5, row / ratio / 3) * ratio, 0, 7);
        context.fill();
    }
}

/** @param {Growing} growing @param {View} view @param {number} width @returns {[number, number][]} */
function linePoints(growing, view, width) {
    return growing.line.filter((node) => node < growing.count).map((node) => {
        const { left, right, level } = onScreen(growing, view, width, node);
        return [(left + right) / 2, level];
    });
}

function paintLabels(context, growing, cells, { row, ratio, tint, width }, theme) {
    context.font = `${11.5 * ratio}px system-ui, sans-serif`;
    context.textBaseline = "middle";
    for (const { node, left, right, level } of cells) {
        const [from, to] = [Math.max(left, 0), Math.min(right, width)];
        const text = growing.say(growing.columns.head.texts[growing.columns.text[node]]);
        if (to - from < LABELLED * ratio || !text) continue;
        const wide = context.measureText(text).width;
        if (wide > to - from - 6 * ratio) continue;
        const colour = theme.colours[Math.round(((tint(node) + 1) / 2) * (COLOURS - 1))];
        context.fillStyle = inkOn(colour);
        context.fillText(text, from + 4 * ratio, (level + 0.5) * row);
    }
}

// A map as a picture of lines, for a file: runs of equal colours, and the principal variation.
/** @param {Growing} growing @param {View} view @param {Box} box @param {Theme} theme */
export function drawnAsSvg(growing, view, { x, y, width, height }, theme) {
    const { cover, tint } = rastered(growing, view.window, width, view.levels, tints(growing, view.spread), width);
    const row = rowHeight(view, height);
    /** @type {Map<number, string[]>} */
    const paths = new Map();
    for (let level = 0; level < view.levels && level * row - view.top < height; level += 1) {
        const found = runs(cover, tint, level * width, width, COLOURS);
        const at = (level * row - view.top).toFixed(1);
        if (level * row - view.top < 0) continue;
        found.forEach(([from, colour], place) => {
            if (colour < 0) return;
            const wide = found[place + 1][0] - from;
            const path = paths.get(colour) ?? [];
            path.push(`M${from},${at}h${wide}v${(row - (row >= 5 ? 1 : 0)).toFixed(1)}h-${wide}z`);
            paths.set(colour, path);
        });
    }
    const cells = [...paths].map(([colour, path]) => `<path fill="${css(theme.colours[colour])}" d="${path.join("")}"/>`);
    const points = linePoints(growing, view, width).map(([across, level]) => `${across.toFixed(1)},${((level + 0.5) * row - view.top).toFixed(1)}`);
    const line = `<polyline points="${points.join(" ")}" fill="none" stroke="${theme.line}" stroke-width="2.5" stroke-linejoin="round"/>`;
    return `<svg x="${x}" y="${y}" width="${width}" height="${height}">${cells.join("")}${line}</svg>`;
}

/** A map in an element: drawn, zoomed by wheel, fingers, buttons and keys, and walked through by arrows, which are spoken. */
export class TreeMap {
    /**
     * @param {Growing} growing
     * @param {{ name: string, levels: number, spread: number, open: (node: number) => void, value: (value: number | null, node: number) => string }} options
     */
    constructor(growing, { name, levels, spread, open, value }) {
        this.name = name;
        this.growing = growing;
        this.open = open;
        this.value = value;
        /** @type {View} */
        this.view = { window: { left: 0, right: 1 }, top: 0, levels, spread, cursor: null };
        this.canvas = made("canvas", { "aria-hidden": "true" });
        const label = `Map of the tree of ${name}. Arrows go from node to node, Enter opens a node, plus, minus and zero zoom.`;
        const listening = {
            onpointerdown: (/** @type {PointerEvent} */ event) => this.down(event),
            onpointermove: (/** @type {PointerEvent} */ event) => this.move(event),
            onpointerup: (/** @type {PointerEvent} */ event) => this.up(event),
            onpointercancel: (/** @type {PointerEvent} */ event) => this.up(event),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
        };
        this.element = made("div", { class: "map", tabindex: 0, role: "application", "aria-label": label, ...listening }, this.canvas);
        this.said = made("p", { class: "said", "aria-live": "polite" });
        this.pointers = new Map();
        this.element.addEventListener("wheel", (/** @type {WheelEvent} */ event) => this.wheel(event), { passive: false });
        new ResizeObserver(() => this.draw()).observe(this.element);
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
    }

    // Draws with the next frame of the browser.
    draw() {
        if (this.asked) return;
        this.asked = requestAnimationFrame(() => {
            this.asked = 0;
            this.paint();
        });
    }

    paint() {
        const ratio = Math.min(2, devicePixelRatio || 1);
        const [width, height] = [this.element.clientWidth, this.element.clientHeight];
        if (width === 0 || height === 0) return;
        const began = performance.now();
        const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
        if (this.canvas.width !== across || this.canvas.height !== down) Object.assign(this.canvas, { width: across, height: down });
        const context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d", { willReadFrequently: true }));
        this.keepWithin();
        paint(context, { x: 0, y: 0, width: across, height: down }, this.growing, this.view, themeNow(), ratio);
        noted(`map of ${this.name}`, began);
    }

    // The least width of a window.
    get nearest() {
        return 2 / Math.max(4, this.growing.count);
    }

    get row() {
        return rowHeight(this.view, this.element.clientHeight);
    }

    keepWithin() {
        const most = Math.max(0, this.row * this.view.levels - this.element.clientHeight);
        this.view.top = Math.min(Math.max(0, this.view.top), most);
    }

    fit() {
        Object.assign(this.view, { window: { left: 0, right: 1 }, top: 0 });
        this.draw();
    }

    /** @param {number} factor @param {number} x @param {number} y */
    zoom(factor, x = this.element.clientWidth / 2, y = 0) {
        const level = (y + this.view.top) / this.row;
        this.view.window = zoomed(this.view.window, factor, this.at(x), this.nearest);
        this.view.top = level * this.row - y;
        this.draw();
    }

    // The part of the root's width at a place of the element.
    at(/** @type {number} */ x) {
        const { left, right } = this.view.window;
        return left + (x / this.element.clientWidth) * (right - left);
    }

    /** @param {WheelEvent} event */
    wheel(event) {
        event.preventDefault();
        if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.pan(event.deltaX || event.deltaY, 0);
        else this.zoom(Math.exp(-event.deltaY / 300), ...this.within(event.clientX, event.clientY));
    }

    /** @param {number} x @param {number} y */
    pan(x, y) {
        const { left, right } = this.view.window;
        this.view.window = within(this.at(x), right - left);
        this.view.top += y;
        this.draw();
    }

    /** @param {PointerEvent} event */
    down(event) {
        this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
        this.element.setPointerCapture(event.pointerId);
        this.moved = this.pointers.size > 1 ? Infinity : 0;
    }

    /** @param {PointerEvent} event */
    move(event) {
        const known = this.pointers.get(event.pointerId);
        if (!known) return this.point(this.nodeUnder(event));
        const before = [...this.pointers.values()].map(({ x, y }) => ({ x, y }));
        const [x, y] = [event.clientX - known.x, event.clientY - known.y];
        Object.assign(known, { x: event.clientX, y: event.clientY });
        this.moved = (this.moved ?? 0) + Math.abs(x) + Math.abs(y);
        const now = [...this.pointers.values()];
        if (now.length === 2) {
            const gap = (/** @type {{ x: number, y: number }[]} */ [one, other]) => Math.max(10, Math.hypot(one.x - other.x, one.y - other.y));
            this.zoom(gap(now) / gap(before), ...this.within((now[0].x + now[1].x) / 2, (now[0].y + now[1].y) / 2));
        } else if (this.moved > 4) this.pan(-x, -y);
    }

    /** @param {PointerEvent} event */
    up(event) {
        this.pointers.delete(event.pointerId);
        if (event.type !== "pointerup" || this.pointers.size > 0 || (this.moved ?? 0) > 4) return;
        const node = this.nodeUnder(event);
        if (node === null) return;
        this.point(node);
        this.open(node);
    }

    /** A place of the window, as one of the element. @type {(x: number, y: number) => [number, number]} */
    within(x, y) {
        const { left, top } = this.element.getBoundingClientRect();
        return [x - left, y - top];
    }

    /** @param {PointerEvent} event */
    nodeUnder(event) {
        const [x, y] = this.within(event.clientX, event.clientY);
        return nodeAt(this.growing, this.at(x), Math.floor((y + this.view.top) / this.row));
    }

    /** Puts the cursor on a node and says what is known of it. @param {number | null} node */
    point(node) {
        if (node === null || node === this.view.cursor) return;
        this.view.cursor = node;
        this.say();
        this.draw();
    }

    // Says the node of the cursor anew.
    say() {
        if (this.view.cursor !== null) this.said.textContent = this.nameOf(this.view.cursor);
    }

    // Where the cursor is not in the window, the window goes there.
    reach(/** @type {number} */ node) {
        this.point(node);
        const { left, right, level } = placeOf(this.growing, node);
        const { window } = this.view;
        const wide = window.right - window.left;
        if (right - left < wide / 60) this.view.window = within((left + right) / 2 - (right - left) * 10, Math.min(1, Math.max(this.nearest, (right - left) * 20)));
        else if (left >= window.right || right <= window.left) this.view.window = within((left + right) / 2 - wide / 2, wide);
        const [top, bottom] = [level * this.row, (level + 1) * this.row];
        if (top < this.view.top) this.view.top = top;
        if (bottom > this.view.top + this.element.clientHeight) this.view.top = bottom - this.element.clientHeight;
        this.draw();
    }

    nameOf(/** @type {number} */ node) {
        const { growing } = this;
        const moves = growing.movesTo(node).map(growing.say);
        const side = growing.sideOf(node);
        const shown = moves.length > 8 ? `… ${moves.slice(-8).join(" ")}` : moves.join(" ");
        const parts = [moves.length === 0 ? "The root" : shown];
        if (side) parts.push(`${side.toUpperCase()} to move`);
        parts.push(`value ${this.value(growing.valueOf(node), node)}${growing.isBound[node] ? ", a bound" : ""}`);
        const part = (100 * growing.size[node]) / Math.max(1, growing.size[0]);
        parts.push(`${growing.by === "visits" ? `${countText(growing.size[node])} visits` : plural(growing.size[node], "node")}, ${part < 0.1 ? "less than 0.1" : part.toFixed(1)} %`);
        parts.push(`level ${moves.length}`);
        if (growing.line.includes(node)) parts.push("on the principal variation");
        return `${parts.join("; ")}.`;
    }

    /** @param {KeyboardEvent} event */
    key(event) {
        const { growing } = this;
        const node = Math.min(this.view.cursor ?? 0, growing.count - 1);
        const parent = node === 0 ? null : growing.columns.parent[node];
        const siblings = parent === null ? [0] : growing.children(parent);
        const place = siblings.indexOf(node);
        const below = growing.children(node);
        const onLine = growing.line[growing.line.indexOf(node) + 1];
        const largest = below.reduce((best, child) => (growing.size[child] > growing.size[best] ? child : best), below[0]);
        const reach = (/** @type {number | undefined} */ target) => () => {
            if (target !== undefined) this.reach(this.view.cursor === null ? 0 : target);
        };
        pressed(event, {
            ArrowUp: reach(parent ?? 0),
            ArrowDown: reach(growing.line.includes(node) && below.includes(onLine) ? onLine : largest),
            ArrowLeft: reach(siblings[place - 1]),
            ArrowRight: reach(siblings[place + 1]),
            Home: reach(0),
            End: reach(growing.line[growing.line.length - 1]),
            "+": () => this.zoom(NEARER),
            "=": () => this.zoom(NEARER),
            "-": () => this.zoom(1 / NEARER),
            0: () => this.fit(),
            Escape: () => this.fit(),
            Enter: () => this.open(node),
        });
    }
}
