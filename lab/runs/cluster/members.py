"""The workers of a cluster: who is there, and who plays by the same code and content as the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from lab.runs.cluster.worker_task import unlike

if TYPE_CHECKING:
    from lab.runs.cluster.worker_task import Order

Say = Callable[[str], None]
"""Told sentences for the user."""
FIRST = 10
"""Priority of a question to a worker: before shards that wait for it."""


class Members:
    """Workers that come and go; each is asked what it plays by before it is given a shard.

    One worker of each machine is asked first, as it compiles the engine for all of them.
    """

    def __init__(self, client: Any, order: Order, say: Say, ready: Iterable[str] = ()) -> None:
        """`ready` are machines whose engine is compiled."""
        self.client, self.order, self.say = client, order, say
        self.wake: Callable[[str, Any], None] = self.heard  # called in another thread when a worker has answered
        self.fit: dict[str, int] = {}  # address -> threads
        self.refused: dict[str, str] = {}  # address -> sentence
        self.asked: dict[str, Any] = {}  # address -> the answer to come
        self._threads: dict[str, int] = {}
        self._ready = set(ready)

    @property
    def threads(self) -> int:
        """Shards that can be played at once."""
        return sum(self.fit.values())

    def look(self) -> None:
        """Notice who has come and who has gone."""
        self._threads = dict(self.client.nthreads())
        for address in [a for a in (*self.fit, *self.refused, *self.asked) if a not in self._threads]:
            self._gone(address)
        for address in self._threads:
            if address not in self.fit and address not in self.refused and address not in self.asked:
                self._ask(address)

    def _gone(self, address: str) -> None:
        if self.fit.pop(address, None) is not None:
            self.say(f"worker {address} is gone: what it was playing is played again")
        self.refused.pop(address, None)
        if (question := self.asked.pop(address, None)) is not None:
            question.cancel()

    def _ask(self, address: str) -> None:
        machine = machine_of(address)
        if machine not in self._ready and any(machine_of(other) == machine for other in self.asked):
            return
        question = self.client.submit(
            unlike, self.order, workers=[address], allow_other_workers=False, pure=False, priority=FIRST
        )
        self.asked[address] = question
        question.add_done_callback(lambda future: self.wake(address, future))

    def heard(self, address: str, question: Any) -> None:
        """Take a worker's answer; one that is another than the run's is refused."""
        if self.asked.pop(address, None) is None or question.status == "cancelled":
            return  # it has gone meanwhile, or is asked again
        if question.status == "error":
            error = question.exception()
            self.refuse(address, f"it cannot say what it plays by ({type(error).__name__}: {error})")
        elif why := question.result():
            self.refuse(address, why)
        else:
            self._ready.add(machine_of(address))
            self.fit[address] = self._threads[address]
        self.look()  # others of its machine have waited

    def refuse(self, address: str, why: str) -> None:
        """Give a worker no shards of this run, and say so once."""
        self.fit.pop(address, None)
        if address not in self.refused:
            why = " ".join(why.split())
            self.refused[address] = (
                f"worker {address} is refused: {why}; allowed: a worker started with the same files as this run"
            )
            self.say(self.refused[address])


def machine_of(address: str) -> str:
    """Where a process listens, without its port."""
    return address.rpartition(":")[0]
