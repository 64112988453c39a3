"""What is a card worth to whoever draws it, or kicks the door open?

Piles are shuffled, so which card comes next does not hang on who leads: of the cards that one game yields from a pile,
in one way and in one pass, each was as likely to be any of the others. Cards that somebody had looked at, put on top
or picked are left out (`exposure.by_lot`).
"""

from __future__ import annotations

import polars as pl

from lab.measure.registry import KEYS, by_number, metric
from lab.measure.stats import FDR, false_discovery, half_width, normal_p
from lab.measure.written import EXTRA, HIDDEN, KEY, LAST, Column
from lab.store.codes import HOW

WAYS = ("drawn", "kicked", "reward")
"""Ways of coming that speak of single cards out of a pile, one at a time."""

COLUMNS = {
    "name": Column("card", rank=KEY, about="Name of the card."),
    "how": Column("came as", "words", KEY, about="drawn face-down, kicked open as the door, or a reward of a combat."),
    "pile": Column("pile", about="door or treasure; the two are not comparable."),
    "kind": Column("kind", "words", about="monster, Curse, Item and so on."),
    "n": Column("times", "count", about="Times that it came in this way by lot."),
    "randomised_delta": Column(
        "\u0394, points", "points",
        about="Win credit of whoever it came to minus that of whoever any card of this pile came to in this way.",
    ),
    "randomised_q": Column("q", "p", about="The p-value adjusted for all cards that came in this way in the arm."),
    "games": Column("games", "count", EXTRA, about="Games in which it came in this way."),
    "card": Column("card", rank=HIDDEN, about="Number of the design; key together with the arm's cards."),
    "id": Column("id", rank=HIDDEN, about="Identifier of the design in its deck's files."),
    "randomised_p": Column("p", "p", LAST, about="The p-value of the \u0394, by permutation."),
}  # fmt: skip
"""How the columns are read."""

PLACE = [*KEYS, "game", "how", "door", "pass"]
"""What cards are compared within: one game, one way of coming, one pass of a pile."""


@metric(
    needs=("exposure", "seat", "card", "arm"),
    unit="win credit of whoever the card came to, against the average card of the pile in that way: randomised",
    interval=f"over games; p: permutation, family of an arm and a way at q = {FDR}",
    columns=COLUMNS,
)
def card_draws(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """Win credit of whoever a card came to by lot, against all cards of its pile that came in that way (randomised).

    It is centred within each game, way and pass of the pile; zero is an average card of the pile, in this way.
    """
    exposure, seat, arm = by_number(exposure, seat, arm)
    facts = ("id", "name", "pile", "kind")
    decks = arm.select(*KEYS, "deck_hash").unique()
    designs = decks.join(card.select("deck_hash", pl.col("card").cast(pl.Int32), *facts).unique(), on="deck_hash")
    door = (pl.col("pile") == "door").alias("door")
    per_game = _per_game(exposure, seat, designs.select(*KEYS, "card", door))
    n, games = pl.col("k").sum(), pl.len()
    delta = pl.col("t").sum() / n
    error = (((pl.col("t") - delta * pl.col("k")) ** 2).sum() * games / (games - 1)).sqrt() / n
    found = per_game.group_by(*KEYS, "how", "card").agg(
        n.cast(pl.Int64).alias("n"), games.cast(pl.Int64).alias("games"), delta.alias("delta"), error.alias("error"),
        pl.col("t").sum().alias("t"), pl.col("v").sum().sqrt().alias("sd"),
    )  # fmt: skip
    value, half = pl.col("delta"), half_width(pl.col("error"), "games")
    return (
        found.with_columns(
            value.alias("randomised_delta"),
            (value - half).alias("randomised_delta_low"),
            (value + half).alias("randomised_delta_high"),
            normal_p(pl.col("t"), pl.col("sd")).alias("randomised_p"),
        )
        .with_columns(false_discovery("randomised_p").over(*KEYS, "how").alias("randomised_q"))
        .join(designs.drop("deck_hash"), on=[*KEYS, "card"])
        .with_columns(pl.col(KEYS).cast(pl.String), pl.col("how").replace_strict(dict(enumerate(HOW))))
        .select(
            *KEYS, "card", *facts, "how", "n", "games", "randomised_delta", "randomised_delta_low",
            "randomised_delta_high", "randomised_p", "randomised_q",
        )
        .sort(*KEYS, "how", "card")
    )  # fmt: skip


def _per_game(exposure: pl.LazyFrame, seat: pl.LazyFrame, piles: pl.LazyFrame) -> pl.LazyFrame:
    """Per game, way and card: `k` times it came, `t` = credit above the mean of its place, `v` = variance of `t`.

    If cards did nothing, the `b` cards of a place would have come in any order: k of them are a sample without putting
    back from b credits of variance s2, whose sum has mean k m and variance s2 k (b - k) / b.
    """
    came = (
        exposure.filter(pl.col("by_lot") == 1, pl.col("how").is_in([HOW.index(w) for w in WAYS]))
        .select(*KEYS, "game", "seat", pl.col("card").cast(pl.Int32), "pass", "how")
        .join(seat.select(*KEYS, "game", "seat", "credit"), on=[*KEYS, "game", "seat"])
        .join(piles, on=[*KEYS, "card"])
    )
    places = came.group_by(PLACE).agg(
        pl.col("credit").mean().alias("m"), pl.col("credit").var().fill_null(0.0).alias("s2"),
        pl.len().cast(pl.Float64).alias("b"),
    )  # fmt: skip
    k = pl.col("k")
    of_card = came.group_by(*PLACE, "card").agg(pl.col("credit").sum().alias("a"), pl.len().cast(pl.Float64).alias("k"))
    sums = of_card.join(places, on=PLACE).with_columns(
        (pl.col("a") - k * pl.col("m")).alias("t"), (pl.col("s2") * k * (pl.col("b") - k) / pl.col("b")).alias("v")
    )
    return sums.group_by(*KEYS, "game", "how", "card").agg(pl.col("k", "t", "v").sum())
