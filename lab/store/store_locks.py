"""Who is at work in a store at this moment: who plays which run, who measures ahead. A lock ends with its holder."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from engine.compiling.locked_folder import MARK, held, is_held, lock_file
from lab.store.atomic_files import END, LOCKED, ROOM, make_room

SIGN = ".run-"
"""How the names of such folders begin."""
DONE, RUNNING, INTERRUPTED = "done", "running", "interrupted"
"""States of a run: it has all its games, somebody plays it, nobody does."""


@contextmanager
def playing(root: Path, run: str) -> Iterator[Path]:
    """Let everybody know, by a sign, that this process plays a run, until the block or the process ends."""
    make_room(root)
    with held(root / ROOM, f"{SIGN}{run}", END) as sign:
        yield sign


def place_among(sign: Path) -> int:
    """How many living processes have begun to play a run before the one that shows this sign, and play it still."""
    alike = sign.name[: -len(f"{'0' * 16}{END}")]
    try:
        others = [p for p in sign.parent.iterdir() if p.name.startswith(alike) and p != sign]
        began = _began(sign)
    except OSError:
        return 0
    return sum(LOCKED.fullmatch(p.name) is not None and is_held(p) and _is_before(p, began) for p in others)


def _began(sign: Path) -> tuple[int, str]:
    """When a sign was put up; its name decides between two of the same moment."""
    return (sign / MARK).stat().st_mtime_ns, sign.name


def _is_before(sign: Path, began: tuple[int, str]) -> bool:
    try:
        return _began(sign) < began
    except OSError:  # it is gone by now
        return False


def played_now(root: Path) -> list[str]:
    """Runs that living processes play, here or wherever the store's folder is shared."""
    try:
        found = [p for p in (root / ROOM).iterdir() if p.name.startswith(SIGN) and LOCKED.fullmatch(p.name)]
    except OSError:
        return []
    return sorted({p.name.removeprefix(SIGN).split(".")[0] for p in found if is_held(p)})


def true_status(root: Path, status: pl.Expr) -> pl.Expr:
    """The state of each run as it is: a process that was killed could not write that it plays no more."""
    now = pl.col("run_id").cast(pl.String).is_in(played_now(root))
    is_running = pl.when(now & (status != DONE)).then(pl.lit(RUNNING))
    return is_running.when(status == RUNNING).then(pl.lit(INTERRUPTED)).otherwise(status).alias("status")


@contextmanager
def alone(file: Path) -> Iterator[bool]:
    """Hold the lock of a file: whether nobody else does and it can be written. The file stays when the lock ends."""
    try:
        lock = os.open(file, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError:
        yield False
        return
    try:
        yield lock_file(lock) is not False  # where nobody can tell, two may do the same, and leave the same behind
    finally:
        os.close(lock)


def is_taken(file: Path) -> bool:
    """Whether somebody holds the lock of a file at this moment."""
    try:
        lock = os.open(file, os.O_RDONLY)
    except OSError:
        return False
    try:
        return lock_file(lock, shared=True) is False
    finally:
        os.close(lock)
