"""Giving shards to the workers of a cluster and committing what they send back.

Each worker is asked what it plays by before it is given a shard. Workers send the files of a shard and one process, the
one that was started, checks and commits them. So the store needs no folder that all machines share, a worker that dies
leaves nothing in it, and a shard that was played twice is committed once.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from lab.errors import BadInput, RunFault
from lab.runs.cluster.worker_task import BAD, FAULT, FILES, REFUSED, Answer, first_order, play_shard, unlike

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.cluster.worker_task import Order
    from lab.runs.run_plan import Shard
    from lab.store.shard_bytes import Files
    from lab.store.stored_tables import Labels

TRIES = 3
"""How often a shard is given out before the run stops; a worker that merely ends does not count."""
AHEAD = 3
"""Shards given out for each thread of the workers: one is played, the others wait or travel."""
LOOK, GLANCE = 1.0, 0.05
"""Seconds between two looks at who is there, and at what has come."""
PATIENCE = 60.0
"""Seconds that a run waits for a worker, or for a shard that was played to arrive."""

Say = Callable[[str], None]
"""Told sentences for the user."""


class Pool(Protocol):
    """The run whose shards are played, and where they go."""

    labels: Labels

    def put_files(self, shard: Shard, files: Files) -> None:
        """Commit a shard that a worker has encoded."""


class Crew:
    """The workers of one cluster, as one run after another uses them."""

    def __init__(self, client: Any, say: Say) -> None:
        self.client, self.say = client, say

    @property
    def size(self) -> int:
        """Shards that could be played at once if all workers were fit."""
        return sum(self.client.nthreads().values())

    def play(self, pool: Pool, arms: Sequence[Arm], missing: Iterator[Shard], tell: Callable[[], None]) -> None:
        """Have all missing shards played and committed; `tell` is called again and again."""
        tour = _Tour(pool, missing, first_order(arms, pool.labels.run_id), self)
        try:
            while tour.goes_on():
                tell()
                time.sleep(GLANCE)
            tell()
        except OSError as error:
            if tour.is_connected() and not _is_of_a_line(error):
                raise  # the store's
            raise RunFault(f"the cluster's scheduler is gone ({error}); what was committed stays") from None
        finally:
            tour.call_back()


def _is_of_a_line(error: OSError) -> bool:
    """Whether a connection broke: it may be heard of before the client calls itself unconnected."""
    return isinstance(error, ConnectionError) or type(error).__name__ == "CommClosedError"  # Dask's


@dataclass(eq=False)
class _Flight:
    """A shard that was given out."""

    shard: Shard
    tries: int
    to: frozenset[str]  # workers that may play it
    played: Any  # Dask's future of it
    arrival: Future[Answer | Exception] | None = None  # its way into the store


class _Tour:
    """One run's way through the cluster: who plays it, and shards that wait, are being played or being committed."""

    def __init__(self, pool: Pool, missing: Iterator[Shard], order: Order, crew: Crew) -> None:
        self.pool, self.todo, self.order, self.client, self.say = pool, missing, order, crew.client, crew.say
        self.writers = ThreadPoolExecutor(os.cpu_count() or 1)
        self.again = deque[tuple["Shard", int]]()
        self.flights: list[_Flight] = []
        self.asked: dict[str, Any] = {}  # address -> what is to be said of why it must not play
        self.fit: dict[str, int] = {}  # address -> threads
        self.refused: dict[str, str] = {}  # address -> sentence
        self.is_given_out = False
        self.looked, self.manned = -LOOK, time.monotonic()

    def is_connected(self) -> bool:
        """Whether the scheduler is there."""
        return bool(self.client.status == "running")

    def goes_on(self) -> bool:
        """Do what can be done now; whether anything is left after that."""
        if time.monotonic() - self.looked >= LOOK:
            self._look()
        for flight in list(self.flights):
            self._follow(flight)
        self._give_out()
        return bool(self.flights or self.again) or not self.is_given_out

    def _look(self) -> None:
        """Notice who has come and who has gone, and hear what they play by."""
        there, self.looked = dict(self.client.nthreads()), time.monotonic()
        for address in self.fit.keys() - there.keys():
            self.say(f"worker {address} is gone: what it was playing is played again")
        for known in (self.fit, self.refused, self.asked):
            for address in known.keys() - there.keys():
                del known[address]
        for address in there.keys() - self.fit.keys() - self.refused.keys() - self.asked.keys():
            self.asked[address] = self.client.submit(
                unlike, self.order, workers=[address], allow_other_workers=False, pure=False, priority=1
            )
        for address, question in list(self.asked.items()):
            if question.done():
                self._hear(address, question, there[address])
        if self.fit or self.asked:
            self.manned = self.looked
        elif self.refused:
            raise BadInput(next(iter(self.refused.values())))
        elif self.looked - self.manned > PATIENCE:
            raise BadInput(f"the cluster has had no worker for {PATIENCE:g} s; allowed: `dask worker ADDRESS` first")
        for flight in list(self.flights):
            if flight.arrival is None and not flight.to & self.fit.keys():  # whoever might have played it is gone
                self._back(flight, flight.tries)

    def _hear(self, address: str, question: Any, threads: int) -> None:
        """Take a worker's answer; one that is another than the run's is refused."""
        del self.asked[address]
        if question.status == "error":
            error = question.exception()
            self._refuse(address, f"it cannot say what it plays by ({type(error).__name__}: {error})")
        elif question.status != "finished":
            return  # it is asked again
        elif why := question.result():
            self._refuse(address, why)
        else:
            self.fit[address] = threads

    def _refuse(self, address: str, why: str) -> None:
        """Give a worker no shards of this run, and say so once."""
        self.fit.pop(address, None)
        if address not in self.refused:
            why = " ".join(why.split())
            self.refused[address] = (
                f"worker {address} is refused: {why}; allowed: a worker started with the same files as this run"
            )
            self.say(self.refused[address])

    def _give_out(self) -> None:
        while len(self.flights) < AHEAD * sum(self.fit.values()):
            shard, tries = self.again.popleft() if self.again else (next(self.todo, None), 1)
            if shard is None:
                self.is_given_out = True
                return
            order, to = self.order._replace(arm=shard.arm, first=shard.first, games=shard.count), frozenset(self.fit)
            # A name of its own: what another client has asked for, or an earlier try, is not this one.
            key = f"{shard.name}-{uuid4().hex[:12]}"
            played = self.client.submit(play_shard, order, key=key, workers=sorted(to), allow_other_workers=False)
            self.flights.append(_Flight(shard, tries, to, played))

    def _follow(self, flight: _Flight) -> None:
        """Fetch what was played, and take note of what has come."""
        if flight.arrival is None:
            if flight.played.done() and flight.played.status != "cancelled":
                flight.arrival = self.writers.submit(self._store, flight)
        elif flight.arrival.done():
            answer = flight.arrival.result()
            if isinstance(answer, Exception):
                self._retry(flight, answer)
            elif answer.kind == REFUSED:
                self._refuse(answer.worker, answer.said)
                self._back(flight, flight.tries)
            elif answer.kind in (BAD, FAULT):
                raise (BadInput if answer.kind == BAD else RunFault)(answer.said)
            else:
                self.flights.remove(flight)

    def _store(self, flight: _Flight) -> Answer | Exception:
        """In a thread of its own: fetch the files of a shard and commit them; what the store says is raised."""
        try:
            answer: Answer = flight.played.result(timeout=PATIENCE)
        except Exception as error:
            return error
        if answer.kind == FILES:
            self.pool.put_files(flight.shard, answer.files)
        return answer._replace(files={})

    def _retry(self, flight: _Flight, error: Exception) -> None:
        if flight.tries >= TRIES:
            shard, said = flight.shard, " ".join(str(error).split())
            raise RunFault(
                f"arm '{shard.arm}', games {shard.first} to {shard.first + shard.count - 1}: no worker could play them "
                f"in {TRIES} tries ({type(error).__name__}: {said}); what was committed stays"
            )
        self._back(flight, flight.tries + 1)

    def _back(self, flight: _Flight, tries: int) -> None:
        self.flights.remove(flight)
        flight.played.cancel()
        self.again.append((flight.shard, tries))

    def call_back(self) -> None:
        """Take back what was given out and has not come."""
        futures = [flight.played for flight in self.flights] + list(self.asked.values())
        if futures and self.is_connected():
            self.client.cancel(futures)
        self.writers.shutdown(wait=True, cancel_futures=True)
