"""Regret: what players lose by what they do, in points of their chance to win, for every card that they could use.

Questions at which a design could be used are sampled, at most one a game, and some options are played out equally often
with the same luck (`engine.loop.option_playouts`). Of noisy means the best is too good, so no playout judges the option
that it helped to choose: each one judges what is best by all the others, by more than their standard error. What is
found is what somebody would win who played out as much; the loss itself is a little more.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.loop.game_ranges import new_tables
from engine.loop.option_playouts import ANY, HAD, MADE, MOMENTS, OF_DESIGN, USED, Weighed, watch_games, weigh
from lab.agents.personas import expand, weights_of
from lab.conduct.changed_tables import Table, arm_of, book_of, seating_of
from lab.runs.game_threads import RANGE, lent, on_threads

PLAYOUTS = 64
PROOF = 1.0
"""Standard errors by which an option must be better to be taken for the better one."""
POINT = 0.01
Credit = NDArray[np.float64]


class Mean(NamedTuple):
    """A mean with its 95 % interval, in points of win chance."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True)
class Judged:
    """What the playouts of one question say, in win chance."""

    loss: float  # what the best is better than what was done
    gain: float = math.nan  # what the best use of the design is better than leaving it
    good: float = 0.0  # part of the playouts by whose fellows the use is better by more than a point
    good_gain: float = 0.0  # what these say, times that part
    made: bool = False


@dataclass(frozen=True)
class Regret:
    """What some questions with one design say."""

    design: str
    loss: Mean
    gain: Mean
    missed: Mean  # what it would be worth to use it at every question, beside what is done
    good_gain: Mean  # of the moments in which a use is good by the playouts
    good: float  # how many these are
    good_made: float  # and how many of them are made
    losses: tuple[float, ...]  # of each question, in points
    moments: int  # questions of all games that were watched at which it could be used
    made: int  # and was
    had: int  # cards of these games that could be used at least once
    used: int  # and were

    @property
    def questions(self) -> int:
        """How many questions were played out."""
        return len(self.losses)

    @property
    def is_never_used(self) -> bool:
        """Nobody ever uses a card of it that they could use."""
        return self.had > 0 and self.used == 0

    @property
    def share_made(self) -> tuple[float, float]:
        """Part of the good plays that are made, and the upper end of its 95 % interval (Wilson)."""
        if self.good < 1:
            return math.nan, 1.0
        p, n, z = self.good_made / self.good, self.good, 1.96
        middle, spread = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return p, (middle + spread) / (1 + z * z / n)


def _others(x: Credit) -> tuple[Credit, Credit]:
    """For each playout the mean of all others, and its standard error; one column for each option."""
    n = len(x) - 1
    mean = (x.sum(axis=0) - x) / n
    square = np.maximum(((x * x).sum(axis=0) - x * x) / n - mean * mean, 0)
    return mean, np.sqrt(square / n)


def judged(weighed: Weighed) -> Judged | None:
    """What a question's playouts say; None if there is nothing to compare."""
    there = np.flatnonzero(weighed.pick >= 0)
    credit = weighed.credit[:, there]
    credit = credit[np.isfinite(credit).all(axis=1)]
    if len(there) < 2 or len(credit) < 3:
        return None
    more = credit - credit[:, :1]
    mean, error = _others(more)
    best = np.argmax(mean - PROOF * error, axis=1)
    loss = float(more[np.arange(len(more)), best].mean())
    uses = weighed.options[there, OF_DESIGN] == 1
    if not uses.any() or uses.all():
        return Judged(loss)
    leave = 1 if uses[0] else 0
    over = (credit - credit[:, [leave]])[:, uses]
    mean, error = _others(over)
    rows, best = np.arange(len(over)), np.argmax(mean, axis=1)
    gain = over[rows, best]
    good = (mean - PROOF * error)[rows, best] > POINT
    return Judged(loss, float(gain.mean()), float(good.mean()), float((gain * good).mean()), bool(uses[0]))


def summed(design: str, found: Iterable[Judged], counts: NDArray[np.int64]) -> Regret:
    """What all questions with a design say; `counts` as the watched games tell them."""
    rows = list(found)
    gains = np.array([one.gain for one in rows if not math.isnan(one.gain)])
    good = np.array([one.good for one in rows])
    made = np.array([one.good * one.made for one in rows])
    missed = np.array([0.0 if one.made else one.gain for one in rows if not math.isnan(one.gain)])
    return Regret(
        design, _mean(np.array([one.loss for one in rows])), _mean(gains), _mean(missed),
        _ratio(np.array([one.good_gain for one in rows]), good), float(good.sum()), float(made.sum()),
        tuple(100 * one.loss for one in rows),
        int(counts[MOMENTS]), int(counts[MADE]), int(counts[HAD]), int(counts[USED]),
    )  # fmt: skip


def pooled(found: Iterable[Regret]) -> Mean:
    """What a question costs on average, of all designs together: each weighs as much as it has questions."""
    return _mean(np.array([loss for one in found for loss in one.losses]) / 100)


def _mean(x: Credit) -> Mean:
    return _ratio(x, np.ones(len(x)))


def _ratio(above: Credit, below: Credit) -> Mean:
    """A ratio of sums over questions in points, with the interval that their differences give it."""
    whole = below.sum()
    if len(below) < 2 or whole <= 0:
        return Mean(math.nan, -math.inf, math.inf)
    value = above.sum() / whole
    n = len(below)
    error = np.sqrt(((above - value * below) ** 2).sum() * n / (n - 1)) / whole
    return Mean(*(float(100 * (value + k * 1.96 * error)) for k in (0, -1, 1)))


class Players:
    """Who sits at a table, and what they have to decide in some of its games."""

    def __init__(self, table: Table, agents: str, seed: int = 0, workers: int = 0) -> None:
        self.table, self.seed, self.workers = table, seed, workers
        self.names = expand([agents])
        self.weights = weights_of(self.names)
        self.designs = tuple(arm_of(table).cards.ids)
        self._lent = lent(self._own)

    def _own(self) -> Any:
        games, book = new_tables(), book_of(self.table)
        return lambda work, *values: work(games, book, *values)

    def _seats(self, first: int, games: int) -> NDArray[np.int64]:
        return seating_of(self.names, self.table.seats, first, games)

    def watch(self, games: int) -> None:
        ranges = [(first, min(RANGE, games - first)) for first in range(0, games, RANGE)]
        parts = on_threads(
            lambda one: self._lent(watch_games, self.seed, one[0], self._seats(*one), self.weights),
            ranges, self.workers,
        )  # fmt: skip
        self.at = np.concatenate([part.at for part in parts])
        self.counts = sum(part.counts for part in parts)

    def could_use(self, design: str) -> bool:
        """Whether a card of the design could be used in any of the games."""
        return bool(self.counts[self.designs.index(design), MOMENTS])

    def questions(self, design: int, most: int) -> list[tuple[int, int, int, int]]:
        """Some questions with a design, of different games."""
        place = design if design != ANY else self.at.shape[1] - 1
        games = np.flatnonzero(self.at[:, place] >= 0)
        chosen = np.sort(np.random.default_rng([self.seed, place]).permutation(games)[:most])
        return [(self.seed, int(game), int(self.at[game, place]), design) for game in chosen]

    def weigh(self, questions: Sequence[tuple[int, int, int, int]], playouts: int = PLAYOUTS) -> list[Judged | None]:
        """What the playouts of some questions say."""

        def one(key: tuple[int, int, int, int]) -> Judged | None:
            return judged(self._lent(weigh, key, self._seats(key[1], 1)[0], self.weights, playouts))

        return on_threads(one, questions, self.workers)


ANYTHING = "any question"
"""In place of a design: questions of every kind."""


def regrets(players: Players, designs: Sequence[str], most: int, playouts: int = PLAYOUTS) -> list[Regret]:
    """The regret of some designs, `most` questions each; the games of `players` have been watched."""
    numbers = [ANY if name == ANYTHING else players.designs.index(name) for name in designs]
    asked = [key for d in numbers for key in players.questions(d, most)]
    parts: dict[int, list[Judged]] = {d: [] for d in numbers}
    for key, one in zip(asked, players.weigh(asked, playouts), strict=True):
        if one is not None:
            parts[key[3]].append(one)
    none = np.zeros(4, np.int64)
    return [
        summed(name, parts[d], none if d == ANY else players.counts[d])
        for name, d in zip(designs, numbers, strict=True)
    ]
