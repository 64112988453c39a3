"""Luck, whims and who plays in real games: kept with the run, the same on any threads; planted skill is found."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from lab import cli
from lab.impact import luck_and_choice as made
from lab.runs.arms import open_arms
from lab.runs.run_spec import parse_spec
from lab.store.store_folder import Store

pytestmark = pytest.mark.deep


def arm_with(agents):
    """An arm of `base` that four such agents play."""
    (arm,) = open_arms(parse_spec(f'arms = ["base"]\ngames = 150\nseed = 3\nagents = {agents!r}\n'))
    return arm


def shares(agents, turn=0, workers=1):
    """The parts in 150 games."""
    return {row["part"]: SimpleNamespace(**row) for row in made.parts_from(arm_with(agents), turn, 150, workers)}


def test_a_sharp_player_among_beginners_who_choose_by_lot_wins_by_who_plays():
    found = shares(["sharp", "random", "random", "random"])
    assert found["players"].share_low > 0.3 > found["luck"].share_high
    assert found["settled"].share_low < 0.05


def test_players_of_one_kind_have_no_part_in_it_and_threads_change_nothing():
    one, two = (shares(["balanced"] * 4, turn=10, workers=n) for n in (1, 2))
    assert one == two and set(one) == {"settled", "luck", "whims", "interplay"}
    assert one["luck"].played == 4 * 150


def test_what_was_played_on_is_kept_with_the_run(tmp_path, monkeypatch):
    line = f"run --variant base --variant base+faster --games 20 --events none --store {tmp_path}"
    assert cli.main(line.split()) == 0
    store, arms = Store.open(tmp_path), ["base+faster"]
    (run,) = store.run_ids()
    first = made.luck_and_choice(store, run, arms)
    assert set(first["part"]) > {"luck", "whims", "interplay"} and first["arm"].unique().to_list() == arms
    monkeypatch.setattr(made, "parts_from", None)  # nothing may be played any more
    assert made.luck_and_choice(Store.open(store.path), run, arms).equals(first)
