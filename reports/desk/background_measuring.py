"""Large runs are measured in the background: by one process for a store, of low priority, that keeps what it finds.

A process and not a thread: what it computes would stop every view of the dashboard. It is `lab metrics all`, so a
terminal may do the same, and the lock of `lab.precompute` sees to it that nothing is measured twice. It goes on when
the dashboard ends, and ends when the store goes away.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import polars as pl

from lab.precompute import lock_of
from lab.store.file_lock import is_held
from lab.store.result_files import FOLDER
from lab.store.store_folder import Store

GROWN = 1.5
"""How many times as many shards a growing run has when it is measured anew: all of it together costs thrice the end."""
LOWEST = 19
"""Priority of the process: whoever plays or looks comes first."""


class State(NamedTuple):
    """How far a run is."""

    shards: int
    is_growing: bool


@dataclass
class _Background:
    """The last process of a store, and the runs that were given to it and those before, as they were then."""

    process: subprocess.Popen[bytes] | None = None
    given: dict[str, State] = field(default_factory=dict)


_OF_STORES: dict[str, _Background] = {}
"""By store; all sessions of the dashboard see them."""
_ONE = Lock()


def state_of(store: Store, run: str) -> State:
    """How far a run is now."""
    status = store.runs().filter(pl.col("run_id") == run)["status"].to_list()
    return State(len(store.committed(run)), status == ["running"])


def kept_state(store: Store, run: str) -> int:
    """What moves when a result of a run is kept."""
    try:
        return (store.folder_of(run) / FOLDER).stat().st_mtime_ns
    except OSError:
        return 0


def see_to(store: Store, runs: Mapping[str, State]) -> bool:
    """Have runs measured that nobody has measured as they are now; whether somebody is at it.

    If not, what is not there could not be measured, or could not be kept.
    """
    with _ONE:
        one = _OF_STORES.setdefault(str(store.path.resolve()), _Background())
        if one.process is not None and one.process.poll() is None or is_held(lock_of(store)):
            return True
        for run, state in runs.items():
            if _is_due(state, one.given.get(run)):
                one.process, one.given[run] = _started(store, run), state
                return True
        return False


def _is_due(now: State, given: State | None) -> bool:
    if given is None or (given.is_growing and not now.is_growing):
        return True
    return now.shards >= given.shards * GROWN if now.is_growing else now.shards != given.shards


def _started(store: Store, run: str) -> subprocess.Popen[bytes]:
    words = [sys.executable, "-m", "lab.cli", "metrics", "all", "--run", run, "--store", str(store.path.resolve())]
    nothing = subprocess.DEVNULL
    process = subprocess.Popen(words, stdin=nothing, stdout=nothing, stderr=nothing, cwd=Path.cwd())
    with suppress(OSError, AttributeError):  # the process has ended, or the system has no priorities
        os.setpriority(os.PRIO_PROCESS, process.pid, LOWEST)
    return process
