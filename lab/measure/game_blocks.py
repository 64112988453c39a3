"""Games some at a time: what would hold a row for each round of each game in memory holds those of some games.

Means over games are put together from those of the blocks by their sums (Chan, Golub and LeVeque 1983). A run that is
no longer than one block is measured as a whole, to the last digit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from lab.measure.registry import KEYS

GAMES_AT_ONCE = 200_000
"""Games, of all arms together, that are looked at at once."""


def in_blocks(
    frames: Sequence[pl.LazyFrame], work: Callable[[Sequence[pl.LazyFrame]], Sequence[pl.LazyFrame]]
) -> list[list[pl.DataFrame]]:
    """What `work` makes of the games of each block: a list of results for each result.

    All `frames` have the columns of KEYS and `game`; the first of them says which games there are.
    """
    found = [pl.collect_all(list(work(block))) for block in _blocks(frames)]
    return [list(parts) for parts in zip(*found, strict=True)]


def _blocks(frames: Sequence[pl.LazyFrame]) -> list[list[pl.LazyFrame]]:
    about = frames[0].select(pl.struct(KEYS).n_unique().alias("arms"), pl.col("game").max().alias("last")).collect()
    arms, last = about.row(0)
    size = max(1, GAMES_AT_ONCE // max(arms, 1))
    if last is None or last < size:
        return [list(frames)]
    number = pl.col("game")
    return [
        [frame.filter(number.is_between(first, first + size, closed="left")) for frame in frames]
        for first in range(0, last + 1, size)
    ]


def merged_means(parts: Sequence[pl.DataFrame], by: Sequence[str], name: str) -> pl.LazyFrame:
    """NAME, NAME_sd and NAME_n (`stats.mean_parts`) of all games from those of blocks of them."""
    if len(parts) == 1:
        return parts[0].lazy()
    mean, n = pl.col(name), pl.col(f"{name}_n").cast(pl.Float64)
    whole = (mean * n).sum() / n.sum()
    inside = (pl.col(f"{name}_sd").fill_null(0).pow(2) * (n - 1)).sum()
    variance = (inside + (n * (mean - whole).pow(2)).sum()) / (n.sum() - 1)
    return pl.concat(parts).lazy().group_by(by).agg(
        whole.alias(name), pl.when(n.sum() > 1).then(variance.sqrt()).alias(f"{name}_sd"), pl.col(f"{name}_n").sum(),
    )  # fmt: skip
