// What a search has done, moment by moment, from the steps that the server recorded (docs/trace.md).

import { Replay, scoreOf as chosenBy } from "../replay.js";

/** @import { Nodes } from "./tree.js" */

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

// The moments of a search: one for each step, and before a step's end one for each leaf looked at, if these are wanted.
/** @param {Recorded} record @param {{ eachLeaf?: boolean }} wanted @returns {Moment[]} */
export function momentsOf({ subject, steps }, { eachLeaf = false } = {}) {
    const replay = new Replay({ ...subject, steps });
    const named = (/** @type {number} */ id) => replay.pathTo(id).slice(1).map((node) => replay.node(node).index).join("/");
    const known = () => new Map(replay.nodes.filter(({ isMade }) => isMade).map((node) => [named(node.id), knownOf(node)]));
    const line = () => replay.line.map(named);
    /** @type {Moment[]} */
    const moments = [];
    for (const step of steps) {
        /** @returns {Moment} */
        const begun = () => {
            const before = moments.at(-1)?.after ?? known();
            return { kind: "step", path: "", why: "", made: [], backedUp: [], window: null, line: line(), before, after: before };
        };
        let moment = begun();
        replay.apply(step, (/** @type {any} */ { event, node, ...told }) => {
            const path = node === undefined ? "" : named(node);
            if (event === "entered") moment.window = [told.alpha, told.beta];
            if (event === "backed-up") moment.backedUp.push({ path, value: told.value, bound: told.bound });
            if (event === "generated") moment.made.push(path);
            if (!eachLeaf || event !== "generated" || told.value === null) return;
            moments.push({ ...moment, kind: "look", path, after: known() });
            moment = { ...begun(), window: moment.window };
        });
        moments.push({ ...moment, path: named(step.node), why: step.why, line: line(), after: known() });
    }
    return moments;
}

/** @type {(node: any) => Known} */
function knownOf({ value, bound, isBackedUp, visits, proof }) {
    return { value, bound, isBackedUp, visits, isProved: proof !== null };
}

/**
 * The score of a node in the choice at its parent.
 * There is none where the node is proved, or the search knows nothing of it.
 * @param {Nodes} nodes
 * @param {State} state
 * @param {Bonus | null} bonus
 * @param {string} path
 * @returns {number | null}
 */
export function scoreOf(nodes, state, bonus, path) {
    const known = state.get(path);
    const parent = nodes.get(nodes.get(path)?.parent ?? "");
    if (!bonus || !known || known.isProved || !parent || path === "") return null;
    return chosenBy(bonus, known, { side: parent.side, visits: state.get(parent.path)?.visits ?? 0 });
}

// The value of a node; of a bound, the closest that is known. Alpha-beta keeps a node that it cut at the window's edge,
// but an answer that it has seen there may say more.
/** @param {Nodes} nodes @param {State} state @param {string} path @returns {number | null} */
export function boundOf(nodes, state, path) {
    const known = state.get(path);
    if (!known || known.value === null || !known.bound) return known?.value ?? null;
    const seen = madeChildren(nodes, state, path).map((child) => state.get(child));
    const values = seen.flatMap((child) => (child && child.value !== null && !child.bound ? [child.value] : []));
    return nodes.get(path)?.side === "min" ? Math.min(known.value, ...values) : Math.max(known.value, ...values);
}

/** The children of a node that are made. @param {Nodes} nodes @param {State} state @param {string} path */
export function madeChildren(nodes, state, path) {
    return (nodes.get(path)?.children ?? []).filter((child) => state.has(child));
}

// Whether a node is a leaf of what the search has made.
/** @param {Nodes} nodes @param {State} state @param {string} path */
export function isLeaf(nodes, state, path) {
    return state.has(path) && madeChildren(nodes, state, path).length === 0;
}

/** The nodes that were expanded, in order, each once. @param {Moment[]} moments */
export function expansionsOf(moments) {
    const expanded = moments.filter(({ made }) => made.length > 0).map(({ path }) => path);
    return [...new Set(expanded)];
}
