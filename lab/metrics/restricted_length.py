"""How long is a game, if the cap only hides how long some would have been?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import half_width
from lab.tables.column import EXTRA, KEY, LAST, Column
from lab.tables.metric import KEYS, metric
from lab.tables.survival import lengths, life_table

QUANTILES = (10, 25, 50, 75, 90)
BY = [*KEYS, "measure"]
UNIT = "turns or rounds"
ROUNDING = 1e-9
"""A share this far from a half is a half: products of shares are not exact."""
COLUMNS = {
    "measure": Column("in", rank=KEY, about="What is counted: turns or rounds."),
    "games": Column("games", "count", EXTRA, about="Games that the row rests on."),
    "cut": Column("cut off", "count", EXTRA, about="Games among them that were given up, at the cap or before."),
    "horizon": Column("up to", "plain", LAST, unit=UNIT, about="The longest game: the cap, where games met it."),
    "mean": Column("mean", "number", unit=UNIT, about="Mean length of a game; what is longer counts as that."),
    "common_horizon": Column(
        "all arms up to", "plain", LAST, unit=UNIT, about="How far the curve of every arm of the run is known."
    ),
    "common_mean": Column(
        "mean to there", "number", unit=UNIT, about="Mean length up to there: what is longer counts as that."
    ),
    **{
        f"q{q}": Column(
            "median" if q == 50 else f"{q}%", "plain", EXTRA if q == 50 else LAST, unit=UNIT,
            about=f"{q} % of the games are no longer; nothing if that lies beyond what was watched.",
        )
        for q in QUANTILES
    },
}  # fmt: skip


@metric(needs=("game",), unit=UNIT, interval="t over games with Greenwood's variance", columns=COLUMNS)
def restricted_length(game: pl.LazyFrame) -> pl.LazyFrame:
    """Mean length up to a horizon and quantiles, from the survival curve: games cut off by the cap are censored.

    The horizon of an arm is its longest game. The common one of a run's arms is the shortest of the horizons beyond
    which some arm's curve is not known; where no arm was cut off there, all curves are known to their ends.
    """
    table = _with_widths(life_table(lengths(game), BY))
    own, common = _mean(table, "horizon", "mean"), _mean(table, "common_horizon", "common_mean")
    return (
        table.group_by(BY)
        .agg(
            pl.col("gone").sum().alias("games"), (pl.col("gone") - pl.col("ends")).sum().alias("cut"),
            pl.col("horizon", "common_horizon").first(), *(_quantile(q) for q in QUANTILES),
        )
        .join(own, on=BY)
        .join(common, on=BY)
        .sort(BY)
    )  # fmt: skip


def _with_widths(table: pl.LazyFrame) -> pl.LazyFrame:
    """The life table with both horizons; a curve that came down to nothing is known for ever."""
    length, run = pl.col("length").cast(pl.Int64), ["run_id", "measure"]
    longest = length.max().over(BY)
    open_end = pl.when(pl.col("running").last().over(BY) > 0).then(pl.col("longest"))
    return (
        table.with_columns(length.alias("length"), longest.alias("longest"))
        .with_columns(open_end.alias("open_end"))
        .with_columns(
            pl.col("longest").alias("horizon"),
            pl.coalesce(pl.col("open_end").min().over(run), pl.col("longest").max().over(run)).alias("common_horizon"),
        )
    )


def _mean(table: pl.LazyFrame, horizon: str, name: str) -> pl.LazyFrame:
    """The area under each curve up to a horizon, with its interval.

    Variance: for each length the squared area that lies beyond it, times what it adds to Greenwood's sum; times
    n / (n - 1), so that it is the t interval of the mean where nothing is cut off.
    """
    to = pl.col("length").clip(upper_bound=pl.col(horizon))
    width = to - to.shift(1, fill_value=0).over(BY)
    rows = table.with_columns((pl.col("before") * width).alias("area")).with_columns(
        pl.col("area").sum().over(BY).alias(name), pl.col("area").cum_sum().over(BY).alias("behind")
    )
    games = pl.col("gone").sum()
    spread = ((pl.col(name) - pl.col("behind")).pow(2) * pl.col("hazard")).sum()
    half = half_width(pl.col("error"), "n")
    return (
        rows.group_by(BY)
        .agg(pl.col(name).first(), games.alias("n"), (spread * games / (games - 1)).sqrt().alias("error"))
        .select(*BY, name, (pl.col(name) - half).alias(f"{name}_low"), (pl.col(name) + half).alias(f"{name}_high"))
    )


def _quantile(q: int) -> pl.Expr:
    """The least length that no more than 1 - q of the games are longer than."""
    return pl.col("length").filter(pl.col("running") <= 1 - q / 100 + ROUNDING).min().alias(f"q{q}")
