"""The page of health: every check of every run, one after another.

What a look at the health of a finished run found: kept with the run, for whoever reads its numbers later.

It is found again as long as the games and the code that checks and measures are the same; after that nobody has
looked yet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.health.checked_run import Look
from lab.health.health_check import FALSE_ALARMS, GREEN, OPEN, RED, load_checks, row
from lab.store.stored_tables import FACTS
from lab.tables.shelf import SOURCES, Shelf, Source, source_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.store.store_folder import Store


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
