"""The shards that a run has yet to play, in the order in which this process takes them.

Processes that play the same run share it without a word. The one that began first takes shards from the front, the
second from the back, further ones by lot; before a shard is played somebody looks once more whether it is there by
now. So two meet in the middle, and what is played twice is what both have in hand at that moment: it is stored once.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lab.store.playing import place_among

if TYPE_CHECKING:
    from lab.runs.plan import Shard

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
