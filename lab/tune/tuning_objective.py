"""What a candidate is tuned for, and the final check on fresh games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from lab.stats.intervals import CONFIDENCE, Interval, share_bounds, z_quantile
from lab.tune.candidate_games import Arena, Results, Weights
from lab.tune.play_realism import distance, of_one_kind

RESAMPLES = 1000
Array = NDArray[np.float64]


class Verdict(NamedTuple):
    """The final check: the number of the tuned persona, that of the old one, and whether the tuned one is better."""

    result: Interval
    before: float
    is_better: bool
    says: str


class Goal(Protocol):
    """What is made small: `costs` of candidates on the same games; `check` says whether it really helped."""

    @property
    def title(self) -> str:
        """The goal as it stands in a row's provenance."""

    @property
    def pull(self) -> float:
        """Cost of a squared step away from the start: it decides where many weights would do."""

    def costs(self, arena: Arena, candidates: list[Weights], old: Weights, first: int, games: int) -> list[float]:
        """Cost of each candidate on games `first` .. `first + games - 1`, the same for all."""

    def check(self, arena: Arena, new: Weights, old: Weights, first: int, games: int) -> Verdict:
        """Compare the tuned persona with the old one on games it was never tuned on."""

    def written(self, cost: float) -> str:
        """A cost as a person says it."""


@dataclass(frozen=True)
class Win:
    """One of the candidate against copies of the persona it comes from, or of another: win credit of its seat.

    With a price, a table of nothing but the candidate plays as well, and its distance from a table of people is paid
    for in win credit: without it a persona may learn to leave it to the others to stop whoever is about to win.
    """

    price: float = 0.0
    pull: float = 0.0
    rivals: tuple[int, ...] = ()  # the weights of another persona against whom it plays
    against: str = ""  # and how that one is called

    @property
    def title(self) -> str:
        """`win`, against whom, and the price of realism."""
        whom = f"win against {self.against}" if self.rivals else "win"
        return f"{whom} with realism at {self.price:g}" if self.price else whom

    def _others(self, old: Weights) -> Weights:
        return np.array(self.rivals, np.int64) if self.rivals else old

    def costs(self, arena: Arena, candidates: list[Weights], old: Weights, first: int, games: int) -> list[float]:
        """Minus the candidate's mean win credit, and the price of its distance."""
        seats = arena.spec.only.seats
        played = _against(arena, candidates, self._others(old), first, games)
        won = [-float(_credits(results, seats).mean()) for results in played]
        if not self.price:
            return won
        tables = of_one_kind(arena, candidates, first, games)
        return [cost + self.price * distance(table) for cost, table in zip(won, tables)]

    def check(self, arena: Arena, new: Weights, old: Weights, first: int, games: int) -> Verdict:
        """Win credit against copies of the old persona, whose share is the fair one; or beside the old one's credit."""
        seats = arena.spec.only.seats
        played = _against(arena, [new, old] if self.rivals else [new], self._others(old), first, games)
        credit = _credits(played[0], seats)
        low, high = share_bounds(credit.sum(), len(credit))
        result = Interval(float(credit.mean()), float(low[0]), float(high[0]), len(credit))
        was, better = 1 / seats, result.low > 1 / seats
        says = f"win credit {result.value:.1%} [{result.low:.1%}, {result.high:.1%}] against {seats - 1} of "
        if self.rivals:
            more = credit - _credits(played[1], seats)  # the same games, with the one and with the other in a seat
            was, better = float(_credits(played[1], seats).mean()), _surely_positive(more)
            says += f"{self.against} in {result.n} fresh games; before {was:.1%}"
        else:
            says += f"the old kind in {result.n} fresh games; the fair share is {was:.1%}"
        if self.price:
            near, was = (distance(table) for table in of_one_kind(arena, [new, old], first, games))
            better = better and near <= was
            says += f"; distance from a table of people {near:.3g}, before {was:.3g}"
        return Verdict(result, was, better, says)

    def written(self, cost: float) -> str:
        """Win credit."""
        return f"{-cost:.1%}"


def _against(arena: Arena, ones: list[Weights], old: Weights, first: int, games: int) -> list[Results]:
    return arena.play([np.stack([one, old]) for one in ones], one_against_others(arena.spec.only.seats, games), first)


def _surely_positive(more: Array) -> bool:
    """Whether the lower end of the interval of a mean lies above 0."""
    error = float(more.std(ddof=1)) / len(more) ** 0.5
    return bool(more.mean() > z_quantile() * error)


def one_against_others(seats: int, games: int) -> NDArray[np.int64]:
    """Row 0 sits in seat i % seats of game i, row 1 everywhere else."""
    seating = np.ones((games, seats), np.int64)
    seating[np.arange(games), np.arange(games) % seats] = 0
    return seating


def _credits(results: Results, seats: int) -> Array:
    """Win credit of the candidate, game by game."""
    credit = results.seat["credit"].reshape(-1, seats)
    mine: Array = credit[np.arange(len(credit)), results.place % seats]
    return mine


@dataclass(frozen=True)
class Realism:
    """A table of nothing but the candidate: distance of its games from those of people.

    Inside all ranges everything costs nothing; the pull then leaves the persona as much as it can of what it was.
    """

    pull: float = 0.002
    title: str = "realism"

    def costs(self, arena: Arena, candidates: list[Weights], old: Weights, first: int, games: int) -> list[float]:
        """Distance of each candidate's games."""
        return [distance(table) for table in of_one_kind(arena, candidates, first, games)]

    def check(self, arena: Arena, new: Weights, old: Weights, first: int, games: int) -> Verdict:
        """Distance before and after on the same fresh games; the interval resamples whole games, in pairs."""
        after, before = of_one_kind(arena, [new, old], first, games)
        rng, games = np.random.default_rng(arena.spec.seed), len(after["turns"])  # some may have been given up
        gained, reached = [], []
        for _ in range(RESAMPLES):
            pick = rng.integers(games, size=games)
            there = distance({name: column[pick] for name, column in after.items()})
            reached.append(there)
            gained.append(distance({name: column[pick] for name, column in before.items()}) - there)
        tail = 100 * (1 - CONFIDENCE) / 2
        low, high = np.percentile(reached, [tail, 100 - tail])
        result, was = Interval(distance(after), float(low), float(high), games), distance(before)
        says = (
            f"distance from a table of people {result.value:.3g} [{result.low:.3g}, {result.high:.3g}], "
            f"before {was:.3g}, in {games} fresh games"
        )
        return Verdict(result, was, float(np.percentile(gained, tail)) > 0, says)

    def written(self, cost: float) -> str:
        """The distance."""
        return f"{cost:.3g}"
