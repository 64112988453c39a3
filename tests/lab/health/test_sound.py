"""`lab metrics health`: green for sound games; the page, its exit code and its JSON."""

from __future__ import annotations

import polars as pl
import pytest

from lab import cli
from lab.health import health_check
from lab.health.health_check import examine
from tests.lab.command_lines import printed
from tests.lab.health_pages import CHECKS, GAMES, LUCK, change, only, played, red, shard_of, states


@pytest.mark.deep
def test_a_store_as_played_is_green(store):
    assert states(store) == dict.fromkeys(CHECKS, health_check.GREEN)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(1, 6))
def test_other_seeds_and_tables_are_green_too(tmp_path, seed):
    how = {"seats": 3 + seed % 4, "events": ("all", "none")[seed % 2], "arms": ["base", "base+faster"][: 1 + seed % 2]}
    store = played(tmp_path, seed=seed, **how)
    assert red(store) == set()
    assert states(store, "events")["events"] == (health_check.OPEN if how["events"] == "none" else health_check.GREEN)


def test_an_unfinished_run_lacks_whole_shards_only(store):
    run = store.run_ids()[0]
    store.note(run, store.runs().row(0, named=True) | {"status": "interrupted"})
    for path in store.path.glob(f"runs/{run}/*/base-300.*"):
        path.unlink()
    assert states(store, "games", "credit", "events")["games"] == health_check.GREEN
    change(store, 400, "game", lambda rows: rows.filter(~only(433)))
    assert states(store, "games")["games"] == health_check.RED


def test_too_few_games_leave_chance_open_and_the_rest_green(tmp_path):
    found = states(played(tmp_path, games=100))
    by_chance = {"dealt_cards", "dealt_seats", "halves", "null_cards", "coverage"}
    assert {name for name, state in found.items() if state == health_check.OPEN} >= by_chance - {
        "dealt_cards",
        "dealt_seats",
    }
    assert health_check.RED not in found.values()


@pytest.mark.deep
def test_the_page_is_judged_as_a_whole(store):
    one = list(examine(store, store.run_ids()))
    assert [row["check"] for row in one] == list(CHECKS)
    by_chance = [row for row in one if row["allowed"].startswith("p at least")]
    assert len(by_chance) * LUCK <= health_check.FALSE_ALARMS * (1 + 1e-9)
    assert all((row["p_value"] is None) != CHECKS[row["check"]].by_chance for row in one)


@pytest.mark.deep
def test_the_exit_code_and_the_json_say_what_is_red(store, capsys):
    import json

    assert json.loads(printed(capsys, ["metrics", "health", "--store", str(store.path), "--json"]))["red"] == 0
    first, game = shard_of(store, is_sampled=False)
    twice = pl.when(only(game)).then(1.0).otherwise("credit").alias("credit")
    change(store, first, "seat", lambda rows: rows.with_columns(twice))
    assert cli.main(["metrics", "health", "--store", str(store.path)]) == 1
    said = capsys.readouterr().out
    assert f"red   credit: {GAMES:,} games: give away more or less: 1 (base game {game})" in said
