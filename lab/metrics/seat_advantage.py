"""Does sitting first help?"""

from __future__ import annotations

import polars as pl

from lab.stats.intervals import mean_bounds, mean_parts, uniform_p_value
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.event_frames import place_in_turns
from lab.tables.metric import KEYS, by_number, metric


def _uniform(counts: pl.Series) -> float:
    return uniform_p_value(counts.to_numpy())


@metric(
    needs=("seat", "game"),
    unit="win credit per game",
    interval="t over games; chi-square over games with one winner",
    columns={
        "place": Column("place", "plain", KEY, about="Place in the order of turns; 0 begins."),
        "games": Column("games", "count", about="Games that the row rests on."),
        "credit": Column("win credit", "share", about="Mean of 1 / number of winners for who won, else 0."),
        "sole_wins": Column("wins alone", "count", EXTRA, about="Games won alone."),
        "shared_wins": Column("wins shared", "count", EXTRA, about="Games won with others."),
        "p_equal": Column(
            "p, all places equal",
            "p",
            about="Probability of such wins if all places were equal; chi-square over wins alone.",
        ),
    },
)
def seat_advantage(seat: pl.LazyFrame, game: pl.LazyFrame) -> pl.LazyFrame:
    """Win credit by place in the order of play (0 begins), with its interval and a test of equality.

    A shared victory counts 1/k for each winner and is shown as a count of its own.
    """
    game, seat = by_number(game, seat)
    about = game.select(*KEYS, "game", "first_seat", "n_winners")
    sole = (pl.col("won").cast(pl.Boolean)) & (pl.col("n_winners") == 1)
    shared = (pl.col("won").cast(pl.Boolean)) & (pl.col("n_winners") > 1)
    rows = seat.join(about, on=[*KEYS, "game"]).with_columns(place_in_turns().alias("place"), sole=sole, shared=shared)
    return (
        rows.group_by(*KEYS, "place")
        .agg(
            *mean_parts("credit"), pl.col("sole").sum().alias("sole_wins"), pl.col("shared").sum().alias("shared_wins")
        )
        .with_columns(mean_bounds("credit"))
        .sort(*KEYS, "place")
        .with_columns(
            pl.col("sole_wins")
            .map_batches(_uniform, return_dtype=pl.Float64, returns_scalar=True)
            .over(KEYS)
            .alias("p_equal")
        )
        .rename({"credit_n": "games"})
    )
