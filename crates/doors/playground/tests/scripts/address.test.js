import assert from "node:assert/strict";
import { test } from "node:test";

import { fragmentOf, parsed } from "../../assets/address.js";

test("an address without a mode is a game to play", () => {
    assert.deepEqual(parsed("#game=othello&moves=f5,d6"), { mode: "play", state: { address: "game=othello&moves=f5,d6" } });
    assert.deepEqual(parsed(""), { mode: "play", state: {} });
});

test("a mode has a value, a game and parts of its own", () => {
    assert.deepEqual(parsed("#learn=3"), { mode: "learn", state: { value: "3" } });
    const state = { address: "game=random&set.branching=3", searcher: "best-first:evaluations=9" };
    assert.deepEqual(parsed(`#look&game=random&set.branching=3&searcher=best-first%3Aevaluations%3D9`), { mode: "look", state });
});

test("what is written is read", () => {
    for (const [mode, state] of [
        ["learn", { value: "7" }],
        ["compare", { address: "game=oware&number=1" }],
        ["look", { address: "game=othello", searcher: "a:b=1,c=%&é", second: "x" }],
        ["play", { address: "game=othello&number=1" }],
    ]) {
        assert.deepEqual(parsed(fragmentOf(mode, state)), { mode, state });
    }
});

test("a part that is damaged is kept as it is", () => {
    assert.deepEqual(parsed("#look&searcher=%zz").state, { searcher: "%zz" });
});
