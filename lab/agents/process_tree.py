"""Processes of foreign code: they end with the process that watches them, and so does all that they have started."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Collection
from pathlib import Path

DIE_WITH_PARENT, ADOPT_ORPHANS = 1, 36
"""What Linux calls PR_SET_PDEATHSIG and PR_SET_CHILD_SUBREAPER."""
LONGEST_END = 5.0
"""Seconds for ending what foreign code has started; it may start more meanwhile."""


def adopt_orphans(adopt: bool = True) -> None:
    """Become the parent of every process below this one whose own parent ends, so that it can be found (Linux)."""
    _control(ADOPT_ORPHANS, adopt)


def die_with_parent() -> None:
    """Be killed when the parent ends, however it ends (Linux)."""
    _control(DIE_WITH_PARENT, signal.SIGKILL)


def _control(what: int, value: int) -> None:
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(what, int(value), 0, 0, 0)


def end_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process that was started with a session of its own, and everybody in its group."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()


def end_orphans(spared: Collection[int]) -> None:
    """Kill all children of this process but those spared, with all below them (Linux)."""
    until = time.monotonic() + LONGEST_END
    while (orphans := children_here() - set(spared)) and time.monotonic() < until:
        for pid in orphans:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
                os.waitpid(pid, os.WNOHANG)  # its children come to this process as soon as it is gone
        time.sleep(0.001)


def is_stopped(pid: int) -> bool:
    """Whether somebody holds a process: stopped by a signal, or by a tracer (Linux; elsewhere nobody can tell)."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    except OSError:
        return False
    return after_name[:1] in (["T"], ["t"])


def children_here() -> set[int]:
    """Every process whose parent this one is; ended ones too, until they are waited for."""
    found, own = set(), os.getpid()
    for path in Path("/proc").glob("[0-9]*/stat") if sys.platform == "linux" else ():
        with contextlib.suppress(OSError):  # it has ended meanwhile
            after_name = path.read_text(errors="replace").rpartition(")")[2].split()
            if int(after_name[1]) == own:
                found.add(int(path.parent.name))
    return found
