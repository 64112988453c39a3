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
import tempfile
from pathlib import Path

import pytest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from tests.engine.positions import COMPILED

TABLES = ("game", "seat", "level", "exposure", "event")
SPEC = RunSpec(
    arms=("cthulhu",), games=640, seed=41, shard_games=10, seats=4, agents=("balanced", "kitchen-table"),
    events="sample:40",
)  # fmt: skip
"""Shards of a few games each, so that all workers are busy at once."""
ROOT = Path(__file__).resolve().parents[3]
WAYS: dict[str, tuple[dict[str, str], tuple[int, ...]]] = {
    "as it comes": ({}, (1, 2, 5, 16)),
    "one heap": ({"MALLOC_ARENA_MAX": "1"}, (12,)),
    "freed memory is filled": ({"MALLOC_PERTURB_": "165"}, (5,)),
    "both": ({"MALLOC_ARENA_MAX": "1", "MALLOC_PERTURB_": "165"}, (16,)),
}


def digests(workers: int) -> dict[str, str]:
    """What the store holds after the run, table by table."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "store", create=True)
        run = run_spec(SPEC, store, workers).run_id
        return {table: store.digest(table, run) for table in TABLES}


def played(way: str) -> dict[str, dict[str, str]]:
    """Digests of each table for each number of workers."""
    extra, workers = WAYS[way]
    code = "import json, sys; from tests.deep.lab.test_same_bytes import digests; "
    code += "print(json.dumps({n: digests(int(n)) for n in sys.argv[1:]}))"
    line, env = [sys.executable, "-c", code, *map(str, workers)], os.environ | extra | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(line, capture_output=True, text=True, cwd=ROOT, env=env)
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
