"""Numbers are the same whether games are looked at all at once or some at a time."""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from lab.tables import round_frames
from lab.tables.metric import load_metrics
from tests.lab.random_games import ARMS, random_tables

pytestmark = pytest.mark.deep

NAMES = (
    "level_curve",
    "level_groups",
    "lead_gap",
    "level_time",
    "comebacks",
    "economy",
    "decided_at",
    "drama",
    "hopeless_time",
    "level_difference",
)


@pytest.fixture(scope="module")
def tables():
    found = {name: frame.lazy() for name, frame in random_tables(seed=5, games=40).items()}
    who = pl.when((pl.col("game") + pl.col("seat")) % 3 == 0).then(pl.lit("shy")).otherwise(pl.lit("bold"))
    return found | {
        "game": found["game"].with_columns(first_seat=pl.col("game") % 3, n_winners=pl.col("winners").list.len()),
        "seat": found["seat"].with_columns(agent=who),
        # Games of the second arm stand for pairs with those of the first one, as if it had as many players.
        "arm": found["arm"].with_columns(seats=pl.when(pl.col("arm") == "three").then(4).otherwise("seats")),
    }


@pytest.mark.parametrize("games", [1, 7, 2 * 16])
@pytest.mark.parametrize("name", NAMES)
def test_blocks_change_no_number(name, games, tables, monkeypatch):
    one = load_metrics()[name]
    known = [tables[need] for need in one.needs]
    whole = one.of(known)
    monkeypatch.setattr(round_frames, "GAMES_AT_ONCE", games)
    if name == "level_difference":
        assert set(whole.select("arm", "paired").iter_rows()) == {("three", True), ("six", False)}
    else:
        assert set(whole["arm"]) == set(ARMS)
    assert_frame_equal(one.of(known), whole, rel_tol=1e-12, abs_tol=1e-12)


def test_means_of_blocks_are_those_of_all():
    """1, 2, 6 and 3, 7: mean 3.8, squares beyond it 7.84 + 3.24 + 4.84 + .64 + 10.24 = 26.8, over 4: 6.7."""
    parts = [
        pl.DataFrame({"k": [1], "m": [3.0], "m_sd": [7**0.5], "m_n": [3]}),  # (4 + 1 + 9) / 2
        pl.DataFrame({"k": [1, 2], "m": [5.0, 4.0], "m_sd": [8**0.5, None], "m_n": [2, 1]}),
    ]
    one, other = round_frames.merged_means(parts, ["k"], "m").sort("k").collect().rows()
    assert one == (1, pytest.approx(3.8), pytest.approx(6.7**0.5), 5)
    assert other == (2, 4.0, None, 1)
