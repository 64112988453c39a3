"""The plan of a run: shards of games, who sits where, and which games keep their events."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lab.provenance import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from lab.spec import RunSpec


@dataclass(frozen=True)
class Shard:
    """The unit of work and of commitment: a range of games of one arm."""

    arm: str
    first: int
    count: int

    @property
    def name(self) -> str:
        """Stem of its files."""
        return f"{file_stem(self.arm)}-{self.first}"


def file_stem(arm: str) -> str:
    """An arm's name as part of a file name; names that are no plain words get a fingerprint."""
    plain = re.sub(r"[^A-Za-z0-9_.+-]", "_", arm)
    return plain if plain == arm and not arm.startswith(".") else f"x{plain}.{fingerprint([arm], 8)}"


def shards(spec: RunSpec) -> Iterator[Shard]:
    """All shards of a run; the arms take turns, so that an interrupted run can be compared in pairs."""
    for first in range(0, spec.games, spec.shard_games):
        for arm in spec.arms:
            yield Shard(arm, first, min(spec.shard_games, spec.games - first))


def lineup(spec: RunSpec, first: int, count: int) -> npt.NDArray[np.int64]:
    """Position in `spec.agents` of every seat, int64[count, seats]; game i is rotated by i seats."""
    import numpy as np

    games = np.arange(first, first + count, dtype=np.int64)[:, None]
    return (games + np.arange(spec.seats, dtype=np.int64)) % len(spec.agents)


def kept_events(spec: RunSpec, first: int, count: int) -> npt.NDArray[np.bool_]:
    """Which games of a range keep their events; `sample:N` spreads N games evenly over the run."""
    import numpy as np

    wanted = {"all": spec.games, "none": 0}.get(spec.events)
    if wanted is None:
        wanted = min(int(spec.events.removeprefix("sample:")), spec.games)
    games = np.arange(first, first + count, dtype=np.int64)
    return (games * wanted) % spec.games < wanted
