"""What cards are worth to whoever they come to, game by game, so that two arms can be laid beside each other.

Drawn, kicked open, rewarded: the credit of whoever the card came to minus the mean credit of whoever any card of its
stack came to in this way and this pass of the pile. Hand: the same over all ways into a hand, dealt, drawn or rewarded.
Dealt: the credit of seats that were dealt the card minus that of all other seats.

A difference like that is a ratio of sums over games. How far one game pulls it is known (linearised; Cochran 1977,
chapter 6), and made larger by the weight that the game has, as leaving it out would (jackknife: MacKinnon and White
1985): a card that came in thirty games would else look surer than it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.cards.card_holders import places_of
from lab.stats.intervals import Array
from lab.store.event_codes import HOW

DEALT, HAND = "dealt", "hand"
CAME = ("dealt", "drawn", "kicked", "reward")
BY_LOT = {"drawn": ("drawn",), "kicked": ("kicked",), "reward": ("reward",), HAND: ("dealt", "drawn", "reward")}
"""Number -> the ways of coming that it speaks of; all ways into a hand together count each arrival alike."""
WAYS = (DEALT, *BY_LOT)
"""All numbers."""
PASSES = 16
"""Passes of a pile that are told apart; later ones are one."""
CHARACTER = "character"

Ints = NDArray[np.integer[Any]]
SMALL = np.int32
"""Type of what every row has: a row is a card that came, and there are millions."""


@dataclass(frozen=True)
class Games:
    """The games of an arm: their numbers, ascending, and the credit of every seat."""

    numbers: Ints
    credit: Array  # [games, seats]


@dataclass(frozen=True)
class Rows:
    """Cards that came, by game: place of the game among `Games`, design; way, stack and pass; credit of who got it."""

    game: Ints
    design: Ints
    place: Ints
    credit: Array


class Worth(ABC):
    """One way of coming in one arm; arrays have a place for each design, nan for what never came."""

    value: Array
    """The difference that the card makes."""
    if_nothing: Array
    """Its standard error if cards did nothing and could have come in any order."""

    def __init__(self, way: str, rows: Rows, games: Games, designs: int) -> None:
        self.way = way
        self.rows, self.games, self.designs = rows, games, designs
        self.n = np.bincount(rows.design, minlength=designs).astype(float)

    def pulls(self, first: int, last: int) -> tuple[Array, Array]:
        """How far each of some games pulls each difference, and how often the card came in it: [games, designs]."""
        low, high = np.searchsorted(self.rows.game, (first, last))
        some = slice(int(low), int(high))
        cell = (self.rows.game[some] - first) * self.designs + self.rows.design[some]
        size, shape = (last - first) * self.designs, (last - first, self.designs)
        times: Array = np.bincount(cell, minlength=size).reshape(shape).astype(np.float64)
        credit: Array = (
            np.bincount(cell, weights=self.rows.credit[some], minlength=size).reshape(shape).astype(np.float64)
        )
        with np.errstate(divide="ignore", invalid="ignore"):
            pulls = self._linear(credit, times, slice(first, last)) / (1 - times / self.n)
        return pulls, times

    @abstractmethod
    def _linear(self, credit: Array, times: Array, games: slice) -> Array:
        """The pull of each game on each difference, linearised."""


class Dealt(Worth):
    """Dealt at the start: credit of seats that were dealt the card minus that of all other seats (OH delta)."""

    def __init__(self, way: str, rows: Rows, games: Games, designs: int) -> None:
        super().__init__(way, rows, games, designs)
        total, seats = float(games.credit.sum()), float(games.credit.size)
        credit = np.bincount(rows.design, weights=rows.credit, minlength=designs)
        self.others = seats - self.n
        with np.errstate(divide="ignore", invalid="ignore"):
            self.held, self.rest = credit / self.n, (total - credit) / self.others
            self.value = self.held - self.rest
            self.if_nothing = np.sqrt(_variance(games.credit.ravel()) * seats / (self.n * self.others))

    def _linear(self, credit: Array, times: Array, games: slice) -> Array:
        table = self.games.credit[games]
        rest = np.add.outer(table.sum(axis=1), -self.rest * table.shape[1]) - credit + times * self.rest
        out: Array = (credit - times * self.held) / self.n - rest / self.others
        return out


class ByLot(Worth):
    """Single cards off a pile: credit beyond the mean of all that came off the same stack in this way and pass."""

    def __init__(self, way: str, rows: Rows, games: Games, designs: int) -> None:
        there = np.bincount(rows.place) > 0
        place = (np.cumsum(there, dtype=SMALL) - 1)[rows.place]
        self.places = count = int(there.sum())
        shape = (count, designs)
        all_of = np.bincount(place, minlength=count)
        mean = np.bincount(place, weights=rows.credit, minlength=count) / np.maximum(all_of, 1)
        beyond: Array = rows.credit - mean[place]
        super().__init__(way, replace(rows, place=place, credit=beyond), games, designs)
        squares = np.bincount(place, weights=beyond**2, minlength=count) / np.maximum(all_of - 1, 1)
        of_card = np.bincount(place * designs + rows.design, minlength=count * designs).reshape(shape)
        self.shares = of_card / np.maximum(all_of, 1)[:, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            self.value = np.bincount(rows.design, weights=beyond, minlength=designs) / self.n
            self.if_nothing = np.sqrt(squares @ (of_card * (1 - self.shares))) / self.n

    def _linear(self, credit: Array, times: Array, games: slice) -> Array:
        low, high = np.searchsorted(self.rows.game, (games.start, games.stop))
        count = self.places
        cell = (self.rows.game[low:high] - games.start) * count + self.rows.place[low:high]
        shape = (games.stop - games.start, count)
        of_place = np.bincount(cell, weights=self.rows.credit[low:high], minlength=shape[0] * count).reshape(shape)
        # The mean of a place hangs on the same games: what they bring it beyond the mean takes from every card of it.
        out: Array = (credit - times * self.value - np.einsum("gp,pc->gc", of_place, self.shares)) / self.n
        return out


def worths(exposure: pl.LazyFrame, seat: pl.LazyFrame, deck: pl.DataFrame, designs: Mapping[str, int]) -> list[Worth]:
    """All `WAYS` of one arm: its rows of two tables, the cards of its deck, and the place of each id in the arrays."""
    games = _games(seat)
    numbers = deck["card"].cast(pl.Int64).to_numpy()
    design, stack = np.zeros((2, int(numbers.max()) + 1 if len(numbers) else 1), SMALL)
    design[numbers] = [designs[i] for i in deck["id"]]
    words = deck.select(pl.when(pl.col("kind") == CHARACTER).then(pl.lit(CHARACTER)).otherwise("pile"))
    stack[numbers] = words.to_series().cast(pl.String).rank("dense").cast(pl.Int64).to_numpy() - 1
    came = _came(exposure)
    at = places_of(games.numbers, came["game"].to_numpy()).astype(SMALL)
    seats, card, passes = (came[c].to_numpy() for c in ("seat", "card", "pass"))
    how, opening = came["way"].to_numpy(), came["opening"].to_numpy()
    place = (how * (int(stack.max()) + 1) + stack[card]) * PASSES + passes
    rows = Rows(at, design[card], place, games.credit[at, seats])
    dealt = Dealt(DEALT, _once_a_seat(rows, seats, opening, games), games, len(designs))
    by_lot, count = came["by_lot"].to_numpy(), len(designs)
    of = {number: by_lot & np.array([way in ways for way in CAME])[how] for number, ways in BY_LOT.items()}
    return [dealt, *(ByLot(number, _some(rows, wanted), games, count) for number, wanted in of.items())]


def _games(seat: pl.LazyFrame) -> Games:
    rows = seat.select(pl.col("game", "seat").cast(pl.Int64), "credit").collect()
    numbers, at = np.unique(rows["game"].to_numpy(), return_inverse=True)
    credit = np.zeros((len(numbers), int(rows["seat"].max() or 0) + 1))  # type: ignore[arg-type]
    credit[at, rows["seat"].to_numpy()] = rows["credit"].to_numpy()
    return Games(numbers, credit)


def _came(exposure: pl.LazyFrame) -> pl.DataFrame:
    """What was dealt at the start, and what came by lot, sorted by game."""
    ways = {HOW.index(word): number for number, word in enumerate(CAME)}
    opening = pl.col("opening").cast(pl.Boolean).fill_null(False)
    by_lot = ((pl.col("by_lot") == 1) & pl.col("how").is_in(list(ways))).fill_null(False)
    return (
        exposure.filter(opening | by_lot)
        .select(
            "game", "seat", "card", opening.alias("opening"), by_lot.alias("by_lot"),
            pl.col("how").replace_strict(ways, default=0, return_dtype=pl.Int32).alias("way"),
            pl.col("pass").cast(pl.Int32).fill_null(0).clip(0, PASSES - 1),
        )
        .sort("game", maintain_order=True)
        .collect()
    )  # fmt: skip


def _some(rows: Rows, wanted: NDArray[np.bool_]) -> Rows:
    at = np.flatnonzero(wanted)
    return Rows(rows.game[at], rows.design[at], rows.place[at], rows.credit[at])


def _once_a_seat(rows: Rows, seats: Ints, opening: NDArray[np.bool_], games: Games) -> Rows:
    """The opening hands; a seat counts once, however many copies it was dealt."""
    width, designs = games.credit.shape[1], int(rows.design.max(initial=0)) + 1
    game, seat = rows.game[opening].astype(np.int64), seats[opening]
    cell = np.sort((game * width + seat) * designs + rows.design[opening])
    cell = cell[np.diff(cell, prepend=-1) > 0]
    place = cell // designs
    return Rows(place // width, cell % designs, np.zeros_like(cell), games.credit.ravel()[place])


def _variance(values: Array) -> float:
    return float(values.var(ddof=1)) if len(values) > 1 else float("nan")
