"""Measuring ahead: all that pages read of a run, computed in one go before anybody waits for it.

What is quick to measure comes first, so that most pages are whole after a few seconds. One process measures a store at
a time: what several metrics need is read once, and nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from lab.cards.run_fates import RUN_FATES
from lab.comparison.arm_comparison import comparison_of
from lab.comparison.arm_pairs import is_every_pair_told
from lab.comparison.games_drawn import CELLS
from lab.comparison.notable_games import NOTABLE
from lab.errors import BadInput
from lab.store.store_views import LONG
from lab.tables.metric import load_metrics
from lab.tables.shelf import SOURCES, Shelf, Source

if TYPE_CHECKING:
    from lab.store.store_folder import Store

COSTLY = ("card_table", "card_draws", "card_reliability", "card_rules", "kind_rules")
"""Metrics of all cards: they take longest, and three of them make one page."""
SHOWN = 60
"""Letters of a system's error that are told."""


class Step(NamedTuple):
    """One result that is there now, the `number`th of `of`."""

    run: str
    name: str
    number: int
    of: int


def lock_of(store: Store) -> Path:
    """The file on which whoever measures a store ahead holds a lock."""
    return store.path / ".measuring"


def in_turn() -> list[str]:
    """All metrics: first what is counted of games, then of rounds and events, then of all cards."""
    known = load_metrics()

    def rank(name: str) -> int:
        if name in COSTLY:
            return 10 + COSTLY.index(name)
        return sum(table in LONG for table in known[name].needs) + 2 * ("event" in known[name].needs)

    return sorted(known, key=rank)


def measure(store: Store, runs: Sequence[str]) -> Iterator[Step]:
    """Measure what is not there of some runs and keep it, telling each; of a growing run what is known so far."""
    try:
        for run in runs:
            shelf, asked = Shelf(store, run, keeps_so_far=True), wanted(store, run)
            for number, source in enumerate(asked, 1):
                shelf.frame(source)
                yield Step(run, source.name, number, len(asked))
    except (OSError, pl.exceptions.PolarsError) as error:
        if not store.path.is_dir():
            raise BadInput(f"store {store.path}: it went away while it was measured; allowed: one that stays") from None
        said = " ".join(str(error).split())[:SHOWN]
        raise BadInput(f"store {store.path}: cannot be read ({said}); allowed: files as `lab run` wrote them") from None


def wanted(store: Store, run: str) -> list[Source]:
    """All that pages read of a run and that is slow: comparisons first, notable games before the costly metrics."""
    several = store.arms(run).height > 1
    every = [comparison_of(every_pair=True)] if several and is_every_pair_told(store, run) else []
    compared = [*every, comparison_of(every_pair=False)] if several else []
    names = in_turn()
    at = names.index(COSTLY[0])
    names[at:at] = [NOTABLE, CELLS, RUN_FATES]
    return [*compared, *(SOURCES[name] for name in names)]
