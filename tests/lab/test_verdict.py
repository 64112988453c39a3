"""The rule of what is said of a card, and how often it is wrong where the truth is planted."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.cards.card_verdict import AVERAGE, STRONG, UNCLEAR, WEAK, verdict
from lab.stats.intervals import q_values
from lab.stats.shrinkage import shrunken


@pytest.mark.parametrize(
    ("value", "low", "high", "q", "said"),
    [
        (0.03, 0.01, 0.05, 0.05, STRONG),
        (-0.03, -0.05, -0.01, 0.05, WEAK),
        (0.03, 0.01, 0.05, 0.10, UNCLEAR),  # q is not below 0.10
        (0.03, -0.01, 0.07, 0.05, UNCLEAR),  # zero is in the interval
        (0.015, 0.005, 0.025, 0.001, UNCLEAR),  # above zero, but perhaps by less than matters
        (0.01, 0.005, 0.015, 0.001, AVERAGE),  # above zero, and by less than matters
        (0.0, -0.02, 0.02, 1.0, AVERAGE),
        (0.0, -0.021, 0.02, 1.0, UNCLEAR),
        (-0.03, -0.05, -0.01, None, UNCLEAR),  # never dealt otherwise than to all or none
        (None, None, None, None, None),
    ],
)
def test_the_rule(value, low, high, q, said):
    row = {"x": [value], "x_low": [low], "x_high": [high], "q": [q]}
    frame = pl.DataFrame(row, schema=dict.fromkeys(row, pl.Float64))
    assert frame.select(verdict("x", "q")).item() == said


def test_what_matters_is_for_the_reader_to_say():
    frame = pl.DataFrame({"x": [0.03], "x_low": [0.01], "x_high": [0.05], "q": [0.01]})
    said = [frame.select(verdict("x", "q", matters)).item() for matters in (0.0, 0.02, 0.04, 0.05)]
    assert said == [STRONG, STRONG, UNCLEAR, AVERAGE]


def judged(tau, error=0.018, k=147, seed=0):
    """Truths and verdicts of a table whose truths scatter by tau."""
    rng = np.random.default_rng(seed)
    errors = error * rng.uniform(0.7, 1.2, k)
    truths = tau * rng.normal(size=k)
    values = truths + errors * rng.normal(size=k)
    found = shrunken(values, errors)
    q = q_values(2 * stats.norm.sf(np.abs(values / errors)))
    frame = pl.DataFrame({"x": found.value, "x_low": found.low, "x_high": found.high, "q": q})
    return truths, frame.select(verdict("x", "q")).to_series().to_numpy()


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("error", [0.003, 0.018, 0.06])
def test_where_all_cards_are_equal_few_tables_accuse_one(error):
    tables = [judged(0.0, error, seed=seed)[1] for seed in range(200)]
    # A q below 0.10 in at most 10 % of null tables; 24 of 200 are within two sd of that.
    assert sum(bool(np.isin(said, (STRONG, WEAK)).any()) for said in tables) <= 24


@pytest.mark.parametrize("error", [0.0069, 0.018])
def test_the_words_are_true(error):
    # The spread that was measured on `base`, at the errors of 3,000 and of 20,000 games.
    truths, said = (np.concatenate(x) for x in zip(*(judged(0.014, error, seed=s) for s in range(200)), strict=True))
    accused = np.isin(said, (STRONG, WEAK))
    wrong = (said == STRONG) & (truths <= 0) | (said == WEAK) & (truths >= 0)
    assert accused.sum() > 200 and wrong.sum() / accused.sum() < 0.05  # q bounds the share of nulls at 10 %
    average = said == AVERAGE
    # Each interval holds 95 %; but a table that by luck sees too little spread calls more cards average.
    assert average.sum() > 1000 and (np.abs(truths[average]) > 0.02).mean() < 0.08
