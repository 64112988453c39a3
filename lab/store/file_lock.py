"""One process at a time: a lock on a file of a store, which ends with whoever holds it, however that ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def alone(file: Path) -> Iterator[bool]:
    """Hold the lock of a file: whether nobody else does and it can be written. The file stays when the lock ends."""
    held = _opened(file)
    try:
        yield held is not None and _locked(held)
    finally:
        if held is not None:
            held.close()


def is_held(file: Path) -> bool:
    """Whether somebody holds the lock of a file at this moment."""
    held = _opened(file) if file.exists() else None
    if held is None:
        return False
    with held:
        return not _locked(held)


def _opened(file: Path) -> IO[str] | None:
    try:
        return file.open("a", encoding="utf-8")
    except OSError:
        return None


def _locked(file: IO[str]) -> bool:
    """Take the lock of an open file, if nobody holds it."""
    try:
        import fcntl
    except ImportError:  # a system without such locks: two may do the same, and leave the same behind
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
