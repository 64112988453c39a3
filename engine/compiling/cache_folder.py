"""Where compiled code is kept: beside the sources, else in the user's cache, else in a temporary folder of the user."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

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
