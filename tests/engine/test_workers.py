"""Same spec, same bytes: with any number of workers, with one heap for all threads, with freed memory overwritten."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.positions import COMPILED

ROOT = Path(__file__).resolve().parents[2]
TABLES = ("game", "seat", "level", "exposure", "event")
GAMES = 480
PLAY = """
import json, sys
from lab.run import run_spec
from lab.spec import RunSpec
from lab.store import Store

spec = RunSpec(arms=("cthulhu",), agents=("balanced", "random"), games=%d, seed=11, events="sample:20", shard_games=15)
summary = run_spec(spec, sys.argv[1], int(sys.argv[2]))
store = Store.open(sys.argv[1])
print(json.dumps({name: store.digest(name, summary.run_id) for name in %r}))
"""
SETTINGS = [
    (2, {}),
    (5, {}),
    (12, {}),
    (16, {}),
    (4, {"MALLOC_ARENA_MAX": "1"}),
    (12, {"MALLOC_ARENA_MAX": "1", "MALLOC_PERTURB_": "165"}),
    (16, {"MALLOC_PERTURB_": "165"}),
]
"""Threads, and what the memory allocator is told. Facts were wrong with one heap, or with 12 threads."""


def digests(folder: Path, workers: int, allocator: dict[str, str]) -> str:
    """Digests of every table of one run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY % (GAMES, TABLES), str(folder), str(workers)],
        capture_output=True, text=True, cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)} | allocator,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The run by one worker."""
    return digests(tmp_path_factory.mktemp("alone"), 1, {})


@pytest.mark.skipif(not COMPILED, reason="plain Python holds one lock: threads never meet")
@pytest.mark.parametrize(
    ("workers", "allocator"), SETTINGS, ids=lambda v: "+".join(v) if isinstance(v, dict) else str(v)
)
def test_workers_and_heaps_change_nothing(alone: str, tmp_path: Path, workers: int, allocator: dict[str, str]) -> None:
    assert digests(tmp_path, workers, allocator) == alone
