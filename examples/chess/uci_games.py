"""Plays games between two engines over UCI, and keeps the clocks itself: python3 uci_games.py GAMES SECONDS INCREMENT ONE OTHER

ONE and OTHER are command lines. It needs python-chess (`pip install chess`).
"""

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
    winner = board.outcome(claim_draw=True).winner
    white = 0.5 if winner is None else float(winner)
    return [white, 1 - white], None, least


def main(games, seconds, increment, *commands):
    engines = [chess.engine.SimpleEngine.popen_uci(shlex.split(command), timeout=60) for command in commands]
    points, late, left, chance = [0.0, 0.0], [0, 0], [float("inf")] * 2, random.Random(1)
    for number in range(int(games)):
        if number % 2 == 0:
            board = chess.Board()
            for _ in range(6):
                board.push(chance.choice(list(board.legal_moves)))
        order = [number % 2, 1 - number % 2]
        scores, loser, least = play([engines[i] for i in order], board.move_stack, float(seconds), float(increment))
        for place, engine in enumerate(order):
            points[engine] += scores[place]
            late[engine] += loser == place
            left[engine] = min(left[engine], least[place])
    for engine, command in enumerate(commands):
        print(f"{command}: {points[engine]} points, {late[engine]} lost on time, {left[engine]:.2f} s left at least")
        engines[engine].quit()


main(*sys.argv[1:])
