// The tree of a search after some of its steps, and the scores by which its nodes are chosen.

import { isEnd } from "./values.js";

// What is known of a node at first.
export function unknown() {
    return { children: [], made: 0, static: null, value: null, bound: false, isBackedUp: false, visits: 0, proof: null, numbers: null, bounds: null, window: null };
}

// The tree of a search after some of its steps.
export class Replay {
    constructor(search) {
        this.search = search;
        this.steps = [...(search.steps ?? [])];
        this.reset();
    }

    reset() {
        this.at = 0;
        this.nodes = [];
        this.way = [];
        this.line = [0];
        this.add(this.search.root);
        if (this.search.value !== undefined && this.steps.length === 0) this.nodes[0].value = this.search.value;
    }

    // Goes to the tree after so many steps. Going back begins anew, which takes some milliseconds.
    goTo(step) {
        if (step < this.at) this.reset();
        while (this.at < step) this.apply(this.steps[this.at++]);
    }

    node(id) {
        return this.nodes[id];
    }

    // The node that the tree is looked at for.
    get current() {
        return this.step?.node ?? null;
    }

    get step() {
        return this.at > 0 ? this.steps[this.at - 1] : null;
    }

    // Does a step. `seen` is told of each event when the tree has followed it.
    apply(step, seen = (event) => {}) {
        step.made.forEach((made) => this.add(made));
        for (const event of step.events) {
            this.follow(event);
            seen(event);
        }
        for (const { node, value, visits } of step.meanwhile) {
            this.nodes[node].value = value;
            if (visits !== undefined) this.nodes[node].visits = visits;
        }
        if (step.line) this.line = step.line;
    }

    add(made) {
        const node = {
            ...made,
            id: made.node,
            level: made.parent === null ? 0 : this.nodes[made.parent].level + 1,
            isMade: made.parent === null,
            ...unknown(),
        };
        this.nodes[node.id] = node;
        if (made.parent === null) return;
        const siblings = this.nodes[made.parent].children;
        const place = siblings.findIndex((sibling) => this.nodes[sibling].index > made.index);
        siblings.splice(place < 0 ? siblings.length : place, 0, node.id);
    }

    follow(event) {
        const node = this.nodes[event.node];
        switch (event.event) {
            case "entered":
                this.turnTo(node, [event.alpha, event.beta], null);
                break;
            case "selected":
                this.turnTo(node, null, { ends: event.window, until: event.until });
                break;
            case "generated":
                this.freeChildren(node);
                if (!node.isMade) this.nodes[node.parent].made += 1;
                Object.assign(node, { isMade: true, value: event.value, bound: false, static: event.value ?? node.static });
                break;
            case "backed-up":
                if (this.way[node.level] === node.id) this.way.length = node.level;
                Object.assign(node, { value: event.value, bound: event.bound, isBackedUp: true });
                break;
            case "visited":
                Object.assign(node, { visits: event.visits, proof: event.proof });
                break;
            case "numbered":
                Object.assign(node, { numbers: [event.proof, event.disproof] });
                break;
            case "freed":
                this.freeChildren(node);
                break;
        }
    }

    turnTo(node, bounds, window) {
        const isBelow = node.parent === null || this.way[node.level - 1] === node.parent;
        if (isBelow) this.way.length = node.level;
        else this.way = this.pathTo(node.parent);
        this.way.push(node.id);
        Object.assign(node, { bounds, window });
    }

    freeChildren(node) {
        if (node.made > 0) node.children.forEach((child) => (this.nodes[child].isMade = false));
        node.made = 0;
    }

    pathTo(id) {
        const path = [];
        for (let at = id; at !== null; at = this.node(at).parent) path.unshift(at);
        return path;
    }

    childrenOf(node) {
        return node.made > 0 ? node.children.map((child) => this.node(child)).filter((child) => child.isMade) : [];
    }

    notMade(node) {
        return node.made > 0 ? Math.max(0, node.moves - node.made) : 0;
    }

    // The number of nodes, counted up to a limit.
    count(most) {
        const open = [this.node(0)];
        let count = 0;
        while (open.length > 0 && count <= most) {
            open.push(...this.childrenOf(open.pop()));
            count += 1;
        }
        return count;
    }

    // The bonus of a node in the choice at its parent, if choices have one.
    bonusOf(node) {
        const { bonus } = this.search;
        return bonus && node.parent !== null ? bonusOf(bonus, node, this.node(node.parent)) : null;
    }

    scoreOf(node) {
        const { bonus } = this.search;
        return bonus && node.parent !== null ? scoreOf(bonus, node, this.node(node.parent)) : null;
    }

    // The whole board: that of the nearest node above which has one whole, with all changes since.
    boardOf(node) {
        const { board } = node;
        if (board === undefined) return null;
        if (typeof board === "string" || board.cells) return board;
        const above = node.parent === null ? null : this.boardOf(this.node(node.parent));
        if (above === null) return null;
        if (!board.men) {
            const characters = [...above];
            for (const [place, text] of board) [...text].forEach((character, offset) => (characters[place + offset] = character));
            return characters.join("");
        }
        const cells = [...above.cells];
        for (const [place, man] of board.men) cells[place] = { ...cells[place], man: man && { name: man[0], text: man[1], color: man[2], form: man[3] } };
        return { ...above, cells, notes: board.notes ?? above.notes };
    }

    movesTo(node) {
        return this.pathTo(node.id).slice(1).map((id) => this.node(id).move);
    }
}

// The bonus of an upper confidence bound: C √(ln N / n), or the urgency of a child never visited.
export function bonusOf({ exploration, urgency }, { visits }, parent) {
    return visits === 0 ? urgency : exploration * Math.sqrt(Math.log(Math.max(1, parent.visits)) / visits);
}

// The value as the side that chooses sees it, in units of the scale, plus the bonus.
export function scoreOf(bonus, child, parent) {
    const added = bonusOf(bonus, child, parent);
    if (added === null || child.value === null || isEnd(child.value)) return null;
    return ((parent.side === "max" ? 1 : -1) * child.value) / bonus.scale + added;
}

// The leaves to yes and to no; null is what is impossible.
export function numbersText(numbers) {
    return numbers.map((number) => (number === null ? "∞" : String(number))).join(":");
}
