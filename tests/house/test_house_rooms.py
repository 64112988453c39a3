"""Rooms and who may import whom: the contracts of pyproject.toml are kept, whole and without exceptions."""

from __future__ import annotations

import ast
import tomllib

from importlinter.cli import lint_imports

from tests.house.sources import ROOMS, ROOT, SOURCES, name_of, tree_of

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
