"""What being dealt a card at the start is worth: sums over games, and the error that dealing by lot gives them.

The opening hands are random. So if a card did nothing, the credits of a game could be dealt to its seats anew, and the
tables could be dealt to the games anew, and nothing would have changed: the variance of both follows from counting, and
does not depend on how well those did who held the card.
"""

from __future__ import annotations

import polars as pl

from lab.stats.shrinkage import part_of
from lab.tables.metric import KEYS

OH = "randomised_oh_delta"
"""The column of the number that is made here."""


def sums_of_dealt(exposure: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """Sums by card and part of the games.

    `oh_n` seats were dealt it, `oh_a` is their credit, `oh_t` their credit beyond the mean of their table, with the
    variance `oh_v` if credits are dealt anew to the seats of each game: s2 b (K - b) / K, where b of K seats hold it
    and s2 is the variance of the table's credits (both exact). `oh_bb` is the sum of b squared.
    """
    games = seat.group_by(*KEYS, "game").agg(
        pl.col("credit").mean().alias("m"), pl.col("credit").var().alias("s2"), pl.len().cast(pl.Float64).alias("k")
    )
    # A seat counts once, however many copies it was dealt.
    hands = exposure.filter(pl.col("opening").cast(pl.Boolean)).select(*KEYS, "game", "seat", "card").unique()
    held = hands.join(seat.select(*KEYS, "game", "seat", "credit"), on=[*KEYS, "game", "seat"])
    per_game = held.group_by(*KEYS, "card", "game").agg(pl.len().cast(pl.Float64).alias("b"), pl.col("credit").sum())
    b, k = pl.col("b"), pl.col("k")
    return (
        per_game.join(games, on=[*KEYS, "game"])
        .group_by(*KEYS, pl.col("card").cast(pl.Int64), part_of("game").alias("part"))
        .agg(
            b.sum().alias("oh_n"), pl.col("credit").sum().alias("oh_a"), (b * b).sum().alias("oh_bb"),
            (pl.col("credit") - b * pl.col("m")).sum().alias("oh_t"),
            (pl.col("s2") * b * (k - b) / k).sum().alias("oh_v"),
        )
    )  # fmt: skip


def sums_of_tables(seat: pl.LazyFrame, *parts: pl.Expr) -> pl.LazyFrame:
    """All seats' credit `c` and number `d`, the number of games, and the variance `m_v` of the tables' mean credits."""
    per_game = seat.group_by(*KEYS, "game").agg(pl.col("credit").sum(), pl.len().cast(pl.Float64).alias("k"))
    return per_game.group_by(*KEYS, *parts).agg(
        pl.len().alias("games"), pl.col("credit").sum().alias("c"), pl.col("k").sum().alias("d"),
        (pl.col("credit") / pl.col("k")).var().fill_null(0.0).alias("m_v"),
    )  # fmt: skip


def difference() -> pl.Expr:
    """Mean credit of seats that were dealt the card minus that of all others."""
    return pl.col("oh_a") / pl.col("oh_n") - (pl.col("c") - pl.col("oh_a")) / (pl.col("d") - pl.col("oh_n"))


def difference_error() -> pl.Expr:
    """Its standard error if the card did nothing: seats dealt anew within games, tables dealt anew over games.

    The difference is the credit of those who were dealt the card beyond the mean of all, times d / (n (d - n)): that
    beyond the mean of their own table, and that of their tables beyond all others, as some games end with no winner.
    """
    n, d = pl.col("oh_n"), pl.col("d")
    tables = pl.col("m_v") * (pl.col("oh_bb") - n * n / pl.col("games")).clip(lower_bound=0.0)
    return (pl.col("oh_v") + tables).sqrt() * d / (n * (d - n))


def whole() -> list[pl.Expr]:
    """Aggregations that put the parts together."""
    return [pl.col(f"oh_{x}").sum() for x in ("n", "a", "bb", "t", "v")]
