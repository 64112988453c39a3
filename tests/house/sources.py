"""The sources of the project: each file is read and parsed once, whatever is asked about it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("engine", "decks", "variants", "lab", "reports")
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
"""Every file of the product."""

TESTS = sorted((ROOT / "tests").rglob("*.py"))
RECORDS = ROOT / "engine" / "records"


def name_of(path: Path) -> str:
    """A file as messages call it."""
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Everything in a tree, as `ast.walk` finds it."""
    return tuple(ast.walk(tree))


def trees(*rooms: str, holding: tuple[str, ...] = ("",)) -> Iterator[tuple[str, ast.Module]]:
    """The parsed files of some rooms by their names; those that hold one of some words, if only they may be guilty."""
    for path in SOURCES:
        if path.relative_to(ROOT).parts[0] in rooms and any(word in text_of(path) for word in holding):
            yield name_of(path), tree_of(path)


def forget() -> None:
    """Give the memory back."""
    for kept in (text_of, tree_of, nodes):
        kept.cache_clear()
