"""How do combats end as a game goes on?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Result
from lab.tables.column import KEY, Column
from lab.tables.event_frames import counted, level_of, with_fights, with_levels
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, described, ratio_columns

MEASURES = {
    "lost": Ratio("lost", "share of combats", "lost", "fights"),
    "fled": Ratio("got away", "share of combats", "fled", "fights"),
    "won": Ratio("won", "share of combats", "won", "fights"),
    "helped": Ratio("helped", "share of combats", "helped", "fights"),
}
COLUMNS = {
    "axis": Column("along", rank=KEY, words={"level": "Level"}, about="Of the fighter's Level, or of the round."),
    "position": Column("at", "plain", KEY, unit="", about="Level of the fighter, or round, when the combat began."),
    "games": Column("games", "count", about="Games with such a combat."),
    "n": Column("combats", "count", unit="", about="Combats."),
    **described(MEASURES, ("lost", "fled")),
}
KINDS = ("fight", "fight_end", "level")
EVENT = ("actor", "target", "other", "before", "after", "round")


@metric(
    needs=("game", "event"),
    unit="share of combats",
    interval="ratio of sums over games with events; Wilson or Jeffreys",
    columns=COLUMNS,
)
def combat_course(game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """Combats lost and flights that got away, by the fighter's Level and by round.

    A combat is lost if the fighter had to flee, was caught or died. The Level is the one with which the combat began,
    of whoever began it. Measured where events were kept.
    """
    per_game = counted(game, event, KINDS, EVENT, _per_game)
    by = [*KEYS, "axis", "position"]
    total = per_game.group_by(by).agg(pl.col("fights").sum().alias("n"))
    return ratio_columns(per_game, by, MEASURES).join(total, on=by).sort(by)


def _per_game(rows: pl.DataFrame) -> pl.DataFrame:
    """Combats of each game by Level and by round."""
    kind, result = pl.col("kind"), pl.col("result")
    began, ended = kind == "fight", kind == "fight_end"
    bouts = with_fights(with_levels(rows)).group_by("game", "bout").agg(
        level_of(pl.col("actor")).filter(began).first().cast(pl.Int64).alias("level"),
        pl.col("round").filter(began).first().cast(pl.Int64).alias("round"),
        pl.col("other").filter(ended).last().alias("result"), pl.col("target").filter(ended).last().alias("helper"),
    ).filter(result.is_not_null())  # fmt: skip
    long = bouts.unpivot(
        ["level", "round"], index=["game", "result", "helper"], variable_name="axis", value_name="position"
    )
    lost = [int(r) for r in (Result.FLED, Result.CAUGHT, Result.DIED)]
    return long.filter(pl.col("position").is_not_null()).group_by("game", "axis", "position").agg(
        pl.len().cast(pl.Int64).alias("fights"), result.is_in(lost).sum().alias("lost"),
        (result == int(Result.FLED)).sum().alias("fled"), (result == int(Result.KILLED)).sum().alias("won"),
        (pl.col("helper") >= 0).sum().alias("helped"),
    )  # fmt: skip
