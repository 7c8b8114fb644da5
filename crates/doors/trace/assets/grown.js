// A tree that was kept as it grew, seen as the microscope sees the tree of a search's steps: node by node.

import { Replay, unknown } from "./replay.js";

/** @import { Growing } from "./growth.js" */

export class GrownTree extends Replay {
    /** @type {Map<number, any>} */ seen = new Map();
    way = [];

    // Of the search that the microscope shows; `opened` is the node that is looked at.
    /** @param {any} search @param {Growing} growing @param {number} opened */
    constructor(search, growing, opened) {
        super(search);
        // The steps that were recorded know the boards. Their nodes have the same numbers.
        this.recorded = new Replay(search);
        this.recorded.goTo(this.recorded.steps.length);
        this.growing = growing;
        this.opened = opened;
        this.line = growing.line;
    }

    // @ts-ignore: a property elsewhere
    get current() {
        return this.opened;
    }

    get step() {
        return null;
    }

    goTo() {}

    /** @param {number} id */
    node(id) {
        const known = this.seen.get(id);
        if (known) return known;
        const { columns } = this.growing;
        const parent = id === 0 ? null : columns.parent[id];
        const children = this.growing.children(id);
        const side = this.growing.sideOf(id);
        const node = {
            ...unknown(),
            id,
            node: id,
            parent,
            index: columns.index[id],
            move: columns.head.texts[columns.text[id]],
            // Of a leaf nobody has asked who is to move: it is drawn as the other side's, and no more is said.
            side: side ?? (parent !== null && this.node(parent).side === "max" ? "min" : "max"),
            isSideKnown: side !== null,
            level: this.growing.level[id],
            children,
            made: children.length,
            moves: null,
            isMade: true,
            static: columns.flags[id] & 4 ? columns.first[id] : null,
            value: this.growing.valueOf(id),
            bound: Boolean(this.growing.isBound[id]),
            visits: this.growing.visits[id],
        };
        this.seen.set(id, node);
        return node;
    }

    /** @param {any} node */
    boardOf(node) {
        const recorded = this.recorded.nodes[node.id];
        return recorded ? this.recorded.boardOf(recorded) : null;
    }

    /** @param {number} most */
    count(most) {
        return Math.min(this.growing.count, most + 1);
    }

    notMade() {
        return 0;
    }
}
