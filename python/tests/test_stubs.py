"""The stubs of the compiled half say what it has."""

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import bestply
import pytest
from bestply import _bestply

STUB = Path(bestply.__file__).with_name("_bestply.pyi")


def _parameters(function) -> list[str]:
    return [name for name in inspect.signature(function).parameters if name != "self"]


def test_every_item_has_a_stub_with_its_parameters():
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    functions = {item.name: item for item in tree.body if isinstance(item, ast.FunctionDef)}
    classes = {item.name: item for item in tree.body if isinstance(item, ast.ClassDef)}
    for name in (name for name in dir(_bestply) if not name.startswith("__")):
        item = getattr(_bestply, name)
        if inspect.isclass(item):
            stubbed = {member.name for member in classes[name].body if isinstance(member, ast.FunctionDef)}
            own = {member for member in vars(item) if not member.startswith("__")}
            assert own - {"_repr_html_"} <= stubbed or issubclass(item, Exception), name
        else:
            arguments = functions[name].args
            assert [given.arg for given in arguments.args + arguments.kwonlyargs] == _parameters(item), name


def test_the_stubs_are_those_that_mypy_finds():
    pytest.importorskip("mypy")
    checked = subprocess.run([sys.executable, "-m", "mypy.stubtest", "bestply._bestply"], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_the_types_of_settings_are_those_of_the_catalogue():
    module = sys.modules["bestply.settings"]
    assert module._written() in Path(module.__file__).read_text(encoding="utf-8"), "python -m bestply.settings"


@pytest.mark.parametrize("searcher", bestply.searchers())
def test_every_setting_says_what_it_does(searcher):
    for setting in bestply.settings(searcher):
        assert setting.about.endswith(".") and setting.kind in ("whole", "bytes", "decimal", "name", "text"), setting
        assert setting.kind != "name" or setting.default in (None, *setting.names)


def test_a_type_checker_refuses_a_wrong_setting(tmp_path):
    pytest.importorskip("mypy")
    pytest.importorskip("typing_extensions")
    lines = ["import bestply as bp", 'game = bp.game("othello")']
    lines += ['bp.Player(game, "best-first", leaves=64, memory="prune")', 'bp.Player(game, "best-first", leafs=64)']
    lines += ['bp.Player(game, "best-first", leaves="many")']
    file = tmp_path / "settings.py"
    file.write_text("\n".join(lines))
    checked = subprocess.run([sys.executable, "-m", "mypy", str(file)], capture_output=True, text=True)
    wrong = [line.split(":")[1] for line in checked.stdout.splitlines() if ": error:" in line]
    assert wrong == ["4", "5"], checked.stdout


def test_what_the_package_exports_is_documented():
    for name in bestply.__all__:
        item = getattr(bestply, name)
        assert name == "__version__" or inspect.getdoc(item), name
