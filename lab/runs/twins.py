"""Shards of the same arm in other runs of a store: what was played once is copied, not played again."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import polars as pl

from lab.errors import StoreDamaged
from lab.runs.plan import Shard, file_stem

if TYPE_CHECKING:
    from lab.store.folder import Store


class Twins:
    """Where the arms of a run were played before, under whatever name and in whatever run."""

    def __init__(self, store: Store, run_id: str, arm_hashes: Mapping[str, str]) -> None:
        self.store, self.run_id, self.arm_hashes = store, run_id, arm_hashes

    @cached_property
    def known(self) -> dict[str, list[tuple[str, str]]]:
        """Runs and arms of the store by the hash of the arm; this run is left out."""
        known: dict[str, list[tuple[str, str]]] = {}
        for run in self.store.run_ids():
            with suppress(StoreDamaged):  # what another run has lost is no reason not to play this one
                rows = self.store.table("arm", run).sort("arm").select("arm", "arm_hash").collect()
                for arm, arm_hash in rows.iter_rows() if run != self.run_id else ():
                    known.setdefault(arm_hash, []).append((run, arm))
        return known

    def find(self, shard: Shard) -> dict[str, pl.DataFrame] | None:
        """The tables of a shard with the same games of the same arm, as another run stored them."""
        for run, arm in self.known.get(self.arm_hashes[shard.arm], ()):
            stem = f"{file_stem(arm)}-{shard.first}"
            rows = self.store.rows_of(run, stem)
            if rows is not None and rows.get("game", 0) + rows.get("fault", 0) == shard.count:
                return self.store.frames_of(run, stem, rows)
        return None
