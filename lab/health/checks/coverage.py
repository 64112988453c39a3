"""Do intervals hold what they promise?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.cards.worth_by_deal import OH
from lab.comparison.game_numbers import MEDIAN, values_of
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, by_luck, check, left_open
from lab.stats.intervals import Array, mean
from lab.tables.metric import load_metrics

LOW, HIGH = 0.93, 0.97
"""Between these the share of batches has to lie whose interval holds the value of all games."""
BATCHES, SIZE, FEWEST = 200, 250, 40
"""The most batches, games of each, and how few are drawn with replacement instead of cut."""
DRAWN = 100
ARMS = 1
RARE = 0.05
"""An ending rarer than this happens too seldom in a batch."""
MANY = 20
"""Intervals of a batch from which the mean of their shares is taken for normal."""
BATCH = "batch"
Places = NDArray[np.int64]


class Printed(NamedTuple):
    """A printed interval: its metric, what tells the rows of an arm apart, and its columns."""

    told: str
    metric: str
    rows: tuple[str, ...]
    value: str


PRINTED = (
    Printed("mean length", "game_length", ("measure",), "mean"),
    Printed("share of an ending", "endings", ("ending",), "share"),
    Printed("credit of a place", "seat_advantage", ("place",), "credit"),
    Printed("OH \u0394 of a card", "card_table", ("card",), OH),
)


@check(order=72, by_chance=True, slow=True)
def coverage(look: Look) -> Verdict:
    """Printed 95 % intervals of batches of the games hold the value of all games in 93 to 97 % of the batches.

    The batches are cut out of the games where there are 40 of 250 games, and else drawn from them with replacement.
    """
    some, said = look.some_arms(ARMS)
    p_values: list[float] = []
    told: list[str] = []
    looked_at = ""
    for arm in some:
        games = look.numbers.filter(pl.col("arm") == arm).sort("game")
        if games.height < SIZE:
            continue
        batches, how = _batches(look, arm, games.height)
        looked_at = f"{len(batches)} batches of {SIZE} games, {how}{said}"
        for name, held, intervals in _held(look, arm, games, batches):
            p_values.append(_p_value(held, intervals))
            told.append(f"{name} {100 * held.mean():.1f} %")
    if not p_values:
        return left_open(look.told_games(), f"fewer than {SIZE} games in an arm")
    return by_luck(look, looked_at, ", ".join(told), p_values)


def _batches(look: Look, arm: str, games: int) -> tuple[Places, str]:
    """Positions of the games of each batch, and how they were come by."""
    if games // SIZE >= FEWEST:
        count = min(games // SIZE, BATCHES)
        return np.arange(count * SIZE).reshape(count, SIZE), "cut"
    return look.luck_of(f"coverage {arm}").integers(0, games, (DRAWN, SIZE)), "drawn with replacement"


def _held(look: Look, arm: str, games: pl.DataFrame, batches: Places) -> Iterator[tuple[str, Array, int]]:
    """Of each measure the share of its intervals, batch by batch, that hold the value, and how many there are."""
    whole = mean(values_of(games, MEDIAN)).value
    medians = [mean(values_of(games[rows], MEDIAN)) for rows in batches]
    yield "median length", np.array([one.low <= whole <= one.high for one in medians], float), 1
    for one in PRINTED:
        own, places = games["game"], batches
        if look.frames.is_about_some(load_metrics()[one.metric].needs):
            own = own.filter(own.is_in(look.frames.games.implode()))
            if len(own) < SIZE:
                continue
            places = _batches(look, arm, len(own))[0]
        truth = _table(look, arm, one, None)
        parts = _table(look, arm, one, _numbered(own, places))
        if one.metric == "endings":
            truth = truth.filter(pl.col(one.value).is_between(RARE, 1 - RARE))
        both = parts.join(truth.select(*one.rows, truth=one.value), on=one.rows)
        holds = pl.col("truth").is_between(f"{one.value}_low", f"{one.value}_high")
        shares = both.group_by("arm").agg(holds.mean().alias("holds"))["holds"].drop_nulls()
        if len(shares):
            yield one.told, shares.to_numpy(), both.height // len(shares)


def _numbered(games: pl.Series, batches: Places) -> pl.DataFrame:
    """The games of all batches, each with its batch, and a new number, as some are drawn more than once."""
    return pl.DataFrame({
        "game": games.to_numpy()[batches.ravel()], "new": np.arange(batches.size),
        BATCH: np.repeat(np.arange(len(batches)), batches.shape[1]),
    })  # fmt: skip


def _table(look: Look, arm: str, one: Printed, numbers: pl.DataFrame | None) -> pl.DataFrame:
    """The metric over all games of an arm; with `numbers` over each batch, as if it were an arm."""
    metric = load_metrics()[one.metric]
    tables = []
    for table in look.frames.of(metric.needs):
        if "arm" in (columns := table.collect_schema().names()):
            table = table.filter(pl.col("arm").cast(pl.String) == arm)
        if numbers is not None and {*BY_ARM} <= set(columns):
            table = table.join(numbers.lazy(), on="game").with_columns(game="new", arm=pl.col(BATCH).cast(pl.String))
            table = table.select(columns)
        elif numbers is not None and "arm" in columns:
            names = pl.LazyFrame({"arm": [str(n) for n in numbers[BATCH].unique(maintain_order=True)]})
            table = table.drop("arm").join(names, how="cross").select(columns)
        tables.append(table)
    return metric.of(tables)


def _p_value(held: Array, intervals: int) -> float:
    """How likely such a share is at the nearer end of what is allowed; the batch is the unit.

    Few intervals of a batch, which may all hang together, are counted as one: the binomial law is then too wide rather
    than too narrow. Those of many cards have a mean that is near a normal law.
    """
    from scipy import stats

    found, batches = float(held.mean()), len(held)
    if intervals < MANY:
        up, down = float(np.ceil(held.sum())), float(np.floor(held.sum()))
        tails = stats.binom.cdf(up, batches, LOW), stats.binom.sf(down - 1, batches, HIGH)
        return float(min(1.0, 2 * min(tails)))
    error = max(float(held.std(ddof=1)) / np.sqrt(batches), 1e-3)
    return float(min(1.0, 2 * stats.t.sf(max((LOW - found) / error, (found - HIGH) / error), batches - 1)))
