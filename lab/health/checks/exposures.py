"""Is it known of exactly the right games which cards came to whom?"""

from __future__ import annotations

import numpy as np
import polars as pl

from lab.errors import BadInput
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, check, exact, left_open


@check(order=41)
def exposures(look: Look) -> Verdict:
    """Exactly the games that were to keep their exposures have any: all, or a sample and those that keep their events.

    Numbers of cards are about the games that have some: one without would be left out of them, and one too many counts.
    """
    from lab.runs.run_plan import kept_exposures

    try:
        spec = look.spec
    except BadInput as error:
        return left_open(look.told_games(), f"the spec of this run cannot be read: {error}")
    kept = pl.Series(np.flatnonzero(kept_exposures(spec, 0, spec.games)))
    wanted = look.game.select(pl.col("arm").cast(pl.String), "game").filter(pl.col("game").is_in(kept.implode()))
    there = look.table("exposure").select(pl.col("arm").cast(pl.String), "game").unique().collect()
    sides = [one.join(other, on=BY_ARM, how="anti") for one, other in ((wanted, there), (there, wanted))]
    wrong = pl.concat(sides).sort(BY_ARM)
    told = f"{wanted.height:,} of {look.told_games()}" if spec.exposure != "all" else look.told_games()
    return exact(told, wrong, "without exposures, or with some that were not to be kept")
