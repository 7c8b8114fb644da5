import assert from "node:assert/strict";
import { test } from "node:test";

import { inkOn } from "../../assets/elements.js";
import { plural } from "../../assets/values.js";
import { isPass, lineText, moveText, timeText, unitsText } from "../../assets/words.js";

const sides = { max: "black", min: "white" };

test("a value in units has a sign, and an infinity a winner", () => {
    assert.equal(unitsText(-12, sides), "−12");
    assert.equal(unitsText(12, sides), "+12");
    assert.equal(unitsText(2147483647, sides), "black wins");
    assert.equal(unitsText(null, sides), "–");
});

test("times and numbers are said shortly", () => {
    assert.deepEqual([0.01, 3.21, 250, 2500].map(timeText), ["less than 0.1 ms", "3.2 ms", "250 ms", "2.5 s"]);
    assert.deepEqual([plural(1, "move"), plural(2000, "move")], ["1 move", "2,000 moves"]);
    assert.deepEqual(["#ffffff", "#222228"].map(inkOn), ["#000000", "#ffffff"]);
});

test("a pass is a word, whatever a notation has before it", () => {
    assert.deepEqual(["--", "tiger:--", "d6", "a2-c2", "b1xb3"].map(moveText), ["pass", "pass, tiger", "d6", "a2-c2", "b1xb3"]);
    assert.deepEqual(["--", "tiger:--", "d6", ""].map(isPass), [true, true, false, false]);
    assert.equal(lineText(["--", "c1"]), "pass c1");
});
