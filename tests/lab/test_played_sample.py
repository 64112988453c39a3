"""A run that ends plays a sample of its own games again: what differs is said, and the run's status says it."""

from __future__ import annotations

import pytest

from lab import cli
from lab.errors import RunFault
from lab.runs.replay_check import LEAST, MOST, _sample
from lab.runs.run_plan import Shard
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
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
