"""One run, played by several numbers of workers: a digest of each table; run as a script, in a process of its own."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store

TABLES = ("game", "seat", "level", "exposure", "event")
SPEC = RunSpec(
    arms=("cthulhu",), games=640, seed=41, shard_games=10, seats=4, agents=("balanced", "kitchen-table"),
    events="sample:40",
)  # fmt: skip
"""Shards of a few games each, so that all workers are busy at once."""


def digests(workers: int) -> dict[str, str]:
    """What the store holds after the run, table by table."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store.open(Path(folder) / "store", create=True)
        run = run_spec(SPEC, store, workers).run_id
        return {table: store.digest(table, run) for table in TABLES}


if __name__ == "__main__":
    print(json.dumps({workers: digests(int(workers)) for workers in sys.argv[1:]}))
