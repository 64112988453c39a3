"""The fewest, smallest changes that bring measures into their bounds, where what each step does is known about.

Integer programming (`scipy.optimize.milp`): whole values of every move, whose price is that of being made at all and,
less, of how far it goes. Around the point where the responses were measured each measure is a sum of straight pieces,
one for each direction of each move. Bounds that cannot be met are missed by as little as can be, each miss counted in
standard deviations of a game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from lab.stats.intervals import Array

MISSED = 1e5
"""What missing a bound by a standard deviation of a game costs, in moves: no bound is missed to save one."""
LACKING, NOTHING = 25.0, 1e-3
"""The same where the wish cannot be met: each change must then buy a twenty-fifth of it. Less than `NOTHING` is met."""
WHOLE_RANGE = 0.5
"""What it costs to go all the way, in moves: a move more is dearer than going farther with those that are made."""


class Want(NamedTuple):
    """Bounds of a measure; of shares and points as parts of 1. `group`: the words that bound several together."""

    measure: str
    low: float
    high: float
    group: str = ""

    def missed(self, value: float) -> float:
        """How far a value lies outside; one that is not known (nan) does not."""
        return max(0.0, self.low - value, value - self.high)


class Move(NamedTuple):
    """A number that may be changed, by its axis of a spec and its key, or a rule (axis rules) that may be added.

    `now`, `low` and `high` count steps: the number itself is `value` of them.
    """

    axis: str
    key: str
    now: int
    low: int
    high: int
    price: float  # of one step
    first: int = 0
    step: int = 1

    def value(self, steps: int) -> int:
        """The number after so many steps."""
        return self.first + self.step * steps

    def said(self, steps: int) -> str:
        """The same as an option says it."""
        return self.key if self.axis == "rules" else f"{self.key}={self.value(steps)}"


class Wish(NamedTuple):
    """What is wanted, and what may be done for it."""

    wants: tuple[Want, ...]
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Response:
    """What measures are at a point, and what a step of each move does to them, upwards and downwards."""

    point: tuple[int, ...]
    values: Array  # [measures]
    up: Array  # [measures, moves], change by a step upwards
    down: Array  # the same downwards
    scale: Array  # [measures], standard deviation of a game


@dataclass
class _Rows:
    """Rows of an integer program: `low <= sum of weight * variable <= high`."""

    number: int
    rows: list[Array] = field(default_factory=list)
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)

    def add(self, weights: dict[int, float], low: float, high: float) -> None:
        row = np.zeros(self.number)
        for at, weight in weights.items():
            row[at] = weight
        self.rows.append(row)
        self.low.append(low)
        self.high.append(high)


def fewest_changes(
    response: Response, wants: Sequence[Want], moves: Sequence[Move], spare: Array, most: float | None = None
) -> tuple[int, ...]:
    """The values of all moves that are cheapest among those that come nearest to the wish, for at most that price.

    `spare`: by how much each measure is to stay inside its bounds, for what is only known about.
    """
    steps, missed = _cheapest(response, wants, moves, spare, (most, MISSED))
    none = np.zeros(len(wants))
    if most is None and missed > NOTHING and _cheapest(response, wants, moves, none, (most, MISSED))[1] > NOTHING:
        steps, _ = _cheapest(response, wants, moves, spare, (most, LACKING))
    return steps


def can_be_met(response: Response, wish: Wish, at: int) -> bool:
    """Whether what is wanted of one measure can be met, whatever becomes of the others."""
    rows = (response.values, response.up, response.down, response.scale)
    alone = Response(response.point, *(one[at : at + 1] for one in rows))
    return _cheapest(alone, wish.wants[at : at + 1], wish.moves, np.zeros(1), (None, MISSED))[1] <= NOTHING


def _cheapest(
    response: Response, wants: Sequence[Want], moves: Sequence[Move], spare: Array, prices: tuple[float | None, float]
) -> tuple[tuple[int, ...], float]:
    """The values for at most a price of changes, and for a price of missing a bound; and what they miss, as scaled."""
    from scipy.optimize import Bounds, LinearConstraint, milp

    (most, dear), n, m = prices, len(moves), len(wants)
    up, down, way, size, made = (range(n * i, n * (i + 1)) for i in range(5))
    rows, missed = _Rows(5 * n + m), range(5 * n, 5 * n + m)
    for i, move in enumerate(moves):
        _turn(rows, move, response.point[i], (up[i], down[i], way[i], size[i], made[i]))
    for j, want in enumerate(wants):
        slopes = dict(zip(up, response.up[j], strict=True)) | dict(zip(down, response.down[j], strict=True))
        rows.add(slopes | {missed[j]: -1.0}, -np.inf, want.high - spare[j] - response.values[j])
        rows.add(slopes | {missed[j]: 1.0}, want.low + spare[j] - response.values[j], np.inf)
    if most is not None:
        rows.add({made[i]: move.price for i, move in enumerate(moves)}, 0.0, most)
    each, ranges = (np.array(one, float) for one in zip(*((m.price, m.high - m.low) for m in moves), strict=True))
    cost = np.r_[np.zeros(3 * n), WHOLE_RANGE * each / np.maximum(ranges, 1), each, dear / response.scale]
    is_whole = np.r_[np.ones(5 * n), np.zeros(m)]
    most_of = np.r_[np.tile(ranges, 2), np.ones(n), ranges, np.ones(n), np.full(m, np.inf)]
    known = LinearConstraint(np.array(rows.rows), rows.low, rows.high)
    found = milp(cost, constraints=known, integrality=is_whole, bounds=Bounds(np.zeros(5 * n + m), most_of))
    if found.x is None:  # nothing is as cheap as that: nothing is changed
        return tuple(move.now for move in moves), 0.0
    steps = np.round(found.x[: 2 * n]).astype(int)
    found_at = tuple(int(at + steps[i] - steps[n + i]) for i, at in enumerate(response.point))
    return found_at, float((found.x[5 * n :] / response.scale).sum())


def _turn(rows: _Rows, move: Move, at: int, names: tuple[int, int, int, int, int]) -> None:
    """How far a move may go from a point, in one direction only, how far that is from what is, and whether it is."""
    up, down, way, size, made = names
    rows.add({up: 1.0, way: -float(move.high - at)}, -np.inf, 0.0)
    rows.add({down: 1.0, way: float(at - move.low)}, -np.inf, float(at - move.low))
    for sign in (1.0, -1.0):
        rows.add({up: sign, down: -sign, size: -1.0}, -np.inf, sign * (move.now - at))
    rows.add({size: 1.0, made: -float(move.high - move.low)}, -np.inf, 0.0)
