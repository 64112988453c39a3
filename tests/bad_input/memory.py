"""How much memory something takes, whatever the process has used before it: a worker runs thousands of other tests."""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

LIMIT = 2_000_000_000
"""Bytes that no input may cost."""
RESET, STATUS = Path("/proc/self/clear_refs"), Path("/proc/self/status")


@contextmanager
def in_memory(limit: int = LIMIT) -> Iterator[None]:
    """Fail when what is done here needs more than `limit` bytes beyond those that were taken when it began."""
    before = _peak_from_now()
    yield
    grown = _peak() - before
    assert grown < limit, f"took {grown / 1e6:,.0f} MB, allowed: {limit / 1e6:,.0f}"


def _peak_from_now() -> int:
    """Forget the peak of earlier work where the system can, and give what is taken now."""
    try:
        RESET.write_text("5")  # proc(5): the peak is what is resident now
    except OSError:
        pass  # elsewhere the peak of the whole process is where growth is counted from
    return _peak()


def _peak() -> int:
    """Largest memory of the process in bytes, since the start or since it was reset."""
    try:
        line = next(line for line in STATUS.read_text().splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
