"""How long do players stay at each Level?"""

from __future__ import annotations

import polars as pl

from lab.measure.course import START, seat_groups, setting
from lab.measure.ratios import Ratio, described, ratio_columns
from lab.measure.registry import KEYS, by_number, metric
from lab.measure.written import KEY, Column

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
    level, seat, game, rule = by_number(level, seat, game, rule)
    by, game_of, seat_of = [*KEYS, "group", "level"], [*KEYS, "game", "group"], [*KEYS, "game", "seat"]
    seats = seat_groups(seat)
    # Seats first: `seats_at` counts players, and one may come to a Level twice.
    of_seats = _begun(level, seat, game, rule).group_by(*seat_of, "level").len("at_level")
    at = of_seats.join(seats, on=seat_of).group_by(*game_of, "level").agg(
        pl.col("at_level").sum(), pl.len().alias("seats_at")
    )  # fmt: skip
    whole = seats.group_by(game_of).agg(pl.len().alias("players")).join(
        at.group_by(game_of).agg(pl.col("at_level").sum().alias("of_all")), on=game_of
    )  # fmt: skip
    grid = whole.join(at.select(by).unique(), on=[*KEYS, "group"])  # who never came there spent no round there
    per_game = grid.join(at, on=[*game_of, "level"], how="left").with_columns(
        pl.col("at_level", "seats_at").fill_null(0)
    )
    return ratio_columns(per_game, by, MEASURES)


def _begun(level: pl.LazyFrame, seat: pl.LazyFrame, game: pl.LazyFrame, rule: pl.LazyFrame) -> pl.LazyFrame:
    """Every seat's Level when each round began: that at the end of the round before."""
    last = game.select(*KEYS, "game", "rounds")
    later = level.join(last, on=[*KEYS, "game"]).filter(pl.col("round") < pl.col("rounds"))
    start = pl.col("setting").fill_null(START[1])
    first = seat.join(last.filter(pl.col("rounds") > 0), on=[*KEYS, "game"]).join(
        setting(rule, START), on=KEYS, how="left"
    )  # fmt: skip
    columns = [*KEYS, "game", "seat"]
    return pl.concat(
        [later.select(*columns, pl.col("level").cast(pl.Int64)), first.select(*columns, start.alias("level"))]
    )
