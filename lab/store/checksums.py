"""Whether files are as they were committed: there, as long as they were, and of the same bytes.

Whoever reads a table asks `faults_of`: a file is then read whole once in a process, and again only if another has
taken its place, which its size, its time or its number on the disk tell. A committed file never changes, so one that
was whole needs no second look; what a disk spoils later, `lab store check` finds, which asks `fault_of`.
"""

from __future__ import annotations

import hashlib
import os
import stat
import threading
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import polars as pl

from lab.store.parquet_files import UNREADABLE
from lab.store.shard_markers import Part
from lab.store.stored_tables import FACTS

OTHER_BYTES, NO_READING = "has other bytes than were committed", "cannot be read"
AT_ONCE = 4
"""Files that are read at the same time; Python computes checksums beside each other."""
PIECES = 256
"""More pieces of work than so many are not made of the files that are read."""
MOST = 65_536
"""Checksums that are remembered."""


class Stamp(NamedTuple):
    """What a file is known by: a file in its place has another one."""

    path: str
    size: int  # bytes
    changed: int  # nanoseconds
    number: int  # inode


_known: dict[Stamp, str] = {}
_knowing = threading.Lock()


def fault_of(path: Path, part: Part) -> str:
    """What is wrong with a file, in words; nothing if it is what was committed. It is read whole, known or not."""
    fault, stamp = _looked_at(path, part)
    if stamp is None:
        return fault
    if part.sha256:
        return _compared(_sum(stamp), part)
    try:
        rows = pl.read_parquet(path, glob=False).height
    except UNREADABLE:
        return NO_READING
    whole = path.parent.name not in FACTS or rows == part.rows  # nobody counted the rows of a run's own tables
    return "" if whole else f"has {rows:,} rows, and {part.rows:,} were committed"


def faults_of(files: Sequence[tuple[Path, Part]], whole: bool = True) -> list[str]:
    """What is wrong with each of some files, in words; where a marker knows no checksum, as far as their size tells.

    Without `whole` no file is read, and sizes alone are compared.
    """
    looks = [_looked_at(path, part) for path, part in files]
    if not whole:
        return [fault for fault, _ in looks]
    sums = _sums([stamp for (_, stamp), (_, part) in zip(looks, files, strict=True) if stamp and part.sha256])
    return [
        _compared(sums[stamp], part) if stamp and part.sha256 else fault
        for (fault, stamp), (_, part) in zip(looks, files, strict=True)
    ]


def _looked_at(path: Path, part: Part) -> tuple[str, Stamp | None]:
    """What is wrong with a file as far as its size tells; if nothing is, what it is known by."""
    try:
        about = path.stat()
    except OSError:
        return "is missing", None
    if not stat.S_ISREG(about.st_mode):
        return "is no file", None
    if not about.st_size:
        return "is empty", None
    if part.size not in (None, about.st_size):
        return f"has {about.st_size:,} bytes, and {part.size:,} were committed", None
    return "", Stamp(str(path), about.st_size, about.st_mtime_ns, about.st_ino)


def _compared(found: str, part: Part) -> str:
    return "" if found == part.sha256 else OTHER_BYTES if found else NO_READING


def _sums(stamps: Iterable[Stamp]) -> dict[Stamp, str]:
    """Checksums of files; only those are read that nobody has read yet."""
    with _knowing:
        found = {stamp: _known.get(stamp, "") for stamp in stamps}
    fresh = _read([stamp for stamp, known in found.items() if not known])
    with _knowing:
        _known.update(fresh)
        while len(_known) > MOST:
            del _known[next(iter(_known))]
    return found | fresh


def _read(stamps: Sequence[Stamp]) -> dict[Stamp, str]:
    if not stamps:
        return {}
    step = 1 + len(stamps) // PIECES
    pieces = [stamps[at : at + step] for at in range(0, len(stamps), step)]
    with ThreadPoolExecutor(min(AT_ONCE, os.cpu_count() or 1, len(pieces))) as pool:
        try:
            return dict(zip(stamps, (own for sums in pool.map(_sums_of_piece, pieces) for own in sums), strict=True))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _sums_of_piece(stamps: Sequence[Stamp]) -> list[str]:
    return [_sum(stamp) for stamp in stamps]


def _sum(stamp: Stamp) -> str:
    """The checksum of a file, nothing if it cannot be read."""
    try:
        with open(stamp.path, "rb", buffering=0) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
