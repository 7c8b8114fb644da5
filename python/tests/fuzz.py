"""Callbacks that re-enter, raise, sleep and never return, in interpreters that end in their midst.

    python python/tests/fuzz.py SECONDS [FIRST]     tries the cases from this number on for so many seconds
    python python/tests/fuzz.py --case NUMBER       is one of them, as it is

Each case is a process, and goes wrong if a signal ends it, if Rust panics, or if it is there after twenty seconds.
Whatever is there after three is interrupted again and again, since threads wait for what never returns;
an interrupt that another thread takes does not wake the main one.
"""

import atexit
import faulthandler
import functools
import gc
import itertools
import os
import pickle
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import bestply as bp
from nim import Nim

MOST_SECONDS, PATIENCE, AGAIN = 20, 3, 0.5


def swallow(wait):
    # What the main thread does so, nothing in Python ends.
    while threading.current_thread() is not threading.main_thread():
        try:
            time.sleep(wait) if wait else None
        except BaseException:
            pass


def raising(kind):
    def deed(case):
        raise kind("as it was to be")

    return deed


def spins(case):
    while True:
        pass


def waits(case):
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def forks(case):
    if os.fork() == 0:
        try:
            bp.Player(bp.game("tic-tac-toe"), "best-first").search(evaluations=20)
        finally:
            os._exit(0)


class Sorts:
    def __lt__(self, other):
        return sorted([Sorts(), Sorts()])


class Shows:
    def __repr__(self):
        return repr([self])


@functools.lru_cache(None)
def deeper(n):
    return deeper(n + 1)


DEEDS = {
    "naps": lambda case: time.sleep(random.random() / 20),
    "sleeps": lambda case: time.sleep(1000),
    "spins": spins,
    "waits": waits,
    "swallows": lambda case: swallow(0),
    "swallows and sleeps": lambda case: swallow(0.01),
    **{kind.__name__: raising(kind) for kind in (OSError, KeyboardInterrupt, SystemExit, StopIteration, MemoryError)},
    **{f"returns {given!r:.9}": lambda case, given=given: given for given in ("x", -1, 1e308, float("nan"), [], {}, gc)},
    "returns itself": lambda case: case.game.object,
    "plays": lambda case: case.game.play(random.choice("123abc")),
    "undoes": lambda case: case.game.undo(),
    "lists moves": lambda case: case.game.moves,
    "shows": lambda case: str(case.game),
    "copies": lambda case: case.game.copy().play(case.game.moves[0]),
    "pickles": lambda case: pickle.loads(pickle.dumps(case.game)),
    "asks itself": lambda case: case.player.search(evaluations=10),
    "asks another": lambda case: case.new_player().search(evaluations=10),
    "traces": lambda case: case.new_player().tree(evaluations=10),
    "plays itself": lambda case: case.player.play(evaluations=10),
    "is a game": lambda case: bp.Game.of(case.game.object or Odd()),
    "asks in a thread": lambda case: ThreadPoolExecutor(1).submit(case.new_player().search, evaluations=10).result(),
    "sorts for ever": lambda case: sorted([Sorts(), Sorts()]),
    "shows for ever": lambda case: repr(Shows()),
    "goes deeper": lambda case: deeper(0),
    "substitutes": lambda case: re.sub("a", lambda _: DEEDS["substitutes"](case), "a"),
    "collects": lambda case: gc.collect(),
    "forks": forks,
    "forgets": lambda case: vars(case).pop("player", None),
    "exits": lambda case: sys.exit(3),
}


class Odd(Nim):
    """A game with all the methods that may be asked, of which some do deeds."""

    def evaluate(self):
        return 0.5 - self.matches % 4 / 4

    def move_text(self, taken):
        return str(taken)

    @staticmethod
    def __repr__():
        return "an odd game"


METHODS = ["to_move", "moves", "play", "value", "evaluate", "move_text", "__hash__", "__eq__", "__str__"]


class Case:
    """One of many cases, by its number."""

    def __init__(self, number):
        random.seed(number)
        self.deed, self.after = random.choice(list(DEEDS)), random.choice([0, 1, 5, 50])
        self.asked, self.is_armed, self.is_always = 0, False, random.random() < 0.5
        self.odd = type("Odd", (Odd,), {})
        self.holder = random.choice(["evaluation", "priors", *METHODS])
        if self.holder in METHODS:
            setattr(self.odd, self.holder, self.doing(getattr(Odd, self.holder)))
        is_of_python = self.holder in METHODS or random.random() < 0.3
        self.game = bp.Game.of(self.odd(40)) if is_of_python else bp.game("connect-four")
        self.threads = random.choice([1, 1, 2])
        self.player = self.new_player()
        self.is_armed = True
        self.end = random.choice(list(ENDS))
        self.is_daemon = random.random() < 0.7
        self.works = [random.choice(list(WORKS)) for _ in range(random.randint(1, 3))]
        print(number, {**vars(self), "game": self.game.name, "player": self.player.searcher}, file=sys.stderr)

    def doing(self, usual):
        """A function that does the deed once it has been asked so often, and then once or always."""

        @functools.wraps(usual)
        def asked(*given):
            self.asked += self.is_armed
            if self.is_armed and (self.asked > self.after if self.is_always else self.asked == self.after + 1):
                done = DEEDS[self.deed](self)
                return usual(*given) if done is None else done
            return usual(*given)

        return asked

    def new_player(self):
        settings = {"threads": 2} if self.threads == 2 else {}
        if self.holder in ("evaluation", "priors"):
            settings["evaluation"] = self.doing(lambda batch: self.found(batch))
            settings["policy"] = self.holder == "priors"
        return bp.Player(self.game, "puct-best-first" if self.holder == "priors" else "uct-best-first", **settings)

    def found(self, batch):
        values = [0.0] * len(batch)
        if self.holder == "evaluation":
            return values
        return values, [[1.0] * (7 if self.game.object is None else len(position.moves())) for position in batch]

    def run(self):
        for work in self.works:
            threading.Thread(target=WORKS[work], args=(self,), daemon=self.is_daemon).start()
        time.sleep(random.choice([0, 0.01, 0.1, 0.5]))
        ENDS[self.end](self)


def for_ever(work):
    def works(case):
        while True:
            try:
                work(case)
            except Exception:
                time.sleep(0.001)

    return works


WORKS = {
    "searches": lambda case: case.player.search(evaluations=10**7),
    "searches anew": lambda case: case.new_player().search(evaluations=10**7),
    "searches for ever": for_ever(lambda case: case.new_player().search(evaluations=50)),
    "traces for ever": for_ever(lambda case: case.new_player().tree(evaluations=20, steps=20)),
    "lists for ever": for_ever(lambda case: (case.game.moves, str(case.game))),
    "plays for ever": for_ever(lambda case: (case.game.play(case.game.moves[0]), case.game.undo())),
    "begins for ever": for_ever(lambda case: bp.Game.of(case.odd(9))),
    "searches natively": lambda case: bp.Player(bp.game("othello"), "uct-best-first").search(time_ms=10**6),
}


def interrupted(case):
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    case.new_player().search(evaluations=10**7)


def caught(case):
    try:
        interrupted(case)
    except BaseException:
        pass


def at_exit(case):
    atexit.register(lambda: case.new_player().search(evaluations=10))


def failing(case):
    raise LookupError("as it was to be")


def forgotten(case):
    vars(case).pop("player", None)
    vars(case).pop("game")
    gc.collect()


ENDS = {
    "returns": lambda case: None,
    "exits": lambda case: sys.exit(5),
    "exits at once": lambda case: os._exit(6),
    "fails": failing,
    "is interrupted": interrupted,
    "catches": caught,
    "is terminated": lambda case: (signal.signal(signal.SIGTERM, lambda *_: sys.exit(7)), os.kill(os.getpid(), 15)),
    "searches at its exit": at_exit,
    "forgets": forgotten,
}


def tried(number):
    """What goes wrong in a case; nothing if all is well."""
    began = time.monotonic()
    command = [sys.executable, __file__, "--case", str(number)]
    wrong = None
    with tempfile.TemporaryFile("w+") as told:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=told, start_new_session=True)
        while process.poll() is None:
            try:
                process.wait(PATIENCE if time.monotonic() - began < PATIENCE else AGAIN)
            except subprocess.TimeoutExpired:
                if time.monotonic() - began < MOST_SECONDS:
                    process.send_signal(signal.SIGINT)
                else:
                    wrong = "it is still there"
                    # By which it says where its threads are.
                    process.send_signal(signal.SIGABRT)
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(PATIENCE)
                    process.kill()
        # And what it forked.
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        told.seek(0)
        err = told.read()
    if wrong is None and process.returncode < 0 and process.returncode != -signal.SIGINT:
        wrong = f"signal {-process.returncode} ended it"
    if wrong is None and ("panicked" in err or "fault of bestply" in err):
        wrong = "Rust panicked"
    return wrong and f"case {number}: {wrong} after {time.monotonic() - began:.1f} s\n{err[-6000:]}"


def main(seconds, first=0):
    until = time.monotonic() + seconds
    numbers = itertools.count(first)

    def some(_):
        found = []
        while time.monotonic() < until:
            found.append(tried(next(numbers)))
            if found[-1]:
                print(found[-1], flush=True)
        return found

    # A case waits for most of its time.
    at_once = 2 * (os.cpu_count() or 1)
    with ThreadPoolExecutor(at_once) as pool:
        found = list(itertools.chain.from_iterable(pool.map(some, range(at_once))))
    wrong = sum(map(bool, found))
    print(f"{len(found)} cases, {wrong} went wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    if sys.argv[1] == "--case":
        faulthandler.enable()
        # A process in the background ignores interrupts by default.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        Case(int(sys.argv[2])).run()
    else:
        main(float(sys.argv[1]), *map(int, sys.argv[2:3]))
