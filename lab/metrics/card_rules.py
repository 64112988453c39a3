"""Which cards does a house rule break?"""

from __future__ import annotations

import polars as pl

from lab.cards.card_verdict import MATTERS
from lab.cards.rule_interaction import AGAINST, CAME_AS, CHANGE, SHRUNK, TABLES, changes
from lab.stats.intervals import FDR
from lab.tables.column import CHANGES, EXTRA, HIDDEN, KEY, LAST, Column
from lab.tables.metric import metric

COLUMNS = {
    "reference": AGAINST,
    "how": CAME_AS,
    "card": Column("card", rank=HIDDEN, about="Number of the design; key together with the arm's cards."),
    "id": Column("id", rank=HIDDEN, about="Identifier of the design in its deck's files."),
    "name": Column("card", rank=KEY, about="Name of the card."),
    "pile": Column("pile", rank=EXTRA, about="door or treasure; the two are not comparable."),
    "kind": Column("kind", "words", LAST, about="monster, Curse, Item and so on."),
    "changed": Column("other card", rank=LAST, about="Whether other facts stand on the card in the two arms."),
    "paired": Column("paired", rank=LAST, about="Whether games of the same number share their randomness."),
    "arm_games": Column("games of the arm", rank=HIDDEN, about="Games of the arm."),
    "n": Column("times here", "count", EXTRA, about="Times that it came in this way in the arm; dealt: seats."),
    "n_reference": Column("times there", "count", EXTRA, about="The same in the reference."),
    "games": Column("games", "count", LAST, about="Games, or pairs of games, in which it came in this way."),
    "delta": Column("\u0394 here, points", "points", about="What it is worth in this arm, measured in the same way."),
    "delta_reference": Column(
        "\u0394 there, points", "points", about="What the card is worth in the reference by this way of coming."
    ),
    CHANGE: Column(
        "change, points", "points", EXTRA, about="\u0394 here minus \u0394 there: unbiased, not shrunken.",
        ends=CHANGES,
    ),
    f"{CHANGE}_se": Column("standard error", "points", LAST, about="Of the change, linearised over games."),
    "if_nothing": Column(
        "standard error by counting", "points", LAST, about="Of the change if cards did nothing: used for shrinking."
    ),
    f"{CHANGE}_p": Column("p", "p", LAST, about="The p-value of the change, by the linearised variance over games."),
    f"{CHANGE}_q": Column("q", "p", EXTRA, about="The p-value adjusted for all cards that came so in the arm."),
    SHRUNK: Column(
        "change shrunken, points", "points",
        about="The best guess at the true change: empirical Bayes in pile and way; 95 % of its intervals hold it.",
        ends=CHANGES,
    ),
    "verdict": Column(
        "verdict", about=f"Against the average card of the pile, from q and the shrunken change; \u00b1"
        f"{100 * MATTERS:.0f} points do not matter.",
    ),
}  # fmt: skip
"""How the columns are read."""


@metric(
    needs=TABLES,
    unit="what a card is worth by a way of coming, minus what it is worth so in the arm's reference",
    interval=f"linearised over games or pairs of games, Student's t; family of an arm and a way at q = {FDR}",
    columns=COLUMNS,
)
def card_rules(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """What a house rule changes about the worth of each card: the difference of two randomised differences.

    Each arm is compared with its reference, by the cards that both decks have. Zero is what the rule does to the
    average card of the pile that comes in this way.
    """
    return changes(exposure, seat, card, arm).lazy()
