"""A commit is on the disk before it is seen, holds exactly its shard, and leaves nothing behind when it fails."""

from __future__ import annotations

import errno
import io
import os
import random
import shutil
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from lab import cli
from lab.errors import BadInput, RunFault
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.parquet_files import parquet
from lab.store.shard_bytes import encoded
from lab.store.store_folder import Store
from lab.store.stored_tables import PLAYED, Labels, fact_frames
from tests.lab.fakes import fake_arms, fake_facts

SPEC = RunSpec(arms=("base",), games=30, shard_games=10, seats=3, agents=("balanced",))


@pytest.fixture
def begun(tmp_path):
    """A store with a run of which the second shard is missing, and that shard's tables."""
    run = run_spec(SPEC, tmp_path / "s", 1, arms=fake_arms(SPEC)).run_id
    store = Store.open(tmp_path / "s")
    store.note(run, store.row(run) | {"status": "interrupted"})
    (store.path / "runs" / run / "shard" / "base-10.json").unlink()
    facts = fake_facts(SPEC, SPEC.only, 10, 10)
    return store, run, fact_frames(facts, Labels(run, ("base",), {"base": ("balanced",)}), "base")


def other(first, count):
    return fake_facts(SPEC, SPEC.only, first, count)


def of(run, first, count, arm="base"):
    return fact_frames(other(first, count), Labels(run, ("base",), {arm: ("balanced",)}), arm)


ODD = pl.col("game") == 13
WRONG = {
    "a game is missing": lambda f, run: {n: t.filter(~ODD) for n, t in f.items()},
    "the last game is missing": lambda f, run: {n: t.filter(pl.col("game") < 19) for n, t in f.items()},
    "a game twice": lambda f, run: f | {"game": pl.concat([f["game"], f["game"].filter(ODD)])},
    "a game twice in place of another": lambda f, run: (
        f | {"game": pl.concat([f["game"].filter(pl.col("game") != 12), f["game"].filter(ODD)])}),
    "other games": lambda f, run: of(run, 0, 10),
    "a game too many": lambda f, run: of(run, 10, 11),
    "no games": lambda f, run: {n: t.clear() for n, t in f.items()},
    "a seat is missing": lambda f, run: f | {"seat": f["seat"][:-1]},
    "all third seats are missing": lambda f, run: f | {"seat": f["seat"].filter(pl.col("seat") < 2)},
    "a seat twice": lambda f, run: f | {"seat": f["seat"].with_columns(seat=pl.lit(1, pl.Int8))},
    "events of other games": lambda f, run: f | {"event": f["event"].with_columns(pl.col("game") + 5)},
    "a level of an earlier game": lambda f, run: f | {"level": f["level"].with_columns(pl.col("game") - 1)},
    "rows of another arm": lambda f, run: f | {"seat": of(run, 10, 10, "base+faster")["seat"]},
    "rows of another run": lambda f, run: of("0123456789ab", 10, 10),
}  # fmt: skip


def everything(path):
    return {p: p.read_bytes() for p in path.rglob("*") if p.is_file()}


def as_tables(store, run, frames):
    store.commit(run, "base-10", frames, 10)


def as_files(store, run, frames):
    """As a worker of a cluster hands them over: nobody else has looked into them."""
    store.commit_files(run, "base-10", encoded(frames), 10)


@pytest.mark.deep(but=8)
@pytest.mark.parametrize("committed", [as_tables, as_files])
@pytest.mark.parametrize("kind", WRONG)
def test_a_shard_that_is_not_what_it_should_be_is_not_committed(begun, kind, committed):
    store, run, frames = begun
    refused(store, run, lambda: committed(store, run, WRONG[kind](frames, run)))
    committed(store, run, frames)
    assert not store.damages(run)


def refused(store, run, commit):
    """Nothing is written, and one sentence says why."""
    before = everything(store.path)
    with pytest.raises(RunFault, match=f"^run {run}: shard base-10 holds .*; nothing of it was stored") as told:
        commit()
    assert len(str(told.value).splitlines()) == 1 and everything(store.path) == before


NO_FILES = {
    "no Parquet": lambda files: files | {"event": b"these are no rows"},
    "nothing at all": lambda files: files | {"event": b""},
    "cut short": lambda files: files | {"event": files["event"][:-1]},
    "its keys cannot be read": lambda files: files | {"level": files["level"][:4] + bytes(400) + files["level"][404:]},
    "another table": lambda files: files | {"level": files["seat"]},
    "a column less": lambda files: files | {"level": parquet(back(files["level"]).drop("round"))},
    "a column of another type": lambda files: (
        files | {"level": parquet(back(files["level"]).cast({"level": pl.Int64}))}),
    "no rows": lambda files: files | {"level": parquet(back(files["level"]).clear())},
    "a table that no shard has": lambda files: files | {"../arm/arm": files["level"]},
}  # fmt: skip


def back(data):
    return pl.read_parquet(io.BytesIO(data))


@pytest.mark.deep(but=4)
@pytest.mark.parametrize("kind", NO_FILES)
def test_files_that_are_not_the_tables_of_a_shard_are_not_committed(begun, kind):
    store, run, frames = begun
    refused(store, run, lambda: store.commit_files(run, "base-10", NO_FILES[kind](encoded(frames)), 10))


def test_files_are_committed_to_the_bytes_of_their_tables(begun):
    store, run, frames = begun
    as_tables(store, run, frames)
    expected = {p: p.read_bytes() for p in store.path.rglob("base-10.*")}
    assert {p.parent.name for p in expected} == {"game", "seat", "level", "exposure", "event", "shard"}
    for path in expected:
        path.unlink()
    as_files(store, run, frames)
    assert {p: p.read_bytes() for p in store.path.rglob("base-10.*")} == expected


def test_a_game_that_was_given_up_is_one_of_its_shard(begun):
    store, run, frames = begun
    given_up = pl.DataFrame({"run_id": [run], "arm": ["base"], "game": [13]})
    with pytest.raises(RunFault, match="holds a game twice"):
        store.commit(run, "base-10", frames | {"fault": given_up}, 10)
    store.commit(run, "base-10", {n: t.filter(~ODD) for n, t in frames.items()} | {"fault": given_up}, 10)
    assert not store.damages(run)


def test_files_and_their_names_are_on_the_disk_before_the_marker_is_seen(begun, monkeypatch):
    store, run, frames = begun
    told, folder = [], store.path / "runs" / run
    replace = os.replace

    def flushed(opened):
        told.append(("flush", os.readlink(f"/proc/self/fd/{opened}")))

    def renamed(old, new):
        told.append(("rename", str(old), str(new)))
        replace(old, new)

    if not os.path.exists("/proc/self/fd"):
        pytest.skip("this system does not say which file is flushed")
    monkeypatch.setattr("os.fsync", flushed)
    monkeypatch.setattr("os.replace", renamed)
    store.commit(run, "base-10", frames, 10)
    marker = str(folder / "shard" / "base-10.json")
    seen = next(at for at, step in enumerate(told) if step[-1] == marker and step[0] == "rename")
    for at, step in enumerate(told):
        if step[0] == "rename":
            assert ("flush", step[1]) in told[:at]
    for name in (name for name, frame in frames.items() if frame.height):
        there = next(at for at, s in enumerate(told) if s[-1] == str(folder / name / "base-10.parquet"))
        assert there < seen and ("flush", str(folder / name)) in told[there:seen], name
    assert told[-1] == ("flush", str(folder / "shard"))


@pytest.mark.deep
def test_a_disk_that_is_full_at_any_moment_is_a_sentence_and_loses_nothing(begun, monkeypatch):
    store, run, frames = begun
    replace, left = os.replace, [0]

    def full(old, new):
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        replace(old, new)

    before = store.table("game").collect()
    monkeypatch.setattr("os.replace", full)
    for room in range(6):
        left[0] = room
        with pytest.raises(BadInput, match="cannot be written .No space left on device.; what was committed stays"):
            store.commit(run, "base-10", frames, 10)
        assert store.table("game").collect().equals(before) and not list(store.path.rglob("*.part"))
    left[0] = 6
    store.commit(run, "base-10", frames, 10)
    assert not store.damages(run)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of a megabyte, where the machine lets one be made."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("this machine lets nobody make a small disk")
    yield place
    subprocess.run(["umount", str(place)], check=True)


@pytest.mark.deep
def test_a_run_on_a_small_disk_ends_with_a_sentence_and_goes_on_with_more_room(small_disk, capsys, monkeypatch):
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda one, *_: fake_arms(one))
    monkeypatch.setattr("engine.loop.code_pack.is_compiled_before", lambda: True)
    line = ["run", "--variant", "base", "--games", "40000", "--workers", "2", "--store"]
    assert cli.main([*line, str(small_disk / "s")]) == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said and "cannot be written (No space left on device)" in said.splitlines()[-1], said
    store = Store.open(small_disk / "s")
    run = store.run_ids()[0]
    assert 0 < len(store.committed(run)) < 160 and not store.damages(run)
    assert cli.main(["pack", "--store", str(small_disk / "s"), "--to", str(small_disk / "x.duckdb")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    subprocess.run(["mount", "-o", "remount,size=60m", str(small_disk)], check=True)
    assert cli.main([*line, str(small_disk / "s")]) == 0
    assert not Store.open(small_disk / "s").damages(run)


ROOT = Path(__file__).resolve().parents[2]
PLAY = "import sys; from tests.lab.test_commits import play; play(sys.argv[1])"
MANY = RunSpec(arms=("base", "base+faster"), games=300, shard_games=5, agents=("balanced",))
"""Many shards that cost nothing to play: most of the time something is being committed."""


def play(path: str | Path) -> str:
    """Play what is missing."""
    return run_spec(MANY, path, 2, arms=fake_arms(MANY)).run_id


def killed(path: Path, after: float) -> bool:
    """Start a run and kill it so many seconds after its first commit; False if it was done before."""
    there = len(list(path.glob("runs/*/shard/*.json")))
    process = subprocess.Popen([sys.executable, "-c", PLAY, str(path)], cwd=ROOT)
    while process.poll() is None and len(list(path.glob("runs/*/shard/*.json"))) <= there:
        time.sleep(0.002)
    time.sleep(after)
    process.kill()
    return process.wait() != 0


def sound(path: Path) -> bool:
    """Whether nothing that is visible is damaged, and every game that is there has all its rows."""
    store = Store.open(path)
    for run in store.run_ids():
        games = {name: store.table(name, run).select("arm", "game").unique().collect().height for name in PLAYED}
        if store.damages(run) or len(set(games.values())) != 1:
            return False
    return True


def kill_often(folder: Path, kills: int, each: int, lot: random.Random) -> tuple[int, int, int]:
    """Kills, and of the stores those that went on to equal bytes, and all; `each` kills of a store."""
    run = play(folder / "whole")
    whole = {name: Store.open(folder / "whole").digest(name, run) for name in PLAYED}
    done, equal, stores = 0, 0, 0
    while done < kills:
        path, stores, is_sound = folder / str(stores), stores + 1, True
        for _ in range(each):
            done += killed(path, lot.random() * 0.4)
            is_sound &= sound(path)
        play(path)
        left = list(path.rglob("*.part"))
        same = {name: Store.open(path).digest(name, run) for name in PLAYED} == whole
        equal += is_sound and same and not left and not Store.open(path).damages(run)
    return done, equal, stores


def test_a_run_that_is_killed_goes_on_to_equal_bytes(tmp_path):
    """`LAB_KILLS=40` kills forty times."""
    done, equal, stores = kill_often(tmp_path, int(os.environ.get("LAB_KILLS", 2)), 2, random.Random(3))
    assert done >= 2 and equal == stores
