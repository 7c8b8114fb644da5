"""What Python costs a search, and bestply beside OpenSpiel's own searchers, in one run: `python python/benchmark.py`."""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path
from typing import Any

# Libraries that would share their work among threads are measured on one, as the search is.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# What is measured is the package that was installed, and not its sources beside this file.
sys.path = [folder for folder in sys.path if Path(folder or ".").resolve() != Path(__file__).parent]

import bestply as bp  # noqa: E402
import numpy as np  # noqa: E402


def overhead_us() -> float:
    """The median of what a call of 1,000 evaluations takes beyond the search itself, in microseconds."""
    player = bp.Player(bp.game("connect-four"), "best-first", preset="none")
    extra = []
    for _ in range(300):
        # A player begins anew in a new game: what it knows is the same each time.
        game = player.game
        game.play(game.moves[0])
        began = time.perf_counter()
        report = player.search(evaluations=1000)
        extra.append((time.perf_counter() - began - report.seconds) * 1e6)
        game.undo()
    return statistics.median(extra)


class ConnectFour:
    """Connect Four in Python: the men of both sides as bits, column by column, seven bits each."""

    __slots__ = ("men", "mover")

    def __init__(self, men: tuple[int, int] = (0, 0), mover: int = 0) -> None:
        self.men, self.mover = men, mover

    def to_move(self) -> int:
        return self.mover

    def moves(self) -> list[int]:
        both = self.men[0] | self.men[1]
        return [] if self._has_won() else [column for column in range(7) if not both >> 7 * column + 5 & 1]

    def play(self, column: int) -> ConnectFour:
        both = self.men[0] | self.men[1]
        men = list(self.men)
        men[self.mover] |= both + (1 << 7 * column) & 63 << 7 * column
        return type(self)((men[0], men[1]), 1 - self.mover)

    def _has_won(self) -> bool:
        last = self.men[1 - self.mover]
        pairs = [(last & last >> step, step) for step in (1, 6, 7, 8)]
        return any(pair & pair >> 2 * step for pair, step in pairs)

    def value(self) -> int:
        return (1 if self.mover else -1) if self._has_won() else 0

    def evaluate(self) -> float:
        return 0.0

    def __hash__(self) -> int:
        return hash((self.men, self.mover))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ConnectFour) and (self.men, self.mover) == (other.men, other.mover)


class Batched(ConnectFour):
    """The same, whose positions are valued many at once."""

    __slots__ = ()

    @staticmethod
    def evaluate_batch(positions: list[Batched]) -> np.ndarray:
        return np.zeros(len(positions), dtype=np.float32)


def rate(game: bp.Game, evaluations: int, **made: Any) -> float:
    """Evaluations of best-first a second of this process, the median of five searches."""
    rates = []
    for _ in range(5):
        player = bp.Player(game.copy(), "best-first", ends="searcher", **made)
        began = time.process_time()
        done = player.search(evaluations=evaluations).evaluations
        rates.append(done / (time.process_time() - began))
    return statistics.median(rates)


def line(what: str, evaluations_a_second: float) -> None:
    print(f"  {what:<58} {evaluations_a_second:>12,.0f}")


def costs() -> None:
    """Evaluations a second of Connect Four by where its rules and its evaluation are written."""
    game, seed = bp.game("connect-four"), np.random.default_rng(1)
    size = game.planes().size
    weights = (seed.normal(size=size) / 100).astype(np.float32)

    def nothing(planes: np.ndarray) -> np.ndarray:
        return np.zeros(len(planes), dtype=np.float32)

    def linear(planes: np.ndarray) -> np.ndarray:
        return np.tanh(planes.reshape(len(planes), -1) @ weights)

    print("Connect Four by best-first, evaluations a second")
    line("rules and evaluation in Rust", rate(game, 500_000, evaluation="plain"))
    line("an empty function, leaves=64", rate(game, 200_000, evaluation=nothing, leaves=64))
    line("an empty function, leaves=1", rate(game, 20_000, evaluation=nothing))
    line("a linear function of numpy, leaves=64", rate(game, 200_000, evaluation=linear, leaves=64))
    try:
        import torch

        layers = [torch.nn.Flatten(), torch.nn.Linear(size, 1), torch.nn.Flatten(0), torch.nn.Tanh()]
        line("the same as a module of PyTorch, leaves=64", rate(game, 200_000, evaluation=torch.nn.Sequential(*layers), leaves=64))
    except ImportError:
        print("  PyTorch is not installed: it is not measured")
    try:
        from bestply import onnx

        file = Path(__file__).parents[1] / "examples/onnx-evaluation/net.onnx"
        line("a small network of ONNX, leaves=64", rate(game, 50_000, evaluation=onnx.evaluation(file), leaves=64))
    except ImportError:
        print("  onnxruntime is not installed: it is not measured")
    line("rules in Python, evaluate_batch, leaves=64", rate(bp.Game.of(Batched()), 20_000, leaves=64))
    line("rules in Python, evaluate", rate(bp.Game.of(ConnectFour()), 20_000))


def native() -> None:
    """Games of OpenSpiel over its states, and as the catalogue has them, by the same search."""
    import pyspiel

    print("evaluations a second over OpenSpiel's states, and in the catalogue")
    games = ["tic_tac_toe", "connect_four", "othello", "breakthrough", "clobber(rows=6,columns=6)"]
    for name in games:
        spiel = pyspiel.load_game(name)
        states = rate(bp.from_open_spiel(spiel), 3000)
        ours = rate(bp.from_open_spiel(spiel, native=True), 3000 if name == "tic_tac_toe" else 100_000)
        print(f"  {name:<28} {states:>10,.0f} {ours:>12,.0f}  {ours / states:,.0f} times")


def beside_open_spiel() -> None:
    """Seconds for the same searches of OpenSpiel's games: alpha-beta to a depth, and simulations of UCT."""
    import pyspiel
    from open_spiel.python.algorithms import mcts as python_mcts
    from open_spiel.python.algorithms import minimax as python_minimax

    def timed(what: str, work, count: int | None = None) -> float:
        began = time.perf_counter()
        result = work()
        taken = time.perf_counter() - began
        rate = f", {(count or result) / taken:,.0f} a second" if count or result else ""
        print(f"  {what}: {taken:.3f} s{rate}")
        return taken

    for name, depth in [("tic_tac_toe", 9), ("connect_four", 5), ("hex(board_size=4)", 4)]:
        spiel = pyspiel.load_game(name)
        print(f"{name}, alpha-beta to depth {depth}")

        def by_bestply() -> int:
            game = bp.from_open_spiel(spiel)
            return bp.Player(game, "plain-alpha-beta").search(depth=depth).evaluations

        def value(state) -> float:
            return 0.0

        timed("bestply over OpenSpiel's states", by_bestply)
        timed(
            "OpenSpiel's Python",
            lambda: python_minimax.alpha_beta_search(spiel, value_function=value, maximum_depth=depth, maximizing_player_id=0)
            and None,
        )
    spiel = pyspiel.load_game("connect_four")
    simulations = 2000
    print(f"connect_four, {simulations} simulations of UCT with rollouts, and as many evaluations of best-first")
    state = spiel.new_initial_state()
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    cpp = pyspiel.MCTSBot(spiel, evaluator, 2.0, simulations, 100, False, 1, False)
    timed("OpenSpiel's C++", lambda: cpp.step(state) and None, simulations)
    rollouts = python_mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    slow = python_mcts.MCTSBot(spiel, 2.0, simulations, rollouts)
    timed("OpenSpiel's Python", lambda: slow.step(state) and None, simulations)
    game = bp.from_open_spiel(spiel)
    timed("bestply over OpenSpiel's states", lambda: bp.Player(game, "best-first").search(evaluations=simulations).evaluations)
    own = bp.game("connect-four")
    timed("bestply's own Connect Four", lambda: bp.Player(own, "best-first").search(evaluations=simulations * 100).evaluations)


if __name__ == "__main__":
    print(f"a search of 1,000 evaluations takes {overhead_us():.0f} us longer from Python")
    costs()
    try:
        native()
        beside_open_spiel()
    except ImportError:
        print("OpenSpiel is not installed: it is not compared")
