"""Which two cards are worth more together than apart, to whoever both come to by lot early in a game.

Of what comes by lot in the first rounds each card is compared with whatever came in its place to a player who had got
the same other card before: a row for the one that was there, a column for the one that comes. What is left of that
difference when each column's own mean is taken off is what the two are worth beyond their sum, and both orders of a
pair are taken together. Later arrivals are left out: by then the first card has often been sold, stolen or spent, and
little of the game is left, so what two cards do together drowns in all that they do not.

Most pairs do nothing together, and a card that speaks of another mostly does. So these are a family of their own: they
are shrunken, and their p-values adjusted, apart from the ten thousand others (stratified FDR: Sun and others 2006).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from lab.cards.arrived_cards import Came, Ints, came_of
from lab.stats.intervals import Array, false_discovery, normal_p, z_quantile
from lab.stats.shrinkage import shrunken_columns
from lab.store.event_codes import HOW

if TYPE_CHECKING:
    from decks.card_schema import Card

ROUNDS = 2
"""Rounds in which both cards have come: with fewer there are too few such pairs, with more too little is left of it."""
MET = ("monster", "curse")
"""Kinds that are met, not got, when they are kicked open."""
UNSAID = {"id", "name", "pile", "kind", "slot", "tags", "identity", "source", "text", "cites", "origin", "unmodelled"}
"""Keys of a card that name no other card."""
MORE, SHRUNK = "more", "more_shrunk"
"""What both are worth beyond their sum, and the same with luck taken off."""
SUMS: dict[str, Any] = {
    "a": pl.String, "b": pl.String, "n": pl.Int64, "sum": pl.Float64, "squares": pl.Float64,
}  # fmt: skip
"""What games say of any two designs that came to one player: how often, credit beyond both means, its squares."""
PAIRS: dict[str, Any] = {
    "a": pl.String, "b": pl.String, "speaks": pl.Boolean, "n": pl.Int64, MORE: pl.Float64, "se": pl.Float64,
}  # fmt: skip


def speak_of_each_other(cards: Mapping[str, Card]) -> set[tuple[str, str]]:
    """Pairs of ids (in their order) of which one card's facts name the other, its identity, or a tag of it."""
    said = {name: set(_words(card.model_dump(exclude=UNSAID))) for name, card in cards.items()}
    called = {name: {card.id, card.identity_name, *card.tags} for name, card in cards.items()}
    return {tuple(sorted((a, b))) for a in said for b in called if a != b and said[a] & called[b]}  # type: ignore[misc]


def _words(value: Any) -> Iterator[str]:
    """All words in a value, keys too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        yield from (word for pair in value.items() for part in pair for word in _words(part))
    elif isinstance(value, Sequence):
        yield from (word for part in value for word in _words(part))


def early(exposure: pl.LazyFrame, seats: int, deck: pl.DataFrame) -> pl.LazyFrame:
    """What came by lot, and was not met, in the first rounds of games of so many players."""
    met = deck.filter(pl.col("kind").cast(pl.String).is_in(MET))["card"].implode()
    return exposure.filter(
        pl.col("by_lot") == 1,
        pl.col("drawn_turn") <= ROUNDS * seats,
        (pl.col("how") != HOW.index("kicked")) | ~pl.col("card").is_in(met),
    )


def pair_sums(exposure: pl.LazyFrame, seat: pl.LazyFrame, deck: pl.DataFrame) -> pl.DataFrame:
    """A row of `SUMS` for any two designs; tables are those of one arm, `deck` its cards (card, id, pile, kind)."""
    deck = deck.sort("card")
    seats = seat.select(pl.col("seat").max()).collect().item()
    ids = deck["id"].to_list()
    came = came_of(early(exposure, (seats or 0) + 1, deck), seat, deck, {name: at for at, name in enumerate(ids)})
    sums, squares, n = _beyond(came, len(ids))
    a, b = np.triu_indices(len(ids), 1)
    names = np.array(ids, dtype=object)
    both = [one[a, b] + one[b, a] for one in (n, sums, squares)]
    return pl.DataFrame([names[a].tolist(), names[b].tolist(), *both], schema=[*SUMS]).cast(SUMS)  # type: ignore[arg-type]


def pair_worths(sums: pl.DataFrame, speaking: set[tuple[str, str]]) -> pl.DataFrame:
    """A row of `PAIRS` for each of `SUMS`, of one or more sets of games, with the number shrunken (`SHRUNK`), p and q.

    Numbers are shares of a win.
    """
    half = z_quantile() * pl.col("se")
    frame = (
        sums.group_by("a", "b", maintain_order=True).sum().filter(pl.col("squares") > 0)
        .with_columns((pl.col("sum") / pl.col("n")).alias(MORE), (pl.col("squares").sqrt() / pl.col("n")).alias("se"))
    )  # fmt: skip
    speaks = [tuple(sorted(pair)) in speaking for pair in frame.select("a", "b").iter_rows()]
    return (
        frame.with_columns(pl.Series("speaks", speaks, pl.Boolean))
        .select(pl.col(name).cast(dtype) for name, dtype in PAIRS.items())
        .with_columns(shrunken_columns(MORE, "se", ["speaks"], SHRUNK))
        .with_columns((pl.col(MORE) - half).alias(f"{MORE}_low"), (pl.col(MORE) + half).alias(f"{MORE}_high"))
        .with_columns(normal_p(pl.col(MORE), pl.col("se")).alias("p"))
        .with_columns(false_discovery("p").over("speaks").alias("q"))
        .sort(SHRUNK, descending=True, maintain_order=True)
    )


def _beyond(came: Came, designs: int) -> tuple[Array, Array, Array]:
    """Of cards in columns that came after those in rows: credit beyond both means, its squares, and how often."""
    rows = came.rows
    seat = rows.game.astype(np.int64) * (int(came.seats.max(initial=0)) + 1) + came.seats
    order = np.argsort(seat, kind="stable")
    card, credit = rows.design[order].astype(np.int64), rows.credit[order]
    _, place = np.unique(rows.place[order], return_inverse=True)
    places = int(place.max(initial=0)) + 1
    shape, means = (designs, designs), np.zeros((2, designs * places))
    for before, after in _followers(seat[order]):
        cell = card[before] * places + place[after]
        means += [np.bincount(cell, weights=w, minlength=means.shape[1]) for w in (credit[after], np.ones(len(after)))]
    mean = means[0] / np.maximum(means[1], 1)
    found = np.zeros((3, designs * designs))
    for before, after in _followers(seat[order]):
        beyond = credit[after] - mean[card[before] * places + place[after]]
        cell = card[before] * designs + card[after]
        found += [np.bincount(cell, weights=w, minlength=found.shape[1]) for w in (beyond, beyond**2, beyond**0)]
    sums, squares, n = (part.reshape(shape) for part in found)
    return sums - n * (sums.sum(axis=0) / np.maximum(n.sum(axis=0), 1)), squares, n


def _followers(seat: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Places of all arrivals and of those that came to the same player later, by how much later; `seat` is sorted."""
    for later in range(1, len(seat)):
        before = np.flatnonzero(seat[later:] == seat[:-later])
        if not len(before):
            return
        yield before, before + later
