"""How far can the order of the cards be trusted, and how many games would do?"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import polars as pl

from lab.cards.arrived_cards import BY_LOT
from lab.cards.worth_by_deal import OH, difference, difference_error, sums_of_dealt, sums_of_tables, whole
from lab.cards.worth_by_lot import Arrivals, arrivals_of
from lab.stats.intervals import Array
from lab.stats.shrinkage import (
    GOOD,
    LEAST,
    PARTS,
    games_for_half_width,
    games_for_reliability,
    half_width_of,
    halvings,
    part_of,
    reliability,
    split_half,
    spread,
)
from lab.tables.column import EXTRA, KEY, Column
from lab.tables.metric import KEYS, by_number, metric

SCHEMA = {
    "run_id": pl.String, "arm": pl.String, "pile": pl.String, "number": pl.String, "cards": pl.Int64,
    "games": pl.Int64, "spread": pl.Float64, "half_width": pl.Float64, "reliability": pl.Float64,
    "reliability_low": pl.Float64, "reliability_high": pl.Float64, "split_half": pl.Float64,
    "games_for_point": pl.Float64, "games_for_ranking": pl.Float64, "games_for_ranking_low": pl.Float64,
    "games_for_ranking_high": pl.Float64,
}  # fmt: skip

COLUMNS = {
    "pile": Column("pile", rank=KEY, about="door or treasure; the two are not comparable."),
    "number": Column("number", rank=KEY, words={OH: "OH \u0394", **{n: f"{n} \u0394" for n in BY_LOT}},
        about="The column of card_table that is spoken of, or the way of coming of card_draws."),
    "cards": Column("cards", "count", about="Designs that have this number."),
    "games": Column("games", "count", about="Games that the row rests on."),
    "spread": Column("true spread", "share", EXTRA, about="Standard deviation of what the cards really do."),
    "half_width": Column(
        "\u00b1 of the median card", "share", EXTRA, about="Half of the 95 % interval of the median card, not shrunken."
    ),
    "reliability": Column("reliability", "fine", about="Share of what differs between the cards that is no luck."),
    "split_half": Column(
        "by split halves", "fine", EXTRA, about="The same from how halves of the games agree (Spearman-Brown)."
    ),
    "games_for_point": Column("games for \u00b11 point", "count", about="Games for \u00b11 point on the median card."),
    "games_for_ranking": Column(
        f"games for a reliability of {GOOD}", "count", about="Games for a settled order; none known where all is luck."
    ),
}  # fmt: skip


@metric(
    needs=("exposure", "seat", "card", "arm"),
    unit="share of what differs between the cards of a pile",
    interval="chi-square of the estimates over their permutation errors (Q-profile)",
    columns=COLUMNS,
)
def card_reliability(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.LazyFrame:
    """How far other games would repeat the order of a pile's cards, and how many games would settle it.

    The reliability is tau2 / (tau2 + mean of se2), the share of what differs between the estimates that is true; how
    well halves of the games agree says the same without standard errors. How many games are needed follows from se2
    being proportional to 1 / games, and is rounded up.
    """
    came = arrivals_of(exposure, seat, card, arm)
    exposure, seat, arm = by_number(exposure, seat, arm)
    sums = sums_of_dealt(exposure, seat).collect().lazy()
    cards = (
        sums.group_by(*KEYS, "card").agg(whole()).join(sums_of_tables(seat), on=KEYS)
        .join(arm.select(*KEYS, "deck_hash").unique(), on=KEYS)
        .join(card.select("deck_hash", pl.col("card").cast(pl.Int64), "pile").unique(), on=["deck_hash", "card"])
        .with_columns(pl.col(*KEYS, "pile").cast(pl.String), value=difference(), error=difference_error())
        .filter(pl.col("value").is_finite())
    )  # fmt: skip
    by_part = sums.join(sums_of_tables(seat, part_of("game").alias("part")), on=[*KEYS, "part"])
    parts = by_part.with_columns(pl.col(KEYS).cast(pl.String)).collect()
    groups = cards.sort(*KEYS, "pile", "card").collect().partition_by(*KEYS, "pile", maintain_order=True)
    dealt = [_of_pile(group, group.select(*KEYS, "card").join(parts, on=[*KEYS, "card"])) for group in groups]
    found = dealt + [_of_number(one) for one in came]
    endless = pl.col("^games_for_.*$")
    return pl.DataFrame(found, schema=SCHEMA).lazy().with_columns(pl.when(endless.is_finite()).then(endless))


def _of_pile(cards: pl.DataFrame, parts: pl.DataFrame) -> dict[str, object]:
    """The row of one pile of one arm: of the opening hands."""
    one = {name: cards[name][0] for name in (*KEYS, "pile")}
    known = _Known(int(cards["games"][0]), cards["value"].to_numpy(), cards["error"].to_numpy())
    return one | {"number": OH} | _told(known, _halves(cards["card"].to_list(), parts))


def _of_number(one: Arrivals) -> dict[str, object]:
    """The row of one way of coming, or of all ways into a hand."""
    came = one.n.sum(axis=0) > 0
    sides = []
    for side in (halvings(), ~halvings()):
        n, beyond = (side.astype(float) @ x[:, came] for x in (one.n, one.beyond))
        with np.errstate(divide="ignore", invalid="ignore"):
            sides.append(beyond / n)
    known = _Known(one.games, one.value[came], one.if_nothing[came])
    return one.keys | {"pile": one.stack, "number": one.number} | _told(known, (sides[0], sides[1]))


class _Known(NamedTuple):
    """The games of an arm, and the estimates of some cards with their errors."""

    games: int
    values: Array
    errors: Array


def _told(known: _Known, halves: tuple[Array, Array]) -> dict[str, object]:
    """What is told of an order of cards."""
    games, values, errors = known
    share = reliability(values, errors)
    row: dict[str, object] = {"cards": len(values), "games": games}
    if share.n < LEAST:  # a spread is nothing that two cards could have
        return row
    return row | {
        "spread": float(np.sqrt(spread(values, errors))),
        "half_width": half_width_of(errors),
        "reliability": share.value, "reliability_low": share.low, "reliability_high": share.high,
        "split_half": split_half(*halves),
        "games_for_point": games_for_half_width(games, errors),
        "games_for_ranking": games_for_reliability(games, share.value),
        "games_for_ranking_low": games_for_reliability(games, share.high),
        "games_for_ranking_high": games_for_reliability(games, share.low),
    }  # fmt: skip


def _halves(cards: list[int], parts: pl.DataFrame) -> tuple[Array, Array]:
    """The estimates of both halves: a row for each way of making them, a column for each card."""
    at = {card: number for number, card in enumerate(cards)}
    held = np.zeros((2, len(cards), PARTS))
    tables = np.zeros((2, PARTS))
    for card, part, n, a, c, d in parts.select("card", "part", "oh_n", "oh_a", "c", "d").iter_rows():
        held[:, at[card], part], tables[:, part] = (n, a), (c, d)
    sides = []
    for side in (halvings(), ~halvings()):
        (n, a), (c, d) = held @ side.T.astype(float), tables @ side.T.astype(float)
        with np.errstate(divide="ignore", invalid="ignore"):
            sides.append((a / n - (c - a) / (d - n)).T)
    return sides[0], sides[1]
