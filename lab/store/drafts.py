"""Files that appear whole or not at all: written beside their place, put there by one atomic rename."""

from __future__ import annotations

import os
import shutil
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any


def placed(path: Path, write: Callable[[Path], Any]) -> None:
    """Let `write` fill a draft and put it in its place by one atomic rename."""
    # The thread as well: two threads of a dashboard may write the same file at the same time.
    who = f"{threading.get_ident()}.{socket.gethostname()}-{os.getpid()}"
    draft = path.with_name(f".{path.name}.{who}.part")
    try:
        write(draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def placed_folder(path: Path, write: Callable[[Path], Any]) -> None:
    """Let `write` make and fill a draft folder and put it in its place; what lies there gives way only then."""
    path = path.resolve()  # "." has no name of its own
    who = f"{threading.get_ident()}.{socket.gethostname()}-{os.getpid()}"
    draft, old = (path.with_name(f".{path.name}.{who}{end}") for end in (".part", ".old"))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        write(draft)
        if path.exists():
            os.replace(path, old)
        try:
            os.replace(draft, path)
        except OSError:
            if old.exists():
                os.replace(old, path)
            raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)
        if path.exists():
            shutil.rmtree(old, ignore_errors=True)


def discarded(folder: Path, gone: Path) -> None:
    """Take a folder away by one atomic rename to `gone`, of which no one needs to see anything more."""
    os.replace(folder, gone)
    shutil.rmtree(gone, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Remove drafts that killed processes of this machine have left."""
    for draft in folder.rglob(".*.part"):
        host, _, pid = draft.name.removesuffix(".part").rpartition("-")
        if host.endswith(f".{socket.gethostname()}") and pid.isdigit() and not _is_alive(int(pid)):
            if draft.is_dir():
                shutil.rmtree(draft, ignore_errors=True)
            else:
                draft.unlink(missing_ok=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
