"""Time at each Level, planted by hand."""

import polars as pl
import pytest

from lab.tables.metric import compute
from tests.lab.stories import tables

# Two games of two seats: in the first, of three rounds, seat 0 wins; the second is capped in its first round.
LEVELS = [
    (0, 1, 0, 2), (0, 1, 1, 1), (0, 2, 0, 2), (0, 2, 1, 1), (0, 3, 0, 10), (0, 3, 1, 2), (1, 1, 0, 3), (1, 1, 1, 1),
]  # fmt: skip


def measured(tiny_store, **more):
    frames = tables([None, None], seats=2, winners=[[0], []], levels=LEVELS, **more)
    frames["game"] = frames["game"].with_columns(rounds=pl.Series([3, 1]))
    found = compute(tiny_store(**frames), ["level_time"])["level_time"]
    return {(row["group"], row["level"]): row for row in found.to_dicts()}


def test_a_round_counts_for_the_level_with_which_it_began(tiny_store):
    found = measured(tiny_store)
    # First game: seat 0 begins its rounds at 1, 2, 2 and seat 1 at 1, 1, 1; second game: both begin one at 1.
    assert set(found) == {("all", 1), ("all", 2), ("winner", 1), ("winner", 2), ("other", 1)}
    assert found["all", 1]["rounds"] == pytest.approx((1 + 3 + 1 + 1) / 4)
    assert found["all", 2]["rounds"] == pytest.approx(2 / 4)
    assert found["all", 1]["share"] == pytest.approx(6 / 8)
    assert found["all", 2]["reached"] == pytest.approx(1 / 4)
    # One winner: a round at 1 and two at 2. Three others: 3, 1 and 1 rounds at 1.
    assert (found["winner", 1]["rounds"], found["winner", 2]["rounds"], found["winner", 1]["games"]) == (1, 2, 1)
    assert found["other", 1]["rounds"] == pytest.approx(5 / 3)


def test_rounds_add_up_and_the_first_one_begins_at_the_starting_level(tiny_store):
    rule = pl.DataFrame([{"run_id": "r", "arm": "a", "switch": "setup.start_level", "value": "2"}])
    found = measured(tiny_store, rule=rule)
    # Every first round at 2: four seats; then 2, 2 of seat 0 and 1, 1 of seat 1. Eight rounds over four players.
    assert found["all", 2]["rounds"] == pytest.approx((4 + 2) / 4)
    assert found["all", 1]["rounds"] == pytest.approx(2 / 4)


def test_the_interval_is_that_of_the_games(tiny_store):
    found = measured(tiny_store)["all", 1]
    # 4 of 2 and 2 of 2: the ratio is 1.5, the residuals are 1 and -1, the error sqrt((1 + 1) * 2 / 1) / 4 = 0.5.
    assert found["rounds_high"] - found["rounds"] == pytest.approx(12.7062047364 * 0.5)
