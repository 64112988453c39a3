"""By how much are combats won and lost?"""

from __future__ import annotations

import polars as pl

from engine.records.events import Result
from lab.tables.column import HIDDEN, KEY, Column
from lab.tables.event_frames import FIGHTS, counted, with_fights
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import Ratio, described, ratio_columns

BINS = (
    (-10, "\u221210 or less"), (-5, "\u22129 to \u22125"), (-1, "\u22124 to \u22121"), (0, "0"), (4, "1 to 4"),
    (9, "5 to 9"),
)  # fmt: skip
"""The largest difference of each bin, and its name."""
MORE = "10 or more"
MEASURES = {
    "share": Ratio("part of all", "share of all combats", "fights", "all"),
    "won": Ratio("won", "share of combats", "won", "fights"),
    "fled": Ratio("got away", "share of combats", "fled", "fights"),
    "caught": Ratio("caught", "share of combats", "caught", "fights"),
    "died": Ratio("died", "share of combats", "died", "fights"),
    "gone": Ratio("no kill", "share of combats", "gone", "fights"),
    "helped": Ratio("helped", "share of combats", "helped", "fights"),
}
COLUMNS = {
    "told": Column("strengths", rank=KEY, words={"start": "first told", "end": "last told"}, about="Which were told."),
    "place": Column("place", rank=HIDDEN, about="Place of the row among those of its kind."),
    "bin": Column("side minus monsters", rank=KEY, about="Strength of the fighter's side minus that of the monsters."),
    "games": Column("games", "count", about="Games with such a combat."),
    "n": Column("combats", "count", unit="", about="Combats."),
    **described(MEASURES, ("won", "fled", "died")),
}  # fmt: skip
EVENT = ("actor", "target", "other", "before", "after")


@metric(
    needs=("game", "event"),
    unit="share of combats",
    interval="ratio of sums over games with events; Wilson or Jeffreys",
    columns=COLUMNS,
)
def fight_margins(game: pl.LazyFrame, event: pl.LazyFrame) -> pl.LazyFrame:
    """How combats end by the difference in strength when it is first told, and when it is last told.

    The last strengths decide; the first ones say what a fighter could expect who is alone with the monster. Strengths
    told after the monsters have left are none. Measured where events were kept.
    """
    per_game = counted(game, event, FIGHTS, EVENT, _per_game)
    # A bin that a game does not have is none of its combats.
    held = per_game.select(*KEYS, "told", "bin", "place").unique()
    every = per_game.select(*KEYS, "told", "game", "all").unique().join(held, on=[*KEYS, "told"])
    counts = ("fights", *(n for n in MEASURES if n != "share"))
    by = [*KEYS, "told", "place", "bin"]
    grid = every.join(per_game.drop("all"), on=[*by, "game"], how="left").with_columns(pl.col(counts).fill_null(0))
    total = grid.group_by(by).agg(
        pl.col("fights").sum().alias("n"), (pl.col("fights") > 0).sum().cast(pl.Int64).alias("games")
    )
    found = ratio_columns(grid, by, MEASURES).drop("games")
    order = pl.col("told").replace_strict({"start": 0, "end": 1}, return_dtype=pl.Int64)
    return found.join(total, on=by).sort(*KEYS, order, "place")


def _per_game(rows: pl.DataFrame) -> pl.DataFrame:
    """Combats of each game by bin: of the first strengths told and of the last."""
    kind = pl.col("kind")
    told, ended = (kind == "strength") & (pl.col("after") != 0), kind == "fight_end"
    margin = (pl.col("before") - pl.col("after")).filter(told)
    bouts = with_fights(rows).group_by("game", "bout").agg(
        margin.first().alias("start"), margin.last().alias("end"),
        pl.col("other").filter(ended).last().alias("result"), pl.col("target").filter(ended).last().alias("helper"),
    ).filter(pl.col("result").is_not_null() & pl.col("start").is_not_null())  # fmt: skip
    long = bouts.unpivot(
        ["start", "end"], index=["game", "result", "helper"], variable_name="told", value_name="margin"
    )
    place = pl.sum_horizontal((pl.col("margin") > most).cast(pl.Int64) for most, _ in BINS)
    names = dict(enumerate([*(name for _, name in BINS), MORE]))
    found = long.with_columns(place.alias("place")).group_by("game", "told", "place").agg(
        pl.len().alias("fights"), *((pl.col("result") == r).sum().alias(n) for r, n in _ends().items()),
        (pl.col("helper") >= 0).sum().alias("helped"),
    )  # fmt: skip
    return found.with_columns(
        pl.col("place").replace_strict(names, return_dtype=pl.String).alias("bin"),
        pl.col("fights").sum().over("game", "told").alias("all"),
    )


def _ends() -> dict[int, str]:
    return {
        int(Result.KILLED): "won", int(Result.REMOVED): "gone", int(Result.FLED): "fled", int(Result.CAUGHT): "caught",
        int(Result.DIED): "died",
    }  # fmt: skip
