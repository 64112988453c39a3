"""In which rounds does a house rule move the Levels?"""

from __future__ import annotations

import math
from typing import Any

import polars as pl

from lab.measure.pairs import reference_pairs, share_randomness
from lab.measure.registry import metric
from lab.measure.stats import t_quantile
from lab.measure.written import EXTRA, KEY, LAST, Column

IN_VIEW = 0.05
"""Rounds are told as far as this share of the games of either arm goes."""
WHO = {"all": "all players", "leader": "the leader"}
COLUMNS = {
    "reference": Column("against", rank=KEY, about="The arm of the run that this one is compared with."),
    "who": Column("players", rank=KEY, words=WHO, about="Mean Level of all players, or the highest one."),
    "round": Column("round", "plain", KEY, about="The round, counted from 1."),
    "games": Column("games", "count", about="Pairs of games, or the smaller number of games."),
    "paired": Column("paired", rank=LAST, about="Whether games of the same number share their randomness."),
    "mean": Column("Level here", "number", EXTRA, unit="", about="Mean Level after the round, in this arm."),
    "mean_reference": Column("Level there", "number", EXTRA, unit="", about="The same in the reference."),
    "difference": Column("difference", "number", unit="Levels", about="Level here minus Level there."),
}  # fmt: skip
RUN, ARM = "run_id", "arm"


@metric(
    needs=("level", "seat", "game", "arm", "card"),
    unit="Levels after a round",
    interval="Student's t over pairs of games; Welch's t where arms share no randomness",
    columns=COLUMNS,
)
def level_difference(
    level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, arm: pl.LazyFrame, card: pl.LazyFrame
) -> pl.LazyFrame:
    """Level by round minus that of the arm's reference, for the mean of all players and for the leader.

    A game that has ended stays at its last Levels, so every game counts in every round: a rule that ends games sooner
    does not look as if it held Levels back.
    """
    arms, cards = arm.collect(), card.collect()
    if not arms[RUN].is_duplicated().any():
        return _empty().lazy()  # one arm has nothing to be compared with: its Levels are not read
    words = [pl.col(RUN).cast(pl.String), pl.col(ARM).cast(pl.String)]
    per_round = _per_round(level, seat, game).with_columns(words).collect()
    parts = [_empty()]
    for run in arms.partition_by(RUN, maintain_order=True):
        own = per_round.filter(pl.col(RUN) == str(run[RUN][0]))
        rows = {str(row[ARM]): row for row in run.to_dicts()}
        for a, b in reference_pairs(rows) if len(rows) > 1 else []:
            parts.append(_pair(own, rows[a], rows[b], share_randomness(cards, rows[a], rows[b])))
    return pl.concat(parts).lazy().sort(RUN, ARM, "who", "round")


def _empty() -> pl.DataFrame:
    kinds: dict[str, Any] = dict.fromkeys((RUN, ARM, "reference", "who"), pl.String)
    kinds |= {"round": pl.Int64, "games": pl.Int64, "paired": pl.Boolean}
    numbers = ("mean", "mean_reference", "difference", "difference_low", "difference_high")
    return pl.DataFrame(schema=kinds | dict.fromkeys(numbers, pl.Float64))


def _per_round(level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame) -> pl.LazyFrame:
    """Mean and highest Level of each game after each of its rounds; after round 0 if the deal ended it."""
    at_once = seat.join(game.filter(pl.col("rounds") == 0).select(RUN, ARM, "game"), on=[RUN, ARM, "game"])
    rows = pl.concat(
        [
            level.select(RUN, ARM, "game", pl.col("round").cast(pl.Int64), pl.col("level").cast(pl.Int64)),
            at_once.select(
                RUN,
                ARM,
                "game",
                pl.lit(0, pl.Int64).alias("round"),
                pl.col("final_level").cast(pl.Int64).alias("level"),
            ),
        ]
    )
    return rows.group_by(RUN, ARM, "game", "round").agg(
        pl.col("level").mean().alias("all"), pl.col("level").max().cast(pl.Float64).alias("leader")
    )


def _pair(own: pl.DataFrame, a: dict[str, Any], b: dict[str, Any], paired: bool) -> pl.DataFrame:
    """The rows of arm `b` against its reference `a`."""
    there, here = (own.filter(pl.col(ARM) == str(row[ARM])) for row in (a, b))
    last = max((_last(side) for side in (there, here)), default=0)
    sides = [_held(side, last) for side in (there, here)]
    found = _of_pairs(*sides) if paired else _of_two(*sides)
    names = {RUN: str(a[RUN]), ARM: str(b[ARM]), "reference": str(a[ARM]), "paired": paired}
    return found.with_columns(pl.lit(value).alias(name) for name, value in names.items()).select(_empty().columns)


def _last(side: pl.DataFrame) -> int:
    """The last round that enough of the games reach."""
    ends = side.group_by("game").agg(pl.col("round").max())["round"].sort(descending=True)
    enough = max(1, math.ceil(IN_VIEW * len(ends)))
    return int(ends[enough - 1]) if len(ends) else 0


def _held(side: pl.DataFrame, last: int) -> pl.DataFrame:
    """Every game in every round; what has ended stays at its last Levels."""
    grid = (
        side.select("game").unique().join(pl.DataFrame({"round": pl.int_range(1, last + 1, eager=True)}), how="cross")
    )
    known = side.select("game", "round", "all", "leader").sort("round")
    held = grid.sort("round").join_asof(known, on="round", by="game", check_sortedness=False)
    return held.unpivot(["all", "leader"], index=["game", "round"], variable_name="who", value_name="y")


def _of_pairs(there: pl.DataFrame, here: pl.DataFrame) -> pl.DataFrame:
    both = here.join(there, on=["game", "round", "who"], suffix="_there")
    d, n = pl.col("y") - pl.col("y_there"), pl.len().cast(pl.Int64)
    found = both.group_by("who", "round").agg(
        n.alias("games"), pl.col("y").mean().alias("mean"), pl.col("y_there").mean().alias("mean_reference"),
        d.mean().alias("difference"), (d.std() / n.sqrt()).alias("error"), (n - 1).cast(pl.Float64).alias("freedom"),
    )  # fmt: skip
    return _bounded(found)


def _of_two(there: pl.DataFrame, here: pl.DataFrame) -> pl.DataFrame:
    """Games that share nothing: Welch's t."""
    one, other = (
        side.group_by("who", "round").agg(
            pl.len().cast(pl.Int64).alias("n"), pl.col("y").mean().alias("m"), (pl.col("y").var() / pl.len()).alias("v")
        ) for side in (there, here)
    )  # fmt: skip
    both = other.join(one, on=["who", "round"], suffix="_there")
    v, w = pl.col("v"), pl.col("v_there")
    freedom = (v + w).pow(2) / (v.pow(2) / (pl.col("n") - 1) + w.pow(2) / (pl.col("n_there") - 1))
    found = both.select(
        "who", "round", pl.min_horizontal("n", "n_there").alias("games"), pl.col("m").alias("mean"),
        pl.col("m_there").alias("mean_reference"), (pl.col("m") - pl.col("m_there")).alias("difference"),
        (v + w).sqrt().alias("error"), freedom.alias("freedom"),
    )  # fmt: skip
    return _bounded(found)


def _bounded(found: pl.DataFrame) -> pl.DataFrame:
    half = pl.Series("half", t_quantile(found["freedom"].to_numpy() + 1) * found["error"].to_numpy()).fill_nan(None)
    return found.with_columns(half).with_columns(
        (pl.col("difference") - pl.col("half")).alias("difference_low"),
        (pl.col("difference") + pl.col("half")).alias("difference_high"),
    )
