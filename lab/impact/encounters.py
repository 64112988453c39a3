"""How the combats with a monster went, and what a Curse did: the metrics of all cards, of one, and whom it met."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import polars as pl

from engine.records.state import SEATS
from lab.metrics import curses, monsters
from lab.stats.intervals import half_width
from lab.store.stored_tables import empty_frame
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.event_frames import Count, counted, level_of, with_fights, with_levels
from lab.tables.ratios import Ratio, is_share, ratio_parts, share_of_games_bounds

if TYPE_CHECKING:
    from lab.runs.arms import Arm

EVENTS = [*dict.fromkeys((*monsters.KINDS, *curses.KINDS))]
"""Kinds of events that are looked at."""
EVENT = ("actor", "target", "card", "other", "before", "after")
MONSTER = {
    "leads": Ratio("the fighter led", "share of combats", "leads", "bouts"),
    "against": Ratio("laid in by somebody else", "share of combats", "against", "bouts"),
    "first": Ratio("side less monsters, first told", "strength", "first", "told"),
    "last": Ratio("side less monsters, last told", "strength", "last", "told"),
}
CURSE = {"leads": Ratio("whom it struck led", "share of strikes", "leads", "strikes")}
"""What is counted beyond the metrics; to lead is to have the highest Level, alone or with others."""
ALSO = {"won_alone": "won without a helper", "won_helped": "won with a helper"}
"""Measures whose names say less without the table they come from."""
ROW = {
    "measure": pl.String, "per": pl.String, "value": pl.Float64, "value_low": pl.Float64, "value_high": pl.Float64,
    "n": pl.Int64,
}  # fmt: skip
COLUMNS = {
    "arm": Column("variant", rank=KEY, about="What was played."),
    "measure": Column("measure", rank=KEY, about="What is counted."),
    "per": Column("unit", rank=EXTRA, about="Unit of the value."),
    "value": Column(
        "value", kind_of=lambda row: "share" if is_share(row["per"]) else "number", about="How much, over all games."
    ),
}


def around(event: pl.DataFrame, number: int) -> pl.DataFrame:
    """Events of the games in which a design fought or struck, and the first event of every other game."""
    there = event.filter(pl.col("card") == number, pl.col("kind").is_in(["join", "curse"]))
    own = pl.col("kind").is_in(EVENTS) & pl.col("game").is_in(there["game"].unique().implode())
    return event.filter(own | (pl.col("seq") == 0))


def encounters(arm: Arm, number: int, games: pl.DataFrame, events: pl.DataFrame) -> pl.DataFrame:
    """A row for each thing that is said of the combats of a monster or the strikes of a Curse; of others none.

    `games` and `events` are tables of games of the arm, `n` is the number of combats or strikes.
    """
    kind = arm.cards.cards[number].kind
    if kind not in ("monster", "curse"):
        return pl.DataFrame(schema=ROW)
    metric, own = (monsters, MONSTER) if kind == "monster" else (curses, CURSE)
    game, event = games.lazy(), events.lazy()
    row = {"run_id": games["run_id"][0], **arm.row(), "arm": games["arm"][0]}
    about = pl.LazyFrame([row], schema=empty_frame("arm").schema)
    make = metric.monsters if kind == "monster" else metric.curses
    found = make(game, event, arm.card_frame().lazy(), about).filter(pl.col("card") == number).collect()
    if found.is_empty():
        return pl.DataFrame(schema=ROW)
    per_game = counted(game, event, EVENTS, EVENT, _fights(number) if kind == "monster" else _strikes(number))
    rows = [*_long(found, metric.MEASURES), *_long(_wide(per_game.collect(), own), own)]
    return pl.DataFrame([row | {"n": found["n"][0]} for row in rows], schema=ROW)


def _long(wide: pl.DataFrame, measures: Mapping[str, Ratio]) -> list[dict[str, object]]:
    """A row for each measure of a table with one row."""
    one = wide.row(0, named=True)
    return [
        {
            "measure": ALSO.get(name, ratio.words), "per": ratio.unit, "value": one[name],
            "value_low": one[f"{name}_low"], "value_high": one[f"{name}_high"],
        }
        for name, ratio in measures.items()
        if one[name] is not None and one[name] == one[name]
    ]  # fmt: skip


def _wide(per_game: pl.DataFrame, measures: Mapping[str, Ratio]) -> pl.DataFrame:
    """A column with bounds for each measure; a difference of strengths may be below 0."""
    parts = [part for name, m in measures.items() for part in ratio_parts(name, pl.col(m.above), pl.col(m.below))]
    bounds = [b for name, m in measures.items() for b in (share_of_games_bounds(name) if m.is_share else _around(name))]
    return per_game.select(parts).with_columns(bounds)


def _around(name: str) -> list[pl.Expr]:
    half = half_width(pl.col(f"{name}_error"), f"{name}_games")
    return [(pl.col(name) - half).alias(f"{name}_low"), (pl.col(name) + half).alias(f"{name}_high")]


def _leads(seat: pl.Expr) -> pl.Expr:
    """Whether nobody has a higher Level than a seat."""
    return level_of(seat) >= pl.max_horizontal(f"level_{s}" for s in range(SEATS))


def _fights(number: int) -> Count:
    """The combats of each game in which a design took part."""

    def count(rows: pl.DataFrame) -> pl.DataFrame:
        kind, own = pl.col("kind"), pl.col("card") == number
        rows = with_fights(with_levels(rows))
        told = (kind == "strength") & (pl.col("after") != 0)
        margin = (pl.col("before") - pl.col("after")).filter(told).cast(pl.Float64)
        laid = own & kind.is_in(["play", "join"]) & (pl.col("actor") >= 0) & (pl.col("actor") != pl.col("fighter"))
        there, ended = own & (kind == "join") & pl.col("fighting"), kind == "fight_end"
        bouts = rows.filter(pl.col("bout") > 0).group_by("game", "bout").agg(
            there.any().alias("joined"), ended.any().alias("over"),
            _leads(pl.col("actor")).filter(kind == "fight").first().alias("leads"),
            (laid & pl.col("fighting")).any().alias("against"),
            margin.first().alias("first"), margin.last().alias("last"),
        ).filter(pl.col("joined") & pl.col("over"))  # fmt: skip
        return bouts.group_by("game").agg(
            pl.len().cast(pl.Int64).alias("bouts"), pl.col("first").count().cast(pl.Int64).alias("told"),
            *(pl.col(name).cast(pl.Float64).sum() for name in ("leads", "against", "first", "last")),
        )  # fmt: skip

    return count


def _strikes(number: int) -> Count:
    """The strikes of a Curse in each game."""

    def count(rows: pl.DataFrame) -> pl.DataFrame:
        leads = with_levels(rows).with_columns(_leads(pl.col("target")).alias("leads"))
        struck = leads.filter((pl.col("kind") == "curse") & (pl.col("card") == number))
        return struck.group_by("game").agg(
            pl.len().cast(pl.Int64).alias("strikes"), pl.col("leads").sum().cast(pl.Int64).alias("leads")
        )

    return count
