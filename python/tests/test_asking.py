"""Searches that ask Python, which asks them: no call waits for ever, and each mistake is an exception that says so."""

import itertools
import os
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import bestply as bp
import pytest

from nim import Nim


@pytest.fixture(autouse=True)
def _no_test_waits_for_ever():
    with alarm(60):
        yield


class Alarm(Exception):
    """What an alarm raises."""


@contextmanager
def alarm(seconds):
    def ring(*_):
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    rest = signal.setitimer(signal.ITIMER_REAL, seconds)[0]
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, rest)
        signal.signal(signal.SIGALRM, before)


def even(planes):
    return [0.0] * len(planes)


class Asks:
    """An evaluation that asks a question of a player the first time that it is asked itself."""

    def __init__(self, question):
        self.question, self.player = question, None

    def __call__(self, planes):
        question, self.question = self.question, None
        if question is not None:
            question(self.player)
        return even(planes)


QUESTIONS = {
    "search": lambda player: player.search(evaluations=10),
    "play": lambda player: player.play(evaluations=10),
    "another thread": lambda player: ThreadPoolExecutor(1).submit(player.search, evaluations=10).result(),
}
SEARCHERS = {"one thread": ("best-first", {}), "two threads": ("uct-best-first", {"threads": 2})}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize(("searcher", "settings"), SEARCHERS.values(), ids=SEARCHERS)
def test_an_evaluation_that_asks_its_own_player_is_told(question, searcher, settings):
    asks = Asks(question)
    asks.player = player = bp.Player(bp.game("connect-four"), searcher, evaluation=asks, **settings)
    with pytest.raises(RuntimeError, match="the player is searching already"):
        player.search(evaluations=100)
    assert player.search(evaluations=100).evaluations == 100, "it goes on"
    assert player.game.history == []


@pytest.mark.parametrize("method", ["play", "moves", "evaluate", "__hash__"])
def test_a_game_that_asks_its_own_player_is_told(method):
    asked = []

    class Asking(Nim):
        pass

    player = bp.Player(bp.Game.of(Asking(8)), "best-first")

    def ask(self, *given):
        asked.append(True)
        player.search(evaluations=10)

    setattr(Asking, method, ask)
    with pytest.raises(RuntimeError, match="the player is searching already"):
        player.search(evaluations=100)
    assert len(asked) < 5, "the exception ends the search"


def test_an_evaluation_may_ask_another_player_and_its_game():
    other = bp.Player(bp.game("connect-four"), "best-first")
    asks = Asks(lambda player: (player.game.moves, player.game.copy().play("d"), other.search(evaluations=10)))
    asks.player = player = bp.Player(bp.game("connect-four"), "best-first", evaluation=asks)
    assert player.search(evaluations=100).evaluations == 100


@pytest.mark.parametrize("endless", ["search", "tree"])
def test_an_evaluation_that_searches_with_itself_for_ever_is_told(endless):
    def value(planes):
        getattr(bp.Player(bp.game("connect-four"), "best-first", evaluation=value), endless)(evaluations=10)
        return even(planes)

    with pytest.raises(RecursionError, match="does an evaluation search with itself"):
        bp.Player(bp.game("connect-four"), "best-first", evaluation=value).search(evaluations=10)
    assert bp.Player(bp.game("connect-four"), "best-first", evaluation=even).search(evaluations=10).best_move


def test_an_exception_leaves_nothing_behind():
    def value(planes, raises=[]):
        raises.append(True)
        if len(raises) == 5:
            raise KeyError("once")
        return planes[:, 0].sum(axis=(1, 2)) / 64

    player = bp.Player(bp.game("othello"), "best-first", evaluation=value)
    with pytest.raises(KeyError, match="once"):
        player.search(evaluations=200)
    again, fresh = (
        player.search(evaluations=200)
        for player in (player, bp.Player(bp.game("othello"), "best-first", evaluation=value))
    )
    assert (again.evaluations, again.value, again.moves) == (200, fresh.value, fresh.moves)


def test_a_method_that_raises_once_ends_the_search_and_leaves_nothing_behind():
    class Wet(Nim):
        is_wet = False

        def play(self, taken):
            if Wet.is_wet:
                raise OSError("the matches are wet")
            return super().play(taken)

    for make in (lambda game: game, lambda game: game.copy()):
        game = bp.Game.of(Wet(7))
        player = bp.Player(make(game), "best-first")
        Wet.is_wet = True
        began = time.perf_counter()
        with pytest.raises(OSError, match="wet"):
            player.search(time_ms=20_000)
        with pytest.raises(OSError, match="wet"):
            game.play(1)
        assert time.perf_counter() - began < 5
        Wet.is_wet = False
        assert game.history == [] and player.search(evaluations=1000).best_move == "3"


@pytest.mark.parametrize("searcher", ["puct-best-first", "uct-best-first", "best-first"])
def test_a_method_that_raises_at_any_time_ends_the_search_without_a_fault(searcher, capfd):
    class Wet(Nim):
        dry = 0

        def play(self, taken):
            Wet.dry -= 1
            if Wet.dry == 0:
                raise OSError("the matches are wet")
            return super().play(taken)

    for dry in range(1, 200):
        Wet.dry = dry
        with pytest.raises(OSError, match="wet"):
            bp.Player(bp.Game.of(Wet(30)), searcher).search(evaluations=1000)
    assert "panicked" not in capfd.readouterr().err, "a graph may come to a position's twin, whose children are not made"


def test_what_the_texts_of_a_game_raise_comes_through():
    class Mute(Nim):
        def __str__(self):
            raise OSError("no words")

        def move_text(self, taken):
            raise OSError("no words")

    game = bp.Game.of(Nim(7))
    game.object.__class__ = Mute
    player = bp.Player(game, "best-first")
    for question in (
        lambda: game.moves,
        lambda: game.position,
        lambda: str(game),
        lambda: game.play("1"),
        lambda: player.search(evaluations=10),
    ):
        with pytest.raises(OSError, match="no words"):
            question()
    game.object.__class__ = Nim
    assert game.moves == ["1", "2", "3"] and game.history == []


def test_a_game_that_is_played_while_it_is_played_is_told():
    class Meddling(Nim):
        def play(self, taken):
            if not meddled:
                meddled.append(True)
                game.play(2)
            return super().play(taken)

    meddled = []
    game = bp.Game.of(Meddling(7))
    with pytest.raises(RuntimeError, match="changed by others"):
        game.play(1)
    assert game.history == ["2"]


AGAIN = {
    "plays": lambda game: game.play(1),
    "plays on": lambda game: game.copy().play(2),
    "lists": lambda game: game.moves,
    "shows": str,
    "begins": lambda game: bp.Game.of(game.object),
}


@pytest.mark.parametrize("method", ["play", "move_text", "__str__", "moves", "to_move", "__hash__"])
@pytest.mark.parametrize("again", AGAIN.values(), ids=AGAIN)
def test_a_game_whose_methods_ask_it_without_end_ends(method, again):
    class Endless(Nim):
        def move_text(self, taken):
            return str(taken)

    def ask(self, *given):
        again(game)
        return usual(self, *given)

    game, usual = bp.Game.of(Endless(7)), getattr(Endless, method)
    for question in (lambda: bp.Player(game, "best-first").search(evaluations=100), lambda: game.play(3)):
        setattr(Endless, method, ask)
        with suppress(RecursionError):
            question()
        setattr(Endless, method, usual)
        assert bp.Player(game, "best-first").search(evaluations=100).best_move


class Sorted:
    """Whose order asks for an order: of all that recurses without end, this takes most of the stack."""

    def __lt__(self, other):
        return bool(sorted([Sorted(), Sorted()]))


@pytest.mark.parametrize(("searcher", "settings"), SEARCHERS.values(), ids=SEARCHERS)
def test_an_evaluation_that_recurses_without_end_is_told(searcher, settings):
    player = bp.Player(bp.game("connect-four"), searcher, evaluation=lambda _: sorted([Sorted(), Sorted()]), **settings)
    with pytest.raises(RecursionError, match="maximum recursion depth"):
        player.search(evaluations=5000)


ENDING = {
    "returns": ("", 0),
    "exits": ("sys.exit(5)", 5),
    "exits at once": ("os._exit(6)", 6),
    "fails": ("raise LookupError", 1),
    "searches": ("atexit.register(lambda: player.search(evaluations=10))", 0),
}
BUSY = {
    "counts": ("sum(range(10**4))", None),
    "waits": ("time.sleep(1000)", None),
    "catches": (
        """
    while True:
        try: time.sleep(0.01)
        except BaseException: pass""",
        1,
    ),
}


@pytest.mark.parametrize("busy", BUSY)
@pytest.mark.parametrize("ending", ENDING)
def test_an_interpreter_ends_while_threads_search(busy, ending):
    does, code = BUSY[busy]
    ends, usual = ENDING[ending]
    script = f"""
import atexit, os, sys, threading, time
import bestply as bp
def value(planes):
    {does}
    return [0.0] * len(planes)
def searches():
    while True: bp.Player(bp.game("connect-four"), "uct-best-first", threads=2, evaluation=value).search(evaluations=100)
player = bp.Player(bp.game("connect-four"), "best-first", evaluation=lambda planes: [0.0] * len(planes))
for _ in range(3): threading.Thread(target=searches, daemon=True).start()
time.sleep(0.3)
{ends}
"""
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=20)
    assert ended.returncode == (usual if code is None or ending == "exits at once" else code), ended.stderr
    assert code is None or ending == "exits at once" or "error: what bestply asks in Python catches" in ended.stderr
    assert "Ending" not in ended.stderr and "panicked" not in ended.stderr


def in_a_child(work):
    """Forks a process that does some work, and returns its exit code; what hangs is ended after twenty seconds."""
    child = os.fork()
    if child == 0:
        code = 1
        try:
            signal.alarm(0)
            code = work()
        finally:
            os._exit(code)
    for _ in range(2000):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "it hangs"


@pytest.mark.parametrize("is_python", [False, True])
def test_a_process_that_is_forked_while_a_thread_searches_goes_on(is_python):
    is_asked, goes_on = threading.Event(), threading.Event()

    def value(planes):
        if os.getpid() == parent:
            is_asked.set()
            goes_on.wait()
        return even(planes)

    parent = os.getpid()
    player = bp.Player(bp.game("othello"), "uct-best-first", **({"evaluation": value} if is_python else {}))
    thread = threading.Thread(target=lambda: player.search(**({"evaluations": 50} if is_python else {"time_ms": 1500})))
    thread.start()
    is_asked.wait(10) if is_python else time.sleep(0.3)

    def work():
        fresh = bp.Player(bp.game("othello"), "uct-best-first", evaluation="mobility-and-corners")
        assert fresh.search(evaluations=100).best_move and player.game.moves
        report = player.search(evaluations=100)
        player.game.play(report.best_move)
        return 0 if report.evaluations == 100 and player.search(evaluations=100).best_move else 2

    assert in_a_child(work) == 0
    goes_on.set()
    thread.join()
    assert player.search(evaluations=100).best_move


NEVER = {
    "sleeps": "time.sleep(1000)",
    "goes round": "while True: pass",
    "waits for a lock": "(lock := threading.Lock()).acquire(); lock.acquire()",
}
ASKED = {
    "an evaluation": """
        def value(planes):
            never()
        player = bp.Player(bp.game("connect-four"), "best-first", evaluation=value)
    """,
    "two threads": """
        def value(planes):
            never()
        player = bp.Player(bp.game("connect-four"), "uct-best-first", threads=2, evaluation=value)
    """,
    "a game": """
        class Slow:
            def __init__(self, ply=0): self.ply = ply
            def to_move(self): return self.ply % 2
            def moves(self): return [1, 2]
            def play(self, move): never()
            def value(self): return 0
        player = bp.Player(bp.Game.of(Slow()), "best-first")
    """,
}
ENDS = {
    "an interrupt": "signal.signal(signal.SIGINT, signal.default_int_handler); "
    "threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()",
    "an alarm": "signal.signal(signal.SIGALRM, ring); signal.setitimer(signal.ITIMER_REAL, 0.5)",
}


def endless(never, asked, end):
    """A process that asks for what never returns, and is to end all the same."""
    script = f"""
import os, signal, threading, time
import bestply as bp
def ring(*_): raise KeyboardInterrupt
def never():
    {NEVER[never]}
{textwrap.dedent(ASKED[asked])}
{ENDS[end]}
began = time.perf_counter()
try:
    player.search(evaluations=1000)
except KeyboardInterrupt:
    print("ended after", time.perf_counter() - began)
"""
    return subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture(scope="module")
def endless_ones():
    """All of them at once, since each of them waits for most of its time."""
    started = {case: endless(*case) for case in itertools.product(NEVER, ASKED, ENDS)}
    yield started
    for process in started.values():
        process.kill()


@pytest.mark.parametrize("never", NEVER)
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("end", ENDS)
def test_what_never_returns_is_ended(endless_ones, never, asked, end):
    process = endless_ones[never, asked, end]
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == "", (out, err)
    assert float(out.removeprefix("ended after")) < 10


def test_an_interrupt_ends_other_searches_of_the_same_game_too():
    asked, goes_on, raised = threading.Event(), threading.Event(), []

    def value(positions):
        asked.set()
        goes_on.wait(30)
        return even(positions)

    game = bp.Game.of(Nim(40))

    def other():
        try:
            bp.Player(game, "best-first", evaluation=even).search(evaluations=10**9)
        except Alarm as error:
            raised.append(error)

    thread = threading.Thread(target=other)
    thread.start()
    with pytest.raises(Alarm), alarm(0.5):
        bp.Player(game, "best-first", evaluation=value).search(evaluations=100)
    goes_on.set()
    thread.join(30)
    assert asked.is_set() and raised


LONG = {
    "a search": lambda player: player.search(evaluations=10**18, depth=1000),
    "a search with a solver": lambda player: bp.Player(
        bp.game("othello", moves="f5d6c3d3c4f4f6"), "principal-variation-search", evaluation="strong"
    ).search(evaluations=10**18, depth=1000),
    "a tree": lambda player: player.tree(evaluations=10**18),
    "an experiment": lambda player: bp.experiment(
        {
            "name": "long",
            "pairs": 100_000,
            "evaluations": [20],
            "opponent": "principal-variation-search",
            "challengers": ["best-first"],
            "games": [{"game": {"kind": "oware"}}],
        },
        progress=False,
    ),
    "a training": lambda player: bp.train("connect-four", f"{tempfile.mkdtemp()}/weights", games=10**8),
}


@pytest.mark.parametrize("work", LONG.values(), ids=LONG)
def test_what_is_long_is_ended_by_an_alarm(work):
    player = bp.Player(bp.game("othello"), "best-first", ends="searcher")
    began = time.perf_counter()
    with pytest.raises(Alarm), alarm(0.5):
        work(player)
    assert time.perf_counter() - began < 40


def test_whoever_waits_for_a_player_is_ended_by_an_alarm():
    player = bp.Player(bp.game("othello"), "uct-best-first")
    thread = threading.Thread(target=player.search, kwargs={"time_ms": 3000})
    thread.start()
    time.sleep(0.2)
    began = time.perf_counter()
    with pytest.raises(Alarm), alarm(0.2):
        player.search(evaluations=10)
    assert time.perf_counter() - began < 2
    thread.join()
    assert player.search(evaluations=10).best_move


@pytest.mark.parametrize("searcher", bp.searchers())
def test_a_solved_ending_is_asked_about_as_often_as_one_likes(searcher):
    # Crosses to move, who win at once or lose; and two plies before.
    game = bp.game("tic-tac-toe", moves="a1 b2 c3 a3")
    settings = {"alpha_beta_depth": 2} if searcher == "best-first-extension" else {}
    player = bp.Player(game, searcher, **settings)

    def best():
        report = player.search(evaluations=20_000, depth=9)
        assert report.best_move in game.moves, report
        return report

    while not game.is_over:
        first, second = best(), best()
        assert (first.proved, first.value) == (second.proved, second.value) or not first.proved
        game.play(second.best_move)
    while len(game.history) > 4:
        game.undo()
        assert best().proved == best().proved
        if game.moves:
            player.play(evaluations=20_000, depth=9)
            game.undo()
