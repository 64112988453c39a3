"""Tables as Parquet files: their bytes, and rows of several files as one table."""

from __future__ import annotations

import hashlib
import io
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

import polars as pl

from lab.store.stored_tables import TABLES

ROW_GROUP = 262_144
ROW_SUM = "sum"
"""Key of a checksum of the rows beside them in the file."""

UNREADABLE = (OSError, pl.exceptions.PolarsError, pl.exceptions.PanicException)
"""What Polars raises over a damaged file; the last is no Exception."""


class UnreadableError(ValueError):
    """A file that is not the table it should be."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


def parquet(frame: pl.DataFrame, with_sum: bool = False) -> bytes:
    """A table as a file; `with_sum`: the file itself says a checksum of its rows."""
    # Into memory first: what goes wrong on a disk is then an OSError, and the checksum is of what was meant.
    buffer = io.BytesIO()
    metadata = {ROW_SUM: _row_sum(frame)} if with_sum else None
    frame.write_parquet(
        buffer, compression="zstd", compression_level=1, row_group_size=ROW_GROUP, statistics=True, metadata=metadata
    )
    return buffer.getvalue()


def read_row(path: Path, run: str = "", with_sum: bool = False) -> pl.DataFrame:
    """A run's own row, which says a checksum of itself; those of older versions say none.

    UnreadableError if it is damaged, is something else, is that of another run than `run`, where that is given, or
    says none though it has to (`with_sum`; wherever a run has a name beside its row, it has one in it).
    """
    try:
        data = path.read_bytes()
        frame = pl.read_parquet(io.BytesIO(data))
        said = pl.read_parquet_metadata(io.BytesIO(data)).get(ROW_SUM)
    except UNREADABLE:
        raise UnreadableError(path) from None
    is_row = frame.height == 1 and {"run_id", "seed", "status"} <= set(frame.columns)
    allowed = (_row_sum(frame), *(() if run or with_sum else (None,)))
    if not is_row or said not in allowed or (run and frame["run_id"].to_list() != [run]):
        raise UnreadableError(path)
    return frame


Stamp = tuple[int, int, int]
"""What a file is known by."""


def stamp(path: Path) -> Stamp:
    """What a file is known by now: one that takes its place has another one."""
    about = path.stat()
    return about.st_mtime_ns, about.st_size, about.st_ino


def row_once(path: Path, run: str) -> dict[str, Any]:
    """A run's own row as `read_row` finds it, read once as long as no other file takes its place."""
    return plain_once("", path, run).row(0, named=True)


def plain_once(name: str, path: Path, run: str = "") -> pl.DataFrame:
    """Rows of one small file as `plain` finds them, read once as long as no other file takes its place."""
    try:
        return _once(name, path, run, stamp(path))
    except OSError:
        raise UnreadableError(path) from None


@lru_cache(maxsize=2048)
def _once(name: str, path: Path, run: str, _now: Stamp) -> pl.DataFrame:
    return plain(name, [path]).collect() if name else read_row(path, run)


def plain(name: str, files: Sequence[Path]) -> pl.LazyFrame:
    """Rows of some files of a table; what older ones lack is null. UnreadableError if one is no Parquet file."""
    parts = []
    # Words of older files are of a kind of their own, and a run that was begun then may have gone on now.
    for schema, alike in groupby(files, _schema):
        rows = pl.scan_parquet(list(alike), glob=False)
        columns = TABLES[name].items()
        parts.append(rows.select((pl.col(c) if c in schema else pl.lit(None)).cast(t).alias(c) for c, t in columns))
    return pl.concat(parts)


def _schema(path: Path) -> Any:
    try:
        return pl.scan_parquet(path, glob=False).collect_schema()
    except UNREADABLE:
        raise UnreadableError(path) from None


def _row_sum(frame: pl.DataFrame) -> str:
    return hashlib.sha256(frame.write_json().encode()).hexdigest()


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
