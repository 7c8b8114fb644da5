"""Tries the reader and the writer of SGF on random games of Go: python3 .ci/sgf_games.py GAMES COMMAND

sgfmill (`pip install sgfmill`) writes games with handicaps, variations, texts with marks and several games in a file.
The program must read the same moves, and sgfmill must read what the program saves, to the same moves.
"""

import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

from sgfmill import ascii_boards, boards, sgf, sgf_moves

TEXTS = ["a ] b", "\\", "two\nlines", "(;B[aa])", "é 碁", "a: b"]


def vertex(move):
    """The move in the program's notation: all letters are columns there."""
    return "--" if move is None else f"{'abcdefghi'[move[1]]}{move[0] + 1}"


def random_game(chance):
    """A game with its moves and the board at its end."""
    size = chance.choice([5, 7, 9])
    game, board, turn, moves, seen = sgf.Sgf_game(size), boards.Board(size), "b", [], set()
    places = [(row, column) for row in range(size) for column in range(size)]
    root = node = game.get_root()
    root.set("KM", 7)
    root.set("PB", chance.choice(TEXTS))
    root.set("C", chance.choice(TEXTS))
    if chance.random() < 0.3:
        stones, turn = chance.sample(places, 2), "w"
        root.set("HA", 2)
        root.set_setup_stones(stones, [])
        board.apply_setup(stones, [], [])
    for _ in range(chance.randrange(40)):
        seen.add(str(board.list_occupied_points()))
        move, after = chance.choice([None] + places * 2), board.copy()
        if move is None and moves[-1:] == [None] or move and board.get(*move):
            continue
        if move:
            after.play(*move, turn)
            # It takes its own stones or brings a board back.
            if after.get(*move) is None or str(after.list_occupied_points()) in seen:
                continue
        node, board = node.new_child(), after
        node.set_move(turn, move)
        node.set("C", chance.choice(TEXTS))
        if chance.random() < 0.1:
            node.parent.new_child().set_move(turn, None)
        moves.append(move)
        turn = "w" if turn == "b" else "b"
    return game, moves, board


def check(number, command, folder):
    """Writes two games, has the second one read and saved, and says what is wrong."""
    chance = random.Random(number)
    (first, _, _), (game, moves, board) = random_game(chance), random_game(chance)
    file, saved = folder / "game.sgf", folder / "saved.sgf"
    file.write_bytes(b"A mail (about Go)\n\n" + first.serialise() + b"\n" + game.serialise())
    saved.unlink(missing_ok=True)
    play = [*command, "play", "--load", file, "--game-number", "2", "--save", saved, "--side", "both"]
    run = subprocess.run(play, input="quit\n", capture_output=True, text=True)
    if run.returncode:
        return run.stderr, file.read_text()
    read = " ".join(run.stdout.split("The game: ")[1].split(";")[0].split()).removesuffix(".")
    wanted = " ".join(map(vertex, moves)) or "no moves"
    if read != wanted:
        return f"it read {read}, not {wanted}", file.read_text()
    again, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(saved.read_bytes()))
    for colour, move in plays:
        if move is not None:
            again.play(*move, colour)
    if [move for _, move in plays] != moves or again.list_occupied_points() != board.list_occupied_points():
        return f"sgfmill read {plays}\n{ascii_boards.render_board(again)}", saved.read_text()
    return None, None


def main(games, command):
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(games)):
            wrong, text = check(number, shlex.split(command), pathlib.Path(folder))
            if wrong:
                sys.exit(f"game {number}: {wrong}\n{text}")
    print(f"{games} games are read and written as sgfmill has them")


main(*sys.argv[1:])
