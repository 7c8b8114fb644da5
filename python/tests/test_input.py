"""Whatever a function is given, it returns soon or raises an exception of one line that names what is wrong."""

import math
import pickle

import bestply as bp
import numpy as np
import pytest

from nim import Nim
from test_asking import alarm


class Strange:
    """An object whose methods raise exceptions."""

    def __repr__(self):
        raise ArithmeticError("nothing to show")

    __str__ = __index__ = __float__ = __len__ = __hash__ = __iter__ = __fspath__ = __repr__


BAD = {
    "nothing": None,
    "minus one": -1,
    "nought": 0,
    "three": 3,
    "beyond 63 bits": 2**63,
    "beyond 64 bits": 2**64,
    "ten to the 5000": 10**5000,
    "1e300": 1e300,
    "half": 0.5,
    "nan": math.nan,
    "infinity": math.inf,
    "yes": True,
    "no text": "",
    "no line": "\0\n\u2028",
    "no utf-8": "\ud800",
    "a long text": "x" * 5000,
    "bytes": b"\xff" * 100,
    "a list": [1, "two"],
    "no list": [],
    "a dictionary": {"a": 1},
    "an array": np.zeros((2, 2)),
    "a function": lambda *given: given,
    "an object": object(),
    "strange": Strange(),
}
HERE = bp.game("connect-four")


def player(**made):
    return bp.Player(HERE, "best-first", **made)


def of_a_game(method, matches=3):
    """What is made of a game in Python of which one method returns something."""

    def ask(returned):
        game = bp.Game.of(type("Odd", (Nim,), {method: lambda self, *_: returned})(matches))
        return str(game), game.moves, bp.Player(game, "best-first").search(evaluations=20)

    return ask


METHODS = {"to_move": 1, "moves": [1], "play": Nim(2), "evaluate": 0.5, "move_text": "one", "__hash__": 1, "__str__": ""}
CALLS = {
    "game": (bp.game, dict(name="oware", position=None, number=1, moves="", branching=2)),
    "game of": (bp.Game.of, dict(position=Nim(3))),
    "play": (lambda mv: HERE.copy().play(mv), dict(mv="d")),
    "pickle": (bp._bestply._restored, dict(record=None, position=Nim(3), indices=[0])),
    "read_game": (bp.read_game, dict(text=HERE.record(), game_number=1, variation=1)),
    "settings": (bp.settings, dict(searcher="best-first")),
    "Player": (
        bp.Player,
        dict(game=HERE, searcher="best-first", evaluation=None, weights=None, leaves=1, evaluations=5),
    ),
    "search": (
        lambda **limits: player().search(**{"evaluations": 50, **limits}),
        dict(time_ms=10, evaluations=5, depth=2, bytes=10_000),
    ),
    "player play": (
        lambda **limits: bp.Player(HERE.copy(), "best-first").play(**{"depth": 1, **limits}),
        dict(time_ms=10, evaluations=5, depth=1, bytes=10_000),
    ),
    "tree": (lambda **given: player().tree(**given), dict(evaluations=5, steps=5)),
    "report tree": (lambda **given: player().search(evaluations=5).tree(**given), dict(evaluations=5, steps=5)),
    "evaluation": (
        lambda returned: player(evaluation=lambda planes: returned).search(evaluations=20),
        dict(returned=[0.5]),
    ),
    "value": (of_a_game("value", 0), dict(returned=1)),
    **{method: (of_a_game(method), dict(returned=right)) for method, right in METHODS.items()},
    "experiment": (
        lambda **given: bp.experiment(progress=False, **given),
        dict(description="no-preset", out="/nowhere/run", shard="1/2", merge=None, quick=True, pairs=2, games=["oware"])
        | dict(budgets=["evaluations=10"], challengers=["best-first"], threads=1, fresh=False),
    ),
    "load": (bp.load, dict(folder="/nowhere")),
    "train": (
        lambda **given: bp.train(**given),
        dict(game="no-game", out="/nowhere/weights", games=1, seed=1, threads=1, continues=False, pairs=1),
    ),
    "weights": (bp.weights, dict(source=b"")),
    "sealed": (bp._bestply._sealed, dict(bytes=b"")),
    "check weights": (bp._bestply._check_weights, dict(bytes=b"")),
    "from_open_spiel": (lambda game: bp.from_open_spiel(game), dict(game=None)),
    "bot": (lambda limits: bp.OpenSpielBot(limits=limits).step(None), dict(limits={})),
    "play_number": (lambda number: HERE.copy().play_number(number), dict(number=3)),
    "planes": (lambda side: HERE.planes(side), dict(side="dark")),
}


@pytest.mark.parametrize(
    ("call", "given", "argument"),
    [(call, given, argument) for call, given in CALLS.values() for argument in given],
    ids=[f"{name}-{argument}" for name, (_, given) in CALLS.items() for argument in given],
)
def test_whatever_is_given_is_answered_or_told(call, given, argument):
    for what, bad in BAD.items():
        with alarm(20):
            try:
                call(**{**given, argument: bad})
            # A panic is no `Exception`.
            except Exception as told:
                words = "" if bad is BAD["strange"] else str(told)
                assert "fault of bestply" not in words and "\n" not in words, (what, told)
                assert len(words) < 20_000, (what, told)


WHOLE = "must be a whole number from"
OTHELLO = bp.game("othello")
NO_EVALUATION = "evaluation must be a name, a function of a batch, a module of PyTorch or an evaluator of .*, not"
# What is asked wrongly, and the line that names the argument, what it got and what would be right.
MISUSES = {
    "game of a number": (lambda: bp.game(3), TypeError, "name must be a text, not 3"),
    "position of bytes": (lambda: bp.game("oware", position=b""), TypeError, "position must be a text, not b''"),
    "moves in a list": (lambda: bp.game("oware", moves=["A"]), TypeError, r"moves must be a text, not \['A'\]"),
    "a game without methods": (
        lambda: bp.Game.of(object()),
        TypeError,
        "position must have the methods to_move, moves, play and value; <object .* has no to_move",
    ),
    "a record of a number": (lambda: bp.read_game(3), TypeError, "text must be a text, not 3"),
    "settings of nobody": (lambda: bp.settings("best"), ValueError, "unknown searcher `best`"),
    "settings of a number": (lambda: bp.settings(3), TypeError, "searcher must be a text, not 3"),
    "a number of no move": (lambda: OTHELLO.copy().play_number(3), ValueError, "number 3 is that of no .* 19 for d3, 26"),
    "a number beyond": (lambda: HERE.copy().play_number(7), ValueError, f"number {WHOLE} 0 to 6, not 7"),
    "a word for a number": (lambda: HERE.copy().play_number("d"), TypeError, f"number {WHOLE} 0 to 6, not 'd'"),
    "a move of a finished game": (
        lambda: bp.game("tic-tac-toe", moves="a1 a2 b1 b2 c1").play_number(5),
        ValueError,
        "number 5: the game is over, x wins",
    ),
    "another's planes": (lambda: HERE.planes("white"), ValueError, "side must be dark or light, not `white`"),
    "a player of no game": (lambda: bp.Player("othello"), ValueError, r"game must be a bestply.Game, .*, not builtins.str"),
    "a searcher of a number": (lambda: bp.Player(HERE, 3), TypeError, "searcher must be a text, not 3"),
    "a searcher that is none": (lambda: bp.Player(HERE, "best"), ValueError, "best-first"),
    "an evaluation that is a number": (lambda: player(evaluation=3), ValueError, f"{NO_EVALUATION} builtins.int"),
    "an evaluation that is none": (lambda: player(evaluation="fast"), ValueError, "connect-four has no evaluation `fast`"),
    "a policy of a word": (lambda: player(policy="yes"), TypeError, "policy must be True or False, not 'yes'"),
    "a policy of a name": (lambda: player(evaluation="plain", policy=True), ValueError, "policy is for an .* function"),
    "weights of a path": (lambda: player(weights="a.weights"), TypeError, "weights must be bestply.Weights .*, not 'a.we"),
    "a setting": (lambda: player(leaves=0), ValueError, "leaves"),
    "a setting that is none": (lambda: player(leafs=2), ValueError, "leaves"),
    "a description": (lambda: bp.experiment(3, progress=False), TypeError, "description must be a path, not 3"),
    "a description's key": (lambda: bp.experiment({"pears": 1}, progress=False), ValueError, "pears"),
    "games in a text": (
        lambda: bp.experiment("uct", games="oware", progress=False),
        TypeError,
        "games must be a list of texts, not 'oware'",
    ),
    "a shard": (lambda: bp.experiment("uct", shard="9/8", progress=False), ValueError, "shard: expected a shard such as .*, not 9/8"),
    "a merge in a text": (
        lambda: bp.experiment("uct", merge="results", progress=False),
        TypeError,
        "merge must be a list of paths, not 'results'",
    ),
    "quick": (lambda: bp.experiment("uct", quick="yes", progress=False), TypeError, "quick must be True or False, not 'yes'"),
    "results": (lambda: bp.load(3), ValueError, "folder must be a path, not 3"),
    "a training": (lambda: bp.train(3, "/w", games=1), TypeError, "game must be a text, not 3"),
    "a file of weights": (lambda: bp.weights(3), ValueError, "source must be the path of a file of weights .*, not 3"),
    "no file of weights": (lambda: bp.weights("/no/such"), ValueError, "source: '/no/such' cannot be read: .*No such file"),
}
WRONG = {
    "evaluations below": (lambda: player().search(evaluations=-1), ValueError, f"evaluations {WHOLE} 1 to .*, not -1"),
    "no evaluations": (lambda: player().search(evaluations=0), ValueError, f"evaluations {WHOLE} 1 to .*, not 0"),
    "evaluations above": (lambda: player().search(evaluations=2**64), ValueError, f"evaluations {WHOLE}.*, not 18446"),
    "a word": (lambda: player().search(evaluations="many"), TypeError, f"evaluations {WHOLE} .*, not 'many'"),
    "a decimal": (lambda: player().search(evaluations=1.5), TypeError, f"evaluations {WHOLE} .*, not 1.5"),
    "depth": (lambda: player().search(depth=1001), ValueError, f"depth {WHOLE} 1 to 1000, not 1001"),
    "bytes": (lambda: player().search(bytes=10), ValueError, f"bytes {WHOLE} 1024 to .*, not 10"),
    "no unit": (lambda: player().search(bytes="64M"), ValueError, "bytes must be from 1024 to .*such as 64MiB, not '64M'"),
    "time below": (lambda: player().search(time_ms=-1), ValueError, "time_ms must be a number above 0 and .*, not -1"),
    "time above": (lambda: player().search(time_ms=1e300), ValueError, "time_ms .* at most 9223372036854776, not 1e"),
    "whole time": (lambda: player().search(time_ms=10**18), ValueError, "time_ms .* at most 9223372036854776, not 10"),
    "no time": (lambda: player().search(time_ms=math.nan), ValueError, "time_ms .*, not nan"),
    "time of words": (lambda: player().search(time_ms="1"), TypeError, "time_ms must be a number .*, not '1'"),
    "steps": (lambda: player().tree(steps=10**6), ValueError, f"steps {WHOLE} 0 to 2000, not 1000000"),
    "number": (lambda: bp.game("onitama", number=-1), ValueError, f"number {WHOLE} 0 to .*, not -1"),
    "threads": (lambda: bp.train("oware", "/w", games=1, threads=0), ValueError, f"threads {WHOLE} 1 to 1024, not 0"),
    "games": (lambda: bp.train("oware", "/nowhere/w", games=0), ValueError, f"games {WHOLE} 1 to .*, not 0"),
    "to_move": (lambda: of_a_game("to_move")("me"), ValueError, "to_move.. is 'me'; it is 0 for the first player, or 1"),
    "evaluate": (lambda: of_a_game("evaluate")(1.5), ValueError, "evaluate.. is 1.5, which is no number from -1 to 1"),
    "no evaluate": (lambda: of_a_game("evaluate")(None), TypeError, "evaluate.. must be a number, not None"),
    "value": (lambda: of_a_game("value", 0)(math.nan), ValueError, "value.. is nan, which is no number"),
    **MISUSES,
    "no value": (lambda: of_a_game("value", 0)("won"), TypeError, "value.. must be a number, not 'won'"),
}


@pytest.mark.parametrize(("call", "raised", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_named_with_what_would_be_right(call, raised, words):
    with pytest.raises(raised, match=words) as told:
        call()
    assert "\n" not in str(told.value) and isinstance(told.value, bp.Error)


RETURNED = {
    "a single number": (lambda planes: 0.5, TypeError, "the evaluation is 0.5: it must be an array of . numbers"),
    "beyond the scale": (lambda planes: [7.0] * len(planes), ValueError, r"values\[0\] is 7, which is no number from -1"),
    "infinity": (
        lambda planes: [0.0] * (len(planes) - 1) + [-math.inf],
        ValueError,
        r"values\[6\] is -inf, which is no number from -1 to 1",
    ),
    "too few": (lambda planes: [], ValueError, "has 0 values for . positions"),
    "a column": (lambda planes: np.zeros((len(planes), 1)), ValueError, r"shape \[., 1\]: it must be an array of"),
    "a word": (lambda planes: "won", TypeError, "the evaluation must be an array of numbers, not 'won'"),
    "nothing": (lambda planes: None, TypeError, "the evaluation is None: it must be an array of . numbers"),
}


@pytest.mark.parametrize(("evaluation", "raised", "words"), RETURNED.values(), ids=RETURNED)
def test_an_evaluation_that_returns_something_else_is_told(evaluation, raised, words):
    with pytest.raises(raised, match=words) as told:
        player(evaluation=evaluation, leaves=4).search(evaluations=100)
    assert "\n" not in str(told.value) and isinstance(told.value, bp.Error)


@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf, -0.25, 1e308])
@pytest.mark.parametrize(("here", "moves"), [(HERE, 7), (bp.Game.of(Nim(7)), 3)], ids=["planes", "objects"])
@pytest.mark.parametrize("settings", [{}, {"leaves": 4}, {"threads": 2, "transpositions": "off"}])
@pytest.mark.filterwarnings("ignore:overflow encountered in cast")
def test_a_prior_that_is_none_is_told_with_its_place(bad, here, moves, settings):
    def both(batch):
        rows = [[1.0] * moves for _ in batch] if moves == 7 else [[1.0] * len(position.moves()) for position in batch]
        for row in rows:
            row[-1] = bad
        return [0.0] * len(batch), rows

    asking = bp.Player(here, "puct-best-first", evaluation=both, policy=True, **settings)
    words = rf"priors\[[0-9]+\]\[{moves - 1}\] is (NaN|-?inf|-0.25), which is no finite number from 0 on"
    with pytest.raises(bp.Error, match=words):
        asking.search(evaluations=100)


def test_the_ends_of_the_scale_are_values_and_a_rounding_error_is_none():
    for value in (1.0, -1.0, 1.0000002, np.float32(-1.0000001)):
        assert player(evaluation=lambda planes: [value] * len(planes)).search(evaluations=20).best_move


def test_long_limits_are_kept():
    report = player().search(evaluations=20, time_ms=9_000_000_000_000_000)
    assert report.evaluations == 20
    assert player().search(evaluations=np.int64(20), time_ms=np.float32(1e6)).evaluations == 20


@pytest.mark.parametrize("number", [3, 0, -1, np.int64(3), "3", True])
def test_a_number_is_no_move(number):
    game = bp.game("othello")
    with pytest.raises(bp.Error, match=f"`{number}` is no legal move here, only `c4`|only `d3`"):
        game.play(number)
    with pytest.raises(bp.Error, match="no legal move"):
        bp.game("othello", moves=str(number))
    with pytest.raises(bp.Error, match="no legal move"):
        bp.read_game(game.record().replace('moves = ""', f'moves = "{number}"'))
    assert game.history == []


def test_numbers_are_moves_where_the_notation_writes_them():
    game = bp.Game.of(Nim(7))
    game.play(3)
    assert game.history == ["3"] and pickle.loads(pickle.dumps(game)).history == ["3"]


def test_whole_numbers_have_exponents_and_bytes_have_units():
    assert player(evaluations=2e1).search().evaluations == player().search(evaluations=2e1).evaluations == 20
    sizes = [65536, 65536.0, "64KiB", "64 kib", "65536", "65.536kB"]
    assert len({player().search(evaluations=20, bytes=size).evaluations for size in sizes}) == 1
    assert player(bytes="64KiB").search(evaluations=20).evaluations == 20
    described = {"name": "n", "pairs": 1e0, "evaluations": [1e1], "opponent": "best-first"}
    found = bp.experiment({**described, "challenger": "alpha-beta", "game": {"kind": "tic-tac-toe"}}, progress=False)
    assert [cell["pairs"] for cell in found.cells] == [1]
