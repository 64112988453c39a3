"""Folders that a process holds as long as it lives: a file in them is locked, and the kernel ends the lock with it.

The one file that knows the system's locks. A process number says nothing about a process of another container, and
one host name stands for many of them; a lock of the kernel does, also over NFS. Where there are no locks at all, a
folder counts as held for a day.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MARK = "held"
"""Name of the locked file; what is written in it is for whoever finds the folder after its maker's death."""
PATIENCE = 86_400.0
"""Seconds for which a folder counts as held where nobody can tell."""
TAKEN = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)


@contextmanager
def held(place: Path, name: str, end: str, note: str = "") -> Iterator[Path]:
    """A new folder in `place`, held until the end of the block and then removed."""
    folder, lock = _take(place, name, end)
    try:
        os.write(lock, note.encode("utf-8", "surrogateescape"))
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        os.close(lock)


def _take(place: Path, name: str, end: str) -> tuple[Path, int]:
    """Make the folder and lock its file; a sweeper that came in between has removed both, and they are made anew."""
    while True:
        folder = place / f"{name}.{secrets.token_hex(8)}{end}"
        os.mkdir(folder)
        try:
            lock = os.open(folder / MARK, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o644)
        except FileNotFoundError:
            continue
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        with suppress(OSError):  # a file system without locks
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX)
        if (folder / MARK).exists():
            return folder, lock
        os.close(lock)


def is_held(folder: Path) -> bool:
    """Whether the process that made a folder still lives."""
    try:
        lock = os.open(folder / MARK, os.O_RDONLY)
    except FileNotFoundError:
        return _is_new(folder)
    except OSError:
        return True
    try:
        return _is_locked(lock, shared=True)
    finally:
        os.close(lock)


@contextmanager
def taken_over(folder: Path) -> Iterator[bool]:
    """Whether the process that made a folder is dead; then nobody holds it, or takes it over, during the block.

    Between making a folder and locking it its maker is no different from a dead one. So whoever removes it keeps the
    lock until it is gone, and the maker, who waits for the lock, finds that it is gone.
    """
    try:
        lock = os.open(folder / MARK, os.O_RDWR)
    except FileNotFoundError:
        yield not _is_empty_and_gone(folder) and not _is_new(folder)
        return
    except OSError:
        yield False
        return
    try:
        yield not _is_locked(lock, shared=False)
    finally:
        os.close(lock)


def lock_file(lock: int, shared: bool = False) -> bool | None:
    """Lock an open file until it is closed; False if another process or thread has, None where there are no locks.

    Whoever only looks takes a shared lock: two who look at once do not take each other for its holder.
    """
    if fcntl is None:
        return None
    try:
        fcntl.flock(lock, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError as error:
        return False if error.errno in TAKEN else None
    return True


def _is_locked(lock: int, shared: bool) -> bool:
    """Whether a folder's file is locked; if not, it is locked for us until it is closed."""
    is_ours = lock_file(lock, shared)
    return time.time() - os.fstat(lock).st_mtime < PATIENCE if is_ours is None else not is_ours


def _is_empty_and_gone(folder: Path) -> bool:
    """Remove a folder that holds nothing yet; its maker, if alive, makes another one, or was quicker."""
    with suppress(OSError):
        os.rmdir(folder)
        return True
    return False


def _is_new(folder: Path) -> bool:
    """Whether a folder that had no locked file was just being made: by then it is gone, or has its lock."""
    try:
        inside = os.listdir(folder)
    except OSError:
        return True
    return MARK in inside  # and perhaps a draft already, if whoever looks was slow


def note_of(folder: Path) -> str:
    """What its maker wrote for whoever finds the folder."""
    try:
        return (folder / MARK).read_bytes().decode("utf-8", "surrogateescape")
    except OSError:
        return ""
