"""The plan of a run: shards of games, who sits where, and which games keep their events and their exposures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from lab.provenance import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from lab.runs.run_spec import RunSpec


SAMPLE = "events of a game"
"""Purpose of the randomness that picks the games whose events, or exposures, are kept."""


class Seating(Protocol):
    """Who plays, and at how many seats: a run's spec, or that of a single game."""

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents."""

    @property
    def seats(self) -> int:
        """Players of a game."""


class Kept(Protocol):
    """Of which games a run keeps which rows; a run's spec."""

    @property
    def events(self) -> str:
        """Of which games events are kept."""

    @property
    def exposure(self) -> str:
        """Of which games exposures are kept."""

    @property
    def games(self) -> int:
        """Games of each arm."""

    @property
    def seed(self) -> int:
        """Seed of the run."""


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


LONGEST_STEM = 200
"""Letters of an arm's name in that of a file: systems allow 255, and a rule that somebody types may have more."""


def file_stem(arm: str) -> str:
    """An arm's name as part of a file name; names that are no plain words, or too long, get a fingerprint."""
    plain = re.sub(r"[^A-Za-z0-9_.+-]", "_", arm)[:LONGEST_STEM]
    return plain if plain == arm and not arm.startswith(".") else f"x{plain}.{fingerprint([arm], 8)}"


def shards(spec: RunSpec, arms: Sequence[str]) -> Iterator[Shard]:
    """All shards of some arms; they take turns, so that an interrupted run can be compared in pairs."""
    for first in range(0, spec.games, spec.shard_games):
        for arm in arms:
            yield Shard(arm, first, min(spec.shard_games, spec.games - first))


def lineup(spec: Seating, first: int, count: int) -> npt.NDArray[np.int64]:
    """Position in `spec.agents` of every seat, int64[count, seats].

    A block has as many games as there are agents: in it every agent sits in every seat once. With at least as many
    agents as seats every block seats them at other distances, and a cycle of all blocks brings every agent beside,
    across from and together with every other one equally often.
    """
    import numpy as np

    n = len(spec.agents)
    games = np.arange(first, first + count, dtype=np.int64)
    if n < spec.seats:
        return (games[:, None] + np.arange(spec.seats, dtype=np.int64)) % n
    blocks, start = games // n, first // n
    steps = [_distances(block, n, spec.seats) for block in range(start, start + int(np.ptp(blocks)) + 1)]
    seated: npt.NDArray[np.int64] = (games[:, None] + np.array(steps, np.int64)[blocks - start]) % n
    return seated


def cycle(agents: int, seats: int) -> int:
    """Games after which the seating starts again from the beginning."""
    return agents * _arrangements(agents, seats)


def _arrangements(agents: int, seats: int) -> int:
    return math.perm(agents - 1, seats - 1) if agents >= seats else 1


def _distances(block: int, agents: int, seats: int) -> tuple[int, ...]:
    """How far from the first seat's agent the agent of each seat stands in the list, in one block.

    The first block is the list as it was given; the next ones step through all arrangements in long strides, so
    that a few blocks are already mixed.
    """
    total = _arrangements(agents, seats)
    stride = max(1, round(total * 0.618))
    while math.gcd(stride, total) > 1:
        stride += 1
    rank = block % total * stride % total
    left, taken = list(range(1, agents)), [0]
    for place in range(agents - 1, agents - seats, -1):
        rank, at = divmod(rank, place)
        taken.append(left.pop(at))
    return tuple(taken)


def kept_events(spec: Kept, first: int, count: int) -> npt.NDArray[np.bool_]:
    """Which games of a range keep their events; `sample:N` takes one game at random from each N-th of the run.

    Every k-th game would always seat the same agents in the same seats.
    """
    return _by_lot(spec.events, spec, first, count)


def kept_exposures(spec: Kept, first: int, count: int) -> npt.NDArray[np.bool_]:
    """Which games of a range keep their exposures: a sample as that of events, and those that keep their events.

    Two samples of equal size are the same games.
    """
    if spec.exposure == "all":
        return _by_lot("all", spec, first, count)
    return _by_lot(spec.exposure, spec, first, count) | kept_events(spec, first, count)


def exposure_games(spec: Kept) -> int:
    """How many games of an arm keep their exposures."""
    return spec.games if spec.exposure == "all" else _counted(spec.events, spec.exposure, spec.games, spec.seed)


class _Policy(NamedTuple):
    events: str
    exposure: str
    games: int
    seed: int


@lru_cache(maxsize=8)
def _counted(*policy: Any) -> int:
    """The games of all arms of a run are the same; to count many takes a second."""
    one = _Policy(*policy)
    return int(kept_exposures(one, 0, one.games).sum())


def _by_lot(policy: str, spec: Kept, first: int, count: int) -> npt.NDArray[np.bool_]:
    import numpy as np

    if policy in ("all", "none"):
        return np.full(count, policy == "all")
    kept = np.zeros(count, bool)
    wanted = min(int(policy.removeprefix("sample:")), spec.games)
    for part in range(first * wanted // spec.games, min((first + count) * wanted // spec.games + 1, wanted)):
        start, end = -(-part * spec.games // wanted), -(-(part + 1) * spec.games // wanted)
        luck = int(fingerprint([SAMPLE, str(spec.seed), str(part)], 16), 16)
        game = start + luck % (end - start)
        if first <= game < first + count:
            kept[game - first] = True
    return kept
