"""Results kept with a finished run, so that nobody computes them twice: `runs/<run_id>/results/`.

What belongs to no run, the answers about single cards, lies in `cards/results/` of the store.

A result is one Parquet file, `<name>-<made of>-<sum>.parquet`. The middle is a fingerprint of all that it was made
from, so whoever asks for a result made of something else does not find it; the end is one of the file's own bytes, so
a broken file is known before anybody reads it. What cannot be read is not there, and what cannot be written is not
kept: a store that may only be read gives the same answers. The folder may be deleted at any time.
"""

from __future__ import annotations

import hashlib
import io
import re
from contextlib import suppress
from pathlib import Path

import polars as pl

from lab.store.atomic_files import placed
from lab.store.parquet_files import UNREADABLE

FOLDER = "results"
CARDS = "cards"
DIGITS = 16
"""Hex digits of a fingerprint in a file's name."""


ANSWER, SAID = "answer", "0" * DIGITS
"""Name of what was answered when the run was asked about, and in place of a fingerprint: it is kept as it was said."""


def keep_answer(run: Path, sentence: str, first: bool = False) -> None:
    """Keep what was answered with the folder of a finished run; if it is to be the `first`, only where none is."""
    if not (first and kept_answer(run)):
        Results(run).keep(ANSWER, SAID, pl.DataFrame({ANSWER: [sentence]}))


def kept_answer(run: Path) -> str:
    """What was answered when somebody asked about a run; nothing if nobody did."""
    found = Results(run).find(ANSWER, SAID)
    return "" if found is None else str(found[ANSWER][0])


class Results:
    """The kept results of one run, or those about single cards."""

    def __init__(self, run: Path) -> None:
        self.folder = run / FOLDER

    @classmethod
    def of_cards(cls, store: Path) -> Results:
        """Where the answers about single cards are kept."""
        return cls(store / CARDS)

    def find(self, name: str, made_of: str) -> pl.DataFrame | None:
        """The result of this name that was made of just this, if it is there and whole.

        The beginning of a fingerprint is enough where only one result can begin so.
        """
        for path in self._files(name):
            try:
                if path.stem.startswith(f"{name}-{made_of[:DIGITS]}"):
                    data = path.read_bytes()
                    if path.stem.endswith(f"-{_sum(data)}"):
                        return pl.read_parquet(io.BytesIO(data))
            except UNREADABLE:
                continue
        return None

    def keep(self, name: str, made_of: str, frame: pl.DataFrame) -> None:
        """Put a result in the place of the one before, if this store may be written to."""
        buffer = io.BytesIO()
        try:
            frame.write_parquet(buffer, compression="zstd", statistics=False)
            data = buffer.getvalue()
            path = self.folder / f"{name}-{made_of[:DIGITS]}-{_sum(data)}.parquet"
            if self.folder.parent.name == CARDS:  # a run that is gone by now is not made again
                self.folder.parent.mkdir(exist_ok=True)
            self.folder.mkdir(exist_ok=True)
            placed(path, lambda draft: draft.write_bytes(data))
            for other in self._files(name):
                if other != path:
                    other.unlink(missing_ok=True)
        except UNREADABLE:
            return

    def forget(self, name: str) -> None:
        """Take away the result of this name, whatever it was made of, if this store may be written to."""
        for path in self._files(name):
            with suppress(OSError):
                path.unlink(missing_ok=True)

    def names(self) -> list[str]:
        """What is there: names that say their bytes too."""
        try:
            return sorted(path.name for path in self.folder.iterdir())
        except OSError:
            return []

    def _files(self, name: str) -> list[Path]:
        """Files of this name, whatever they were made of."""
        pattern = re.compile(rf"{re.escape(name)}-[0-9a-f]{{{DIGITS}}}-[0-9a-f]{{{DIGITS}}}\.parquet")
        return [self.folder / found for found in self.names() if pattern.fullmatch(found)]


def _sum(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:DIGITS]
