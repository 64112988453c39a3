"""`lab metrics health` of a run that keeps exposures of a sample: what is judged of cards is judged of these games."""

from __future__ import annotations

import polars as pl

from lab.health import finding
from tests.lab.health_pages import change, played, red, shard_of, states


def test_a_sound_sample_is_green_and_a_game_without_its_exposures_is_red(tmp_path):
    store = played(tmp_path / "s", exposure="sample:600")
    assert set(states(store).values()) == {finding.GREEN}
    first, _ = shard_of(store, is_sampled=False)
    change(store, first, "exposure", lambda rows: rows.filter(pl.col("game") != rows["game"][0]))
    assert red(store) == {"exposures"}


def test_exposures_of_a_game_that_was_to_keep_none_are_red(tmp_path):
    store = played(tmp_path / "s", exposure="sample:600")
    kept = set(store.table("exposure").select("game").unique().collect()["game"])
    first, _ = shard_of(store, is_sampled=False)
    other = next(game for game in range(first, first + 100) if game not in kept)
    moved = pl.when(pl.col("game") == pl.col("game").first()).then(other).otherwise("game").cast(pl.Int64).alias("game")
    change(store, first, "exposure", lambda rows: rows.with_columns(moved).sort("game", maintain_order=True))
    assert "exposures" in red(store)
