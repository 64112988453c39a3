"""How strong is each persona, on one scale?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import FDR, q_values
from lab.stats.ratings import ANCHOR, ANCHOR_RATING, chance, rate
from lab.tables.column import EXTRA, KEY, LAST, Column
from lab.tables.metric import KEYS, metric

SCHEMA = {
    "run_id": pl.String, "arm": pl.String, "agent": pl.String, "anchor": pl.String, "games": pl.Int64,
    "wins": pl.Float64, "rating": pl.Float64, "rating_low": pl.Float64, "rating_high": pl.Float64,
    "chance": pl.Float64, "rating_p": pl.Float64, "rating_q": pl.Float64,
}  # fmt: skip


@metric(
    needs=("seat",),
    unit="points: 400 are ten times the odds against each other player",
    interval=f"maximum likelihood over games, each persona by itself; q: family of an arm at {FDR}",
    columns={
        "agent": Column("persona", rank=KEY, about="Who played."),
        "anchor": Column("anchor", rank=LAST, about="Whose rating is fixed."),
        "games": Column("games", "count", about="Games that the row rests on."),
        "wins": Column("wins", "number", LAST, unit="", about="Sum of win credit."),
        "rating": Column("rating", "number", unit="points", about="400 points are ten times the odds against each."),
        "chance": Column(
            "promised wins", "share", EXTRA, about="Share of wins that it promises among equals rated 1500."
        ),
        "rating_p": Column("p", "p", EXTRA, about="Probability of such a distance from the anchor by luck."),
        "rating_q": Column("q", "p", about="The p-value adjusted for all personas."),
    },
)
def rating(seat: pl.LazyFrame) -> pl.LazyFrame:
    """Rating of each persona from who won at which table, with `balanced` (or else the mean of all) at 1500 points.

    `chance` is the share of wins the rating promises at a table of otherwise equal players rated 1500; `rating_p`
    asks whether a persona is exactly as strong as the anchor.
    """
    rows = seat.select(*KEYS, "game", pl.col("agent").cast(pl.String), "credit")
    found = [_of_arm(arm) for arm in rows.collect().partition_by(KEYS, maintain_order=True)]
    return (pl.concat(found) if found else pl.DataFrame(schema=SCHEMA)).lazy()


def _of_arm(rows: pl.DataFrame) -> pl.DataFrame:
    """The table of one arm; a persona that plays alone has no rating."""
    seats = rows.height // rows["game"].n_unique()
    wide = rows.group_by("game", "agent").agg(pl.len().alias("seats"), pl.col("credit").sum())
    names = sorted(wide["agent"].unique().to_list())
    present = wide.pivot("agent", index="game", values="seats").fill_null(0).sort("game").select(names)
    credit = wide.pivot("agent", index="game", values="credit").fill_null(0).sort("game").select(names)
    anchor = names.index(ANCHOR) if ANCHOR in names else -1
    about = rows.group_by("agent").agg(pl.col("game").n_unique().cast(pl.Int64).alias("games"), wins=pl.sum("credit"))
    frame = about.sort("agent").with_columns(
        pl.lit(str(rows["run_id"][0])).alias("run_id"), pl.lit(str(rows["arm"][0])).alias("arm"),
        pl.lit(ANCHOR if anchor >= 0 else "mean").alias("anchor"),
    )  # fmt: skip
    if len(names) > 1:
        frame = frame.with_columns(**_numbers(present, credit, anchor, seats))
    missing = [pl.lit(None, kind).alias(c) for c, kind in SCHEMA.items() if c not in frame.columns]
    return frame.with_columns(missing).select(pl.col(c).cast(kind) for c, kind in SCHEMA.items())


def _numbers(present: pl.DataFrame, credit: pl.DataFrame, anchor: int, seats: int) -> dict[str, pl.Series]:
    found = rate(present.to_numpy(), credit.to_numpy(), anchor)
    return {
        "rating": pl.Series(found.points), "rating_low": pl.Series(found.low), "rating_high": pl.Series(found.high),
        "chance": pl.Series([chance(points - ANCHOR_RATING, seats) for points in found.points]),
        "rating_p": pl.Series(found.p_value), "rating_q": pl.Series(q_values(found.p_value)),
    }  # fmt: skip
