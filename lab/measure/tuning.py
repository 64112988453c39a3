"""Which value of a number brings a measure to a target? A search over whole values, each of them measured by games.

All values play the same games (the same keyed randomness), so that their differences are known better than each of
them. The answer is the value whose measure lies nearest, with all values that the games do not rule out: a value is
ruled out when the 95 % interval of its measure leaves the target out. The search does not take for granted that the
measure rises or falls; between two measured values it takes it to move from one to the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from lab.measure.stats import Interval

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
