"""Files that appear whole or not at all: written beside their place, put there by one atomic rename."""

from __future__ import annotations

import os
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


def sweep(folder: Path) -> None:
    """Remove drafts that killed processes of this machine have left."""
    for draft in folder.rglob(".*.part"):
        host, _, pid = draft.name.removesuffix(".part").rpartition("-")
        if host.endswith(f".{socket.gethostname()}") and pid.isdigit() and not _is_alive(int(pid)):
            draft.unlink(missing_ok=True)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True
