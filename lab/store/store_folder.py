"""The store: a folder of Parquet shards, with DuckDB as its door. The only file that talks to DuckDB.

How a shard becomes visible: its tables are written beside their places, flushed to the disk, renamed one by one, and
then a marker `runs/<run_id>/shard/<arm>-<first game>.json` appears by one atomic rename. Every view, here and in
`lab.duckdb`, keeps only rows of files whose marker exists, so a shard is seen as a whole or not at all, whenever a
process dies or the power fails. Markers say sizes and checksums (`marks`): whoever reads a table compares those of its
files (`checksums`), `lab store check` those of all files, and `lab store mend` plays again what is damaged.
The views look for files each time they are read: `lab.duckdb` never has to be written again while a run grows, only
after its store was moved or copied, or when another version of the lab knows other tables. Whoever opens the store
next does that, if they may write to it; `.schema/` holds an empty file of each table and what `lab.duckdb` was made of.
"""

from __future__ import annotations

import hashlib
import re
import tempfile
import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from lab.errors import BadInput, StoreDamaged, why_not
from lab.store.atomic_files import discarded, flush_folder, folder_made, make_room, placed, put, sweep
from lab.store.parquet_files import UNREADABLE, parquet, plain_draft, plain_name
from lab.store.run_folder import Damage
from lab.store.run_tables import cleared, put_about, put_row
from lab.store.shard_bytes import Files, check_facts, encoded, not_stored, read_back
from lab.store.shard_markers import Mark, Part, mark_text, part_of
from lab.store.sql_guard import check_reads, stoppable, tables_read
from lab.store.store_locks import played_now
from lab.store.store_reading import StoredRuns
from lab.store.store_views import DOOR, MARK, RUNS, SCHEMA, door_views, fenced, live_views, packed_file, sample
from lab.store.stored_tables import ABOUT, TABLES, empty_frame

MADE_OF = "door"
"""Name of the file that says what `lab.duckdb` was made of."""
PACE_FILE = "pace.toml"
"""What somebody may have put into a store before its first game."""
PORTABLE = "v1.0.0"
"""Storage version of DuckDB files: every DuckDB since 1.0 reads it."""
ASKED_WRONGLY = (duckdb.ParserException, duckdb.BinderException, duckdb.CatalogException)
"""Errors of a question, whatever the store holds."""
ASKED: dict[str, Any] = {
    "python_enable_replacements": False, "autoinstall_known_extensions": False, "autoload_known_extensions": False,
    "allow_community_extensions": False, "allow_persistent_secrets": False,
}  # fmt: skip
"""Settings of a connection that answers a question: names are tables, never variables of whoever calls, and nothing
is fetched from a network."""
NAMES = "; cards are numbers there: their names are card_name in exposure_named and event_named"
"""What whoever looks for a card by its name among numbers is told."""
Places = Callable[[Collection[str]], dict[str, list[Path]]]
NOT_OF_THE_DISK = (duckdb.ProgrammingError, duckdb.DataError)
"""Errors that no other place would mend."""
_OPENED: weakref.WeakSet[Store] = weakref.WeakSet()


class Store(StoredRuns):
    """One store; reading never locks anything, and changes nothing but a `lab.duckdb` that has to be mended."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        _OPENED.add(self)

    @classmethod
    def open(cls, path: str | Path, create: bool = False) -> Store:
        """Open a store, or make one where nothing is yet."""
        store = cls(Path(path))
        if not create:
            store._check_present()
            with suppress(OSError, duckdb.Error):  # whoever may not write here reads without `lab.duckdb`
                store._furnish()
            return store
        store._check_place()
        try:
            (store.path / RUNS).mkdir(parents=True, exist_ok=True)
            store._furnish()
        except (OSError, duckdb.Error) as error:
            if isinstance(error, duckdb.Error) and any(map(store.damages, store.run_ids())):
                return store  # `lab.duckdb` is written when they are mended; a damaged run keeps nobody from the others
            raise BadInput(
                f"store {path}: cannot be written ({why_not(error)}); allowed: a folder you may write to"
            ) from None
        return store

    def _check_place(self) -> None:
        """Refuse anything in the way that is not ours; nothing has been written yet."""
        try:
            if (self.path.exists() or self.path.is_symlink()) and not self.path.is_dir():
                raise BadInput(f"store {self.path}: there is a file of this name; allowed: a folder or a new name")
            if self.path.is_dir() and not self._is_ours() and {one.name for one in self.path.iterdir()} - {PACE_FILE}:
                raise BadInput(
                    f"store {self.path}: the folder holds other things; allowed: a store, an empty or a new folder"
                )
        except OSError as error:
            raise BadInput(
                f"store {self.path}: cannot be read ({why_not(error)}); allowed: a folder of yours"
            ) from None

    def _check_present(self) -> None:
        self._check_place()
        if not self._is_ours():
            raise BadInput(
                f"store {self.path}: there is no store here; allowed: a folder that `lab run --store` has made"
            )

    def _is_ours(self) -> bool:
        return (self.path / DOOR).is_file() or (self.path / RUNS).is_dir()

    def _furnish(self) -> None:
        """Write `lab.duckdb` and what it needs, unless they are there as they should be; drafts of the dead go."""
        make_room(self.path)
        sweep(self.path)
        made_of, statements = self.path / SCHEMA / MADE_OF, list(door_views(self.path.resolve()))
        wanted = hashlib.sha256("\n".join([*statements, str(TABLES)]).encode()).hexdigest()
        if (self.path / DOOR).is_file() and made_of.is_file() and made_of.read_bytes() == wanted.encode():
            return
        for name in TABLES:
            place = self.path / sample(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            put({place: _empty_file(name)})
        at_once = ["BEGIN", *statements, "COMMIT"]  # one write to the disk, not one for each of them
        placed(self.path / DOOR, lambda draft: _write_database(draft, at_once))
        placed(made_of, lambda draft: draft.write_text(wanted, encoding="utf-8"))

    # reading

    def query(self, sql: str, files: bool = False, run: str | None = None) -> pl.DataFrame:
        """Answer a question in SQL; each table is a view of its name, of all runs or one; `files`: it reads others."""
        with plain_name(self.path) as root, tempfile.TemporaryDirectory(prefix="lab-") as spill:
            with duckdb.connect(config={**ASKED, "temp_directory": spill}) as con:
                return self._asked(con, sql, files, lambda read: self.all_files(root, read, run))

    def _asked(self, con: duckdb.DuckDBPyConnection, sql: str, files: bool, lie: Places) -> pl.DataFrame:
        """The answer; where the files of all tables `lie`, by those that are read."""
        try:
            check_reads(con, sql)
            read = tables_read(con, sql, duckdb.Error)
            of_tables = lie(read)
            places = {file.parent for name in read for file in of_tables[name]}
            _run(con, fenced(None if files else sorted(places)))
            _run(con, live_views(of_tables, played_now(self.path), read))
            return stoppable(con, lambda: _answer(con, sql))
        except duckdb.PermissionException as error:
            said = " ".join(str(error).split()).partition(" - ")[0]
            raise BadInput(f"query: {said}; allowed: the tables of the store, and with --files other files") from None
        except (duckdb.Error, pl.exceptions.PolarsError) as error:
            if not isinstance(error, ASKED_WRONGLY):
                self.refuse_damaged()
            cards = NAMES if isinstance(error, duckdb.ConversionException) and re.search(r"\bcard\b", sql) else ""
            raise BadInput(f"query: {' '.join(str(error).split())}{cards}") from None

    # writing

    def begin(self, run: str, spec: str, about: Mapping[str, pl.DataFrame]) -> None:
        """Make a run known: its spec, and its rows of `run`, `arm`, `card` and so on; what is whole is left alone."""
        folder = self.path / RUNS / run
        with self._writing():
            put_about(self._run(run), spec, about)
            for place in (folder, *folder.iterdir()):  # where drafts lay before they had a room of their own
                sweep(place)

    def note(self, run: str, row: Mapping[str, Any]) -> None:
        """Write the run's own row anew."""
        with self._writing():
            put_row(self.path / RUNS / run, pl.DataFrame([row], schema=ABOUT["run"]))

    def commit(self, run: str, shard: str, frames: Mapping[str, pl.DataFrame], games: int | None = None) -> None:
        """Write all tables of a shard; they become visible together, when they are on the disk.

        Raises RunFault, with nothing stored, unless they hold exactly the games from the one in the shard's name on,
        `games` of them where that is given, and all their seats.
        """
        check_facts(run, shard, frames, games, self._seats_of(run, frames))
        self._put_shard(run, shard, encoded(frames), {name: frame.height for name, frame in frames.items()})

    def commit_files(self, run: str, shard: str, files: Files, games: int) -> None:
        """Store tables that somebody else has encoded, just as `commit` would: it is checked what the files hold."""
        try:
            keys = read_back(files)
        except ValueError as error:
            raise not_stored(run, shard, str(error)) from None
        check_facts(run, shard, keys, games, self._seats_of(run, keys))
        self._put_shard(run, shard, files, {name: frame.height for name, frame in keys.items()})

    def _put_shard(self, run: str, shard: str, data: Files, rows: Mapping[str, int]) -> None:
        folder = self.path / RUNS / run
        parts = {name: part_of(n, data[name]) if n else Part(0) for name, n in rows.items()}
        with self._writing():
            for name in (*data, MARK):
                folder_made(folder / name)
            put({folder / name / f"{shard}.parquet": one for name, one in data.items()})
            put({folder / MARK / f"{shard}.json": mark_text(Mark(run, shard, parts=parts))})

    def _seats_of(self, run: str, frames: Mapping[str, pl.DataFrame]) -> int | None:
        """How many seats a game of these has, by the table of arms."""
        arm = frames["game"]["arm"].cast(pl.String).to_list()[:1]
        return self._run(run).seats().get(arm[0]) if arm else None

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Say in words that nothing more can be written, whatever the reason."""
        try:
            yield
        except OSError as error:
            raise BadInput(
                f"store {self.path}: cannot be written ({why_not(error)}); what was committed stays, and the same "
                "command goes on from there"
            ) from None

    def clear(self, damages: Iterable[Damage]) -> None:
        """Take out of the way what cannot be written over; the shards that are damaged are no longer committed."""
        with self._writing():
            for damage in damages:
                if damage.place == Path(RUNS, damage.run):
                    raise self._run(damage.run).damaged(damage)  # a folder of the wrong name is not written to
                cleared(self.path, damage)

    def rename(self, run: str, to: str) -> None:
        """Put a run whose folder has another name back in its place."""
        with self._writing():
            (self.path / RUNS / run).rename(self.path / RUNS / to)
            flush_folder(self.path / RUNS)

    def renew_door(self) -> None:
        """Write `lab.duckdb`, and the empty files that it reads, anew."""
        with self._writing():
            (self.path / SCHEMA / MADE_OF).unlink(missing_ok=True)
            self._furnish()

    def door_fault(self) -> str:
        """What is wrong with `lab.duckdb`, in words."""
        try:
            with duckdb.connect(str(self.path / DOOR), read_only=True) as con:
                _run(con, [f'SELECT * FROM "{name}" LIMIT 0' for name in TABLES])
        except duckdb.Error:
            return "cannot be read" if (self.path / DOOR).exists() else "is missing"
        return ""

    def remove(self, run: str) -> None:
        """Take a run out of the store: it is gone at once, its files soon after."""
        discarded(self.path / RUNS / run, self.path / f".{run}.gone")

    def pack(self, to: str | Path, run: str | None = None) -> None:
        """Copy all tables, of one run or of all, into one native DuckDB file."""
        target = Path(to)
        if target.is_dir() or not target.parent.is_dir():
            raise BadInput(f"{to}: cannot be written; allowed: a file name in a folder that exists")
        try:
            with plain_name(self.path) as root:
                files = self.all_files(root, run=run)
                placed(target, lambda draft: _write_database(draft, packed_file(files, "packed")))
        except (OSError, duckdb.Error) as error:
            self.refuse_damaged()
            if isinstance(error, NOT_OF_THE_DISK):
                raise
            raise BadInput(f"{to}: cannot be written ({why_not(error)}); allowed: a place of yours") from None


def _write_database(draft: Path, statements: Iterable[str]) -> None:
    with plain_draft(draft) as path, duckdb.connect() as con:
        place = str(path).replace("'", "''")
        con.execute(f"ATTACH '{place}' AS packed (STORAGE_VERSION '{PORTABLE}')")
        con.execute("USE packed")
        stoppable(con, lambda: _run(con, statements))
        con.execute("USE memory")
        con.execute("DETACH packed")


def _answer(con: duckdb.DuckDBPyConnection, sql: str) -> pl.DataFrame:
    answer = con.sql(sql)
    rows: pl.DataFrame = pl.DataFrame() if answer is None else answer.pl()
    return rows


def _run(con: duckdb.DuckDBPyConnection, statements: Iterable[str]) -> None:
    for statement in statements:
        con.execute(statement)


@lru_cache(maxsize=len(TABLES))
def _empty_file(name: str) -> bytes:
    return parquet(empty_frame(name))


def damage_behind(error: BaseException) -> StoreDamaged | None:
    """What is damaged, if an error of the libraries that read tables comes from a damaged store that is open."""
    if isinstance(error, (duckdb.Error, *UNREADABLE)):
        try:
            for store in list(_OPENED):
                store.refuse_damaged()
        except StoreDamaged as damaged:
            return damaged
    return None
