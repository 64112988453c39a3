"""However many workers play, and whatever the system's heap does, a run's facts are the same bytes.

Each way is played in a process of its own: a fault of memory may end the process, and the heap's ways are set when
it starts. `MALLOC_ARENA_MAX=1` gives all threads one heap, as some systems do; `MALLOC_PERTURB_` fills freed memory.
Both are known to glibc; elsewhere the variables say nothing and the numbers of workers are what is tested.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.positions import COMPILED
from tests.lab.same_bytes import TABLES

ROOT = Path(__file__).resolve().parents[3]
WAYS: dict[str, tuple[dict[str, str], tuple[int, ...]]] = {
    "as it comes": ({}, (1, 2, 5, 16)),
    "one heap": ({"MALLOC_ARENA_MAX": "1"}, (12,)),
    "freed memory is filled": ({"MALLOC_PERTURB_": "165"}, (5,)),
    "both": ({"MALLOC_ARENA_MAX": "1", "MALLOC_PERTURB_": "165"}, (16,)),
}


def played(way: str) -> dict[str, dict[str, str]]:
    """Digests of each table for each number of workers."""
    extra, workers = WAYS[way]
    command = [sys.executable, "-m", "tests.lab.same_bytes", *map(str, workers)]
    done = subprocess.run(
        command, capture_output=True, text=True, cwd=ROOT, env=os.environ | extra | {"PYTHONPATH": str(ROOT)}
    )
    assert done.returncode == 0, f"{way}: the process ended with {done.returncode}\n{done.stderr[-2000:]}"
    found: dict[str, dict[str, str]] = json.loads(done.stdout)
    return found


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_workers_and_heaps_change_no_byte():
    runs = {(way, workers): found for way in WAYS for workers, found in played(way).items()}
    alone = runs["as it comes", "1"]
    assert len(runs) == sum(len(workers) for _, workers in WAYS.values())
    assert len(set(alone.values())) == len(TABLES), "the digests tell the tables apart"
    other = [f"{way}, {n} workers: {t}" for (way, n), found in runs.items() for t in TABLES if found[t] != alone[t]]
    assert not other
