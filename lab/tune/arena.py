"""Where candidates play: the same games for all of them, in threads, without a store."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from engine.loop.batch import GameFault, make_book, play_games
from lab.agents.personas import ordinary
from lab.errors import RunFault
from lab.runs.arms import open_arms

if TYPE_CHECKING:
    from lab.runs.spec import RunSpec

Weights = NDArray[np.int64]
CHUNK = 100
"""Games a thread takes at once: what is left of a round is then spread over all threads."""


class Results:
    """The facts of some games in order: the tables `game` and `seat`, and nothing else."""

    def __init__(self, game: Any, seat: Any) -> None:
        self.game, self.seat = game, seat


class Arena:
    """Rules, cards and seats of a tuning; every thread has a book of its own."""

    def __init__(self, spec: RunSpec, workers: int = 0) -> None:
        self.spec, self.arm = spec, open_arms(spec)[0]
        self.pool = ThreadPoolExecutor(workers or os.cpu_count() or 1)
        self.local = threading.local()

    def play(self, tables: Sequence[Weights], seating: NDArray[np.int64], first: int) -> list[Results]:
        """Play the same games with each of the weight tables; `seating` int64[games, seats] = row of the table.

        The answer does not depend on the number of threads: a game is a function of seed, number and weights.
        """
        starts = range(0, len(seating), CHUNK)
        jobs = [(table, seating[at : at + CHUNK], first + at) for table in tables for at in starts]
        parts = list(self.pool.map(lambda job: self._play(*job), jobs))
        each = len(starts)
        return [_joined(parts[i * each : (i + 1) * each]) for i in range(len(tables))]

    def close(self) -> None:
        """Let the threads finish what they are at, and take nothing new."""
        self.pool.shutdown(wait=True, cancel_futures=True)

    def _play(self, table: Weights, seating: NDArray[np.int64], first: int) -> Results:
        arm, spec = self.arm, self.spec
        if not hasattr(self.local, "book"):
            self.local.book = make_book(
                arm.variant.rules, arm.cards.card, arm.cards.effect, table[seating[0]], ordinary()
            )
        quiet = np.zeros(len(seating), np.bool_)
        try:
            facts = play_games(self.local.book, spec.seed, first, len(seating), spec.only.seats, seating, table, quiet)
        except GameFault as fault:
            raise RunFault(f"arm '{arm.name}', seed {spec.seed}: the engine gave up: {fault}") from fault
        return Results(facts.game, facts.seat)


def _joined(parts: Sequence[Results]) -> Results:
    return Results(np.concatenate([p.game for p in parts]), np.concatenate([p.seat for p in parts]))
