"""Names of folders that DuckDB can be told: it takes `?` for the end of a file's name and a backslash for a slash."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TAKEN_APART = "?\\"
"""Characters that DuckDB reads another way in the name of a file."""


def is_plain(folder: Path) -> bool:
    """Whether DuckDB finds what lies in a folder by the folder's own name."""
    return not any(c in str(folder) for c in TAKEN_APART)


@contextmanager
def plain_name(folder: Path) -> Iterator[Path]:
    """The folder by a name that DuckDB can be told, valid until the end of the block."""
    folder = folder.resolve()
    if is_plain(folder):
        yield folder
        return
    with tempfile.TemporaryDirectory(prefix="lab-") as place:
        link = Path(place, "folder")
        link.symlink_to(folder, target_is_directory=True)
        yield link


@contextmanager
def plain_draft(draft: Path) -> Iterator[Path]:
    """Where DuckDB can write a database that is in its place at the end of the block; it sees through links."""
    draft = draft.resolve()
    if is_plain(draft):
        yield draft
        return
    with tempfile.TemporaryDirectory(prefix="lab-") as place:
        yield Path(place, "draft")
        shutil.copyfile(Path(place, "draft"), draft)
