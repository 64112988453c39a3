"""Processes that play the same run at the same time share its shards: each plays its part, the bytes are the same."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack

import pytest

from lab import cli
from lab.commands._tournament import told
from lab.runs.run_plan import Shard
from lab.runs.run_spec import RunSpec
from lab.runs.runner import RunSummary, run_spec
from lab.runs.shard_queue import Todo
from lab.store.store_folder import Store
from lab.store.store_locks import alone, is_taken, place_among, playing
from lab.store.stored_tables import TABLES
from tests.lab.fakes import fake_arms

SHARDS = 60
SPEC = RunSpec(arms=("base", "base+faster"), games=SHARDS * 5, shard_games=10, agents=("balanced",), events="sample:5")
ONE = """
import json, sys, time
from lab.runs.runner import run_spec
from tests.lab.fakes import fake_arms
from tests.lab.test_shared_work import SPEC
def slowly(arm, first):
    time.sleep(float(sys.argv[3]))
def shown(done, *_):
    if done:
        print("playing", flush=True)
print("ready", flush=True)
sys.stdin.readline()
summary = run_spec(SPEC, sys.argv[1], int(sys.argv[2]), shown, arms=fake_arms(SPEC, slowly))
print(json.dumps([summary.shards_played, summary.games_played, summary.games_shared, summary.status]), flush=True)
"""


def test_a_file_is_locked_by_one_at_a_time(tmp_path):
    assert not is_taken(tmp_path / "lock")
    with alone(tmp_path / "lock") as first, alone(tmp_path / "lock") as second:
        assert (first, second) == (True, False) and is_taken(tmp_path / "lock")
    assert not is_taken(tmp_path / "lock")


def one(path, workers=1, seconds=0.05):
    """A process that is ready to play the run, so long for each shard."""
    line = [sys.executable, "-c", ONE, str(path), str(workers), str(seconds)]
    process = subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=cli.ROOT)
    assert process.stdout.readline() == "ready\n"
    return process


def begin(process):
    process.stdin.write("\n")
    process.stdin.flush()


def result(process):
    """Shards and games that it played, games that others did, and how it ended."""
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0
    return json.loads(out.splitlines()[-1])


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Digests of the run as one process plays it."""
    path = tmp_path_factory.mktemp("whole")
    return digests(path, run_spec(SPEC, path, 1, arms=fake_arms(SPEC)).run_id)


def digests(path, run=None):
    store = Store.open(path)
    return {name: store.digest(name, run or store.run_ids()[0]) for name in TABLES}


@pytest.mark.deep
@pytest.mark.parametrize("workers", [1, 2])
def test_two_processes_play_half_each(workers, tmp_path, whole):
    path = tmp_path / "s"
    both = [one(path, workers), one(path, workers)]
    for process in both:
        begin(process)
    played = [result(process) for process in both]
    shards = [row[0] for row in played]
    assert SHARDS <= sum(shards) <= SHARDS + 2 * workers, "twice is only what both have in hand when they meet"
    assert min(shards) >= SHARDS // 4
    for row in played:  # what one has committed before the other looks at the store is neither played nor shared
        kept = SPEC.games * 2 - row[1] - row[2]
        assert 0 <= kept <= SPEC.games // 2 and row[1] == 10 * row[0] and row[3] == "done"
    assert sum(row[2] for row in played) > 0
    assert digests(path) == whole and Store.open(path).runs()["status"].to_list() == ["done"]


@pytest.mark.deep
def test_whoever_comes_later_takes_from_the_other_end_and_saves_the_rest(tmp_path, whole):
    path = tmp_path / "s"
    first, second = one(path), one(path)
    begin(first)
    while first.stdout.readline() != "playing\n":
        pass
    time.sleep(1)
    begin(second)
    (early, *_), (late, _, shared, _) = result(first), result(second)
    assert early > late >= SHARDS // 4 and SHARDS <= early + late <= SHARDS + 2 and shared > 0
    assert digests(path) == whole


@pytest.mark.deep
def test_what_a_killed_process_had_in_hand_is_played_by_the_other(tmp_path, whole):
    path = tmp_path / "s"
    first, second = one(path, 2), one(path)
    for process in (first, second):
        begin(process)
        while process.stdout.readline() != "playing\n":
            pass
    first.send_signal(signal.SIGKILL)
    first.communicate()
    assert result(second)[3] == "done" and digests(path) == whole


@pytest.mark.deep
def test_four_at_once_lose_nothing_and_play_little_twice(tmp_path, whole):
    found: list[RunSummary] = []

    def play() -> None:
        arms = fake_arms(SPEC, lambda arm, first: time.sleep(0.03))
        found.append(run_spec(SPEC, tmp_path / "s", 1, arms=arms))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    played = sum(summary.shards_played for summary in found)  # alone each would play all: four times as many
    assert SHARDS <= played <= SHARDS + SHARDS // 2, "on a busy machine what is played is seen by others late"
    assert digests(tmp_path / "s") == whole


SOME = [Shard("base", 10 * i, 10) for i in range(6)]


def taken(todo, n):
    return [shard.first // 10 for shard in (todo.take() for _ in range(n)) if shard]


def test_the_first_goes_forward_the_second_backward_and_others_by_lot(tmp_path, monkeypatch):
    monkeypatch.setattr("lab.runs.shard_queue.LOOK", 0.0)
    there = set()
    with ExitStack() as stack:
        alone = ExitStack()
        signs = [alone.enter_context(playing(tmp_path, "run")), *(stack.enter_context(playing(tmp_path, "run"))
                 for _ in range(2)), stack.enter_context(playing(tmp_path, "run2"))]  # fmt: skip
        for moment, sign in enumerate(signs):  # clocks of disks tick slowly
            os.utime(sign / "held", ns=(moment, moment))
        assert [place_among(sign) for sign in signs] == [0, 1, 2, 0]
        front, back, lot, other = (Todo(SOME, sign, there.__contains__) for sign in signs)
        assert taken(front, 2) == [0, 1] and taken(back, 2) == [5, 4] and taken(other, 2) == [0, 1]
        assert sorted(taken(lot, 9)) == list(range(6))
        there |= {SOME[3], SOME[2]}
        assert taken(front, 9) == [4, 5] and (front.shards_shared, front.games_shared) == (2, 20)
        alone.close()  # the first has ended: the second is the first now
        assert place_among(signs[1]) == 0 and taken(back, 1) == [0]


def test_a_sign_that_somebody_took_away_stops_nobody(tmp_path):
    with playing(tmp_path, "run") as mine, playing(tmp_path, "run") as other:
        (other / "held").unlink()
        assert place_among(other) == 0 and place_among(mine) == 0


def test_the_command_says_what_another_process_played():
    summary = RunSummary("abc", 100, 40, 0, 10, 4, 2.0, "done", 0, 60)
    assert told(summary) == (
        "run abc: 40 games played in 2.0 s, 20 games/s (60 were played meanwhile by another process)"
    )
