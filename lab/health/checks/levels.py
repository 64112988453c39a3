"""Do Levels round by round lead to where the game ended?"""

from __future__ import annotations

import polars as pl

from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, check, exact


@check(order=30)
def levels(look: Look) -> Verdict:
    """Each seat has a Level at the end of every round from 1 to the last, and the last one is its final Level."""
    level = look.table("level").sort(*BY_ARM, "seat", "round").group_by(*BY_ARM, "seat", maintain_order=True)
    curve = level.agg(
        pl.len().cast(pl.Int64).alias("rows"), pl.col("round").min().alias("begins"),
        pl.col("round").max().alias("ends"), pl.col("level").last().alias("last"),
    ).collect()  # fmt: skip
    ends = look.seat.select(*BY_ARM, "seat", "final_level").join(look.game.select(*BY_ARM, "rounds"), on=BY_ARM)
    both = ends.join(curve, on=[*BY_ARM, "seat"], how="left")
    right = (pl.col("last") == pl.col("final_level")) & (pl.col("ends") == pl.col("rounds"))
    right = right & (pl.col("begins") == 1) & (pl.col("rows") == pl.col("rounds"))
    # A game that ended before its first round did has no curve.
    none = pl.col("rows").is_null() & (pl.col("rounds") == 0)
    wrong = both.filter(~(right.fill_null(False) | none))
    return exact(f"{look.told_games()}, {both.height:,} Level curves", wrong, "with gaps or another end")
