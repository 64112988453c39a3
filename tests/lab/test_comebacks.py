"""Comebacks: planted truths."""

from __future__ import annotations

import polars as pl
import pytest

from lab.stats import intervals
from lab.tables.metric import compute
from tests.lab.game_frames import made_up
from tests.lab.level_frames import written_down


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def found_in(store, name):
    return compute(store, [name])[name]


def test_comebacks_count_each_winner_by_its_part_of_the_victory(tiny_store):
    found = found_in(tiny_store(**written_down()), "comebacks")
    # Game 0 was won from 2 behind; of game 1 one half from 3 and one from 2; games 3 and 4 from nowhere behind.
    assert found.select("levels", "games", "wins", "share").rows() == [
        (1, 4, 2.0, 0.5), (2, 4, 2.0, 0.5), (3, 4, 0.5, 0.125)
    ]  # fmt: skip
    low, high = intervals.share_bounds([0.5], [4])
    assert found.row(2)[-2:] == pytest.approx((float(low[0]), float(high[0])))


def test_without_comebacks_there_is_a_row_that_says_so(tiny_store):
    found = found_in(tiny_store(**written_down({0: ([[10, 1]], [0]), 1: ([[1, 2], [1, 3]], [])})), "comebacks")
    assert found.select("levels", "games", "wins").rows() == [(1, 1, 0.0)]


def test_comebacks_and_drama_agree_on_who_was_never_behind(frames, tiny_store):
    alone = frames["game"].filter(pl.col("n_winners") == 1, arm="six")
    sole = {name: frame.join(alone, on=["arm", "game"], how="semi") for name, frame in frames.items()}
    once = found_in(tiny_store(**sole), "comebacks").filter(levels=1).item(0, "share")
    never = found_in(tiny_store(**sole), "drama").item(0, "never")
    assert once + never == pytest.approx(1)
