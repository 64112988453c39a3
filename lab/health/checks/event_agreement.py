"""Do the events that were kept tell the same game as the facts, and are exposures known of exactly the right games?"""

from __future__ import annotations

import numpy as np
import polars as pl

from lab.errors import BadInput
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, check, exact, left_open
from lab.store.event_codes import codes

COUNTED = {"combats": "fight", "deaths": "death", "turns": "turn"}
"""What a game's facts count, and the kind of event that it is."""
END = "over"


@check(order=40)
def events(look: Look) -> Verdict:
    """A kept game's events are numbered without a gap, tell its combats, deaths and turns, and the last one ends it."""
    from lab.runs.run_plan import kept_events

    try:
        spec = look.spec
    except BadInput as error:
        return left_open(look.told_games(), f"the spec of this run cannot be read: {error}")
    if spec.events == "none":
        return left_open(look.told_games(), "no events were kept")
    kept = np.flatnonzero(kept_events(spec, 0, spec.games))
    wanted = look.game.filter(pl.col("game").is_in(kept.tolist()))
    told = _told(look)
    both = wanted.join(told, on=BY_ARM, how="left")
    extra = told.join(wanted, on=BY_ARM, how="anti")
    endings = {number: word for of, number, word in codes() if of == "ending"}
    ending = pl.col("how").replace_strict(endings, default="", return_dtype=pl.String)
    winners = pl.col("winners").list.eval(pl.lit(1).cast(pl.Int64) * 2 ** pl.element().cast(pl.Int64)).list.sum()
    right = (pl.col("last") == END) & (pl.col("ends") == 1) & (pl.col("rows") == pl.col("top") + 1)
    right = right & (ending == pl.col("ending")) & (pl.col("bits") == winners)
    for fact in COUNTED:
        right = right & (pl.col(f"n_{fact}") == pl.col(fact))
    wrong = pl.concat([both.filter(~right.fill_null(False)).select(BY_ARM), extra.select(BY_ARM)])
    rows = int(told["rows"].sum())
    return exact(f"{wanted.height:,} games with {rows:,} events", wrong, "that go or end otherwise")


def _told(look: Look) -> pl.DataFrame:
    """What the events of each game say."""
    kind, last = pl.col("kind").cast(pl.String), pl.col("seq") == pl.col("seq").max()
    over = kind == END
    return (
        look.table("event")
        .group_by(BY_ARM, maintain_order=True)
        .agg(
            pl.len().cast(pl.Int64).alias("rows"), pl.col("seq").n_unique().alias("different"),
            pl.col("seq").max().cast(pl.Int64).alias("top"), kind.filter(last).first().alias("last"),
            over.sum().alias("ends"), pl.col("other").filter(over).first().alias("how"),
            pl.col("before").filter(over).first().cast(pl.Int64).alias("bits"),
            *((kind == word).sum().alias(f"n_{fact}") for fact, word in COUNTED.items()),
        )
        .with_columns(rows=pl.when(pl.col("different") == pl.col("rows")).then("rows").otherwise(-1))
        .collect()
    )  # fmt: skip


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
