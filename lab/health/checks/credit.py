"""Does every game give away one win?"""

from __future__ import annotations

import polars as pl

from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, check, exact

ROUNDING = 1e-9


@check(order=20)
def credit(look: Look) -> Verdict:
    """The win credit of a game's seats adds up to 1, or to 0 if nobody won, and goes to those who won."""
    won = pl.col("won") == 1
    share = pl.when(won).then(1 / pl.col("n_winners")).otherwise(0.0)
    seats = look.seat.join(look.game.select(*BY_ARM, "n_winners", "winners"), on=BY_ARM)
    sums = seats.group_by(BY_ARM, maintain_order=True).agg(
        pl.col("credit").sum().alias("sum"), won.sum().alias("won"), pl.col("n_winners").first(),
        ((pl.col("credit") - share).abs() > ROUNDING).any().alias("uneven"),
        pl.col("seat").filter(won).sort().cast(pl.Int8).alias("who"), pl.col("winners").first().list.sort(),
    )  # fmt: skip
    whole = (pl.col("n_winners") > 0).cast(pl.Float64)
    off = (pl.col("sum") - whole).abs() > ROUNDING
    other = (pl.col("won") != pl.col("n_winners")) | (pl.col("who") != pl.col("winners"))
    return exact(look.told_games(), sums.filter(off | other | pl.col("uneven")), "give away more or less")
