"""What each of several changes does that were made together, and whether two of them are more than their sum.

Every game is played in all arms with the same randomness, so each game gives one estimate of each effect: the least
squares fit of its numbers in all arms to main effects and interactions of two. Effects are means of these over games,
with Student's t; that the arms' games hang together is in their spread. A main effect is that of a change averaged over
games with and without the others; an interaction is what two changes do together beyond the sum of what each does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from lab.comparison.arm_comparison import Difference
from lab.comparison.game_numbers import measures_of, values_of
from lab.stats.intervals import CONFIDENCE, FDR, Array, mean, q_values
from lab.stats.paired import ROUNDING, t_test

if TYPE_CHECKING:
    from lab.comparison.factorial_design import Design

METHOD = "least squares of every game over all arms; t over games"
AS_IT_IS = "as it is"


@dataclass(frozen=True)
class Change:
    """One value of a change that is screened, what it is called, and by what option it was typed.

    Of a number over a range `at` says of every level how far from its low end it is, 0 to 1: the change is the way to
    its high end, or, where it `bends`, what the middle has beyond both ends.
    """

    factor: int
    level: int
    name: str
    at: tuple[float, ...] = ()
    bends: bool = False
    typed: str = ""

    def column(self, levels: Array) -> Array:
        """How much of it is in each of some arms, by the levels of its factor."""
        if not self.at:
            return np.asarray(levels == self.level, float)
        part: Array = np.array(self.at)[levels]
        return 4 * part * (1 - part) if self.bends else part


@dataclass(frozen=True)
class Effects:
    """Main effects of changes and interactions of two, by measure; the primary measure is the first of each."""

    main: dict[Change, list[Difference]]
    pairs: dict[tuple[Change, Change], list[Difference]]
    games: int  # that all arms have


def factor_effects(
    numbers: pl.DataFrame, arms: Sequence[str], design: Design, changes: Sequence[Change], primary: str, pairs: bool
) -> Effects:
    """Effects on every measure from one row per arm and game (`game_numbers`), of the games that all arms have.

    `arms`: their names in the order of the rows of the design; `pairs`: whether the design tells interactions apart.
    """
    whole = numbers.group_by("game").len().filter(pl.col("len") == len(arms))["game"]
    numbers = numbers.filter(pl.col("game").is_in(whole.implode())).sort("game")
    of_arm = {str(name): own for (name,), own in numbers.partition_by("arm", as_dict=True).items()}
    units = measures_of(numbers, numbers, primary)
    terms, columns = _model(np.array(design), changes, pairs)
    solve, levels = np.linalg.pinv(np.column_stack([np.ones(len(design)), columns])), np.array(design)
    rows: dict[tuple[Change, ...], list[Difference]] = {term: [] for term in terms}
    for measure in (primary, *(one for one in units if one != primary)):
        games = np.stack([values_of(of_arm[arm], measure) for arm in arms])
        effects = solve @ games
        effects[np.abs(effects) < ROUNDING * max(1.0, float(np.abs(games).max(initial=0)))] = 0
        for term, effect in zip(terms, effects[1:], strict=True):
            without = _without(effects, term, changes, levels)
            rows[term].append(_row(measure, units[measure], term, effect, without))
    found = _found({term: own for term, own in rows.items() if len(term) == 1})
    found |= _found({term: own for term, own in rows.items() if len(term) == 2})
    main = {term[0]: own for term, own in found.items() if len(term) == 1}
    return Effects(main, {(t[0], t[1]): own for t, own in found.items() if len(t) == 2}, len(whole))


def _model(levels: Array, changes: Sequence[Change], pairs: bool) -> tuple[list[tuple[Change, ...]], Array]:
    """Terms of the fit with their columns: of every value whether it holds, less its share; of two their product."""
    alone = {one: one.column(levels[:, one.factor]) for one in changes}
    centred = {one: column - column.mean() for one, column in alone.items()}
    terms: list[tuple[Change, ...]] = [(one,) for one in changes]
    if pairs:
        straight = [one for one in changes if not one.bends]
        terms += [(a, b) for a, b in combinations(straight, 2) if a.factor != b.factor]
    return terms, np.column_stack([np.prod([centred[one] for one in term], axis=0) for term in terms])


def _without(effects: Array, term: tuple[Change, ...], changes: Sequence[Change], levels: Array) -> float:
    """What the fit gives where the change of a term is as it is, and the others are as in all arms together.

    Of two changes nothing, which is what they do beyond their sum where they only add up.
    """
    if len(term) > 1:
        return 0.0
    own = [i for i, one in enumerate(changes) if one.factor == term[0].factor]
    shares = [float(changes[i].column(levels[:, changes[i].factor]).mean()) for i in own]
    return float(effects[0].mean() - sum(s * effects[1 + i].mean() for i, s in zip(own, shares, strict=True)))


def _row(measure: str, unit: str, term: tuple[Change, ...], effect: Array, without: float) -> Difference:
    """An effect as a row of a comparison: with the change against without it."""
    found = mean(effect)
    nothing = float("nan")
    return Difference(
        measure, unit, AS_IT_IS, " and ".join(one.name for one in term), without, without + found.value, found.value,
        found.low, found.high, found.n, nothing, nothing, nothing, nothing, None, None, t_test(effect), METHOD,
    )  # fmt: skip


def _found(rows: Mapping[tuple[Change, ...], list[Difference]]) -> dict[tuple[Change, ...], list[Difference]]:
    """The same with what their number leaves of the p-values: those of the primary measure and all others apart."""
    said = {term: list(own) for term, own in rows.items()}
    families = ((slice(0, 1), "primary", 1 - CONFIDENCE), (slice(1, None), "secondary", FDR))
    for places, role, rate in families:
        of = [(term, i) for term, own in said.items() for i in range(len(own))[places]]
        q = q_values([_known(said[term][i].p_value) for term, i in of])
        for (term, i), value in zip(of, q, strict=True):
            told = None if np.isnan(value) else float(value)
            is_found = bool(value < rate)
            said[term][i] = replace(said[term][i], role=role, family=len(of), q_value=told, found=is_found)
    return said


def _known(p: float | None) -> float:
    return float("nan") if p is None else p
