"""What a look at a run's health found is kept with it; and of runs that keep exposures of a sample."""

from __future__ import annotations

import polars as pl
import pytest

from lab import cli
from lab.health import health_check
from lab.health.checked_run import Look
from lab.health.game_batches import sample_of
from lab.health.health_check import examine, in_words, kept_health
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf
from reports.html_report import report_text
from tests.lab.health_pages import CHECKS, GAMES, LUCK, change, played, red, shard_of, states

pytestmark = pytest.mark.deep


def looked(store, light=False):
    run = store.run_ids()[0]
    list(examine(store, [run], light))
    return run, kept_health(store, run)


def test_a_look_is_kept_with_the_run_and_told(store, capsys):
    run = store.run_ids()[0]
    assert in_words(kept_health(store, run), run).startswith("Nobody has looked yet")
    before = Shelf(store, run).state
    assert cli.main(["metrics", "health", "--store", str(store.path)]) == 0
    capsys.readouterr()
    found = kept_health(Store.open(store.path), run)
    assert found["check"].to_list() == list(CHECKS) and Shelf(store, run).get("health").equals(found)
    assert Shelf(store, run).state != before
    assert in_words(found, run).startswith("All clear: ") and "UTC" in in_words(found, run)


def test_a_light_look_makes_the_quick_checks_and_replaces_no_whole_one(store):
    run, found = looked(store, light=True)
    quick = [name for name, check in CHECKS.items() if not check.slow]
    assert found["check"].to_list() == quick and f"there are {len(CHECKS)}" in in_words(found, run)
    whole = looked(store)[1]
    assert looked(store, light=True)[1].equals(whole)


def test_what_is_red_is_named_and_other_games_have_not_been_looked_at(store):
    first, _ = shard_of(store, is_sampled=False)
    change(store, first, "seat", lambda rows: rows.with_columns(pl.lit(1.0).alias("credit")))
    run, found = looked(store, light=True)
    assert "credit" in found.filter(state=health_check.RED)["check"].to_list()
    assert "NOT SOUND: " in in_words(found, run) and "credit (" in in_words(found, run)
    change(store, first, "game", lambda rows: rows.with_columns(pl.col("decisions") * pl.col("game")))
    assert kept_health(store, run).is_empty()


def test_an_unfinished_run_keeps_nothing(store):
    run = store.run_ids()[0]
    store.note(run, store.row(run) | {"status": "interrupted"})
    assert looked(store, light=True)[1].is_empty()


def test_the_report_tells_it(store):
    run = store.run_ids()[0]
    text = report_text(store).replace('<span class="whole">--run</span>', "--run")  # no line ends in an option
    assert f"lab metrics health --run {run}" in text and "Nobody has looked yet" in text
    looked(store, light=True)
    assert "All clear: " in report_text(store)


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
