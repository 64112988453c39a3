"""What a card is worth to whoever it comes to by lot: sums over games, and the error that shuffling gives them.

A pile is shuffled. So if cards did nothing, those that came out of it in one game, one way and one pass could have come
in any order, and nothing would have changed: the variance of a card's sum follows from counting, and does not depend on
how well those did who got it.

A card is compared with all cards of its pile that came in the same way and in the same pass, in whatever game. Against
those of its own game alone it would lose by what it does: whoever got a good card wins, and has drawn others as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.cards.card_holders import Arms, Ints, by_arm, credits_of, places_of
from lab.stats.intervals import Array
from lab.stats.shrinkage import PARTS, SPREADING
from lab.store.event_codes import HOW
from lab.tables.metric import KEYS

HAND = "hand"
NUMBERS: Mapping[str, tuple[str, ...]] = {
    HAND: ("dealt", "drawn", "reward"), "drawn": ("drawn",), "kicked": ("kicked",), "reward": ("reward",),
}  # fmt: skip
"""Number -> the ways of coming that it speaks of; all of them together put a card into a hand."""
CAME = ("dealt", "drawn", "kicked", "reward")
PASSES = 16
"""Passes of a pile that are told apart; later ones are one."""
GAMES_AT_ONCE = 4096

FACTS = ("id", "name", "pile", "kind")
"""What is told of a design."""


@dataclass(frozen=True)
class Arrivals:
    """Sums of one number over the games of an arm, for the cards of one stack; arrays have a column for each card."""

    keys: dict[str, str]
    stack: str  # door, treasure, or character: what is compared with one another
    number: str
    cards: Ints  # numbers of the designs
    games: int  # of the arm
    n: Array  # times that each came: [parts of the games, cards]
    beyond: Array  # credit beyond the mean of all that came so in this part of the games: [parts, cards]
    value: Array  # the difference, over all games
    error: Array  # its standard error over games, at what it is
    if_nothing: Array  # its standard error if cards did nothing: cards and games laid anew
    t: Array  # credit beyond the mean of its own game, way and pass
    v: Array  # variance of `t` if the cards of a game, way and pass came in another order
    games_seen: Ints


@dataclass(frozen=True)
class _Rows:
    """Arrivals of one stack, sorted by block of games and place: which game and card, and the credit of who got it."""

    game: Ints  # within its block
    card: Ints  # column
    credit: Array
    block: Ints
    place: Ints  # way and pass
    blocks: tuple[tuple[int, int], ...]  # of each block its part of the games, and how many games it has


_last: tuple[pl.LazyFrame, pl.LazyFrame, pl.DataFrame, frozenset[str], list[Arrivals]] | None = None
"""What was asked last, and the answer: several metrics ask for the same sums of the same tables."""


def arrivals(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, designs: pl.DataFrame, left_out: frozenset[str] = frozenset()
) -> list[Arrivals]:
    """Sums of every number and stack of each arm; `designs` has run_id, arm, card, id, pile, kind.

    A card in `left_out`, by id, is compared with the others, and is no part of what others are compared with.
    """
    global _last
    last = _last
    if last and last[0] is exposure and last[1] is seat and last[2].equals(designs) and last[3] == left_out:
        return last[4]
    found = list(_of_arms(exposure, seat, designs, left_out))
    _last = (exposure, seat, designs, left_out, found)
    return found


def _of_arms(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, designs: pl.DataFrame, left_out: frozenset[str]
) -> Iterator[Arrivals]:
    came, seats = _came(exposure), by_arm(seat, "game", "seat", "credit")
    stack = pl.when(pl.col("kind") == "character").then(pl.lit("character")).otherwise(pl.col("pile"))
    for key, own in sorted(designs.with_columns(stack=stack).partition_by(KEYS, as_dict=True).items()):
        run, arm = map(str, key)
        if (run, arm) not in came or (run, arm) not in seats:
            continue
        credits = credits_of(seats[run, arm])[:2]
        for _, cards in sorted(own.partition_by("stack", as_dict=True).items()):
            which = {"run_id": run, "arm": arm}
            yield from _of_stack(which, came[run, arm], cards.sort("card"), credits, left_out)


def designs_of(card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.DataFrame:
    """The designs of each arm, with what is told of them."""
    decks = arm.select(pl.col(*KEYS, "deck_hash").cast(pl.String)).unique()
    facts = card.select(pl.col("deck_hash").cast(pl.String), pl.col("card").cast(pl.Int64), *FACTS).unique()
    return decks.join(facts, on="deck_hash").drop("deck_hash").sort(*KEYS, "card").collect()


def _came(exposure: pl.LazyFrame) -> Arms:
    """What came by lot, arm by arm."""
    by_lot = (pl.col("by_lot") == 1) & pl.col("how").is_in([HOW.index(word) for word in CAME])
    return by_arm(
        exposure.filter(by_lot), "game", "seat", "card",
        "how", pl.col("pass").fill_null(0).clip(0, PASSES - 1),
    )  # fmt: skip


def _of_stack(
    keys: dict[str, str], came: pl.DataFrame, cards: pl.DataFrame, credits: tuple[Ints, Array], left_out: frozenset[str]
) -> Iterator[Arrivals]:
    """The numbers of one stack; one that no card has is left out."""
    numbers = cards["card"].cast(pl.Int64).to_numpy()
    rows = _sorted(came, numbers, *credits)
    counted = ~cards["id"].is_in(list(left_out)).to_numpy()
    for number, ways in NUMBERS.items():
        wanted = [CAME.index(way) for way in ways]
        found = _Number(rows, wanted, len(numbers), counted)
        if found.n.sum():
            yield Arrivals(keys, str(cards["stack"][0]), number, numbers, len(credits[0]), **found.sums())


def _sorted(came: pl.DataFrame, numbers: Ints, games: Ints, credit: Array) -> _Rows:
    """The rows of the cards of one stack, those of a block of games and a place together."""
    column = np.full(max(int(numbers.max()), int(came["card"].max())) + 1, -1)  # type: ignore[arg-type]
    column[numbers] = np.arange(len(numbers))
    all_columns = column[came["card"].to_numpy()]
    own = np.flatnonzero(all_columns >= 0)
    at = places_of(games, came["game"].cast(pl.Int64).to_numpy()[own])
    block, inside, blocks = _blocks(games)
    way = np.array([CAME.index(word) if word in CAME else 0 for word in HOW])[came["how"].to_numpy()[own]]
    place = way * PASSES + came["pass"].to_numpy()[own]
    order = _order(block[at] * (len(CAME) * PASSES) + place)
    at, card, seat = at[order], all_columns[own][order], came["seat"].to_numpy()[own][order]
    return _Rows(inside[at], card, credit[at, seat], block[at], place[order], blocks)


def _order(numbers: Ints) -> Ints:
    """Positions in the order of some numbers; small ones are sorted by digits, which takes a third of the time."""
    small = numbers.max(initial=0) <= np.iinfo(np.uint16).max
    return np.argsort(numbers.astype(np.uint16) if small else numbers, kind="stable")


def _blocks(games: Ints) -> tuple[Ints, Ints, tuple[tuple[int, int], ...]]:
    """The games in blocks that lie in one part each: block of every game, its place there, and part and size of each.

    Parts are those of `reliability.part_of`.
    """
    part = games * SPREADING // 2**29 % PARTS
    block, inside = np.zeros(len(games), np.int64), np.zeros(len(games), np.int64)
    blocks: list[tuple[int, int]] = []
    for number in range(PARTS):
        own = np.flatnonzero(part == number)
        for first in range(0, len(own), GAMES_AT_ONCE):
            some = own[first : first + GAMES_AT_ONCE]
            block[some], inside[some] = len(blocks), np.arange(len(some))
            blocks.append((number, len(some)))
    return block, inside, tuple(blocks)


class _Number:
    """One number of a stack: counts and credits by part and place, and what follows from them."""

    def __init__(self, rows: _Rows, ways: list[int], cards: int, counted: NDArray[np.bool_]) -> None:
        self.rows, self.cards, self.counted = rows, cards, counted
        use = np.isin(rows.place // PASSES, ways)
        self.places = np.unique(rows.place[use])
        part = np.array([number for number, _ in rows.blocks])[rows.block[use]]
        code = (part * len(self.places) + np.searchsorted(self.places, rows.place[use])) * cards + rows.card[use]
        shape = (PARTS, len(self.places), cards)
        self.counts: Array = np.bincount(code, minlength=int(np.prod(shape))).reshape(shape).astype(np.float64)
        self.credits = np.bincount(code, weights=rows.credit[use], minlength=int(np.prod(shape))).reshape(shape)
        self.n = self.counts.sum(axis=(0, 1))

    def sums(self) -> dict[str, Any]:
        """The fields of `Arrivals`."""
        counts: Array = np.asarray(self.counts.sum(axis=0), np.float64)
        means = _means(self.credits.sum(axis=0), counts, self.counted)
        with np.errstate(divide="ignore", invalid="ignore"):
            beyond = self.credits.sum(axis=0) - counts * means[:, None]
            value = beyond.sum(axis=0) / self.n
            walked = self._walked(means, np.nan_to_num(value))
            games = walked["games_seen"]
            laid = walked["v"] + walked.pop("between")
            error = np.sqrt(walked.pop("squares") * games / (games - 1)) / self.n
            if_nothing = np.sqrt(laid) / self.n
        own = np.stack([_means(a, n, self.counted) for a, n in zip(self.credits, self.counts, strict=True)])
        parts = (self.credits - self.counts * own[:, :, None]).sum(axis=1)
        return walked | {
            "n": self.counts.sum(axis=1), "beyond": parts, "value": value, "error": error, "if_nothing": if_nothing,
        }  # fmt: skip

    def _walked(self, means: Array, value: Array) -> dict[str, Any]:
        """What is summed game by game."""
        out: dict[str, Any] = {name: np.zeros(self.cards) for name in ("t", "v", "between", "squares", "games_seen")}
        totals = self.counts.sum(axis=0)
        shares = totals / np.maximum(totals[:, self.counted].sum(axis=1, keepdims=True), 1)
        first = 0
        for block, (_, size) in enumerate(self.rows.blocks):
            last = int(np.searchsorted(self.rows.block, block, side="right"))
            influence, came = np.zeros((size, self.cards)), np.zeros((size, self.cards), bool)
            for at, place in enumerate(self.places):
                low, high = np.searchsorted(self.rows.place[first:last], (place, place + 1)) + first
                games, k, a, squares = _dense(self.rows, slice(low, high), size, self.cards)
                _add_place(out, k, a, squares, (float(means[at]), shares[at]))
                beyond = (a - k * means[at])[:, self.counted].sum(axis=1)
                influence[games] += a - k * (means[at] + value) - np.outer(beyond, shares[at])
                came[games] |= k > 0
            out["squares"] += (influence * influence).sum(axis=0)
            out["games_seen"] += came.sum(axis=0)
            first = last
        out["games_seen"] = out["games_seen"].astype(np.int64)
        return out


def _means(credits: Any, counts: Any, counted: NDArray[np.bool_]) -> Array:
    """Mean credit of each place over the cards that count; where none of them came, over those that did."""
    n, total = counts[:, counted].sum(axis=1), credits[:, counted].sum(axis=1)
    out: Array = np.where(n > 0, total, credits.sum(axis=1)) / np.maximum(np.where(n > 0, n, counts.sum(axis=1)), 1)
    return out


def _dense(rows: _Rows, some: slice, size: int, cards: int) -> tuple[Any, Array, Array, Array]:
    """Games of a block that have a place, and of each its counts and credits by card and its sum of squared credits."""
    games, credit = rows.game[some], rows.credit[some]
    there: Any = np.flatnonzero(np.bincount(games, minlength=size))
    at = np.zeros(size, np.int64)
    at[there] = np.arange(len(there))
    code, cells = at[games] * cards + rows.card[some], len(there) * cards
    k = np.asarray(np.bincount(code, minlength=cells), float).reshape(-1, cards)
    a = np.asarray(np.bincount(code, weights=credit, minlength=cells), float).reshape(-1, cards)
    return there, k, a, np.asarray(np.bincount(at[games], weights=credit**2, minlength=len(there)), float)


def _add_place(out: dict[str, Any], k: Array, a: Array, squares: Array, known: tuple[float, Array]) -> None:
    """Add what one place of some games says.

    If cards did nothing, k of the b cards of a place are a sample without putting back from b credits of variance s2:
    their sum has mean k m and variance s2 k (b - k) / b. How many of the b are this card is a draw from the pile.
    """
    mean, share = known
    b, total = k.sum(axis=1), a.sum(axis=1)
    m = total / np.maximum(b, 1)
    s2 = np.maximum(squares - b * m * m, 0) / np.maximum(b - 1, 1)
    out["t"] += a.sum(axis=0) - m @ k
    out["v"] += s2 @ k - (s2 / np.maximum(b, 1)) @ (k * k)
    out["between"] += share * np.maximum(1 - share, 0) * float((b * (m - mean) ** 2).sum())
