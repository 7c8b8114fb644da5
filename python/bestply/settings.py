"""The settings of searchers: what each does, and their types.

The types are written from the catalogue by ``python -m bestply.settings``; a test holds that they are the catalogue's.
"""

from __future__ import annotations

import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Optional, TypedDict

from . import _bestply


@dataclass(frozen=True)
class Setting:
    """A setting of a searcher."""

    name: str
    """Its name, a keyword of ``Player``."""
    kind: str
    """``whole`` or ``decimal``, a number; ``name``, one of ``names``; or ``text``."""
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
    owners: dict[str, list[str]] = {}
    kinds: dict[str, list[Setting]] = {}
    searchers = _bestply.searchers()
    for searcher in searchers:
        for setting in settings(searcher):
            # Limits are given to a search, and the evaluation by itself.
            if setting.name not in ("depth", "evaluations", "time_ms", "time_us", "bytes", "evaluation"):
                owners.setdefault(setting.name, []).append(searcher)
                kinds.setdefault(setting.name, []).append(setting)
    lines = [_MARK, "", "", "class Settings(TypedDict, total=False):", '    """The settings of searchers, as keywords of ``Player``."""', ""]
    for name in sorted(owners):
        own = owners[name]
        who = "every searcher" if len(own) == len(searchers) else ", ".join(f"``{searcher}``" for searcher in own)
        about = list(dict.fromkeys(setting.about for setting in kinds[name]))
        text = " ".join([*about, f"Of {who}."])
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
    return {"whole": "int", "decimal": "float"}.get(same[0].kind, "str")


def _rewrite() -> None:
    file = Path(__file__)
    head = file.read_text(encoding="utf-8").split("\n" + _MARK)[0]
    file.write_text(head.rstrip("\n") + "\n\n\n" + _written(), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(_rewrite())


# From here on written by `python -m bestply.settings`.


class Settings(TypedDict, total=False):
    """."""
