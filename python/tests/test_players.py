"""Searchers, evaluations and reports."""

import _thread
import asyncio
import json
import math
import multiprocessing
import pickle
import signal
import threading
import time

import bestply as bp
import numpy as np
import pytest

from nim import Nim


def test_a_search_repeats_and_says_what_it_did():
    reports = [bp.Player(bp.game("othello"), "uct-best-first").search(evaluations=1000) for _ in range(2)]
    first, second = (vars(report) | {"seconds": 0, "_player": None, "_game": None} for report in reports)
    assert first == second
    report = reports[0]
    assert report.evaluations == 1000 and report.stop == "evaluations" and report.line[0] == report.best_move
    assert {move.text for move in report.moves} == set(bp.game("othello").moves)
    assert "evaluations in" in report._repr_html_()


def test_settings_are_those_of_the_command_line():
    player = bp.Player(bp.game("connect-four"), "uct-best-first", exploration=0.3, preset="none")
    assert "exploration=0.3" in player.searcher
    assert "leaves=8" in bp.Player(bp.game("connect-four"), "best-first", leaves=8).searcher


@pytest.mark.parametrize(
    "game, made, name",
    [
        ("connect-four", {}, "puct-best-first"),
        ("othello", {"evaluation": "disc-difference"}, "uct-best-first"),
        ("othello", {"evaluation": lambda planes: planes.sum(axis=(1, 2, 3)) * 0}, "uct-best-first"),
        ("tic-tac-toe", {}, "uct-best-first"),
    ],
)
def test_who_plays_where_nobody_is_named(game, made, name):
    assert bp.Player(bp.game(game), **made).searcher.startswith(name + ":")


@pytest.mark.parametrize("leaves", [1, 16])
def test_an_evaluation_in_python_is_asked_for_batches(leaves):
    sizes = []
    shape = bp.game("connect-four").planes().shape

    def value(planes):
        sizes.append(len(planes))
        assert planes.shape[1:] == shape
        return planes.sum(axis=(1, 2, 3)) / 100

    player = bp.Player(bp.game("connect-four"), "best-first", evaluation=value, leaves=leaves)
    report = player.search(evaluations=500)
    assert sum(sizes) == report.evaluations or sum(sizes) == report.evaluations - 1, "finished games are not asked for"
    assert max(sizes) == 1 if leaves == 1 else max(sizes) > 7, "the children of several leaves are one batch"


def test_an_evaluation_sees_as_the_side_to_move_does():
    # The first plane is of the men of whoever is to move: each side likes its own.
    def more_men(planes):
        return (planes[:, 0].sum(axis=(1, 2)) - planes[:, 1].sum(axis=(1, 2))) / 64

    report = bp.Player(bp.game("othello"), "best-first", evaluation=more_men).search(depth=1)
    assert report.value > 0, "black turns a disc, and values are black's"


@pytest.mark.parametrize("leaves", [1, 8])
def test_a_policy_of_an_evaluation_says_where_walks_go(leaves):
    def to_the_left(planes):
        values = planes.sum(axis=(1, 2, 3)) / 1000
        return values, np.tile(np.array([1, 0, 0, 0, 0, 0, 0], dtype=np.float32), (len(planes), 1))

    def visits(**settings):
        player = bp.Player(bp.game("connect-four"), "puct-best-first", evaluation=to_the_left, policy=True, **settings)
        return [move.visits for move in player.search(evaluations=2000).moves]

    led = visits(transpositions="off", leaves=leaves, exploration=50)
    assert led[0] > 0.9 * sum(led), "all is promised to the first column"
    by_values = visits(transpositions="off", leaves=leaves, exploration=50, priors="values")
    assert by_values[0] < 0.5 * sum(by_values)


def test_what_is_wrong_with_a_policy_is_told():
    def player(function, game="connect-four"):
        return bp.Player(bp.game(game), "puct-best-first", evaluation=function, policy=True)

    with pytest.raises(TypeError, match="two arrays"):
        player(lambda planes: np.zeros(len(planes))).search(evaluations=10)
    with pytest.raises(bp.Error, match="the priors have the shape"):
        player(lambda planes: (np.zeros(len(planes)), np.zeros((len(planes), 3)))).search(evaluations=10)
    with pytest.raises(bp.Error, match="outputs of a policy"):
        player(lambda planes: np.zeros(len(planes)), "othello")
    with pytest.raises(bp.Error, match="a function"):
        bp.Player(bp.game("connect-four"), "puct-best-first", evaluation="network", policy=True)


def test_a_module_of_pytorch_is_an_evaluation_as_a_function_is():
    torch = pytest.importorskip("torch", reason="PyTorch is not installed: its modules are not tried")
    torch.manual_seed(1)
    planes = bp.game("connect-four").planes().size
    layers = [torch.nn.Flatten(), torch.nn.Dropout(0.5), torch.nn.Linear(planes, 1), torch.nn.Tanh()]
    network = torch.nn.Sequential(*layers)

    def by_numpy(seen):
        weight, bias = (part.detach().numpy() for part in (network[2].weight, network[2].bias))
        return np.tanh(seen.reshape(len(seen), -1) @ weight[0] + bias[0])

    def found(evaluation, **made):
        player = bp.Player(bp.game("connect-four"), "best-first", evaluation=evaluation, leaves=8, **made)
        return player.search(evaluations=500).moves

    assert network.training
    for ours, theirs in zip(found(network), found(by_numpy)):
        assert ours.text == theirs.text and abs(ours.value - theirs.value) <= 2, "but for rounding errors"
    assert network.training, "it is left as it was"

    class Both(torch.nn.Module):
        def forward(self, seen):
            row = torch.tensor([1.0, 0, 0, 0, 0, 0, 0])
            return seen.sum(dim=(1, 2, 3)) / 1000, row.expand(len(seen), -1)

    made = {"evaluation": Both(), "policy": True, "transpositions": "off", "exploration": 50}
    report = bp.Player(bp.game("connect-four"), "puct-best-first", **made).search(evaluations=2000)
    visits = [move.visits for move in report.moves]
    assert visits[0] > 0.9 * sum(visits), "all is promised to the first column"
    with pytest.raises(RuntimeError, match="shape|size|mat"):
        found(torch.nn.Linear(3, 1))


class NimByBatches(Nim):
    """Nim that values many positions at once."""

    sizes = []

    @staticmethod
    def evaluate_batch(positions):
        NimByBatches.sizes.append(len(positions))
        return [1.0 if position.matches % 4 else -1.0 for position in positions]


def test_a_game_in_python_values_positions_by_the_batch():
    NimByBatches.sizes.clear()
    report = bp.Player(bp.Game.of(NimByBatches(21)), "best-first", leaves=16).search(evaluations=60)
    assert report.best_move == "1" and max(NimByBatches.sizes) > 3
    other = bp.Player(bp.Game.of(NimByBatches(21)), "best-first", evaluation=lambda them: [0.0] * len(them))
    asked = len(NimByBatches.sizes)
    other.search(evaluations=20)
    assert len(NimByBatches.sizes) == asked, "another evaluation is asked in its place"


def test_a_game_in_python_is_asked_once_for_what_a_search_comes_to_again():
    class Counted(Nim):
        asked = []

        def moves(self):
            self.asked.append(id(self))
            return super().moves()

    player = bp.Player(bp.Game.of(Counted(30)), "best-first")
    first = player.search(evaluations=300)
    assert len(Counted.asked) - 1 == len(set(Counted.asked)) <= first.nodes + 1, "the first is looked at twice"
    once = len(Counted.asked)
    bp.Player(player.game, "uct-best-first").search(evaluations=50)
    assert len(Counted.asked) < once + 50, "another player finds the same moves"


def test_priors_of_a_game_in_python_are_a_part_for_each_move():
    def last(positions):
        assert all(position.matches > 0 for position in positions)
        return np.zeros(len(positions)), [[0] * (len(position.moves()) - 1) + [1] for position in positions]

    made = {"evaluation": last, "policy": True, "transpositions": "off", "exploration": 50}
    report = bp.Player(bp.Game.of(Nim(60)), "puct-best-first", **made).search(evaluations=600)
    visits = {move.text: move.visits for move in report.moves}
    assert visits["3"] > 0.9 * sum(visits.values())
    for rows, words in (
        (lambda them: ["three"] * len(them), "a row of priors must be an array of numbers, not 'three'"),
        (lambda them: 0.5, "the priors must be a row for each position, not 0.5"),
        (lambda them: [], "the evaluation has 0 rows of priors for . positions"),
        (lambda them: [[1, 0]] * len(them), r"a row of priors has the shape \[2\]: its position has . moves"),
    ):
        made["evaluation"] = lambda them, rows=rows: (np.zeros(len(them)), rows(them))
        with pytest.raises(bp.Error, match=words):
            bp.Player(bp.Game.of(Nim(9)), "puct-best-first", **made).search(evaluations=50)


def test_a_report_says_values_as_people_do():
    report = bp.Player(bp.game("othello", moves="f5"), evaluation="strong").search(evaluations=2000)
    best = next(move for move in report.moves if move.text == report.best_move)
    assert isinstance(report.points, float) and 0 <= report.chance <= 1 and isinstance(report.value, float)
    leads, likely = ("black" if first else "white" for first in (report.points > 0, report.chance >= 0.5))
    assert report.words.startswith(f"{leads} by {abs(report.points):.1f}, ") and report.words.endswith(f" % for {likely}")
    assert (best.points, best.chance, best.words) == (report.points, report.chance, report.words)
    chance = bp.Player(bp.game("connect-four"), evaluation="learnt").search(evaluations=500)
    assert chance.points is None and " % for " in chance.words
    half = bp.Player(bp.game("connect-four"), evaluation=lambda planes: [0.5] * len(planes))
    python = half.search(evaluations=50)
    assert python.points is python.chance is None and "better for" in python.words
    won = bp.Player(bp.game("tic-tac-toe", moves="a1 a2 b1 b2")).search(evaluations=500)
    assert (won.value, won.chance, won.words) == (math.inf, 1, "x wins")


def test_a_report_is_plain_data_and_a_picture():
    report = bp.Player(bp.game("othello"), "uct-best-first").search(evaluations=500)
    plain = report.to_dict()
    assert json.loads(json.dumps(plain)) == plain and plain["moves"][0]["words"]
    assert plain["line"] == report.line and plain["best_move"] == report.best_move
    assert "_player" not in plain and "_game" not in plain
    shown = report._repr_html_()
    assert str(bp.game("othello")) in shown, "the board"
    assert "The map of the search" in shown and "<iframe" in shown and report.words in shown
    again = pickle.loads(pickle.dumps(report))._repr_html_()
    assert report.words in again and "<iframe" not in again
    asked = []
    player = bp.Player(bp.game("othello"), evaluation=lambda planes: asked.append(1) or [0.0] * len(planes))
    found, count = player.search(evaluations=50), len(asked)
    assert "report.tree()" in found._repr_html_() and len(asked) == count, "a picture asks nothing of Python"


def test_an_evaluation_of_objects():
    def value(positions):
        return [1.0 if position.matches % 4 else -1.0 for position in positions]

    report = bp.Player(bp.Game.of(Nim(9)), "best-first", evaluation=value).search(evaluations=20)
    assert report.best_move == "1"


@pytest.mark.parametrize(
    ("evaluation", "raised", "words"),
    [
        (lambda planes: 1 / 0, ZeroDivisionError, "division"),
        (lambda planes: np.zeros(1), bp.Error, "values for"),
        (lambda planes: np.full(len(planes), math.nan), bp.Error, "no number from -1 to 1"),
    ],
)
def test_what_is_wrong_with_an_evaluation_comes_through(evaluation, raised, words):
    player = bp.Player(bp.game("connect-four"), "best-first", evaluation=evaluation, leaves=4)
    with pytest.raises(raised, match=words):
        player.search(evaluations=100)


def test_the_interpreter_goes_on_while_a_search_does():
    player = bp.Player(bp.game("othello"), "uct-best-first")
    ticks = []
    thread = threading.Thread(target=lambda: [ticks.append(time.sleep(0.005)) for _ in range(20)])
    thread.start()
    player.search(time_ms=200)
    thread.join()
    assert len(ticks) == 20
    reports = []
    others = [threading.Thread(target=lambda: reports.append(player.search(evaluations=5000))) for _ in range(4)]
    [other.start() for other in others]
    [other.join() for other in others]
    assert len(reports) == 4


def test_an_interrupt_ends_a_search():
    # A shell that runs the tests in the background lets them ignore interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    player = bp.Player(bp.game("othello"), "uct-best-first")
    threading.Timer(0.1, _thread.interrupt_main).start()
    began = time.perf_counter()
    with pytest.raises(KeyboardInterrupt):
        player.search(time_ms=20_000)
    assert time.perf_counter() - began < 5
    assert player.search(evaluations=100).best_move, "it goes on"
    signal.signal(signal.SIGINT, before)


def _searched(_: int) -> str:
    return bp.Player(bp.game("oware"), "best-first").search(evaluations=200).best_move


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_search(method):
    bp.Player(bp.game("oware"), "best-first").search(evaluations=200)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert len(set(pool.map(_searched, range(4)))) == 1


def test_reports_and_players_are_pickled():
    player = bp.Player(bp.game("onitama"), "puct-best-first", preset="tuned")
    report = player.search(evaluations=500)
    assert pickle.loads(pickle.dumps(report)) == report
    with pytest.raises(bp.Error, match="pickled"):
        pickle.loads(pickle.dumps(report)).tree()
    again = pickle.loads(pickle.dumps(player)).search(evaluations=500)
    assert again.best_move == report.best_move


def test_a_tree_is_events_nodes_and_pictures():
    report = bp.Player(bp.game("tic-tac-toe"), "best-first").search(evaluations=60)
    tree = report.tree()
    nodes = tree.nodes
    assert len(nodes) == len(tree) and nodes[0].parent is None and nodes[1].depth == 1
    assert all(node.value is not None for node in nodes[1:])
    steps = list(tree.events())
    assert steps[0]["why"].startswith("The search begins at the root")
    assert tree.svg().startswith("<svg") and "<iframe" in tree._repr_html_() and "<!DOCTYPE html>" in tree.html()
    networkx = pytest.importorskip("networkx")
    graph = tree.to_networkx()
    assert networkx.is_arborescence(graph) and graph.number_of_nodes() == len(nodes)


WON = [
    ("tic-tac-toe", "a1 b1 b2 c1", "minimax"),
    ("tic-tac-toe", "a1 b1 b2 c1", "proof-number"),
    ("connect-four", "a b a b a", "uct-best-first"),
    ("othello", "", "puct-best-first"),
]


@pytest.mark.parametrize(("name", "moves", "searcher"), WON)
def test_what_json_writes_of_a_report_is_json(name, moves, searcher):
    game = bp.game(name, moves=moves)
    report = bp.Player(game, searcher).search(evaluations=2000)

    def no_number(word):
        raise AssertionError(f"{word} is no JSON")

    plain = json.loads(json.dumps(report.to_dict()), parse_constant=no_number)
    for said, row in [(report, plain), *zip(report.moves, plain["moves"])]:
        wins = said.value is not None and math.isinf(said.value)
        assert (row["value"] is None, row["winner"] in game.sides) == (wins or said.value is None, wins)
        assert not wins or (said.value > 0) == (said.winner == game.sides[0])


def test_a_search_ends_when_another_thread_says_so():
    for game, evaluation in ((bp.game("othello"), None), (bp.Game.of(Nim(60)), lambda positions: [0.0] * len(positions))):
        player, reports = bp.Player(game, "uct-best-first", evaluation=evaluation), []
        player.stop()
        thread = threading.Thread(target=lambda: reports.append(player.search(time_ms=20_000)))
        began = time.monotonic()
        thread.start()
        while thread.is_alive():
            player.stop()
            thread.join(0.05)
        assert time.monotonic() - began < 10 and reports[0].stop == "asked" and reports[0].best_move
        assert player.search(evaluations=20).stop != "asked", "the next search is another one"


def test_cancelling_ends_a_search():
    player = bp.Player(bp.game("othello"), "uct-best-first")

    async def main(seconds):
        task = asyncio.create_task(player.search_async(time_ms=20_000))
        await asyncio.sleep(seconds)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return (await player.search_async(evaluations=100)).best_move

    for seconds in (0, 0.2):
        began = time.monotonic()
        assert asyncio.run(main(seconds)) in player.game.moves
        assert time.monotonic() - began < 10


def test_numbers_of_numpy_are_numbers():
    five, half = np.int64(5), np.float32(0.5)
    game = bp.game("onitama", number=np.uint64(2**63))
    assert game.position == bp.game("onitama", number=2**63).position
    game.play_number(np.int64(game.numbers[0]))
    player = bp.Player(game, "uct-best-first", leaves=np.int64(2), exploration=half)
    assert "leaves=2" in player.searcher and "exploration=0.5" in player.searcher
    report = player.search(evaluations=np.uint32(50), depth=five, bytes=np.int64(1 << 20), time_ms=np.float64(1e4))
    assert report.evaluations <= 50 and len(report.tree(evaluations=five, steps=five)) > 1
    assert 0 < player.tree(evaluations=np.int16(9), steps=five).outcome["evaluations"] <= 9
