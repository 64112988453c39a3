"""`lab metrics health` of a run that keeps exposures of a sample: what is judged of cards is judged of these games."""

from __future__ import annotations

import polars as pl
import pytest

from lab.health import health_check
from lab.health.checked_run import Look
from lab.health.game_batches import sample_of
from tests.lab.health_pages import CHECKS, GAMES, LUCK, change, played, red, shard_of, states

pytestmark = pytest.mark.deep


def test_a_sound_sample_is_green_and_a_game_without_its_exposures_is_red(tmp_path):
    store = played(tmp_path / "s", exposure="sample:600")
    assert set(states(store).values()) == {health_check.GREEN}
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


def test_cards_are_judged_of_the_games_of_the_sample_alone(tmp_path):
    store = played(tmp_path / "s", exposure="sample:600")
    kept = store.table("exposure").select("game").unique().collect().height
    look = Look(store, store.run_ids()[0], LUCK)
    assert 600 <= kept < GAMES
    assert CHECKS["dealt_cards"].examine(look).looked_at.startswith(f"opening hands of {kept} of {GAMES:,} games")
    assert f"tables of {kept} games" in CHECKS["null_cards"].examine(look).looked_at
    assert look.exposed_seat["game"].n_unique() == kept
    batches = sample_of(store, look.run, "base", 50).batch
    assert batches.height == kept // 50 * 50
