"""Best-first game-tree search: games, searchers, evaluations, traces and experiments.

>>> import bestply as bp
>>> game = bp.game("othello")
>>> player = bp.Player(game, "uct-best-first", evaluation="strong")
>>> report = player.search(evaluations=1000)
>>> game.play(report.best_move)

A value is seen from the first side of ``game.sides``; `docs/python.md` of the repository has everything.
"""

from ._bestply import Error, Game, __version__, games, read_game, searchers
from .experiments import Experiment, Trained, experiment, load, train
from .player import Move, Player, Report
from .settings import Setting, Settings, settings
from .spiel import OpenSpielBot, from_open_spiel
from .tree import Tree
from .weights import Weights, weights

game = Game

__all__ = [
    "Error",
    "Experiment",
    "Game",
    "Move",
    "OpenSpielBot",
    "Player",
    "Report",
    "Setting",
    "Settings",
    "Trained",
    "Tree",
    "Weights",
    "__version__",
    "experiment",
    "from_open_spiel",
    "game",
    "games",
    "load",
    "read_game",
    "searchers",
    "settings",
    "train",
    "weights",
]
