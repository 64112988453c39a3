"""Ratios of sums over games, and how long games are where the cap cuts some off: hand calculations, planted, scipy."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from lab.stats import intervals
from lab.stats.intervals import share_bounds
from lab.tables.metric import compute
from lab.tables.ratios import ALIKE, Ratio, clustered_bounds, games_alike, ratio_columns, ratios
from lab.tables.survival import curve_bounds
from tests.lab.game_frames import cut_at, made_up

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


LENGTHS = [(2, "kill"), (3, "capped"), (4, "kill"), (4, "card"), (6, "capped"), (7, "kill")]
"""Turns and ending of six games; every round is a turn."""
ENDINGS = [(1, "kill"), (2, "kill"), (2, "boss"), (2, "capped"), (3, "boss"), (4, "capped")]
"""Others, in which two endings compete."""


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


@pytest.fixture
def measured(rows, tiny_store):
    """A metric of planted games."""
    game, _ = rows

    def of(name, planted):
        games = [game("a", i, turns=t, rounds=t, ending=e) for i, (t, e) in enumerate(planted)]
        return compute(tiny_store(game=pl.DataFrame(games)), [name])[name]

    return of


def curve_of(store, measure="turns"):
    return compute(store, ["length_survival"])["length_survival"].filter(measure=measure)


def bounds(share, worth):
    """The interval of a share of so many games."""
    low, high = share_bounds(share * worth, worth)
    return pytest.approx((float(low[0]), float(high[0])))


def test_what_is_cut_off_leaves_the_curve_without_ending(measured):
    found = measured("length_survival", LENGTHS).filter(measure="turns")
    assert found.select("length", "risk", "ends", "cut").rows() == [
        (2, 6, 1, 0), (3, 5, 0, 1), (4, 4, 2, 0), (6, 2, 0, 1), (7, 1, 1, 0)
    ]  # fmt: skip
    # 5 of 6 go on after 2; of the 4 that are watched at 4, 2 go on: 5/6 * 2/4 = 5/12; the last one ends.
    assert found["running"].to_list() == pytest.approx([5 / 6, 5 / 6, 5 / 12, 5 / 12, 0])
    # Greenwood: (5/12)^2 * (1/(6*5) + 2/(4*2)) = 0.0492; so many games are worth (5/12)(7/12)/0.0492 = 4.94.
    worth = (5 / 12) * (7 / 12) / ((5 / 12) ** 2 * (1 / 30 + 1 / 4))
    assert found.row(2)[-2:] == bounds(5 / 12, worth)


def test_the_mean_is_the_area_under_the_curve(measured):
    row = measured("restricted_length", LENGTHS).filter(measure="turns").row(0, named=True)
    # The curve is 1 up to 2, then 5/6 up to 4, then 5/12 up to 7: 2 + 2 * 5/6 + 3 * 5/12 = 59/12.
    assert (row["mean"], row["horizon"], row["cut"]) == (pytest.approx(59 / 12), 7, 2)
    # Beyond 2 lie 35/12 of it, beyond 4 lie 15/12: (35/12)^2 / 30 + (15/12)^2 / 4, times 6/5; t of 5 degrees is 2.5706.
    half = 2.570582 * np.sqrt(((35 / 12) ** 2 / 30 + (15 / 12) ** 2 / 4) * 6 / 5)
    assert row["mean_high"] - row["mean"] == pytest.approx(half, rel=1e-6)


def test_an_ending_takes_its_part_of_those_that_are_still_watched(measured):
    found = measured("ending_incidence", ENDINGS)
    shares = {ending: rows["share"].to_list() for (ending,), rows in found.group_by("ending", maintain_order=True)}
    # Round 1: 6 watched, one kill. Round 2: 5 watched, one of each, then one is cut off. Round 3: of the 2 that are
    # watched one falls to the boss; 5/6 * 3/5 = 1/2 were running, so that adds 1/4. Round 4: the last one is cut off.
    assert shares["kill"] == pytest.approx([1 / 6, 2 / 6, 2 / 6, 2 / 6])
    assert shares["boss"] == pytest.approx([0, 1 / 6, 5 / 12, 5 / 12])
    assert shares["running"] == pytest.approx([5 / 6, 1 / 2, 1 / 4, 1 / 4])
    # The variance of the boss after round 3 (F = 5/12) by the delta method, term by term over rounds 1 to 3, as
    # (F(3) - F)^2 d/(n(n-d)) + S^2 e(n-e)/n^3 - 2 (F(3) - F) S e/n^2:
    first = (5 / 12) ** 2 * 1 / (6 * 5)
    second = (1 / 4) ** 2 * 2 / (5 * 3) + (5 / 6) ** 2 * 1 * 4 / 125 - 2 * (1 / 4) * (5 / 6) * 1 / 25
    third = (1 / 2) ** 2 * 1 * 1 / 8
    row = found.row(by_predicate=(pl.col("ending") == "boss") & (pl.col("round") == 3), named=True)
    worth = (5 / 12) * (7 / 12) / (first + second + third)
    assert (row["share_low"], row["share_high"]) == bounds(5 / 12, worth)


@pytest.mark.parametrize("arm", ["three", "six"])
def test_the_curve_and_its_variance_are_those_of_scipy(frames, tiny_store, arm):
    game = frames["game"].filter(arm=arm)
    ended = game["ending"] != "capped"
    sample = scipy_stats.CensoredData(
        game["turns"].filter(ended).to_numpy(), right=game["turns"].filter(~ended).to_numpy()
    )
    theirs = scipy_stats.ecdf(sample).sf
    linear = theirs.confidence_interval(0.95, method="linear")
    ours = curve_of(tiny_store(game=game))
    where = np.searchsorted(theirs.quantiles, ours["length"].to_numpy(), side="right") - 1
    assert ours["running"].to_numpy() == pytest.approx(theirs.probabilities[where], abs=1e-12)
    # Linear bounds are 1.96 standard errors away; where they are not cut at 0 or 1 they give the variance back.
    low, high = (getattr(linear, side).probabilities[where] for side in ("low", "high"))
    inside = (low > 0) & (high < 1)
    error = (high - low)[inside] / (2 * scipy_stats.norm.ppf(0.975))
    share = ours["running"].to_numpy()[inside]
    expected = share_bounds(share * (worth := share * (1 - share) / error**2), worth)
    assert inside.sum() > 20
    assert ours["running_low"].to_numpy()[inside] == pytest.approx(expected[0], abs=1e-9)
    assert ours["running_high"].to_numpy()[inside] == pytest.approx(expected[1], abs=1e-9)


def test_a_lower_cap_leaves_what_lies_below_it_as_it_was(frames, tiny_store):
    below = pl.col("length") <= 30
    whole = curve_of(tiny_store(game=frames["game"])).filter(below)
    lower = curve_of(tiny_store(game=cut_at(frames["game"], 30))).filter(below)
    columns = ["arm", "length", "risk", "ends", "running", "running_low", "running_high"]
    assert whole.height > 60 and whole.select(columns).equals(lower.select(columns))


def test_arms_with_different_caps_have_the_same_mean_to_the_common_horizon(frames, tiny_store):
    game = frames["game"].filter(arm="four")
    both = tiny_store(game=pl.concat([game, cut_at(game, 30).with_columns(arm=pl.lit("lower"))]))
    found = compute(both, ["restricted_length"])["restricted_length"].filter(measure="turns")
    four, other = found.rows(named=True)
    assert four["horizon"] == 60 and other["horizon"] == four["common_horizon"] == 30
    for bound in ("common_mean", "common_mean_low", "common_mean_high"):
        assert four[bound] == pytest.approx(other[bound], rel=1e-12)


@pytest.mark.parametrize("count", [5, 145, 150])
@pytest.mark.parametrize("side", [0.0, 200.0])
def test_where_one_interval_ends_and_another_begins_the_last_bit_does_not_decide(count, side):
    hits = np.nextafter(float(count), side)
    plain = share_bounds(count, 150)
    told = pl.DataFrame({"share": [hits / 150], "variance": [hits / 150 * (1 - hits / 150) / 150], "games": [150]})
    found = told.with_columns(curve_bounds("share", "variance", "games")).row(0, named=True)
    assert (found["share_low"], found["share_high"]) == pytest.approx([float(bound[0]) for bound in plain], rel=1e-12)
