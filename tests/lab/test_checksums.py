"""Checksums of the files that are read: once in a process, in little memory, of a run that grows, of a far store."""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import tracemalloc

import pytest

from lab.errors import StoreDamaged
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store import checksums
from lab.store.checksums import fault_of, faults_of
from lab.store.remote_store import fetch
from lab.store.shard_markers import Part
from lab.store.store_folder import Store
from lab.store.stored_tables import FACTS
from tests.lab.damaging import OTHER, lab, place, plant, put_back, watched
from tests.lab.fakes import fake_arms
from tests.lab.fixed_store import ARMS, FINISHED


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A store in its place."""
    return plant(tmp_path_factory.mktemp("checksums"))


@pytest.fixture
def store(planted):
    """It as it was made."""
    return put_back(planted)


def test_a_file_is_read_once_in_a_process_and_again_in_the_place_of_another(store, monkeypatch):
    read = watched(monkeypatch)
    shards = [f"game/{arm}-0.parquet" for arm in ARMS]
    for _ in range(3):
        Store.open(store).table("game", FINISHED)
    assert sorted(one for one in read if one.startswith("game/")) == sorted(shards)
    assert not {one.split("/")[0] for one in read} & (set(FACTS) - {"game"})
    read.clear()
    other = store / "other"
    shutil.copyfile(place(store, "game"), other)
    os.replace(other, place(store, "game"))
    Store.open(store).table("game", FINISHED)
    Store.open(store).table("game", FINISHED)
    assert read == [shards[0]]


def test_no_more_checksums_are_remembered_than_so_many(store, monkeypatch):
    read = watched(monkeypatch)
    monkeypatch.setattr(checksums, "MOST", 3)
    for table in FACTS:
        Store.open(store).table(table)
        assert len(checksums._known) <= 3
    assert len(read) > 3


def test_many_files_are_judged_each_by_its_own_marker(tmp_path):
    """More than a piece of work holds, in any order; every other whole one has a marker that knows no checksum."""
    data, files, expected = b"data", [], []
    part = Part(1, len(data), hashlib.sha256(data).hexdigest())
    kinds = [
        (data, ""), (b"dada", "has other bytes than were committed"), (b"dat", "has 3 bytes, and 4 were committed"),
        (b"", "is empty"), (None, "is missing"), (data, ""),
    ]  # fmt: skip
    for number in range(3 * checksums.PIECES):
        content, fault = kinds[number % len(kinds)]
        path = tmp_path / str(number)
        if content is not None:
            path.write_bytes(content)
        files.append((path, part if number % len(kinds) else Part(1)))
        expected.append(fault)
    assert faults_of(files) == expected
    whole = [number for number in range(len(files)) if number % len(kinds)]
    assert [fault_of(*files[number]) for number in whole] == [expected[number] for number in whole]
    assert faults_of(files, whole=False) == ["" if "other bytes" in fault else fault for fault in expected]


def test_a_large_file_is_never_in_memory(tmp_path):
    large = tmp_path / "large"
    with large.open("wb") as file:
        file.truncate(1 << 26)
    part = Part(1, 1 << 26, "3b6a07d0d404fab4e23b6d34bc6696a6a312dd92821332385e5af7c01c421351")
    tracemalloc.start()
    try:
        assert faults_of([(large, part), (large, part)]) == ["", ""] and fault_of(large, part) == ""
        assert tracemalloc.get_traced_memory()[1] < 1 << 22
    finally:
        tracemalloc.stop()


def test_what_cannot_be_read_is_said_and_looked_at_again(store, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(
            checksums.hashlib, "file_digest", lambda *_: (_ for _ in ()).throw(OSError(5, "Input/output error"))
        )
        with pytest.raises(StoreDamaged, match=r"game/base-0.parquet cannot be read; lab store mend"):
            Store.open(store).table("game", FINISHED)
    assert Store.open(store).table("game", FINISHED).collect().height == 120


@pytest.mark.deep
def test_a_run_that_grows_is_read_all_the_while(tmp_path):
    spec = RunSpec(arms=("base",), games=40, shard_games=2, seats=3, agents=("balanced",))
    faults, seen, ended, looked = [], [], threading.Event(), threading.Event()

    def look():
        while not ended.is_set() and not faults:
            try:
                one = Store.open(tmp_path / "s")
                seen.append(one.query("SELECT count(*) FROM game").item())
                seen.append(one.table("seat").collect().height // 3)
            except BaseException as error:
                faults.append(error)
            looked.set()

    def somebody_looks(*_):
        looked.clear()
        looked.wait(30)

    Store.open(tmp_path / "s", create=True)
    looking = threading.Thread(target=look)
    looking.start()
    try:
        run_spec(spec, tmp_path / "s", 2, arms=fake_arms(spec, somebody_looks))
    finally:
        ended.set()
        looking.join()
    assert not faults and seen == sorted(seen) and len(set(seen)) > 4, (faults, seen)


@pytest.mark.deep
def test_the_copy_of_a_store_that_lies_elsewhere_is_compared_too(tmp_path, monkeypatch, capsys):
    fsspec = pytest.importorskip("fsspec", reason='fsspec is not installed: pip install ".[cluster]"')
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    files, address = fsspec.filesystem("memory"), "memory://bucket/checksums"
    spec = RunSpec(arms=("base",), games=6, shard_games=3, seats=3, agents=("balanced",))
    monkeypatch.setattr("lab.runs.arms.open_arms", lambda one, *_: fake_arms(one))
    try:
        run = run_spec(spec, fetch(address), 1, arms=fake_arms(spec)).run_id
        asked = ("query", "SELECT sum(turns) FROM game", "--csv", "--store", address)
        before = lab(capsys, *asked)
        for name in [one for one in files.store if one.endswith("game/base-3.parquet")]:
            data = bytearray(files.cat_file(name))
            data[60] ^= 4
            files.pipe_file(name, bytes(data))
        assert lab(capsys, *asked) == before  # the copy here is whole
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "another machine"))
        code, out, err = lab(capsys, *asked)
        assert (code, out) == (2, "") and f"runs/{run}/game/base-3.parquet {OTHER}" in err
        assert lab(capsys, "store", "mend", "--store", address)[0] == 0
        assert lab(capsys, *asked) == before
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a third one"))
        assert lab(capsys, *asked) == before
    finally:
        files.store.clear()
        files.pseudo_dirs[:] = [""]
