"""How long do players stay at each Level?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from lab.tables.column import KEY, Column
from lab.tables.event_frames import START, seat_groups, setting
from lab.tables.metric import KEYS, by_number, metric
from lab.tables.ratios import ALIKE, Ratio, described, games_alike, ratio_columns
from lab.tables.round_frames import in_blocks

MEASURES = {
    "rounds": Ratio("rounds", "rounds per player", "at_level", "players"),
    "share": Ratio("share of their rounds", "share of rounds", "at_level", "of_all"),
    "reached": Ratio("players who were there", "share of players", "seats_at", "players"),
}
COLUMNS = {
    "group": Column("players", rank=KEY, about="Whose rounds: of all players, of winners, of the others."),
    "level": Column("Level", "plain", KEY, unit="", about="The Level with which a round began."),
    "games": Column("games", "count", about="Games that the row rests on."),
    **described(MEASURES, ("rounds", "share")),
}

BY = [*KEYS, "group", "level"]
WHOLE = [*KEYS, "group", "players", "of_all"]


@metric(
    needs=("level", "seat", "game", "rule"),
    unit="rounds per player, or share",
    interval="ratio of sums over games; shares: Wilson or Jeffreys",
    columns=COLUMNS,
)
def level_time(level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Rounds spent at each Level, per player: all, winners and the others.

    A round counts for the Level with which it began, the one that was not played to its end too: so the rounds of a
    player add up to those of the game. A round is one turn of each player.
    """
    game, seat, level, rule = by_number(game, seat, level, rule)
    starts = setting(rule, START).collect().lazy()

    def of_games(frames: Sequence[pl.LazyFrame]) -> tuple[pl.LazyFrame, pl.LazyFrame]:
        game, seat, level = frames
        return _alike(_begun(level, seat, game, starts), seat)

    at, whole = (pl.concat(parts).lazy() for parts in in_blocks([game, seat, level], of_games))
    return ratio_columns(pl.concat([at, _never_there(at, whole)]), BY, MEASURES, ALIKE)


def _alike(begun: pl.LazyFrame, seat: pl.LazyFrame) -> tuple[pl.LazyFrame, pl.LazyFrame]:
    """How many of some games look alike at each Level where somebody was, and how many on the whole."""
    game_of, seat_of = [*KEYS, "game", "group"], [*KEYS, "game", "seat"]
    seats = seat_groups(seat)
    # Seats first: `seats_at` counts players, and one may come to a Level twice.
    of_seats = begun.group_by(*seat_of, "level").len("at_level")
    at = of_seats.join(seats, on=seat_of).group_by(*game_of, "level").agg(
        pl.col("at_level").sum(), pl.len().alias("seats_at")
    )  # fmt: skip
    whole = seats.group_by(game_of).agg(pl.len().alias("players")).join(
        at.group_by(game_of).agg(pl.col("at_level").sum().alias("of_all")), on=game_of
    )  # fmt: skip
    return games_alike(at.join(whole, on=game_of), BY, MEASURES), whole.group_by(WHOLE).agg(pl.len().alias("in_all"))


def _never_there(at: pl.LazyFrame, whole: pl.LazyFrame) -> pl.LazyFrame:
    """Games in which nobody of a group came to a Level, where somebody did in another game: no round, and nobody."""
    there = at.group_by(*BY, "players", "of_all").agg(pl.col(ALIKE).sum().alias("there"))
    others = pl.col("in_all").cast(pl.Int64) - pl.col("there").fill_null(0)
    kinds = at.collect_schema()
    none = [pl.lit(0, kinds[name]).alias(name) for name in ("at_level", "seats_at")]
    return (
        at.select(BY).unique()
        .join(whole.group_by(WHOLE).agg(pl.col("in_all").sum()), on=[*KEYS, "group"])
        .join(there, on=[*BY, "players", "of_all"], how="left")
        .with_columns(others.alias(ALIKE), *none)
        .filter(pl.col(ALIKE) > 0)
        .select(kinds.names())
    )  # fmt: skip


def _begun(level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, starts: pl.LazyFrame) -> pl.LazyFrame:
    """Every seat's Level when each round began: that at the end of the round before."""
    last = game.select(*KEYS, "game", "rounds")
    later = level.join(last, on=[*KEYS, "game"]).filter(pl.col("round") < pl.col("rounds"))
    start = pl.col("setting").fill_null(START[1])
    first = seat.join(last.filter(pl.col("rounds") > 0), on=[*KEYS, "game"]).join(starts, on=KEYS, how="left")
    columns = [*KEYS, "game", "seat"]
    return pl.concat(
        [later.select(*columns, pl.col("level").cast(pl.Int64)), first.select(*columns, start.alias("level"))]
    )
