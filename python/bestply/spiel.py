"""Games of OpenSpiel searched by bestply, and bestply's players as OpenSpiel's bots. OpenSpiel must be installed."""

from __future__ import annotations

import re
from typing import Any, Callable, NamedTuple, Optional

import numpy as np
import pyspiel

from ._bestply import Error, Game, _shown
from .evaluations import Evaluation
from .player import Player, Report


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
        return _of_text, (pyspiel.serialize_game_and_state(self.state.get_game(), self.state),)


def _of_text(text: str) -> SpielPosition:
    return SpielPosition(pyspiel.deserialize_game_and_state(text)[1])


def from_open_spiel(game: Any, state: Optional[Any] = None, *, native: bool = False) -> Game:
    """A game of OpenSpiel as a game of bestply, which all searchers play.

    It is a game for two players who take turns, without chance and without secrets, as
    ``pyspiel.load_game("hex(board_size=5)")``.
    ``state`` is the position at which it begins, by default the initial one.
    A win counts as a win, whatever it is worth there.

    With ``native=True`` it is the same game of the catalogue, with its speed and its evaluations,
    after the moves that lead to ``state``; an error where the catalogue does not have the game.
    """
    if not isinstance(game, pyspiel.Game):
        raise Error(f"game must be a game of OpenSpiel, as pyspiel.load_game makes it, not {type(game).__name__}")
    if not isinstance(state, (pyspiel.State, type(None))):
        raise Error(f"state must be a state of the game, not {type(state).__name__}")
    kind = game.get_type()
    types = pyspiel.GameType
    is_deterministic = kind.chance_mode == types.ChanceMode.DETERMINISTIC
    is_open = kind.information == types.Information.PERFECT_INFORMATION
    takes_turns = kind.dynamics == types.Dynamics.SEQUENTIAL
    if game.num_players() != 2 or not (is_deterministic and is_open and takes_turns):
        raise Error(f"{kind.short_name} is no game for two who take turns, without chance and without secrets")
    if not native:
        return Game.of(SpielPosition(game.new_initial_state() if state is None else state))
    known = _native(game)
    if known is None:
        have = "connect_four, tic_tac_toe, othello, and breakthrough and clobber on its square boards"
        raise Error(f"native: the catalogue does not have {game}, only {have}")
    begun, replayed = Game(known.name), game.new_initial_state()
    for action in [] if state is None else state.history():
        begun.play(known.move(begun, replayed, action))
        replayed.apply_action(action)
    return begun


class _Native(NamedTuple):
    """A game of the catalogue that is one of OpenSpiel's."""

    name: str
    """Its name in the catalogue."""
    text: Callable[[str, int], str]
    """The text of a move there, but for signs between its squares, by OpenSpiel's text and number of the action."""

    def move(self, game: Game, state: Any, action: int) -> str:
        """The move of the game that an action of the state is."""
        return {_plain(move): move for move in game.moves}[_plain(self.text(state.action_to_string(action), action))]

    def action(self, state: Any, move: str) -> int:
        """The action of a state that a move is."""
        return next(
            action
            for action in state.legal_actions()
            if _plain(self.text(state.action_to_string(action), action)) == _plain(move)
        )


def _plain(text: str) -> str:
    """A move without the signs for a capture and between two squares."""
    return re.sub("[^a-wyz0-9]", "", text.lower())


def _native(game: Any) -> Optional[_Native]:
    """The game of the catalogue that is this one of OpenSpiel."""
    name, settings = game.get_type().short_name, game.get_parameters()
    rows, columns = settings.get("rows"), settings.get("columns")
    if name == "connect_four" and (rows, columns, settings["x_in_row"]) == (6, 7, 4):
        return _Native("connect-four", lambda _, action: "abcdefg"[action])
    if name == "tic_tac_toe":
        return _Native("tic-tac-toe", lambda _, action: "abc"[action % 3] + str(action // 3 + 1))
    if name == "othello":
        return _Native("othello", lambda text, _: "--" if text == "pass" else text)
    if name == "breakthrough" and rows == columns and rows in (6, 8):
        # There the first player comes from the other end of the board.
        def turned(text: str, _: int) -> str:
            return re.sub("[0-9]", lambda row: str(rows + 1 - int(row[0])), text)

        return _Native("breakthrough" if rows == 8 else "breakthrough-6x6", turned)
    if name == "clobber" and rows == columns and rows in (6, 8, 10):
        return _Native("clobber" if rows == 8 else f"clobber-{rows}x{rows}", lambda text, _: text)
    return None


class OpenSpielBot(pyspiel.Bot):
    """A player of bestply as a bot of OpenSpiel, as ``pyspiel.evaluate_bots`` asks them.

    >>> bot = OpenSpielBot("best-first", evaluation=value, leaves=16, limits={"evaluations": 1000})  # doctest: +SKIP

    Where the catalogue has the game it plays there, unless the evaluation is one of OpenSpiel's states:
    a function of a list of them, or an evaluator of ``open_spiel.python.algorithms.mcts``, whose priors it goes by.
    It keeps its tree from move to move, and follows a state by the actions that led to it.
    """

    def __init__(
        self,
        searcher: Optional[str] = None,
        *,
        evaluation: Optional[Evaluation] = None,
        limits: Optional[dict[str, Any]] = None,
        **settings: Any,
    ) -> None:
        super().__init__()
        self._searcher = searcher
        self._made = {"evaluation": evaluation, **settings}
        if limits is not None and not isinstance(limits, dict):
            raise Error(f"limits must be a dictionary as {{'evaluations': 1000}}, not {_shown(limits)}")
        self._limits = limits or {}
        self.report: Optional[Report] = None
        """What the last search found."""
        self.restart()

    def restart(self) -> None:
        """Forgets the game that is played."""
        self._player: Optional[Player] = None
        self._known: Optional[_Native] = None
        self._kind = ""
        self._actions: list[int] = []

    def restart_at(self, state: Any) -> None:
        """Goes to a state, with what is known of it."""
        self._follow(state, state.history())

    def inform_action(self, state: Any, player: int, action: int) -> None:
        """Goes on to the state after an action."""
        self._follow(state, [*state.history(), action])

    def step(self, state: Any) -> int:
        """The action to play in a state."""
        if not isinstance(state, pyspiel.State):
            raise Error(f"state must be a state of a game of OpenSpiel, not {_shown(state)}")
        if state.is_terminal():
            raise Error("state: the game is over, so that there is no action")
        player = self._follow(state, state.history())
        self.report = report = player.search(**self._limits)
        if self._known is not None:
            return self._known.action(state, str(report.best_move))
        return state.legal_actions()[player.game.moves.index(str(report.best_move))]

    def _follow(self, state: Any, actions: list[int]) -> Player:
        """The player, after these actions of the state's game."""
        game = state.get_game()
        played = len(self._actions)
        if self._player is None or self._kind != str(game) or actions[:played] != self._actions:
            self._begin(game)
            played = 0
        assert self._player is not None
        ours = self._player.game
        replayed = game.new_initial_state()
        for place, action in enumerate(actions):
            if place >= played:
                ours.play(self._text(ours, replayed, action))
            replayed.apply_action(action)
        self._actions = list(actions)
        return self._player

    def _begin(self, game: Any) -> None:
        """Begins a game at its initial state."""
        evaluation = self._made["evaluation"]
        is_of_catalogue = evaluation is None or isinstance(evaluation, str)
        self._known = _native(game) if is_of_catalogue else None
        if isinstance(evaluation, str) and self._known is None:
            raise Error(f"evaluation: {evaluation!r} is for a game of the catalogue, which does not have {game}")
        begun = from_open_spiel(game, native=self._known is not None)
        self._player = Player(begun, self._searcher, **self._made)
        self._kind = str(game)

    def _text(self, ours: Game, state: Any, action: int) -> str:
        if self._known is not None:
            return self._known.move(ours, state, action)
        return ours.moves[state.legal_actions().index(action)]


def states_of(evaluation: Callable[[list[Any]], Any]) -> Callable[[list[SpielPosition]], Any]:
    """A function of a list of states as one of a list of a game's objects."""
    return lambda positions: evaluation([position.state for position in positions])


def by_evaluator(evaluator: Any) -> Callable[[list[Any]], Any]:
    """An evaluator of OpenSpiel as a function of a list of states: the values as the sides to move see them, and priors."""

    def values_and_priors(states: list[Any]) -> tuple[np.ndarray, list[np.ndarray]]:
        game = states[0].get_game()
        win = max(game.max_utility(), -game.min_utility())
        values, rows = np.zeros(len(states), np.float32), []
        for place, state in enumerate(states):
            values[place] = evaluator.evaluate(state)[state.current_player()] / win
            priors = dict(evaluator.prior(state))
            rows.append(np.array([priors.get(action, 0.0) for action in state.legal_actions()], np.float32))
        return values, rows

    return values_and_priors
