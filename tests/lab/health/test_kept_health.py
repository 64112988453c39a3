"""What a look at a run's health found is kept with it, and told as long as games and code are the same."""

from __future__ import annotations

import polars as pl
import pytest

from lab import cli
from lab.health import health_check
from lab.health.health_check import examine, in_words, kept_health
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf
from reports.html_report import report_text
from tests.lab.health_pages import CHECKS, change, shard_of

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
