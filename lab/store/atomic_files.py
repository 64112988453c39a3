"""Files and folders that appear whole or not at all: written as a draft, put in their place by one atomic rename.

A draft lies in a folder of its own, with a file that its maker keeps locked (`engine.compiling.locked_folder`); in a
store all these folders lie in `.drafts`, elsewhere beside the place that the draft is for. When its maker dies, however
it dies, the lock is gone, and whoever writes there next, or opens the store, removes the draft. Locks are the kernel's:
a maker in another container, whose process number means nothing here, holds its drafts as well as one of one's own.
What lies in a folder's place changes places with the draft in one moment, where the system can do that; what `put`
writes is on disk before anybody sees it, and outlives a power cut.
"""

from __future__ import annotations

import ctypes
import errno
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from engine.compiling.locked_folder import MARK, held, note_of, taken_over
from lab.errors import BadInput, why_not

ROOM = ".drafts"
"""The folder of a store in which drafts are made."""
END = ".part"
"""How the name of every draft ends."""
DRAFT, BEFORE = "draft", "before"
"""What lies in the folder of a draft: the draft, and what had to leave its place for it."""
DEPTH = 5
"""How many folders above a file of a store its room of drafts may lie."""
LOCKED = re.compile(r"\..*\.[0-9a-f]{16}\.part", re.DOTALL)
"""What the folder of a draft is called."""
UNLOCKED = re.compile(r"\..*-\d+\.(part|part\.wal)", re.DOTALL)
"""What drafts were called before they were locked."""
OLD = 86_400.0
"""Seconds after which a draft without a lock is nobody's."""


def placed(path: Path, write: Callable[[Path], Any]) -> None:
    """Let `write` fill a draft and put it in its place by one atomic rename."""
    with _folder_of_draft(path) as folder:
        draft = folder / (f"{DRAFT}{path.suffix}" if path.suffix[1:].isalnum() else DRAFT)
        write(draft)
        os.replace(draft, path)


def placed_folder(path: Path, write: Callable[[Path], Any], replaces: bool = True) -> None:
    """Let `write` make and fill a draft folder and put it in its place; what lies there gives way in the same moment.

    Unless it `replaces`, only an empty folder gives way: OSError. Where a file system cannot let two folders change
    places, there is a moment in which the old one is away; if the process dies in it, the next one that writes here
    puts the old one back.
    """
    path = path.resolve()  # "." has no name of its own
    path.parent.mkdir(parents=True, exist_ok=True)
    with _folder_of_draft(path) as folder:
        draft, before = folder / DRAFT, folder / BEFORE
        write(draft)
        if not path.exists() or not replaces:
            os.replace(draft, path)
        elif not swapped(draft, path):
            os.replace(path, before)
            try:
                os.replace(draft, path)
            except OSError:
                os.replace(before, path)
                raise


def discarded(folder: Path, gone: Path) -> None:
    """Take a folder away by one atomic rename; `gone` is the place its draft would have had."""
    with _folder_of_draft(gone) as away:
        os.replace(folder, away / DRAFT)


def make_room(root: Path) -> None:
    """Give a folder and all below it one room for drafts."""
    (root / ROOM).mkdir(exist_ok=True)


def sweep(folder: Path) -> None:
    """Remove what dead processes left in a folder, or in its room of drafts."""
    for place in (folder, folder / ROOM):
        for path in _entries(place):
            with suppress(OSError):
                if LOCKED.fullmatch(path.name):
                    _end(path)
                elif UNLOCKED.fullmatch(path.name) and time.time() - path.stat().st_mtime > OLD:
                    path.unlink()


def _end(draft: Path) -> None:
    """Remove a draft whose maker is dead; what had left its place, and got no successor, goes back."""
    if not all(name.startswith((DRAFT, BEFORE, MARK)) for name in os.listdir(draft)):
        return
    with taken_over(draft) as is_dead:
        if not is_dead:
            return
        target, place = Path(note_of(draft)), draft.parent.resolve()
        # Where others write too, a note of theirs must not send anything elsewhere.
        near = place.parent in target.parents if place.name == ROOM else target.parent == place
        if near and (draft / BEFORE).exists() and not target.exists():
            os.replace(draft / BEFORE, target)
        shutil.rmtree(draft, ignore_errors=True)


@contextmanager
def _folder_of_draft(path: Path) -> Iterator[Path]:
    """A folder for the draft of a file or folder, gone at the end; first those that others left beside it go."""
    room = _room(path)
    if room is None:
        sweep(path.parent)
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(held(room or path.parent, f".{path.name[:40]}", END, str(path)))
        except OSError as error:  # said of what was to be written, not of its draft
            raise OSError(error.errno, error.strerror, str(path)) from None
        yield folder


def _room(path: Path) -> Path | None:
    """The room of drafts of the store that a file belongs to, unless it lies on another disk."""
    with suppress(OSError):
        for folder in (path.parent, *path.parent.parents[: DEPTH - 1]):
            if (folder / ROOM).is_dir():
                return folder / ROOM if _disk(folder / ROOM) == _disk(path.parent) else None
    return None


def _disk(folder: Path) -> int:
    return folder.stat().st_dev


def _entries(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def write_new_file(path: Path, text: str | bytes) -> None:
    """Write a file that is not there yet; the first mark of a text tells spreadsheets that it is UTF-8."""
    if path.exists():
        raise BadInput(f"{path}: there is such a file; allowed: the name of a new one")
    with _writing(path):
        placed(path, lambda draft: draft.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8-sig")))


def write_file(path: Path, text: str) -> None:
    """Write a file, in the place of what it said before."""
    with _writing(path):
        placed(path, lambda draft: draft.write_text(text, encoding="utf-8"))


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds anything."""
    with _writing(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{folder}: this is not an empty folder; allowed: a new or an empty one")


def write_folder(folder: Path, files: Mapping[str, str], replaces: bool = False) -> None:
    """Write a folder that is new or empty, or whose place it takes."""
    if not replaces:
        check_folder(folder)

    def write(draft: Path) -> None:
        draft.mkdir()
        for name, text in files.items():
            (draft / name).write_text(text, encoding="utf-8")

    with _writing(folder):
        placed_folder(folder, write, replaces)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """What cannot be written is said of the place that was named, not of the draft beside it."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({why_not(error)}); allowed: a place of yours") from None


HERE = -100
"""What stands for the working folder in a call that takes a folder beside a path (AT_FDCWD of Linux)."""
EXCHANGE = 2
"""The wish to exchange two names: RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
CANNOT = (errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP)


def swapped(one: Path, other: Path) -> bool:
    """Let two folders change places; False, and nothing done, where the system or its disk cannot."""
    call = _exchange()
    if call is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    given = (HERE, names[0], HERE, names[1], EXCHANGE) if sys.platform == "linux" else (*names, EXCHANGE)
    if call(*given) == 0:
        return True
    code = ctypes.get_errno()
    if code in CANNOT:
        return False
    raise OSError(code, os.strerror(code), str(other))


@cache
def _exchange() -> Any:
    """The system's call, or None."""
    name = {"linux": "renameat2", "darwin": "renamex_np"}.get(sys.platform)
    return getattr(ctypes.CDLL(None, use_errno=True), name, None) if name else None


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
