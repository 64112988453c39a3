"""A guard for tests that would hang if the engine did: compiled code hears no signal of Python's."""

from __future__ import annotations

import faulthandler
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE = 300
"""Seconds after which games that should have ended count as endless."""


@contextmanager
def ends_in_time(seconds: float = PATIENCE) -> Iterator[None]:
    """Kill the process, with the line it was at, when what is done here does not end."""
    faulthandler.dump_traceback_later(seconds, exit=True)
    try:
        yield
    finally:
        faulthandler.cancel_dump_traceback_later()
