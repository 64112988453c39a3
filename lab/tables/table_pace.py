"""The pace of a table: seconds for a turn, a decision and a combat, as a store's own `pace.toml` says, or the one here.

The minutes that are estimated from it, of a game, and how a sentence says where they come from.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Annotated

import polars as pl
from pydantic import BaseModel, ConfigDict, Field

from engine.inputs.rows import checked
from engine.inputs.toml import parse_toml
from lab.errors import BadInput

FILE = Path(__file__).resolve().with_name("pace.toml")
WRITTEN = FILE.read_bytes()
"""The declared pace as it was when the code was loaded: what is kept is found again by the file of that moment."""
_own: list[tuple[Path, bytes]] = []  # the file of the store that is looked at, if it has one
Seconds = Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False, description="seconds, 0 to 3600")]


class Pace(BaseModel):
    """Seconds for each turn, each decision and each combat."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    turn: Seconds
    decision: Seconds
    combat: Seconds


PARTS = {"turn": "turns", "decision": "decisions", "combat": "combats"}
"""What is counted for each of them: columns of the table game."""


def take_from(store: Path) -> None:
    """Go by the `pace.toml` that lies in a store, from now on in this process; by the declared pace if none does."""
    place = store / FILE.name
    _own[:] = [(place, place.read_bytes())] if place.is_file() else []
    pace()  # what cannot be read is said at once


def own_pace() -> list[str]:
    """What a store's own file says, among all that a kept result is made of; nothing if it has none."""
    return [pace().model_dump_json() for _ in _own]


def pace() -> Pace:
    """The pace that counts."""
    path, written = _own[0] if _own else (FILE, WRITTEN)
    return parsed_pace(written, path)


def minutes_of_a_game() -> pl.Expr:
    """Estimated minutes of each row of the table game: what is counted of it, times the seconds declared for each."""
    seconds = {count: getattr(pace(), one) for one, count in PARTS.items()}
    taken = pl.sum_horizontal(pl.col(count).cast(pl.Float64) * each for count, each in seconds.items())
    return taken / 60  # once: an hour of whole seconds is an hour


def where_from() -> str:
    """What estimated minutes rest on, in a sentence of one line."""
    said = pace()
    each = f"{said.turn:g} s a turn, {said.decision:g} a decision, {said.combat:g} a combat"
    by = f"by {_own[0][0]}" if _own else "lab help hour"
    return f"Minutes: an estimate, {each} ({by})."


@lru_cache(maxsize=8)
def parsed_pace(written: bytes, path: Path) -> Pace:
    """The pace that a file declares."""
    return checked(Pace, parse_toml(written, BadInput, str(path)), BadInput, str(path))
