"""A stored game that would be another one now is not told as if it were the stored one."""

from __future__ import annotations

import dataclasses

import pytest

from lab.cli import main
from lab.games.game_replay import check_unchanged
from lab.runs import stored_vs_today
from lab.runs.arms import open_arms
from lab.runs.run_spec import RunSpec, spec_text
from lab.runs.runner import about_run, run_row
from lab.store.store_folder import Store

pytestmark = pytest.mark.deep

SPEC = RunSpec(arms=("base", "base+faster"), games=5, seed=7, agents=("balanced", "novice"))
RUN = "0123456789ab"


@pytest.fixture
def begun(tmp_path):
    """A store with a run of which nothing has been played yet, and what it says of itself."""
    store = Store.open(tmp_path / "s", create=True)
    arms = open_arms(SPEC)
    about = about_run(run_row(SPEC, RUN, "lab run", 1), arms)
    store.begin(RUN, spec_text(SPEC), about)
    return store, about


def begin_again(store, about, **columns):
    """The same run, but another one in some columns of its tables."""
    changed = {name: frame.with_columns(**columns[name]) if name in columns else frame for name, frame in about.items()}
    store.begin(RUN, spec_text(SPEC), changed)


def test_an_unchanged_game_is_told(begun):
    store, _ = begun
    assert check_unchanged(store.path, RUN, "") == check_unchanged(store.path, "01", "base+faster") == ""


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ({"run": {"rules_version": 3}}, "the engine plays by RULES_VERSION"),
        ({"arm": {"rules_hash": "0" * 64}}, "the rules of 'base' have changed"),
        ({"arm": {"deck_hash": "1" * 64}}, "the cards of 'base' have changed"),
        ({"weight": {"weight": 12345}}, "the weights of balanced, novice have changed"),
    ],
)
def test_what_has_changed_is_named(begun, columns, says, capsys):
    store, about = begun
    frames = {name: {k: _literal(v) for k, v in own.items()} for name, own in columns.items()}
    frames["arm"] = {**frames.get("arm", {}), "arm_hash": _literal("0123456789abcdef")}
    begin_again(store, about, **frames)
    assert main(["replay", "--run", "01", "--game", "2", "--store", str(store.path)]) == 2
    said = capsys.readouterr().err
    assert says in said and "or a new run" in said and len(said.splitlines()) == 1


def _literal(value):
    import polars as pl

    return pl.lit(value)


def test_another_code_of_the_engine_alone_is_said(begun):
    store, about = begun
    columns = {"run": {"code_hash": _literal("c0de")}, "arm": {"arm_hash": _literal("0123456789abcdef")}}
    begin_again(store, about, **columns)
    assert "The engine's code is not the one that played" in check_unchanged(store.path, RUN, "")


def test_players_from_outside_may_have_changed():
    arm = open_arms(RunSpec(arms=("base",), games=1))[0]
    outside = dataclasses.replace(arm, setting=dataclasses.replace(arm.setting, agents=("balanced",)))
    row = {"arm_hash": "x", "rules_hash": arm.variant.rules_hash, "deck_hash": arm.cards.deck_hash}
    stored = stored_vs_today.Stored(
        {"rules_version": stored_vs_today.RULES_VERSION}, row | {"agents": ["my.agents:Bold"]}, []
    )
    assert stored_vs_today.changes(stored, outside) == ["my.agents:Bold may have changed"]


def test_metrics_say_by_which_rules_a_run_was_played():
    from lab.commands._runs import other_rules

    assert other_rules(3) == f"; played by RULES_VERSION 3, it is {stored_vs_today.RULES_VERSION} now"
    assert other_rules(stored_vs_today.RULES_VERSION) == other_rules(None) == ""
