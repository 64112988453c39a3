"""Two ways to the same truth: what forks say of a card is what drawing by lot says of it, in games of other seeds."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from lab.cards.fork_numbers import fork_table
from lab.metrics.card_draws import card_draws
from lab.runs.arms import open_arms
from lab.runs.fork_games import Asked, fork_arm
from lab.runs.run_spec import RunSpec
from lab.stats.intervals import t_quantile
from lab.store.stored_tables import Labels, fact_frames
from tests.engine.positions import COMPILED

CARDS = ("curse-weapon-becomes-evil", "curse-amnesia", "gnarlythotep", "campus-crusade-for-cthulhu", "the-bodiless")
"""Doors from the worst to the best to kick open: in 50,000 games -7.3, -3.0, -0.2, +3.3 and +6.5 points."""
GAMES, FORKS = 5000, 1200


def arm_of(seed: int):
    return open_arms(RunSpec(arms=("cthulhu",), seed=seed, events="none"))[0]


def by_lot() -> pl.DataFrame:
    """Draw and kick deltas of all cards."""
    arm = arm_of(21)
    labels = Labels("run", (arm.name,), {arm.name: arm.setting.agents})
    frames = fact_frames(arm.player()(0, GAMES), labels, arm.name)
    about = pl.DataFrame([{"run_id": "run", "arm": arm.name, "deck_hash": arm.cards.deck_hash}])
    seat = frames["seat"].with_columns(pl.col("agent").cast(pl.String))
    found = card_draws(frames["exposure"].lazy(), seat.lazy(), arm.card_frame().lazy(), about.lazy())
    return found.filter(pl.col("id").is_in(CARDS)).collect()


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_forks_and_drawing_by_lot_agree_within_their_errors():
    drawn = {(row["id"], row["how"]): row for row in by_lot().to_dicts()}
    rows = []
    for card in CARDS:
        table = fork_table(fork_arm(arm_of(22), Asked(card, FORKS), 2).rows, 10)
        for fork in table.filter(pl.col("by") == "how", pl.col("group").is_in(["drawn", "kicked"])).to_dicts():
            lot = drawn[card, fork["group"]]
            error = (fork["delta_high"] - fork["delta_low"]) / 2 / t_quantile(fork["forks"])
            other = (lot["randomised_delta_high"] - lot["randomised_delta_low"]) / 2 / t_quantile(lot["games"])
            rows.append((fork["group"] == "kicked", fork["delta"], lot["randomised_delta"], np.hypot(error, other)))
    kicked, forked, lots, errors = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    assert len(rows) == 2 * len(CARDS)
    assert stats.chi2.sf((((forked - lots) / errors) ** 2).sum(), len(rows)) > 0.001
    doors = kicked == 1
    assert np.corrcoef(forked[doors], lots[doors])[0, 1] > 0.8
    # Were the forks' numbers nothing, or those of others, it would be seen: half or twice as much is too far.
    for wrong in (-1, 0, 2):
        assert stats.chi2.sf((((wrong * forked - lots) / errors) ** 2)[doors].sum(), doors.sum()) < 0.05, wrong
