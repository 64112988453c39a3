"""Giving shards to the workers of a cluster and committing what they send back.

Workers send the files of a shard and one process, the one that was started, checks and commits them. So the store
needs no folder that all machines share, a worker that dies leaves nothing in it, and a shard that was played twice is
committed once.
"""

from __future__ import annotations

import os
import queue
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol
from uuid import uuid4

from lab.errors import BadInput, RunFault
from lab.runs.cluster.members import Members, Say
from lab.runs.cluster.worker_task import BAD, FAULT, FILES, REFUSED, Answer, first_order, play_shard

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.run_plan import Shard
    from lab.store.shard_bytes import Files
    from lab.store.stored_tables import Labels

TRIES = 3
"""How often a shard is given out before the run stops; a worker that merely ends does not count."""
AHEAD = 3
"""Shards given out for each thread of the workers: one is played, the others wait or travel."""
LOOK = 1.0
"""Seconds between two looks at who is there."""
PATIENCE = 60.0
"""Seconds that a run waits for a worker, or for a shard that was played to arrive."""


class Pool(Protocol):
    """The run whose shards are played, and where they go."""

    labels: Labels

    def put_files(self, shard: Shard, files: Files) -> None:
        """Commit a shard that a worker has encoded."""


@dataclass(eq=False)
class _Flight:
    """A shard that was given out."""

    shard: Shard
    future: Any
    to: frozenset[str]  # workers that may play it
    tries: int


class Crew:
    """The workers of one cluster, as one run after another uses them."""

    def __init__(self, client: Any, say: Say, ready: Collection[str] = ()) -> None:
        """`ready` are machines whose engine is compiled."""
        self.client, self.say, self.ready = client, say, ready

    @property
    def size(self) -> int:
        """Shards that could be played at once if all workers were fit."""
        return sum(self.client.nthreads().values())

    def play(self, pool: Pool, arms: Sequence[Arm], missing: Iterator[Shard], tell: Callable[[], None]) -> None:
        """Have all missing shards played and committed; `tell` is called again and again."""
        writers = ThreadPoolExecutor(os.cpu_count() or 1)
        order = first_order(arms, pool.labels.run_id)
        tour = _Tour(pool, missing, writers, Members(self.client, order, self.say, self.ready))
        try:
            while tour.goes_on():
                tell()
            tell()
        except KeyboardInterrupt:
            raise
        except OSError as error:
            if tour.is_connected() and not _is_of_a_line(error):
                raise  # the store's
            raise RunFault(f"the cluster's scheduler is gone ({error}); what was committed stays") from None
        finally:
            tour.call_back()
            writers.shutdown(wait=True, cancel_futures=True)


def _is_of_a_line(error: OSError) -> bool:
    """Whether a connection broke: it may be heard of before the client calls itself unconnected."""
    return isinstance(error, ConnectionError) or type(error).__name__ == "CommClosedError"  # Dask's


class _Tour:
    """One run's way through the cluster: shards that wait, are being played, are being committed."""

    def __init__(self, pool: Pool, missing: Iterator[Shard], writers: ThreadPoolExecutor, members: Members) -> None:
        self.pool, self.writers, self.members, self.client = pool, writers, members, members.client
        self.todo, self.again = missing, deque[tuple["Shard", int]]()
        self.flights: dict[int, _Flight] = {}
        self.news: queue.SimpleQueue[tuple[str, Any, Any]] = queue.SimpleQueue()
        members.wake = lambda address, future: self.news.put(("heard", address, future))
        self.looked, self.manned = 0.0, time.monotonic()

    def is_connected(self) -> bool:
        """Whether the scheduler is there."""
        return bool(self.client.status == "running")

    def goes_on(self) -> bool:
        """Do what can be done now; whether anything is left after that."""
        if time.monotonic() - self.looked >= LOOK:
            self._look()
        self._give_out()
        if not self.flights and self.members.fit:
            return False
        try:
            kind, about, what = self.news.get(timeout=0.1)
        except queue.Empty:
            return True
        hear: dict[str, Callable[[Any, Any], None]]
        hear = {"heard": self.members.heard, "played": self._played, "lost": self._lost, "stored": self._stored}
        hear[kind](about, what)
        return True

    def _look(self) -> None:
        self.members.look()
        self.looked = time.monotonic()
        if self.members.fit or self.members.asked:
            self.manned = self.looked
        elif self.members.refused:
            raise BadInput(next(iter(self.members.refused.values())))
        elif self.looked - self.manned > PATIENCE:
            raise BadInput(f"the cluster has had no worker for {PATIENCE:g} s; allowed: `dask worker ADDRESS` first")
        for flight in list(self.flights.values()):
            if not flight.to & self.members.fit.keys():  # whoever might have played it is gone
                self._back(flight, flight.tries)

    def _give_out(self) -> None:
        while self.members.fit and len(self.flights) < AHEAD * self.members.threads:
            if self.again:
                self._send(*self.again.popleft())
            elif (shard := next(self.todo, None)) is not None:
                self._send(shard, 1)
            else:
                return

    def _send(self, shard: Shard, tries: int) -> None:
        order = self.members.order._replace(arm=shard.arm, first=shard.first, games=shard.count)
        to = frozenset(self.members.fit)
        # A name of its own: what another client has asked for, or an earlier try, is not this one.
        key = f"{shard.name}-{uuid4().hex[:12]}"
        future = self.client.submit(play_shard, order, key=key, workers=sorted(to), allow_other_workers=False)
        flight = _Flight(shard, future, to, tries)
        self.flights[id(flight)] = flight
        future.add_done_callback(lambda _future: self.news.put(("played", flight, None)))

    def _played(self, flight: _Flight, _nothing: None) -> None:
        if id(flight) not in self.flights or flight.future.status == "cancelled":
            return
        if flight.future.status == "error":
            self._retry(flight, flight.future.exception())
            return
        self.writers.submit(self._store, flight)

    def _store(self, flight: _Flight) -> None:
        """In a thread of its own: fetch the files of a shard and commit them."""
        try:
            answer: Answer = flight.future.result(timeout=PATIENCE)
        except BaseException as error:
            self.news.put(("lost", flight, error))
            return
        fault: BaseException | None = None
        try:
            if answer.kind == FILES:
                self.pool.put_files(flight.shard, answer.files)
        except BaseException as error:
            fault = error
        self.news.put(("stored", flight, fault or answer._replace(files={})))

    def _lost(self, flight: _Flight, error: BaseException) -> None:
        if id(flight) in self.flights:
            self._retry(flight, error)

    def _stored(self, flight: _Flight, result: Answer | BaseException) -> None:
        if isinstance(result, BaseException):
            raise result
        if id(flight) not in self.flights:
            return
        if result.kind == REFUSED:
            self.members.refuse(result.worker, result.said)
            self._back(flight, flight.tries)
        elif result.kind in (BAD, FAULT):
            raise (BadInput if result.kind == BAD else RunFault)(result.said)
        else:
            del self.flights[id(flight)]

    def _retry(self, flight: _Flight, error: BaseException) -> None:
        if flight.tries >= TRIES:
            shard, said = flight.shard, " ".join(str(error).split())
            raise RunFault(
                f"arm '{shard.arm}', games {shard.first} to {shard.first + shard.count - 1}: no worker could play them "
                f"in {TRIES} tries ({type(error).__name__}: {said}); what was committed stays"
            )
        self._back(flight, flight.tries + 1)

    def _back(self, flight: _Flight, tries: int) -> None:
        del self.flights[id(flight)]
        flight.future.cancel()
        self.again.append((flight.shard, tries))

    def call_back(self) -> None:
        """Take back what was given out and has not come."""
        futures = [flight.future for flight in self.flights.values()] + list(self.members.asked.values())
        self.flights.clear()
        if futures and self.is_connected():
            self.client.cancel(futures)
