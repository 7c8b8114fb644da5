"""Plays games between two engines over UCI, and keeps the clocks itself: python3 uci_games.py GAMES SECONDS INCREMENT ONE OTHER

ONE and OTHER are command lines. It needs python-chess (`pip install chess`).
It fails if a game is lost on time, or an engine does not know how a game ended.
"""

import contextlib
import random
import shlex
import sys
import time

import chess
import chess.engine


def play(engines, opening, seconds, increment):
    """Plays one game, WHITE first, and returns the points of both, who lost on time, and the least time left of each."""
    board = chess.Board()
    for move in opening:
        board.push(move)
    clocks, least, game = [seconds, seconds], [seconds, seconds], object()
    while not board.is_game_over(claim_draw=True):
        side = 0 if board.turn else 1
        limit = chess.engine.Limit(
            white_clock=clocks[0], black_clock=clocks[1], white_inc=increment, black_inc=increment
        )
        began = time.perf_counter()
        # An illegal move is an error here.
        move = engines[side].play(board, limit, game=game).move
        clocks[side] -= time.perf_counter() - began
        least[side] = min(least[side], clocks[side])
        if clocks[side] < 0:
            return [float(side == 1), float(side == 0)], side, least
        clocks[side] += increment
        board.push(move)
    # A draw that leaves legal moves is played on by an engine: whether it ends the game is the referee's to say.
    if not any(board.legal_moves):
        for engine in engines:
            assert knows_end(engine, board, game), f"{engine.id}: {board.fen()}"
    winner = board.outcome(claim_draw=True).winner
    white = 0.5 if winner is None else float(winner)
    return [white, 1 - white], None, least


def knows_end(engine, board, game):
    """Whether the engine says of a board without a move that it is mate, or that it is worth nothing."""
    with engine.analysis(board, chess.engine.Limit(nodes=1), game=game) as analysis:
        best, score = analysis.wait(), analysis.info["score"].relative
    ended = chess.engine.Mate(0) if board.is_checkmate() else chess.engine.Cp(0)
    return best.move is None and score == ended


def main(games, seconds, increment, *commands):
    with contextlib.ExitStack() as stack:
        # Engines that are left open keep this program from ending, also after an error.
        start = lambda command: chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=60)
        engines = [stack.enter_context(start(command)) for command in commands]
        return contest(int(games), engines, float(seconds), float(increment), commands)


def contest(games, engines, seconds, increment, commands):
    """Plays all games, prints what came of them, and returns whether one was lost on time."""
    points, late, left, chance = [0.0, 0.0], [0, 0], [float("inf")] * 2, random.Random(1)
    for number in range(games):
        if number % 2 == 0:
            board = chess.Board()
            for _ in range(6):
                board.push(chance.choice(list(board.legal_moves)))
        order = [number % 2, 1 - number % 2]
        scores, loser, least = play([engines[i] for i in order], board.move_stack, seconds, increment)
        for place, engine in enumerate(order):
            points[engine] += scores[place]
            late[engine] += loser == place
            left[engine] = min(left[engine], least[place])
    for engine, command in enumerate(commands):
        print(f"{command}: {points[engine]} points, {late[engine]} lost on time, {left[engine]:.2f} s left at least")
        engines[engine].quit()
    return any(late)


sys.exit(main(*sys.argv[1:]))
