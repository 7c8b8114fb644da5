"""Searchers that think in games, and what they report."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _bestply
from .tree import Tree
from .weights import Weights

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .settings import Settings


@dataclass(frozen=True)
class Move:
    """A move of the position that was searched."""

    text: str
    """The move in the game's notation."""
    value: float
    """Its value, seen from the first side; infinite where it wins or loses."""
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
    """The value of the position, seen from the first side; infinite where that side wins, or loses."""
    words: Optional[str]
    """Who is better by how much, in words."""
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

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(move.text)}</td><td style='text-align:right'>{move.value:g}</td>"
            f"<td style='text-align:right'>{'' if move.visits is None else move.visits}</td></tr>"
            for move in sorted(self.moves, key=lambda move: (move.text != self.best_move, -(move.visits or 0)))[:10]
        )
        head = f"<b>{escape(str(self.best_move))}</b>: {escape(self.words or '')}. {escape(' '.join(self.line))}"
        cost = f"{self.evaluations:,} evaluations in {self.seconds:.3f} s by {escape(self.searcher)}"
        table = f"<table><tr><th>move</th><th>value</th><th>visits</th></tr>{rows}</table>"
        return f"<div><p>{head}</p>{table}<p><small>{cost}</small></p></div>"


Evaluation = Union[str, Callable[[Any], Any]]


class Player:
    """A searcher with its evaluation that thinks in a game.

    Without a name it is ``puct-best-first`` where the game has constants of it for the evaluation,
    and else ``uct-best-first``.

    ``evaluation`` is the name of one of the game's, or a function.
    The function gets the positions of a batch and returns an array of as many numbers from -1 to 1,
    each as the side to move in that position sees it; another number is an error.
    It gets an array of shape (positions, planes, rows, columns) where the game has planes,
    and else a list of the objects that are positions of a game in Python.

    With ``policy=True`` the function returns two arrays: the values, and priors of the shape (positions, outputs).
    A row has a part for each output of the game's policy, of which those of the legal moves count.
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
        made = {"evaluation": evaluation, "policy": policy, "weights": weights, **settings}
        self._made = (searcher, made)
        self._core = _bestply.Player(game, searcher, **made)

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
        evaluations: Optional[int] = None,
        depth: Optional[int] = None,
        bytes: Optional[int] = None,
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

    def play(self, **limits: Any) -> Report:
        """Searches the position of the game, and plays the best move."""
        report = self.search(**limits)
        self.game.play(report.best_move)
        return report

    def tree(self, *, evaluations: int = 2000, steps: int = 2000) -> Tree:
        """The tree of a search of the game's position from nothing, recorded step by step."""
        return self._recorded(self.game, evaluations, steps)

    def _recorded(self, game: _bestply.Game, evaluations: int, steps: int) -> Tree:
        searcher, made = self._made
        core = _bestply.Player(game, searcher, **made)
        limits = {"time_ms": None, "evaluations": evaluations, "depth": None, "bytes": None}
        return Tree(*core._trace(limits, steps))

    def __reduce__(self):
        searcher, made = self._made
        return _player, (self.game, searcher, made)

    def __repr__(self) -> str:
        return repr(self._core)


def _player(game: _bestply.Game, searcher: Optional[str], made: dict[str, Any]) -> Player:
    return Player(game, searcher, **made)
