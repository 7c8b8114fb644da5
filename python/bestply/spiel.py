"""Games of OpenSpiel searched by bestply, and bestply's players as OpenSpiel's bots."""

from __future__ import annotations

from typing import Any, Callable, Optional

from ._bestply import Error, Game
from .player import Player


class SpielPosition:
    """A state of a game of OpenSpiel, with the methods that a game in Python has."""

    __slots__ = ("state",)

    def __init__(self, state: Any) -> None:
        self.state = state

    def to_move(self) -> int:
        # A finished state has no player; whoever would be to move matters to nobody.
        return max(self.state.current_player(), 0)

    def moves(self) -> list[int]:
        return [] if self.state.is_terminal() else self.state.legal_actions()

    def play(self, move: int) -> SpielPosition:
        return SpielPosition(self.state.child(move))

    def value(self) -> float:
        return self.state.returns()[0]

    def move_text(self, move: int) -> str:
        return self.state.action_to_string(self.state.current_player(), move).replace(" ", "_")

    def __str__(self) -> str:
        return str(self.state)

    def __reduce__(self):
        import pyspiel

        return _of_text, (pyspiel.serialize_game_and_state(self.state.get_game(), self.state),)


def _of_text(text: str) -> SpielPosition:
    import pyspiel

    return SpielPosition(pyspiel.deserialize_game_and_state(text)[1])


def from_open_spiel(game: Any, state: Optional[Any] = None) -> Game:
    """A game of OpenSpiel as a game of bestply, which all searchers play.

    It is a game for two players who take turns, without chance and without secrets, as
    ``pyspiel.load_game("hex(board_size=5)")``.
    ``state`` is the position at which it begins, by default the initial one.
    A win counts as a win, whatever it is worth there.
    """
    import pyspiel

    kind = game.get_type()
    types = pyspiel.GameType
    is_deterministic = kind.chance_mode == types.ChanceMode.DETERMINISTIC
    is_open = kind.information == types.Information.PERFECT_INFORMATION
    takes_turns = kind.dynamics == types.Dynamics.SEQUENTIAL
    if game.num_players() != 2 or not (is_deterministic and is_open and takes_turns):
        raise Error(f"{kind.short_name} is no game for two who take turns, without chance and without secrets")
    return Game.of(SpielPosition(game.new_initial_state() if state is None else state))


class OpenSpielBot:
    """A player of bestply for a game of OpenSpiel, with the methods of ``pyspiel.Bot``.

    >>> bot = OpenSpielBot("best-first", evaluation=value, leaves=16, limits={"evaluations": 1000})  # doctest: +SKIP
    """

    def __init__(
        self,
        searcher: Optional[str] = None,
        *,
        evaluation: Optional[Callable[[list[Any]], Any]] = None,
        limits: Optional[dict[str, Any]] = None,
        **settings: Any,
    ) -> None:
        self._searcher = searcher
        self._made = {"evaluation": None if evaluation is None else _of_states(evaluation), **settings}
        self._limits = limits or {}

    def step(self, state: Any) -> int:
        """The action to play in a state."""
        game = from_open_spiel(state.get_game(), state.clone())
        report = Player(game, self._searcher, **self._made).search(**self._limits)
        return state.legal_actions()[game.moves.index(str(report.best_move))]

    def restart(self) -> None:
        """Each move is searched by itself, so that there is nothing to forget."""

    def restart_at(self, state: Any) -> None:
        """As `restart`."""

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """A bot that looks at each state need not be told."""


def _of_states(evaluation: Callable[[list[Any]], Any]) -> Callable[[list[SpielPosition]], Any]:
    return lambda positions: evaluation([position.state for position in positions])
