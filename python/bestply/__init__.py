"""Best-first game-tree search: games, searchers, evaluations, traces and experiments.

>>> import bestply as bp
>>> game = bp.game("othello")
>>> player = bp.Player(game, "uct-best-first", evaluation="strong")
>>> report = player.search(evaluations=1000)
>>> game.play(report.best_move)

A value is seen from the first side of ``game.sides``; `docs/python.md` of the repository has everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._bestply import Error, Game, __version__, games, read_game, searchers
from .experiments import Experiment, Trained, experiment, load, train
from .player import Move, Player, Report
from .settings import Setting, Settings, settings
from .tree import Tree
from .weights import Weights, weights

if TYPE_CHECKING:
    from .spiel import OpenSpielBot, from_open_spiel

game = Game

__all__ = [
    "Error",
    "Experiment",
    "Game",
    "Move",
    "Player",
    "Report",
    "Setting",
    "Settings",
    "Trained",
    "Tree",
    "Weights",
    "__version__",
    "experiment",
    "game",
    "games",
    "load",
    "read_game",
    "searchers",
    "settings",
    "train",
    "weights",
]


def __getattr__(name: str) -> Any:
    """What stands on OpenSpiel is there once it is asked for, for OpenSpiel takes long to load and need not be here."""
    if name not in ("OpenSpielBot", "from_open_spiel"):
        raise AttributeError(f"module 'bestply' has no attribute {name!r}")
    try:
        from . import spiel
    except ImportError as error:
        raise ImportError(f"{name} needs OpenSpiel: pip install open_spiel") from error
    return getattr(spiel, name)
