"""The tables of a shard as the files that are stored: made by whoever played, looked into by whoever commits.

Writing Parquet costs a fifth of a game. So the workers of a cluster do it, and the process that commits reads back
no more than it has to know: whose rows they are, of which games and, of players, at which seats.
"""

from __future__ import annotations

import io
from collections.abc import Mapping

import polars as pl

from lab.store.parquet import UNREADABLE, parquet
from lab.store.tables import FACTS, KEYS, empty_frame, spelled

Files = Mapping[str, bytes]
"""Files of a shard by the names of their tables; a table without rows has none."""
LOOKED_AT = {"seat": (*KEYS, "seat")}
"""Columns that are read back, where they are more than the keys."""


def encoded(frames: Mapping[str, pl.DataFrame]) -> dict[str, bytes]:
    """The files of some tables: equal tables give equal bytes under equal versions of Polars."""
    return {name: parquet(spelled(frame)) for name, frame in frames.items() if frame.height}


def read_back(files: Files) -> dict[str, pl.DataFrame]:
    """Keys of all fact tables of a shard, and the seats of `seat`, as its files hold them.

    Raises ValueError, in words that follow on "shard X", if one of them is not the table that it should be.
    """
    if unknown := [name for name in files if name not in FACTS]:
        raise ValueError(f"holds a table {unknown[0]!r:.60}, which no shard has")
    wanted = [_keys(name, data) for name, data in files.items()]
    try:
        rows = dict(zip(files, pl.collect_all(wanted), strict=True))  # at once: half the work of one after another
    except UNREADABLE:
        raise ValueError("holds rows that cannot be read") from None
    for name, found in rows.items():
        if not found.height:
            raise _no_rows(name)
    return {name: rows[name] if name in rows else empty_frame(name) for name in FACTS}


def _keys(name: str, data: bytes) -> pl.LazyFrame:
    try:
        known = dict(pl.read_parquet_schema(io.BytesIO(data)))
    except UNREADABLE:
        raise _no_rows(name) from None
    if known != FACTS[name]:
        raise _no_rows(name)
    return pl.scan_parquet(io.BytesIO(data)).select(LOOKED_AT.get(name, tuple(KEYS)))


def _no_rows(name: str) -> ValueError:
    return ValueError(f"holds something else than rows of table {name}")
