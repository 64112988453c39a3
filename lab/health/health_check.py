"""What a check says, and how checks find themselves: files of `lab/health/checks`, registered by decorator.

A check looks at one run. It is exact (one game that is wrong is enough), or chance plays a part: then it gives a
p-value, and is red where that is below the check's share of the rate at which a sound page may be red.

The page of health is every check of every run; of a finished run it is kept, and found again as long as the games and
the code that checks and measures are the same.
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.health.checked_run import Look
from lab.store.stored_tables import FACTS
from lab.tables.shelf import SOURCES, Shelf, Source, source_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

FOLDER = Path(__file__).resolve().parent / "checks"
GREEN, RED, OPEN = "green", "red", "open"
"""As it must be; not so; cannot be looked at here."""
FALSE_ALARMS = 0.01
"""How often a page of sound games may show any red: Bonferroni over all checks in which chance plays a part."""
NAMED = 3
"""Games that are named of those that are wrong."""


@dataclass(frozen=True)
class Verdict:
    """What a check found: its colour, what was looked at, the figure and its bound."""

    state: str
    looked_at: str
    found: str
    allowed: str
    p_value: float | None = None


Examine = Callable[["Look"], Verdict]


@dataclass(frozen=True)
class Check:
    """A registered check: `order` is its place on the page; a `slow` one plays games or measures again and again."""

    name: str
    order: int
    by_chance: bool
    slow: bool
    examine: Examine

    @property
    def says(self) -> str:
        """What it asserts, in one sentence."""
        return (inspect.getdoc(self.examine) or "").split("\n\n")[0].replace("\n", " ")


_KNOWN: dict[str, Check] = {}


def check(order: int, by_chance: bool = False, slow: bool = False) -> Callable[[Examine], Examine]:
    """Register a check under the name of its function."""

    def wrap(examine: Examine) -> Examine:
        _KNOWN[examine.__name__] = Check(examine.__name__, order, by_chance, slow, examine)
        return examine

    return wrap


def load_checks() -> list[Check]:
    """Import every file of `lab/health/checks`; the checks in the order of the page."""
    for path in sorted(FOLDER.glob("*.py")):
        if path.stem != "__init__":
            importlib.import_module(f"lab.health.checks.{path.stem}")
    return sorted(_KNOWN.values(), key=lambda one: (one.order, one.name))


def exact(looked_at: str, wrong: pl.DataFrame, what: str) -> Verdict:
    """The verdict of a check that nothing may fail; `wrong` has a row with arm and game for each that does."""
    found = f"{what}: {wrong.height:,}" + (f" ({named_games(wrong)})" if wrong.height else "")
    return Verdict(RED if wrong.height else GREEN, looked_at, found, "0")


def named_games(wrong: pl.DataFrame) -> str:
    """The first of some games, by arm and number."""
    first = wrong.select(pl.col("arm").cast(pl.String), "game").unique(maintain_order=True).head(NAMED)
    told = ", ".join(f"{arm} game {game}" for arm, game in first.iter_rows())
    return told + (" .." if wrong.height > first.height else "")


def by_luck(look: Look, looked_at: str, found: str, p_values: list[float]) -> Verdict:
    """The verdict of a check of several tests: the least p-value times their number must not be too small."""
    known = [p for p in p_values if p == p]
    p_value = min(1.0, min(known) * len(known)) if known else 1.0
    state = RED if p_value < look.luck else GREEN
    return Verdict(state, looked_at, found, f"p at least {look.luck:.2g}", p_value)


def left_open(looked_at: str, why: str) -> Verdict:
    """The verdict of a check that cannot be made here."""
    return Verdict(OPEN, looked_at, why, "")


def row(run: str, one: Check, verdict: Verdict) -> dict[str, Any]:
    """A finding as programs read it."""
    return {
        "run_id": run, "check": one.name, "says": one.says, "state": verdict.state, "looked_at": verdict.looked_at,
        "found": verdict.found, "allowed": verdict.allowed, "p_value": verdict.p_value,
    }  # fmt: skip


def examine(store: Store, runs: Sequence[str], light: bool = False) -> Iterator[dict[str, Any]]:
    """A row for each run and check; `light`: without those that take long.

    The rate of false alarms is that of the whole page: it is shared out over all checks of all runs in which chance
    plays a part. What was found of a finished run is kept with it.
    """
    checks = [one for one in load_checks() if not (light and one.slow)]
    luck = FALSE_ALARMS / max(1, sum(one.by_chance for one in checks) * len(runs))
    for run in runs:
        look, rows = Look(store, run, luck), []
        for one in checks:
            rows.append(row(run, one, one.examine(look)))
            yield rows[-1]
        keep_health(store, run, rows)


NAME = "health"
HEALTH = {
    "run_id": pl.String, "check": pl.String, "says": pl.String, "state": pl.String, "looked_at": pl.String,
    "found": pl.String, "allowed": pl.String, "p_value": pl.Float64, "at": pl.String, "checks": pl.Int64,
}  # fmt: skip
"""A row for each check that was made: `at` is when (UTC), `checks` how many a whole look makes."""
_SOURCE = source_of(*sorted(Path(__file__).parent.rglob("*.py")))


def keep_health(store: Store, run: str, rows: Sequence[dict[str, Any]]) -> None:
    """Keep what was found of a run, if it is finished; fewer checks take no place of more."""
    before = kept_health(store, run)
    if before.height > len(rows):
        return
    at = datetime.now(UTC).isoformat(timespec="minutes")
    frame = pl.DataFrame([{**row, "at": at, "checks": len(load_checks())} for row in rows], schema=HEALTH)
    Shelf(store, run).keep(SOURCES[NAME], frame)


def kept_health(store: Store, run: str) -> pl.DataFrame:
    """What was found of a run, as `HEALTH` has it; no row if nobody has looked at these games with this code."""
    return _looked(Shelf(store, run))


def _looked(shelf: Shelf) -> pl.DataFrame:
    found = shelf.find(SOURCES[NAME])
    return pl.DataFrame(schema=HEALTH) if found is None else found


SOURCES[NAME] = Source(NAME, _looked, tuple(FACTS), _SOURCE, is_slow=False)


def in_words(health: pl.DataFrame, run: str) -> str:
    """What a look found of a run, in a sentence or two: all clear or what is red, when, and how to look (again)."""
    rows = health.filter(run_id=run).to_dicts()
    how = f"lab metrics health --run {run}"
    if not rows:
        return f"Nobody has looked yet whether these games and numbers are sound; this does: {how}."
    states = [row["state"] for row in rows]
    at = str(rows[0]["at"]).replace("T", " ").removesuffix("+00:00")
    made = f"{len(rows)} checks" + (f" (there are {rows[0]['checks']})" if len(rows) < rows[0]["checks"] else "")
    left = f", {states.count(OPEN)} cannot be made here" if OPEN in states else ""
    rest = f" The others take longer: {how}." if len(rows) < rows[0]["checks"] else ""
    if RED in states:
        red = "; ".join(f"{row['check']} ({row['found']})" for row in rows if row["state"] == RED)
        return f"NOT SOUND: {red}. {states.count(RED)} of {made} red, looked at {at} UTC; look again: {how}."
    return f"All clear: {states.count(GREEN)} of {made} green{left}, looked at {at} UTC.{rest}"
