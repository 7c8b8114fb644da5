// The moves of a game with its variations: a tree, of which one line is played.

/**
 * @typedef {object} Node
 * @property {string} move
 * @property {string} side
 * @property {any} thought what its player thought
 * @property {any} [judged] what a search says of the position after it, and the search's budget
 * @property {Node | null} parent
 * @property {Node[]} children in the order in which they were played
 * @property {Node | null} next the child that was played last
 */

export class Variations {
    /** @param {string[]} moves @param {string[]} sides */
    constructor(moves, sides) {
        /** @type {Node} */
        this.root = { move: "", side: "", thought: null, parent: null, children: [], next: null };
        this.at = this.root;
        moves.forEach((move, place) => this.play(move, sides[place], null));
    }

    // Plays a move: one that is known, or a new one beside those that are.
    /** @param {string} move @param {string} side @param {any} thought */
    play(move, side, thought) {
        let node = this.at.children.find((child) => child.move === move);
        if (!node) {
            node = { move, side, thought, parent: this.at, children: [], next: null };
            this.at.children.push(node);
        }
        if (thought) node.thought = thought;
        this.at.next = node;
        this.at = node;
    }

    /** Goes to a move, and remembers the way to it. @param {Node} node */
    goTo(node) {
        this.at = node;
        for (let child = node; child.parent; child = child.parent) child.parent.next = child;
    }

    /** The moves to a node. @param {Node} [node] @returns {Node[]} */
    path(node = this.at) {
        return node.parent ? [...this.path(node.parent), node] : [];
    }

    /** The moves to the present one, and on along those that were played last. */
    line() {
        return [...this.path(), ...along(this.at.next)];
    }

    /** The other moves that were played in the place of this one, each with how it goes on. @param {Node} node */
    others(node) {
        return (node.parent?.children ?? []).filter((child) => child !== node).map(along);
    }
}

/** A move, and on along those that were played last. @param {Node | null} node @returns {Node[]} */
function along(node) {
    return node ? [node, ...along(node.next)] : [];
}
