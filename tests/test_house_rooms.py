"""Rooms and who may import whom: contracts without exceptions, and no circle of imports anywhere."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("inputs", "engine", "decks", "variants", "lab", "reports")
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
LAYERS = [c for c in CONTRACTS if c["type"] == "layers"]

UNDIVIDED = {
    "decks": "one line: words, schema, steps and conditions, sheets, read, mix, arrays, load; lint, listing, describe, "
    "bring and handbook on top",
    "variants": "three files in one line: schema, load, ledger",
    "inputs": "two files: values in sentences, and the reader of TOML above it",
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


def modules() -> dict[str, Path]:
    """Every module of the project by its dotted name."""
    found = {"app": ROOT / "app.py"}
    for path in (p for room in ROOMS for p in (ROOT / room).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = path
    return found


def imported(tree: ast.Module) -> Iterator[str]:
    """What a file imports, as `module` and `module.name`, also inside functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports name their room"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def graph(sources: dict[str, str]) -> dict[str, set[str]]:
    """Each module with those it imports; a name taken from a module is that module unless it is one itself."""
    found = {}
    for name, source in sources.items():
        said = {*imported(ast.parse(source))}
        found[name] = {m for one in said for m in (one, one.rpartition(".")[0]) if m in sources and m != name}
        found[name] -= {one.rpartition(".")[0] for one in said if one in sources}  # the package of a module
    return found


def circle(edges: dict[str, set[str]]) -> list[str]:
    """Modules that import each other in a circle; empty if there is none."""
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize(
    ("sources", "found"),
    [
        ({"a": "import b", "b": "import c", "c": ""}, False),
        ({"a": "import b", "b": "import c", "c": "def f():\n    from a import x"}, True),
        ({"r": "", "r.a": "from r import b", "r.b": "from r.a import x"}, True),
        ({"r": "from r.a import x", "r.a": "from r import b", "r.b": ""}, False),
    ],
)
def test_a_circle_is_found(sources, found):
    assert bool(circle(graph(sources))) == found


def test_no_import_goes_round_in_a_circle():
    edges = graph({name: path.read_text(encoding="utf-8") for name, path in modules().items()})
    assert sum(map(len, edges.values())) > 500
    assert not circle(edges)


def test_the_guide_names_every_part_of_every_room():
    """Every part of every divided room has a place in its section on the house."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    short = text[text.index("## The house in short") : text.index("## What a change touches")]
    parts = {part for c in LAYERS for layer in c["layers"] for part in layer.split(" | ") if c.get("containers")}
    assert not {part for part in parts if f"`{part}" not in short and f"/{part}" not in short}
