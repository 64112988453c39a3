"""Measuring ahead: all that pages read of a run, computed in one go before anybody waits for it.

What is quick to measure comes first, so that most pages are whole after a few seconds. One process measures a store at
a time: what several metrics need is read once, and nothing is computed twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from lab.comparison.arm_comparison import compare_run
from lab.comparison.arm_pairs import is_every_pair_told
from lab.comparison.notable_games import notable_games
from lab.errors import BadInput
from lab.store.store_views import LONG
from lab.tables.metric import compute_each, load_metrics
from lab.tables.shelf import terms

if TYPE_CHECKING:
    from lab.store.store_folder import Store

AT_ONCE = 1_000_000
"""Rows of a run that are measured while somebody waits: less than two seconds of work for the slowest page."""
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


def is_small(store: Store, run: str) -> bool:
    """Whether a run has so few rows that whoever asks for its numbers may wait for them."""
    left = AT_ONCE
    for shard in store.committed(run):
        left -= sum((store.rows_of(run, shard) or {}).values())
        if left < 0:
            return False
    return True


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
            compared = _compared(store, run)
            steps = [*compared, *in_turn(), _NOTABLE]
            for number, name in enumerate(_measured(store, run, compared), 1):
                yield Step(run, name, number, len(steps))
    except (OSError, pl.exceptions.PolarsError) as error:
        if not store.path.is_dir():
            raise BadInput(f"store {store.path}: it went away while it was measured; allowed: one that stays") from None
        said = " ".join(str(error).split())[:SHOWN]
        raise BadInput(f"store {store.path}: cannot be read ({said}); allowed: files as `lab run` wrote them") from None


_COMPARISONS = ("comparison of every pair", "comparison with the first arm")
_NOTABLE = "notable games"


def _compared(store: Store, run: str) -> dict[str, bool]:
    """The comparisons that pages read, and whether each is of every pair of arms."""
    if store.arms(run).height < 2:
        return {}
    every, first = _COMPARISONS
    return ({every: True} if is_every_pair_told(store, run) else {}) | {first: False}


def _measured(store: Store, run: str, compared: Mapping[str, bool]) -> Iterator[str]:
    """What is measured, name by name."""
    with terms(keeps_so_far=True):
        for name, every_pair in compared.items():
            compare_run(store, run, every_pair)
            yield name
        for name in compute_each(store, in_turn(), run):
            if name == COSTLY[0]:
                notable_games(store, run)
                yield _NOTABLE
            yield name
