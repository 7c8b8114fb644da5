// The microscope: searches of one position side by side, drawn step by step.
//
//     const microscope = new Microscope(element);
//     microscope.show(search);                 // what `trace --format json` writes, or only its head
//     microscope.append(0, steps);             // more steps of a search that goes on
//
// The format is in docs/trace.md. Nothing here knows a game or a searcher: a page may say values in its own way, and show boards
// that were not recorded (`Telling`).

import { columnsOf } from "./columns.js";
import { button, drawn, filled, made, pressed } from "./elements.js";
import { GrownTree } from "./grown.js";
import { Replay, numbersText } from "./replay.js";
import { boardPicture } from "./shapes.js";
import { plural, valueText } from "./values.js";

// Sizes in pixels.
const ACROSS = 94;
const DOWN = 98;
const WIDTH = 82;
const MARGIN = 28;
// What is drawn around the part of a tree that can be seen.
const AROUND = 300;

// How far a tree can be zoomed, and below which zoom its texts are too small to be read.
const [FARTHEST, NEAREST, READABLE] = [0.02, 2, 0.92];
const ZOOM = 1.4;

// A tree of more nodes is folded, and a node of more children shows only some of them.
const MOST_OPEN = 150;
const MOST_CHILDREN = 10;
const TOP_LEVELS = 1;
const LONGEST_LABEL = 12;

function shortened(text) {
    const characters = [...text];
    return characters.length > LONGEST_LABEL ? characters.slice(0, LONGEST_LABEL - 1).join("") + "…" : text;
}

// A board as text, or as cells with men on them.
function drawnBoard(board) {
    if (typeof board === "string") return made("pre", { "aria-label": "The board" }, board);
    const { cells, notes, goals } = board;
    const men = cells.filter((cell) => cell.man).map((cell) => `${cell.name} ${cell.man.name}`);
    const captions = [...(goals ?? []), ...notes].map((note) => made("figcaption", {}, note));
    return made("figure", {}, boardPicture(board, `The board: ${men.join(", ")}`), ...captions);
}

/**
 * How a page says values and shows boards of the search of this number. What it does not know yet is null; `refresh` follows.
 * A path has the indices of the moves from the root, `moves` their texts.
 * @typedef {object} Telling
 * @property {(number: number, path: number[], value: number) => { short: string, text: string } | null} value
 * @property {(number: number, moves: string[]) => any} board
 * @property {(text: string) => string} move
 */

// What stands for a value until it is known.
const UNKNOWN = "…";

/** Values in the searcher's units, and no boards but those that were recorded. @type {Telling} */
const PLAIN = { value: (number, path, value) => ({ short: valueText(value), text: valueText(value) }), board: () => null, move: (text) => text };

// One search: its tree, its sentence and what is known of a node.
class Pane {
    constructor(search, number, /** @type {Telling} */ telling) {
        this.search = search;
        this.number = number;
        this.telling = telling;
        this.recorded = new Replay(search);
        this.replay = this.recorded;
        this.zoom = 1;
        this.elements = new Map();
        this.opened = new Map();
        this.focused = "n0";
        this.isCounted = Boolean(search.bonus);
        this.height = this.isCounted ? 54 : 40;
        this.edges = drawn("g", { "aria-hidden": "true" });
        this.items = drawn("g", { role: "presentation" });
        const listening = {
            onkeydown: (event) => this.key(event),
            onclick: (event) => this.withNode(event, (item) => this.click(item)),
            onpointerover: (event) => this.withNode(event, (item) => this.describe(item.id)),
            onpointerleave: () => this.describe(this.replay.step?.node ?? 0),
            onfocusin: (event) => this.withNode(event, (item) => this.focus(item)),
        };
        this.svg = drawn("svg", { role: "tree", "aria-label": `The tree of ${search.searcher}`, ...listening }, this.edges, this.items);
        this.scroll = made("div", { class: "tree", onscroll: () => this.look() }, this.svg);
        const tools = made(
            "div",
            { class: "zoom", role: "group", "aria-label": "Zoom" },
            button("Fit", "Fit the tree", () => this.fit()),
            button("+", "Nearer", () => this.zoomBy(ZOOM)),
            button("−", "Farther", () => this.zoomBy(1 / ZOOM)),
            button("Root", "To the root", () => this.reach(this.byKey.get("n0"))),
        );
        this.why = made("p", { class: "why", "aria-live": "polite" });
        this.cost = made("p", { class: "cost" });
        this.details = made("div", { class: "details" });
        const title = made("h2", { id: `microscope-title-${number}` }, search.searcher);
        this.element = made("section", { "aria-labelledby": title.id }, title, this.why, this.cost, tools, this.scroll, this.details);
        this.view = { left: 0, top: 0, width: 1200, height: 600 };
        new ResizeObserver(() => this.look()).observe(this.scroll);
        this.scroll.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    }

    withNode(event, does) {
        const group = event.target.closest?.("[data-key]");
        const item = group && this.elements.get(group.dataset.key)?.item;
        if (item) does(item);
    }

    // A value of a node as the page says it, `short` in the picture and as a `text` beside it.
    said(node, value) {
        if (value === null || value === undefined) return PLAIN.value(this.number, [], value);
        node.path ??= this.replay.pathTo(node.id).slice(1).map((id) => this.replay.node(id).index);
        return this.telling.value(this.number, node.path, value) ?? { short: UNKNOWN, text: UNKNOWN };
    }

    // What a node is worth as far as it is known, with the name of that.
    worthOf(node) {
        if (node.numbers) return ["leaves to yes : to no", numbersText(node.numbers)];
        return ["value", this.said(node, node.value).text + (node.bound ? " (a bound)" : "")];
    }

    boundsOf(node) {
        return `[${node.bounds.map((bound) => this.said(node, bound).short).join(", ")}]`;
    }

    // Says anew what the page has learnt to say.
    refresh() {
        this.paint();
        if (this.replay === this.recorded) this.tellWhy();
        this.describe(this.described);
    }

    // A new tree is seen from its root.
    // A viewer who steps is led to the node of the step, and others stay where they are.
    goTo(step, leads = true) {
        this.replay = this.recorded;
        this.replay.goTo(step);
        this.draw(leads);
        this.tell();
    }

    // A node of a tree that was kept as it grew, at the moment at which that tree is.
    open(growing, node) {
        this.replay = new GrownTree(this.search, growing, node);
        this.opened.clear();
        this.opened.set(node, true);
        this.draw();
        const moves = growing.movesTo(node).length;
        this.why.textContent = `The tree after ${growing.evaluations} evaluations, around ${moves === 0 ? "its root" : `a node ${plural(moves, "move")} ahead`}.`;
        this.cost.textContent = `${growing.count} nodes; a step leads back to the recorded ones.`;
        this.describe(node);
    }

    fit() {
        const { clientWidth, clientHeight } = this.scroll;
        this.zoomTo(Math.min(1, (clientWidth - 2) / this.width, (clientHeight - 2) / this.depth));
    }

    zoomBy(factor) {
        this.zoomTo(this.zoom * factor);
    }

    // Zooms about the middle of what is seen.
    zoomTo(zoom) {
        const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = this.scroll;
        const [x, y] = [(scrollLeft + width / 2) / this.zoom, (scrollTop + height / 2) / this.zoom];
        this.zoom = Math.min(Math.max(zoom, FARTHEST), NEAREST);
        this.size = "";
        this.resize(this.width, this.depth);
        this.view = { ...this.view, width, height };
        this.scrollTo(x * this.zoom - width / 2, y * this.zoom - height / 2);
    }

    wheel(event) {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.zoomBy(Math.exp(-event.deltaY / 300));
    }

    // Scrolls to the nearest place that there is.
    // What will be seen is drawn before that, so that the browser lays it out once.
    scrollTo(left, top) {
        const { width, height } = this.view;
        const placed = (place, size, all) => Math.round(Math.min(Math.max(place, 0), Math.max(all * this.zoom - size, 0)));
        this.view = { width, height, left: placed(left, width, this.width), top: placed(top, height, this.depth) };
        this.paint();
        this.scroll.scrollTo(this.view.left, this.view.top);
    }

    tell() {
        const { step, steps, search } = this.replay;
        this.tellWhy();
        const all = search.all_steps ?? steps.length;
        const of = Number.isFinite(all) ? ` of ${all}` : "";
        const capped = all > steps.length ? ` The first ${steps.length}${of} steps are here.` : "";
        this.cost.textContent = `Step ${this.replay.at} of ${steps.length}, ${step?.evaluations ?? 0} evaluations.${capped}`;
        this.describe(step?.node ?? 0);
    }

    // The sentence of the step, with its values as the page says them.
    tellWhy() {
        const { step } = this.replay;
        const letters = [...(step?.why ?? "Before the first step.")];
        for (const { start, end, node, value } of [...(step?.values ?? [])].reverse()) {
            const known = this.said(this.replay.node(node), value).short;
            letters.splice(start, end - start, known);
        }
        const why = letters.join("");
        // Who hears the page hears a sentence once.
        if (!why.includes(UNKNOWN) && this.why.textContent !== why) this.why.textContent = why;
    }

    // Whether a node's children are shown: as it was asked for, or all of a small tree,
    // and of a large one the top levels, the principal variation and the node that the step is about.
    isOpen(node) {
        return this.opened.get(node.id) ?? (!this.isLarge || node.level < TOP_LEVELS || this.lit.has(node.id));
    }

    // The children of an open node that are shown, in canonical order.
    shownChildren(node) {
        const children = this.replay.childrenOf(node);
        if (!this.isLarge || children.length <= MOST_CHILDREN || this.opened.get(`rest-${node.id}`)) return children;
        const sign = node.side === "max" ? 1 : -1;
        const rank = (child) => (this.lit.has(child.id) ? Infinity : child.value === null ? -Infinity : sign * child.value);
        const best = [...children].sort((one, other) => rank(other) - rank(one)).slice(0, MOST_CHILDREN);
        return children.filter((child) => best.includes(child));
    }

    // What is drawn, parents first: nodes, and stubs for children that are not.
    visible() {
        const { replay } = this;
        this.isLarge = replay.count(MOST_OPEN) > MOST_OPEN;
        this.current = replay.current;
        this.onLine = new Set(replay.line);
        this.onWay = new Set(replay.way);
        this.lit = new Set([...replay.line, ...replay.way, ...(this.current === null ? [] : replay.pathTo(this.current))]);
        const items = [];
        /** @type {any[]} */
        const open = [{ node: replay.node(0), parent: null, level: 0, place: 1, of: 1 }];
        while (open.length > 0) {
            const item = open.pop();
            item.at = items.length;
            item.children = [];
            items.push(item);
            if (item.parent !== null) items[item.parent].children.push(item.at);
            const { node } = item;
            if (!node) continue;
            Object.assign(item, { key: `n${node.id}`, id: node.id });
            const children = replay.childrenOf(node);
            item.canOpen = children.length > 0;
            item.isOpen = item.canOpen && this.isOpen(node);
            if (!item.isOpen) continue;
            const shown = this.shownChildren(node);
            const below = { parent: item.at, level: item.level + 1, of: shown.length };
            const stub = (number, what, key, opens) => open.push({ ...below, key, number, what, id: node.id, opens });
            if (replay.notMade(node) > 0) stub(replay.notMade(node), "not generated", `g${node.id}`, null);
            if (shown.length < children.length) stub(children.length - shown.length, "more", `r${node.id}`, `rest-${node.id}`);
            for (let place = shown.length; place > 0; place -= 1) open.push({ ...below, node: shown[place - 1], place });
        }
        return items;
    }

    draw(leads = true) {
        this.tree = this.visible();
        const columns = columnsOf(this.tree);
        let [right, bottom] = [0, 0];
        this.order = this.tree.filter((item) => item.node || item.opens);
        this.byKey = new Map(this.order.map((item) => [item.key, item]));
        for (const item of this.tree) {
            item.x = MARGIN + WIDTH / 2 + columns[item.at] * ACROSS;
            item.y = MARGIN + this.height / 2 + item.level * (DOWN - 40 + this.height);
            [right, bottom] = [Math.max(right, item.x), Math.max(bottom, item.y)];
        }
        this.resize(right + WIDTH / 2 + MARGIN, bottom + this.height / 2 + MARGIN);
        if (!this.byKey.has(this.focused)) this.focused = "n0";
        const item = this.byKey.get(`n${this.current ?? 0}`);
        if (leads || !this.revealed) this.reveal(leads ? item : this.byKey.get("n0"));
        else this.paint();
    }

    // Scrolls to an item that is out of sight.
    reveal(item) {
        const { width, height } = this.view;
        const [x, y] = [item.x * this.zoom, item.y * this.zoom];
        const [across, down] = [(WIDTH / 2) * this.zoom, (this.height / 2 + MARGIN) * this.zoom];
        const { scrollLeft, scrollTop } = this.scroll;
        const isSeen = this.revealed && x - across >= scrollLeft && x + across <= scrollLeft + width;
        // The root stays in sight as long as there is room.
        const top = y + down <= height ? 0 : y - down >= scrollTop && y + down <= scrollTop + height ? scrollTop : y - height / 2;
        this.revealed = item;
        this.scrollTo(isSeen ? scrollLeft : x - width / 2, top);
    }

    // Notes what can be seen, and draws it.
    look() {
        const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = this.scroll;
        const { view } = this;
        const isResized = width !== view.width || height !== view.height;
        if (!isResized && Math.abs(left - view.left) < 2 && Math.abs(top - view.top) < 2) return;
        this.view = { left, top, width, height };
        if (!isResized) this.paint();
        else if (this.revealed) this.reveal(this.revealed);
    }

    // Draws what can be seen of the tree, and a little around it. Thousands of nodes would take too long.
    paint() {
        if (!this.tree) return;
        const { view, zoom } = this;
        const [left, right] = [(view.left - AROUND) / zoom, (view.left + view.width + AROUND) / zoom];
        const [top, bottom] = [(view.top - AROUND) / zoom, (view.top + view.height + AROUND) / zoom];
        const seen = new Set();
        for (const item of this.tree) {
            const parent = item.parent === null ? null : this.tree[item.parent];
            const isSeen = item.y >= top && (parent ?? item).y <= bottom && Math.max(item.x, (parent ?? item).x) >= left && Math.min(item.x, (parent ?? item).x) <= right;
            if (!isSeen && item.key !== this.focused) continue;
            this.drawItem(item, parent);
            seen.add(item.key);
        }
        for (const [key, element] of this.elements) {
            if (seen.has(key)) continue;
            element.group.remove();
            element.edge?.remove();
            this.elements.delete(key);
        }
    }

    resize(width, height) {
        if (this.size === `${width} ${height}`) return;
        this.size = `${width} ${height}`;
        this.width = width;
        this.depth = height;
        filled(this.svg, { viewBox: `0 0 ${width} ${height}`, width: width * this.zoom, height: height * this.zoom });
        this.svg.classList.toggle("far", this.zoom < READABLE);
        // The picture grows with the tree, and what stands below it keeps its place when the tree shrinks.
        this.tallest = Math.max(this.tallest ?? 0, height);
        this.scroll.style.setProperty("--tallest", `${this.tallest + 2}px`);
    }

    drawItem(item, parent) {
        let element = this.elements.get(item.key);
        if (!element) {
            element = { group: drawn("g", { "data-key": item.key }), state: "", edgeState: "" };
            if (parent) {
                element.edge = drawn("path");
                this.edges.append(element.edge);
            }
            this.items.append(element.group);
            this.elements.set(item.key, element);
        }
        element.item = item;
        const state = item.node ? this.stateOfNode(item) : this.stateOfStub(item);
        if (element.state !== state.key) {
            element.state = state.key;
            this.fill(element, state);
        }
        const place = `translate(${item.x},${item.y})`;
        if (element.place !== place) element.group.setAttribute("transform", (element.place = place));
        if (parent) this.drawEdge(element, item, parent);
    }

    drawEdge(element, item, parent) {
        const [top, bottom] = [parent.y + this.height / 2, item.y - this.height / 2];
        const label = item.node ? 20 : 0;
        const path = `M${parent.x},${top}L${item.x},${bottom - label}V${bottom}`;
        const kind = item.node ? (this.onLine.has(item.id) ? "edge line" : "edge") : "edge missing";
        if (element.edgeState === path + kind) return;
        element.edgeState = path + kind;
        filled(element.edge, { d: path, class: kind });
    }

    // All that is drawn of a node, and a key that changes with it.
    stateOfNode(item) {
        const { node } = item;
        const { replay } = this;
        const classes = ["node", node.side];
        if (this.onLine.has(node.id)) classes.push("line");
        if (node.id === this.current) classes.push("current");
        if (item.canOpen && !item.isOpen) classes.push("folded");
        const lines = [{ class: "value", text: node.numbers ? numbersText(node.numbers) : this.said(node, node.value).short + (node.bound ? "*" : "") }];
        if (node.proof !== null) lines.push({ class: "small", text: `proved ${node.proof}` });
        else if (node.static !== null && node.static !== node.value) lines.push({ class: "small", text: `static ${this.said(node, node.static).short}` });
        if (this.isCounted) {
            const bonus = replay.bonusOf(node);
            const text = bonus === null ? `${node.visits}×` : `${node.visits}× +${bonus.toFixed(2)}`;
            lines.push({ class: "small", text });
        }
        const below = this.windowText(node);
        const label = this.labelOf(node);
        const level = [item.level + 1, item.place, item.of, item.canOpen ? String(item.isOpen) : null];
        const key = JSON.stringify([classes, lines, below, node.move, label, level]);
        return { key, classes, lines, below, move: shortened(this.telling.move(node.move)), label, level, fold: classes.includes("folded") ? replay.childrenOf(node).length : 0 };
    }

    stateOfStub(item) {
        const lines = [{ class: "value", text: String(item.number) }, { class: "small", text: item.what }];
        const label = item.opens ? `${item.number} more children, press Enter to show them` : "";
        const classes = ["stub", ...(item.opens ? ["opens"] : [])];
        const level = item.opens ? [item.level + 1, item.of + 1, item.of + 1, null] : null;
        return { key: JSON.stringify([lines, label, level]), classes, lines, below: "", move: "", label, level, fold: 0 };
    }

    windowText(node) {
        if (!this.onWay.has(node.id)) return "";
        if (node.bounds) return this.boundsOf(node);
        const [from, to] = node.window?.ends ?? [null, null];
        if (from === null && to === null) return "";
        // Walks that come here look at all children.
        if (from !== null && to !== null && from >= to) return "";
        const said = (end) => this.said(node, Math.round(end)).short;
        return `(${from === null ? "−∞" : said(from)}, ${to === null ? "∞" : said(to)})`;
    }

    fill({ group }, { classes, lines, below, move, label, level, fold }) {
        group.setAttribute("class", classes.join(" "));
        const children = [];
        if (classes[0] === "node") {
            const half = this.height / 2;
            children.push(drawn("rect", { x: -WIDTH / 2, y: -half, width: WIDTH, height: this.height, rx: classes[1] === "max" ? 2 : 20 }));
            if (fold > 0) children.push(drawn("path", { class: "fold", d: `M-8,${half + 4}h16M-5,${half + 8}h10` }));
        }
        const middle = (lines.length - 1) / 2;
        lines.forEach(({ class: kind, text }, place) => {
            const line = drawn("text", { class: kind, y: (place - middle) * 15 + (place === 0 ? 4 : 5) }, text);
            if (text.length > 8 && kind === "value") line.classList.add("long");
            children.push(line);
        });
        if (below) children.push(drawn("text", { class: "window", y: this.height / 2 + 15 }, below));
        if (move) children.push(drawn("text", { class: "move", y: -this.height / 2 - 7 }, move));
        // A title and no `aria-label`: what is drawn stands in another order, and a label must have it in its own.
        if (label) children.unshift(drawn("title", {}, label));
        group.replaceChildren(...children);
        this.name(group, level);
    }

    // What a screen reader is told.
    name(group, level) {
        if (!level) {
            group.setAttribute("aria-hidden", "true");
            return;
        }
        const [depth, place, of, isOpen] = level;
        const tabindex = group.dataset.key === this.focused ? 0 : -1;
        filled(group, { role: "treeitem", "aria-level": depth, "aria-posinset": place, "aria-setsize": of, "aria-expanded": isOpen, tabindex });
    }

    labelOf(node) {
        const name = node.parent === null ? "The root" : `Move ${this.telling.move(node.move)}`;
        const side = node.isSideKnown === false ? "" : `${node.side.toUpperCase()} to move, `;
        const parts = [`${name}, ${side}${this.worthOf(node).join(" ")}`];
        if (node.static !== null && node.static !== node.value) parts.push(`static value ${this.said(node, node.static).text}`);
        if (this.isCounted) parts.push(`${node.visits} visits`);
        if (this.onLine.has(node.id)) parts.push("on the principal variation");
        const rest = this.replay.notMade(node);
        if (rest > 0) parts.push(`${rest} children not generated`);
        return parts.join(", ");
    }

    // All that is known of a node, beside the tree.
    describe(id) {
        const node = this.replay.node(id);
        if (!node) return;
        this.described = id;
        const { replay } = this;
        const facts = [["moves", replay.movesTo(node).map(this.telling.move).join(" ") || "none: the root"]];
        if (node.isSideKnown !== false) facts.push(["to move", node.side.toUpperCase()]);
        facts.push(this.worthOf(node));
        if (node.static !== null) facts.push(["static value", this.said(node, node.static).text]);
        if (node.bounds && this.onWay.has(id)) facts.push(["bounds", this.boundsOf(node)]);
        const window = this.windowText(node);
        if (node.window && window) facts.push(["window", `${window}${node.window.until === null ? "" : `, until the root has ${node.window.until} visits`}`]);
        if (this.isCounted) facts.push(["visits", String(node.visits)]);
        const [bonus, score] = [replay.bonusOf(node), replay.scoreOf(node)];
        if (bonus !== null) facts.push(["bonus", bonus.toFixed(3)]);
        if (score !== null) facts.push(["score", score.toFixed(3)]);
        if (node.proof !== null) facts.push(["proved", node.proof === 0 ? "the game is over" : `${plural(node.proof, "ply", "plies")} before the end`]);
        if (node.moves === null) facts.push(["children", String(node.made)]);
        else facts.push(["children", `${node.made} of ${node.moves}${replay.notMade(node) > 0 ? `, ${replay.notMade(node)} not generated` : ""}`]);
        const list = made("dl", {}, ...facts.map(([name, value]) => made("div", {}, made("dt", {}, name), made("dd", {}, value))));
        const board = replay.boardOf(node) ?? this.telling.board(this.number, replay.movesTo(node));
        this.details.replaceChildren(list, ...(board ? [drawnBoard(board)] : []));
    }

    click(item) {
        this.reach(item);
        this.toggle(item);
    }

    toggle(item) {
        if (item.opens) this.opened.set(item.opens, true);
        else if (item.canOpen) this.opened.set(item.id, !item.isOpen);
        else return;
        this.draw();
    }

    // One item of the tree can be reached by Tab: the one focused last.
    focus(item) {
        const last = this.focused;
        this.focused = item.key;
        this.elements.get(last)?.group.setAttribute("tabindex", "-1");
        this.elements.get(item.key)?.group.setAttribute("tabindex", "0");
        if (item.node) this.describe(item.id);
    }

    // Goes to an item that may be out of sight.
    reach(item) {
        if (!item) return;
        this.reveal(item);
        this.elements.get(item.key).group.focus({ preventScroll: true });
    }

    key(event) {
        const item = this.byKey.get(this.focused);
        if (!item) return;
        const siblings = this.order.filter((other) => other.parent === item.parent);
        const place = siblings.indexOf(item);
        pressed(event, {
            ArrowUp: () => this.reach(this.order.find((other) => other.at === item.parent)),
            ArrowDown: () => this.reach(this.order.find((other) => other.parent === item.at)),
            ArrowLeft: () => this.reach(siblings[place - 1]),
            ArrowRight: () => this.reach(siblings[place + 1]),
            Home: () => this.reach(this.order[0]),
            End: () => this.reach(this.order.at(-1)),
            "+": () => this.zoomBy(ZOOM),
            "=": () => this.zoomBy(ZOOM),
            "-": () => this.zoomBy(1 / ZOOM),
            0: () => this.fit(),
            Enter: () => this.toggle(item),
        });
    }
}

export class Microscope {
    // `keys` is where keys are listened for: the element, or the whole document of a page that has nothing else.
    constructor(element, { keys = element, interval = 1000, telling = PLAIN } = {}) {
        this.interval = interval;
        this.telling = telling;
        // Is told of the evaluations after each step.
        this.stepped = null;
        this.panes = [];
        this.moments = [[0]];
        this.at = 0;
        this.slider = made("input", { type: "range", min: 0, value: 0, "aria-label": "Step", oninput: () => this.goTo(Number(this.slider.value)) });
        this.output = made("output");
        this.playButton = button("▶", "Play", () => this.play(!this.timer));
        const controls = made(
            "div",
            { class: "controls", role: "group", "aria-label": "Steps" },
            button("|◀", "First step", () => this.goTo(0)),
            button("‹", "Previous step", () => this.goTo(this.at - 1)),
            this.playButton,
            button("›", "Next step", () => this.goTo(this.at + 1)),
            button("▶|", "Last step", () => this.goTo(this.last)),
            this.slider,
            this.output,
        );
        this.heading = made("p", { class: "subject" });
        this.searches = made("div", { class: "panes" });
        // In a narrow window one search is seen at a time.
        this.tabs = made("div", { class: "tabs", role: "group", "aria-label": "Which search" });
        const legend = made("details", { class: "legend" }, made("summary", {}, "What is drawn, and the keys"), ...legendLines());
        element.classList.add("microscope");
        element.replaceChildren(this.heading, controls, this.tabs, this.searches, legend);
        keys.addEventListener("keydown", (event) => this.key(event));
    }

    // Shows searches of one position from the beginning.
    show(...searches) {
        this.play(false);
        this.panes = searches.filter(Boolean).map((search, number) => new Pane(search, number, this.telling));
        this.searches.replaceChildren(...this.panes.map((pane) => pane.element));
        this.searches.classList.toggle("several", this.panes.length > 1);
        this.tabs.hidden = this.panes.length < 2;
        this.tabs.replaceChildren(...this.panes.map((pane, number) => button(pane.search.searcher.split(":")[0], pane.search.searcher, () => this.choose(number))));
        this.choose(0);
        const { game, position, root } = searches[0];
        // A board is drawn below, and says more than its text.
        this.heading.textContent = root.board ? game : `${game}: ${position.length > 200 ? `${position.slice(0, 200)}…` : position}`;
        this.align();
        this.goTo(0);
    }

    // Says anew what the page has learnt to say of values and boards.
    refresh() {
        this.panes.forEach((pane) => pane.refresh());
    }

    get last() {
        return this.moments.length - 1;
    }

    // Chooses the search that a narrow window shows.
    choose(chosen) {
        this.panes.forEach((pane, number) => pane.element.classList.toggle("chosen", number === chosen));
        [...this.tabs.children].forEach((tab, number) => tab.setAttribute("aria-pressed", String(number === chosen)));
    }

    // Opens a node of a search's tree as it was kept while it grew, at the moment at which that tree is.
    open(number, growing, node) {
        this.play(false);
        this.choose(number);
        this.panes[number].open(growing, node);
    }

    // Adds steps to a search. A viewer at the end stays at the end.
    append(index, steps) {
        const wasAtEnd = this.at === this.last;
        this.panes[index].recorded.steps.push(...steps);
        this.align();
        this.goTo(wasAtEnd ? this.last : this.at, false);
    }

    // The moments that the slider goes through: of several searches, those with the fewest evaluations go on.
    align() {
        const next = (pane, at) => pane.recorded.steps[at]?.evaluations ?? Infinity;
        const moment = this.panes.map(() => 0);
        this.moments = [[...moment]];
        for (;;) {
            const costs = this.panes.map((pane, number) => next(pane, moment[number]));
            const least = Math.min(...costs);
            if (least === Infinity) break;
            costs.forEach((cost, number) => (moment[number] += cost === least ? 1 : 0));
            this.moments.push([...moment]);
        }
        this.slider.max = this.last;
    }

    goTo(at, leads = true) {
        this.at = Math.min(Math.max(at, 0), this.last);
        this.panes.forEach((pane, number) => pane.goTo(this.moments[this.at][number], leads));
        this.slider.value = this.at;
        const text = `${this.at} of ${this.last}`;
        this.output.textContent = text;
        this.slider.setAttribute("aria-valuetext", `step ${text}`);
        if (this.timer && this.at === this.last) this.play(false);
        const evaluations = this.panes.map((pane) => pane.recorded.step?.evaluations ?? 0);
        this.stepped?.(Math.max(0, ...evaluations));
    }

    play(plays) {
        clearInterval(this.timer);
        this.timer = plays ? setInterval(() => this.goTo(this.at + 1), this.interval) : null;
        const label = plays ? "Pause" : "Play";
        filled(this.playButton, { "aria-label": label, title: label }).textContent = plays ? "❚❚" : "▶";
        if (plays && this.at === this.last) this.goTo(0);
    }

    key(event) {
        if (event.target.closest?.("input:not([type=range]), textarea, select")) return;
        // The slider has arrows of its own, and a button its space bar.
        if (event.target === this.slider && event.key.length > 1) return;
        pressed(event, {
            n: () => this.goTo(this.at + 1),
            p: () => this.goTo(this.at - 1),
            ArrowRight: () => this.goTo(this.at + 1),
            ArrowLeft: () => this.goTo(this.at - 1),
            Home: () => this.goTo(0),
            End: () => this.goTo(this.last),
            " ": event.target.closest?.("button, summary") ? null : () => this.play(!this.timer),
        });
    }
}

function legendLines() {
    const lines = [
        "A square is a node where MAX is to move, a round one a node where MIN is to move. The large number is its value, “static” its static value where the two differ; * marks a value that is only a bound.",
        "The bold line is the principal variation, and the filled node is the one that the step is about. Brackets below a node are its bounds or its window.",
        "Where visits are counted, 12× +0.31 is the number of visits and the bonus.",
        "A number without a frame stands for children that were not generated, or that are folded: Enter or a click unfolds a node, and folds it again.",
        "Keys: n and → next step, p and ← previous step, Home and End first and last step, Space play; in the tree, the arrows go from node to node, + and − zoom, 0 fits the tree into its frame.",
    ];
    return lines.map((line) => made("p", {}, line));
}
