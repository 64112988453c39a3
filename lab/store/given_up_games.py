"""Games that the engine gave up: they are in no number, and where numbers stand it is said how many they are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import polars as pl

from engine.records.events import Fault
from lab.errors import RunFault

if TYPE_CHECKING:
    from lab.store.store_folder import Store

COLUMNS = {
    "run_id": pl.String, "arm": pl.String, "given_up": pl.Int64, "games": pl.Int64, "faults": pl.String,
}  # fmt: skip
"""Of an arm: games that were given up, games that were begun, and the bounds that were met, the most frequent first."""
NAMED = 3
"""Arms that are named one by one, those that lack most games first."""
MOST = 0.1
"""Share of games that may be given up: the others are those in which nothing went round in circles, and too few."""


@dataclass
class GivenUp:
    """Games that are played outside of a store: how many were begun, and how often each bound was met."""

    games: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, games: int, faults: Iterable[int]) -> None:
        """Count games that were begun, and the faults (`Fault`) of those that were given up."""
        self.games += games
        self.faults.update(Fault(int(number)).name.lower() for number in faults)

    def join(self, other: GivenUp) -> None:
        """Count what another one has counted."""
        self.games += other.games
        self.faults.update(other.faults)

    @property
    def number(self) -> int:
        """How many were given up."""
        return sum(self.faults.values())

    def says(self, of: str) -> str:
        """What is said of games of something, as "games of base"; nothing if none was given up."""
        return _says(self.number, self.games, of, self.met) if self.number else ""

    def check(self, of: str) -> None:
        """Refuse to go on if more than `MOST` of the games were given up."""
        if self.number > MOST * self.games:
            raise too_many(self.number, self.games, of, self.met)

    @property
    def met(self) -> str:
        """The bounds that were met, the most frequent first."""
        return ", ".join(name for name, _ in self.faults.most_common())


def too_many(number: int, games: int, of: str, faults: str) -> RunFault:
    """Why nothing is told where more than `MOST` of some games were given up."""
    return RunFault(
        f"{number:,} of {games:,} {of} were given up ({faults}); allowed: {MOST:.0%}, as the others would not stand "
        "for all"
    )


def tallies(store: Store, run: str | None = None) -> dict[tuple[str, str], GivenUp]:
    """By run and arm, of those of which games were given up: how many were begun, and how often each bound was met."""
    keys = [pl.col(key).cast(pl.String) for key in ("run_id", "arm")]
    faults = store.table("fault", run).group_by(*keys, pl.col("fault").cast(pl.String)).len().collect()
    if faults.is_empty():
        return {}
    found: dict[tuple[str, str], GivenUp] = {}
    for run_id, arm, fault, number in faults.sort("run_id", "arm", "fault").iter_rows():
        found.setdefault((run_id, arm), GivenUp()).join(GivenUp(number, Counter({fault: number})))
    for run_id, arm, number in store.table("game", run).group_by(*keys).len().collect().iter_rows():
        if (run_id, arm) in found:
            found[run_id, arm].games += number
    return found


def given_up(store: Store, run: str | None = None) -> pl.DataFrame:
    """A row of `COLUMNS` for each arm of a run (of every run, if none is named) of which games were given up."""
    rows = [(*key, one.number, one.games, one.met) for key, one in tallies(store, run).items()]
    frame = pl.DataFrame(rows, schema=COLUMNS, orient="row")
    return frame.sort("run_id", pl.col("given_up") / pl.col("games"), "arm", descending=[False, True, False])


def sentence(rows: pl.DataFrame) -> str:
    """What is said of the arms in rows of `given_up` wherever numbers stand; nothing if there is no row."""
    shown = rows.head(NAMED).select("given_up", "games", "arm", "faults")
    told = [_says(number, games, f"games of {arm}", met) for number, games, arm, met in shown.iter_rows()]
    rest = rows.tail(max(0, rows.height - NAMED))
    if rest.height:
        arms = "1 more arm" if rest.height == 1 else f"{rest.height} more arms"
        told.append(f"so are {rest['given_up'].sum():,} games of {arms}")
    return "; ".join(told)


def _says(number: int, games: int, of: str, faults: str) -> str:
    was, are = ("was", "is") if number == 1 else ("were", "are")
    return f"{number:,} of {games:,} {of} {was} given up ({faults}) and {are} in no number"
