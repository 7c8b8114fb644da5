// What the reader is asked before a moment, whether an answer is right, and why. All of it comes from what was recorded.

import { isEnd, valueText } from "../values.js";
import { capital, listed } from "../words.js";
import { isLeaf, madeChildren, scoreOf } from "./record.js";
import { wayTo } from "./tree.js";

/** @import { Bonus, Moment, State } from "./record.js" */
/** @import { Nodes, Side } from "./tree.js" */

/**
 * `value` is answered by a number, the others by a node.
 * @typedef {object} Question
 * @property {"value" | "next" | "look" | "cut" | "move"} kind
 * @property {string} text
 * @property {string[]} answers the nodes that are right; of `value`, the node that is asked about
 * @property {number | null} value the number that is right
 * @property {Why[]} why why it is right: what is decided, one node after the other
 * @property {string[]} way the nodes that are followed by that
 * @property {State} state what is known when it is asked
 */

/** What decides at a node, in a sentence. @typedef {{ path: string, text: string }} Why */

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
    const taken = children.filter((child) => after.get(child)?.value === found.value);
    return { kind: "value", text, answers: [path], value: found.value, why: [{ path, text: reason }], way: [path, ...taken], state: before };
}

/** @type {(moment: Moment, nodes: Nodes, bonus: Bonus | null) => Question | null} */
function nextQuestion({ path, before }, nodes, bonus) {
    if (path === "") return null;
    const text = bonus ? "Where does the next walk end? Click that leaf." : "Which leaf is next? Click it.";
    return { kind: "next", text, answers: [path], value: null, why: whysOf(nodes, before, bonus, path), way: wayTo(path), state: before };
}

// How one comes from the root to a node: whose choice it is at each node, and what decides it.
/** @param {Nodes} nodes @param {State} state @param {Bonus | null} bonus @param {string} path */
export function whysOf(nodes, state, bonus, path) {
    /** @type {Why[]} */
    const whys = [];
    for (let node = nodes.get(path); node && node.parent !== null; node = nodes.get(node.parent)) {
        const others = madeChildren(nodes, state, node.parent).filter((child) => child !== node?.path);
        const at = `At ${nodeName(node.parent)} ${sideOf(nodes, node.parent)}`;
        const score = scoreOf(nodes, state, bonus, node.path);
        if (score !== null) {
            whys.unshift({ path: node.parent, text: `At ${nodeName(node.parent)} the best score is ${node.path}'s, ${score.toFixed(2)}.` });
            continue;
        }
        const values = others.map((child) => valueText(state.get(child)?.value));
        const rest = values.length === 0 ? "" : `, not ${listed(values, "or")}`;
        whys.unshift({ path: node.parent, text: `${at} takes ${valueText(state.get(node.path)?.value)}${rest}.` });
    }
    return whys;
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
    const common = { value: null, ...lookReason(nodes, last, parent.path, bound, isCut), state };
    if (next) return { kind: "look", text: "Which leaf does alpha-beta look at next? Click it.", answers: [next.path], ...common };
    return { kind: "cut", text: "Which leaf will alpha-beta never look at? Click one that it cuts off here.", answers: rest, ...common };
}

// What the other side has elsewhere already; null where it has nothing yet.
/** @type {(moment: Moment, side: Side) => number | null} */
function limit({ window }, side) {
    const bound = window?.[side === "min" ? 0 : 1] ?? null;
    return bound === null || isEnd(bound) ? null : bound;
}

/** @type {(nodes: Nodes, last: Moment, parent: string, bound: number, isCut: boolean) => { why: Why[], way: string[] }} */
function lookReason(nodes, last, parent, bound, isCut) {
    const values = madeChildren(nodes, last.after, parent).map((child) => last.after.get(child)?.value ?? 0);
    const isMin = nodes.get(parent)?.side === "min";
    const best = valueText(isMin ? Math.min(...values) : Math.max(...values));
    const [side, rival, end] = isMin ? ["MIN", "MAX", "less"] : ["MAX", "MIN", "more"];
    const elsewhere = `${rival} has ${valueText(bound)} elsewhere`;
    // What the rival has is at a sibling of the node, or of one above it.
    const above = wayTo(parent).slice(0, -1);
    const owner = [...last.after].find(([path, { value }]) => value === bound && above.includes(nodes.get(path)?.parent ?? "none"))?.[0] ?? "";
    const way = [parent, ...madeChildren(nodes, last.after, parent).filter((child) => valueText(last.after.get(child)?.value) === best)];
    const here = (/** @type {string} */ text) => ({ path: parent, text });
    const there = (/** @type {string} */ text) => ({ path: owner, text });
    if (!isCut) return { way, why: [here(`The best for ${side} at ${nodeName(parent)} is ${best} so far.`), there(`${elsewhere}.`), here(`So ${rival} may still want to come here, and the search looks on.`)] };
    return { way, why: [here(`${side} can have ${best} at ${nodeName(parent)}, so that node is worth ${best} or ${end}.`), there(`${elsewhere} and need not come here.`), here(`The rest of ${nodeName(parent)} is cut.`)] };
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
    return { kind: "move", text, answers: equals, value: null, why: [{ path: "", text: reason }], way: ["", ...equals], state: last.after };
}

/** Why an answer is right, in a row. @param {Question} question */
export function reasonOf({ why }) {
    return why.map(({ text }) => text).join(" ");
}

/** The same with the numbers that the nodes have in the tree, where several of them decide. @param {Question} question */
export function numberedReasonOf({ why }) {
    const numbers = numbersOf(why);
    return why.map(({ path, text }, place) => (numbers.size > 1 && numbers.get(path) !== numbers.get(why[place - 1]?.path) ? `(${numbers.get(path)}) ${text}` : text)).join(" ");
}

/** The numbers of the nodes that decide. @param {Why[]} why @returns {Map<string, number>} */
export function numbersOf(why) {
    return new Map([...new Set(why.map(({ path }) => path))].map((path, place) => [path, place + 1]));
}

/** What to think of once more, after a wrong answer. @param {Question} question @param {Nodes} nodes @param {boolean} hasScores */
export function nudgeOf({ kind, answers }, nodes, hasScores) {
    if (kind === "value") return `${sideOf(nodes, answers[0])} is to move there: MAX takes the largest value below, MIN the smallest.`;
    if (kind === "move") return "MAX is to move at the root, and takes the largest value below it.";
    if (kind === "next") return hasScores ? "Begin at the root and follow the highest score at each choice." : "Begin at the root: at a square follow the largest value, at a circle the smallest.";
    return "Compare what the side to move there has already with what the other side has elsewhere.";
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
    if (isRight) return { isRight, text: `Right. ${reasonOf(question)}` };
    const right = question.kind === "cut" ? listed(question.answers.map(nodeName), "or") : nodeName(question.answers[0]);
    return { isRight, text: `No, not ${nodeName(chosen)}: it is ${right}. ${numberedReasonOf(question)}` };
}

/** @type {(question: Question, chosen: string) => Verdict} */
function checkedValue(question, chosen) {
    const given = chosen.trim().replace("−", "-");
    if (!/^-?\d+$/.test(given)) return { hint: "Type a whole number, such as 3." };
    const isRight = Number(given) === question.value;
    return { isRight, text: isRight ? `Right. ${reasonOf(question)}` : `No, not ${given}. ${numberedReasonOf(question)}` };
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
