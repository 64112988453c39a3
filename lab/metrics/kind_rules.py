"""What does a house rule do to the cards of each kind, on average?"""

from __future__ import annotations

import polars as pl

from lab.cards.kind_interaction import kind_changes
from lab.cards.rule_interaction import AGAINST, CAME_AS, CHANGE, TABLES
from lab.stats.intervals import FDR
from lab.tables.column import CHANGES, EXTRA, HIDDEN, KEY, LAST, Column
from lab.tables.metric import metric

COLUMNS = {
    "reference": AGAINST,
    "how": CAME_AS,
    "kind": Column("kind", "words", KEY, about="monster, Curse, Item and so on."),
    "paired": Column("paired", rank=LAST, about="Whether games of the same number share their randomness."),
    "arm_games": Column("games of the arm", rank=HIDDEN, about="Games of the arm."),
    "cards": Column("cards", "count", about="Different cards of the kind that came in this way in both arms."),
    "n": Column("times here", "count", EXTRA, about="Times that cards of the kind came so in the arm; dealt: seats."),
    "n_reference": Column("times there", "count", EXTRA, about="The same in the reference."),
    "games": Column("games", "count", LAST, about="Games, or pairs of games, in which one of them came in this way."),
    CHANGE: Column(
        "mean change, points", "points",
        about="Mean over the cards of the kind of what each is worth here less what it is worth there.",
        ends=CHANGES,
    ),
    f"{CHANGE}_se": Column("standard error", "points", LAST, about="Of the mean change, linearised over games."),
    f"{CHANGE}_p": Column("p", "p", EXTRA, about="The p-value of the mean change, by the linearised variance."),
    f"{CHANGE}_q": Column("q", "p", about="The p-value adjusted for all kinds that came so in the arm."),
}  # fmt: skip
"""How the columns are read."""


@metric(
    needs=TABLES,
    unit="mean over the cards of a kind of what each is worth by a way of coming, minus that in the arm's reference",
    interval=f"linearised over games or pairs of games, Student's t; family of an arm and a way at q = {FDR}",
    columns=COLUMNS,
)
def kind_rules(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """What a house rule changes about the worth of the cards of a kind, on average over the cards.

    It is the mean of what `card_rules` says of them; games that they share are allowed for. Zero is what the rule does
    to the average card of the pile: what one kind gains others lose.
    """
    return kind_changes(exposure, seat, card, arm).lazy()
