"""Which runs are being played at this moment: whoever plays one holds a folder of its name in the store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polars as pl

from engine.compiling.held import held, is_held
from lab.store.drafts import END, LOCKED, ROOM, make_room

SIGN = ".run-"
"""How the names of such folders begin."""
DONE, RUNNING, INTERRUPTED = "done", "running", "interrupted"
"""States of a run: it has all its games, somebody plays it, nobody does."""


@contextmanager
def playing(root: Path, run: str) -> Iterator[None]:
    """Let everybody know that this process plays a run, until the block or the process ends."""
    make_room(root)
    with held(root / ROOM, f"{SIGN}{run}", END):
        yield


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
