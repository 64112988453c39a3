"""Files that are on disk before anybody sees them: what is visible has outlived a power cut."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from lab.store.drafts import placed


def put(files: Mapping[Path, bytes]) -> None:
    """Put whole files in their places; when this returns they, and their names, are on disk.

    Raises OSError if there is no room or nobody may write there: what lay in a place then still lies there.
    """
    for path, data in files.items():
        placed(path, lambda draft, data=data: _written(draft, data))  # type: ignore[misc]
    for folder in dict.fromkeys(path.parent for path in files):
        flush_folder(folder)


def folder_made(folder: Path) -> None:
    """Make a folder with a name that is on disk."""
    if not folder.is_dir():
        folder.mkdir(parents=True, exist_ok=True)
        flush_folder(folder.parent)


def flush_folder(folder: Path) -> None:
    """Wait until the names in a folder are on disk, where the system can tell."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # some shared folders cannot do it for names
            raise
    finally:
        os.close(opened)


def _written(draft: Path, data: bytes) -> None:
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
