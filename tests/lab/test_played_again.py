"""What is played again and what is not: a sample of a run that ends, games that would be others now, known arms."""

from __future__ import annotations

import dataclasses

import pytest

from lab import cli
from lab.errors import RunFault
from lab.games.game_replay import check_unchanged
from lab.runs import stored_vs_today
from lab.runs.arms import open_arms
from lab.runs.replay_check import LEAST, MOST, _sample
from lab.runs.run_plan import Shard
from lab.runs.run_spec import RunSpec, spec_text
from lab.runs.runner import Title, about_run, run_row, run_spec
from lab.store.store_folder import Store
from tests.lab.command_lines import refused
from tests.lab.fakes import fake_arms, fake_facts

pytestmark = pytest.mark.deep

SPEC = RunSpec(arms=("base", "base+faster"), games=60, shard_games=20)


class Forgetful:
    """Plays the games of an arm rightly as long as the shard is whole, and each game otherwise after that."""

    def __init__(self, arm):
        self.arm = arm

    def __getattr__(self, name):
        return getattr(self.arm, name)

    def player(self):
        def play(first, count):
            facts = fake_facts(self.arm.run, self.arm.setting, first, count)
            if count < SPEC.shard_games:
                facts.game["turns"] += 1
            return facts

        return play


def status(path):
    return Store.open(path).runs()["status"].to_list()


def test_every_arm_is_played_again_in_a_piece_of_a_shard(tmp_path):
    arms = fake_arms(SPEC)
    summary = run_spec(SPEC, tmp_path, 2, arms=arms)
    assert (summary.games_again, summary.status, status(tmp_path)) == (2 * LEAST, "done", ["done"])
    for arm in arms:
        again = [(first, count) for first, count in arm.played if count < SPEC.shard_games]
        assert sum(count for _, count in again) == LEAST
        (shard,) = {first // SPEC.shard_games for first, _ in again}


def test_a_game_that_comes_out_otherwise_is_said_and_the_status_says_it(tmp_path):
    arms = fake_arms(SPEC)
    with pytest.raises(RunFault, match=r"DIFFERS: of 4 games .* 2 came out otherwise .*base\+faster game \d+, "):
        run_spec(SPEC, tmp_path, 1, arms=[arms[0], Forgetful(arms[1])])
    assert status(tmp_path) == ["differs"]
    store = Store.open(tmp_path)
    assert not store.is_finished(store.run_ids()[0]), "nothing that is measured on it is kept"


def test_a_run_that_differed_is_looked_at_again_and_may_be_mended(tmp_path):
    arms = fake_arms(SPEC)
    bad = [arms[0], Forgetful(arms[1])]
    for _ in range(2):
        with pytest.raises(RunFault, match="DIFFERS"):
            run_spec(SPEC, tmp_path, 1, arms=bad)
        assert status(tmp_path) == ["differs"]
    summary = run_spec(SPEC, tmp_path, 1, arms=arms)
    assert (summary.games_played, summary.games_again, status(tmp_path)) == (0, 2 * LEAST, ["done"])
    assert run_spec(SPEC, tmp_path, 1, arms=arms).games_again == 0


def test_the_command_says_it_loudly(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: [Forgetful(arm) for arm in fake_arms(spec)])
    line = ["run", "--variant", "base", "--games", "250", "--store", str(tmp_path)]
    monkeypatch.setattr(f"{__name__}.SPEC", RunSpec(arms=("base",), games=250))
    assert cli.main(line) == 1
    said = capsys.readouterr().err
    assert "DIFFERS" in said and "cannot be trusted" in said and "lab metrics health --run" in said
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda spec, *_: fake_arms(spec))
    assert cli.main(["run", "--variant", "base", "--games", "500", "--store", str(tmp_path / "other")]) == 0
    assert "played again, the same" in capsys.readouterr().err


@pytest.mark.parametrize("games, again", [(1, 1), (100, LEAST), (4_000, 20), (1_000_000, MOST)])
def test_half_a_per_cent_is_played_again_within_bounds(games, again):
    shards = [Shard("base", first, min(250, games - first)) for first in range(0, games, 250)]
    shard, first, count = _sample(shards, "r")
    assert count == again and shard.first <= first and first + count <= shard.first + shard.count


def test_outside_agents_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr("lab.runs.replay_check.is_outside", lambda name: name == "balanced")
    summary = run_spec(SPEC, tmp_path, 1, arms=fake_arms(SPEC))
    assert summary.games_again == 0


ORIGIN = RunSpec(arms=("base", "base+faster"), games=5, seed=7, agents=("balanced", "novice"))
RUN = "0123456789ab"


@pytest.fixture
def begun(tmp_path):
    """A store with a run of which nothing has been played yet, and what it says of itself."""
    store = Store.open(tmp_path / "s", create=True)
    arms = open_arms(ORIGIN)
    about = about_run(run_row(ORIGIN, RUN, "lab run", 1), arms)
    store.begin(RUN, spec_text(ORIGIN), about)
    return store, about


def begin_again(store, about, **columns):
    """The same run, but another one in some columns of its tables."""
    changed = {name: frame.with_columns(**columns[name]) if name in columns else frame for name, frame in about.items()}
    store.begin(RUN, spec_text(ORIGIN), changed)


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
    said = refused(capsys, ["replay", "--run", "01", "--game", "2", "--store", str(store.path)])
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


def played(path, **values):
    spec = RunSpec(**{"arms": ["base"], "games": 40, "shard_games": 10, "agents": ["balanced"], **values})
    return run_spec(spec, path, 1, arms=fake_arms(spec))


def files(path, run):
    folder = path / "runs" / run
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*.*") if p.parent.name != "run"}


def test_an_arm_of_another_run_is_copied_and_the_bytes_are_those_of_playing_it(tmp_path):
    played(tmp_path / "one", arms=["base", "base+faster"])
    again = played(tmp_path / "one", arms=["base+faster", "cthulhu"])
    fresh = played(tmp_path / "two", arms=["base+faster", "cthulhu"])
    assert (again.games, again.games_played, again.games_copied) == (80, 40, 40)
    assert (fresh.games_played, fresh.games_copied) == (80, 0)
    assert again.run_id == fresh.run_id
    assert files(tmp_path / "one", again.run_id) == files(tmp_path / "two", fresh.run_id)


def test_a_longer_run_plays_only_what_is_new(tmp_path):
    played(tmp_path, games=25)
    longer = played(tmp_path, games=40)
    assert (longer.games_copied, longer.games_played) == (20, 20)  # shard 20-24 has other games than 20-29


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 1},
        {"seats": 5},
        {"agents": ["novice"]},
        {"events": "none"},
        {"events": "sample:7"},
        {"exposure": "sample:7"},
        {"shard_games": 20},
    ],
)
def test_other_games_are_played(tmp_path, other):
    played(tmp_path)
    assert played(tmp_path, **other).games_copied == 0


def test_a_sample_of_events_is_one_of_so_many_games(tmp_path):
    played(tmp_path, events="sample:7")
    assert played(tmp_path, events="sample:7", games=80).games_copied == 0
    assert played(tmp_path, events="sample:7", arms=["base", "cthulhu"]).games_copied == 40


def test_a_damaged_shard_is_played_again(tmp_path):
    first = played(tmp_path)
    (tmp_path / "runs" / first.run_id / "game" / "base-10.parquet").write_bytes(b"no parquet")
    (tmp_path / "runs" / first.run_id / "seat" / "base-20.parquet").unlink()
    again = played(tmp_path, arms=["base", "cthulhu"])
    assert (again.games_copied, again.games_played) == (20, 60)


def test_a_run_has_a_name_and_keeps_it(tmp_path):
    spec = RunSpec(arms=["base"], games=10, shard_games=10, agents=["balanced"])
    run = run_spec(spec, tmp_path, 1, title=Title("lab run", "first try"), arms=fake_arms(spec)).run_id
    run_spec(spec, tmp_path, 1, arms=fake_arms(spec))
    row = Store.open(tmp_path).table("run", run).collect().row(0, named=True)
    assert (row["name"], row["command"], row["status"]) == ("first try", "lab run", "done")
    run_spec(spec, tmp_path, 1, title=Title("lab run", "second"), arms=fake_arms(spec))
    row = Store.open(tmp_path).table("run", run).collect().row(0, named=True)
    assert (row["name"], row["status"]) == ("second", "done")
