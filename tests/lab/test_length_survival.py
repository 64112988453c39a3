"""How long games are where the cap cuts some off: planted truths, and scipy."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats as scipy_stats

from lab.stats.intervals import share_bounds
from lab.tables.metric import compute
from lab.tables.survival import curve_bounds
from tests.lab.game_frames import cut_at, made_up

PLANTED = [(2, "kill"), (3, "capped"), (4, "kill"), (4, "card"), (6, "capped"), (7, "kill")]
"""Turns and ending of six games; every round is a turn."""


@pytest.fixture
def planted(rows, tiny_store):
    """A store of the planted games."""
    game, _ = rows
    games = [game("a", i, turns=t, rounds=t, ending=e) for i, (t, e) in enumerate(PLANTED)]
    return tiny_store(game=pl.DataFrame(games))


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def curve_of(store, measure="turns"):
    return compute(store, ["length_survival"])["length_survival"].filter(measure=measure)


def test_what_is_cut_off_leaves_the_curve_without_ending(planted):
    found = curve_of(planted)
    assert found.select("length", "risk", "ends", "cut").rows() == [
        (2, 6, 1, 0), (3, 5, 0, 1), (4, 4, 2, 0), (6, 2, 0, 1), (7, 1, 1, 0)
    ]  # fmt: skip
    # 5 of 6 go on after 2; of the 4 that are watched at 4, 2 go on: 5/6 * 2/4 = 5/12; the last one ends.
    assert found["running"].to_list() == pytest.approx([5 / 6, 5 / 6, 5 / 12, 5 / 12, 0])
    assert found["games"].to_list() == [6] * 5
    # Greenwood: (5/12)^2 * (1/(6*5) + 2/(4*2)) = 0.0492; so many games are worth (5/12)(7/12)/0.0492 = 4.94.
    worth = (5 / 12) * (7 / 12) / ((5 / 12) ** 2 * (1 / 30 + 1 / 4))
    low, high = share_bounds(5 / 12 * worth, worth)
    assert found.row(2, named=True)["running_low"] == pytest.approx(float(low[0]))
    assert found.row(2, named=True)["running_high"] == pytest.approx(float(high[0]))


@pytest.mark.parametrize("arm", ["three", "six"])
def test_the_curve_and_its_variance_are_those_of_scipy(frames, tiny_store, arm):
    game = frames["game"].filter(arm=arm)
    ended = game["ending"] != "capped"
    sample = scipy_stats.CensoredData(
        game["turns"].filter(ended).to_numpy(), right=game["turns"].filter(~ended).to_numpy()
    )
    theirs = scipy_stats.ecdf(sample).sf
    bounds = theirs.confidence_interval(0.95, method="linear")
    ours = curve_of(tiny_store(game=game))
    where = np.searchsorted(theirs.quantiles, ours["length"].to_numpy(), side="right") - 1
    assert ours["running"].to_numpy() == pytest.approx(theirs.probabilities[where], abs=1e-12)
    # Linear bounds are 1.96 standard errors away; where they are not cut at 0 or 1 they give the variance back.
    low, high = (getattr(bounds, side).probabilities[where] for side in ("low", "high"))
    inside = (low > 0) & (high < 1)
    error = (high - low)[inside] / (2 * scipy_stats.norm.ppf(0.975))
    share = ours["running"].to_numpy()[inside]
    expected = share_bounds(share * (worth := share * (1 - share) / error**2), worth)
    assert inside.sum() > 20
    assert ours["running_low"].to_numpy()[inside] == pytest.approx(expected[0], abs=1e-9)
    assert ours["running_high"].to_numpy()[inside] == pytest.approx(expected[1], abs=1e-9)


def test_without_a_cap_a_point_of_the_curve_is_a_share_like_any_other(frames, tiny_store):
    game = frames["game"].filter(pl.col("ending") != "capped", arm="four")
    found = curve_of(tiny_store(game=game), "rounds")
    hits = [game.filter(pl.col("rounds") > r).height for r in found["length"]]
    low, high = share_bounds(hits, [game.height] * len(hits))
    assert found["running"].to_numpy() == pytest.approx(np.array(hits) / game.height)
    assert found["running_low"].to_numpy() == pytest.approx(low)
    assert found["running_high"].to_numpy() == pytest.approx(high)


def test_a_lower_cap_leaves_the_curve_below_it_as_it_was(frames, tiny_store):
    below = pl.col("length") <= 30
    whole = curve_of(tiny_store(game=frames["game"])).filter(below)
    lower = curve_of(tiny_store(game=cut_at(frames["game"], 30))).filter(below)
    same_columns = ["arm", "length", "risk", "ends", "running", "running_low", "running_high"]
    assert whole.height > 60 and whole.select(same_columns).equals(lower.select(same_columns))


@pytest.mark.parametrize("count", [5, 145, 150])
@pytest.mark.parametrize("side", [0.0, 200.0])
def test_where_one_interval_ends_and_another_begins_the_last_bit_does_not_decide(count, side):
    hits = np.nextafter(float(count), side)
    plain = share_bounds(count, 150)
    told = pl.DataFrame({"share": [hits / 150], "variance": [hits / 150 * (1 - hits / 150) / 150], "games": [150]})
    found = told.with_columns(curve_bounds("share", "variance", "games")).row(0, named=True)
    assert (found["share_low"], found["share_high"]) == pytest.approx([float(bound[0]) for bound in plain], rel=1e-12)
