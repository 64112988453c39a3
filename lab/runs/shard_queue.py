"""The shards that a run has yet to play, in the order in which this process takes them.

Processes that play the same run share it without a word. The one that began first takes shards from the front, the
second from the back, further ones by lot; before a shard is played somebody looks once more whether it is there by
now. So two meet in the middle, and what is played twice is what both have in hand at that moment: it is stored once.

Shards of the same arm in other runs of a store: what was played once is copied, not played again.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from lab.errors import StoreDamaged
from lab.runs.run_plan import Shard, file_stem
from lab.store.store_locks import place_among
from lab.store.stored_tables import relabelled

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store
    from lab.store.stored_tables import Labels

LOOK = 1.0
"""Seconds between two looks at who else plays."""


class Todo:
    """What is left of a run; not for several threads at once."""

    def __init__(self, missing: Sequence[Shard], sign: Path, is_there: Callable[[Shard], bool]) -> None:
        """`sign` is what this process shows as long as it plays, `is_there` says whether a shard is committed."""
        self._shards, self._first = list(missing), 0
        self._sign, self._is_there = sign, is_there
        self._luck = random.Random(sign.name)
        self._looked, self._place = -LOOK, 0
        self.shards_shared = self.games_shared = 0
        """What others have played meanwhile."""

    def take(self) -> Shard | None:
        """The next shard that nobody has committed yet; None if there is none."""
        while self._first < len(self._shards):
            shard = self._next()
            if not self._is_there(shard):
                return shard
            self.shards_shared += 1
            self.games_shared += shard.count
        return None

    def _next(self) -> Shard:
        now = time.monotonic()
        if now - self._looked >= LOOK:
            self._looked, self._place = now, place_among(self._sign)
        if not self._place:
            self._first += 1
            return self._shards[self._first - 1]
        if self._place > 1:
            at = self._luck.randrange(self._first, len(self._shards))
            self._shards[at], self._shards[-1] = self._shards[-1], self._shards[at]
        return self._shards.pop()


class Twins:
    """Where the arms of a run were played before, under whatever name and in whatever run."""

    def __init__(self, store: Store, labels: Labels, arms: Iterable[Arm]) -> None:
        """`labels` are those of the run that is played."""
        self.store, self.labels = store, labels
        self.arm_hashes = {arm.name: arm.arm_hash for arm in arms}

    @cached_property
    def known(self) -> dict[str, list[tuple[str, str]]]:
        """Runs and arms of the store by the hash of the arm; this run is left out."""
        known: dict[str, list[tuple[str, str]]] = {}
        for run in self.store.run_ids():
            with suppress(StoreDamaged):  # what another run has lost is no reason not to play this one
                rows = self.store.table("arm", run).sort("arm").select("arm", "arm_hash").collect()
                for arm, arm_hash in rows.iter_rows() if run != self.labels.run_id else ():
                    known.setdefault(arm_hash, []).append((run, arm))
        return known

    def find(self, shard: Shard) -> dict[str, pl.DataFrame] | None:
        """The tables of a shard, from another run that has stored the same games of the same arm."""
        for run, arm in self.known.get(self.arm_hashes[shard.arm], ()):
            stem = f"{file_stem(arm)}-{shard.first}"
            rows = self.store.rows_of(run, stem)
            if rows is not None and rows.get("game", 0) + rows.get("fault", 0) == shard.count:
                found = self.store.frames_of(run, stem, rows)
                return None if found is None else relabelled(found, self.labels, shard.arm)
        return None
