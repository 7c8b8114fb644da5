import assert from "node:assert/strict";
import { test } from "node:test";

import { Variations } from "../../assets/play/variations.js";

const texts = (nodes) => nodes.map(({ move }) => move).join(" ");

test("a move that is played again is the same move, and another one stands beside it", () => {
    const game = new Variations(["a", "b", "c"], ["max", "min", "max"]);
    game.goTo(game.path()[0]);
    game.play("b", "min", { value: 1 });
    assert.equal(texts(game.line()), "a b c");
    game.goTo(game.path()[0]);
    game.play("d", "min", null);
    assert.equal(texts(game.line()), "a d");
    assert.deepEqual(game.others(game.at).map(texts), ["b c"]);
    assert.equal(game.others(game.at)[0][0].thought.value, 1);
});

test("to go to a move makes its line the one that is played", () => {
    const game = new Variations(["a", "b"], ["max", "min"]);
    const [, b] = game.path();
    game.goTo(game.root);
    game.play("x", "max", null);
    game.goTo(b);
    assert.equal(texts(game.path()), "a b");
    game.goTo(game.root);
    assert.equal(texts(game.line()), "a b");
});
