// What the reader is asked before a moment, whether an answer is right, and why. All of it comes from what was recorded.

import { isEnd, valueText } from "../values.js";
import { capital, listed } from "../words.js";
import { isLeaf, madeChildren, scoreOf } from "./record.js";

/** @import { Bonus, Moment, State } from "./record.js" */
/** @import { Nodes, Side } from "./tree.js" */

/**
 * `value` is answered by a number, the others by a node.
 * @typedef {object} Question
 * @property {"value" | "next" | "look" | "cut" | "move"} kind
 * @property {string} text
 * @property {string[]} answers the nodes that are right; of `value`, the node that is asked about
 * @property {number | null} value the number that is right
 * @property {string} reason why it is right
 * @property {State} state what is known when it is asked
 */

/** @typedef {{ isRight: boolean, text: string } | { hint: string }} Verdict */
/** @typedef {"value" | "next" | "look"} Asked */

/** @param {string} path */
export function nodeName(path) {
    return path === "" ? "the root" : `node ${path}`;
}

/** @param {Nodes} nodes @param {string} path */
const sideOf = (nodes, path) => (nodes.get(path)?.side === "max" ? "MAX" : "MIN");

/**
 * The question before each moment, or null where none is asked.
 * @param {Asked} asked
 * @param {Moment[]} moments
 * @param {Nodes} nodes
 * @param {Bonus | null} bonus
 * @returns {(Question | null)[]}
 */
export function questionsOf(asked, moments, nodes, bonus) {
    if (asked === "value") return moments.map((moment) => valueQuestion(moment, nodes));
    if (asked === "look") return moments.map((_, place) => lookQuestion(moments, place, nodes));
    return moments.map((moment) => nextQuestion(moment, nodes, bonus));
}

/** @type {(moment: Moment, nodes: Nodes) => Question | null} */
function valueQuestion({ path, backedUp, before, after }, nodes) {
    const found = backedUp.find((backed) => backed.path === path && !backed.bound);
    const children = nodes.get(path)?.children ?? [];
    if (!found || children.length === 0) return null;
    const side = sideOf(nodes, path);
    const values = children.map((child) => valueText(after.get(child)?.value));
    const text = `What is ${nodeName(path)} worth? ${side} is to move there.`;
    const reason = `${side} takes the ${side === "MAX" ? "largest" : "smallest"} of ${listed(values)}: ${valueText(found.value)}.`;
    return { kind: "value", text, answers: [path], value: found.value, reason, state: before };
}

/** @type {(moment: Moment, nodes: Nodes, bonus: Bonus | null) => Question | null} */
function nextQuestion({ path, before }, nodes, bonus) {
    if (path === "") return null;
    const text = bonus ? "Where does the next walk end? Click that leaf." : "Which leaf is next? Click it.";
    return { kind: "next", text, answers: [path], value: null, reason: wayText(nodes, before, bonus, path), state: before };
}

// How one comes from the root to a node: whose choice it is at each node, and what decides it.
/** @param {Nodes} nodes @param {State} state @param {Bonus | null} bonus @param {string} path */
export function wayText(nodes, state, bonus, path) {
    const sentences = [];
    for (let node = nodes.get(path); node && node.parent !== null; node = nodes.get(node.parent)) {
        const others = madeChildren(nodes, state, node.parent).filter((child) => child !== node?.path);
        const at = `At ${nodeName(node.parent)} ${sideOf(nodes, node.parent)}`;
        const score = scoreOf(nodes, state, bonus, node.path);
        if (score !== null) {
            sentences.unshift(`At ${nodeName(node.parent)} the best score is ${node.path}'s, ${score.toFixed(2)}.`);
            continue;
        }
        const values = others.map((child) => valueText(state.get(child)?.value));
        const rest = values.length === 0 ? "" : `, not ${listed(values, "or")}`;
        sentences.unshift(`${at} takes ${valueText(state.get(node.path)?.value)}${rest}.`);
    }
    return sentences.join(" ");
}

// Alpha-beta goes from leaf to leaf. After each one that leaves others at its parent, it either looks on or cuts.
/** @type {(moments: Moment[], place: number, nodes: Nodes) => Question | null} */
function lookQuestion(moments, place, nodes) {
    const last = moments[place - 1];
    if (last?.kind !== "look") return null;
    const parent = nodes.get(nodes.get(last.path)?.parent ?? "");
    const rest = parent?.children.filter((child) => !last.after.has(child)) ?? [];
    const bound = limit(last, parent?.side ?? "min");
    if (!parent || rest.length === 0 || bound === null) return null;
    const next = moments.slice(place).find(({ kind }) => kind === "look");
    const isCut = !rest.includes(next?.path ?? "");
    const state = moments[place].before;
    const common = { value: null, reason: lookReason(nodes, last, parent.path, bound, isCut), state };
    if (next) return { kind: "look", text: "Which leaf does alpha-beta look at next? Click it.", answers: [next.path], ...common };
    return { kind: "cut", text: "Which leaf will alpha-beta never look at? Click one that it cuts off here.", answers: rest, ...common };
}

// What the other side has elsewhere already; null where it has nothing yet.
/** @type {(moment: Moment, side: Side) => number | null} */
function limit({ window }, side) {
    const bound = window?.[side === "min" ? 0 : 1] ?? null;
    return bound === null || isEnd(bound) ? null : bound;
}

/** @type {(nodes: Nodes, last: Moment, parent: string, bound: number, isCut: boolean) => string} */
function lookReason(nodes, last, parent, bound, isCut) {
    const values = madeChildren(nodes, last.after, parent).map((child) => last.after.get(child)?.value ?? 0);
    const isMin = nodes.get(parent)?.side === "min";
    const best = valueText(isMin ? Math.min(...values) : Math.max(...values));
    const [side, rival, end] = isMin ? ["MIN", "MAX", "less"] : ["MAX", "MIN", "more"];
    const elsewhere = `${rival} has ${valueText(bound)} elsewhere`;
    if (!isCut) return `The best for ${side} at ${nodeName(parent)} is ${best} so far, and ${elsewhere}. So ${rival} may still want to come here, and the search looks on.`;
    return `${side} can have ${best} at ${nodeName(parent)}, so that node is worth ${best} or ${end}. ${elsewhere} and need not come here. The rest of ${nodeName(parent)} is cut.`;
}

// The question which move a search plays, when it has ended.
/** @param {string} text @param {Moment} last @param {Nodes} nodes @param {number | null} best @returns {Question} */
export function moveQuestion(text, last, nodes, best) {
    const value = last.after.get(String(best))?.value;
    const equals = (nodes.get("")?.children ?? []).filter((child) => {
        const known = last.after.get(child);
        return known?.value === value && !known?.bound;
    });
    const values = (nodes.get("")?.children ?? []).map((child) => valueText(last.after.get(child)?.value));
    const reason = `MAX is to move at the root and takes the largest of ${listed(values)}: ${valueText(value)}, at node ${best}.`;
    return { kind: "move", text, answers: equals, value: null, reason, state: last.after };
}

/**
 * Whether an answer is right, and why; or a hint, if it is none.
 * @param {Question} question
 * @param {string} chosen a node, or the text of a number
 * @param {Nodes} nodes
 * @returns {Verdict}
 */
export function checked(question, chosen, nodes) {
    if (question.kind === "value") return checkedValue(question, chosen);
    const hint = hintFor(question, chosen, nodes);
    if (hint) return { hint };
    const isRight = question.answers.includes(chosen);
    if (isRight) return { isRight, text: `Right. ${question.reason}` };
    const right = question.kind === "cut" ? listed(question.answers.map(nodeName), "or") : nodeName(question.answers[0]);
    return { isRight, text: `No, not ${nodeName(chosen)}: it is ${right}. ${question.reason}` };
}

/** @type {(question: Question, chosen: string) => Verdict} */
function checkedValue(question, chosen) {
    const given = chosen.trim().replace("−", "-");
    if (!/^-?\d+$/.test(given)) return { hint: "Type a whole number, such as 3." };
    const isRight = Number(given) === question.value;
    return { isRight, text: `${isRight ? "Right." : `No, not ${given}.`} ${question.reason}` };
}

/** @type {(question: Question, chosen: string, nodes: Nodes) => string | null} */
function hintFor({ kind, state, answers }, chosen, nodes) {
    if (answers.includes(chosen)) return null;
    const name = nodeName(chosen);
    const said = capital(name);
    const node = nodes.get(chosen);
    if (kind === "move") return node?.level === 1 ? null : "Click one of the nodes right below the root: each is a move.";
    if (kind === "next" && !state.has(chosen)) return `${said} is not made yet: the search does not know of it.`;
    if (kind === "next" && !isLeaf(nodes, state, chosen)) return `${said} is expanded already, so it is no leaf any more.`;
    if (kind === "next") return null;
    if (node && node.children.length > 0) return `${said} is no leaf: click one at the bottom of the tree.`;
    return state.has(chosen) ? `Alpha-beta has looked at ${name} already.` : null;
}
