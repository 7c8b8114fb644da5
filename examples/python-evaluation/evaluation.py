"""An evaluation of Othello for bestply, with nothing but Python's standard library.

It reads requests from its standard input and writes answers to its standard output, each a line of JSON.
A net of yours takes the place of `evaluate`, or of the list in `answer` if it works on whole batches.
"""

import json
import sys

SIZE = 8
CORNERS = (0, 7, 56, 63)
DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def can_place(board, square, player, opponent):
    """Whether the player may place a disc there: it turns at least one."""
    if board[square] != "-":
        return False
    for down, right in DIRECTIONS:
        row, column = square // SIZE + down, square % SIZE + right
        turned = 0
        while 0 <= row < SIZE and 0 <= column < SIZE and board[row * SIZE + column] == opponent:
            row, column, turned = row + down, column + right, turned + 1
        if turned and 0 <= row < SIZE and 0 <= column < SIZE and board[row * SIZE + column] == player:
            return True
    return False


def loudness(parent, board):
    """The number of discs that the last move turned, positive if black has moved."""
    before, mover = parent.split()
    turned = sum(old not in ("-", new) for old, new in zip(before, board))
    return turned if mover == "X" else -turned


def evaluate(position, parent=None):
    """The value of a position for black, who is MAX; whose turn it is does not matter here.

    A position is 64 squares, a1, b1 ... h8, a space and the side to move: X is black, O white.
    Where the parent is known, a move that turns few discs is worth more than one that turns many.
    """
    board = position.split()[0]
    mobility = {
        player: sum(can_place(board, square, player, opponent) for square in range(SIZE * SIZE))
        for player, opponent in ("XO", "OX")
    }
    if not any(mobility.values()):
        # The game is over: a won disc is worth more than anything before.
        return 1000 * (board.count("X") - board.count("O"))
    corners = sum({"X": 1, "O": -1}.get(board[corner], 0) for corner in CORNERS)
    value = 10 * corners + mobility["X"] - mobility["O"]
    return value if parent is None else value - loudness(parent, board)


def answer(message):
    """The answer to one message."""
    if "bestply" in message:
        if message["game"] != "othello":
            return {"error": "this is an evaluation of othello"}
        if message.get("depends_on_parent"):
            return {"name": "mobility, corners and quiet moves"}
        return {"name": "mobility and corners"}
    positions = message["positions"]
    # There are parents if the description has `depends_on_parent = true`.
    parents = message.get("parents", [None] * len(positions))
    return {"id": message["id"], "values": list(map(evaluate, positions, parents))}


for line in sys.stdin:
    # Without the flush, the answer would stay in this process.
    print(json.dumps(answer(json.loads(line))), flush=True)
