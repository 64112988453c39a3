"""How long do players wait for their turn, and for anything to do?"""

from __future__ import annotations

import polars as pl

from engine.records.state import SEATS
from lab.stats.intervals import mean_bounds, mean_parts
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, metric
from lab.tables.ratios import ratio_bounds, ratio_parts
from lab.tables.table_pace import Pace, pace

GAME = [*KEYS, "game"]
BLOCK = 2_000
"""Games of each arm whose events are in memory together."""
ACTS = (
    "turn", "play", "sell", "give", "charity", "ask", "accept", "refuse", "offer", "ability", "propose", "decline",
    "choice",
)  # fmt: skip
"""Events by which a player is seen to decide something; the beginning of the own turn is one, a pass leaves none."""
WATCHED = (*ACTS, "turn_end", "fight")
TURNS, OWN_ACTS = "turns", "acts"
UNITS = ("turns", "acts", "estimated_seconds")
COLUMNS = {
    "between": Column(
        "wait between", rank=KEY, about="From what to what.", words={TURNS: "own turns", OWN_ACTS: "own acts"},
    ),
    "measure": Column(
        "measured in", rank=KEY, about="What is counted; turns between own turns are not: all others have one each.",
        words={"turns": "turns of others", "acts": "acts of others", "estimated_seconds": "estimated seconds"},
    ),
    "games": Column("games", "count", EXTRA, about="Games whose events were kept and in which somebody waited."),
    "waits": Column("waits each", "number", EXTRA, unit="waits", about="Waits in a game of a player who had any."),
    "mean": Column("mean", "number", about="Mean of all waits."),
    "q50": Column("median", "number", EXTRA, about="Half of the waits are no longer."),
    "q90": Column("90%", "number", EXTRA, about="90 % of the waits are no longer."),
    "longest": Column("longest of a game", "number", about="Mean over games of the longest wait of any player."),
}  # fmt: skip


@metric(
    needs=("game", "event"),
    unit="turns, acts or estimated seconds of others",
    interval="ratio of sums over games with events; t over them",
    columns=COLUMNS,
)
def downtime(game: pl.LazyFrame, event: pl.LazyFrame, said: Pace | None = None) -> pl.LazyFrame:
    """How long a player waits between own turns, and between own acts: in turns, acts and estimated seconds of others.

    Measured where events were kept. An act is what is seen of a decision: passes leave no event, so each game's
    decisions are spread evenly over its acts to estimate seconds, at the pace declared in `lab/tables/pace.toml`.
    Between own acts somebody else has to act for it to be a wait; neither the time before a player's first act nor that
    after the last counts. Reacting in the turn of another ends a wait between acts, not one between turns.
    """
    blocks = game.select(pl.col("game") // BLOCK).unique().collect()["game"].sort()
    said = said or pace()
    parts = [_waits(_acts(game, event, block, said)) for block in blocks] or [_waits(_acts(game, event, 0, said))]
    waits = pl.concat(parts)
    games = pl.concat(_of_games(part) for part in parts)
    spread = waits.group_by(*KEYS, "between").agg(
        pl.col(unit).quantile(q / 100, "nearest").alias(f"q{q}_{unit}") for unit in UNITS for q in (50, 90)
    )
    rows = pl.concat(_measured(games, spread, unit) for unit in UNITS).sort(*KEYS, "between", "order").drop("order")
    # Between two own turns everybody else has one, whatever the rules: nothing to measure.
    return rows.filter((pl.col("between") != TURNS) | (pl.col("measure") != UNITS[0])).lazy()


def _acts(game: pl.LazyFrame, event: pl.LazyFrame, block: int, said: Pace) -> pl.DataFrame:
    """What is watched of some games, in order, with the estimated seconds that each of it takes."""
    inside = pl.col("game").is_between(block * BLOCK, (block + 1) * BLOCK, closed="left")
    kind = pl.col("kind").cast(pl.String)
    rows = event.filter(inside).select(*GAME, "seq", "actor", kind).filter(pl.col("kind").is_in(WATCHED)).collect()
    rows = rows.with_columns(
        (pl.col("kind") == "turn").alias("is_turn"), (pl.col("kind") == "turn_end").alias("is_end"),
        pl.col("kind").is_in(ACTS).alias("is_act"), (pl.col("kind") == "fight").alias("is_fight"),
    ).drop("kind").sort(*GAME, "seq")  # fmt: skip
    number = pl.struct(GAME).rle_id().alias("number")
    rows = rows.with_columns(number)
    games = rows.group_by("number").agg(pl.col(GAME).first(), pl.col("is_act").sum().alias("acts"))
    decisions = game.filter(inside).select(*GAME, "decisions").collect()
    per_act = (said.decision * pl.col("decisions") / pl.col("acts").clip(lower_bound=1)).alias("per_act")
    each = games.join(decisions, on=GAME).sort("number").select("number", per_act)
    seconds = (
        pl.col("is_turn") * said.turn + pl.col("is_fight") * said.combat + pl.col("is_act") * pl.col("per_act")
    )  # fmt: skip
    return rows.join(each, on="number", maintain_order="left").with_columns(seconds.alias("seconds"))


def _waits(rows: pl.DataFrame) -> pl.DataFrame:
    """One row per wait: its game, between what, and how much of others lies in it."""
    sums = {"turns": "is_turn", "acts": "is_act", "estimated_seconds": "seconds"}
    rows = rows.with_columns(pl.col(of).cum_sum().alias(unit) for unit, of in sums.items())  # of everybody
    out = []
    for seat in range(SEATS):
        mine = rows.filter(pl.col("actor") == seat)
        mine = mine.with_columns(pl.col(unit) - pl.col(of).cum_sum() for unit, of in sums.items())  # of the others
        of_turns = mine.filter(pl.col("is_turn") | pl.col("is_end"))
        ends = pl.col("is_turn") & pl.col("is_end").shift()
        out.append(_since(of_turns, ends).with_columns(pl.lit(TURNS).alias("between")))
        waited = pl.col("acts") > pl.col("acts").shift()
        out.append(_since(mine.filter("is_act"), waited).with_columns(pl.lit(OWN_ACTS).alias("between")))
    return pl.concat(out)


def _since(rows: pl.DataFrame, is_wait: pl.Expr) -> pl.DataFrame:
    """How much has passed since the row before, where that is of the same game and a wait ends."""
    inside = (pl.col("number") == pl.col("number").shift()) & is_wait
    passed = [(pl.col(unit) - pl.col(unit).shift()).cast(pl.Float64).alias(unit) for unit in UNITS]
    return rows.with_columns(*passed, inside.alias("inside")).filter("inside").select("number", *GAME, *UNITS, "actor")


def _of_games(waits: pl.DataFrame) -> pl.DataFrame:
    """One row per game and kind of wait: their sums, their number, the longest, and how many players waited."""
    return waits.group_by("number", "between").agg(
        pl.col(KEYS).first(), pl.len().alias("n"), pl.col("actor").n_unique().alias("players"),
        *(pl.col(unit).sum().alias(f"sum_{unit}") for unit in UNITS),
        *(pl.col(unit).max().alias(f"most_{unit}") for unit in UNITS),
    )  # fmt: skip


def _measured(games: pl.DataFrame, spread: pl.DataFrame, unit: str) -> pl.DataFrame:
    """All waits in one unit: the mean of waits, their quantiles, and the longest of a game."""
    by = [*KEYS, "between"]
    return (
        games.group_by(by)
        .agg(
            pl.len().alias("games"), *ratio_parts("mean", pl.col(f"sum_{unit}"), pl.col("n")),
            *mean_parts(f"most_{unit}", "longest"), (pl.col("n").sum() / pl.col("players").sum()).alias("waits"),
        )
        .with_columns(*ratio_bounds("mean"), *mean_bounds("longest"))
        .join(spread, on=by)
        .select(
            *by, pl.lit(unit).alias("measure"), "games", "waits", "mean", "mean_low", "mean_high",
            pl.col(f"q50_{unit}").alias("q50"), pl.col(f"q90_{unit}").alias("q90"), "longest", "longest_low",
            "longest_high", pl.lit(UNITS.index(unit)).alias("order"),
        )
    )  # fmt: skip
