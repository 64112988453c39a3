"""Which conclusions hold whoever plays: signs are counted by table, orders compared without what errors take away."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from lab.comparison.robustness import Signs, likeness_of_cards, likeness_of_rules, pooled_cards, signs_of
from lab.comparison.table_agreement import Agreement
from lab.stats.shrinkage import disattenuated
from tests.lab.test_agreement import at

Z = 1.959963985


def test_signs_are_counted_at_the_tables_where_something_was_found():
    rows = (at(-5, 1), at(-20, 1), replace(at(5, 9), found=False), at(6, 1, value=30))
    (found,) = signs_of([Agreement("faster", "turns", ("a", "b", "c", "d"), rows)])
    # -5 of 50, -20 of 50 and +6 of 30: of three that were found two fall, 10 % is the least, 40 % the most
    assert found == Signs("faster", "turns", 4, 1, 2, -0.1, -0.4)
    assert found.is_split and not signs_of([Agreement("x", "turns", ("a",), rows[:1])])[0].is_split
    assert np.isnan(signs_of([Agreement("x", "turns", ("a",), rows[2:3])])[0].most)


def test_errors_that_are_known_take_nothing_from_a_correlation():
    # by hand: values 0 2 4 6 and 0 2 6 4: variances 20/3, covariance 16/3; errors of 1 leave 17/3 of each
    one, other = np.array([0.0, 2, 4, 6]), np.array([0.0, 2, 6, 4])
    assert disattenuated(one, other, np.ones(4), np.ones(4)) == pytest.approx(16 / 17)
    assert disattenuated(one, one, np.ones(4), np.ones(4)) == 1  # 20/17, cut
    assert np.isnan(disattenuated(one, other, np.full(4, 3.0), np.ones(4)))  # nothing beyond the errors
    assert np.isnan(disattenuated(one[:2], other[:2], np.ones(2), np.ones(2)))


def test_the_correlation_of_the_truths_is_found_again():
    rng = np.random.default_rng(5)
    truth = rng.multivariate_normal([0, 0], [[1, 0.7], [0.7, 1]], 4000)
    errors = rng.uniform(0.5, 1.5, truth.shape)
    seen = truth + errors * rng.standard_normal(truth.shape)
    assert np.corrcoef(seen.T)[0, 1] < 0.4
    assert disattenuated(*seen.T, *errors.T) == pytest.approx(0.7, abs=0.06)


def test_rules_and_cards_are_put_in_order_at_every_pair_of_tables():
    tables = ("a", "b", "c")
    moves = {"x": (-5, -6, 5), "y": (0, 1, 0), "z": (5, 6, -5)}  # c turns everything round
    asked = [Agreement(rule, "turns", tables, tuple(at(m, Z / 10) for m in own)) for rule, own in moves.items()]
    found = likeness_of_rules(asked, "turns")
    # half-widths of 1.96/10 of 50 are errors of 0.002; a and b go together, c against both of them
    assert found == ("turns", pytest.approx(-1, abs=0.01), pytest.approx(-1))
    cards = pl.DataFrame(
        {"table": ["a"] * 3 + ["b"] * 4, "id": list("xyz") + list("wzyx"), "value": [1.0, 2, 3, 9, 3, 2, 1], "se": 0.1}
    )
    assert likeness_of_cards(cards).middle == pytest.approx(1)  # w was seen at one table only


def test_a_card_pooled_over_tables_is_known_as_well_as_the_tables_agree():
    held, plain = [], []
    for seed in range(30):
        draw = np.random.default_rng(seed)
        truth = draw.normal(0, 0.02, 70)  # whoever plays
        at_table = truth + draw.normal(0, 0.02, (6, 70))
        seen = at_table + draw.normal(0, 0.015, (6, 70))
        rows = {"table": np.repeat(list("abcdef"), 70), "id": np.tile([f"c{i:02}" for i in range(70)], 6)}
        frame = pl.DataFrame(rows | {"value": seen.ravel(), "se": np.full(420, 0.015)})
        found = pooled_cards(frame.with_columns(name="id", family=pl.lit("hand treasure"))).sort("id")
        assert found["players"][0] == pytest.approx(0.02, abs=0.004)
        held.append(
            found.select(
                (pl.lit(pl.Series(truth)) - pl.col("shrunken")).abs() <= (pl.col("shrunken_high") - pl.col("shrunken"))
            )
            .to_series()
            .mean()
        )
        plain.append((np.abs(seen.mean(axis=0) - truth) < Z * 0.015 / 6**0.5).mean())
    assert 0.93 <= np.mean(held) <= 0.97
    assert np.mean(plain) < 0.8  # games alone, as if no other players could have been asked
