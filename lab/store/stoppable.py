"""Work of a database that can be stopped: whoever waits for it hears signals all the time.

A database that computes in threads of its own returns to Python when it is done, and only then would Python run what a
signal asks for. So it works in a thread, and the one that hears signals does nothing but wait.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, TypeVar

Answer = TypeVar("Answer")

LOOK = 1.0
"""Seconds of one wait: not every system ends a wait without end when a signal comes."""
NUDGE = 0.1
"""Seconds between two attempts to stop it: one that comes before a statement has begun is forgotten."""
PATIENCE = 3.0
"""Seconds after which a database that does not stop is left to itself; it ends with the process."""


def stoppable(connection: Any, work: Callable[[], Answer]) -> Answer:
    """What `work` returns or raises, done with a connection (DuckDB's) that is interrupted when this thread is."""
    answers: list[Answer] = []
    faults: list[BaseException] = []
    ended = threading.Event()  # a join that a signal ends takes the thread for one that has ended

    def run() -> None:
        try:
            answers.append(work())
        except BaseException as fault:
            faults.append(fault)
        finally:
            ended.set()

    try:
        threading.Thread(target=run, daemon=True).start()
        while not ended.wait(LOOK):
            pass
    except BaseException:
        _stop(connection, ended)
        raise
    if faults:
        raise faults[0]
    return answers[0]


def _stop(connection: Any, ended: threading.Event) -> None:
    """Interrupt a connection until what was asked of it has ended."""
    for _ in range(round(PATIENCE / NUDGE)):
        connection.interrupt()
        if ended.wait(NUDGE):
            return
