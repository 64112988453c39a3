"""Damage to a store: each kind is named in one sentence, by reads or by the check, and mended to equal bytes."""

from __future__ import annotations

import shutil

import polars as pl
import pytest

from lab import cli
from lab.errors import StoreDamaged
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import TABLES
from tests.lab.damaging import EVENT, GAME, KINDS, aged, files, lab
from tests.lab.fakes import fake_arms


def spec(**values):
    return RunSpec(**{"arms": ["base", "base+faster"], "games": 6, "shard_games": 3, "seats": 3, **values})


@pytest.fixture(autouse=True)
def arms(monkeypatch):
    """Arms that are played at once; all shards that are played from now on."""
    played = []

    def opened(one, *_):
        return fake_arms(one, lambda arm, first: played.append((arm, first)))

    monkeypatch.setattr("lab.runs.arms.open_arms", opened)
    return played


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """A store of two runs."""
    path = tmp_path_factory.mktemp("damage") / "store"
    runs = [run_spec(one, path, 1, arms=fake_arms(one)).run_id for one in (spec(), spec(seed=9))]
    shutil.copytree(path / "runs", path.parent / "kept")
    return path, *runs


@pytest.fixture
def store(whole):
    """It as it was made, in its place, and the folders of its runs."""
    path, *runs = whole
    shutil.rmtree(path / "runs")
    shutil.copytree(path.parent / "kept", path / "runs")
    return path, *(path / "runs" / run for run in runs)


def read_all(path):
    """Everything, as metrics and as SQL read it."""
    one = Store.open(path)
    rows = {name: one.table(name).collect().rows() for name in TABLES}
    counts = ", ".join(f"(SELECT count(*) FROM {name})" for name in TABLES)
    return rows, one.query(f"SELECT {counts}").row(0)


@pytest.mark.deep(but=14)
@pytest.mark.parametrize("kind", KINDS)
def test_damage_is_named_and_mended_to_equal_bytes(store, kind, capsys):
    path, run, other = store
    before = files(path)
    how, names, by = KINDS[kind]
    how(run, other)
    assert files(path) != before
    if by == "read":
        with pytest.raises(StoreDamaged) as told:
            read_all(path)
        assert names in str(told.value) and f"lab store mend --store {path}" in str(told.value)
        assert len(str(told.value).splitlines()) == 1
    code, out, _ = lab(capsys, "store", "check", "--store", path)
    assert code == 1 and names.split(" ")[0] in out, out
    code, out, err = lab(capsys, "store", "mend", "--store", path)
    assert (code, err) == (0, ""), err
    assert files(path) == before
    assert lab(capsys, "store", "check", "--store", path)[0] == 0


def test_only_what_is_damaged_is_played_again(store, arms, capsys):
    path, run, _ = store
    (run / GAME).unlink()
    (run / EVENT).write_bytes(b"torn")
    code, out, _ = lab(capsys, "store", "mend", "--store", path, "--json")
    assert code == 0 and '"damages": 2' in out and '"games": 6' in out
    assert sorted(arms) == [("base", 0), ("base", 3)]
    assert lab(capsys, "store", "mend", "--store", path)[1].endswith("nothing is damaged.\n")


MENDED_BY_A_RUN = (
    "an empty shard", "a shard with a flipped bit", "a table's folder is a file", "a marker of no shard",
    "a marker is gone", "a shard is gone with its marker",
    "the run's row is gone", "arms flipped", "another seed in the spec", "the spec is gone",
    "what is said of the run is damaged", "nothing but the spec is left",
)  # fmt: skip


@pytest.mark.deep(but=4)
@pytest.mark.parametrize("kind", MENDED_BY_A_RUN)
def test_a_run_of_the_same_spec_mends_its_store(store, kind):
    path, run, other = store
    before = files(path)
    KINDS[kind].how(run, other)
    run_spec(spec(), path, 1, arms=fake_arms(spec()))
    assert files(path) == before


def test_whole_runs_are_not_hindered_by_a_damaged_one(store):
    path, run, other = store
    (run / GAME).unlink()
    assert Store.open(path).table("game", other.name).collect().height == 12
    third = run_spec(spec(seed=3), path, 1, arms=fake_arms(spec(seed=3)))
    assert third.games_played == 12


def test_files_of_another_system_beside_the_shards_are_not_read(store):
    path, run, _ = store
    rows = read_all(path)
    for name in ("run/._run.parquet", "game/._base-0.parquet", "shard/._base-0.json", "arm/.DS_Store"):
        (run / name).write_bytes(b"\0\5\26\7")
    assert read_all(path) == rows and not Store.open(path).damages(run.name)
    assert Store.open(path).door_fault() == ""


@pytest.mark.parametrize("names", [["lab.duckdb"], [".schema"]])
def test_a_damaged_door_is_written_anew(store, names, capsys):
    path, _, _ = store
    for file in [p for name in names for p in (path / name, *(path / name).rglob("*.parquet")) if p.is_file()]:
        file.write_bytes(file.read_bytes()[:50])
    assert lab(capsys, "store", "check", "--store", path)[:2][0] == 1
    code, out, _ = lab(capsys, "store", "mend", "--store", path)
    assert (code, out) == (0, "lab.duckdb is written anew\n")
    assert lab(capsys, "store", "check", "--store", path)[0] == 0


def test_a_run_that_would_be_another_one_now_is_not_mended(store, capsys, monkeypatch):
    path, run, other = store
    (run / GAME).unlink()
    (other / GAME).unlink()
    before = files(path)
    changed = lambda one, *_: fake_arms(one.model_copy(update={"seed": one.seed + 5}))  # noqa: E731
    monkeypatch.setattr("lab.runs.arms.open_arms", changed)
    code, out, err = lab(capsys, "store", "mend", "--store", path)
    assert code == 2 and len(err.splitlines()) == 1
    assert "cannot be mended: its engine, rules, cards or players are not those of now" in err and "1 more run" in err
    assert files(path) == before


def test_a_run_without_any_spec_is_not_mended(store, capsys):
    path, run, _ = store
    (run / "spec.toml").unlink()
    (run / "about.json").unlink()
    code, _, err = lab(capsys, "store", "mend", "--store", path)
    assert code == 2 and "its spec is missing" in err and len(err.splitlines()) == 1


def test_a_row_that_is_lost_twice_is_made_anew(store, capsys):
    path, run, _ = store
    shutil.rmtree(run / "run")
    code, out, _ = lab(capsys, "store", "mend", "--store", path)
    assert code == 0 and "its date and its command are lost" in out
    assert Store.open(path).runs()["status"].to_list() == ["done", "done"]


OLD = ("a shard cut short", "an empty shard", "one table of a shard is gone", "a table's folder is gone",
       "another range's shard", "another run's shard", "a shard with a row less", "an empty marker", "arms cut short",
       "the run's row cut short", "cards are gone", "another seed in the spec", "the folder was renamed",
       "a shard is gone with its marker",
       "the folder was copied", "the spec is gone")  # fmt: skip


@pytest.mark.deep
@pytest.mark.parametrize("kind", OLD)
def test_a_store_of_an_older_version_is_checked_as_far_as_it_can_be(store, kind, capsys):
    path, run, other = store
    aged(path)
    rows = read_all(path)
    assert lab(capsys, "store", "check", "--store", path)[0] == 0
    KINDS[kind].how(run, other)
    assert lab(capsys, "store", "check", "--store", path)[0] == 1
    code, _, err = lab(capsys, "store", "mend", "--store", path)
    if kind in ("another seed in the spec", "the spec is gone"):  # nothing else knew it
        assert code == 2 and "cannot be mended" in err and len(err.splitlines()) == 1
        return
    assert (code, err) == (0, "")
    assert lab(capsys, "store", "check", "--store", path)[0] == 0
    again = read_all(path)
    assert again[1] == rows[1] and again[0]["game"] == rows[0]["game"] and again[0]["arm"] == rows[0]["arm"]


def test_a_library_that_stumbles_over_a_flipped_bit_is_told_in_words(store, capsys, monkeypatch):
    """Markers of older versions know no checksum: nobody sees it before Polars or DuckDB do."""
    path, run, _ = store
    aged(path)
    data = (run / EVENT).read_bytes()
    (run / EVENT).write_bytes(data[:40] + bytes(160) + data[200:])  # as long as it was, and its end is whole
    with pytest.raises(pl.exceptions.PolarsError):
        Store.open(path).table("event").collect()
    monkeypatch.setattr("lab.commands.metrics.compute", lambda one, *_: one.table("event").collect())
    code, out, err = lab(capsys, "metrics", "endings", "--store", path)
    assert code == 2 and f"{EVENT} cannot be read; lab store mend" in err and not out
    code, _, err = lab(capsys, "query", "SELECT * FROM event", "--run", "all", "--store", path)
    assert code == 2 and f"{EVENT} cannot be read" in err and len(err.splitlines()) == 1


@pytest.mark.deep
def test_real_games_are_mended_to_equal_bytes(tmp_path, capsys, monkeypatch):
    monkeypatch.undo()
    spec = RunSpec(arms=("base",), games=12, shard_games=4, seed=3, seats=3, agents=("balanced", "random"))
    run_spec(spec, tmp_path / "s", 2)
    before = files(tmp_path / "s")
    (run,) = (tmp_path / "s" / "runs").iterdir()
    shutil.rmtree(run / "exposure")
    (run / "event" / "base-4.parquet").write_bytes(b"PAR1")
    (run / "arm" / "arm.parquet").unlink()
    assert cli.main(["store", "mend", "--store", str(tmp_path / "s"), "--workers", "2"]) == 0
    assert capsys.readouterr().out == f"run {run.name}: 5 damaged, 3 shards (12 games) played again\n"
    assert files(tmp_path / "s") == before
    assert not Store.open(tmp_path / "s").damages(run.name)
