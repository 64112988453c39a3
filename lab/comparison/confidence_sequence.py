"""Stopping early without fooling oneself: an interval that holds at every look at once.

An interval for a fixed number of games, looked at again and again until it pleases, covers too little. Where it is said
before playing after how many games one looks (`batches`), it is as many standard errors wide as holds the truth with
probability .95 at all of these looks (`reach`). Where one looks at any time, it is the confidence sequence of Robbins
(1970), the normal mixture in its asymptotic form (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of Statistics
52, 2024, theorem 2.2), which takes half as many games again.
"""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from lab.comparison.arm_pairs import pairs_of
from lab.comparison.game_numbers import PRIMARY, game_numbers, interval_of, is_share, units, values_of
from lab.comparison.measure_names import (
    check_primary,
    difference_told,
    interval_told,
    known_measure,
    name_of,
    unit_of,
)
from lab.errors import BadInput
from lab.stats.intervals import CONFIDENCE, Array, Interval, t_quantile, z_quantile

if TYPE_CHECKING:
    from lab.store.store_folder import Store

BEST_AT = 2_000
"""Number of games at which the sequence is tightest; chosen before anything is played, as it must be."""
FIRST, GROWTH = 500, 1.5
"""Games of the first batch, and how much more there are after each look."""
NODES = 301
"""Places at which a walk is followed; four times as many move no reach by a thousandth."""
RARE = 4.0
"""Least sum of squares that shares are given: where nothing has happened yet, something rare may still."""
KNOWN, MOVES = "±", ">"
_QUESTION = re.compile(r"\s*([a-z_' ]+?)\s*(±|\+-|\+/-|>)\s*([0-9]*\.?[0-9]+)\s*")
ASKS = "MEASURE ±X (until it is known to X) or MEASURE >X (until it is known whether it moves by more than X)"


@dataclass(frozen=True)
class Goal:
    """What is to be known of a measure: its difference to `size` (±), or whether it moves by more than that (>).

    `size` is in units of the measure; shares are parts of 1.
    """

    measure: str
    kind: str
    size: float

    def reached(self, bounds: Interval) -> str:
        """Why one may stop, in words; empty as long as one may not."""
        half = (bounds.high - bounds.low) / 2
        if math.isnan(half):
            return ""
        if self.kind == KNOWN:
            return f"is known to {KNOWN}{self.told}" if half <= self.size else ""
        if bounds.low > self.size or bounds.high < -self.size:
            return f"is more than {self.told}"
        return f"is less than {self.told}" if -self.size < bounds.low and bounds.high < self.size else ""

    @property
    def told(self) -> str:
        """The size as people write it."""
        return f"{100 * self.size:g} points" if is_share(self.measure) else f"{self.size:g}"


def read_goal(text: str, option: str) -> Goal:
    """A goal as it is typed: `turns ±1`, `ending_shared ±2` (points), `turns >1`."""
    found = _QUESTION.fullmatch(text)
    if found is None or float(found[3]) == 0:
        raise BadInput(f"{option} is '{text[:60]}'; allowed: {ASKS}, X above 0")
    measure = known_measure(found[1], option, units())
    size = float(found[3])
    return Goal(measure, MOVES if found[2] == MOVES else KNOWN, size / 100 if is_share(measure) else size)


def asked_measure(command: str) -> str:
    """The measure that a command as it was typed names before looking (`--primary`, `--until`), else the usual one."""
    try:
        words = shlex.split(command)
    except ValueError:  # a command that somebody wrote
        return PRIMARY
    spread = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    given = dict(zip(spread, spread[1:], strict=False))
    try:
        if "--until" in given:
            return read_goal(given["--until"], "--until").measure
        return check_primary(given.get("--primary", PRIMARY))
    except BadInput:
        return PRIMARY


def batches(most: int, shard: int) -> list[int]:
    """Numbers of games after which one looks: whole shards, half as many again each time, up to `most`."""
    sizes = [min(most, FIRST)]
    while sizes[-1] < most:
        sizes.append(min(most, max(sizes[-1] + shard, round(sizes[-1] * GROWTH / shard) * shard)))
    return sizes


def margin(n: int, tail: float = 1 - CONFIDENCE) -> float:
    """Half-width for a mean of `n` numbers of unit variance, uniformly over all n; `tail`: how often it may fail."""
    spread = (-2 * math.log(tail) + math.log(-2 * math.log(tail)) + 1) / BEST_AT
    grown = n * spread + 1
    return math.sqrt(2 * grown * math.log(math.sqrt(grown) / tail) / (n * n * spread))


def reach(looks: Sequence[int], tail: float = 1 - CONFIDENCE) -> float:
    """How many standard errors wide an interval must be to hold the truth at all looks at once (Pocock 1977).

    `looks`: numbers of games, rising; `tail`: how often it may fail.
    """
    from scipy.optimize import brentq

    return float(brentq(lambda wide: 1 - _stays(looks, wide) - tail, 0.5, 9.0, xtol=1e-5))


def _stays(looks: Sequence[int], wide: float) -> float:
    """How likely a sum of normal numbers is within so many standard errors at all looks.

    Look by look, the density of sums that were within at all looks before (Armitage, McPherson and Rowe 1969).
    """
    places, before = np.linspace(-1, 1, NODES), 0
    weights = np.where(np.arange(NODES) % 2, 4.0, 2.0) / 3 * (places[1] - places[0])  # Simpson's
    weights[[0, -1]] /= 2
    sums, mass = np.zeros(1), np.ones(1)
    for games in looks:
        size, step = wide * math.sqrt(games), games - before
        here = size * places
        kernel = np.exp(-((here[:, None] - sums) ** 2) / (2 * step)) / math.sqrt(2 * math.pi * step)
        sums, mass, before = here, kernel @ mass * weights * size, games
    return float(mass.sum())


def bounds_of(a: Array, b: Array, paired: bool, tail: float = 1 - CONFIDENCE, errors: float | None = None) -> Interval:
    """The sequence's interval of mean b - mean a after these games; `paired`: game by game.

    `errors`: so many standard errors wide instead, where one looks as was said before (`reach`).
    """
    n = min(len(a), len(b))
    if n < 2:
        return Interval(math.nan, math.nan, math.nan, n)
    wide = margin(n, tail) if errors is None else errors / math.sqrt(n) * float(t_quantile(n)) / z_quantile()
    centre, half = float(b.mean() - a.mean()), wide * spread_of(a, b, paired)
    return Interval(centre, centre - half, centre + half, n)


def differences_so_far(store: Store, run: str, measure: str) -> list[str]:
    """What the stored games of a run say of a measure, a pair of arms a sentence; they hold whenever one stops."""
    if run not in store.run_ids() or store.arms(run).height < 2:
        return []
    numbers, told = game_numbers(store, run), []
    for pair in pairs_of(store, run):
        left, right = (numbers.filter(arm=name) for name in (pair.a, pair.b))
        a, b = (
            values_of(one.join(other, on="game", how="semi"), measure) for one, other in ((left, right), (right, left))
        )
        bounds = bounds_of(a, b, pair.paired)
        if math.isfinite(bounds.value):
            said = difference_told(bounds, measure, float(a.mean()))
            told.append(f"{pair.b} against {pair.a}, after {bounds.n:,} games of each: {said}")
    return told


def values_so_far(store: Store, run: str, measure: str) -> list[str]:
    """What the stored games of a run say of a measure, an arm a sentence; the intervals hold whenever one stops."""
    if run not in store.run_ids():
        return []
    told = []
    for own in game_numbers(store, run).partition_by("arm", maintain_order=True):
        found = whenever(interval_of(measure, values_of(own, measure)))
        if math.isfinite(found.value):
            said = f"{name_of(measure)} {interval_told(found, unit_of(measure))}"
            told.append(f"{own['arm'][0]}, after {own.height:,} games: {said}")
    return told


def whenever(known: Interval) -> Interval:
    """A mean with its t interval as one of a sequence: bounds that hold however often one looks."""
    half = (known.high - known.low) / 2 / float(t_quantile(known.n)) * math.sqrt(known.n) * margin(known.n)
    return Interval(known.value, known.value - half, known.value + half, known.n)


def spread_of(a: Array, b: Array, paired: bool) -> float:
    """Standard deviation of the difference that one game of each arm makes; of shares never nothing."""
    variance = float(np.var(b - a, ddof=1)) if paired else float(np.var(a, ddof=1) + np.var(b, ddof=1))
    if np.isin(np.concatenate([a, b]), (0, 1)).all():
        variance = max(variance, RARE / min(len(a), len(b)))
    return math.sqrt(variance)


def games_for(goal: Goal, spread: float, power: float = 0.8) -> int:
    """Games of a fixed number that a goal needs, given the standard deviation of a pair's difference.

    ±X: a 95 % interval of half-width X. >X: a difference of X found at 5 % with probability `power`.
    """
    from scipy.special import ndtri

    quantile = z_quantile()
    if goal.kind == MOVES:
        quantile += float(ndtri(power))
    return max(2, math.ceil((quantile * spread / goal.size) ** 2))
