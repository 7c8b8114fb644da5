import assert from "node:assert/strict";
import { test } from "node:test";

import { evaluationsAt, factsOf } from "../../assets/atlas.js";
import { Growing, decoded, decodedText, placeAfter } from "../../assets/growth.js";
import { nodeAt, placeOf, rastered, runs, spreadOf, tints, within, zoomed } from "../../assets/icicle.js";
import { limited } from "../../assets/look/look.js";

// The bytes of a tree as `GrownTree::bytes` writes them. Changes are [at, node, value, visits, flags].
function bytesOf({ parent, index, born, first, changes = [], lines = [[0, [0]]], texts = ["", "a", "b", "c"] }) {
    const nodes = parent.length;
    const head = JSON.stringify({ nodes, changes: changes.length, evaluations: Math.max(...born), full: false, texts, lines });
    const start = head.padEnd(Math.ceil((head.length + 1) / 4) * 4 - 1) + "\n";
    const whole = (numbers) => [...new Uint8Array(Uint32Array.from(numbers).buffer)];
    const small = (numbers) => [...numbers, ...new Array((4 - (numbers.length % 4)) % 4).fill(0)];
    const column = (place) => whole(changes.map((change) => change[place]));
    const all = [
        ...new TextEncoder().encode(start),
        ...whole(parent),
        ...whole(index),
        ...whole(index.map((place, node) => (node === 0 ? 0 : place + 1))),
        ...whole(born),
        ...whole(first),
        ...small(parent.map((_, node) => (node === 0 ? 1 : 4))),
        ...[0, 1, 2, 3].flatMap(column),
        ...small(changes.map((change) => change[4])),
    ];
    return Uint8Array.from(all).buffer;
}

// A root with three children, made out of their order; the second one has two, made later.
const TREE = {
    parent: [0xffffffff, 0, 0, 0, 1, 1],
    index: [0, 1, 0, 2, 1, 0],
    born: [0, 1, 2, 3, 4, 5],
    first: [0, 10, -4, 6, 8, 2],
    changes: [
        [3, 0, 10, 1, 2],
        [5, 1, 2, 2, 2],
        [5, 0, 6, 2, 3],
    ],
    lines: [
        [0, [0]],
        [3, [0, 1]],
        [5, [0, 3]],
    ],
};

const tree = () => new Growing(decoded(bytesOf(TREE)));

test("columns are read from bytes and from text", () => {
    const bytes = bytesOf(TREE);
    const text = Buffer.from(bytes).toString("base64");
    for (const columns of [decoded(bytes), decodedText(text)]) {
        assert.deepEqual([...columns.index], TREE.index);
        assert.deepEqual([...columns.first], TREE.first);
        assert.deepEqual([...columns.changes.value], [10, 2, 6]);
    }
});

test("a moment is a beginning of the tree, and time goes both ways", () => {
    const growing = tree();
    const at = (evaluations) => {
        growing.goTo(evaluations);
        return [growing.count, growing.size[0], growing.valueOf(0), growing.valueOf(1), growing.line.join(), growing.isBound[0]];
    };
    const forth = [0, 1, 2, 3, 4, 5].map(at);
    assert.deepEqual(forth[0], [1, 1, null, 10, "0", 0]);
    assert.deepEqual(forth[3], [4, 4, 10, 10, "0,1", 0]);
    assert.deepEqual(forth[5], [6, 6, 6, 2, "0,3", 1]);
    assert.deepEqual([5, 4, 3, 2, 1, 0].map(at), forth.toReversed());
});

test("children stand in the order of their moves, and names lead to nodes", () => {
    const growing = tree();
    assert.deepEqual(growing.children(0), [2, 1, 3]);
    assert.deepEqual(growing.children(1), [5, 4]);
    assert.deepEqual(growing.movesTo(5), ["b", "a"]);
    growing.goTo(4);
    assert.deepEqual(growing.children(1), [4]);
});

test("a node is as wide as its subtree, or as its visits", () => {
    const growing = tree();
    assert.deepEqual(placeOf(growing, 1), { left: 1 / 6, right: 4 / 6, level: 1 });
    assert.deepEqual([...growing.levels], [1, 3, 2]);
    growing.by = "visits";
    growing.weigh();
    assert.deepEqual([growing.size[0], growing.size[1]], [2, 2]);
});

test("what is drawn at a place is what a pointer finds there", () => {
    const growing = tree();
    for (let node = 0; node < growing.count; node += 1) {
        const { left, right, level } = placeOf(growing, node);
        assert.equal(nodeAt(growing, (left + right) / 2, level), node);
    }
    assert.equal(nodeAt(growing, 0.99, 1), null);
    assert.equal(nodeAt(growing, 1.5, 0), null);
});

test("pixels are covered by as much as lies in them, at every zoom", () => {
    const growing = tree();
    const { cover, cells } = rastered(growing, { left: 0, right: 1 }, 60, 3, () => 0, 5);
    const covered = (level) => cover.subarray(level * 60, (level + 1) * 60).reduce((sum, part) => sum + part, 0);
    assert.deepEqual([0, 1, 2].map((level) => Math.round(covered(level))), [60, 50, 20]);
    assert.equal(cells.length, 6);
    const near = rastered(growing, { left: 1 / 6, right: 4 / 6 }, 60, 3, () => 0, 5);
    assert.deepEqual(near.cells.map(({ node }) => node).sort(), [0, 1, 4, 5]);
    // Of a tree far below a pixel only what covers one is visited.
    assert.equal(rastered(growing, { left: 0, right: 1 }, 1, 3, () => 0, 2).cells.length, 0);
});

test("equal colours are one run", () => {
    const growing = tree();
    const { cover, tint } = rastered(growing, { left: 0, right: 1 }, 60, 3, (node) => (node === 2 ? 1 : -1), 5);
    assert.deepEqual(runs(cover, tint, 60, 60, 3), [[0, 2], [10, 0], [50, -1]]);
    assert.deepEqual(runs(cover, tint, 0, 60, 3), [[0, 0], [60, -1]]);
});

test("values are tinted by how far they are from the root's", () => {
    const growing = tree();
    const tintOf = tints(growing, spreadOf([growing]));
    assert.equal(tintOf(0), 0);
    assert.ok(tintOf(2) < 0 && tintOf(4) > 0 && tintOf(3) === 0);
});

test("a window stays within the tree", () => {
    assert.deepEqual(zoomed({ left: 0, right: 1 }, 2, 0.25, 0.01), { left: 0.125, right: 0.625 });
    assert.deepEqual(zoomed({ left: 0.5, right: 1 }, 0.1, 0.9, 0.01), { left: 0, right: 1 });
    const { left, right } = zoomed({ left: 0, right: 1 }, 1e9, 1, 0.01);
    assert.ok(Math.abs(right - left - 0.01) < 1e-12 && right <= 1);
    assert.deepEqual(within(0.9, 0.5), { left: 0.5, right: 1 });
});

test("time, facts and budgets", () => {
    assert.equal(placeAfter([1, 2, 2, 5], 2), 3);
    assert.deepEqual([0, 0.5, 1].map((part) => evaluationsAt(part, 1000)), [0, 250, 1000]);
    assert.equal(factsOf(tree()).text, "6 nodes, 2 moves deep, widest at move 1; best line of 1");
    assert.equal(limited("best-first", 10), "best-first:evaluations=10");
    assert.equal(limited("alpha-beta:table_bytes=8", 10), "alpha-beta:table_bytes=8,evaluations=10");
    assert.equal(limited("alpha-beta:depth=3", 10), "alpha-beta:depth=3");
});
