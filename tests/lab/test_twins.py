"""What a store holds of an arm is not played again, in whatever run it lies and whatever it is called there."""

from __future__ import annotations

import pytest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import Title, run_spec
from lab.store.store_folder import Store
from tests.lab.fakes import fake_arms

pytestmark = pytest.mark.deep


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
