"""Games of the catalogue and games in Python."""

import copy
import pickle
from html import escape

import bestply as bp
import numpy as np
import pytest

from nim import Nim


def test_a_game_is_played_and_taken_back():
    game = bp.game("othello", moves="f5 d6")
    assert game.history == ["f5", "d6"] and game.to_move == "black" and not game.is_over
    game.play("c3")
    assert game.undo() == "c3" and "c3" in game.moves
    assert repr(game) == "<Othello after 2 moves, black to move>"
    assert bp.game("othello", position=game.position).moves == game.moves


def test_settings_and_planes():
    few, many = (bp.game("random", branching=branching, length=10, number=2) for branching in (2, 9))
    assert len(few.moves) < len(many.moves)
    planes = bp.game("connect-four").planes()
    assert planes.shape[1:] == (6, 7) and planes.dtype == np.float32 and planes.sum() == 0


def test_the_game_and_the_line_of_a_number_are_read():
    text = "(;GM[1]SZ[9];B[ee](;W[gc])(;W[cg]))(;GM[2];B[fe])"
    read = [bp.read_game(text), bp.read_game(text, variation=2), bp.read_game(text, game_number=2)]
    assert [(game.name, " ".join(game.history)) for game in read] == [
        ("go-9x9", "e5 g7"),
        ("go-9x9", "e5 c3"),
        ("othello", "f5"),
    ]
    for words, wrong in [("no game 3", dict(game_number=3)), ("no variation 3", dict(variation=3))]:
        with pytest.raises(bp.Error, match=words):
            bp.read_game(text, **wrong)
    with pytest.raises((bp.Error, ValueError), match="game_number"):
        bp.read_game(text, game_number=0)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: bp.game("othelo"), "unknown game `othelo`; did you mean `othello`?"),
        (lambda: bp.game("othello", moves="f5 f5"), "move 2: `f5` is no legal move here"),
        (lambda: bp.game("oware", branching=3), "branching"),
        (lambda: bp.read_game("nothing"), "no saved game"),
        (lambda: bp.Player(bp.game("oware"), "best-firs"), "best-first"),
        (lambda: bp.Player(bp.game("oware"), "best-first", leafs=2), "leaves"),
        (lambda: bp.Player(bp.game("oware"), "best-first", evaluation="strong"), "oware has no evaluation `strong`"),
        (lambda: bp.Player(bp.game("oware"), "best-first").search(time_ms=-1), "time_ms"),
        (lambda: bp.load("/nowhere"), "no results.json"),
    ],
)
def test_bad_input_is_an_exception_of_one_line(make, words):
    with pytest.raises(bp.Error) as told:
        make()
    message = str(told.value)
    assert words in message and "\n" not in message and isinstance(told.value, ValueError)


@pytest.mark.parametrize("game", [bp.game("oware", moves=""), bp.game("onitama", number=3), bp.Game.of(Nim(7))])
def test_games_are_pickled_and_copied(game):
    game.play(game.moves[0])
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game), game.copy()):
        assert (str(other), other.moves, other.history) == (str(game), game.moves, game.history)
        other.play(other.moves[0])
        assert len(game.history) == 1, "it goes on by itself"


@pytest.mark.parametrize("searcher", bp.searchers())
def test_every_searcher_plays_a_game_in_python(searcher):
    game = bp.Game.of(Nim(6))
    settings = {"alpha_beta_depth": 2} if searcher == "best-first-extension" else {}
    report = bp.Player(game, searcher, ends="searcher", **settings).search(evaluations=2000, depth=8)
    assert report.best_move in game.moves
    if report.proved:
        assert report.best_move == "2", "four matches are lost"


def test_a_game_in_python_is_played_to_its_end():
    game = bp.Game.of(Nim(10))
    assert game.object.matches == 10 and str(game) == "10 matches" and game.name == "python"
    while not game.is_over:
        bp.Player(game, "best-first").play(evaluations=500)
    assert game.winner == game.sides[0]


def test_what_a_game_in_python_raises_comes_through():
    class Broken(Nim):
        def play(self, taken):
            raise RuntimeError("the matches are wet")

    with pytest.raises(RuntimeError, match="the matches are wet"):
        bp.Player(bp.Game.of(Broken()), "best-first").search(evaluations=10)

    class Sideless(Nim):
        def to_move(self):
            return 2

    with pytest.raises(bp.Error, match="to_move"):
        bp.Game.of(Sideless())


class Meddling:
    """Nim whose positions share a heap, as many games do that are not made for a search."""

    def __init__(self, heap, is_new):
        self.heap, self.is_new = heap, is_new

    def to_move(self):
        return self.heap["mover"]

    def moves(self):
        return [taken for taken in (1, 2, 3) if taken <= self.heap["matches"]]

    def play(self, taken):
        self.heap["matches"] -= taken
        self.heap["mover"] = 1 - self.heap["mover"]
        return Meddling(self.heap, self.is_new) if self.is_new else self

    def value(self):
        return 1 if self.to_move() == 1 else -1


@pytest.mark.parametrize("is_new", [False, True], ids=["it returns itself", "it returns another"])
@pytest.mark.parametrize("ask", [lambda game: game.play(2), lambda game: bp.Player(game, "minimax").search(depth=9)])
def test_a_game_that_changes_itself_is_noticed(is_new, ask):
    game = bp.Game.of(Meddling({"matches": 7, "mover": 0}, is_new))
    with pytest.raises(bp.Error, match=r"play\([12]\) must leave its position as it is, and return another object"):
        ask(game)


def test_a_game_may_be_as_long_as_it_likes():
    class Long(Nim):
        def moves(self):
            return [1] if self.matches else []

    # Whoever forgets it one position within another overflows the stack.
    game = bp.Game.of(Long(10**6))
    assert len(bp.Player(game, "best-first").search(evaluations=200_000).line) == 200_000
    del game


def test_names_are_escaped_in_html():
    class Marked(Nim):
        def moves(self):
            return [f"<i>{taken}" for taken in super().moves()]

        def play(self, taken):
            return super().play(int(taken[3:]))

        def __str__(self):
            return "<script>alert(1)</script>"

    game = bp.Game.of(Marked(5))
    shown = game._repr_html_() + bp.Player(game, "best-first").search(evaluations=50)._repr_html_()
    shown += escape(bp.Player(game, "best-first").tree(evaluations=9).html())
    assert "<script>alert" not in shown and "<i>" not in shown and "&lt;i&gt;" in shown
