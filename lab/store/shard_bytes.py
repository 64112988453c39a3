"""The tables of a shard as the files that are stored: made by whoever played, looked into by whoever commits.

Writing Parquet costs a fifth of a game. So the workers of a cluster do it, and the process that commits reads back
no more than it has to know: whose rows they are, of which games and, of players, at which seats.

What a shard has to hold: exactly its games, each once, with all its seats.
"""

from __future__ import annotations

import io
from collections.abc import Mapping

import polars as pl

from lab.errors import RunFault
from lab.store.parquet_files import UNREADABLE, parquet
from lab.store.shard_markers import Mark
from lab.store.stored_tables import FACTS, KEYS, empty_frame, spelled

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


ONCE = ("game", "fault")
"""Tables of which one, and only one, holds each game: it came to its end, or had to be given up."""


def check_facts(
    run: str, shard: str, frames: Mapping[str, pl.DataFrame], games: int | None = None, seats: int | None = None
) -> None:
    """Raise RunFault unless the tables of a shard hold its games and nothing else.

    The first game is that of the shard's name; `games` and `seats` are how many there have to be, where that is known.
    """
    said = shard.rpartition("-")[2]
    first = int(said) if said.isdigit() else 0
    count = sum(frames[name].height for name in ONCE if name in frames) if games is None else games
    if fault := _fault(frames, range(first, first + count), seats) or _other_names(frames, run):
        raise not_stored(run, shard, fault)


def games_of(marks: Mapping[str, Mark]) -> int:
    """Games of some shards, by their markers, those that were given up among them."""
    return sum(mark.parts[name].rows for mark in marks.values() for name in ONCE if name in mark.parts)


def not_stored(run: str, shard: str, fault: str) -> RunFault:
    """What is said of a shard that is not what it should be."""
    return RunFault(f"run {run}: shard {shard} {fault}; nothing of it was stored, what was committed stays")


def _fault(frames: Mapping[str, pl.DataFrame], games: range, seats: int | None) -> str:
    found = pl.concat([frames[name]["game"] for name in ONCE if name in frames]).sort()
    if found.n_unique() < found.len():
        return "holds a game twice"
    if found.to_list() != list(games):
        of = f"games {found[0]} to {found[-1]}" if found.len() else "no game"
        return f"holds {of} ({found.len()}) in place of {games.start} to {games.stop - 1} ({len(games)})"
    for name, frame in frames.items():
        own = frame["game"]
        if own.len() and not (games.start <= own.min() and own.max() < games.stop):  # type: ignore[operator]
            return f"holds rows of other games in table {name}"
    return _seat_fault(frames["seat"], frames["game"].height, seats)


def _seat_fault(seat: pl.DataFrame, games: int, seats: int | None) -> str:
    """What is wrong with the players: each game has the same seats, from 0, each once."""
    if not games:
        return ""
    each = seats or seat.height // games
    places = seat["seat"]
    wrong = seat.height != games * each or places.min() != 0 or places.max() != each - 1
    if wrong or seat.select(pl.struct("game", "seat").n_unique()).item() != seat.height:
        return f"holds {seat.height} rows of seats in place of {games} games with {each} seats each"
    return ""


def _other_names(frames: Mapping[str, pl.DataFrame], run: str) -> str:
    """What is wrong with the run and the arm that rows say they are of; all rows of a table say the same."""
    ends = {(f["run_id"][at], f["arm"][at]) for f in frames.values() if f.height for at in (0, -1)}
    return "" if len(ends) <= 1 and all(of == run for of, _ in ends) else "holds rows of another run or arm"
