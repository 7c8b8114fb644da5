"""Experiments, their results as data, and evaluations learnt from self-play."""

from __future__ import annotations

import csv
import json
import os
import tempfile
from dataclasses import dataclass
from html import escape
from math import isfinite
from pathlib import Path
from typing import Any, Callable, Literal, Optional, Sequence, Union

from numpy import generic

from . import _bestply
from .weights import Weights
from .weights import weights as read_weights

Described = Union[str, os.PathLike, dict]


@dataclass(frozen=True)
class Experiment:
    """A folder of results."""

    folder: Path
    """The folder."""
    found: str
    """What was found, in words; empty for results that were loaded."""

    @property
    def cells(self) -> list[dict[str, Any]]:
        """A row for each cell: who met whom, in which game, under which limits, and what came of it."""
        with open(self.folder / "results.csv", newline="", encoding="utf-8") as file:
            return [{key: _typed(value) for key, value in row.items()} for row in csv.DictReader(file)]

    @property
    def games(self) -> list[dict[str, Any]]:
        """The games that were played, a dictionary for each pair."""
        with open(self.folder / "games.jsonl", encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    @property
    def results(self) -> dict[str, Any]:
        """All results with their intervals, as ``results.json`` has them."""
        return json.loads((self.folder / "results.json").read_text(encoding="utf-8"))

    def to_pandas(self, of: Literal["cells", "games"] = "cells") -> Any:
        """The cells or the games as a frame of pandas."""
        import pandas

        return pandas.DataFrame(self._rows(of))

    def to_polars(self, of: Literal["cells", "games"] = "cells") -> Any:
        """The cells or the games as a frame of polars."""
        import polars

        return polars.DataFrame(self._rows(of), infer_schema_length=None)

    def to_arrow(self, of: Literal["cells", "games"] = "cells") -> Any:
        """The cells or the games as a table of Arrow."""
        import pyarrow

        return pyarrow.Table.from_pylist(self._rows(of))

    def _rows(self, of: str) -> list[dict[str, Any]]:
        if of not in ("cells", "games"):
            raise _bestply.Error(f"of: `{of}` is no part of the results, expected cells or games")
        return self.cells if of == "cells" else self.games

    def plots(self) -> list[Path]:
        """The pictures of the report."""
        return sorted(self.folder.glob("plot-*.svg"))

    def _repr_html_(self) -> str:
        pictures = "".join(picture.read_text(encoding="utf-8") for picture in self.plots())
        return f"<pre>{escape(self.found)}</pre>{pictures}"


@dataclass(frozen=True)
class Trained:
    """An evaluation that was learnt."""

    weights: Weights
    """Its weights, as arrays."""
    strengths: list[str]
    """What it is worth against others, a line each."""


def experiment(
    description: Described,
    out: Optional[Union[str, os.PathLike]] = None,
    *,
    progress: bool = True,
    shard: Optional[str] = None,
    merge: Optional[Sequence[Union[str, os.PathLike]]] = None,
    **selection: Any,
) -> Experiment:
    """Plays an experiment: a preset's name, a file in TOML, or a dictionary with what a file has (docs/experiments.md).

    ``out`` is the folder of the results, by default a new one among the temporary files.
    The selection is ``quick``, ``pairs``, ``games``, ``budgets`` or ``challengers``; ``threads`` and ``fresh`` are of the run.

    A function that plays ``shard="2/8"`` into a folder is a part of a run, for joblib, Dask, Ray or a cluster,
    and the same call with ``merge=[folders]`` puts the parts together, to the bytes of one run.
    """
    out = tempfile.mkdtemp(prefix="bestply-") if out is None else out
    text = None
    if isinstance(description, dict):
        text, description = _toml(description), "experiment"
    with _Bar(progress) as watch:
        found = _bestply.experiment(
            description, out, text=text, shard=shard, merge=merge or None, watch=watch, **selection
        )
    return Experiment(Path(out), found)


def load(folder: Union[str, os.PathLike]) -> Experiment:
    """The results that are in a folder."""
    if not isinstance(folder, (str, os.PathLike)):
        raise _bestply.Error(f"folder must be a path, not {_bestply._shown(folder)}")
    folder = Path(folder)
    if not (folder / "results.json").is_file():
        raise _bestply.Error(f"{str(folder)!r}: no results.json is there; a folder of results has one")
    return Experiment(folder, "")


def train(
    game: str,
    out: Union[str, os.PathLike],
    *,
    games: int,
    seed: int = 1,
    threads: Optional[int] = None,
    continues: bool = False,
    pairs: Optional[int] = None,
) -> Trained:
    """Learns an evaluation of a game of the catalogue from self-play, and writes its weights.

    Their strength is measured by so many pairs of games a depth, or by one from each of the game's starts.
    ``Player(game, weights=trained.weights, evaluation="learnt")`` plays with them.
    """
    strengths = _bestply.train(game, games, seed, out, threads=threads, continues=continues, pairs=pairs)
    return Trained(read_weights(out), strengths)


class _Bar:
    """A bar of tqdm, where it is installed and wanted."""

    def __init__(self, is_wanted: bool) -> None:
        self._bar = None
        if is_wanted:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._bar = tqdm(unit="pair", leave=False)

    def __enter__(self) -> Optional[Callable[[str, int, int], None]]:
        return None if self._bar is None else self._watch

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()

    def _watch(self, line: str, done: int, pairs: int) -> None:
        assert self._bar is not None
        if line:
            self._bar.write(line)
        self._bar.total, self._bar.n = pairs, done
        self._bar.refresh()


def _typed(text: str) -> Any:
    for kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            continue
        # `nan` is a name.
        if isfinite(number):
            return number
    return {"": None, "true": True, "false": False}.get(text, text)


def _toml(table: dict[str, Any], path: str = "") -> str:
    """A dictionary in TOML: plain values first, then tables, then lists of tables."""

    def is_tables(value: Any) -> bool:
        return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)

    lines = [
        f"{json.dumps(key)} = {_value(value)}"
        for key, value in table.items()
        if not isinstance(value, dict) and not is_tables(value)
    ]
    for key, value in table.items():
        name = f"{path}{json.dumps(key)}"
        if isinstance(value, dict):
            lines.append(f"[{name}]\n{_toml(value, name + '.')}")
        elif is_tables(value):
            lines.extend(f"[[{name}]]\n{_toml(item, name + '.')}" for item in value)
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, generic):
        value = value.item()
    if isinstance(value, (bool, int, float, str, os.PathLike)):
        return json.dumps(os.fspath(value) if isinstance(value, os.PathLike) else value)
    raise _bestply.Error(f"{_bestply._shown(value)} is nothing that a description has: numbers, words, truths, lists and tables")
