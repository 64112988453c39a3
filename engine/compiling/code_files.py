"""Files of compiled code that are read whole or not at all, and never from another place than they were written for.

Code that is not what was compiled crashes or, worse, plays another game. So each file begins with a sum over its
content, its own name and the compiler's version: one that was cut, changed, renamed, copied over another or left by
another compiler is as good as none.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import pickle
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from engine.compiling.locked_folder import held, taken_over

SUM = hashlib.sha256().digest_size
END = ".part"
"""How the names of folders end that belong to one process: its drafts, or what its helpers have claimed."""

BEFORE, OLD = ("claims-*", "*.tmp.*"), 86_400.0
"""What was left behind before anything was held, and the seconds after which nobody can need it."""


PROCESSOR = os.environ.get("NUMBA_CPU_NAME", "generic"), os.environ.get("NUMBA_CPU_FEATURES", "")
"""What code is made for: any processor of this machine's family; code made for this very one plays 1 or 2 % faster."""


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


def kept_object(path: Path) -> Any:
    """The object that was written there, or None; one that names a class which has another name by now is none."""
    data = read_kept(path)
    try:
        return None if data is None else pickle.loads(data)  # noqa: S301 - ours, by its sum
    except (ImportError, AttributeError):
        return None


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


ASKED = "LAB_CACHE"
"""Environment variable that names another folder for compiled code."""


def place_of_code(beside: Path, kind: str, holds_all: Callable[[Path], bool]) -> tuple[Path, bool]:
    """The folder of compiled code of a kind, and whether it can be written to.

    A folder that can only be read does, if it `holds_all` that was compiled of these very sources.
    """
    tried = []
    for root in _roots(beside):
        folder = root / kind
        if _is_writable(folder):
            return folder, True
        if holds_all(folder):
            return folder, False
        tried.append(folder)
    return tried[0], False


def _roots(beside: Path) -> Iterator[Path]:
    if os.environ.get(ASKED):
        yield Path(os.environ[ASKED])
    yield beside
    try:
        yield Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "card-lab" / "numba"
    except RuntimeError:  # nobody knows where this user is at home
        pass
    own = Path(tempfile.gettempdir(), f"card-lab-{os.getuid() if hasattr(os, 'getuid') else 'user'}")
    if _is_ours_alone(own):
        yield own


def _is_ours_alone(folder: Path) -> bool:
    """Whether nobody else can put code into a folder in a place where everybody writes."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        there = folder.lstat()
    except OSError:
        return False
    return folder.is_dir() and not folder.is_symlink() and _owned(there) and not there.st_mode & 0o022


def _owned(there: os.stat_result) -> bool:
    return not hasattr(os, "getuid") or there.st_uid == os.getuid()


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK)
