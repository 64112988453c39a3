"""A store as older versions left it: markers know rows and nothing else, and nothing is said beside the tables."""

from __future__ import annotations

import json
from pathlib import Path
from unittest import mock

import polars as pl

from lab.store.store_folder import Store


def aged(store: Path) -> Path:
    """Make a store one of before."""
    for marker in store.glob("runs/*/shard/*.json"):
        tables = json.loads(marker.read_text())["tables"]
        marker.write_text(json.dumps({name: table["rows"] for name, table in tables.items()}) + "\n")
    for path in [*store.glob("runs/*/about.json"), *store.glob("runs/*/run/run.json")]:
        path.unlink()
    for path in store.glob("runs/*/run/run.parquet"):
        pl.read_parquet(path).write_parquet(path)  # without a checksum of its rows
    return store


def forged(store: Store, run: str, shard: str, frames: dict[str, pl.DataFrame]) -> None:
    """Commit what the store itself would refuse."""
    with mock.patch("lab.store.store_folder.check_facts"):
        store.commit(run, shard, frames)


def forged_arms(store: Store, run: str, arms: pl.DataFrame) -> None:
    """Put another table of arms in the place of a run's own, as if it had been begun with it."""
    store.begin(run, store.spec_text(run), {"arm": arms})
