"""A game of one's own, for tests: whoever takes the last match wins."""

from __future__ import annotations


class Nim:
    """One, two or three matches are taken from a heap, in turns."""

    def __init__(self, matches: int = 10, mover: int = 0) -> None:
        self.matches, self.mover = matches, mover

    def to_move(self) -> int:
        return self.mover

    def moves(self) -> list[int]:
        return [taken for taken in (1, 2, 3) if taken <= self.matches]

    def play(self, taken: int) -> Nim:
        return type(self)(self.matches - taken, 1 - self.mover)

    def value(self) -> int:
        return 1 if self.mover == 1 else -1

    def __hash__(self) -> int:
        return hash((self.matches, self.mover))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Nim) and (self.matches, self.mover) == (other.matches, other.mover)

    def __str__(self) -> str:
        return f"{self.matches} matches"
