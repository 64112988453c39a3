"""The search for a value: planted curves, exact and noisy; what cannot be reached is said to be out of reach."""

import math

import numpy as np
import pytest

from lab.comparison.value_search import SCOUT_GAMES, Answer, search
from lab.stats.intervals import Interval


def exact(curve, width=0.5):
    """A measure that is known to a width, and the list of what was asked."""
    asked = []

    def ask(values, games):
        asked.append((tuple(values), games))
        half = width if games > SCOUT_GAMES else 2 * width
        return {v: Interval(curve(v), curve(v) - half, curve(v) + half, games) for v in values}

    return ask, asked


@pytest.mark.parametrize(
    ("curve", "target", "best", "possible"),
    [
        (lambda v: 10.0 * v, 70.0, 7, (7,)),
        (lambda v: -10.0 * v, -70.0, 7, (7,)),  # falling
        (lambda v: 10.0 * v, 72.0, 7, ()),  # between two values: neither meets it
        (lambda v: 0.2 * v, 1.4, 7, (5, 6, 7, 8, 9)),  # 1.4 +- 0.5 holds 1.0 to 1.8
        (lambda v: abs(v - 9.0), 6.0, 3, (3, 15)),  # falls, then rises: both ends of it
    ],
)
def test_a_planted_value_is_found(curve, target, best, possible):
    ask, _ = exact(curve)
    found = search(range(0, 21), target, 2_000, ask)
    assert (found.best, found.possible) == (best, possible)


def test_what_is_stepped_over_is_told_from_what_is_out_of_reach():
    ask, _ = exact(lambda v: 10.0 * v)
    over = search(range(0, 21), 72.0, 2_000, ask)
    assert not over.reached and over.passed == (7, 8)
    beyond = search(range(0, 21), 260.0, 2_000, ask)
    assert not beyond.reached and beyond.passed is None and beyond.best == 20


@pytest.mark.parametrize(
    ("step", "games"),
    [
        (0.04, 1_563),  # (0.05 / 0.04) ** 2 = 1.5625 times as many
        (-0.04, 1_563),
        (0.2, 1_000),  # told already
        (0.035, None),  # the error of the slope is 0.05 / 1.96 / sqrt(2) = 0.018, twice that more than the slope
    ],
)
def test_how_many_games_would_tell_neighbours_apart_follows_from_the_slope(step, games):
    found = {v: Interval(step * v, step * v - 0.05, step * v + 0.05, 1_000) for v in range(3)}
    needed = Answer(0.0, found, 0, (0, 1, 2)).games_to_tell(1_000)
    assert needed == games if games is None else math.isclose(needed, games, abs_tol=1)


def test_values_that_are_far_off_cost_few_games():
    ask, asked = exact(lambda v: 10.0 * v)
    search(range(0, 101), 700.0, 2_000, ask)
    many = [v for values, games in asked if games == 2_000 for v in values]
    assert sorted(many) == [69, 70, 71] and len(asked) < 12


def test_the_truth_is_among_what_is_not_ruled_out():
    kept = 0
    for seed in range(200):
        draw = np.random.default_rng(seed)

        def ask(values, games, draw=draw):
            spread = 20 / math.sqrt(games)
            middle = {v: 40 + 3 * v + spread * draw.normal() for v in values}
            return {v: Interval(m, m - 1.96 * spread, m + 1.96 * spread, games) for v, m in middle.items()}

        kept += 7 in search(range(1, 13), 61.0, 2_000, ask).possible
    assert kept >= 180  # a 95 % interval; binomial(200, .95) falls below 180 once in a thousand


def test_one_value_is_measured_and_judged():
    ask, _ = exact(lambda v: 5.0)
    assert search([4], 5.0, 2_000, ask).possible == (4,)
