// A lesson's tree as a picture: the whole tree in its place from the start, large, to be clicked and walked through by keys.

import { drawn, filled, pressed } from "../elements.js";
import { isEnd, valueText } from "../values.js";
import { boundOf, isLeaf, scoreOf } from "./record.js";
import { layout } from "./tree.js";

/** @import { Bonus, State } from "./record.js" */
/** @import { Nodes, TreeNode } from "./tree.js" */

/**
 * What is shown.
 * @typedef {object} Scene
 * @property {Nodes} nodes
 * @property {State} state
 * @property {string[]} line the principal variation
 * @property {string | null} current the node of the last step
 * @property {string[]} marked what the words are about, or what is right
 * @property {string | null} wrong the node that was chosen wrongly
 * @property {string[]} way what is followed to the right answer, for whoever did not find it
 * @property {Map<string, number>} decides the nodes that decide it, by the numbers of their reasons
 * @property {string[]} cut what is never looked at
 * @property {Bonus | null} bonus
 * @property {boolean} isGiven whether leaves show their values although the search has not asked for them
 */

// Sizes in pixels.
const WIDEST = 120;
const MARGIN = 6;

export class Drawing {
    focused = "";
    /** @type {Scene | null} */ scene = null;

    /** @param {HTMLElement} element @param {{ choose: (path: string) => void, focus: (path: string) => void }} does */
    constructor(element, does) {
        this.element = element;
        this.does = does;
        const listening = {
            onclick: (/** @type {Event} */ event) => this.onNode(event, (path) => this.choose(path)),
            onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
            onfocusin: (/** @type {Event} */ event) => this.onNode(event, (path) => this.note(path)),
        };
        this.svg = drawn("svg", { role: "group", "aria-label": "The tree", ...listening });
        element.append(this.svg);
        new ResizeObserver(() => this.paint()).observe(element);
    }

    /** @param {Scene} scene */
    show(scene) {
        this.scene = scene;
        if (!scene.nodes.has(this.focused)) this.focused = "";
        this.paint();
    }

    /** @param {string} path */
    focus(path) {
        /** @type {SVGElement | null} */ (this.svg.querySelector(`[data-path="${path}"]`))?.focus({ preventScroll: true });
    }

    /** @type {(event: Event, does: (path: string) => void) => void} */
    onNode(event, does) {
        const path = /** @type {Element} */ (event.target).closest?.("[data-path]")?.getAttribute("data-path");
        if (path !== null && path !== undefined) does(path);
    }

    /** @param {string} path */
    choose(path) {
        this.note(path);
        this.does.choose(path);
    }

    /** @param {string} path */
    note(path) {
        this.focused = path;
        for (const node of this.svg.querySelectorAll("[data-path]")) node.setAttribute("tabindex", node.getAttribute("data-path") === path ? "0" : "-1");
        this.does.focus(path);
    }

    // Arrows lead to the parent, the first child and the neighbours of a level; Enter and the space bar choose.
    /** @param {KeyboardEvent} event */
    key(event) {
        const nodes = this.scene?.nodes;
        const node = nodes?.get(this.focused);
        if (!nodes || !node) return;
        const level = [...nodes.values()].filter((other) => other.level === node.level).map(({ path }) => path);
        const place = level.indexOf(node.path);
        const to = (/** @type {string | null | undefined} */ path) => () => this.focus(path ?? this.focused);
        pressed(event, {
            ArrowUp: to(node.parent),
            ArrowDown: to(node.children[0]),
            ArrowLeft: to(level[place - 1]),
            ArrowRight: to(level[place + 1]),
            Enter: () => this.choose(this.focused),
            " ": () => this.choose(this.focused),
        });
    }

    paint() {
        const { scene } = this;
        const width = this.element.clientWidth;
        if (!scene || width === 0) return;
        const hadFocus = this.svg.contains(document.activeElement);
        const { columns, levels, places } = layout(scene.nodes);
        // The tree is as wide as there is room, so that every node is in sight.
        const column = Math.min(WIDEST, (width - 2 * MARGIN) / columns);
        const radius = Math.min(30, column * 0.43);
        const down = Math.min(124, Math.max(80, column * 1.3));
        const whole = Math.max(column * columns + 2 * MARGIN, 2 * radius);
        const height = (levels - 1) * down + 2 * radius + 34;
        const at = (/** @type {string} */ path) => {
            const { column: x, level } = /** @type {{ column: number, level: number }} */ (places.get(path));
            return { x: MARGIN + (x + 0.5) * column, y: 8 + radius + level * down };
        };
        filled(this.svg, { viewBox: `0 0 ${whole} ${height}`, width: whole, height });
        const edges = drawn("g", { "aria-hidden": "true" });
        const items = drawn("g", { role: "presentation" });
        for (const node of scene.nodes.values()) {
            if (node.parent !== null) edges.append(...this.edge(scene, node, at(node.parent), at(node.path), radius));
            items.append(this.node(scene, node, at(node.path), radius));
            const score = scoreOf(scene.nodes, scene.state, scene.bonus, node.path);
            const { x, y } = at(node.path);
            const number = scene.decides.get(node.path);
            if (number !== undefined) items.append(...badge(x - radius * 0.75, y - radius * 0.75, number));
            if (score !== null) edges.append(drawn("text", { x, y: y + radius + 15, class: "score" }, score.toFixed(2).replace("-", "−")));
        }
        this.svg.replaceChildren(edges, items);
        if (hadFocus) this.focus(this.focused);
    }

    /** @type {(scene: Scene, node: TreeNode, from: { x: number, y: number }, to: { x: number, y: number }, radius: number) => SVGElement[]} */
    edge(scene, node, from, to, radius) {
        const isOn = scene.line.includes(node.path) && scene.line.includes(node.parent ?? "");
        const isMade = isShown(scene, node);
        const isWhy = scene.way.includes(node.path) && scene.way.includes(node.parent ?? "");
        const kind = scene.cut.includes(node.path) ? "cut" : isWhy ? "why" : isOn ? "on" : isMade ? "" : "unmade";
        // A score below the parent has room of its own.
        const top = from.y + radius + (scoreOf(scene.nodes, scene.state, scene.bonus, node.parent ?? "") === null ? 0 : 19);
        const line = drawn("line", { x1: from.x, y1: top, x2: to.x, y2: to.y - radius, class: `edge ${kind}` });
        const share = 0.62;
        const [x, y] = [from.x + (to.x - from.x) * share, top + (to.y - radius - top) * share];
        const number = [drawn("circle", { cx: x, cy: y, r: 8, class: "edge-ground" }), drawn("text", { x, y: y + 4, class: "edge-name" }, String(node.index))];
        if (kind === "unmade") return [line];
        if (kind !== "cut") return [line, ...number];
        return [line, drawn("line", { x1: x - 7, y1: y - 7, x2: x + 7, y2: y + 7, class: "edge cross" }), drawn("line", { x1: x - 7, y1: y + 7, x2: x + 7, y2: y - 7, class: "edge cross" })];
    }

    /** @type {(scene: Scene, node: TreeNode, at: { x: number, y: number }, radius: number) => SVGElement} */
    node(scene, node, { x, y }, radius) {
        const known = scene.state.get(node.path);
        const kinds = {
            unmade: !isShown(scene, node),
            on: scene.line.includes(node.path) && scene.line.length > 1,
            current: scene.current === node.path,
            marked: scene.marked.includes(node.path),
            wrong: scene.wrong === node.path,
            cut: scene.cut.includes(node.path),
        };
        const classes = Object.entries(kinds).flatMap(([name, holds]) => (holds ? [name] : []));
        const focusable = { "data-path": node.path, role: "button", tabindex: this.focused === node.path ? 0 : -1, "aria-label": spoken(scene, node) };
        const group = drawn("g", { class: ["node", node.side, ...classes].join(" "), ...focusable });
        // The whole column is the target, so that fingers find it.
        group.append(drawn("rect", { x: x - radius - 2, y: y - radius - 2, width: 2 * radius + 4, height: 2 * radius + 4, class: "target" }));
        group.append(shape(node.side, x, y, radius, "body"));
        if (known?.isProved) group.append(shape(node.side, x, y, radius - 4, "inner"));
        const text = shownValue(scene, node);
        const size = Math.max(12, Math.min(22, (radius * 1.75) / Math.max(1.75, text.length * 0.62)));
        group.append(drawn("text", { x, y: y + size * 0.36, class: "value", "font-size": size }, text));
        return group;
    }
}

// The number of a reason, at the node that decides.
/** @param {number} x @param {number} y @param {number} number @returns {SVGElement[]} */
function badge(x, y, number) {
    return [drawn("circle", { cx: x, cy: y, r: 9, class: "badge" }), drawn("text", { x, y: y + 4, class: "badge-number", "aria-hidden": "true" }, String(number))];
}

/** @type {(side: string, x: number, y: number, radius: number, name: string) => SVGElement} */
function shape(side, x, y, radius, name) {
    if (side === "min") return drawn("circle", { cx: x, cy: y, r: radius, class: name });
    return drawn("rect", { x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius, rx: 3, class: name });
}

/** @type {(scene: Scene, node: TreeNode) => boolean} */
function isShown({ state, isGiven }, node) {
    return isGiven || state.has(node.path);
}

/** @type {(scene: Scene, node: TreeNode) => string} */
function shownValue(scene, node) {
    const { state, isGiven } = scene;
    const known = state.get(node.path);
    // What the root would be worth so far is no answer yet, where backed-up values are asked for.
    const isSoFar = isGiven && node.children.length > 0 && !known?.isBackedUp;
    if (known && known.value !== null && !isSoFar) return `${known.bound ? (node.side === "min" ? "≤" : "≥") : ""}${valueText(boundOf(scene.nodes, scene.state, node.path))}`;
    if (isGiven && node.children.length === 0) return valueText(node.value);
    return isGiven || known ? "?" : "";
}

/** What a screen reader says of a node. @param {Scene} scene @param {TreeNode} node */
export function spoken(scene, node) {
    const { nodes, state, line, bonus, cut } = scene;
    const known = state.get(node.path);
    const isBottom = node.children.length === 0 || (state.has(node.path) && isLeaf(nodes, state, node.path));
    const name = node.path === "" ? "root" : `${isBottom ? "leaf" : "node"} ${node.path}`;
    const parts = [name];
    const text = shownValue(scene, node);
    if (cut.includes(node.path)) parts.push("cut");
    else if (text === "") parts.push("not looked at yet");
    else if (text === "?") parts.push("value not known yet");
    else parts.push(valueSpoken(known ? boundOf(nodes, state, node.path) : node.value, text));
    const score = scoreOf(nodes, state, bonus, node.path);
    if (score !== null) parts.push(`score ${score.toFixed(2)}`);
    if (known?.isProved) parts.push("proved");
    const isOver = node.children.length === 0 && isEnd(node.value) && text !== "";
    parts.push(isOver ? "the game is over" : `${node.side.toUpperCase()} to move`);
    if (line.length > 1 && line.includes(node.path)) parts.push("on the best line");
    if (scene.decides.has(node.path)) parts.push(`reason ${scene.decides.get(node.path)}`);
    return parts.join(", ");
}

/** @type {(value: number | null, text: string) => string} */
function valueSpoken(value, text) {
    if (value !== null && isEnd(value)) return value > 0 ? "MAX wins" : "MIN wins";
    const [first, ...rest] = text;
    return first === "≤" ? `value at most ${rest.join("")}` : first === "≥" ? `value at least ${rest.join("")}` : `value ${text}`;
}
