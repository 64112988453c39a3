"""Commands that are killed at random moments: what was there stays or gives way whole, and the same line goes on.

`LAB_KILLS=50 pytest tests/deep/lab/test_killed_commands.py` kills each of six kinds of work fifty times.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import duckdb
import pytest

from lab.store.store_folder import Store
from lab.store.stored_tables import PLAYED

ROOT = Path(__file__).resolve().parents[3]
RUN = ["run", "--variant", "base", "--games", "400", "--events", "sample:80", "--seed", "5", "--workers", "2"]
SMALL = ["run", "--variant", "base", "--games", "60", "--seed", "6", "--workers", "2"]
MADE_AT = re.compile(rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?")
"""When something was made is all in which two outputs of one store may differ."""
ANEW = 3
"""Kills of one place, before the work may end there."""
LONGEST = 600.0
"""Seconds that no command takes."""


class Work(NamedTuple):
    """One kind of work on a place: a folder with a `store`, and whatever it makes beside that."""

    name: str
    line: Callable[[Path], list[str]]
    before: Callable[[Path], object]  # brings a copy of the model into the state in which the work begins
    state: Callable[[Path], object]  # what there is to see
    is_whole: bool = True  # whether a kill may leave the state before and the state after and nothing else


def _none(place: Path) -> None:
    """Nothing has to be done."""


def _digests(place: Path) -> dict[str, dict[str, str]]:
    """A digest of each table of each run of a store."""
    if not (place / "store").exists():
        return {}
    store = Store.open(place / "store")
    return {run: {name: store.digest(name, run) for name in PLAYED} for run in store.run_ids()}


def _files(name: str) -> Callable[[Path], dict[str, str]]:
    """A reader of a file, or of all files of a folder: path -> digest of what they hold but for the time."""

    def state(place: Path) -> dict[str, str]:
        top = place / name
        files = [top] if top.is_file() else sorted(p for p in top.rglob("*") if p.is_file())
        return {str(p.relative_to(place)): hashlib.sha256(MADE_AT.sub(b"", p.read_bytes())).hexdigest() for p in files}

    return state


def _packed(place: Path) -> dict[str, str]:
    """A digest of every table of a packed file."""
    if not (place / "out.duckdb").exists():
        return {}
    with duckdb.connect(str(place / "out.duckdb"), read_only=True) as known:
        names = [row[0] for row in known.execute("SELECT table_name FROM duckdb_tables()").fetchall()]
        question = "SELECT count(*)::VARCHAR || '-' || coalesce(bit_xor(hash(t)), 0)::VARCHAR FROM "
        return {name: known.execute(f'{question}"{name}" t').fetchall()[0][0] for name in sorted(names)}


def _bytes(place: Path) -> dict[str, str]:
    """A digest of the bytes of every shard, sound or not."""
    shards = [p for p in (place / "store").glob("runs/*/*/*.parquet") if p.parent.name in PLAYED]
    return {str(p.relative_to(place)): hashlib.sha256(p.read_bytes()).hexdigest() for p in sorted(shards)}


def _damage(place: Path) -> None:
    """Cut every third shard short."""
    for path in sorted((place / "store").glob("runs/*/*/*.parquet"))[::3]:
        if path.parent.name in PLAYED:
            path.write_bytes(path.read_bytes()[:-7])


def _without_kept(place: Path) -> None:
    """Nothing that was measured is kept: it has to be measured first."""
    for path in (place / "store").glob("runs/*/result*"):
        shutil.rmtree(path)


def _on(place: Path, *words: str) -> list[str]:
    return [*words, "--store", str(place / "store")]


WORKS = (
    Work("play", lambda p: _on(p, *RUN), lambda p: shutil.rmtree(p / "store"), _digests, is_whole=False),
    Work("export", lambda p: _on(p, "export", "--to", str(p / "out")), _without_kept, _files("out")),
    Work("report", lambda p: _on(p, "report", "--to", str(p / "out.html")), _without_kept, _files("out.html")),
    Work("pack", lambda p: _on(p, "pack", "--to", str(p / "out.duckdb")), _none, _packed),
    Work("mend", lambda p: _on(p, "store", "mend"), _damage, _bytes, is_whole=False),
)
"""All but committing, which `tests.lab.test_commits` has, and compiling."""
KILLS = int(os.environ.get("LAB_KILLS", 1))
SOME = [one for one in WORKS if KILLS > 1 or one.name in ("export", "mend")]


def start(line: list[str], cache: Path | None = None) -> subprocess.Popen[bytes]:
    """A `lab` command in a process group of its own."""
    env = os.environ | ({"LAB_CACHE": str(cache)} if cache else {})
    return subprocess.Popen(
        [sys.executable, "-m", "lab.cli", *line], cwd=ROOT, env=env, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    )  # fmt: skip


def finish(line: list[str], cache: Path | None = None) -> float:
    """Let a command come to its end, which must be a good one; seconds that it took."""
    started = time.monotonic()
    process = start(line, cache)
    _, said = process.communicate(timeout=LONGEST)
    if process.returncode:
        raise AssertionError(f"lab {' '.join(line)}: {process.returncode}, {said.decode()}")
    return time.monotonic() - started


def killed(line: list[str], after: float, cache: Path | None = None) -> bool:
    """Kill a command and all that it started so many seconds after its start; False if it had ended."""
    process = start(line, cache)
    try:
        process.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return True
    return False


def left_over(place: Path) -> list[str]:
    """Drafts, locks and other things that no command means to leave."""
    return [str(p.relative_to(place)) for p in place.rglob("*") if p.name.endswith((".part", ".wal", ".tmp"))]


class Found(NamedTuple):
    """What came of one kind of work."""

    kills: int
    places: int
    equal: int
    mixed: int
    left: int


def model_of(folder: Path, works: Sequence[Work] = WORKS) -> Path:
    """A place with a store of two runs, and with outputs of an older state of it."""
    place = folder / "model"
    finish(_on(place, *SMALL))
    for work in works:
        if work.is_whole:
            finish(work.line(place))
    finish(_on(place, *RUN))
    return place


def kill_work(work: Work, model: Path, kills: int, lot: random.Random) -> Found:
    """Kill one kind of work so often; every place is killed some times and then goes on to its end."""
    folder = model.parent / work.name  # always the same place: outputs name it
    _begin(work, model, folder)
    before = work.state(folder)
    takes = finish(work.line(folder))
    wanted, done, places, equal, mixed, left = work.state(folder), 0, 0, 0, 0, 0
    while done < kills:
        _begin(work, model, folder)
        places += 1
        for _ in range(min(ANEW, kills - done)):
            done += killed(work.line(folder), lot.random() * takes)
            mixed += work.is_whole and work.state(folder) not in (before, wanted)
        finish(work.line(folder))
        equal += work.state(folder) == wanted
        left += bool(left_over(folder))
    shutil.rmtree(folder)
    return Found(done, places, equal, mixed, left)


def _begin(work: Work, model: Path, place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(model, place)
    work.before(place)


def kill_compiling(folder: Path, kills: int, lot: random.Random) -> Found:
    """Kill the compiling of the engine so often, and let it end then: the games must be those of sound code."""
    cache, done = folder / "code", 0
    finish(_on(folder / "sound", *SMALL))
    line = _on(folder / "compiled", *SMALL)
    while done < kills:
        if not killed(line, 2 + lot.random() * 25, cache):
            shutil.rmtree(cache)
        done += 1
    finish(line, cache)
    shutil.rmtree(folder / "compiled")
    finish(line, cache)
    equal = _digests(folder / "compiled") == _digests(folder / "sound")
    return Found(done, 1, int(equal), 0, int(bool(left_over(cache))))


@pytest.fixture(scope="module")
def model(tmp_path_factory):
    return model_of(tmp_path_factory.mktemp("killed"), SOME)


@pytest.mark.parametrize("work", SOME, ids=lambda work: work.name)
def test_a_killed_command_leaves_the_old_or_the_new_and_goes_on_to_the_same(work, model):
    found = kill_work(work, model, KILLS, random.Random(work.name))
    assert found.kills >= KILLS and found.equal == found.places and found.mixed == 0 and found.left == 0


def test_mixed_outputs_and_leftovers_are_seen(model):
    """The same series over a command that writes one file after the other, and leaves its draft."""

    def half(place):
        (place / "b").mkdir(exist_ok=True)
        (place / "b" / str(len(list((place / "b").iterdir())))).write_text("half")
        (place / "x.part").write_text("")
        return ["rules"]

    work = Work("half", half, lambda p: None, _files("b"))
    found = kill_work(work, model, 2, random.Random(1))
    assert found.mixed > 0 and found.left == found.places and found.equal == 0


@pytest.mark.skipif(KILLS == 1, reason="compiling the engine anew takes minutes")
def test_compiling_that_is_killed_goes_on_to_sound_code(tmp_path):
    found = kill_compiling(tmp_path, KILLS, random.Random(14))
    assert found.equal == found.places and found.left == 0
