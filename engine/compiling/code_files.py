"""Files of compiled code that are read whole or not at all, and never from another place than they were written for.

Code that is not what was compiled crashes or, worse, plays another game. So each file begins with a sum over its
content, its own name and the compiler's version: one that was cut, changed, renamed, copied over another or left by
another compiler is as good as none.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import time
from contextlib import ExitStack, suppress
from functools import cache
from importlib import metadata
from pathlib import Path

from engine.compiling.locked_folder import held, taken_over

SUM = hashlib.sha256().digest_size
END = ".part"
"""How the names of folders end that belong to one process: its drafts, or what its helpers have claimed."""

BEFORE, OLD = ("claims-*", "*.tmp.*"), 86_400.0
"""What was left behind before anything was held, and the seconds after which nobody can need it."""


@cache
def versions() -> tuple[str, str]:
    """Of Numba and of the library below it."""
    return metadata.version("numba"), metadata.version("llvmlite")


def read_kept(path: Path) -> bytes | None:
    """What was written there, or None: there is nothing, or something else."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data[SUM:] if data[:SUM] == _sum(path, data[SUM:]) else None


def write_kept(path: Path, data: bytes) -> None:
    """Put a file in its place by one rename; OSError where nobody may write or no room is left."""
    draft = _drafts(path.parent, os.getpid()) / path.name
    try:
        draft.write_bytes(_sum(path, data) + data)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def sweep_kept(folder: Path) -> None:
    """Remove what dead processes left: drafts, and claims of helpers."""
    with suppress(OSError):
        for path in folder.glob(f"*{END}"):
            with taken_over(path) as is_dead:
                if is_dead:
                    shutil.rmtree(path, ignore_errors=True)
        for pattern in BEFORE:
            for path in folder.glob(pattern):
                if time.time() - path.stat().st_mtime > OLD:
                    shutil.rmtree(path) if path.is_dir() else path.unlink()


@cache
def _drafts(folder: Path, process: int) -> Path:
    """Where this process makes its drafts; other processes leave the folder alone as long as this one lives."""
    own = ExitStack()
    atexit.register(lambda: own.close() if os.getpid() == process else None)  # a fork is not to tidy up
    return own.enter_context(held(folder, "drafts", END))


def _sum(path: Path, data: bytes) -> bytes:
    return hashlib.sha256(repr((versions(), path.name)).encode() + data).digest()
