// @ts-check
// What a search has done, moment by moment, from the steps that the server recorded (docs/trace.md).

import { isEnd } from "./tree.js";

/** @typedef {import("./tree.js").Nodes} Nodes */

/**
 * What the search knows of a node.
 * @typedef {object} Known
 * @property {number | null} value
 * @property {boolean} bound whether the value is only a bound
 * @property {boolean} isBackedUp
 * @property {number} visits
 * @property {boolean} isProved
 */

/** @typedef {Map<string, Known>} State */

/**
 * What happens between two looks at the tree.
 * @typedef {object} Moment
 * @property {"look" | "step"} kind a single leaf is looked at, or a step is complete
 * @property {string} path the node that it is about
 * @property {string} why the sentence of the step, if the step is complete
 * @property {string[]} made the nodes that were made
 * @property {{ path: string, value: number, bound: boolean }[]} backedUp
 * @property {[number, number] | null} window the bounds that the step's node was entered with
 * @property {string[]} line the principal variation afterwards
 * @property {State} before
 * @property {State} after
 */

/** @typedef {{ exploration: number, urgency: number | null, scale: number }} Bonus */
/** @typedef {{ subject: any, steps: any[], report: { best: number | null, value: number | null, line: number[], evaluations: number, stop: string } }} Recorded */

/** @returns {Known} */
const unknown = () => ({ value: null, bound: false, isBackedUp: false, visits: 0, isProved: false });

/** @param {State} state @returns {State} */
const copied = (state) => new Map([...state].map(([path, known]) => [path, { ...known }]));

/**
 * The moments of a search: one for each step, and before a step's end one for each leaf looked at, if these are wanted.
 * @param {Recorded} record
 * @param {{ eachLeaf?: boolean }} wanted
 * @returns {Moment[]}
 */
export function momentsOf({ subject, steps }, { eachLeaf = false } = {}) {
    const names = new Map([[subject.root.node, ""]]);
    /** @type {State} */
    const state = new Map([["", unknown()]]);
    /** @type {Moment[]} */
    const moments = [];
    let line = [""];
    for (const step of steps) {
        for (const { node, parent, index } of step.made) {
            const above = names.get(parent);
            names.set(node, above === "" ? String(index) : `${above}/${index}`);
        }
        const named = (/** @type {number} */ node) => /** @type {string} */ (names.get(node));
        /** @returns {Moment} */
        const begun = () => ({ kind: "step", path: named(step.node), why: "", made: [], backedUp: [], window: null, line, before: copied(state), after: state });
        let moment = begun();
        for (const event of step.events) {
            follow(state, moment, event, event.node === undefined ? "" : named(event.node));
            if (!eachLeaf || event.event !== "generated" || event.value === null) continue;
            moments.push({ ...moment, kind: "look", path: named(event.node), after: copied(state) });
            moment = { ...begun(), window: moment.window };
        }
        for (const { node, value, visits } of step.meanwhile) {
            const known = knownOf(state, named(node));
            known.value = value;
            if (visits !== undefined) known.visits = visits;
        }
        if (step.line) line = step.line.map(named);
        moments.push({ ...moment, why: step.why, line, after: copied(state) });
    }
    return moments;
}

/** @type {(state: State, path: string) => Known} */
function knownOf(state, path) {
    if (!state.has(path)) state.set(path, unknown());
    return /** @type {Known} */ (state.get(path));
}

/** @type {(state: State, moment: Moment, event: any, path: string) => void} */
function follow(state, moment, event, path) {
    switch (event.event) {
        case "entered":
            moment.window = [event.alpha, event.beta];
            break;
        case "generated":
            Object.assign(knownOf(state, path), { value: event.value, bound: false });
            moment.made.push(path);
            break;
        case "backed-up":
            Object.assign(knownOf(state, path), { value: event.value, bound: event.bound, isBackedUp: true });
            moment.backedUp.push({ path, value: event.value, bound: event.bound });
            break;
        case "visited":
            Object.assign(knownOf(state, path), { visits: event.visits, isProved: event.proof !== null });
            break;
    }
}

/**
 * The score of a node in the choice at its parent: its value as the side that chooses sees it, and the bonus.
 * There is none where the node is proved, or the search knows nothing of it.
 * @param {Nodes} nodes
 * @param {State} state
 * @param {Bonus | null} bonus
 * @param {string} path
 * @returns {number | null}
 */
export function scoreOf(nodes, state, bonus, path) {
    const known = state.get(path);
    const parent = nodes.get(path)?.parent;
    if (!bonus || !known || known.value === null || known.isProved || isEnd(known.value) || parent === null || parent === undefined) return null;
    const sign = nodes.get(parent)?.side === "max" ? 1 : -1;
    const all = Math.max(1, state.get(parent)?.visits ?? 1);
    const added = known.visits === 0 ? bonus.urgency : bonus.exploration * Math.sqrt(Math.log(all) / known.visits);
    return added === null ? null : (sign * known.value) / bonus.scale + added;
}

/**
 * The value of a node; of a bound, the closest that is known. Alpha-beta keeps a node that it cut at the window's edge,
 * but an answer that it has seen there may say more.
 * @param {Nodes} nodes
 * @param {State} state
 * @param {string} path
 * @returns {number | null}
 */
export function boundOf(nodes, state, path) {
    const known = state.get(path);
    if (!known || known.value === null || !known.bound) return known?.value ?? null;
    const seen = madeChildren(nodes, state, path).map((child) => state.get(child));
    const values = seen.flatMap((child) => (child && child.value !== null && !child.bound ? [child.value] : []));
    return nodes.get(path)?.side === "min" ? Math.min(known.value, ...values) : Math.max(known.value, ...values);
}

/**
 * The children of a node that are made.
 * @param {Nodes} nodes
 * @param {State} state
 * @param {string} path
 */
export function madeChildren(nodes, state, path) {
    return (nodes.get(path)?.children ?? []).filter((child) => state.has(child));
}

/**
 * Whether a node is a leaf of what the search has made.
 * @param {Nodes} nodes
 * @param {State} state
 * @param {string} path
 */
export function isLeaf(nodes, state, path) {
    return state.has(path) && madeChildren(nodes, state, path).length === 0;
}

/**
 * The nodes that were expanded, in order, each once.
 * @param {Moment[]} moments
 */
export function expansionsOf(moments) {
    const expanded = moments.filter(({ made }) => made.length > 0).map(({ path }) => path);
    return [...new Set(expanded)];
}
