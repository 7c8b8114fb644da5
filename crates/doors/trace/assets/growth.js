// A tree as it grew: the columns that `bestply_trace::GrownTree` writes (docs/trace.md), and the tree at any moment.

const MAX_MOVES = 1;
const MIN_MOVES = 2;
const HAS_STATIC = 4;
const BOUND = 1;
const HAS_VALUE = 2;

/**
 * @typedef {object} Columns
 * @property {{ nodes: number, changes: number, evaluations: number, full: boolean, texts: string[], lines: [number, number[]][] }} head
 * @property {Uint32Array} parent
 * @property {Uint32Array} index
 * @property {Uint32Array} text
 * @property {Uint32Array} born
 * @property {Int32Array} first
 * @property {Uint8Array} flags
 * @property {{ at: Uint32Array, node: Uint32Array, value: Int32Array, visits: Uint32Array, flags: Uint8Array }} changes
 */

/** Reads the bytes of a tree, where they are. @param {ArrayBuffer} bytes @returns {Columns} */
export function decoded(bytes) {
    const all = new Uint8Array(bytes);
    const end = all.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
    let at = end + 1;
    /** @type {<T>(Kind: { new (buffer: ArrayBuffer, at: number, length: number): T }, length: number, bytes: number) => T} */
    const column = (Kind, length, size) => {
        const found = new Kind(bytes, at, length);
        at += Math.ceil((length * size) / 4) * 4;
        return found;
    };
    const whole = (/** @type {number} */ length) => column(Uint32Array, length, 4);
    const { nodes, changes } = head;
    return {
        head,
        parent: whole(nodes),
        index: whole(nodes),
        text: whole(nodes),
        born: whole(nodes),
        first: column(Int32Array, nodes, 4),
        flags: column(Uint8Array, nodes, 1),
        changes: { at: whole(changes), node: whole(changes), value: column(Int32Array, changes, 4), visits: whole(changes), flags: column(Uint8Array, changes, 1) },
    };
}

/** Reads the bytes of a tree from text in the base 64. @param {string} text */
export function decodedText(text) {
    return decoded(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)).buffer);
}

// The first place at which an ascending column is greater than a number.
export function placeAfter(/** @type {ArrayLike<number>} */ column, /** @type {number} */ number) {
    let [low, high] = [0, column.length];
    while (low < high) {
        const middle = (low + high) >> 1;
        if (column[middle] <= number) low = middle + 1;
        else high = middle;
    }
    return low;
}

/**
 * The tree at a moment of its search: a beginning of the columns, with the values of that moment.
 *
 * Columns of numbers, and no objects: a library such as d3's hierarchy makes an object of every node, of a million, too,
 * and lays all of them out anew for each moment. Here a moment is one pass over the columns.
 */
export class Growing {
    /** @param {Columns} columns */
    constructor(columns) {
        this.columns = columns;
        const { nodes } = columns.head;
        this.size = new Uint32Array(nodes);
        this.value = new Int32Array(nodes);
        this.isKnown = new Uint8Array(nodes);
        this.isBound = new Uint8Array(nodes);
        this.visits = new Uint32Array(nodes);
        this.level = new Uint16Array(nodes);
        this.deepest = 0;
        for (let node = 1; node < nodes; node += 1) {
            const level = this.level[columns.parent[node]] + 1;
            this.level[node] = level;
            if (level > this.deepest) this.deepest = level;
        }
        this.countsVisits = columns.changes.visits.some((visits) => visits > 0);
        /** What a node is as wide as: the nodes of its subtree, or the visits to it. */
        this.by = "nodes";
        /** The nodes of each level that there are now. */
        this.levels = new Uint32Array(this.deepest + 1);
        /** How a move is said. @type {(text: string) => string} */
        this.say = (text) => text;
        this.count = 0;
        this.cursor = 0;
        this.evaluations = 0;
        this.value.set(columns.first);
        for (let node = 0; node < nodes; node += 1) this.isKnown[node] = columns.flags[node] & HAS_STATIC ? 1 : 0;
        this.since = columns.head.lines.map(([since]) => since);
        this.before = befores(columns);
        this.order();
        this.goTo(columns.head.evaluations);
    }

    // The children of each node side by side, in the order of the moves.
    order() {
        const { parent, index, head } = this.columns;
        const start = new Uint32Array(head.nodes + 1);
        for (let node = 1; node < head.nodes; node += 1) start[parent[node] + 1] += 1;
        for (let node = 0; node < head.nodes; node += 1) start[node + 1] += start[node];
        const end = start.slice();
        const kids = new Uint32Array(Math.max(0, head.nodes - 1));
        for (let node = 1; node < head.nodes; node += 1) {
            const from = start[parent[node]];
            let place = end[parent[node]]++;
            for (; place > from && index[kids[place - 1]] > index[node]; place -= 1) kids[place] = kids[place - 1];
            kids[place] = node;
        }
        this.start = start;
        this.kids = kids;
    }

    /** @param {number} evaluations */
    goTo(evaluations) {
        const { born, head } = this.columns;
        this.evaluations = evaluations;
        const count = Math.max(1, placeAfter(born, evaluations));
        for (; this.count < count; this.count += 1) this.levels[this.level[this.count]] += 1;
        while (this.count > count) this.levels[this.level[--this.count]] -= 1;
        this.change(evaluations);
        const line = placeAfter(this.since, evaluations);
        this.line = line > 0 ? head.lines[line - 1][1] : [0];
        this.weigh();
    }

    // Follows the changes up to a moment, or takes back those since.
    change(/** @type {number} */ evaluations) {
        const { changes, first, flags } = this.columns;
        const to = placeAfter(changes.at, evaluations);
        while (this.cursor < to) this.set(changes.node[this.cursor], this.cursor++);
        while (this.cursor > to) {
            this.cursor -= 1;
            const node = changes.node[this.cursor];
            const before = this.before[this.cursor];
            if (before >= 0) this.set(node, before);
            else {
                this.value[node] = first[node];
                this.visits[node] = 0;
                this.isBound[node] = 0;
                this.isKnown[node] = flags[node] & HAS_STATIC ? 1 : 0;
            }
        }
    }

    set(/** @type {number} */ node, /** @type {number} */ place) {
        const { value, visits, flags } = this.columns.changes;
        this.value[node] = value[place];
        this.visits[node] = visits[place];
        this.isBound[node] = flags[place] & BOUND;
        this.isKnown[node] = flags[place] & HAS_VALUE ? 1 : 0;
    }

    weigh() {
        const { parent } = this.columns;
        const { size, count, visits } = this;
        const byVisits = this.by === "visits" && this.countsVisits;
        size.fill(byVisits ? 0 : 1, 0, count);
        if (!byVisits) {
            for (let node = count - 1; node > 0; node -= 1) size[parent[node]] += size[node];
            return;
        }
        // A walk's visits are told when it leaves a node, so a node has at least those of its children.
        for (let node = count - 1; node >= 0; node -= 1) {
            if (visits[node] > size[node]) size[node] = visits[node];
            if (node > 0) size[parent[node]] += size[node];
        }
    }

    /** The children that there are now, in the order of the moves. @param {number} node */
    children(node) {
        return [...this.kids.subarray(this.start[node], this.start[node + 1])].filter((child) => child < this.count);
    }

    /** The nodes from the root to this one. @param {number} node */
    path(node) {
        const path = [node];
        while (path[0] !== 0) path.unshift(this.columns.parent[path[0]]);
        return path;
    }

    /** @param {number} node */
    movesTo(node) {
        return this.path(node).slice(1).map((place) => this.columns.head.texts[this.columns.text[place]]);
    }

    /** @param {number} node */
    sideOf(node) {
        const flags = this.columns.flags[node];
        return flags & MAX_MOVES ? "max" : flags & MIN_MOVES ? "min" : null;
    }

    /** @param {number} node */
    valueOf(node) {
        return this.isKnown[node] ? this.value[node] : null;
    }
}

/** The change of the same node before each change, or -1: by it a change is taken back. @param {Columns} columns */
function befores({ head, changes }) {
    const last = new Int32Array(head.nodes).fill(-1);
    return Int32Array.from(changes.node, (node, place) => {
        const before = last[node];
        last[node] = place;
        return before;
    });
}
