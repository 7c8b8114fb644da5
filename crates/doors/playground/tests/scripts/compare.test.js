// What Compare makes of what searchers found. Run by `node --test`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { differing, overlooked } from "../../assets/compare/differences.js";

const result = (name, best, share) => ({ name, report: { best, worth: { share }, line: [best, ...name] } });

test("those that play other moves are shown first, and then those that value the position otherwise", () => {
    const alike = ["a", "b", "c", "d"].map((name) => result(name, "f5", 0.1));
    const results = [...alike, result("other", "c4", 0.1), result("gloomy", "f5", -0.5), { name: "failed", report: null }];
    const shown = differing(results, result("", "f5", 0.1).report).map(({ name }) => name);
    assert.deepEqual(shown, ["other", "gloomy", "a", "b"]);
});

test("a move has one sentence, whoever chose it", () => {
    const results = [...["a", "b", "c", "d", "e"].map((name) => result(name, "f5", 0)), result("g", "c4", 0), result("h", "d3", 0)];
    const losses = { c4: { difference: 3, text: "3.0 points" }, d3: { difference: 0, text: "0.0 points" } };
    const values = new Map([["f5", { line: ["d6", "c3"] }], ["c4", { line: ["e3"] }], ["d3", { line: [] }]]);
    const items = overlooked(results, "f5", (move) => losses[move] ?? null, values);
    assert.deepEqual(items, [
        [["a", "b", "c", "2 others"], " play f5, the best, looking 2 moves ahead: d6 c3 follows."],
        [["h"], " chooses d3, which is as good."],
        [["g"], " overlooks f5, better by 3.0 points, looking 2 moves ahead: after c4 the deeper search expects e3."],
    ]);
    const [[nobody]] = overlooked([result("g", "c4", 0)], "f5", () => null, values);
    assert.deepEqual(nobody, ["Nobody"]);
});
