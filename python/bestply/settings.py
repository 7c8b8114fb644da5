"""The settings of searchers: what each does, and their types.

The types are written from the catalogue by ``python -m bestply.settings``; a test holds that they are the catalogue's.
"""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Optional, TypedDict, Union

from . import _bestply


@dataclass(frozen=True)
class Setting:
    """A setting of a searcher."""

    name: str
    """Its name, a keyword of ``Player``."""
    kind: str
    """``whole`` or ``decimal``, a number; ``bytes``, a number or a text such as ``64MiB``; ``name``, one of ``names``; or ``text``."""
    least: Optional[float]
    """The least number."""
    most: Optional[float]
    """The greatest number."""
    names: list[str]
    """The names that it can have."""
    default: Optional[str]
    """What holds where it is not given, if that is the same in every search."""
    about: str
    """What it does."""


def settings(searcher: str) -> list[Setting]:
    """The settings of a searcher."""
    return [Setting(*setting) for setting in _bestply._settings(searcher)]


_MARK = "# From here on written by `python -m bestply.settings`."


def _written() -> str:
    """The class ``Settings`` as the catalogue has it: each setting of any searcher, with who has it."""
    owners: dict[str, dict[str, list[str]]] = {}
    kinds: dict[str, list[Setting]] = {}
    searchers = _bestply.searchers()
    for searcher in searchers:
        for setting in settings(searcher):
            # Limits are given to a search, and the evaluation by itself.
            if setting.name not in ("depth", "evaluations", "time_ms", "time_us", "bytes", "evaluation"):
                owners.setdefault(setting.name, {}).setdefault(setting.about, []).append(searcher)
                kinds.setdefault(setting.name, []).append(setting)
    lines = [_MARK, "", "", "class Settings(TypedDict, total=False):", '    """The settings of searchers, as keywords of ``Player``."""', ""]
    for name in sorted(owners):
        everywhere = len(kinds[name]) == len(searchers)
        who = {about: ", ".join(f"``{searcher}``" for searcher in own) for about, own in owners[name].items()}
        text = " ".join(f"{about} Of {'every searcher' if everywhere else own}." for about, own in who.items())
        wrapped = textwrap.wrap(text, 112, break_long_words=False, break_on_hyphens=False)
        lines += [f"    {name}: {_type(kinds[name])}", '    """' + "\n    ".join(wrapped) + '"""']
    return "\n".join(lines) + "\n"


def _type(same: list[Setting]) -> str:
    """The type of a setting that several searchers may have, with different names to choose from."""
    names = list(dict.fromkeys(name for setting in same for name in setting.names))
    if same[0].kind == "name":
        # Yes and no can be said in Python's words, too, and a year is a number.
        more = "bool, " if set(names) == {"true", "false"} else "int, " if all(name.isdigit() for name in names) else ""
        literal = f"Literal[{', '.join(map(repr, names)).replace(chr(39), chr(34))}]"
        return f"Union[{more}{literal}]" if more else literal
    return {"whole": "int", "bytes": "Union[int, str]", "decimal": "float"}.get(same[0].kind, "str")


def _rewrite() -> None:
    file = Path(__file__)
    head = file.read_text(encoding="utf-8").split("\n" + _MARK)[0]
    file.write_text(head.rstrip("\n") + "\n\n\n" + _written(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(_rewrite())


# From here on written by `python -m bestply.settings`.


class Settings(TypedDict, total=False):
    """The settings of searchers, as keywords of ``Player``."""

    addition: Literal["sum", "weak"]
    """How the numbers of children are added. Of ``proof-number``."""
    alpha_beta_depth: int
    """The depth to which alpha-beta searches first; in an experiment by default the opponent's less one. Of
    ``best-first-extension``. How many plies alpha-beta looks ahead at each leaf; 0 takes the static value. Of
    ``uct-best-first``."""
    aspiration: int
    """How far from the last iteration's value the next one looks at first; 0 looks everywhere. Of
    ``principal-variation-search``, ``selective-alpha-beta``."""
    back_up: Literal["root", "stable", "mean"]
    """Whether best values are backed up to the root, or until one does not change, or means are. Of
    ``unbounded-minimax``."""
    batch: int
    """From which child on all children of a node above the leaves are evaluated together; 0 is off. Of
    ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    cache_bytes: Union[int, str]
    """The bytes of static values that are remembered by position, where they take long; the search is the same. Of
    ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    choice: Literal["value-and-visits", "value", "safe"]
    """How the move to play is chosen from the searched ones. Of ``uct-best-first``, ``unbounded-minimax``."""
    classes: int
    """Into how many classes values are divided. Of ``conspiracy-numbers``, ``sibling-conspiracy``."""
    completion: Literal["on", "off"]
    """Whether positions of which the outcome is known are searched no more. Of ``unbounded-minimax``."""
    cost: float
    """What an expansion costs, in wins. Of ``meta-greedy``."""
    descent: Literal["on", "off"]
    """Whether each walk goes on to the end of the game (docs/meaning.md, 19.6). Of ``unbounded-minimax``."""
    deterministic: Union[bool, Literal["false", "true"]]
    """Whether several threads come to the same result each time. Of ``uct-best-first``, ``puct-best-first``,
    ``unbounded-minimax``."""
    edge: float
    """Of true values: what each ply adds to a leaf's penalty. Of ``min-max-approximation``."""
    ends: Literal["searcher", "solver"]
    """Who plays the end of the game: the searcher, or the game's solver first, as for whoever plays Othello. Of every
    searcher."""
    epsilon: float
    """Of df-pn: how much longer it stays with a child than its numbers ask for. Of ``proof-number``."""
    errors: float
    """By how many standard errors an evaluation may be off. Of ``b-star``, ``meta-greedy``, ``bayesian``."""
    expansions: int
    """How many leaves a walk expands, one below the other, before it ends (docs/meaning.md, 19.6). Of
    ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    exploration: float
    """Of uct and puct: how much a walk prefers children with few visits. Of ``uct-best-first``, ``puct-best-first``,
    ``unbounded-minimax``. How much a walk prefers children with few visits. Of ``monte-carlo-tree-search``."""
    fail: Literal["hard", "soft"]
    """What is returned of a position outside the window: the bound (hard), or the value found (soft). Of
    ``alpha-beta``, ``best-first-extension``."""
    form: Union[int, Literal["1993", "1992"]]
    """The recursion as the paper of 1993 or the report of 1992 has it. Of ``recursive-best-first``."""
    generation: Literal["one-at-a-time", "all"]
    """Whether a node's children are made one at a time or all at once. Of ``alpha-beta``, ``best-first-extension``.
    Whether a node's children are made one at a time or all at once; by default as in the form's paper. Of
    ``recursive-best-first``."""
    guess: Literal["last", "same-side"]
    """What an iteration is guessed to find: the last one's value, or that of the last horizon of the same side. Of
    ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    gulp: float
    """The part of the leaves that is expanded together. Of ``bayesian``."""
    internal_deepening: int
    """From which depth a node without a known best move is first searched less deep; 0 is off. Of
    ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    leaf: Literal["one", "mobility"]
    """What a leaf counts by itself: one, or as many as it has moves. Of ``proof-number``."""
    leaves: int
    """How many leaves are chosen before their values are asked for together. Of ``best-first``,
    ``randomized-best-first``. How many leaves are evaluated together, or, if deterministic, how many parts are
    searched at a time. Of ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    memory: Literal["stop", "prune", "linear"]
    """What a search does when its bytes are spent; whoever plays has it prune. Of ``alpha-beta``, ``best-first``,
    ``best-first-extension``, ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``,
    ``monte-carlo-tree-search``."""
    method: Literal["df-pn", "pds", "pn", "pn2"]
    """Which search by proof numbers. Of ``proof-number``."""
    minimax_weight: float
    """The weight of minimax values beside the means. Of ``monte-carlo-tree-search``."""
    null_move: int
    """By how many plies less the search looks after a pass, in games that offer one, such as Breakthrough; 0 is off.
    Of ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    playout_plies: int
    """How many random plies a playout has before it is valued. Of ``monte-carlo-tree-search``."""
    power: float
    """Of means: their power, by which they come nearer to minimax the larger it is. Of ``min-max-approximation``."""
    preset: str
    """The name of constants that were found for the game; other settings go before them. Of every searcher."""
    priors: Literal["own", "values"]
    """Of puct: whether priors are the evaluation's own, where it has a policy, or follow from values. Of
    ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    prob_cut: float
    """How sure a shallow search must be to stand for a deep one, in standard deviations of predictions such as
    Othello's; 0 is off. Of ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    prob_cut_draft: int
    """Of prob_cut: the greatest depth at which a shallow search may stand for a deep one. Of
    ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    proof: float
    """How much children that are easily won are preferred (docs/meaning.md, 18.6); 0 is off. Of
    ``monte-carlo-tree-search``."""
    proof_term: Literal["rank", "maximum", "sum"]
    """Of proof: how the preference follows from proof numbers. Of ``monte-carlo-tree-search``."""
    ranks: Literal["heeded", "ignored"]
    """Whether captures and their like go first, in games that rank their moves, such as Breakthrough. Of
    ``principal-variation-search``, ``mtd-f``, ``sss-star``, ``dual-star``, ``full-window-alpha-beta``,
    ``selective-alpha-beta``."""
    reduction: float
    """By how much late moves are searched less deep; 0 is off. Of ``principal-variation-search``, ``mtd-f``,
    ``selective-alpha-beta``."""
    scale: int
    """The value that counts as 1 where values are weighed against visits; by default the evaluation's. Of
    ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``, ``monte-carlo-tree-search``,
    ``min-max-approximation``, ``conspiracy-numbers``, ``sibling-conspiracy``, ``b-star``, ``meta-greedy``,
    ``randomized-best-first``, ``bayesian``, ``product-propagation``."""
    seed: int
    """Of softmax: what the random numbers are made from. Of ``uct-best-first``, ``unbounded-minimax``. What the random
    numbers are made from. Of ``monte-carlo-tree-search``, ``randomized-best-first``."""
    selection: Literal["uct", "softmax", "puct", "value"]
    """How a walk chooses among a node's children. Of ``uct-best-first``, ``unbounded-minimax``."""
    shrinkage: float
    """How far a new leaf's value is drawn towards its parent's (docs/meaning.md, 17.8). Of ``uct-best-first``,
    ``puct-best-first``, ``unbounded-minimax``."""
    singular_at: Literal["principal", "everywhere"]
    """Of singular_margin: where such moves are looked for. Of ``alpha-beta``."""
    singular_margin: int
    """By how much a move must be better than all others to be searched deeper; by default none is. Of ``alpha-beta``."""
    singular_reduction: int
    """Of singular_margin: by how many plies the search that finds such moves is shallower. Of ``alpha-beta``."""
    step: int
    """By how many plies each iteration looks farther than the last one; 0 is two on the way to a depth and one without
    (docs/meaning.md, D359). Of ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    table_bytes: Union[int, str]
    """The bytes of the table of positions, which each game clears; by default they follow from the limits. Of
    ``principal-variation-search``, ``mtd-f``, ``sss-star``, ``dual-star``, ``full-window-alpha-beta``,
    ``selective-alpha-beta``, ``proof-number``. The bytes of a table that gives new leaves values found elsewhere,
    on a tree; by default none. Of ``uct-best-first``."""
    temperature: float
    """Of softmax: how often worse children are chosen. Of ``uct-best-first``, ``unbounded-minimax``. How far values
    that are drawn may be from those found, in wins. Of ``randomized-best-first``."""
    tempo: Literal["ignored", "measured"]
    """Whether half of what a move is worth to the side that makes it is taken from new leaves, as it is measured. Of
    ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    threads: int
    """How many threads share a search. Of ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``. How many
    threads share a search, at most as many as leaves. Of ``randomized-best-first``."""
    ties: Literal["fewest-visits", "kept"]
    """Which of several best children is followed. Of ``unbounded-minimax``."""
    tolerance: float
    """Of puct: how much worse a child's first value may be before its share of the visits is halved (docs/meaning.md,
    19.8). Of ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    transposition_cuts: int
    """From which depth children are looked up in the table before any is searched; 0 is off. Of
    ``principal-variation-search``, ``mtd-f``, ``selective-alpha-beta``."""
    transpositions: Literal["on", "off"]
    """Whether a position reached in several ways is one node. Of ``uct-best-first``, ``puct-best-first``,
    ``unbounded-minimax``."""
    tree: Literal["cleared"]
    """Clears the tree after each move, which is saved without the key. Of ``best-first``."""
    unit: Literal["win", "noise"]
    """What values are weighed by: a part of a win (`scale`), or how far static values are from their children's. Of
    ``uct-best-first``, ``puct-best-first``, ``unbounded-minimax``."""
    urgency: float
    """Of uct: the bonus of a child that was never visited. Of ``uct-best-first``, ``unbounded-minimax``."""
    value_order: int
    """From which depth moves are ordered by their static values; 0 is off. Of ``principal-variation-search``,
    ``mtd-f``, ``selective-alpha-beta``."""
    values: Literal["true", "means"]
    """Whether penalties are from true minimax values or from means. Of ``min-max-approximation``."""
    weight: int
    """By how many leaves a static value counts; 0 is off. Of ``proof-number``."""
