"""Mean length up to a horizon: planted truths, plain means where nothing is cut off."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab.stats import intervals
from lab.tables.metric import compute
from tests.lab.game_frames import cut_at, made_up

PLANTED = {
    "whole": [(2, "kill"), (3, "capped"), (4, "kill"), (4, "card"), (6, "capped"), (7, "kill")],
    "short": [(1, "kill"), (5, "capped"), (5, "capped"), (4, "kill")],
}


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def means_of(store, measure="turns"):
    found = compute(store, ["restricted_length"])["restricted_length"].filter(measure=measure)
    return {row["arm"]: row for row in found.to_dicts()}


def test_the_mean_is_the_area_under_the_curve(rows, tiny_store):
    game, _ = rows
    games = [game(arm, i, turns=t, rounds=t, ending=e) for arm, of in PLANTED.items() for i, (t, e) in enumerate(of)]
    found = means_of(tiny_store(game=pl.DataFrame(games)))
    whole, short = found["whole"], found["short"]
    assert (whole["games"], whole["cut"], whole["horizon"], short["cut"], short["horizon"]) == (6, 2, 7, 2, 5)
    # The curve is 1 up to 2, then 5/6 up to 4, then 5/12 up to 7: 2 + 2 * 5/6 + 3 * 5/12 = 59/12.
    assert whole["mean"] == pytest.approx(59 / 12)
    # Beyond 2 lie 35/12 of it, beyond 4 lie 15/12: (35/12)^2 / 30 + (15/12)^2 / 4, times 6/5; t of 5 degrees is 2.5706.
    half = 2.570582 * np.sqrt(((35 / 12) ** 2 / 30 + (15 / 12) ** 2 / 4) * 6 / 5)
    assert whole["mean_high"] - whole["mean"] == pytest.approx(half, rel=1e-6)
    assert whole["mean"] - whole["mean_low"] == pytest.approx(half, rel=1e-6)
    # The curve of `short` is known up to 5 only: to there 2 + 2 * 5/6 + 5/12, and 1 + 3 * 3/4 + 1/2.
    assert whole["common_horizon"] == short["common_horizon"] == 5
    assert whole["common_mean"] == pytest.approx(49 / 12)
    assert short["common_mean"] == short["mean"] == pytest.approx(15 / 4)
    # 5/6 of the games are longer than 2, 5/12 longer than 4, none longer than 7; half of `short` are longer than 4.
    assert [whole[f"q{q}"] for q in (10, 25, 50, 75, 90)] == [2, 4, 4, 7, 7]
    assert [short[f"q{q}"] for q in (10, 25, 50, 75, 90)] == [1, 1, 4, None, None]


def test_where_nothing_is_cut_off_it_is_the_plain_mean_with_its_interval(frames, tiny_store):
    ended = frames["game"].filter(pl.col("ending") != "capped")
    for measure in ("turns", "rounds"):
        for arm, row in means_of(tiny_store(game=ended), measure).items():
            lengths = ended.filter(arm=arm)[measure]
            plain = intervals.mean(lengths.to_numpy())
            assert (row["mean"], row["mean_low"], row["mean_high"]) == pytest.approx(plain[:3], rel=1e-12)
            assert row["common_mean"] == row["mean"] and row["cut"] == 0
            assert row["q50"] == np.quantile(lengths.to_numpy(), 0.5, method="inverted_cdf")


def test_arms_with_different_caps_have_the_same_mean_to_the_common_horizon(frames, tiny_store):
    game = frames["game"].filter(arm="four")
    both = pl.concat([game, cut_at(game, 30).with_columns(arm=pl.lit("lower"))])
    found = means_of(tiny_store(game=both))
    assert found["four"]["horizon"] == 60 and found["lower"]["horizon"] == found["four"]["common_horizon"] == 30
    assert found["four"]["mean"] > 30 > found["lower"]["mean"]
    for bound in ("common_mean", "common_mean_low", "common_mean_high"):
        assert found["four"][bound] == pytest.approx(found["lower"][bound], rel=1e-12)


def test_one_game_has_a_mean_and_no_interval(rows, tiny_store):
    game, _ = rows
    row = means_of(tiny_store(game=pl.DataFrame([game("a", 0, turns=9)])))["a"]
    assert (row["mean"], row["mean_low"], row["q90"]) == (9, None, 9)
