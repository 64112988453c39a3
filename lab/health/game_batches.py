"""Batches of the games of an arm, each of them measured as if it were a run of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl

from lab.tables.metric import KEYS
from lab.tables.run_frames import Frames

if TYPE_CHECKING:
    from lab.store.store_folder import Store

BATCHES = 200
"""The most batches into which the games are cut."""
BLOCK = 5_000
"""Games that are in memory together, and within which another way of cutting mixes them: whole batches."""
BATCH = "batch"
Tables = dict[str, pl.LazyFrame]


class Sample(NamedTuple):
    """Disjoint batches of equal size of the games of one arm: a frame with game and batch, from 0."""

    run: str
    arm: str
    batch: pl.DataFrame
    size: int

    @property
    def number(self) -> int:
        return self.batch.height // self.size

    @property
    def at_once(self) -> int:
        """How many of them a block has."""
        return max(1, BLOCK // self.size)


def sample_of(store: Store, run: str, arm: str, size: int, way: int = 0) -> Sample:
    """The first games of an arm, cut into batches in the order of their numbers, or in another one.

    Where exposures of some games were kept, of these: every number can be made of them.

    Of 200 batches the share that hold the truth is good to 3 points. Other ways of cutting the same games say it more
    closely: way 0 is the order of the games, any other an order by lot within blocks of them.
    """
    table = Frames(store, run).restricted(store.table("game", run))
    games = table.filter(pl.col("arm").cast(pl.String) == arm).select("game").collect()
    whole = games["game"].sort().to_numpy()
    whole = whole[: min(len(whole) // size, BATCHES) * size]
    if way:
        lot, block = np.random.default_rng(way), max(1, BLOCK // size) * size
        parts = np.split(whole, range(block, len(whole), block))
        whole = np.concatenate([lot.permutation(part) for part in parts])
    return Sample(run, arm, pl.DataFrame({"game": whole, BATCH: np.arange(len(whole)) // size}), size)


def blocks(store: Store, sample: Sample, needs: Iterable[str]) -> Iterator[Tables]:
    """The tables of some batches at a time, in memory."""
    for begin in range(0, sample.number, sample.at_once):
        yield _tables(store, sample, needs, range(begin, min(begin + sample.at_once, sample.number)))


def whole_of(store: Store, sample: Sample, needs: Sequence[str]) -> Tables:
    """The tables of all games of the batches, as they are stored."""
    last, frames = sample.batch["game"].max(), Frames(store, sample.run)
    found = {name: _of_arm(store, sample, name) for name in needs}
    return {
        name: frames.restricted(table.filter(pl.col("game") <= last)) if "game" in table.collect_schema() else table
        for name, table in found.items()
    }


def _of_arm(store: Store, sample: Sample, name: str) -> pl.LazyFrame:
    table = store.table(name, sample.run)
    return table.filter(pl.col("arm").cast(pl.String) == sample.arm) if "arm" in table.collect_schema() else table


def _tables(store: Store, sample: Sample, needs: Iterable[str], numbers: Sequence[int]) -> Tables:
    """The tables of some batches; a batch has its number in place of the run's id."""
    some = sample.batch.filter(pl.col(BATCH).is_in(list(numbers)))
    named = some.with_columns(pl.col(BATCH).cast(pl.String)).lazy()
    out = {}
    for name in needs:
        table = _of_arm(store, sample, name)
        columns = table.collect_schema().names()
        if "game" in columns:
            near = table.filter(pl.col("game").is_between(some["game"].min(), some["game"].max()))
            table = near.join(named, on="game").with_columns(run_id=BATCH)
        elif {*KEYS} <= set(columns):
            every = named.select(BATCH).unique(maintain_order=True)
            table = table.join(every, how="cross").with_columns(run_id=BATCH)
        out[name] = table.select(columns).collect().lazy()
    return out
