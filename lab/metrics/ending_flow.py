"""How do games come to their end?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.stats.intervals import share
from lab.tables.column import KEY, Column
from lab.tables.last_tries import tries
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.round_frames import GAME, in_blocks

LEADS = {"one": "one leads", "several": "several lead"}
TRIED = {"leader": "a leader then", "other": "somebody else", "nobody": "nobody"}
BECAME = {"won": "won", "others": "stopped by others", "itself": "failed by itself", "untried": "never tried"}
OF_OUTCOME = {"won": "won", "stopped": "others", "taken": "others"}
"""What became of a try, by its outcome; of all other outcomes it failed by itself."""
COLUMNS = {
    "half": Column("at half time", rank=KEY, words=LEADS, about="Whether one player alone was highest by half time."),
    "tried": Column("first try by", rank=KEY, words=TRIED, about="Who was first to fight for the last Level."),
    "became": Column("which was", rank=KEY, words=BECAME, about="What became of that first try."),
    "ending": Column("ending", "words", KEY, about="How the game ended."),
    "games": Column("of games", "count", about="Games of the arm whose events were kept."),
    "count": Column("went so", "count", about="Games that went so."),
    "share": Column("share", "share", about="Share of these games that went so."),
}


@metric(
    needs=("game", "level", "event", "rule"),
    unit="share of games",
    interval="Wilson or Jeffreys over games with events",
    columns=COLUMNS,
)
def ending_flow(game: pl.LazyFrame, level: pl.LazyFrame, event: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Ways to the ending: who leads at half time, who first tries for the last Level, with what luck, and the ending.

    Half time is the end of the middle round, of an odd number the one before it; leaders are those on the highest Level
    then. A try is an attempt of `last_fights`. Measured where events were kept; only ways that games went have a row.
    """
    ways = ["half", "tried", "became", "ending"]
    (halves,) = in_blocks(by_number(game, level), _halves)
    leads = pl.concat(halves).lazy().with_columns(pl.col(KEYS).cast(pl.String))
    attempt, mask = pl.col("attempt"), pl.col("leaders").fill_null(0)
    first = tries(game, event, rule).sort("bout").group_by(GAME).agg(
        pl.col("fighter").filter(attempt).first().cast(pl.Int64), pl.col("outcome").filter(attempt).first(),
    )  # fmt: skip
    ended = game.select(*(pl.col(key).cast(pl.String) for key in KEYS), "game", pl.col("ending").cast(pl.String))
    is_leader = mask // 2 ** pl.col("fighter").clip(lower_bound=0) % 2 == 1
    tried = pl.when(pl.col("fighter").is_null()).then(pl.lit("nobody"))
    became = pl.col("outcome").replace_strict(OF_OUTCOME, default="itself", return_dtype=pl.String)
    one = mask.is_in([2**seat for seat in range(8)])
    rows = first.join(ended, on=GAME).join(leads, on=GAME, how="left").select(
        *KEYS, "ending", pl.when(one).then(pl.lit("one")).otherwise(pl.lit("several")).alias("half"),
        tried.when(is_leader).then(pl.lit("leader")).otherwise(pl.lit("other")).alias("tried"),
        pl.when(pl.col("outcome").is_null()).then(pl.lit("untried")).otherwise(became).alias("became"),
    )  # fmt: skip
    counted = rows.group_by(*KEYS, *ways).agg(pl.len().cast(pl.Int64).alias("count"))
    games = pl.col("count").sum().over(KEYS).alias("games")
    return counted.with_columns(games).with_columns(share("count", "games")).sort(*KEYS, *ways)


def _halves(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame]:
    """Who is on the highest Level at half time of each of some games: `leaders`, a bit for each seat."""
    game, level = frames
    at, half = pl.col("round").cast(pl.Int64), (pl.col("rounds").cast(pl.Int64) // 2).clip(lower_bound=1)
    rows = level.select(*GAME, at, "level", pl.col("seat").cast(pl.Int64))
    then = rows.join(game.select(*GAME, half.alias("round")), on=[*GAME, "round"])
    leads = then.filter(pl.col("level") == pl.col("level").max().over(GAME))
    return (leads.group_by(GAME).agg((2 ** pl.col("seat")).sum().cast(pl.Int64).alias("leaders")),)
