"""Everything that is wrong with a run: each file against its checksum, and nothing left out."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from pathlib import Path

import polars as pl

from engine.inputs.quote import bare
from lab.errors import StoreDamaged
from lab.store.checksums import fault_of
from lab.store.parquet_files import UNREADABLE, UnreadableError, plain, read_row
from lab.store.run_folder import ALWAYS, Damage, RunFolder
from lab.store.shard_markers import ABOUT_FILE, ROW_FILE, Mark, Part, contradicts, read_mark, read_row_copy
from lab.store.store_locks import played_now
from lab.store.store_views import MARK, RUNS
from lab.store.stored_tables import ABOUT, FACTS, TABLES


def damages(run: RunFolder) -> list[Damage]:
    """Whatever is not as it was committed; every file is read whole, whoever has read it before."""
    return list(_Inspection(run).found())


def uncommitted(run: RunFolder, marks: Mapping[str, Mark]) -> list[Path]:
    """Files of facts that no marker of a run names, unless somebody plays it: what a process that was killed left."""
    files = [path for name in FACTS for path in sorted((run.path / name).glob("[!.]*.parquet"))]
    loose = [path for path in files if not _part(marks, path).rows]
    if not loose or run.name in played_now(run.store):
        return []
    known = run.shards()  # looked at again: whoever wrote them may have committed them meanwhile
    return [path for path in loose if path.stem in marks or path.stem not in known]


def _part(marks: Mapping[str, Mark], path: Path) -> Part:
    mark = marks.get(path.stem)
    return mark.parts.get(path.parent.name, Part(0)) if mark else Part(0)


class _Inspection:
    """One look at a run."""

    def __init__(self, run: RunFolder) -> None:
        self.run = run
        self.about: Mark | None = None

    def found(self) -> Iterator[Damage]:
        """All that is wrong, the run's own first."""
        is_finished = self.run.is_finished()  # asked first: a run may gain its last games meanwhile
        try:
            self.about = self.run.about()
            yield from self.run.own_damage()
        except StoreDamaged:
            yield from self._marker_damage()
        yield from self._folders()
        yield from self._own_tables()
        marks = yield from self._shards()
        yield from self._uncommitted(marks, is_finished)
        yield from self._too_few(marks) if is_finished else ()

    def _marker_damage(self) -> Iterator[Damage]:
        """That `about.json` is damaged; what is wrong with shards is said with them."""
        try:
            self.run.about()
        except StoreDamaged:
            yield self._damage("", ABOUT_FILE, "is damaged")

    def _folders(self) -> Iterator[Damage]:
        """Files where there should be folders, and no folder for markers."""
        for name in (*TABLES, MARK):
            place = self.run.path / name
            if place.exists() and not place.is_dir():
                yield self._damage("", name, "is a file and no folder")
        if self.about is not None and not (self.run.path / MARK).exists():
            yield self._damage("", MARK, "is missing")

    def _own_tables(self) -> Iterator[Damage]:
        yield from self._row()
        for name in (n for n in ABOUT if n != "run"):
            part = self.about.parts.get(name) if self.about else None
            place = self.run.path / name / f"{name}.parquet"
            needed = name in ALWAYS or (self.about is None and place.exists())
            if (part or needed) and (fault := fault_of(place, part or Part(1))):
                yield self._damage("", f"{name}/{name}.parquet", fault)

    def _row(self) -> Iterator[Damage]:
        """The run's own row and its copy: each says a checksum of itself."""
        path, row = self.run.path / "run" / "run.parquet", None
        try:
            row = read_row(path, self.about.run if self.about else "").row(0, named=True)
        except (UnreadableError, *UNREADABLE):
            yield self._damage("", "run/run.parquet", "is damaged" if path.exists() else "is missing")
        if row is not None and self.about is not None and contradicts(row, self.about, path.with_name(ROW_FILE)):
            yield self._damage("", "run/run.parquet", "is not the one that was written")
        copy = path.with_name(ROW_FILE)
        try:
            said, part = read_row_copy(copy)
        except (OSError, ValueError):
            if copy.exists() or self.about is not None:
                yield self._damage("", f"run/{ROW_FILE}", "is damaged" if copy.exists() else "is missing")
            return
        # They are written one after the other: whoever was killed between them left two whole rows.
        if row is not None and said == row and fault_of(path, part):
            yield self._damage("", "run/run.parquet", "has other bytes than were written")

    def _shards(self) -> Generator[Damage, None, dict[str, Mark]]:
        marks: dict[str, Mark] = {}
        name = self.about.run if self.about else self.run.name
        for shard in self.run.shards():
            place = f"{MARK}/{shard}.json"
            try:
                mark = read_mark(self.run.path / place)
            except (OSError, ValueError, KeyError, TypeError):
                yield self._damage(shard, place, "is damaged")
                continue
            if mark.run and (mark.run, mark.shard) != (name, shard):
                yield self._damage(shard, place, f"is the marker of shard {bare(mark.shard)} of run {bare(mark.run)}")
                continue
            marks[shard] = mark
            yield from self._files(shard, mark)
        return marks

    def _files(self, shard: str, mark: Mark) -> Iterator[Damage]:
        games = mark.parts.get("game", Part(0)).rows
        for table, part in mark.parts.items():
            place = Path(table, f"{shard}.parquet")
            if part.rows and (fault := fault_of(self.run.path / place, part)):
                yield self._damage(shard, place, fault)
            elif part.rows and not part.sha256 and not self._is_own(table, shard, games):
                yield self._damage(shard, place, "holds other games")

    def _is_own(self, table: str, shard: str, games: int) -> bool:
        """Whether a file of an older version, whose marker knows no checksum, holds games of its run and range."""
        said = shard.rpartition("-")[2]
        rows = plain(table, [self.run.path / table / f"{shard}.parquet"]).select("run_id", "game").collect()
        if set(rows["run_id"].unique()) != {self.run.name}:
            return False
        least, most = rows.select(least=pl.col("game").min(), most=pl.col("game").max()).row(0)
        first = int(said) if said.isdigit() else least
        return bool(first <= least and most < first + games and (table != "game" or least == first))

    def _uncommitted(self, marks: dict[str, Mark], is_finished: bool) -> Iterator[Damage]:
        """Files of no committed shard: of a finished run all, else those that nobody can read; playing leaves none."""
        for path in uncommitted(self.run, marks):
            name = path.parent.name
            try:
                plain(name, [path])
            except UnreadableError:
                yield self._damage(path.stem, Path(name, path.name), "was never committed and cannot be read")
                continue
            if is_finished:
                yield self._damage("", Path(name, path.name), "was never committed")

    def _too_few(self, marks: dict[str, Mark]) -> Iterator[Damage]:
        """That a finished run lacks games; not if the table that says how many there should be is damaged."""
        part = self.about.parts.get("arm") if self.about else None
        found = self.run.lacks(marks)
        if found and not fault_of(self.run.path / "arm" / "arm.parquet", part or Part(1)):
            yield found

    def _damage(self, shard: str, place: str | Path, what: str) -> Damage:
        return Damage(self.run.name, shard, Path(RUNS, self.run.name, place), what)
