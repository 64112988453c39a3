"""Shapes: the way a measure goes while a rule or the cards go through some values, judged in standard errors.

The same games are played at every value, so all differences are those of pairs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from lab.conduct.play_measures import Column

CLEAR, WRONG = 3.0, -3.0
"""Standard errors by which a way must be gone in all, and by which no step may go the other way."""
SURE = 2.0
"""Standard errors from which the sign of a single step is known."""
DEGREE = 3
"""Of the smooth curve from which a step that is not sure may differ by no more than its noise."""
QUARTER = 0.25
"""Part of its step below which one that is known to be smaller is a bend."""
MIRRORED = 1.5
"""How much farther the way down may be than the way up."""


def score(difference: Column) -> float:
    """Mean of a paired difference in standard errors, over the pairs that are there; 0 where nothing differs."""
    difference = difference[np.isfinite(difference)]
    spread = float(difference.std())
    if spread == 0:
        return 0.0 if difference.mean() == 0 else math.copysign(math.inf, difference.mean())
    return float(difference.mean() / (spread / np.sqrt(len(difference))))


def _never_falls(columns: Sequence[Column], sign: int = 1) -> bool:
    return all(score(sign * (after - before)) > WRONG for before, after in zip(columns, columns[1:]))


def _rises(columns: Sequence[Column], sign: int = 1) -> bool:
    return _never_falls(columns, sign) and score(sign * (columns[-1] - columns[0])) > CLEAR


def _flat(columns: Sequence[Column]) -> bool:
    return all(abs(score(one - columns[0])) < CLEAR for one in columns[1:])


def _has_one_hump(columns: Sequence[Column]) -> bool:
    top = int(np.argmax([np.nanmean(column) for column in columns]))
    return 0 < top < len(columns) - 1 and _rises(columns[: top + 1]) and _rises(columns[top:], -1)


SHAPES: dict[str, Callable[[Sequence[Column]], bool]] = {
    "rising": _rises,
    "falling": lambda columns: _rises(columns, -1),
    "never falling": _never_falls,
    "never rising": lambda columns: _never_falls(columns, -1),
    "flat": _flat,
    "one hump": _has_one_hump,
}
"""Every shape by the word of `checks.toml`; each allows for noise."""


def bent_steps(values: Sequence[int], columns: Sequence[Column], sign: int) -> list[int]:
    """Places of steps that are neither surely the right way nor near a smooth curve that goes it.

    Near is within noise of the curve's step, or at least a `QUARTER` of it.
    """
    means = np.array([np.nanmean(column) for column in columns])
    at = (np.array(values) - values[0]) / (values[-1] - values[0])
    smooth = np.diff(np.polyval(np.polyfit(at, means, min(DEGREE, len(values) - 2)), at))
    found = []
    for i, (before, after) in enumerate(zip(columns, columns[1:])):
        step = sign * (after - before)
        fits = sign * smooth[i] > 0 and abs(score(step - sign * smooth[i])) < CLEAR
        small = float(np.nanmean(step)) < QUARTER * sign * smooth[i] or sign * smooth[i] <= 0
        if score(step) < SURE and not fits and small:
            found.append(i)
    return found


def is_mirrored(low: Column, middle: Column, high: Column) -> bool:
    """Whether the way down from the middle is about as far as the way up, as far as their noise can tell."""
    down, up = middle - low, high - middle
    sign = math.copysign(1, np.nanmean(high - low))
    return all(score(sign * (MIRRORED * one - other)) > -SURE for one, other in ((down, up), (up, down)))
