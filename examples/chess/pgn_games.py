"""Tries the readers of PGN and FEN on random games, and the writer of PGN: python3 pgn_games.py GAMES COMMAND

COMMAND is the chess program. It needs python-chess (`pip install chess`).
Each game is written by python-chess, or as other programs and people write them: with comments, variations and marks, odd tags, lines and
positions, and moves that say more than they need. The program must read the same moves, and python-chess must read what
it saves without an error, to the same moves.
"""

import io
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

import chess
import chess.pgn

COMMENTS = ["{a word}", "{[%clk 0:01:02]}", "{12. Nf3 (not Nd2); [x]}", "{two\nlines}", "; to the end (of { the line\n"]
MARKS = ["!", "?", "!?", "!+", "+", "++", "#", "□", "+-", "±", "$1", "$14$3", " !", " $7", " +/-", "=", " N"]
TAGS = [
    '[Event "the "big" one"]', '[Event "with \\"marks\\" \\\\"]', '[White-Elo "2700"]', "[Annotator nobody]", '[ECO "C20"',
    '[ Site  "" ]', '[White "x"] [Black "é"]', "[%evp 0,1,2]", '[Variant "From Position"]', '[Event ""]', "% an escape",
]
FIGURINES = dict(zip("KQRBN", "♔♕♖♗♘"))


def random_moves(board, most, chance):
    """Plays up to so many random moves, often those that have a notation of their own."""
    for _ in range(chance.randrange(most)):
        moves = list(board.legal_moves)
        if not moves:
            break
        special = [move for move in moves if move.promotion or board.is_castling(move) or board.is_en_passant(move)]
        board.push(chance.choice(special if special and chance.random() < 0.5 else moves))


def fen(board, chance):
    """The position as another program writes it."""
    fields = board.fen(en_passant=chance.choice(["fen", "legal"])).split()
    if chance.random() < 0.3:
        fields[0] = re.sub("[2-8]", lambda digits: "1" * int(digits[0]), fields[0])
    fields[1] = chance.choice([fields[1], fields[1].upper()])
    if fields[2] != "-":
        fields[2] = "".join(chance.sample(fields[2], len(fields[2])))
        if chance.random() < 0.3:
            fields[2] = fields[2].translate(str.maketrans("KQkq", "HAha"))
    elif not board.kings & chess.BB_E1:
        fields[2] = chance.choice(["-", "KQ"])
    if fields[3] == "-":
        fields[3] = chance.choice(["-", "-", "a3" if board.turn else "a6"])
    operations = chance.choice(["", "", ' bm Qd1; id "x";'])
    return chance.choice([" ", "  "]).join(fields[: chance.choice([4, 6])]) + operations


def names(board, form, move):
    """Whether python-chess reads this move from this form."""
    try:
        return board.parse_san(form) == move
    except ValueError:
        return False


def spelled(board, move, chance):
    """The move in one of its many forms, of which each names it alone."""
    san, uci = board.san(move).rstrip("+#"), move.uci()
    if board.is_castling(move):
        return chance.choice([san, san.replace("O", "0"), san.lower(), san.replace("-", "–"), uci])
    promotion = ""
    if move.promotion:
        man = chess.piece_symbol(move.promotion)
        promotion = chance.choice(["=" + man.upper(), man.upper(), "=" + man, man, f"({man.upper()})", "/" + man.upper()])
        san = san.split("=")[0] + promotion
    man = "" if board.piece_type_at(move.from_square) == chess.PAWN else board.piece_at(move.from_square).symbol().upper()
    takes, goal = board.is_capture(move), uci[2:4]
    forms = [san, uci, uci[:2] + ("x" if takes else "-") + goal + promotion]
    if man:
        forms = [form if form == san else man + form for form in forms] + [FIGURINES[man] + san[1:], uci]
        forms += [man.lower() + san[1:]] if man != "B" else []
    for origin in uci[0], uci[1]:
        form = man + origin + ("x" if takes else "") + goal
        if names(board, form + uci[4:], move):
            forms.append(form + promotion)
    form = chance.choice(forms)
    return form + chance.choice(["", "e.p.", " e.p.", "ep"]) if board.is_en_passant(move) else form


def written(start, moves, tags, chance):
    """The game as another program writes it."""
    board, words = start.copy(), []
    for move in moves:
        if board.turn or chance.random() < 0.3:
            number, dots = board.fullmove_number, "." if board.turn else chance.choice(["...", "…", ".", ". ..."])
            words.append(f"{number}{dots}" + chance.choice(["", " "]))
        words.append(spelled(board, move, chance))
        if chance.random() < 0.2:
            words.append(chance.choice(MARKS))
        words.append(" ")
        if chance.random() < 0.1:
            words.append(chance.choice(COMMENTS) + " ")
        if chance.random() < 0.1:
            other = board.san(chance.choice(list(board.legal_moves)))
            words.append(f"({other} {chance.choice(COMMENTS)} ({other}) a word) ")
        if chance.random() < 0.1:
            words.append(chance.choice(["\n", "\n% an escape ) }\n"]))
        board.push(move)
    text = "\n".join(tags) + chance.choice(["\n", "\n\n"]) + "".join(words)
    text += chance.choice(["*", "1-0", "½-½", "0:1"] + [""] * bool(moves))
    text += '\n\n[Event "the next one"]\n\n1. a3 a6 {of it} *\n'
    ends = chance.choice(["\n", "\r\n", "\r"])
    return chance.choice(["", "\ufeff"]) + text.replace("\n", ends) + chance.choice(["", "\x1a"])


def exported(start, moves, chance):
    """The game as python-chess writes it, with comments, variations and marks."""
    game = chess.pgn.Game({"Event": 'the "big" one \\', "Annotator": "é", "Result": chance.choice(["*", "1-0"])})
    game.setup(start)
    node = game
    for move in moves:
        others = list(node.board().legal_moves)
        node = node.add_main_variation(move, comment=chance.choice(["", "", "a {word; (", "[%clk 0:01:02] 12. Nf3"]))
        node.nags = set(chance.sample(range(20), chance.randrange(3)))
        for other in chance.sample(others, min(len(others), chance.choice([0, 0, 0, 2]))):
            if other != move:
                node.parent.add_variation(other, comment="a variation", nags=[1])
    return f'{game}\n\n[Event "the next one"]\n\n1. a3 a6 {{of it}} *\n'


def coordinates(moves):
    return " ".join(move.uci() for move in moves) or "no moves"


def check(number, command, folder):
    """Writes one game, has it read and saved, and says what is wrong."""
    chance, start, tags = random.Random(number), chess.Board(), []
    if number % 2:
        random_moves(start, 60, chance)
        start.clear_stack()
        tags = [f'[SetUp "{chance.randrange(2)}"]', f'[FEN "{fen(start, chance)}"]']
    board = start.copy()
    random_moves(board, 160, chance)
    moves = coordinates(board.move_stack)
    if number % 3:
        text = written(start, board.move_stack, chance.sample(TAGS, 3) + tags, chance)
    else:
        text = exported(start, board.move_stack, chance)
    game, saved = folder / "game.pgn", folder / "saved.pgn"
    game.write_bytes(text.encode())
    saved.unlink(missing_ok=True)
    play = [*command, "play", "--load", game, "--save", saved, "--side", "both"]
    run = subprocess.run(play, input="quit\n", capture_output=True, text=True)
    if run.returncode:
        return run.stderr, text
    read = " ".join(re.search("The game: (.*);", run.stdout, re.DOTALL)[1].split())
    again = chess.pgn.read_game(io.StringIO(saved.read_text()))
    if read != moves:
        return f"it read {read}, not {moves}", text
    if again.errors or coordinates(again.mainline_moves()) != moves:
        return f"python-chess read {again.errors}: {again}", saved.read_text()
    same = again.board().fen(en_passant="legal").split()[:4] == start.fen(en_passant="legal").split()[:4]
    return None if same else f"it began at {again.board().fen()}, not at {start.fen()}", text


def main(games, command):
    with tempfile.TemporaryDirectory() as folder:
        for number in range(int(games)):
            wrong, text = check(number, shlex.split(command), pathlib.Path(folder))
            if wrong:
                sys.exit(f"game {number}: {wrong}\n{text}")
    print(f"{games} games are read and written as python-chess has them")


main(*sys.argv[1:])
