"""Comparing does without `scipy.stats`, which takes half a second to import, and computes what it computes."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from lab.comparison.confidence_sequence import Goal, games_for
from lab.stats.influence import density
from lab.stats.paired import paired
from lab.stats.ratings import rate
from lab.stats.unpaired import unpaired

DIGITS = {"rel": 1e-12}
RNG = np.random.default_rng(11)
TURNS = [
    (RNG.poisson(lam, n), RNG.poisson(more, m)) for lam, more, n, m in ((50, 52, 40, 31), (3, 30, 4, 5), (9, 30, 7, 3))
]


@pytest.mark.parametrize(("a", "b"), TURNS)
def test_two_samples_are_compared_as_welch_does(a, b):
    known = stats.ttest_ind(b, a, equal_var=False)
    found = unpaired(a, b)
    assert found.p_value == pytest.approx(known.pvalue, **DIGITS)
    assert found.difference[1:3] == pytest.approx(tuple(known.confidence_interval(0.95)), **DIGITS)


def test_pairs_are_compared_as_student_does():
    a, b = RNG.poisson(50, 60), RNG.poisson(53, 60)
    assert paired(a, b).p_value == pytest.approx(stats.ttest_rel(b, a).pvalue, **DIGITS)


@pytest.mark.parametrize(("ups", "downs"), [(0, 0), (0, 1), (1, 1), (3, 4), (17, 2), (0, 40), (480, 520), (900, 700)])
def test_games_that_changed_sides_are_counted_as_mcnemar_does(ups, downs):
    a = np.array([0] * ups + [1] * downs + [1] * 5)
    b = np.array([1] * ups + [0] * downs + [1] * 5)
    wanted = stats.binomtest(ups, ups + downs, 0.5).pvalue if ups + downs else 1.0
    assert paired(a, b, binary=True).p_value == pytest.approx(wanted, **DIGITS)


@pytest.mark.parametrize("x", [RNG.poisson(50, 300).astype(float), np.array([1.0, 2.0]), np.array([5.0] * 9 + [60.0])])
def test_the_density_is_that_of_gaussian_kernels(x):
    for at in (float(np.median(x)), 3.5, 51.0):
        assert density(x, at) == pytest.approx(float(stats.gaussian_kde(x)(at)[0]), **DIGITS)


def test_quantiles_are_those_of_the_normal_distribution():
    two_sided, power = stats.norm.ppf(0.975), stats.norm.ppf(0.8)
    assert games_for(Goal("turns", "±", 0.01), 20.0) == int(np.ceil((two_sided * 20 / 0.01) ** 2))
    assert games_for(Goal("turns", ">", 0.01), 20.0) == int(np.ceil(((two_sided + power) * 20 / 0.01) ** 2))
    seats = np.ones((200, 3))
    won = np.eye(3)[RNG.choice(3, 200, p=(0.5, 0.3, 0.2))]
    found = rate(seats, won, anchor=0)
    error = (found.high - found.points) / two_sided
    with np.errstate(divide="ignore", invalid="ignore"):
        wanted = 2 * stats.norm.sf(np.abs((found.points - 1500) / error))
    assert found.p_value[1:] == pytest.approx(wanted[1:], rel=1e-9)


@pytest.mark.deep
def test_nobody_imports_it_to_compare_two_arms():
    code = (
        "import sys, numpy as np\n"
        "from lab.stats.paired import paired\nfrom lab.stats.unpaired import unpaired\n"
        "from lab.stats.influence import median\nimport lab.comparison.confidence_sequence\n"
        "import lab.stats.ratings, lab.tune.tuning_objective\n"
        "a, b = np.arange(9), np.arange(9) ** 2\n"
        "paired(a, b), paired(a > 3, b > 3, True), unpaired(a, b), median(a)\n"
        "print('scipy.stats' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
