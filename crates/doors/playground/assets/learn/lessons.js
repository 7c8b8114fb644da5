// The seven lessons: their trees, their searches, their words, and what each shows.
//
// Nothing here knows an answer: answers, and whether a tree shows what its lesson tells of, come from recorded searches.

import { isEnd, plural, valueText } from "../values.js";
import { nodeName } from "./questions.js";
import { expansionsOf } from "./record.js";
import { wayTo } from "./tree.js";

/** @import { Asked } from "./questions.js" */
/** @import { Moment, Recorded } from "./record.js" */
/** @import { Nodes } from "./tree.js" */

/** @typedef {{ record: Recorded, moments: Moment[] }} Search */
/** @typedef {{ nodes: Nodes, main: Search, others: Record<string, Search> }} Run */

// What a reader is told before the search, with what is marked in the tree meanwhile.
/** @typedef {{ text: string, mark?: "root" | "max" | "leaves" | "inner" | "line" }} Card */

/**
 * @typedef {object} Lesson
 * @property {string} title
 * @property {string} tree the name of its first tree
 * @property {number[]} shape of the trees by chance
 * @property {number} [ends] the share of won and lost leaves in these
 * @property {string} searcher
 * @property {Record<string, string>} others the searches that it is compared with, by their names in the words
 * @property {Asked} asked
 * @property {boolean} [isGiven] whether the leaves' values are to be seen from the start
 * @property {Card[]} cards
 * @property {(run: Run) => { occurs: boolean, text: string }} shows whether the tree shows what the lesson tells of
 * @property {{ search: string, text: string, before: string }} [last] a question about another search's move at the end
 * @property {string} learnt
 * @property {"play" | "look"} way the mode that the lesson leads to, besides the next one
 * @property {string} page the page of the book that goes on from here
 */

const BEST_FIRST = "best-first:depth=20";
const MINIMAX = "minimax:depth=20";
const UCT = "uct-best-first:scale=10,evaluations=10";

/** @type {Lesson[]} */
export const LESSONS = [
    {
        title: "Minimax by hand",
        page: "glossary",
        tree: "figure-1-1993",
        shape: [2, 3],
        searcher: MINIMAX,
        others: {},
        asked: "value",
        isGiven: true,
        cards: [
            { text: "Two sides play a game. One is called *MAX*, the other *MIN*. Every position has a number that says how good it is for MAX. So MAX wants large numbers, and MIN wants small ones." },
            { text: "The picture is a *tree*: all that can happen from here. Each shape is a position, called a *node*. Each stroke is a move. Moves are numbered from 0, and a node is named by the moves that lead to it: node 1/0 is answer 0 to move 1.", mark: "line" },
            { text: "A square is a position where MAX is to move. A circle is one where MIN is to move. The sides take turns.", mark: "max" },
            { text: "The node at the top is the *root*: that is where the game stands now.", mark: "root" },
            { text: "A node with nothing below it is a *leaf*. Its number is its *static value*: what it is worth at a glance, without looking ahead. The first tree here is Figure 1 of the paper of 1993, with which best-first minimax began.", mark: "leaves" },
            { text: "The nodes right below a node are its *children*. What is a node worth that has children? The side to move there has the choice. MAX takes the largest number below, MIN the smallest. That number is the node's *backed-up value*. Working it out from the leaves up to the root is called *minimax*. Before each step, you say what the search will find.", mark: "inner" },
        ],
        last: { search: "main", text: "Which move does MAX play? Click the node that it leads to.", before: "The root is worth what its best move is worth." },
        shows: ({ nodes, main }) => ({
            occurs: nodes.size > 1,
            text: `The root is worth ${valueText(main.record.report.value)}. If both sides choose well, the game goes from ${lineText(main)}. This way is called the *principal variation*, and is drawn bold.`,
        }),
        learnt: "MAX takes the largest value, MIN the smallest, and so the values of the leaves decide what the root is worth.",
        way: "play",
    },
    {
        title: "Alpha-beta's cut",
        page: "strong-alpha-beta",
        tree: "cut",
        shape: [3, 3],
        searcher: "plain-alpha-beta:depth=20",
        others: { minimax: MINIMAX },
        asked: "look",
        cards: [
            { text: "Minimax looks at every leaf, and a real game has far too many. *Alpha-beta* finds the same value with fewer looks. Here it goes from left to right. What it has not looked at yet is dotted." },
            { text: "Suppose MAX has a move that is worth 5. In the next move, MIN's first answer is worth 3. Then that move is worth 3 or less, whatever else MIN may answer. MAX will not play it." },
            { text: "So the other answers cannot matter, and alpha-beta does not look at them. This is called a *cut*. A node that was cut has only a *bound*: ≤3 says that it is worth 3 at most. Now the search runs, and you say where it looks next." },
        ],
        shows: ({ main, others }) => {
            const [looked, all] = [main.record.report.evaluations, others.minimax.record.report.evaluations];
            const saved = all - looked;
            const same = `Both find the value ${valueText(main.record.report.value)}.`;
            return saved > 0
                ? { occurs: true, text: `Alpha-beta looked at ${looked} leaves, and minimax needs all ${all}. ${same}` }
                : { occurs: false, text: `In this tree nothing is cut: alpha-beta looked at all ${all} leaves. No first answer was bad enough for MAX. ${same}` };
        },
        learnt: "What cannot change the choice need not be looked at: alpha-beta cuts it, and still finds minimax's value.",
        way: "look",
    },
    {
        title: "Best-first follows one line",
        page: "tutorial-best-first",
        tree: "one-line",
        shape: [2, 2, 2],
        searcher: BEST_FIRST,
        others: { minimax: MINIMAX },
        asked: "next",
        cards: [
            { text: "Alpha-beta looks down every way that it does not cut, equally many moves ahead: to the same *depth*. *Best-first minimax* has another rule, and only one: look where the best line ends." },
            { text: "For that, positions inside the tree have a static value, too: a first guess. To *expand* a leaf is to make its children and to ask for their static values. The best of these then takes the place of the guess. Dotted nodes are not made yet." },
            { text: "Start at the root and always follow the best move: MAX goes to the largest value, MIN to the smallest. This way is the *principal variation*, the best line so far. It is drawn bold. The leaf at its end is expanded next.", mark: "root" },
        ],
        shows: ({ nodes, main }) => {
            const expanded = expansionsOf(main.moments);
            const length = firstLine(expanded);
            const cost = `It made ${main.record.report.evaluations} of the ${nodes.size - 1} nodes below the root.`;
            return length === expanded.length && length >= 3
                ? { occurs: true, text: `The search expanded ${length} nodes, each below the one before: a single line from the root to the end of the game. ${cost}` }
                : { occurs: false, text: `In this tree the search does not stay on one line: after ${plural(length, "node")} it turns to another. ${cost}` };
        },
        learnt: "Best-first minimax expands the leaf at the end of the best line, so it goes deep where both sides play well.",
        way: "look",
    },
    {
        title: "It turns back",
        page: "tutorial-best-first",
        tree: "turning-back",
        shape: [2, 2, 2],
        searcher: BEST_FIRST,
        others: {},
        asked: "next",
        cards: [
            { text: "A line is followed only while it is the best. Two nodes below the same one are *siblings*. A move stays on the best line as long as it is worth more to its side than its sibling. So the sibling's value is a *bound*." },
            { text: "When a node is expanded, the other side gets its say, and the node often looks worse than it was thought to be. If it falls below the bound, the best line leads elsewhere, and the search turns there." },
            { text: "It may turn back later. Nothing is searched twice then, since the tree is kept. Watch the values fall, and say where the search goes.", mark: "root" },
        ],
        shows: ({ main }) => {
            const expanded = expansionsOf(main.moments);
            const turns = turnsOf(main.moments);
            const began = plural(firstLine(expanded), "node");
            return turns >= 2
                ? { occurs: true, text: `After ${began} on one line the search turned to another move, and it came back. In all it changed its first move ${turns} times.` }
                : { occurs: false, text: turns === 1 ? `After ${began} the search turned to another move, and stayed there: that move held what it promised.` : "In this tree the search never changes its first move: that move never falls below its sibling." };
        },
        learnt: "The search leaves a line as soon as it falls below its bound, and comes back when the others have fallen further.",
        way: "look",
    },
    {
        title: "Where it is blind",
        page: "lead",
        tree: "a-move-not-looked-at",
        shape: [2, 2, 2],
        searcher: BEST_FIRST,
        others: { minimax: MINIMAX, shallow: "minimax:depth=2" },
        asked: "next",
        cards: [
            { text: "Best-first minimax trusts static values. They are only guesses. What becomes of a good move that looks bad at first?" },
            { text: "In this tree one move looks a little worse than the other. Say again which leaf is next, and watch whether the search ever looks below that move.", mark: "root" },
        ],
        last: {
            search: "minimax",
            before: "Now the whole tree is open, with the values that minimax backs up from all of its leaves.",
            text: "Which move is really the best? Click its node.",
        },
        shows: ({ main, others }) => {
            const [own, whole, shallow] = [main, others.minimax, others.shallow].map(({ record }) => record.report);
            const isBlind = worthOf(own.best, others.minimax) !== worthOf(whole.best, others.minimax);
            if (!isBlind) return { occurs: false, text: `In this tree best-first is not blind: it plays node ${own.best}, which is as good as any move.` };
            const unseen = expansionsOf(main.moments).some((path) => path.startsWith(String(whole.best))) ? "" : ` It never looked below node ${whole.best}: node ${own.best} did not fall, so nothing sent the search there.`;
            const cheap = shallow.best === whole.best && shallow.evaluations <= own.evaluations ? ` Minimax to depth 2 finds it for ${shallow.evaluations} evaluations (static values asked for); best-first spent ${own.evaluations}.` : "";
            return { occurs: true, text: `Best-first plays node ${own.best}, and node ${whole.best} is better: ${valueText(whole.value)} instead of ${valueText(worthOf(own.best, others.minimax))}.${unseen}${cheap}` };
        },
        learnt: "A good move that looks bad is not looked at as long as the best line does not fall.",
        way: "look",
    },
    {
        title: "UCT looks elsewhere",
        page: "guided-search",
        tree: "a-move-not-looked-at",
        shape: [2, 2, 2],
        searcher: UCT,
        others: { blind: BEST_FIRST, minimax: MINIMAX },
        asked: "next",
        cards: [
            { text: "The first tree here is that of the last lesson. *UCT best-first* is best-first with curiosity: a move that has seldom been tried gets a *bonus*." },
            { text: "The search goes in *walks*. Each walk begins at the root and goes down to a leaf, which is expanded. Passing a node is a *visit*. A node that nobody visited has a bonus of 2. With its own visits the bonus shrinks, and while others are visited it grows." },
            { text: "A node's *score* is its value divided by 10, plus its bonus. For MIN, who wants small values, the value counts with a minus. Scores stand below the nodes. From the root, follow the highest score at each choice, and click the leaf where you end.", mark: "root" },
        ],
        shows: ({ main, others }) => {
            const [own, blind, whole] = [main, others.blind, others.minimax].map(({ record }) => record.report);
            const isBest = (/** @type {number | null} */ move) => worthOf(move, others.minimax) === worthOf(whole.best, others.minimax);
            const since = settledAfter(main);
            if (isBest(own.best) && !isBest(blind.best)) {
                return { occurs: true, text: `UCT best-first plays node ${own.best}, the best move. It has preferred it since it had asked for ${since} static values; best-first minimax asked for ${blind.evaluations} and played node ${blind.best}.` };
            }
            return { occurs: false, text: isBest(own.best) ? "In this tree both searches find the best move, so the bonus was not needed." : `In this tree UCT best-first has not found the best move, node ${whole.best}, after ${own.evaluations} evaluations: a bonus is no proof.` };
        },
        learnt: "A bonus for what was seldom visited makes the search look at every move now and then, so that it finds what static values hide.",
        way: "play",
    },
    {
        title: "Proof",
        page: "proofs",
        tree: "proof",
        shape: [2, 2, 2],
        ends: 0.4,
        searcher: "uct-best-first:scale=10,evaluations=200",
        others: {},
        asked: "next",
        cards: [
            { text: "At the bottom of this tree the game is over. What stands there is no guess, since no look ahead can change it: ∞ means that MAX has won, −∞ that MIN has won, and a number is what the game ended with. Once the search has been there, such a node is *proved*.", mark: "leaves" },
            { text: "A proof goes up the tree. A node is proved as soon as one move of the side to move wins: one is enough. Otherwise it is proved only when all its moves are. How far the end of the game is, is counted in *plies*: a ply is one move of one side." },
            { text: "A proved node has a double border and no score, since no walk goes there again. When the root is proved, the search ends: it knows the result. Follow the highest scores once more.", mark: "root" },
        ],
        shows: ({ nodes, main }) => {
            const { evaluations, best, value } = main.record.report;
            const isProved = main.moments.at(-1)?.after.get("")?.isProved === true;
            const rest = nodes.size - 1 - evaluations;
            const who = value !== null && value > 0 ? "MAX wins" : "MIN wins";
            const result = value !== null && isEnd(value) ? who : `it is worth ${valueText(value)},`;
            if (isProved && rest > 0) return { occurs: true, text: `The root is proved: ${result} with node ${best}. The search asked for ${evaluations} static values and left ${plural(rest, "node")} alone.` };
            return { occurs: false, text: isProved ? `The root is proved, ${result}, but only after all nodes were made: no win came early.` : "The search ended without a proof." };
        },
        learnt: "A value that no look ahead can change is a proof, and a proved root ends the search early.",
        way: "play",
    },
];

/** How many nodes are expanded before one that is not right below the one before. @param {string[]} expanded */
function firstLine(expanded) {
    const turn = expanded.findIndex((path, place) => place > 0 && wayTo(path).at(-2) !== expanded[place - 1]);
    return turn < 0 ? expanded.length : turn;
}

/** How often the search goes below another move of the root than before. @param {Moment[]} moments */
function turnsOf(moments) {
    const first = moments.map(({ path }) => path.split("/")[0]).filter((move) => move !== "");
    return first.filter((move, place) => place > 0 && move !== first[place - 1]).length;
}

/** @type {(move: number | null, whole: Search) => number | null | undefined} */
function worthOf(move, whole) {
    return whole.moments.at(-1)?.after.get(String(move))?.value;
}

/** The static values asked for when the search last changed its move. @type {(search: Search) => number} */
function settledAfter({ record, moments }) {
    const firsts = moments.map(({ line }) => line[1]);
    const other = firsts.findLastIndex((first) => first !== String(record.report.best));
    return record.steps[other + 1]?.evaluations ?? 0;
}

/** @param {Search} search */
function lineText({ record }) {
    return wayTo(record.report.line.join("/")).map(nodeName).join(" to ");
}
