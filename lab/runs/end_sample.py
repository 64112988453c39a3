"""What a run does when it ends: it plays a few of its games again and lays them beside what it has stored.

A machine whose memory fails, a compiler that errs, a worker that counts in another's memory: whatever makes the same
game come out otherwise a second time is seen here, while it costs half a per cent of the games.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

from lab.agents.personas import is_outside
from lab.errors import RunFault
from lab.provenance import fingerprint
from lab.runs.replay_check import games_that_differ

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.run_plan import Shard
    from lab.store.store_folder import Store
    from lab.store.stored_tables import Labels

ONE_OF = 200
"""Of so many games of an arm one is played again,"""
LEAST, MOST = 2, 60
"""but so many at least, and not more: they lie side by side in one shard."""
NAMED = 3


class Again(NamedTuple):
    """How many games were played again, and which came out otherwise: arm and number."""

    games: int = 0
    differ: tuple[tuple[str, int], ...] = ()

    def check(self, run_id: str) -> None:
        """Raise RunFault if any differs: one sentence that names them."""
        if not self.differ:
            return
        named = ", ".join(f"{arm} game {game}" for arm, game in self.differ[:NAMED])
        more = " .." if len(self.differ) > NAMED else ""
        raise RunFault(
            f"run {run_id} DIFFERS: of {self.games} games that were played again {len(self.differ)} came out otherwise "
            f"than they are stored ({named}{more}); its numbers cannot be trusted, and its status says so; "
            f"lab metrics health --run {run_id} looks closer"
        )


def play_again(store: Store, labels: Labels, arms: Sequence[Arm], played: Sequence[Shard], workers: int) -> Again:
    """Play a sample of some committed shards again, of every arm; arms with outside agents are left out.

    An outside agent may be slow, and may throw dice of its own.
    """
    own = {arm.name: arm for arm in arms if not any(map(is_outside, arm.setting.agents))}
    chosen = [
        piece
        for name in own
        if (piece := _piece([one for one in played if one.arm == name], labels.run_id)) is not None
    ]

    def differ(piece: tuple[Shard, int, int]) -> list[tuple[str, int]]:
        shard, first, count = piece
        rows = store.rows_of(labels.run_id, shard.name)
        stored = None if rows is None else store.frames_of(labels.run_id, shard.name, rows)
        if stored is None:
            return [(shard.arm, game) for game in range(first, first + count)]
        return [(shard.arm, game) for game in games_that_differ(stored, own[shard.arm], labels, first, count)]

    with ThreadPoolExecutor(max(1, min(workers, os.cpu_count() or 1))) as threads:
        wrong = tuple(one for found in threads.map(differ, chosen) for one in found)
    return Again(sum(count for _, _, count in chosen), wrong)


def _piece(shards: Sequence[Shard], run_id: str) -> tuple[Shard, int, int] | None:
    """One shard of an arm, its first game that is played again, and how many; by lot, but always the same."""
    if not shards:
        return None
    shard = min(shards, key=lambda one: fingerprint([run_id, one.name]))
    games = sum(one.count for one in shards)
    count = min(max(games // ONE_OF, LEAST), MOST, shard.count)
    skip = int(fingerprint([shard.name, run_id], 8), 16) % (shard.count - count + 1)
    return shard, shard.first + skip, count
