"""The table of persona checks as `checks.toml` holds it: what is asked of games, and who is left out."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationInfo, field_validator

from engine.inputs.quote import nearest, quoted
from engine.inputs.rows import checked_rows, unknown_key
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


Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Numbers = Annotated[tuple[Annotated[int, Field(ge=-HIGHEST, le=HIGHEST)], ...], Field(strict=False)]
Share = Annotated[float, Field(ge=0, le=HIGHEST, allow_inf_nan=False)]


class Row(BaseModel):
    """What is said once in the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    reason: Text


class Direction(Row):
    """What must happen to a measure when a rule or the cards change, by thought alone."""

    name: Text
    change: Text
    values: Numbers = Field(min_length=1)
    measure: Text
    shape: Text  # of `lab.conduct.shapes`
    every_step: bool = False  # each step must be surely the right way, or within noise of a smooth curve
    mirror: Numbers = ()  # low, middle, high: the way down is about as far as the way up

    @field_validator("change", "measure", "shape")
    @classmethod
    def _is_known(cls, value: str, info: ValidationInfo) -> str:
        known: dict[str, Iterable[str]] = {
            "measure": MEASURES,
            "shape": SHAPES,
            "change": (*CARDS, *(s.name for s in RULES)),
        }
        return _known(value, known[str(info.field_name)])

    @field_validator("every_step")
    @classmethod
    def _has_a_way(cls, value: bool, info: ValidationInfo) -> bool:
        values, shape = set(info.data.get("values", ())), info.data.get("shape", "rising")
        if value and (len(values) < 5 or shape not in ("rising", "falling")):
            raise ValueError("is true; allowed: with shape rising or falling, and five values or more")
        return value

    @field_validator("mirror")
    @classmethod
    def _is_of_the_values(cls, value: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        values = info.data.get("values", value)
        if value and (len(value) != 3 or not set(value) <= set(values)):
            raise ValueError(f"is {quoted(list(value))}; allowed: three of {', '.join(map(str, values))}")
        return value


class Habit(Row):
    """How often something may, or must, be seen in games."""

    name: Text
    part: Text
    whole: Text
    table: Text = "base"
    people: bool = False  # asked only of tables that are to be like those of people, not of a character drawn sharply
    least: Share = 0.0
    most: Share = math.inf

    @field_validator("table")
    @classmethod
    def _is_variant(cls, value: str) -> str:
        try:
            if value != EVERY_SET:
                load_variant(value)
        except VariantError as error:
            raise ValueError(f"is {quoted(value)}: {error}") from None
        return value

    def asked(self) -> list[Habit]:
        """The same for each set, if it is asked at every table."""
        tables = sets() if self.table == EVERY_SET else (self.table,)
        return [self.model_copy(update={"table": table}) for table in tables]


class LeftOut(Row):
    """A persona that a check, or every check, does not hold for, because of what it is."""

    agents: Text
    check: Text = EVERY_CHECK

    @field_validator("agents")
    @classmethod
    def _plays(cls, value: str) -> str:
        return _known(value, (*personas(), *mixes()))


class Checks(NamedTuple):
    """Everything that the file asks for."""

    direction: tuple[Direction, ...]
    habit: tuple[Habit, ...]
    left_out: tuple[LeftOut, ...]


ROWS: dict[str, type[Row]] = {"direction": Direction, "habit": Habit, "left_out": LeftOut}
"""What each kind of row says."""


@lru_cache(maxsize=1)
def _data() -> Checks:
    return parsed_checks(read_bytes(FILE, BadInput), str(FILE))


def parsed_checks(written: bytes, where: str) -> Checks:
    """The checks that a file asks for; every name in it is one that there is."""
    data = parse_toml(written, BadInput, where)
    if strange := next((name for name in data if name not in ROWS), ""):
        raise BadInput(f"{where}: {unknown_key(strange, ROWS)}")
    rows: Any = {
        name: checked_rows(kind, data.get(name, []), BadInput, f"{where}: {name}") for name, kind in ROWS.items()
    }
    found = Checks(**rows | {"habit": tuple(habit for row in rows["habit"] for habit in row.asked())})
    names = [*(row.name for row in found.direction), *(row.name for row in found.habit)]
    for one in found.left_out:
        try:
            _known(one.check, (EVERY_CHECK, *names))
        except ValueError as error:
            raise BadInput(f"{where}: left_out: check {error}") from None
    return found


@lru_cache(maxsize=1)
def sets() -> tuple[str, ...]:
    """The preset of each set of cards."""
    return tuple(v.key for v in known_variants() if not v.overlay)


def _known(value: str, known: Iterable[str]) -> str:
    if value not in (words := [*known]):
        raise ValueError(f"is {quoted(value)}; allowed: {nearest(value, words)}")
    return value


def directions() -> tuple[Direction, ...]:
    """Every direction of the file."""
    return _data().direction


def habits() -> tuple[Habit, ...]:
    """Every habit of the file."""
    return _data().habit


def left_out() -> tuple[LeftOut, ...]:
    """Every exception of the file."""
    return _data().left_out
