"""What does each monster do?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Cause, Result
from lab.tables.column import EXTRA, HIDDEN, KEY, Column
from lab.tables.event_frames import (
    ALSO,
    CAUSES,
    FIGHTS,
    LOSSES,
    cards_lost,
    counted,
    with_cause,
    with_fights,
    with_names,
)
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, described, ratio_columns

MEASURES = {
    "won": Ratio("won", "share of combats", "won", "fights"),
    "fled": Ratio("got away", "share of combats", "fled", "fights"),
    "caught": Ratio("caught", "share of combats", "caught", "fights"),
    "died": Ratio("died", "share of combats", "died", "fights"),
    "gone": Ratio("no kill", "share of combats", "gone", "fights"),
    "won_alone": Ratio("won alone", "share of combats without a helper", "won_alone", "alone"),
    "won_helped": Ratio("won helped", "share of combats with a helper", "won_helped", "helped"),
    "helped": Ratio("helped", "share of combats", "helped", "fights"),
    "levels_lost": Ratio("Levels lost if caught", "Levels per catch", "levels", "catches"),
    "cards_lost": Ratio("cards lost if caught", "cards per catch", "cards", "catches"),
    "deadly": Ratio("deadly if caught", "share of catches", "deaths", "catches"),
}
ENDS = ("won", "fled", "caught", "died", "gone")
COUNTS = ("fights", *ENDS, "helped", "won_helped", "alone", "won_alone", "catches", "levels", "cards", "deaths")
COLUMNS = {
    "card": Column("card", rank=HIDDEN, about="Number of the design; key together with the arm's cards."),
    "name": Column("monster", rank=KEY, about="Name of the card."),
    "level": Column("Level", "plain", EXTRA, unit="", about="Printed Level."),
    "games": Column("games", "count", EXTRA, about="Games in which somebody fought it."),
    "n": Column("combats", "count", unit="", about="Combats in which it took part, copies of it counted once."),
    **described(MEASURES, ("won", "fled", "caught", "died")),
}
KINDS = (*dict.fromkeys((*FIGHTS, *CAUSES, *ALSO, *LOSSES, "join", "remove", "death", "level")),)
EVENT = ("actor", "target", "card", "other", "before", "after")


@metric(
    needs=("game", "event", "card", "arm"),
    unit="share of combats, or what a catch costs",
    interval="ratio of sums over games with events; shares: Wilson or Jeffreys",
    columns=COLUMNS,
)
def monsters(game: pl.LazyFrame, event: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """What becomes of combats with each monster, alone and with a helper, and what its Bad Stuff costs.

    Caught and died are what this monster did to the fighter, got away is a lost combat in which it did neither, no kill
    is a monster that left the combat. A catch is of the fighter or the helper, and costs the Levels and cards that its
    Bad Stuff takes from anybody; what is looted from the dead is not among them. Measured where events were kept.
    """
    per_game = counted(game, event, KINDS, EVENT, _per_game)
    by = [*KEYS, "card"]
    total = per_game.group_by(by).agg(pl.col("fights").sum().alias("n"))
    found = with_names(ratio_columns(per_game, by, MEASURES).join(total, on=by), card, arm, ("name", "level"))
    return found.sort(*KEYS, "level", "name", "card")


def _per_game(rows: pl.DataFrame) -> pl.DataFrame:
    """What happened with each design in each game."""
    rows = with_cause(with_fights(rows)).with_columns(pl.col("card").cast(pl.Int64))
    ends = pl.concat([_ends(rows), _damage(rows)], how="diagonal").fill_null(0)
    # Where a design is in no finished combat of a game nothing is said of it.
    sums = ends.group_by("game", "card").agg(pl.col(c).sum() for c in COUNTS)
    return sums.filter((pl.col("fights") > 0) | (pl.col("catches") > 0))


def _ends(rows: pl.DataFrame) -> pl.DataFrame:
    """How each combat ended for its fighter, as far as a design in it goes."""
    kind, one = pl.col("kind"), ["game", "bout"]
    ended = rows.filter(kind == "fight_end").select(
        *one, "other", end_of=pl.col("actor"), helped=(pl.col("target") >= 0).cast(pl.Int64)
    )
    there = pl.col("fighting") & (pl.col("card") >= 0)
    of_card = rows.filter(there & kind.is_in(["join", "remove", "caught", "death"])).join(ended, on=one)
    who = pl.when(kind == "death").then(pl.col("target")).otherwise(pl.col("actor")) == pl.col("end_of")
    bouts = of_card.group_by(*one, "card").agg(
        (kind == "join").sum().cast(pl.Int64).alias("came") - (kind == "remove").sum().cast(pl.Int64),
        ((kind == "caught") & who).any().alias("was_caught"), ((kind == "death") & who).any().alias("was_killed"),
        pl.col("other_right").first().alias("result"), pl.col("helped").first(), (kind == "join").any().alias("joined"),
    ).filter("joined")  # fmt: skip
    result = pl.col("result")
    end = (
        pl.when("was_killed").then(pl.lit("died")).when("was_caught").then(pl.lit("caught"))
        .when((pl.col("came") <= 0) | (result == int(Result.REMOVED))).then(pl.lit("gone"))
        .when(result == int(Result.KILLED)).then(pl.lit("won")).otherwise(pl.lit("fled"))
    )  # fmt: skip
    marks = bouts.select(
        "game", "card", "helped", end.alias("end"), fights=pl.lit(1, pl.Int64), alone=1 - pl.col("helped")
    ).with_columns(((pl.col("end") == name).cast(pl.Int64)).alias(name) for name in ENDS)
    return marks.drop("end").with_columns(
        (pl.col("won") * pl.col("helped")).alias("won_helped"), (pl.col("won") * pl.col("alone")).alias("won_alone")
    )


def _damage(rows: pl.DataFrame) -> pl.DataFrame:
    """Each catch, and what it cost."""
    kind, cause = pl.col("kind"), pl.col("cause")
    levels = (kind == "level") & (pl.col("other") == int(Cause.BAD_STUFF)) & (pl.col("after") < pl.col("before"))
    cards = cards_lost() & (cause == "caught")
    by_catch = kind.is_in(["caught", "death"]) | levels
    found = rows.filter(by_catch | cards).with_columns(
        pl.when(cards).then(pl.col("cause_card")).otherwise(pl.col("card")).alias("card")
    )
    return found.filter(pl.col("card") >= 0).select(
        "game", "card", (kind == "caught").cast(pl.Int64).alias("catches"),
        ((kind == "death") & (cause == "caught")).cast(pl.Int64).alias("deaths"),
        pl.when(levels).then(pl.col("before") - pl.col("after")).otherwise(0).cast(pl.Int64).alias("levels"),
        cards.cast(pl.Int64).alias("cards"),
    )  # fmt: skip
