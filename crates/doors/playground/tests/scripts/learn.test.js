// What Learn makes of recorded searches: moments, questions, verdicts, layouts. Run by `node --test`.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { LESSONS } from "../../assets/learn/lessons.js";
import { checked, moveQuestion, nudgeOf, numbersOf, questionsOf, reasonOf, whysOf } from "../../assets/learn/questions.js";
import { boundOf, expansionsOf, momentsOf, scoreOf } from "../../assets/learn/record.js";
import { layout, nodesOf, randomTree, withValue } from "../../assets/learn/tree.js";
import { LOSS, WIN } from "../../assets/values.js";

// What the server answered; `tests/all/lessons.rs` holds that it still does.
const records = new Map(
    readFileSync(new URL("learn-records.jsonl", import.meta.url), "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line))
        .map((record) => [record.name, record]),
);

function recorded(name, wanted) {
    const { tree, record } = records.get(name);
    return { tree, record, nodes: nodesOf(tree), moments: momentsOf(record, wanted) };
}

function asked(name, kind) {
    const { record, nodes, moments } = recorded(name, { eachLeaf: kind === "look" });
    const questions = questionsOf(kind, moments, nodes, record.subject.bonus).filter(Boolean);
    return { questions, nodes, moments, record };
}

test("a tree has its nodes by their paths, with sides in turn", () => {
    const { nodes } = recorded("figure-1-1993");
    assert.deepEqual([...nodes.keys()], ["", "0", "0/0", "0/1", "1", "1/0", "1/1"]);
    assert.deepEqual([nodes.get("").side, nodes.get("1").side, nodes.get("1/1").side], ["max", "min", "max"]);
    assert.deepEqual(nodes.get("1").children, ["1/0", "1/1"]);
});

test("leaves stand side by side and parents above the middle", () => {
    const { columns, levels, places } = layout(recorded("proof").nodes);
    assert.deepEqual([columns, levels], [8, 4]);
    assert.equal(places.get("0").column, 0.5);
    const leaves = [...places.values()].map(({ column, level }) => `${column}|${level}`);
    assert.equal(new Set(leaves).size, leaves.length, "no two nodes stand in one place");
});

test("a changed value changes one node and leaves the old tree alone", () => {
    const { tree } = recorded("figure-1-1993");
    const changed = nodesOf(withValue(tree, "1/0", -7));
    assert.equal(changed.get("1/0").value, -7);
    assert.equal(nodesOf(tree).get("1/0").value, 5);
});

test("a tree by chance has its shape, and wins where they are wanted", () => {
    const nodes = nodesOf(randomTree([2, 3], () => 0.5));
    assert.equal(nodes.size, 1 + 2 + 6);
    assert.ok([...nodes.values()].every(({ value }) => value >= 0 && value <= 9));
    const ends = nodesOf(randomTree([2], () => 0.1, 1));
    assert.equal(ends.get("0").value, WIN);
    assert.equal(nodesOf(randomTree([2], () => 0.9, 1)).get("0").value, LOSS);
});

test("minimax asks for each backed-up value, and takes a number alone", () => {
    const { questions, nodes } = asked("figure-1-1993", "value");
    assert.deepEqual(questions.map(({ answers, value }) => [answers[0], value]), [["0", 1], ["1", 2], ["", 2]]);
    assert.deepEqual(checked(questions[0], " 1 ", nodes), { isRight: true, text: "Right. MIN takes the smallest of 8 and 1: 1." });
    assert.equal(checked(questions[0], "8", nodes).isRight, false);
    assert.deepEqual(checked(questions[0], "one", nodes), { hint: "Type a whole number, such as 3." });
    assert.equal(questions[0].state.has("0/0"), false, "nothing is known before the answer");
});

test("alpha-beta asks where it looks on, and at the end what it cuts", () => {
    const { questions, nodes } = asked("cut", "look");
    assert.deepEqual(questions.map(({ kind, answers }) => [kind, answers]), [["look", ["2/0"]], ["look", ["2/1"]], ["cut", ["2/2"]]]);
    assert.match(checked(questions[0], "1/1", nodes).text, /^No, not node 1\/1: it is node 2\/0\. \(1\) MIN can have 3 at node 1.* \(2\) MAX has 5 elsewhere/);
    assert.deepEqual(checked(questions[0], "1/0", nodes), { hint: "Alpha-beta has looked at node 1/0 already." });
    assert.deepEqual(checked(questions[0], "2", nodes), { hint: "Node 2 is no leaf: click one at the bottom of the tree." });
    assert.match(checked(questions[1], "2/1", nodes).text, /^Right\. The best for MIN at node 2 is 6 so far\. MAX has 5 elsewhere/);
});

test("what decides has its nodes in the tree", () => {
    const { questions, nodes } = asked("cut", "look");
    const { why, way } = questions[0];
    assert.deepEqual([...numbersOf(why)], [["1", 1], ["0", 2]], "node 0 is worth the 5 that MAX has elsewhere");
    assert.deepEqual(way, ["1", "1/0"]);
    const next = asked("turning-back", "next").questions[1];
    assert.deepEqual([[...numbersOf(next.why).keys()], next.way], [["", "1"], ["", "1", "1/1"]]);
    assert.match(nudgeOf(questions[0], nodes, false), /^Compare what /);
    assert.match(nudgeOf(next, nodes, true), /highest score/);
});

test("a bound is as close as what was seen below it", () => {
    const { nodes, moments } = recorded("cut", { eachLeaf: true });
    const last = moments.at(-1).after;
    assert.deepEqual(["0", "1", "2"].map((path) => [boundOf(nodes, last, path), last.get(path).bound]), [[5, false], [3, true], [2, true]]);
});

test("best-first asks for the leaf at the end of the best line", () => {
    const { questions, nodes, moments } = asked("turning-back", "next");
    assert.deepEqual(questions.map(({ answers }) => answers[0]), ["1", "1/1", "0", "0/1", "1/1/0"]);
    assert.deepEqual(expansionsOf(moments), ["", "1", "1/1", "0", "0/1"]);
    assert.equal(reasonOf(questions[2]), "At the root MAX takes 4, not 3.");
    assert.deepEqual(checked(questions[2], "1", nodes), { hint: "Node 1 is expanded already, so it is no leaf any more." });
    assert.deepEqual(checked(questions[2], "0/0", nodes), { hint: "Node 0/0 is not made yet: the search does not know of it." });
    assert.equal(checked(questions[2], "1/0", nodes).isRight, false);
});

test("UCT's walks follow the highest scores, which none of a proved node has", () => {
    for (const name of ["a-move-not-looked-at", "proof"]) {
        const { questions, nodes, record } = asked(name, "next");
        const { bonus } = record.subject;
        for (const { answers, state } of questions) {
            let path = "";
            const below = (parent) => nodes.get(parent).children.filter((child) => scoreOf(nodes, state, bonus, child) !== null);
            while (below(path).length > 0) path = below(path).reduce((best, child) => (scoreOf(nodes, state, bonus, child) > scoreOf(nodes, state, bonus, best) ? child : best));
            assert.equal(path, answers[0], name);
        }
    }
    const { nodes, moments, record } = asked("proof", "next");
    assert.equal(scoreOf(nodes, moments.at(-1).after, record.subject.bonus, "0"), null);
    assert.match(whysOf(nodes, moments[0].after, record.subject.bonus, "0")[0].text, /^At the root the best score is 0's, 2\.50\.$/);
});

test("a move is right if it is worth as much as the best", () => {
    const { moments, nodes, record } = recorded("figure-1-1993");
    const question = moveQuestion("Which?", moments.at(-1), nodes, record.report.best);
    assert.deepEqual(question.answers, ["1"]);
    assert.equal(checked(question, "0", nodes).isRight, false);
    assert.deepEqual(checked(question, "1/1", nodes), { hint: "Click one of the nodes right below the root: each is a move." });
});

test("each lesson sees in its tree what it tells of, and says so where it is not there", () => {
    const search = (name, wanted) => {
        const { record, moments } = recorded(name, wanted);
        return { record, moments };
    };
    const nodes = (name) => nodesOf(records.get(name).tree);
    const turning = LESSONS[3].shows({ nodes: nodes("turning-back"), main: search("turning-back"), others: {} });
    assert.deepEqual([turning.occurs, turning.text.includes("changed its first move 2 times")], [true, true]);
    const line = LESSONS[2].shows({ nodes: nodes("turning-back"), main: search("turning-back"), others: {} });
    assert.deepEqual([line.occurs, line.text.includes("does not stay on one line")], [false, true]);
    const proof = LESSONS[6].shows({ nodes: nodes("proof"), main: search("proof"), others: {} });
    assert.deepEqual([proof.occurs, proof.text], [true, "The root is proved: MAX wins with node 1. The search asked for 11 static values and left 4 nodes alone."]);
    const cut = search("cut", { eachLeaf: true });
    const all = { record: { report: { ...cut.record.report, evaluations: 9 } }, moments: cut.moments };
    assert.equal(LESSONS[1].shows({ nodes: nodes("cut"), main: cut, others: { minimax: all } }).occurs, true);
    assert.equal(LESSONS[1].shows({ nodes: nodes("cut"), main: cut, others: { minimax: cut } }).occurs, false);
});

test("every lesson has a title, words, a tree and a way on", () => {
    assert.equal(LESSONS.length, 7);
    for (const { title, cards, learnt, tree, shape } of LESSONS) {
        assert.ok(title && learnt.endsWith(".") && tree && shape.length > 1);
        assert.ok(cards.length > 1 && cards.every(({ text }) => text.length < 420), title);
    }
});
