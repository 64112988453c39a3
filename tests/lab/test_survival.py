"""How long games are and how they end where the cap cuts some off: planted truths, and scipy."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from lab.stats.intervals import share_bounds
from lab.tables.metric import compute
from lab.tables.survival import curve_bounds
from tests.lab.game_frames import cut_at, made_up

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
