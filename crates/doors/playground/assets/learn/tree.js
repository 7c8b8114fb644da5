// A tree that is written down: its nodes by their paths, their places in a picture, and new trees by chance.

import { LOSS, WIN } from "../values.js";

/** @typedef {"max" | "min"} Side */
/** @typedef {{ value: number, side?: Side, children?: FileNode[] }} FileNode */
/** @typedef {{ to_move: Side, root: FileNode }} TreeFile */

/**
 * A node. Its path are the moves on the way from the root, as in "1/0"; the root's is empty.
 * @typedef {object} TreeNode
 * @property {string} path
 * @property {string | null} parent
 * @property {number} index among its siblings
 * @property {number} level the root's is 0
 * @property {Side} side who is to move there
 * @property {number} value its static value
 * @property {string[]} children
 */

/** @typedef {Map<string, TreeNode>} Nodes */

/** @param {Side} side @returns {Side} */
const other = (side) => (side === "max" ? "min" : "max");

/** All nodes by their paths, parents first. @param {TreeFile} tree @returns {Nodes} */
export function nodesOf(tree) {
    /** @type {Nodes} */
    const nodes = new Map();
    /** @type {(node: FileNode, path: string, parent: string | null, index: number, level: number, side: Side) => void} */
    const add = (node, path, parent, index, level, side) => {
        const children = (node.children ?? []).map((_, place) => (path === "" ? String(place) : `${path}/${place}`));
        nodes.set(path, { path, parent, index, level, side, value: node.value, children });
        (node.children ?? []).forEach((child, place) => add(child, children[place], path, place, level + 1, child.side ?? other(side)));
    };
    add(tree.root, "", null, 0, 0, tree.to_move);
    return nodes;
}

/** The nodes from the root to this one. @param {string} path */
export function wayTo(path) {
    const moves = path === "" ? [] : path.split("/");
    return ["", ...moves.map((_, place) => moves.slice(0, place + 1).join("/"))];
}

// Where the nodes stand: leaves side by side, a column each, and parents above the middle of their children.
/** @param {Nodes} nodes */
export function layout(nodes) {
    /** @type {Map<string, { column: number, level: number }>} */
    const places = new Map();
    let columns = 0;
    /** @type {(path: string) => number} */
    const place = (path) => {
        const { level, children } = /** @type {TreeNode} */ (nodes.get(path));
        const below = children.map(place);
        const column = below.length === 0 ? columns++ : (below[0] + below[below.length - 1]) / 2;
        places.set(path, { column, level });
        return column;
    };
    place("");
    const levels = 1 + Math.max(...[...places.values()].map(({ level }) => level));
    return { columns, levels, places };
}

// The tree with another static value at a node.
/** @param {TreeFile} tree @param {string} path @param {number} value @returns {TreeFile} */
export function withValue(tree, path, value) {
    const changed = structuredClone(tree);
    let node = changed.root;
    for (const index of path === "" ? [] : path.split("/")) node = /** @type {FileNode[]} */ (node.children)[Number(index)];
    node.value = value;
    return changed;
}

/**
 * A tree by chance: `shape` says how many children the nodes of each level have.
 * @param {number[]} shape
 * @param {() => number} random as Math.random
 * @param {number} ends the share of the leaves where the game is won or lost
 * @returns {TreeFile}
 */
export function randomTree(shape, random, ends = 0) {
    const draw = () => 1 + Math.floor(random() * 9);
    const leaf = () => (random() < ends ? (random() < 0.6 ? WIN : LOSS) : draw());
    /** @type {(level: number) => FileNode} */
    const node = (level) => {
        if (level === shape.length) return { value: leaf() };
        return { value: level === 0 ? 0 : draw(), children: Array.from({ length: shape[level] }, () => node(level + 1)) };
    };
    return { to_move: "max", root: node(0) };
}
