"""The table of persona checks as `checks.toml` holds it: what is asked of games, and who is left out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.inputs.quote import nearest, quoted
from engine.inputs.rows import Key, checked_row, checked_rows
from engine.inputs.toml import parse_toml, read_bytes
from engine.records.switches import RULES
from lab.agents.personas import mixes, personas
from lab.conduct.changed_tables import CARDS
from lab.conduct.play_measures import MEASURES
from lab.conduct.shapes import SHAPES
from lab.errors import BadInput
from variants.load_variants import known_variants, load_variant
from variants.variant_schema import VariantError

FILE = Path(__file__).resolve().with_name("checks.toml")
EVERY_CHECK = "every check"
EVERY_SET = "every set"
"""In place of the table of a habit: it is asked at the table of each set."""
HIGHEST = 100_000
"""No switch and no number of a card is larger."""


@dataclass(frozen=True)
class Direction:
    """What must happen to a measure when a rule or the cards change, by thought alone."""

    name: str
    change: str
    values: tuple[int, ...]
    measure: str
    shape: str  # of `lab.conduct.shapes`
    reason: str
    every_step: bool = False  # each step must be surely the right way, or within noise of a smooth curve
    mirror: tuple[int, ...] = ()  # low, middle, high: the way down is about as far as the way up


@dataclass(frozen=True)
class Habit:
    """How often something may, or must, be seen in games."""

    name: str
    part: str
    whole: str
    reason: str
    table: str = "base"
    least: float = 0.0
    most: float = math.inf


@dataclass(frozen=True)
class LeftOut:
    """A persona that a check, or every check, does not hold for, because of what it is."""

    agents: str
    reason: str
    check: str = EVERY_CHECK


class Checks(NamedTuple):
    """Everything that the file asks for."""

    directions: tuple[Direction, ...]
    habits: tuple[Habit, ...]
    left_out: tuple[LeftOut, ...]


DIRECTION = {
    "name": Key(), "change": Key(), "values": Key("whole numbers", -HIGHEST, HIGHEST), "measure": Key(),
    "shape": Key(), "reason": Key(), "every_step": Key("truth", needed=False),
    "mirror": Key("whole numbers", -HIGHEST, HIGHEST, needed=False),
}  # fmt: skip
HABIT = {
    "name": Key(), "part": Key(), "whole": Key(), "reason": Key(), "table": Key(needed=False),
    "least": Key("number", 0, HIGHEST, needed=False), "most": Key("number", 0, HIGHEST, needed=False),
}  # fmt: skip
LEFT_OUT = {"agents": Key(), "reason": Key(), "check": Key(needed=False)}
TABLES = {"direction": DIRECTION, "habit": HABIT, "left_out": LEFT_OUT}
"""What each kind of row says."""


@lru_cache(maxsize=1)
def _data() -> Checks:
    return parsed_checks(read_bytes(FILE, BadInput), str(FILE))


def parsed_checks(written: bytes, where: str) -> Checks:
    """The checks that a file asks for; every name in it is one that there is."""
    data = parse_toml(written, BadInput, where)
    for name in data:
        if name not in TABLES:
            raise BadInput(f"{where}: unknown key {quoted(name)}; allowed: {', '.join(f'[[{t}]]' for t in TABLES)}")
    rows = {name: [*_rows(data, name, where)] for name in TABLES}
    found = Checks(
        tuple(_direction(row) for row in rows["direction"]),
        tuple(Habit(**{**row, "table": table}) for row in rows["habit"] for table in _tables(row)),
        tuple(LeftOut(**row) for row in rows["left_out"]),
    )
    names = [*(d.name for d in found.directions), *(h.name for h in found.habits)]
    for one in found.left_out:
        _known(one.check, (EVERY_CHECK, *names), f"{where}: left_out: check")
    return found


def _rows(data: dict[str, Any], name: str, where: str) -> list[dict[str, Any]]:
    rows = []
    for place, row in enumerate(checked_rows(data, name, BadInput, where), 1):
        here = f"{where}: {name} {place}"
        rows.append(checked_row(row, TABLES[name], BadInput, here))
        for key, known in _names(name).items():
            _known(row[key], known, f"{here}: {key}")
        _check_mirror(row, here)
        if row.get("table", EVERY_SET) != EVERY_SET:
            _check_table(row["table"], f"{here}: table")
    return rows


def _check_mirror(row: dict[str, Any], where: str) -> None:
    mirror, values = row.get("mirror", []), row.get("values", [])
    if mirror and (len(mirror) != 3 or not set(mirror) <= set(values)):
        raise BadInput(f"{where}: mirror is {quoted(mirror)}; allowed: three of {', '.join(map(str, values))}")
    if row.get("every_step") and (len(set(values)) < 5 or row["shape"] not in ("rising", "falling")):
        raise BadInput(f"{where}: every_step is true; allowed: with shape rising or falling, and five values or more")


def _names(name: str) -> dict[str, tuple[Any, ...]]:
    """The keys of a kind of row that name something, and what they may name."""
    if name == "direction":
        return {"change": (*CARDS, *(s.name for s in RULES)), "measure": tuple(MEASURES), "shape": tuple(SHAPES)}
    return {"agents": (*personas(), *mixes())} if name == "left_out" else {}


def _direction(row: dict[str, Any]) -> Direction:
    return Direction(**{**row, "values": tuple(row["values"]), "mirror": tuple(row.get("mirror", ()))})


@lru_cache(maxsize=1)
def sets() -> tuple[str, ...]:
    """The preset of each set of cards."""
    return tuple(v.key for v in known_variants() if not v.overlay)


def _tables(row: dict[str, Any]) -> tuple[str, ...]:
    named = row.get("table", Habit.table)
    return sets() if named == EVERY_SET else (named,)


def _check_table(variant: str, where: str) -> None:
    try:
        load_variant(variant)
    except VariantError as error:
        raise BadInput(f"{where} is {quoted(variant)}: {error}") from None


def _known(value: Any, known: tuple[Any, ...], where: str) -> None:
    if value not in known:
        raise BadInput(f"{where} is {quoted(value)}; allowed: {nearest(str(value), map(str, known))}")


def directions() -> tuple[Direction, ...]:
    """Every direction of the file."""
    return _data().directions


def habits() -> tuple[Habit, ...]:
    """Every habit of the file."""
    return _data().habits


def left_out() -> tuple[LeftOut, ...]:
    """Every exception of the file."""
    return _data().left_out
