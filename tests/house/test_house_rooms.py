"""The page on one screen: who may import whom, and every promise has its tests, which plain pytest runs."""

from __future__ import annotations

import ast
import re
import tomllib

import pytest
from importlinter.cli import lint_imports

from tests.house.sources import ROOMS, ROOT, SOURCES, name_of, text_of, tree_of

CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = [c for c in CONTRACTS if c["type"] == "layers"]

UNDIVIDED = {
    "decks": "one line: words, schema, steps and conditions, sheets, read, mix, arrays, load; lint, listing, describe, "
    "bring and handbook on top",
    "variants": "three files in one line: schema, load, ledger",
}
"""Rooms without a contract inside, each with its reason."""


def test_no_contract_on_layers_has_an_exception():
    assert len(LAYERS) >= 5
    assert not [c["name"] for c in LAYERS if c.get("ignore_imports")]


def test_every_room_is_divided_by_a_contract_that_names_all_its_parts():
    divided = {room for c in LAYERS for room in c.get("containers", ())}
    assert divided >= {*ROOMS} - {*UNDIVIDED} and not divided & {*UNDIVIDED}
    assert all(c.get("exhaustive") for c in LAYERS if c.get("containers"))


def test_only_a_forbidden_package_may_have_a_place_where_it_is_imported():
    """What a contract of the other kind leaves out is its one place, never a room of our own."""
    for contract in CONTRACTS:
        for line in contract.get("ignore_imports", ()):
            assert contract["type"] == "forbidden" and line.split(" -> ")[1] in contract["forbidden_modules"], line


def test_every_contract_is_kept(monkeypatch, capsys):
    """Imports point down only, what is foreign stands in its one place, and nothing imports itself in a circle."""
    monkeypatch.chdir(ROOT)
    assert lint_imports() == 0, capsys.readouterr().out


def test_every_room_is_on_the_map_and_says_what_it_is_for():
    """The first screen of CONTRIBUTING names every folder of sources, and its `__init__` says what belongs there."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    screen = text[: text.index("## What a change touches")]
    assert len(screen.splitlines()) <= 45
    for init in (path for path in SOURCES if path.name == "__init__.py"):
        room = name_of(init.parent)
        assert f"`{room}" in screen or f"`{init.parent.name}`" in screen, room
        said = (ast.get_docstring(tree_of(init)) or "").partition("\n\n")[0]
        assert said.endswith(".") and len(said) > 40, room


HEADING = "## Promises and their tests"


def promises() -> dict[str, list[str]]:
    """Each promise of the table with the files of its tests."""
    section = text_of(ROOT / "CONTRIBUTING.md").partition(f"{HEADING}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \| (`tests/.+`) \|$", section, re.MULTILINE)
    return {promise: re.findall(r"`([^`]+)`", files) for promise, files in rows}


def core_tests(tree: ast.Module) -> list[str]:
    """Names of the tests of a file that plain pytest runs, at least in some cases."""
    said = [ast.unparse(node) for node in tree.body if isinstance(node, ast.Assign)]
    if any(line.startswith("pytestmark") and "mark.deep" in line for line in said):
        return []
    tests = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_")]
    return [t.name for t in tests if "pytest.mark.deep" not in map(ast.unparse, t.decorator_list)]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def test_a(): ...", ["test_a"]),
        ("@pytest.mark.deep\ndef test_a(): ...", []),
        ("@pytest.mark.deep(but=2)\ndef test_a(): ...", ["test_a"]),
        ("pytestmark = pytest.mark.deep\ndef test_a(): ...", []),
        ("pytestmark = [pytest.mark.deep]\ndef test_a(): ...", []),
    ],
)
def test_deep_tests_are_not_of_the_core(source, found):
    assert core_tests(ast.parse(source)) == found


def test_every_promise_has_tests_that_plain_pytest_runs():
    files = {file for named in promises().values() for file in named}
    assert len(promises()) > 20 and all(promises().values())
    assert not {file for file in files if not (ROOT / file).is_file()}, "the file was moved: change the table"
    assert not {file for file in files if file.startswith("tests/deep/") or not core_tests(tree_of(ROOT / file))}
