"""Files and folders that are written where nothing is yet, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from lab.errors import BadInput
from lab.store.drafts import placed, placed_folder


def write_new_file(path: Path, text: str) -> None:
    """Write a file that is not there yet; its first mark tells spreadsheets that it is UTF-8."""
    if path.exists():
        raise BadInput(f"{path}: there is such a file; allowed: the name of a new one")
    with _writing(path):
        placed(path, lambda draft: draft.write_text(text, encoding="utf-8-sig", newline=""))


def check_folder(folder: Path) -> None:
    """Refuse a folder that holds anything."""
    with _writing(folder):
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadInput(f"{folder}: this is not an empty folder; allowed: a new or an empty one")


def write_folder(folder: Path, files: Mapping[str, str]) -> None:
    """Write a folder that is new or empty."""
    check_folder(folder)

    def write(draft: Path) -> None:
        draft.mkdir()
        for name, text in files.items():
            (draft / name).write_text(text, encoding="utf-8")

    with _writing(folder):
        placed_folder(folder, write, replaces=False)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """What cannot be written is said of the place that was named, not of the draft beside it."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path}: cannot be written ({error.strerror}); allowed: a place of yours") from None
