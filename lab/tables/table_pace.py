"""The pace of a table: seconds for a turn, a decision and a combat, as a store's own `pace.toml` says, or the one here.

The minutes that are estimated from it, of a game, and how a sentence says where they come from.
"""

from __future__ import annotations

import shutil
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import polars as pl
from pydantic import BaseModel, ConfigDict, Field

from engine.inputs.rows import checked
from engine.inputs.toml import parse_toml
from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.store.store_folder import Store

FILE = Path(__file__).resolve().with_name("pace.toml")
WRITTEN = FILE.read_bytes()
"""The declared pace as it was when the code was loaded: what is kept is found again by the file of that moment."""
Seconds = Annotated[float, Field(ge=0, le=3600, allow_inf_nan=False, description="seconds, 0 to 3600")]


class Pace(BaseModel):
    """Seconds for each turn, each decision and each combat."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    turn: Seconds
    decision: Seconds
    combat: Seconds

    @property
    def milliseconds(self) -> tuple[int, ...]:
        """Whole milliseconds of them, as a limit of minutes goes by them."""
        return tuple(round(1000 * each) for each in (self.turn, self.decision, self.combat))


PARTS = {"turn": "turns", "decision": "decisions", "combat": "combats"}
"""What is counted for each of them: columns of the table game."""
CITED = "-pace-"
"""What stands between the digest of a run and the seconds of a store's own pace."""


def own_pace(store: Path) -> Pace | None:
    """What the `pace.toml` says that lies in a store; None if there is none."""
    place = store / FILE.name
    return parsed_pace(place.read_bytes(), place) if place.is_file() else None


def take_along(store: Path, folder: Path) -> None:
    """Have another folder of games go by the pace of a store."""
    if (store / FILE.name).is_file():
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(store / FILE.name, folder / FILE.name)


def cited(store: Store, run: str) -> str:
    """The digest by which a run is cited, and behind it the store's own pace, by which minutes were estimated."""
    digest = store.cited(run)
    return f"{digest}{_behind(own_pace(store.path))}" if digest else ""


def cited_pace(digest: str) -> Pace | None:
    """The own pace of the store in which a run was cited; None if it had none."""
    said = digest.partition(CITED)[2].split("-")
    return Pace(**dict(zip(PARTS, map(float, said), strict=True))) if said != [""] else None


def _behind(own: Pace | None) -> str:
    is_other = own is not None and own != pace()
    return CITED + "-".join(f"{round(getattr(own, part), 3):.10g}" for part in PARTS) if is_other else ""


def pace(store: Path | None = None) -> Pace:
    """The pace that counts in a store: its own, or else the declared one, as everywhere where no store is."""
    return (own_pace(store) if store else None) or parsed_pace(WRITTEN, FILE)


def minutes_of_a_game(said: Pace) -> pl.Expr:
    """Estimated minutes of each row of the table game: what is counted of it, times the seconds of a pace."""
    seconds = {count: getattr(said, one) for one, count in PARTS.items()}
    taken = pl.sum_horizontal(pl.col(count).cast(pl.Float64) * each for count, each in seconds.items())
    return taken / 60  # once: an hour of whole seconds is an hour


def said_pace(said: Pace) -> str:
    """A pace as it is said and as its file says it: `turn = 30, decision = 4, combat = 40`."""
    return ", ".join(f"{part} = {getattr(said, part):.10g}" for part in PARTS)


def where_from(store: Path) -> str:
    """What estimated minutes of a store rest on, in a sentence of one line."""
    said, own = pace(store), own_pace(store)
    each = f"{said.turn:g} s a turn, {said.decision:g} a decision, {said.combat:g} a combat"
    by = f"by {store / FILE.name}" if own else "lab help hour"
    return f"Minutes: an estimate, {each} ({by})."


@lru_cache(maxsize=8)
def parsed_pace(written: bytes, path: Path) -> Pace:
    """The pace that a file declares; what a store's own does not say is as declared for all."""
    said = parse_toml(written, BadInput, str(path))
    return checked(
        Pace, (said if path == FILE else parse_toml(WRITTEN, BadInput, FILE.name) | said), BadInput, str(path)
    )
