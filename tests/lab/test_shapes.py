"""Shapes are found where they were planted, and noise is no shape."""

from __future__ import annotations

import math

import numpy as np
import pytest

from lab.conduct.shapes import SHAPES, bent_steps, is_mirrored, score

NOISE = np.array([-1.0, 1.0] * 50)
"""A hundred games whose mean is 0, and whose paired differences spread by 1 where only one column has them."""


def columns(*means: float, error: float = 0.1) -> list[np.ndarray]:
    """The same games at several values: every other column with noise, which gives a step its error."""
    return [mean + 10 * error * NOISE * (i % 2) for i, mean in enumerate(means)]


def test_a_difference_is_measured_in_standard_errors():
    assert score(np.zeros(100)) == 0
    assert score(np.ones(100)) == math.inf
    assert score(np.array([0.0, 2.0] * 50)) == pytest.approx(10)  # mean 1, spread 1, 100 games
    assert score(np.array([0.0, 2.0] * 50 + [np.nan])) == pytest.approx(10)  # a game that was given up


@pytest.mark.parametrize(
    ("means", "shapes"),
    [
        ((1, 2, 3, 4, 5), {"rising", "never falling"}),
        ((5, 4, 3, 2, 1), {"falling", "never rising"}),
        ((1, 1.1, 1, 1.1, 1), {"flat", "never falling", "never rising"}),  # one error up and down
        ((1, 2, 3, 2, 1), {"one hump"}),
        ((3, 2, 1, 2, 3), set()),
        ((1, 2, 1.9, 3, 4), {"rising", "never falling"}),  # one step down by one error
        ((1, 2, 1.5, 3, 4), set()),  # by five
    ],
)
def test_each_shape_is_known(means, shapes):
    assert {name for name, holds in SHAPES.items() if holds(columns(*means))} == shapes


def test_a_step_that_goes_the_wrong_way_is_named():
    values = list(range(4, 11))
    smooth = [10 + 2 * v - 0.05 * v * v for v in values]
    assert bent_steps(values, columns(*smooth), 1) == []
    assert bent_steps(values, columns(*(-m for m in smooth)), -1) == []
    saw = smooth.copy()
    saw[3], saw[4] = saw[4], saw[3]
    assert 3 in bent_steps(values, columns(*saw), 1)
    dent = [mean - 1.4 * (v == 7) for v, mean in zip(values, smooth)]  # a step down of 0.05 in place of one up of 1.35
    assert bent_steps(values, columns(*dent), 1) == [2]
    assert bent_steps(values, columns(*dent, error=1), 1) == []  # too few games to tell it from a curve that rises


@pytest.mark.parametrize(("down", "up", "good"), [(4, 4, 1), (4, 5.9, 1), (4, 8, 0), (8, 4, 0), (1, 12, 0)])
def test_the_way_down_is_about_as_far_as_the_way_up(down, up, good):
    low, middle, high = columns(50 - down, 50, 50 + up)
    assert is_mirrored(low, middle, high) == bool(good)
