"""The notebooks run from top to bottom."""

import json
import time
from pathlib import Path

import bestply as bp
import pytest

NOTEBOOKS = sorted(Path(__file__).parent.parent.joinpath("notebooks").glob("*.ipynb"))
NEEDS = {"3-": "torch", "4-": "pyspiel"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for prefix, module in NEEDS.items():
        if path.name.startswith(prefix):
            pytest.importorskip(module, reason=f"{module} is not installed: {path.name} is not run")
    names = {"__name__": "__main__"}
    shown, began = [], time.process_time()
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [], "a notebook is kept without what it printed"
            *lines, last = "".join(cell["source"]).split("\n")
            exec("\n".join([*lines, last]), names)
            if last.isidentifier():
                shown.append(names[last])
    assert time.process_time() - began < 60, "a notebook takes less than a minute"
    for item in shown:
        assert not hasattr(item, "_repr_html_") or item._repr_html_().startswith("<")


def test_there_are_four():
    assert len(NOTEBOOKS) == 4 and bp.__version__
