"""Drama: planted truths and the known traps."""

from __future__ import annotations

import polars as pl
import pytest

from lab.stats import intervals
from lab.tables.metric import compute
from tests.lab.game_frames import made_up
from tests.lab.level_frames import ended_by_the_deal, written_down


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def found_in(store, name):
    return compute(store, [name])[name]


def test_drama_is_the_mean_of_how_far_the_winner_was_behind(tiny_store):
    row = found_in(tiny_store(**written_down()), "drama").row(0, named=True)
    assert (row["games"], row["no_winner"]) == (4, 1)
    # Game 0 begins its rounds 0, 1, 2 and 0 Levels behind: 3/4, no whole number. Game 1 begins the second one with its
    # two winners 3 and 2 behind, (0 + 2.5)/2. Game 3 has one round, and in game 4 nobody was ever ahead of the winner.
    assert row["drama"] == pytest.approx((3 / 4 + 5 / 4 + 0 + 0) / 4)
    assert row["behind_share"] == pytest.approx((2 / 4 + 1 / 2 + 0 + 0) / 4)
    assert row["never"] == 2 / 4 and row["q50"] in (0, 3 / 4) and row["q90"] == 5 / 4
    assert (row["drama_low"], row["drama_high"]) == pytest.approx(intervals.mean([3 / 4, 5 / 4, 0, 0])[1:3])


def test_drama_looks_at_no_position_after_the_game(tiny_store):
    # The winner by a Boss ends below others: that is no drama. Two rounds, level at the start of the second.
    row = found_in(tiny_store(**written_down({0: ([[2, 2, 2], [3, 9, 9]], [0])})), "drama").row(0, named=True)
    assert (row["drama"], row["drama_low"], row["behind_share"], row["never"]) == (0, None, 0, 1)


def test_in_a_game_that_the_deal_ends_nobody_was_behind(tiny_store):
    some, none = written_down(), ended_by_the_deal(9)
    row = found_in(tiny_store(**{n: pl.concat([some[n], none[n]]) for n in some}), "drama").row(0, named=True)
    assert (row["games"], row["drama"]) == (5, pytest.approx((3 / 4 + 5 / 4) / 5))
    assert row["behind_share"] == pytest.approx(1 / 5) and row["never"] == 3 / 5
    assert row["drama_low"] < row["drama"] < row["drama_high"]
