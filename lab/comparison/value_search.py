"""Which value of a number brings a measure to a target? A search over whole values, each of them measured by games.

All values play the same games (the same keyed randomness), so that their differences are known better than each of
them. A curve is laid through all of them (`value_curve`): the answer is the value at which it lies nearest to the
target, with all values that the games do not rule out, those at which the curve may be at the target. The search does
not take for granted that the measure rises or falls; between two measured values it takes it to move from one to the
other. A value is looked at twice, a coarse look and a good one: intervals are wide enough for both.

Targets of a search: a measure with the value that it should have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lab.comparison.confidence_sequence import reach
from lab.comparison.game_numbers import interval_of, units, values_of
from lab.comparison.measure_names import POINTS, known_measure, name_of, unit_of
from lab.comparison.value_curve import curve
from lab.errors import BadInput
from lab.stats.intervals import Array, Interval, z_quantile

if TYPE_CHECKING:
    import polars as pl

    from lab.store.store_folder import Store

SCOUTS, SCOUT_GAMES = 7, 400
"""Values that are looked at first, spread over the range, and games of each."""

MOST_AT_ONCE = 5
"""Values that are not ruled out of which as many are measured well: the curve tells of the others."""

Ask = Callable[[Sequence[int], int], Mapping[int, Interval]]
"""Measures some values by a number of games of each."""
Alike = Callable[[int, int], float]
"""Correlation of the errors of two values, as they were measured last."""


@dataclass(frozen=True)
class Answer:
    """What a search found: every value measured, the nearest one, and those that are not ruled out."""

    target: float
    measured: Mapping[int, Interval]
    best: int
    possible: tuple[int, ...] = field(default=())  # not ruled out, in order; empty: the target is not reached
    near: Mapping[int, Interval] = field(default_factory=dict)  # what the curve says of every value

    @property
    def reached(self) -> bool:
        """Whether some value could bring the measure to the target."""
        return bool(self.possible)

    def games_to_tell(self, games: int) -> float | None:
        """About how many games of each value would rule out the neighbours of one that is met, where `games` do not.

        By the straight line through all measured values, each weighed by its error: what a step changes must be wider
        than the half interval of a value. None where the line may as well be flat: then nothing says that it would.
        """
        values = np.array(sorted(self.measured), float)
        found = [self.measured[int(value)] for value in values]
        half = np.array([(one.high - one.low) / 2 for one in found])
        weight = (z_quantile() / np.maximum(half, 1e-9)) ** 2
        away = values - np.average(values, weights=weight)
        spread = float((weight * away**2).sum())
        slope = float((weight * away * [one.value for one in found]).sum()) / spread if spread else 0.0
        if not spread or abs(slope) < z_quantile() / spread**0.5:
            return None
        step = float(np.diff(self.possible).min())
        own = max(self.near[value].high - self.near[value].low for value in self.possible) / 2
        return games * max(1.0, (own / (abs(slope) * step)) ** 2)

    @property
    def passed(self) -> tuple[int, int] | None:
        """Neighbouring values between which the measure steps over the target although none of them meets it."""
        order = sorted(self.measured)
        for one, other in zip(order, order[1:], strict=False):
            if crosses(self.measured[one], self.measured[other], self.target):
                return one, other
        return None


def search(values: Sequence[int], target: float, games: int, ask: Ask, alike: Alike = lambda one, other: 0.0) -> Answer:
    """Find the value whose measure is nearest to the target, by `games` games of every value that matters.

    A coarse look first, then halving of every gap in which the measure crosses the target. Then the nearest value, some
    of those that are not ruled out, and the neighbours of all of these. Where the target is stepped over between two
    values that are more than 1 apart, it halves on between them.
    """
    few, values = min(games, SCOUT_GAMES), sorted(set(values))
    errors = reach(sorted({few, games}))
    seen, sure = dict(ask(_spread(values, SCOUTS), few)), dict[int, Interval]()
    while True:
        while gaps := [gap for gap in _gaps(seen, values) if crosses(seen[gap[0]], seen[gap[1]], target)]:
            seen |= ask([values[(values.index(low) + values.index(high)) // 2] for low, high in gaps], few)
        while True:
            found = _answer(values, {**seen, **sure}, target, alike, errors)
            if not (wanted := _open(values, found, sure)):
                break
            sure |= ask(wanted, games)
        gap = found.passed
        if found.reached or gap is None or gap[1] - gap[0] < 2:
            return found
        values = sorted({*values, *range(gap[0], gap[1])})


def _answer(
    values: Sequence[int], measured: Mapping[int, Interval], target: float, alike: Alike, errors: float
) -> Answer:
    """What all that was measured says of every value, and which of them may meet the target."""
    order = sorted(measured)
    size = _errors([measured[v] for v in order], order)
    shared = np.array([[1.0 if one == other else alike(one, other) for one in order] for other in order])
    middle, error = curve(order, np.array([measured[v].value for v in order]), shared * np.outer(size, size), values)
    half = errors * error
    near = {v: Interval(m, m - h, m + h, 0) for v, m, h in zip(values, middle.tolist(), half.tolist(), strict=True)}
    best = min(near, key=lambda v: (abs(near[v].value - target), v))
    return Answer(target, measured, best, tuple(v for v in near if holds(near[v], target)), near)


def _errors(found: Sequence[Interval], values: Sequence[int]) -> Array:
    """Standard errors of what was found at some values: what one game scatters runs along a line over the values.

    With its own each the curve would follow values whose long games happened to be left out: low, and seemingly sure.
    """
    games = np.array([max(one.n, 1) for one in found], float)
    half = np.array([(one.high - one.low) / 2 / z_quantile() for one in found])
    if len(found) < 3 or not half.all():
        return half
    line = np.polynomial.Polynomial.fit(values, np.log(half * np.sqrt(games)), 1, w=np.sqrt(games))
    out: Array = np.exp(line(np.array(values, float))) / np.sqrt(games)
    return out


def holds(found: Interval, target: float) -> bool:
    """Whether the interval holds the target."""
    return found.low <= target <= found.high


def crosses(one: Interval, other: Interval, target: float) -> bool:
    """Whether the measure goes from one side of the target to the other."""
    return (one.value - target) * (other.value - target) < 0


def _spread(values: Sequence[int], number: int) -> list[int]:
    """About so many values, both ends among them, evenly over the range."""
    if len(values) <= number:
        return list(values)
    last = len(values) - 1
    return list(dict.fromkeys(values[round(i * last / (number - 1))] for i in range(number)))


def _gaps(seen: Mapping[int, Interval], values: Sequence[int]) -> list[tuple[int, int]]:
    """Pairs of measured values that follow each other, with values between them that were not measured."""
    order = sorted(seen)
    place = {value: i for i, value in enumerate(values)}
    return [(a, b) for a, b in zip(order, order[1:], strict=False) if place[b] - place[a] > 1]


def _open(values: Sequence[int], found: Answer, sure: Mapping[int, Interval]) -> list[int]:
    """Values still to be measured well: the nearest, some of those not ruled out, and the neighbours of these."""
    some = [*_spread(found.possible, MOST_AT_ONCE), found.best]
    ends = [min(some), found.best, max(some)]
    beside = [values[at + side] for at in map(values.index, ends) for side in (-1, 1) if 0 <= at + side < len(values)]
    return sorted({*some, *beside} - set(sure))


CARD_NUMBERS = {
    "hand": ("card_draws", "randomised_delta", "hand"),
    "oh": ("card_table", "randomised_oh_delta", ""),
    "draw": ("card_draws", "randomised_delta", "drawn"),
    "kick": ("card_draws", "randomised_delta", "kicked"),
    "reward": ("card_draws", "randomised_delta", "reward"),
}
"""Numbers of a card that may be a target, in points: their metric, its column, and the way of coming it speaks of."""


@dataclass(frozen=True)
class Target:
    """A measure and the value that it should have (shares as parts of 1); of a card its id."""

    measure: str
    value: float
    card: str = ""

    @property
    def unit(self) -> str:
        """What people tell it in: per cent, or points."""
        return POINTS if self.card else unit_of(self.measure)


def read_target(text: str, turned: str) -> Target:
    """A target as it is typed: `turns=60`, `median turns=55`, `lost_share=30` (per cent), `oh=0` (points).

    A number of a card is that of the card that is turned (`turned`, an ID.KEY), or of `oh:ID`.
    """
    name, sign, number = (part.strip() for part in text.partition("="))
    measure, _, card = name.lower().partition(":")
    measure = measure.strip()
    try:
        value = float(number)
    except ValueError:
        value = float("nan")
    if not sign or value != value:
        raise BadInput(f"--target is '{text[:60]}'; allowed: MEASURE=VALUE, such as turns=60 or 'median turns=55'")
    if measure in CARD_NUMBERS:
        card = card.strip() or turned.rpartition(".")[0]
        if not card:
            raise BadInput(f"--target {text}: of which card?; allowed: {measure}:ID={number}")
        return Target(measure, value / 100, card)
    measure = known_measure(name, "--target", units(), CARD_NUMBERS)
    target = Target(measure, value)
    if target.unit and not 0 <= value <= 100:
        raise BadInput(f"--target {text[:60]}: {name_of(measure)} are a share; allowed: 0 to 100 (per cent)")
    return Target(measure, value / 100) if target.unit else target


def measured(store: Store, run: str, arm: str, target: Target, numbers: pl.DataFrame) -> Interval:
    """The measure of an arm of a run, with its 95 % interval; `numbers` are the `game_numbers` of the run."""
    if target.card:
        return _of_card(store, run, arm, target)
    return interval_of(target.measure, values_of(numbers.filter(arm=arm), target.measure))


def _of_card(store: Store, run: str, arm: str, target: Target) -> Interval:
    import polars as pl

    from lab.tables.metric import compute

    metric, column, way = CARD_NUMBERS[target.measure]
    rows = compute(store, [metric], run)[metric].filter(pl.col("arm") == arm, pl.col("id") == target.card)
    rows = rows.filter(pl.col("how") == way) if way else rows
    if rows.height != 1:
        raise BadInput(
            f"--target: {target.measure} of '{target.card}' is not known in {arm}; allowed: a card that came so"
        )
    row = rows.row(0, named=True)
    return Interval(row[column], row[f"{column}_low"], row[f"{column}_high"], row["games"])
