"""Which of many arms is the best for an aim, without playing all of them equally often.

Games are given out by sequential halving (Karnin, Koren and Somekh, ICML 2013): every round plays the arms that are
left equally often, and the worse half leaves. When one looks is known before anything is played: an arm is ruled out
only by intervals that hold at all of these looks at once (`confidence_sequence.reach`), shared out over its rivals:
with probability .95 the best arm is never ruled out, also if it left early. All arms play the same games, so that any
two are compared game by game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from lab.comparison.confidence_sequence import bounds_of, reach
from lab.comparison.game_numbers import interval_of, units
from lab.comparison.measure_names import known_measure
from lab.comparison.value_search import read_target
from lab.errors import BadInput
from lab.stats.intervals import CONFIDENCE, Array, Interval

LEAST, MOST = -1.0, 1.0
LOOKS = {"least": LEAST, "fewest": LEAST, "lowest": LEAST, "shortest": LEAST, "most": MOST, "highest": MOST}
"""Words of an aim that is not to be near a value."""


@dataclass(frozen=True)
class Aim:
    """What is wanted of a measure: the least of it (side -1), the most (side 1), or to be near a value (side 0)."""

    measure: str
    side: float = 0.0
    value: float = 0.0

    def worse(self, better: Array, other: Array, errors: float) -> Interval:
        """How much farther from the aim the other arm is than the first, game by game, to so many standard errors.

        Near a value an arm is farther only if it is on both sides of what the first one misses it by.
        """
        if self.side:
            return bounds_of(self.side * other, self.side * better, True, errors=errors)
        away = math.copysign(1.0, float(other.mean()) - self.value) * (other - self.value)
        missed = better - self.value
        sides = [bounds_of(one, away, True, errors=errors) for one in (missed, -missed)]
        return min(sides, key=lambda one: one.low)

    def distance(self, values: Array) -> float:
        """What an arm is judged by, less is better."""
        centre = float(np.nanmean(values))
        return -self.side * centre if self.side else abs(centre - self.value)


def read_aim(text: str) -> Aim:
    """An aim as it is typed: `fewest turns`, `most kills`, `minutes=60`, `combats lost=30` (per cent)."""
    if "=" in text:
        target = read_target(text, "")
        if target.card:
            raise BadInput(f"--target is '{text[:60]}'; allowed: a measure of games, such as minutes=60")
        return Aim(target.measure, 0.0, target.value)
    word, _, measure = text.strip().partition(" ")
    if word.lower() not in LOOKS or not measure.strip():
        raise BadInput(
            f"--target is '{text[:60]}'; allowed: {', '.join(LOOKS)} and a measure, as 'fewest turns', or minutes=60"
        )
    return Aim(known_measure(measure, "--target", units()), LOOKS[word.lower()])


class Rival(NamedTuple):
    """An arm, with its measure, and how much farther from the aim it is than the best one."""

    arm: str
    measure: Interval
    farther: Interval  # of the best arm itself nothing
    is_out: bool

    @property
    def games(self) -> int:
        return self.measure.n


Ask = Callable[[Sequence[str], int], Mapping[str, Array]]
"""Plays some arms until there are so many games of each: the measure of every game, nan of one that was given up."""


def rounds_of(number: int, games: int) -> list[tuple[int, int]]:
    """Of every round the number of arms that play and the games that each has behind it.

    `games` are those of each arm if all were played equally: half of them are given out.
    """
    rounds = max(1, math.ceil(math.log2(number)))
    share, left, played, plan = number * games / 2 / rounds, number, 0, list[tuple[int, int]]()
    for _ in range(rounds):
        played += int(share // left)
        plan.append((left, played))
        left = math.ceil(left / 2)
    return plan


def best_arm(arms: Sequence[str], games: int, aim: Aim, ask: Ask) -> list[Rival]:
    """The arms, the best one first, then those that are not ruled out, each group by how near it is to the aim."""
    known, left = dict[str, Array](), list(arms)
    for number, of_each in rounds_of(len(arms), games):
        left = _in_order(known, left, aim)[:number] if known else left
        known |= ask(left, of_each)
        found = rivals_of(known, aim, games)
        open_still = {one.arm for one in found if not one.is_out}
        left = [arm for arm in left if arm in open_still]
        if len(open_still) < 2 or len(left) < 2:
            break
    return found


def _in_order(known: Mapping[str, Array], arms: Sequence[str], aim: Aim) -> list[str]:
    return sorted(arms, key=lambda arm: aim.distance(known[arm]))


def rivals_of(known: Mapping[str, Array], aim: Aim, games: int) -> list[Rival]:
    """All arms beside the best of those that were played longest; any other arm may rule one out.

    `games`: those of each arm if all were played equally, by which the looks are laid out.
    """
    longest = max(map(len, known.values()))
    best = _in_order(known, [arm for arm, values in known.items() if len(values) == longest], aim)[0]
    errors = _errors(len(known), games, 1 if aim.side else 2)  # near a value each side may fail
    rows = []
    for arm, values in known.items():
        own = Rival(
            arm, interval_of(aim.measure, values[~np.isnan(values)]), Interval(0.0, 0.0, 0.0, len(values)), False
        )
        if arm != best:
            by_best = _beside(known[best], values, aim, errors)
            is_out = any(_beside(o, values, aim, errors).low > 0 for a, o in known.items() if a != arm)
            own = own._replace(farther=by_best, is_out=is_out)
        rows.append(own)
    return sorted(rows, key=lambda row: (row.arm != best, row.is_out, aim.distance(known[row.arm])))


@cache
def _errors(number: int, games: int, sides: int) -> float:
    """How many standard errors wide the intervals of so many arms are."""
    looks = [played for _, played in rounds_of(number, games) if played]
    return reach(looks, (1 - CONFIDENCE) / (number - 1) / sides)


def _beside(better: Array, other: Array, aim: Aim, errors: float) -> Interval:
    """How much farther one arm is than another over the games that both have played."""
    n = min(len(better), len(other))
    both = ~(np.isnan(better[:n]) | np.isnan(other[:n]))
    one, two = better[:n][both], other[:n][both]
    return aim.worse(one, two, errors) if len(one) > 1 else Interval(np.nan, np.nan, np.nan, len(one))
