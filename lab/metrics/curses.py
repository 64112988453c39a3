"""What does each Curse do?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Cause
from lab.tables.column import HIDDEN, KEY, Column
from lab.tables.event_frames import ALSO, CAUSES, LOSSES, cards_lost, counted, with_cause, with_names
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, described, ratio_columns

MEASURES = {
    "per_game": Ratio("strikes per game", "per game", "strikes", "one"),
    "played": Ratio("played on others", "share of strikes", "played", "strikes"),
    "levels_lost": Ratio("Levels lost", "Levels per strike", "levels", "strikes"),
    "cards_lost": Ratio("cards lost", "cards per strike", "cards", "strikes"),
    "neither": Ratio("no Level, no card", "share of strikes", "neither", "strikes"),
    "deadly": Ratio("deadly", "share of strikes", "deaths", "strikes"),
}
COUNTS = ("strikes", "played", "levels", "cards", "neither", "deaths")
COLUMNS = {
    "card": Column("card", rank=HIDDEN, about="Number of the design; key together with the arm's cards."),
    "name": Column("Curse", rank=KEY, about="Name of the card."),
    "games": Column("games", "count", about="Games whose events were kept."),
    "n": Column("strikes", "count", unit="", about="Times it struck somebody."),
    **described(MEASURES, ("levels_lost", "cards_lost", "neither")),
}
KINDS = (*CAUSES, *ALSO, *LOSSES, "level", "death")
EVENT = ("actor", "target", "card", "other", "before", "after")


@metric(
    needs=("game", "event", "card", "arm"),
    unit="per game, per strike, or share of strikes",
    interval="ratio of sums over games with events; shares: Wilson or Jeffreys",
    columns=COLUMNS,
)
def curses(game: pl.LazyFrame, event: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """How often each Curse strikes, who plays it, and the Levels and cards that it takes.

    What a Curse takes is what is lost from its strike on until something else happens, by anybody. A Curse that only
    changes a sex, or makes the next combat harder, takes neither. Measured where events were kept.
    """
    found = counted(game, event, KINDS, EVENT, _per_game)
    # In a game in which it never struck, a Curse struck 0 times: the row of card -1 is every game's.
    watched = found.filter(pl.col("card") < 0).select(*KEYS, "game", pl.lit(1).alias("one"))
    by = [*KEYS, "card"]
    struck = found.filter(pl.col("card") >= 0)
    grid = watched.join(struck.select(by).unique(), on=KEYS).join(struck, on=[*by, "game"], how="left")
    per_game = grid.with_columns(pl.col(COUNTS).fill_null(0))
    total = struck.group_by(by).agg(pl.col("strikes").sum().alias("n"))
    named = with_names(ratio_columns(per_game, by, MEASURES).join(total, on=by), card, arm, ("name",))
    return named.sort(*KEYS, "name", "card")


def _per_game(rows: pl.DataFrame) -> pl.DataFrame:
    """Strikes of each design in each game, and a row of card -1 for the game itself."""
    rows = with_cause(rows)
    kind, actor, by_curse = pl.col("kind"), pl.col("actor"), pl.col("cause") == "curse"
    levels = (kind == "level") & (pl.col("other") == int(Cause.CURSE)) & (pl.col("after") < pl.col("before"))
    one = ["game", "cause_number"]
    strikes = rows.filter(by_curse).group_by(one).agg(
        pl.col("cause_card").first().cast(pl.Int64).alias("card"),
        ((actor >= 0) & (actor != pl.col("target"))).filter(kind == "curse").any().cast(pl.Int64).alias("played"),
        (pl.col("before") - pl.col("after")).filter(levels).sum().cast(pl.Int64).alias("levels"),
        cards_lost().sum().cast(pl.Int64).alias("cards"),
        (kind == "death").sum().cast(pl.Int64).alias("deaths"),
    )  # fmt: skip
    neither = (pl.col("levels") == 0) & (pl.col("cards") == 0)
    found = strikes.with_columns(pl.lit(1, pl.Int64).alias("strikes"), neither.cast(pl.Int64).alias("neither"))
    sums = found.group_by("game", "card").agg(pl.col(c).sum() for c in COUNTS)
    own = rows.filter(pl.col("begins")).select(
        "game", pl.lit(-1, pl.Int64).alias("card"), *(pl.lit(0, pl.Int64).alias(c) for c in COUNTS)
    )
    return pl.concat([own, sums])
