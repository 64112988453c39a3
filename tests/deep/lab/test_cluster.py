"""Threads, processes, machines, a worker killed in mid-run: however shards are played, the bytes are the same."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from lab.errors import BadInput, RunFault
from lab.runs.cluster import crew
from lab.runs.cluster.connection import Address, read_address
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.remote_store import fetch
from lab.store.store_folder import Store
from tests.engine.positions import COMPILED
from tests.lab.machines import ROOT, machines

pytest.importorskip("distributed", reason='Dask is not installed: pip install ".[cluster]"')
pytestmark = pytest.mark.skipif(not COMPILED, reason="workers are processes of their own and would compile nothing")
FACTS = ("game", "seat", "level", "exposure", "event")
VALUES = {
    "arms": ("base", "base+faster"), "games": 80, "seed": 41, "shard_games": 5, "events": "sample:20",
    "agents": ("balanced", "lookahead:1", "random"), "exposure": "sample:30",
}  # fmt: skip
SPEC = RunSpec(**VALUES)


def digests(store, run):
    return {name: Store.open(store).digest(name, run) for name in FACTS}


def play_by(address, folder, spec=SPEC, progress=None, before=lambda crew: None):
    """Play a spec on a cluster; what it was played by, and the sentences that were said."""
    from lab.runs.cluster.connection import open_crew

    said: list[str] = []
    with open_crew(address, said.append) as crew:
        before(crew)
        summary = run_spec(spec, folder, crew, (lambda *far: progress(crew, *far)) if progress else None)
    return summary, said


class Killer:
    """Kills one process as soon as the first shard is there."""

    def __init__(self, kill):
        self.kill, self.killed = kill, None

    def __call__(self, crew, done, total, rate, left):
        if self.killed is None and 0 < done < total / 2:
            self.killed = self.kill(crew)


def kill_a_worker(crew):
    """Kill one that has shards in hand (any other would be missed by nobody); the run goes on when that is known."""
    given = {who: [key for key in keys if "unlike" not in key] for who, keys in crew.client.processing().items()}
    address = max(given, key=lambda worker: len(given[worker]))
    pid = crew.client.run(os.getpid, workers=[address])[address]
    os.kill(pid, signal.SIGKILL)
    until = time.monotonic() + 60
    while address in crew.client.nthreads() and time.monotonic() < until:
        time.sleep(0.02)
    return pid


def kill_the_scheduler(machines):
    os.kill(machines.dealer.pid, signal.SIGKILL)
    return machines.dealer.pid


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """The run on one thread: what all others are compared with."""
    folder = tmp_path_factory.mktemp("alone")
    run = run_spec(SPEC, folder, 1).run_id
    return run, digests(folder, run)


def test_two_threads_and_two_processes_of_which_one_is_killed(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(crew, "LOOK", 0.0)  # so that the loss is seen before the rest is played
    run, expected = alone
    assert len(set(expected.values())) == len(FACTS), "the digests tell the tables apart"
    run_spec(SPEC, tmp_path / "threads", 2)
    assert digests(tmp_path / "threads", run) == expected
    killer = Killer(kill_a_worker)
    summary, said = play_by(Address(2, ""), tmp_path / "local", progress=killer)
    assert killer.killed and (summary.run_id, summary.status, summary.games_played) == (run, "done", 160)
    assert digests(tmp_path / "local", run) == expected
    assert [s for s in said if "is gone: what it was playing is played again" in s]


@pytest.mark.parametrize(
    ("error", "is_cluster"), [(ConnectionResetError(), 1), ("CommClosedError", 1), (OSError(28, "disk full"), 0)]
)
def test_a_broken_line_is_told_from_a_fault_of_the_store(error, is_cluster):
    if isinstance(error, str):
        error = getattr(pytest.importorskip("distributed.comm.core"), error)()
    assert crew._is_of_a_line(error) == bool(is_cluster)


def test_machines_of_which_one_is_lost_and_a_store_at_an_address(tmp_path, alone, capsys, monkeypatch):
    run, expected = alone
    monkeypatch.setattr(crew, "LOOK", 0.0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "here"))
    store = fetch(address := "memory://cluster/store")
    with machines(tmp_path) as all_of_them:
        with capsys.disabled():
            print(f"\n[cluster: workers run {all_of_them.how}]")
        pids = {all_of_them.add().pid, all_of_them.add().pid}
        killer = Killer(kill_a_worker)
        both = lambda crew: crew.client.wait_for_workers(2, timeout=60)  # noqa: E731
        summary, said = play_by(read_address(all_of_them.scheduler), store, progress=killer, before=both)
    assert killer.killed in pids and summary.games_played == 160
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert fetch(address) != store and digests(fetch(address), run) == expected
    assert len([s for s in said if "is gone" in s]) == 1


def test_what_another_run_holds_is_copied_and_the_rest_is_played(tmp_path, alone):
    run, expected = alone
    first, _ = play_by(Address(1, ""), tmp_path, RunSpec(**VALUES | {"arms": "base"}))
    summary, _ = play_by(Address(1, ""), tmp_path)
    assert (first.games_played, summary.games_played, summary.games_copied) == (80, 80, 80)
    assert summary.run_id == run and digests(tmp_path, run) == expected


def test_outside_agents_play_there_too(tmp_path):
    players = ("balanced", "tests.lab.hostile_agents:Dice")
    spec = RunSpec(**VALUES | {"arms": "base", "games": 30, "agents": players})
    here = run_spec(spec, tmp_path / "here", 1).run_id
    summary, _ = play_by(Address(2, ""), tmp_path / "there", spec)
    assert summary.run_id == here and digests(tmp_path / "there", here) == digests(tmp_path / "here", here)


def test_an_outside_agent_that_fails_stops_the_run_with_its_sentence(tmp_path):
    (tmp_path / "bad_player.py").write_text("class Bad:\n    def choose(self, view, options):\n        return 99\n")
    store = tmp_path / "s"
    done = lab(tmp_path, "--agents", "balanced,bad_player:Bad", "--games", "10", "--cluster", "local:1", store=store)
    assert done.returncode == 2 and "choose returned 99; allowed: a whole number" in done.stderr
    assert "Traceback" not in done.stderr and Store.open(store).runs()["status"].to_list() == ["failed"]


def lab(cwd, *words, store):
    command = [sys.executable, "-m", "lab.cli", "run", "--variant", "base", "--store", str(store), *words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)})


def test_a_worker_with_other_content_or_code_is_refused(tmp_path):
    """One worker's persona has another weight, one's code another comment; the third is like us and plays all."""
    persona = "[shy]\nwhy = 'a test'\nweights = {{ noise = {} }}\n"
    for name, noise in (("here", 3), ("there", 4)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.toml").write_text(persona.format(noise))
    other = tmp_path / "code"
    for room in ("engine", "decks", "variants", "lab"):
        shutil.copytree(ROOT / room, other / room, ignore=shutil.ignore_patterns("__pycache__"))
    with (other / "lab" / "runs" / "run_plan.py").open("a") as file:
        file.write("# edited\n")
    words = ("--agents", "mine.toml:shy,balanced", "--games", "40")
    with machines(tmp_path, wanted=0) as three:
        three.add(cwd=tmp_path / "there")
        three.add(cwd=tmp_path / "here", path=other)
        wait_for(three, 2)
        refused = lab(tmp_path / "here", *words, "--cluster", three.scheduler, store=tmp_path / "s")
        assert refused.returncode == 2 and "Traceback" not in refused.stderr
        assert not list((tmp_path / "s").rglob("shard/*.json"))
        three.add(cwd=tmp_path / "here")
        wait_for(three, 3)
        done = lab(tmp_path / "here", *words, "--cluster", three.scheduler, store=tmp_path / "s")
    for said in (refused.stderr, done.stderr):
        assert "is refused: it plays by other personas or agents (" in said
        assert "is refused: it plays by another version of the lab (" in said
    assert done.returncode == 0 and Store.open(tmp_path / "s").runs()["status"].to_list() == ["done"]


def wait_for(machines, workers):
    from distributed import Client

    with Client(machines.scheduler, set_as_default=False, timeout=60) as client:
        client.wait_for_workers(workers, timeout=60)


def test_ctrl_c_ends_the_workers_and_keeps_what_was_committed(tmp_path):
    (tmp_path / "long.toml").write_text('arms = "base"\nagents = "lookahead:2"\ngames = 4000\nshard_games = 4\n')
    words = ["run", str(tmp_path / "long.toml"), "--store", str(tmp_path / "s"), "--cluster", "local:2"]
    command = [sys.executable, "-m", "lab.cli", *words]
    env = os.environ | {"PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)}
    process = subprocess.Popen(command, env=env, stderr=subprocess.PIPE, text=True, start_new_session=True)
    until = time.monotonic() + 120
    while not list((tmp_path / "s").rglob("shard/*.json")) and time.monotonic() < until:
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to everybody
    _, said = process.communicate(timeout=150)  # seconds: generous, for machines at work
    assert process.returncode == 130 and said.strip().splitlines()[-1].startswith("lab: interrupted: what was")
    assert "Traceback" not in said
    until = time.monotonic() + 10
    while (left := _of_session(process.pid)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not left, "no process of its session is left"
    assert not list(tmp_path.glob("lab-cluster-*"))
    store = Store.open(tmp_path / "s")
    assert store.runs()["status"].to_list() == ["interrupted"]
    assert 0 < store.table("game").collect().height < 4000


def _of_session(leader):
    """Command lines of the processes that a command and its children have started."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            state, _, _, session = stat.read_text().rpartition(")")[2].split()[:4]
            if int(session) == leader and state != "Z":
                found.append((stat.parent / "cmdline").read_text())
    return found


def test_nobody_at_an_address_is_a_sentence(tmp_path):
    done = lab(tmp_path, "--games", "4", "--cluster", "tcp://127.0.0.1:1", store=tmp_path / "s")
    assert done.returncode == 2 and "--cluster tcp://127.0.0.1:1: no scheduler answers there" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_cluster_without_workers_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(crew, "PATIENCE", 1.0)
    with machines(tmp_path, wanted=0) as nobody, pytest.raises(BadInput, match="has had no worker for 1 s"):
        play_by(read_address(nobody.scheduler), tmp_path / "s")


def test_a_scheduler_that_dies_in_mid_run_is_a_sentence_and_the_run_goes_on_later(tmp_path, alone):
    run, expected = alone
    with machines(tmp_path, wanted=0) as one:
        one.add()
        killer = Killer(lambda crew: kill_the_scheduler(one))
        with pytest.raises(RunFault, match="the cluster's scheduler is gone.*; what was committed stays"):
            play_by(read_address(one.scheduler), tmp_path / "s", progress=killer)
    assert 0 < len(Store.open(tmp_path / "s").committed(run)) < 32
    assert run_spec(SPEC, tmp_path / "s", 1).games_played < 160
    assert digests(tmp_path / "s", run) == expected
