"""Ratios of sums over games: intervals that must be those of means and of plain shares, and their coverage."""

import numpy as np
import polars as pl
import pytest

from lab.stats import intervals
from lab.tables.ratios import ALIKE, Ratio, clustered_bounds, games_alike, ratio_columns, ratios

MEAN = {"mean": Ratio("mean", "per game", "a", "one")}
SHARE = {"share": Ratio("share", "share of trials", "a", "b")}


def games(a, b):
    return pl.LazyFrame({"arm": "x", "game": range(len(a)), "a": a, "b": b, "one": 1})


def row(frame, measures):
    return ratio_columns(frame, ["arm"], measures).collect().row(0, named=True)


def test_of_one_number_per_game_it_is_students_interval():
    x = [3, 1, 4, 1, 5, 9, 2, 6]
    found = row(games(x, x), MEAN)
    assert (found["mean"], found["mean_low"], found["mean_high"]) == pytest.approx(intervals.mean(x)[:3])
    assert found["games"] == 8


def test_of_one_trial_per_game_it_is_the_interval_of_a_share():
    a = [1] * 30 + [0] * 70
    found = row(games(a, [1] * 100), SHARE)
    # The error of the games is the binomial one times 100 / 99: as many trials as 99.
    low, high = intervals.share_bounds(0.3 * 99, 99)
    assert (found["share_low"], found["share_high"]) == pytest.approx((low[0], high[0]))


def test_trials_of_one_game_that_are_alike_count_once():
    # Ten trials a game, all alike: as good as one. The interval is that of 50 games, not of 500 trials.
    a = [10] * 20 + [0] * 30
    found = row(games(a, [10] * 50), SHARE)
    low, high = intervals.share_bounds(0.4 * 49, 49)
    assert (found["share_low"], found["share_high"]) == pytest.approx((low[0], high[0]))


def test_games_that_look_alike_may_be_one_row():
    a, b = [2, 0, 2, 1, 2, 0, 2, 3], [3, 1, 3, 4, 3, 0, 3, 3]
    alike = games_alike(games(a, b), ["arm"], SHARE)
    assert sorted(alike.select("a", "b", ALIKE).collect().rows()) == [
        (0, 0, 1), (0, 1, 1), (1, 4, 1), (2, 3, 4), (3, 3, 1)
    ]  # fmt: skip
    found = ratio_columns(alike, ["arm"], SHARE, ALIKE).collect().row(0, named=True)
    wanted = row(games(a, b), SHARE)
    assert list(found) == list(wanted) and found.pop("arm") == wanted.pop("arm")
    assert list(found.values()) == pytest.approx(list(wanted.values()), rel=1e-14)


@pytest.mark.parametrize("hit", [0, 1])
def test_a_share_of_nothing_or_all_has_a_width_by_games(hit):
    found = row(games([5 * hit] * 4, [5] * 4), SHARE)
    wanted = intervals.proportion(4 * hit, 4)
    assert (found["share"], found["share_low"], found["share_high"]) == (hit, wanted.low, wanted.high)


def test_what_never_came_up_has_no_value_and_one_game_no_error():
    none = row(games([0, 0], [0, 0]), SHARE)
    assert none["share"] is None or np.isnan(none["share"])
    low, high = clustered_bounds([0.5], [2.0], [1.0], [np.nan])
    assert (low[0], high[0]) == pytest.approx(intervals.proportion(1, 1)[1:3], abs=0.5) and low[0] < 0.1 < 0.9 < high[0]


def test_a_share_made_of_parts_is_as_sure_as_its_games_agree():
    # A chance of 0.29 or 0.31 in each of 100 games: what varies is far less than whether something hits.
    a = [0.29, 0.31] * 50
    found = row(games(a, [1] * 100), {"share": Ratio("chance", "share of trials", "a", "b", parts=True)})
    half = intervals.mean(a).high - 0.3
    assert found["share_high"] - found["share_low"] == pytest.approx(2 * half, rel=0.02)
    counted = row(games(a, [1] * 100), SHARE)
    assert counted["share_high"] - counted["share_low"] > 20 * half


def test_a_count_of_nothing_has_the_upper_bound_of_a_poisson_count():
    found = row(games([0] * 20, [3] * 20), {"mean": Ratio("mean", "per trial", "a", "b")})
    # Sixty trials without one: exp(-60 x) = 0.025 at x = 3.6889 / 60.
    assert (found["mean_low"], found["mean_high"]) == (0, pytest.approx(3.6888795 / 60))


def test_nothing_of_what_is_no_count_has_no_interval():
    gold = {"mean": Ratio("gold", "per player", "a", "b", parts=True)}
    found = row(games([0] * 20, [3] * 20), gold)
    assert (found["mean"], found["mean_low"], found["mean_high"]) == (0, None, None)
    some = row(games([0] * 19 + [600], [3] * 20), gold)
    assert some["mean_low"] == 0 and some["mean_high"] > some["mean"] == 10


def test_measures_come_in_their_order_with_their_counts():
    found = ratios(games([1, 2, 0], [2, 2, 0]), ["arm"], MEAN | SHARE).collect()
    assert found["measure"].to_list() == ["mean", "share"]
    assert found["n"].to_list() == [3, 4] and found["games"].to_list() == [3, 2]


@pytest.mark.parametrize(("p", "spread", "trials"), [(0.5, 2.0, 6), (0.9, 5.0, 3), (0.03, 50.0, 2)])
def test_intervals_of_shares_cover_the_truth_as_promised(p, spread, trials):
    """Shares that differ from game to game (beta), differing numbers of trials: 95 % of 1,000 intervals."""
    rng = np.random.default_rng(4)
    n = rng.integers(0, 2 * trials + 1, size=(1000, 200))
    hits = rng.binomial(n, rng.beta(p * spread, (1 - p) * spread, size=n.shape))
    share = hits.sum(1) / n.sum(1)
    seen = (n > 0).sum(1)
    error = np.sqrt(((hits - share[:, None] * n) ** 2).sum(1) * seen / (seen - 1)) / n.sum(1)
    low, high = clustered_bounds(share, n.sum(1), seen, error)
    assert 0.93 < ((low <= p) & (p <= high)).mean() < 0.975
