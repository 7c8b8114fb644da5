"""Searchers that think in games, and what they report."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from html import escape
from math import isfinite
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _bestply
from .evaluations import Evaluation, resolved
from .tree import Tree
from .weights import Weights

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .settings import Settings


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value


_MAPPED = 300
"""The evaluations of a search whose map a report shows in a notebook."""


@dataclass(frozen=True)
class Move:
    """A move of the position that was searched."""

    text: str
    """The move in the game's notation."""
    value: float
    """Its value in the searcher's units, seen from the first side; infinite where it wins or loses."""
    winner: Optional[str]
    """The side that wins, where the value is infinite."""
    points: Optional[float]
    """The points by which the first side is expected to win, where the evaluation says it."""
    chance: Optional[float]
    """The chance that the first side wins, from 0 to 1, where the evaluation says it."""
    words: str
    """What the value says to people: points and a chance where they are known, and else who stands better."""
    visits: Optional[int]
    """How often the search came to it, where the searcher counts that."""
    proved: bool
    """Whether finished games prove the value."""
    is_bound: bool
    """Whether the value is only a bound."""


@dataclass(frozen=True)
class Report:
    """What a search found."""

    best_move: Optional[str]
    """The move to play."""
    value: Optional[float]
    """Its value in the searcher's units, seen from the first side; infinite where that side wins, or loses."""
    winner: Optional[str]
    """The side that wins, where the value is infinite."""
    points: Optional[float]
    """The points by which the first side is expected to win, where the evaluation says it."""
    chance: Optional[float]
    """The chance that the first side wins, from 0 to 1, where the evaluation says it."""
    words: Optional[str]
    """What the value says to people: points and a chance where they are known, and else who stands better."""
    line: list[str]
    """The best line of play that the search knows."""
    moves: list[Move]
    """The legal moves that have a value."""
    evaluations: int
    """The static evaluations, the unit of cost."""
    expansions: int
    """The nodes whose children were made."""
    nodes: int
    """The most nodes held at once."""
    bytes: int
    """The most bytes held at once for nodes."""
    seconds: float
    """The elapsed time."""
    depth: Optional[int]
    """The plies to which all lines were searched, for a searcher that searches so."""
    stop: str
    """Why the search ended."""
    proved: bool
    """Whether the value is what the game is worth if both sides play perfectly."""
    searcher: str
    """The searcher with every setting that was in force, and how long it would think without a limit."""
    to_move: str
    """The side that was to move."""
    position: str
    """The position that was searched."""
    _player: Optional["Player"] = field(default=None, repr=False, compare=False)
    _game: Optional[_bestply.Game] = field(default=None, repr=False, compare=False)

    def tree(self, *, evaluations: int = 2000, steps: int = 2000) -> Tree:
        """The tree of the same player's search of the same position from nothing, with so many evaluations at most.

        A search at full strength is not watched, since that would slow it down: this is another one, recorded.
        """
        if self._player is None or self._game is None:
            raise _bestply.Error("tree: the report was pickled without its player, who would search again")
        return self._player._recorded(self._game, min(evaluations, max(self.evaluations, 1)), steps)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_player": None, "_game": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, which JSON takes; its moves are dictionaries.

        Where a value is infinite it is ``None``, and ``winner`` says who wins.
        """
        plain = {key: _finite(value) for key, value in vars(self).items() if not key.startswith("_")}
        moves = [{key: _finite(value) for key, value in vars(move).items()} for move in self.moves]
        return {**plain, "line": list(self.line), "moves": moves}

    def _repr_html_(self) -> str:
        """The board, what the best moves are worth, and the map of the search."""
        right = "style='text-align:right'"
        rows = "".join(
            f"<tr><td>{escape(move.text)}</td><td>{escape(move.words)}</td><td {right}>{move.value:g}</td>"
            f"<td {right}>{'' if move.visits is None else format(move.visits, ',')}</td></tr>"
            for move in sorted(self.moves, key=lambda move: (move.text != self.best_move, -(move.visits or 0)))[:10]
        )
        head = f"<b>{escape(str(self.best_move))}</b>: {escape(self.words or '')}. {escape(' '.join(self.line))}"
        cost = f"{self.evaluations:,} evaluations in {self.seconds:.3f} s by {escape(self.searcher)}"
        titles = "<tr><th>move</th><th>value</th><th>units</th><th>visits</th></tr>"
        board = "" if self._game is None else self._game._repr_html_()
        table = f"<table>{titles}{rows}</table><p><small>{cost}</small></p>"
        return f"<div><p>{head}</p>{board}{table}{self._map()}</div>"

    def _map(self) -> str:
        """The map of a search of so many steps. What is written in Python is not asked for a picture."""
        if self._player is None or self._player._asks_python:
            return "<p><small>report.tree() is the map of the search.</small></p>"
        tree = self.tree(evaluations=_MAPPED, steps=_MAPPED)._repr_html_()
        return f"<details><summary>The map of the search's first {_MAPPED} evaluations</summary>{tree}</details>"


class Player:
    """A searcher with its evaluation that thinks in a game.

    Without a name it is ``puct-best-first`` where the game has constants of it for the evaluation,
    and else ``uct-best-first``.

    ``evaluation`` is the name of one of the game's, a function, a module of PyTorch or an evaluator of OpenSpiel.
    A function gets the positions of a batch and returns an array of as many numbers from -1 to 1,
    each as the side to move in that position sees it; another number is an error.
    It gets an array of shape (positions, planes, rows, columns) where the game has planes,
    and else a list of the objects that are positions of a game in Python, or of the states of one of OpenSpiel.
    The static method ``evaluate_batch`` of a game in Python is such a function, where no other evaluation is given.

    With ``policy=True`` the function returns two arrays: the values, and priors of the shape (positions, outputs).
    A row has a part for each output of the game's policy, of which those of the legal moves count.
    For a game in Python it is a list of rows, each with a part for each of the position's moves.
    Searchers that go by priors ask for them.

    The keywords are the searcher's settings, as ``leaves=64`` or ``exploration=0.3``, a preset among them.
    Without any the player has the constants that were tuned for the game.
    ``bestply.settings(searcher)`` says what each does, and ``Settings`` has their types.
    """

    def __init__(
        self,
        game: _bestply.Game,
        searcher: Optional[str] = None,
        *,
        evaluation: Optional[Evaluation] = None,
        policy: bool = False,
        weights: Optional[Union[bytes, Weights]] = None,
        **settings: Unpack[Settings],
    ) -> None:
        weights = weights.to_bytes() if isinstance(weights, Weights) else weights
        self._made = (searcher, {"evaluation": evaluation, "policy": policy, "weights": weights, **settings})
        self._core = self._seated(game)

    def _seated(self, game: _bestply.Game) -> _bestply.Player:
        searcher, made = self._made
        evaluation, policy = resolved(made["evaluation"], made["policy"], game)
        return _bestply.Player(game, searcher, **{**made, "evaluation": evaluation, "policy": policy})

    @property
    def game(self) -> _bestply.Game:
        """The game in which the player thinks."""
        return self._core.game

    @property
    def searcher(self) -> str:
        """The searcher with every setting that is in force."""
        return self._core.searcher

    def search(
        self,
        *,
        time_ms: Optional[float] = None,
        evaluations: Optional[float] = None,
        depth: Optional[int] = None,
        bytes: Optional[Union[int, str]] = None,
    ) -> Report:
        """Searches the position of the game, for a second if nothing limits it.

        The interpreter's lock is released, and an interrupt ends the search.
        Whoever asks a player that is searching waits for it,
        or gets a ``RuntimeError`` where its evaluation or its game is in Python, which might wait for whoever asks.
        """
        limits = {"time_ms": time_ms, "evaluations": evaluations, "depth": depth, "bytes": bytes}
        found = self._core._search(limits)
        found["moves"] = [Move(*move) for move in found["moves"]]
        return Report(**found, _player=self, _game=self.game.copy())

    async def search_async(self, **limits: Any) -> Report:
        """As `search`, on a thread of the event loop's; cancelling it ends the search."""
        searching = asyncio.get_running_loop().run_in_executor(None, partial(self.search, **limits))
        try:
            return await asyncio.shield(searching)
        finally:
            # A search that is still to begin has nothing yet that could be stopped.
            while not searching.done():
                self.stop()
                await asyncio.wait([searching], timeout=0.01)

    def stop(self) -> None:
        """Ends the search that another thread is in, which returns what it has found; without one nothing happens."""
        self._core.stop()

    def play(self, **limits: Any) -> Report:
        """Searches the position of the game, and plays the best move."""
        report = self.search(**limits)
        self.game.play(report.best_move)
        return report

    def tree(self, *, evaluations: int = 2000, steps: int = 2000) -> Tree:
        """The tree of a search of the game's position from nothing, recorded step by step."""
        return self._recorded(self.game, evaluations, steps)

    def _recorded(self, game: _bestply.Game, evaluations: int, steps: int) -> Tree:
        limits = {"time_ms": None, "evaluations": evaluations, "depth": None, "bytes": None}
        return Tree(*self._seated(game)._trace(limits, steps))

    @property
    def _asks_python(self) -> bool:
        evaluation = self._made[1]["evaluation"]
        return self.game.object is not None or not isinstance(evaluation, (str, type(None)))

    def __reduce__(self):
        searcher, made = self._made
        return _player, (self.game, searcher, made)

    def __repr__(self) -> str:
        return repr(self._core)


def _player(game: _bestply.Game, searcher: Optional[str], made: dict[str, Any]) -> Player:
    return Player(game, searcher, **made)
