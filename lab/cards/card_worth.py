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
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.cards.arrived_cards import BY_LOT, CAME, DEALT, SMALL, Came, Games, Ints, Rows, came_of, chosen, opening_hands
from lab.stats.intervals import Array
from lab.stats.shrinkage import PARTS, part_of_games

WAYS = (DEALT, *BY_LOT)
"""All numbers."""
GAMES_AT_ONCE, AT_ONCE = 4096, 1024
"""Games whose rows, and whose tables of games by designs, are looked at together."""
ROUNDING = 1e-12
"""Sums and variances of credit below this are what floating point leaves of none: true ones are near 0.01."""


class Worth(ABC):
    """One way of coming in one arm; arrays have a place for each design, nan for what never came."""

    value: Array
    """The difference that the card makes."""

    @property
    @abstractmethod
    def if_nothing(self) -> Array:
        """Its standard error if cards did nothing and could have come in any order."""

    def __init__(self, way: str, rows: Rows, games: Games, designs: int) -> None:
        self.way = way
        self.rows, self.games, self.designs = rows, games, designs
        self.n = np.bincount(rows.design, minlength=designs).astype(float)

    def pulls(self, first: int, last: int) -> tuple[Array, Array]:
        """How far each of some games pulls each difference, and how often the card came in it: [games, designs]."""
        credit, times = self._sums(first, last)
        with np.errstate(divide="ignore", invalid="ignore"):
            pulls = self._linear(credit, times, slice(first, last)) / (1 - times / self.n)
        return pulls, times

    def _sums(self, first: int, last: int) -> tuple[Array, Array]:
        """Credit of whoever got each card in each of some games, and how often it came: [games, designs]."""
        rows = self._some(first, last)
        cell = (rows.game - first) * self.designs + rows.design
        size, shape = (last - first) * self.designs, (last - first, self.designs)
        times = np.bincount(cell, minlength=size).reshape(shape).astype(np.float64)
        return np.bincount(cell, weights=rows.credit, minlength=size).reshape(shape).astype(np.float64), times

    def _some(self, first: int, last: int) -> Rows:
        """The rows of some games."""
        low, high = np.searchsorted(self.rows.game, (first, last))
        return chosen(self.rows, slice(int(low), int(high)))

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

    @property
    def if_nothing(self) -> Array:
        """Its standard error if cards did nothing: seats dealt anew within games, over games (`worth_by_deal`)."""
        credit, seats = self.games.credit, self.games.credit.shape[1]
        code, b = np.unique(self.rows.game.astype(np.int64) * self.designs + self.rows.design, return_counts=True)
        design, s2 = code % self.designs, credit.var(axis=1, ddof=min(1, seats - 1))[code // self.designs]
        within = np.bincount(design, weights=s2 * b * (seats - b) / seats, minlength=self.designs)
        squares = np.bincount(design, weights=b * b, minlength=self.designs)
        tables = _variance(credit.mean(axis=1)) * np.maximum(squares - self.n**2 / len(credit), 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.sqrt(within + tables) * credit.size / (self.n * self.others))

    def _linear(self, credit: Array, times: Array, games: slice) -> Array:
        table = self.games.credit[games]
        rest = np.add.outer(table.sum(axis=1), -self.rest * table.shape[1]) - credit + times * self.rest
        out: Array = (credit - times * self.held) / self.n - rest / self.others
        return out


class ByLot(Worth):
    """Single cards off a pile: credit beyond the mean of all that came off the same stack in this way and pass.

    If cards did nothing, those that came out of a pile in one game, way and pass could have come in any order: the
    variance of a card's sum follows from counting, and does not depend on how well those did who got it. A card is
    compared with all cards that came so, in whatever game. Against those of its own game alone it would lose by what it
    does: whoever got a good card wins, and has drawn others as well. What `counted` leaves out is compared with the
    others, and is no part of what others are compared with.
    """

    def __init__(
        self, way: str, rows: Rows, games: Games, designs: int, counted: NDArray[np.bool_] | None = None
    ) -> None:
        there = np.bincount(rows.place) > 0
        place = (np.cumsum(there, dtype=SMALL) - 1)[rows.place]
        self.counted = np.ones(designs, bool) if counted is None else counted
        self.shape = shape = (PARTS, int(there.sum()), designs)
        code = (part_of_games(games.numbers)[rows.game] * shape[1] + place) * designs + rows.design
        counts = np.bincount(code, minlength=int(np.prod(shape))).reshape(shape).astype(np.float64)
        credits = np.bincount(code, weights=rows.credit, minlength=int(np.prod(shape))).reshape(shape)
        totals: Array = np.asarray(counts.sum(axis=0))
        means = _means(credits.sum(axis=0), totals, self.counted)
        super().__init__(way, replace(rows, place=place, credit=rows.credit - means[place]), games, designs)
        self.shares = totals / np.maximum(totals[:, self.counted].sum(axis=1), 1)[:, None]
        own = np.stack([_means(a, n, self.counted) for a, n in zip(credits, counts, strict=True)])
        self.n_of_parts: Array = counts.sum(axis=1)
        self.beyond_of_parts: Array = (credits - counts * own[:, :, None]).sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            self.value = (credits.sum(axis=0) - totals * means[:, None]).sum(axis=0) / self.n

    @cached_property
    def laid_anew(self) -> tuple[Array, Array, Array]:
        """Each card's sum beyond the mean of its game, way and pass; its variance in any order; and in any game too.

        If cards did nothing, k of the b cards of a place would be a sample without putting back from b credits of
        variance s2: their sum has mean k m and variance s2 k (b - k) / b. How many of the b are this card is a draw
        from the pile.
        """
        t, v, between = np.zeros(self.designs), np.zeros(self.designs), np.zeros(self.shape[1])
        for first in range(0, len(self.games.numbers), GAMES_AT_ONCE):
            rows = self._some(first, first + GAMES_AT_ONCE)
            cell = (rows.game - first).astype(np.int64) * self.shape[1] + rows.place
            b, total, squares = (np.bincount(cell, weights=w) for w in (None, rows.credit, rows.credit**2))
            m = total / np.maximum(b, 1)
            s2 = _exact((squares - b * m * m) / np.maximum(b - 1, 1))
            t += np.bincount(rows.design, weights=rows.credit - m[cell], minlength=self.designs)
            code, k = np.unique(cell * self.designs + rows.design, return_counts=True)
            at = code // self.designs
            v += np.bincount(code % self.designs, weights=s2[at] * (k - k**2 / b[at]), minlength=self.designs)
            between += np.bincount(np.arange(len(b)) % self.shape[1], weights=b * m * m, minlength=self.shape[1])
        return _exact(t), v, v + np.einsum("p,pc->c", between, self.shares * np.maximum(1 - self.shares, 0))

    @property
    def if_nothing(self) -> Array:
        """Its standard error if cards did nothing: cards and games laid anew."""
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.sqrt(self.laid_anew[2]) / self.n)

    @cached_property
    def spread(self) -> tuple[Array, Ints]:
        """Its standard error over games, at what it is; and in how many games each card came."""
        squares: Array = np.zeros(self.designs)
        seen: Ints = np.zeros(self.designs, np.int64)
        with np.errstate(divide="ignore", invalid="ignore"):
            for first in range(0, len(self.games.numbers), AT_ONCE):
                last = min(first + AT_ONCE, len(self.games.numbers))
                credit, times = self._sums(first, last)
                linear = self._linear(credit, times, slice(first, last))
                squares += np.einsum("gc,gc->c", linear, linear)
                seen += (times > 0).sum(axis=0)
            return np.asarray(np.sqrt(squares * seen / (seen - 1))), seen

    def _linear(self, credit: Array, times: Array, games: slice) -> Array:
        rows, count = self._some(games.start, games.stop), self.shape[1]
        cell = (rows.game - games.start) * count + rows.place
        shape = (games.stop - games.start, count)
        own = np.where(self.counted[rows.design], rows.credit, 0.0)
        of_place = np.bincount(cell, weights=own, minlength=shape[0] * count).reshape(shape)
        # The mean of a place hangs on the same games: what they bring it beyond the mean takes from every card of it.
        out: Array = (
            credit - times * np.nan_to_num(self.value) - np.einsum("gp,pc->gc", of_place, self.shares)
        ) / self.n
        return out


def _exact(values: Array) -> Array:
    return np.where(np.abs(values) < ROUNDING, 0, values)


def by_lot(came: Came, designs: int, counted: NDArray[np.bool_] | None = None) -> list[ByLot]:
    """Each number of what came by lot."""
    of = {way: came.by_lot & np.array([one in ways for one in CAME])[came.how] for way, ways in BY_LOT.items()}
    return [ByLot(way, chosen(came.rows, wanted), came.games, designs, counted) for way, wanted in of.items()]


def _means(credits: Any, counts: Any, counted: NDArray[np.bool_]) -> Array:
    """Mean credit of each place over the cards that count; where none of them came, over those that did."""
    n, total = counts[:, counted].sum(axis=1), credits[:, counted].sum(axis=1)
    out: Array = np.where(n > 0, total, credits.sum(axis=1)) / np.maximum(np.where(n > 0, n, counts.sum(axis=1)), 1)
    return out


def worths(exposure: pl.LazyFrame, seat: pl.LazyFrame, deck: pl.DataFrame, designs: Mapping[str, int]) -> list[Worth]:
    """All `WAYS` of one arm: its rows of two tables, the cards of its deck, and the place of each id in the arrays."""
    came = came_of(exposure, seat, deck, designs)
    hands = opening_hands(came.rows, came.seats, came.opening, came.games)
    return [Dealt(DEALT, hands, came.games, len(designs)), *by_lot(came, len(designs))]


def _variance(values: Array) -> float:
    return float(values.var(ddof=1)) if len(values) > 1 else float("nan")
