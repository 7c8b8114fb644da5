"""What Python costs a search, and bestply beside OpenSpiel's own searchers, in one run: `python python/benchmark.py`."""

from __future__ import annotations

import statistics
import time

import bestply as bp
import numpy as np


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


def positions_a_second(leaves: int = 64) -> float:
    """Positions of Connect Four through a function that does nothing, in batches of the children of so many leaves."""
    values = np.zeros(leaves * 7, dtype=np.float32)
    calls = []

    def nothing(planes: np.ndarray) -> np.ndarray:
        calls.append(len(planes))
        return values[: len(planes)]

    player = bp.Player(bp.game("connect-four"), "best-first", evaluation=nothing, leaves=leaves)
    began = time.perf_counter()
    player.search(evaluations=500_000)
    taken = time.perf_counter() - began
    print(f"batches of {statistics.mean(calls):.0f} positions in the mean")
    return sum(calls) / taken


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
    print(f"{positions_a_second():,.0f} positions a second through an empty function")
    try:
        beside_open_spiel()
    except ImportError:
        print("OpenSpiel is not installed: it is not compared")
