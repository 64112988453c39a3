"""The table of clauses: what each opcode, trigger and condition is called, and how people say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from decks.words.patterns import Pattern, parsed
from engine.inputs.toml import read_toml
from engine.records.opcodes import OPCODES

FOLDER = Path(__file__).parent
THEMES = ("levels", "items", "hands", "identities", "combat", "monsters", "powers", "tokens")
"""Files whose rows are opcodes."""
TRUTH = {"true": True, "false": False}


class TableError(ValueError):
    """A row of the table of clauses that means nothing."""


@dataclass(frozen=True)
class Clause:
    """A row: what it means, how it is written, and the further ways in which it is said."""

    names: tuple[str, ...]  # of opcodes, triggers or conditions
    says: Pattern
    heard: tuple[Pattern, ...] = ()
    fixed: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)  # values that it speaks of alone
    on: tuple[str, ...] = ()  # triggers under which it is said; empty: under all
    theme: str = ""  # the file that it stands in


@cache
def clauses() -> Mapping[str, tuple[Clause, ...]]:
    """Rows of opcodes by name; an opcode without a row is said in the words of the opcode table."""
    found: dict[str, tuple[Clause, ...]] = {}
    for theme in THEMES:
        for clause in _rows(theme):
            for name in clause.names:
                found[name] = (*found.get(name, ()), clause)
    for row in OPCODES:
        if row.name not in found and not set(row.params) - {"name"}:
            found[row.name] = (Clause((row.name,), parsed(row.says.removesuffix("."))),)
    return found


@cache
def triggers() -> Mapping[str, Clause]:
    """Rows of triggers by name."""
    return {name: clause for clause in _rows("triggers") for name in clause.names}


@cache
def conditions() -> Mapping[str, tuple[Clause, ...]]:
    """Rows of conditions by word; of some only one value is said in a row."""
    found: dict[str, tuple[Clause, ...]] = {}
    for clause in _rows("conditions"):
        for name in clause.names:
            found[name] = (*found.get(name, ()), clause)
    return found


@cache
def columns() -> tuple[Clause, ...]:
    """Rows of what texts repeat of the columns of a card."""
    return tuple(_rows("columns"))


@cache
def order_clauses() -> Mapping[str, tuple[Clause, ...]]:
    """Rows of what rules say of switches and of keys of cards, by the switch or key."""
    found: dict[str, tuple[Clause, ...]] = {}
    for table in ("switches", "changes"):
        for clause in _rows(table):
            for name in clause.names:
                found[name] = (*found.get(name, ()), clause)
    return found


@cache
def values() -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Words of values by kind of value: for each the ways to say it, the first of them as the lab writes it."""
    tables = read_toml(FOLDER / "values.toml", TableError)
    return {kind: {key: _ways(ways) for key, ways in table.items()} for kind, table in tables.items()}


def _rows(theme: str) -> Iterator[Clause]:
    for key, ways in read_toml(FOLDER / f"{theme}.toml", TableError).items():
        names, *fixed = key.split()
        values = {name: value.split("|") for name, _, value in (one.partition("=") for one in fixed if "=" in one)}
        if len(found := names.split("=")) > 1:
            names, values["value"] = found[0], [found[1]]
        on = tuple(values.pop("on", ()))
        try:
            says, *heard = (parsed(way) for way in _ways(ways))
        except ValueError as fault:
            raise TableError(f"{theme}.toml: {key}: {fault}") from None
        known = {name: tuple(map(plain_value, value)) for name, value in values.items()}
        yield Clause(tuple(names.split("|")), says, tuple(heard), known, on, theme)


def _ways(ways: str | list[str]) -> tuple[str, ...]:
    return (ways,) if isinstance(ways, str) else tuple(ways)


def plain_value(text: str) -> Any:
    """A value of a row: a truth, a whole number, or a word."""
    return TRUTH[text] if text in TRUTH else int(text) if text.lstrip("-").isdecimal() else text
