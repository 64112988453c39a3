"""What is told of a whole run at once: nothing is asked of a run that has nothing to compare."""

from __future__ import annotations

import polars as pl
import pytest

from lab.comparison.arm_comparison import COLUMNS
from lab.comparison.notable_games import KINDS
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf
from reports.page_sources import _questions, agreement, comparison
from tests.lab.fakes import fake_arms


@pytest.fixture
def stored(tmp_path):
    """A store with one run of these arms, and the run's id."""

    def make(*arms, **settings):
        spec = RunSpec(arms=list(arms), games=20, shard_games=10, seed=3, **settings)
        run_spec(spec, tmp_path / "store", 1, arms=fake_arms(spec))
        store = Store.open(tmp_path / "store")
        return Shelf(store, store.run_ids()[0])

    return make


def test_a_single_arm_is_compared_with_nothing(stored):
    alone = stored("base")
    assert comparison(alone).is_empty() and comparison(alone).columns == list(COLUMNS)
    assert agreement(alone).is_empty() and {"question", "table", "difference"} <= set(agreement(alone).columns)
    assert {"longest", "shortest", "closest"} <= set(alone.get("notable_games")["kind"]) <= {*KINDS} - {"most-changed"}


def test_every_arm_is_compared_with_every_other(stored):
    rows = comparison(stored("base", "base+faster", "base+epic"))
    assert set(rows.select("a", "b").rows()) == {
        ("base", "base+faster"), ("base", "base+epic"), ("base+faster", "base+epic")
    }  # fmt: skip


def test_a_question_asked_at_two_tables_of_players_has_a_row_for_each(stored):
    rows = agreement(stored("base", "base+faster", agents=[("random",), ("greedy",)]))
    turns = rows.filter(pl.col("metric") == "turns")
    assert turns["table"].to_list() == ["random", "greedy"]
    assert set(rows["question"]) == {"base+faster"}


def test_a_house_rule_asks_what_its_file_asks_if_it_still_sets_what_it_set():
    def frame(listen):
        switches = ["faster_play.listen_at_door", "faster_play.loot_room_deck", "turn.phase_layout"]
        values, by = [listen, "treasure", "combined"], ["faster", "faster", "mine"]
        return pl.DataFrame({"switch": switches, "value": values, "set_by": by})

    assert _questions(frame("true"))["faster"].endswith("?")
    assert _questions(frame("false")) == {}
