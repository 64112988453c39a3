"""Which value of a number brings a measure to a target? A search over whole values, each of them measured by games.

All values play the same games (the same keyed randomness), so that their differences are known better than each of
them. The answer is the value whose measure lies nearest, with all values that the games do not rule out: a value is
ruled out when the 95 % interval of its measure leaves the target out. The search does not take for granted that the
measure rises or falls; between two measured values it takes it to move from one to the other.

Targets of a search: a measure with the value that it should have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from lab.comparison.game_numbers import game_numbers, interval_of, units, values_of
from lab.comparison.measure_names import POINTS, known_measure, name_of, unit_of
from lab.errors import BadInput
from lab.stats.intervals import Interval, z_quantile

if TYPE_CHECKING:
    from lab.store.store_folder import Store

SCOUTS, SCOUT_GAMES = 7, 400
"""Values that are looked at first, spread over the range, and games of each."""

Ask = Callable[[Sequence[int], int], Mapping[int, Interval]]
"""Measures some values by a number of games of each."""


@dataclass(frozen=True)
class Answer:
    """What a search found: every value measured, the nearest one, and those that are not ruled out."""

    target: float
    measured: Mapping[int, Interval]
    best: int
    possible: tuple[int, ...] = field(default=())  # not ruled out, in order; empty: the target is not reached

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
        own = max(self.measured[value].high - self.measured[value].low for value in self.possible) / 2
        return games * max(1.0, (own / (abs(slope) * step)) ** 2)

    @property
    def passed(self) -> tuple[int, int] | None:
        """Neighbouring values between which the measure steps over the target although none of them meets it."""
        order = sorted(self.measured)
        for one, other in zip(order, order[1:], strict=False):
            if crosses(self.measured[one], self.measured[other], self.target):
                return one, other
        return None


def search(values: Sequence[int], target: float, games: int, ask: Ask) -> Answer:
    """Find the value whose measure is nearest to the target, by `games` games of every value that matters.

    A coarse look first, then halving of every gap in which the measure crosses the target. Then the nearest value, all
    that the coarse look has not ruled out, and their neighbours, outwards until they are ruled out too.
    """
    values = sorted(set(values))
    few = min(games, SCOUT_GAMES)
    seen = dict(ask(_spread(values, SCOUTS), few))
    while gaps := [gap for gap in _gaps(seen, values) if crosses(seen[gap[0]], seen[gap[1]], target)]:
        between = [values[(values.index(low) + values.index(high)) // 2] for low, high in gaps]
        seen |= ask(between, few)
    sure: dict[int, Interval] = {}
    while wanted := _open(values, seen, sure, target):
        sure |= ask(wanted, games)
    possible = tuple(v for v in sorted(sure) if holds(sure[v], target))
    return Answer(target, seen | sure, _nearest(sure, target), possible)


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


def _nearest(seen: Mapping[int, Interval], target: float) -> int:
    return min(seen, key=lambda v: (abs(seen[v].value - target), v))


def _open(
    values: Sequence[int], seen: Mapping[int, Interval], sure: Mapping[int, Interval], target: float
) -> list[int]:
    """Values still to be measured well: those not ruled out, the nearest one, and the neighbours of all of these."""
    best = _nearest({**seen, **sure}, target)
    likely = [v for v in sure if v == best or holds(sure[v], target)]
    beside = [values[at + side] for at in map(values.index, likely) for side in (-1, 1) if 0 <= at + side < len(values)]
    wanted = {best, *(v for v in seen if holds(seen[v], target)), *beside}
    return sorted(wanted - set(sure))


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


def measured(store: Store, run: str, arm: str, target: Target) -> Interval:
    """The measure of an arm of a run, with its 95 % interval."""
    import polars as pl

    if target.card:
        return _of_card(store, run, arm, target)
    numbers = game_numbers(store, run).filter(pl.col("arm") == arm)
    return interval_of(target.measure, values_of(numbers, target.measure))


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
