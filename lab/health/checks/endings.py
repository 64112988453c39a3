"""Does every game end in one way?"""

from __future__ import annotations

import polars as pl

from lab.health.checked_run import Look
from lab.health.health_check import RED, Verdict, check, exact
from lab.tables.metric import compute

ROUNDING = 1e-9
CAPPED = "capped"


@check(order=21)
def endings(look: Look) -> Verdict:
    """Every game ends in one known way, the shares of the ways add up to 1, and nobody wins a capped game only."""
    shares = compute(look.store, ["endings"], look.run)["endings"]
    known = shares["ending"].unique().to_list()
    none = pl.col("n_winners") == 0
    off = ~pl.col("ending").is_in(known) | (none != (pl.col("ending") == CAPPED))
    verdict = exact(look.told_games(), look.game.filter(off), "with an ending that does not fit the winners")
    sums = shares.group_by("arm").agg(pl.col("share").sum())
    worst = float((sums["share"] - 1).abs().max() or 0.0)  # type: ignore[arg-type]
    if worst > ROUNDING:
        return Verdict(RED, verdict.looked_at, f"shares of endings add up to 1 but for {worst:.2g}", "0")
    return verdict
