"""A run computes what is missing, whatever killed it before, and gives the same bytes for any number of workers."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from lab.errors import BadInput, RunFault
from lab.runs.replay_check import Comparison
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import PLAYED, TABLES
from tests.lab.fakes import fake_arms

pytestmark = pytest.mark.deep

SLOW_RUN = """
import sys, time
from lab.runs.runner import run_spec
from lab.runs.run_spec import RunSpec
from tests.lab.fakes import fake_arms
one = RunSpec(arms=["base", "base+faster"], games=40, shard_games=10, agents=["balanced"])
run_spec(one, sys.argv[1], 2, arms=fake_arms(one, lambda arm, first: time.sleep(0.0 if first < 20 else 60.0)))
"""


def spec(**values):
    return RunSpec(
        **{"arms": ["base", "base+faster"], "games": 45, "shard_games": 10, "agents": ["balanced", "random"], **values}
    )


def digests(path, run):
    store = Store.open(path)
    return {name: store.digest(name, run) for name in TABLES}


def test_any_number_of_workers_gives_the_same_bytes(tmp_path):
    one = spec(events="sample:9")
    results = []
    for workers in (1, 2, 5):
        path = tmp_path / str(workers)
        results.append((run := run_spec(one, path, workers, arms=fake_arms(one)).run_id, digests(path, run)))
    assert results[0] == results[1] == results[2]
    assert len(set(results[0][1].values())) == len(TABLES)


def test_the_same_spec_twice_computes_nothing_twice(tmp_path):
    one = spec()
    first, again = fake_arms(one), fake_arms(one)
    a = run_spec(one, tmp_path, 2, arms=first)
    before = Store.open(tmp_path).runs()
    b = run_spec(one, tmp_path, 2, arms=again)
    assert a.run_id == b.run_id and (a.games_played, b.games_played) == (90, 0)
    assert not again[0].played and not again[1].played
    assert Store.open(tmp_path).runs().equals(before)
    assert before["status"].to_list() == ["done"]


def test_only_missing_shards_are_computed(tmp_path):
    one = spec()
    run = run_spec(one, tmp_path, 2, arms=fake_arms(one)).run_id
    expected = digests(tmp_path, run)
    (tmp_path / "runs" / run / "shard" / "base-20.json").unlink()
    (tmp_path / "runs" / run / "event" / "base-20.parquet").write_bytes(b"torn")
    arms = fake_arms(one)
    assert run_spec(one, tmp_path, 2, arms=arms).games_played == 10
    assert arms[0].played[0] == (20, 10) and arms[1].played == []
    assert all(20 <= first and first + count <= 30 for first, count in arms[0].played), "a sample of them once more"
    assert digests(tmp_path, run) == expected


def test_a_killed_run_keeps_whole_shards_and_goes_on(tmp_path):
    root = Path(__file__).resolve().parents[2]
    process = subprocess.Popen([sys.executable, "-c", SLOW_RUN, str(tmp_path / "s")], cwd=root)
    until = time.monotonic() + 60
    while len(list((tmp_path / "s").glob("runs/*/shard/*.json"))) < 4 and time.monotonic() < until:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    one = spec(games=40, agents=["balanced"])
    store = Store.open(tmp_path / "s")
    run = store.run_ids()[0]
    for name in PLAYED:
        assert store.query(f"SELECT count(DISTINCT (arm, game)) AS n FROM {name}")["n"].to_list() == [40]
    assert store.runs()["status"].to_list() == ["interrupted"]
    assert not list((tmp_path / "s").rglob("*.part"))
    leftover = tmp_path / "s" / "runs" / run / "game" / ".base-0.parquet.host-7.part"  # of a lab without locks
    leftover.write_text("x")
    os.utime(leftover, (0, 0))
    summary = run_spec(one, tmp_path / "s", 2, arms=fake_arms(one))
    assert (summary.run_id, summary.games_played, summary.status) == (run, 40, "done")
    assert not leftover.exists()
    run_spec(one, tmp_path / "fresh", 1, arms=fake_arms(one))
    assert digests(tmp_path / "s", run) == digests(tmp_path / "fresh", run)


def test_an_interrupt_keeps_committed_shards_and_says_so(tmp_path):
    one = spec(arms=["base"])
    calls = []

    def interrupt(done, total, rate, left):
        calls.append(done)
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_spec(one, tmp_path, 1, interrupt, arms=fake_arms(one, lambda arm, first: time.sleep(0.2)))
    store = Store.open(tmp_path)
    assert store.runs()["status"].to_list() == ["interrupted"]
    stored = store.table("game").collect().height
    assert 20 <= stored < 45
    assert run_spec(one, tmp_path, 1, arms=fake_arms(one)).games_played == 45 - stored
    assert store.runs()["status"].to_list() == ["done"]


def test_progress_ends_with_all_games_done(tmp_path):
    one, calls = spec(), []
    run_spec(one, tmp_path, 2, lambda *numbers: calls.append(numbers), arms=fake_arms(one))
    done, total, rate, left = calls[-1]
    assert (done, total, left) == (90, 90, 0.0) and rate > 0
    assert [c[0] for c in calls] == sorted(c[0] for c in calls)


def test_a_fault_stops_the_run_and_leaves_what_was_committed(tmp_path):
    one = spec(arms=["base"])

    def fail(arm, first):
        if first == 20:
            raise RunFault("game 21, seat 2: endless turn")

    with pytest.raises(RunFault, match="endless turn"):
        run_spec(one, tmp_path, 1, arms=fake_arms(one, fail))
    assert Store.open(tmp_path).runs()["status"].to_list() == ["failed"]
    assert Store.open(tmp_path).committed(Store.open(tmp_path).run_ids()[0]) == {"base-0", "base-10"}


def test_shards_are_played_by_as_many_threads_as_there_are_workers(tmp_path, monkeypatch):
    monkeypatch.setattr("lab.runs.runner.replay_sample", lambda *_: Comparison())
    one, names = spec(), set()
    run_spec(one, tmp_path, 3, arms=fake_arms(one, lambda *_: (names.add(threading.get_ident()), time.sleep(0.05))))
    assert len(names) == 3


def test_bad_input_leaves_no_store_behind(tmp_path):
    with pytest.raises(BadInput, match="workers is -1"):
        run_spec(spec(), tmp_path / "s", -1)
    with pytest.raises(ValueError, match="no-such-variant"):
        run_spec(spec(arms=["no-such-variant"]), tmp_path / "s")
    assert not (tmp_path / "s").exists()


def test_the_face_stays_callable_after_its_submodules_are_imported():
    import lab
    import lab.comparison.arm_comparison
    import lab.runs.runner

    assert all(callable(getattr(lab, name)) for name in lab.__all__)
    probe = "import lab, sys; print('polars' in sys.modules, 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
