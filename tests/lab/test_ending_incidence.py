"""Endings as competing risks: planted truths, sums and lower caps."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from lab.stats.intervals import share_bounds
from lab.tables import survival
from lab.tables.metric import KEYS, compute
from tests.lab.game_frames import made_up

PLANTED = [(1, "kill"), (2, "kill"), (2, "boss"), (2, "capped"), (3, "boss"), (4, "capped")]
"""Rounds and ending of six games."""


@pytest.fixture(scope="module")
def frames():
    """Made-up games of three arms."""
    return made_up()


def incidence_of(store):
    return compute(store, ["ending_incidence"])["ending_incidence"]


def test_an_ending_takes_its_part_of_those_that_are_still_watched(rows, tiny_store):
    game, _ = rows
    games = [game("a", i, rounds=r, turns=4 * r, ending=e) for i, (r, e) in enumerate(PLANTED)]
    found = incidence_of(tiny_store(game=pl.DataFrame(games)))
    shares = {ending: rows["share"].to_list() for (ending,), rows in found.group_by("ending", maintain_order=True)}
    # Round 1: 6 watched, one kill. Round 2: 5 watched, one of each, then one is cut off. Round 3: of the 2 that are
    # watched one falls to the boss; 5/6 * 3/5 = 1/2 were running, so that adds 1/4. Round 4: the last one is cut off.
    assert shares["kill"] == pytest.approx([1 / 6, 2 / 6, 2 / 6, 2 / 6])
    assert shares["boss"] == pytest.approx([0, 1 / 6, 5 / 12, 5 / 12])
    assert shares["running"] == pytest.approx([5 / 6, 1 / 2, 1 / 4, 1 / 4])
    assert found.filter(ending="boss").select("round", "risk", "ends").rows() == [
        (1, 6, 0),
        (2, 5, 1),
        (3, 2, 1),
        (4, 1, 0),
    ]
    assert "capped" not in shares and found["games"].unique().to_list() == [6]


def test_the_variance_is_that_of_the_delta_method(rows, tiny_store):
    # Of the boss after round 3 (F = 5/12), term by term over rounds 1 to 3, as
    # (F(3) - F)^2 d/(n(n-d)) + S^2 e(n-e)/n^3 - 2 (F(3) - F) S e/n^2:
    first = (5 / 12) ** 2 * 1 / (6 * 5)
    second = (1 / 4) ** 2 * 2 / (5 * 3) + (5 / 6) ** 2 * 1 * 4 / 125 - 2 * (1 / 4) * (5 / 6) * 1 / 25
    third = (1 / 2) ** 2 * 1 * 1 / 8
    worth = (5 / 12) * (7 / 12) / (first + second + third)
    low, high = share_bounds(5 / 12 * worth, worth)
    game, _ = rows
    games = [game("a", i, rounds=r, turns=4 * r, ending=e) for i, (r, e) in enumerate(PLANTED)]
    row = incidence_of(tiny_store(game=pl.DataFrame(games))).row(
        by_predicate=(pl.col("ending") == "boss") & (pl.col("round") == 3), named=True
    )
    assert (row["share_low"], row["share_high"]) == pytest.approx((float(low[0]), float(high[0])))


def test_shares_of_a_round_add_up_to_one(frames, tiny_store):
    sums = incidence_of(tiny_store(**frames)).group_by("arm", "round").agg(pl.col("share").sum())
    assert sums.height > 30 and sums["share"].to_numpy() == pytest.approx(1, abs=1e-12)


def test_the_share_that_is_running_is_the_curve_of_length(frames, tiny_store):
    running = incidence_of(tiny_store(**frames)).filter(ending="running")
    length = compute(tiny_store(**frames), ["length_survival"])["length_survival"].filter(measure="rounds")
    for column in ("", "_low", "_high"):
        assert running[f"share{column}"].to_numpy() == pytest.approx(length[f"running{column}"].to_numpy(), abs=1e-12)


def test_without_a_cap_they_are_plain_shares_with_their_intervals(frames, tiny_store):
    game = frames["game"].filter(pl.col("ending") != survival.CAPPED, arm="four")
    found = incidence_of(tiny_store(game=game)).filter(ending="card")
    hits = np.array([game.filter(pl.col("rounds") <= r, ending="card").height for r in found["round"]])
    low, high = share_bounds(hits, np.full(len(hits), game.height))
    assert found["share"].to_numpy() == pytest.approx(hits / game.height)
    assert found["share_low"].to_numpy() == pytest.approx(low, abs=1e-9)
    assert found["share_high"].to_numpy() == pytest.approx(high, abs=1e-9)


def test_a_lower_cap_leaves_the_curves_below_it_as_they_were(frames, tiny_store):
    longer = pl.col("rounds") > 8
    lower = frames["game"].with_columns(
        pl.when(longer).then(8).otherwise("rounds").alias("rounds"),
        pl.when(longer).then(pl.lit("capped")).otherwise("ending").alias("ending"),
    )
    below = [incidence_of(tiny_store(game=g)).filter(pl.col("round") <= 8) for g in (frames["game"], lower)]
    columns = [*KEYS, "ending", "round", "risk", "ends", "share", "share_low", "share_high"]
    assert below[0].height > 70 and below[0].select(columns).equals(below[1].select(columns))
