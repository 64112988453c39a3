"""What is a card worth to whoever draws it, kicks the door open, is rewarded with it, or gets it at all?

Piles are shuffled, so which card comes next does not hang on who leads: each card that comes out of a pile, in one way
and in one pass, was as likely to be any of the others. Cards that somebody had looked at, put on top or picked are left
out (`exposure.by_lot`). `hand` takes together all ways into a hand by lot - dealt, drawn, as a reward -, each against
the average card that came in the same way, and each arrival counts alike.
"""

from __future__ import annotations

import polars as pl

from lab.cards.arrived_cards import HAND
from lab.cards.worth_by_lot import Arrivals, arrivals_of, designs_of
from lab.stats.intervals import FDR, false_discovery, half_width, normal_p
from lab.stats.shrinkage import shrunken_columns
from lab.tables.column import EXTRA, HIDDEN, KEY, LAST, Column
from lab.tables.metric import KEYS, metric

DELTA = "randomised_delta"
SHRUNK = f"{DELTA}_shrunk"
"""The difference with luck taken off."""

COLUMNS = {
    "card": Column("card", rank=HIDDEN, about="Number of the design; key together with the arm's cards."),
    "id": Column("id", rank=HIDDEN, about="Identifier of the design in its deck's files."),
    "name": Column("card", rank=KEY, about="Name of the card."),
    "pile": Column("pile", about="door or treasure; the two are not comparable."),
    "kind": Column("kind", "words", about="monster, Curse, Item and so on."),
    "how": Column(
        "came as", "words", KEY, words={HAND: "into the hand"},
        about="drawn face-down, kicked open as the door, a reward of a combat; hand: dealt, drawn or a reward.",
    ),
    "n": Column("times", "count", about="Times that it came in this way by lot."),
    "games": Column("games", "count", EXTRA, about="Games in which it came in this way."),
    DELTA: Column(
        "\u0394, points", "points",
        about="Win credit of whoever it came to minus that of whoever any card of this pile came to in this way.",
    ),
    SHRUNK: Column(
        "\u0394 shrunken, points", "points", EXTRA,
        about="The best guess at the true \u0394: empirical Bayes within pile and way; 95 % of its intervals hold it.",
    ),
    "randomised_se": Column(
        "standard error", "points", LAST, about="Of the \u0394, by permutation: if the card did nothing."
    ),
    "randomised_p": Column("p", "p", LAST, about="The p-value of the \u0394, by permutation."),
    "randomised_q": Column("q", "p", about="The p-value adjusted for all cards that came in this way in the arm."),
}  # fmt: skip
"""How the columns are read."""


@metric(
    needs=("exposure", "seat", "card", "arm"),
    unit="win credit of whoever the card came to, against the average card of the pile in that way: randomised",
    interval=f"over games; p: permutation, family of an arm and a way at q = {FDR}",
    columns=COLUMNS,
)
def card_draws(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """Win credit of whoever a card came to by lot, against all cards of its pile that came in that way (randomised).

    Each way and each pass of the pile is compared with itself; zero is an average card of the pile, in this way.
    """
    designs = designs_of(card, arm)
    found = [_frame(one) for one in arrivals_of(exposure, seat, card, arm)]
    rows = pl.concat(found) if found else pl.DataFrame(schema=SCHEMA)
    value, half = pl.col(DELTA), half_width(pl.col("error"), "games")
    family = [*KEYS, "how"]
    return (
        rows.lazy()
        .with_columns((value - half).alias(f"{DELTA}_low"), (value + half).alias(f"{DELTA}_high"))
        .with_columns(normal_p(pl.col("t"), pl.col("v").sqrt()).alias("randomised_p"))
        .with_columns(false_discovery("randomised_p").over(family).alias("randomised_q"))
        .join(designs.lazy(), on=[*KEYS, "card"])
        .with_columns(shrunken_columns(DELTA, "randomised_se", [*family, "stack"], SHRUNK))
        .sort(*KEYS, "how", "card")
    )  # fmt: skip


SCHEMA = {
    "run_id": pl.String, "arm": pl.String, "stack": pl.String, "card": pl.Int64, "how": pl.String, "n": pl.Int64,
    "games": pl.Int64, DELTA: pl.Float64, "error": pl.Float64, "randomised_se": pl.Float64,
    "t": pl.Float64, "v": pl.Float64,
}  # fmt: skip


def _frame(one: Arrivals) -> pl.DataFrame:
    """The rows of the cards that came; an error that is nothing belongs to what could be compared with nothing."""
    came = one.n.sum(axis=0)
    columns = {
        "card": one.cards, "n": came.astype(int), "games": one.games_seen,
        DELTA: one.value, "error": one.error, "randomised_se": one.if_nothing, "t": one.t, "v": one.v,
    }  # fmt: skip
    same = one.keys | {"stack": one.stack, "how": one.number}
    words = {name: [value] * len(came) for name, value in same.items()}
    return pl.DataFrame(words | columns, schema=SCHEMA).filter(pl.col("n") > 0)
