"""The compiled half of the package."""

from os import PathLike
from typing import Any, Callable, Optional, Sequence, final

import numpy

__all__ = [
    "Error",
    "Game",
    "Player",
    "WrongType",
    "__version__",
    "_check_weights",
    "_restored",
    "_sealed",
    "_settings",
    "_shown",
    "experiment",
    "games",
    "read_game",
    "searchers",
    "train",
]
__version__: str

class Error(ValueError):
    """What is wrong, in one line that says what would be right."""

class WrongType(Error, TypeError):
    """What is of another type than is right."""

@final
class Game:
    """A game in progress: of the catalogue, or of an object in Python."""

    def __new__(
        cls, name: str, *, position: Optional[str] = None, number: Optional[int] = None, moves: Optional[str] = None, **settings: Any
    ) -> Game:
        """A game of the catalogue, at its start or at a position."""

    @staticmethod
    def of(position: Any) -> Game:
        """A game whose positions are objects with the methods `to_move`, `moves`, `play` and `value`."""

    @property
    def name(self) -> str:
        """The game's name in the catalogue."""

    @property
    def title(self) -> str:
        """The game's name in a sentence."""

    @property
    def sides(self) -> list[str]:
        """What the two sides are called, the one that large values are good for first."""

    @property
    def to_move(self) -> str:
        """The name of the side to move."""

    @property
    def moves(self) -> list[str]:
        """The legal moves."""

    @property
    def move_numbers(self) -> Optional[int]:
        """Below what the numbers of all moves lie; `None` where the game numbers none."""

    @property
    def numbers(self) -> list[int]:
        """The numbers of the legal moves in the order of `moves`: each is the same move in all positions."""

    @property
    def history(self) -> list[str]:
        """The moves that were played."""

    @property
    def position(self) -> str:
        """The position in the game's notation."""

    @property
    def object(self) -> Any:
        """The object that is the position of a game in Python."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def winner(self) -> Optional[str]:
        """The name of the winner of a finished game; `None` for a draw, and before the end."""

    @property
    def outcome(self) -> Optional[str]:
        """How a finished game ended, in words."""

    @property
    def evaluations(self) -> list[str]:
        """The names of the game's evaluations."""

    def play(self, mv: Any) -> None:
        """Plays a move in the game's notation; a number is none, unless the notation writes it."""

    def play_number(self, number: int) -> None:
        """Plays the legal move of this number."""

    def undo(self) -> Optional[str]:
        """Takes the last move back, and returns it."""

    def planes(self, side: Optional[str] = None) -> numpy.ndarray:
        """What a network sees of the position, as a side sees it, or the one to move: planes, rows, columns."""

    def record(self) -> str:
        """The game as a text that `read_game` reads."""

    def copy(self) -> Game:
        """The same game, which goes on by itself."""

    def __copy__(self) -> Game: ...
    def __deepcopy__(self, _memo: Any) -> Game: ...
    def __reduce__(self) -> tuple[Any, Any]: ...
    def _repr_html_(self) -> str: ...

@final
class Player:
    """A searcher with its evaluation that thinks in a game."""

    def __new__(
        cls,
        game: Game,
        searcher: Optional[str] = None,
        *,
        evaluation: Any = None,
        policy: Optional[bool] = None,
        weights: Optional[bytes] = None,
        solver: bool = True,
        **settings: Any,
    ) -> Player: ...
    @property
    def game(self) -> Game:
        """The game in which the player thinks."""

    @property
    def searcher(self) -> str:
        """The searcher with every setting that is in force."""

    def stop(self) -> None:
        """Ends the search that is under way."""

    def _search(self, limits: dict[str, Any]) -> dict[str, Any]: ...
    def _trace(self, limits: dict[str, Any], steps: int) -> tuple[str, str, str]: ...

def games() -> list[tuple[str, list[str]]]:
    """The names of the catalogue's games, each with the names of its evaluations."""

def searchers() -> list[str]:
    """The names of the catalogue's searchers."""

def _settings(
    searcher: str,
) -> list[tuple[str, str, Optional[float], Optional[float], list[str], Optional[str], str]]: ...
def _sealed(bytes: bytes) -> bytes: ...
def _check_weights(bytes: bytes) -> None: ...
def _shown(value: Any) -> str: ...
def read_game(text: str, game_number: Optional[int] = None, variation: Optional[int] = None) -> Game:
    """The game that a record describes, as `Game.record` writes it, or the n-th game of a text in SGF, GGF, or PGN where
    the game has it; of SGF one of its variations, too."""

def _restored(record: Optional[str], position: Any, indices: Sequence[int]) -> Game: ...
def experiment(
    description: str | PathLike,
    out: str | PathLike,
    *,
    text: Optional[str] = None,
    quick: Optional[bool] = None,
    pairs: Optional[int] = None,
    games: Optional[Sequence[str]] = None,
    budgets: Optional[Sequence[str]] = None,
    challengers: Optional[Sequence[str]] = None,
    threads: Optional[int] = None,
    fresh: Optional[bool] = None,
    shard: Optional[str] = None,
    merge: Optional[Sequence[str | PathLike]] = None,
    watch: Optional[Callable[[str, int, int], None]] = None,
) -> str:
    """Plays what a preset, a file or a text in TOML describes into a results folder."""

def train(
    game: str,
    games: int,
    seed: int,
    out: str | PathLike,
    *,
    threads: Optional[int] = None,
    continues: Optional[bool] = None,
    pairs: Optional[int] = None,
) -> list[str]:
    """Learns an evaluation of a game from self-play, and writes its weights."""
