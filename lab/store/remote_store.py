"""A store at an address of fsspec (s3://.., gs://.., memory://..): a copy of it here, and what keeps both equal.

Whoever names the address works on the copy: before a command begins it gains what the address has and it lacks, and
what a run commits is sent on at once, rows first and the shard's marker last. So the address, too, shows shards as a
whole or not at all. Shards never change, so one of the right size is not brought again.
"""

from __future__ import annotations

import json
import logging
import os
import re
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any

import polars as pl

from lab.errors import BadInput, RunFault, why_not
from lab.provenance import fingerprint
from lab.store.atomic_files import placed
from lab.store.shard_bytes import Files
from lab.store.shard_markers import ABOUT_FILE, ROW_FILE
from lab.store.store_folder import Store
from lab.store.store_views import MARK, RUNS
from lab.store.stored_tables import ABOUT, FACTS

ADDRESS = ".address"
"""File of a copy that says what it is a copy of."""
SENT = ".sent"
"""File of a run of the copy that the address has had."""
SPEC = "spec.toml"
AT_ONCE = 8
"""Files that travel at the same time."""
BUCKETS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oci", "oss", "r2", "b2"}
"""Kinds of addresses whose first word is a container that somebody has to have made."""
S3 = ("s3", "s3a")
_SECRET = re.compile(r"://[^/@]*:[^/@]*@")


def said_place(folder: Path) -> str:
    """What people call a store: its address, or its folder."""
    note = folder / ADDRESS
    return note.read_text(encoding="utf-8") if note.is_file() else str(folder)


def open_store(path: Path, create: bool = False) -> Store:
    """A store in a folder, or the copy of one that lies elsewhere."""
    kind = FarStore if (path / ADDRESS).is_file() else Store
    return kind.open(path, create)


def fetch(address: str) -> Path:
    """Bring the copy of a store up to date, and return its folder."""
    if _SECRET.search(address):
        raise BadInput("--store holds a password; allowed: an address without one (fsspec reads ~/.config/fsspec)")
    folder = _mirrors() / f"{re.sub(r'[^A-Za-z0-9]+', '-', address).strip('-')[:40]}-{fingerprint([address], 12)}"
    try:
        (folder / RUNS).mkdir(parents=True, exist_ok=True)
        placed(folder / ADDRESS, lambda draft: draft.write_text(address, encoding="utf-8"))
    except OSError as error:
        raise BadInput(
            f"{folder}: no copy of {address} can be kept ({why_not(error)}); allowed: XDG_CACHE_HOME"
        ) from None
    with _reaching(address, BadInput):
        _Far(address).bring(folder)
    return folder


def _mirrors() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "card-lab" / "stores"


@contextmanager
def _reaching(address: str, kind: type[Exception]) -> Iterator[None]:
    """Whatever a foreign file system raises is one sentence."""
    try:
        yield
    except (BadInput, RunFault):
        raise
    except Exception as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise kind(f"store {address[:60]}: cannot be reached ({said[:120]}); what was committed stays") from None


class _Far:
    """The files at an address, by their names below it."""

    def __init__(self, address: str) -> None:
        kind = address.partition("://")[0]
        try:
            from fsspec.core import url_to_fs

            self.files, self.root = url_to_fs(address)
        except ImportError as error:
            extra = "s3" if kind in S3 else "cluster"
            own = error.name == "fsspec" or kind in S3
            needed = f'pip install ".[{extra}]"' if own else f"to install it ({str(error)[:120]})"
            raise BadInput(f"--store {address[:60]} needs a package that is missing; allowed: {needed} first") from None
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # else it shows tasks whose connection was cut
        self.root = self.root.rstrip("/")
        self.bucket = self.root.split("/")[0] if kind in BUCKETS else ""

    def listed(self, below: str = RUNS) -> dict[str, int]:
        """Names and sizes of all files."""
        self.files.invalidate_cache()
        try:
            found = self.files.find(f"{self.root}/{below}", detail=True)
        except FileNotFoundError:
            found = {}
        if not found:
            self._check_bucket()
        return {path[len(self.root) + 1 :]: int(about["size"]) for path, about in found.items()}

    def _check_bucket(self) -> None:
        """Refuse a bucket that is not there: one is never made by a slip of the pen."""
        if self.bucket and not self.files.exists(self.bucket):
            raise BadInput(f"store {self.bucket}: there is no such bucket; allowed: one that you have made")

    def send(self, folder: Path, names: list[str]) -> None:
        """Copy some files of a folder to the address."""
        for parent in {str(PurePosixPath(name).parent) for name in names if not self.bucket}:
            self.files.makedirs(f"{self.root}/{parent}", exist_ok=True)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(
                pool.map(lambda name: self.files.pipe_file(f"{self.root}/{name}", (folder / name).read_bytes()), names)
            )

    def bring(self, folder: Path) -> None:
        """Copy what a folder lacks from the address, markers last; runs that were removed there are removed here."""
        there = self.listed()
        runs = {PurePosixPath(name).parts[1] for name in there if PurePosixPath(name).name == SPEC}
        for run in [path.parent.name for path in (folder / RUNS).glob(f"*/{SENT}") if path.parent.name not in runs]:
            Store(folder).remove(run)
        wanted = [n for n, size in there.items() if PurePosixPath(n).parts[1] in runs and _lacks(folder / n, size)]
        last = [name for name in wanted if PurePosixPath(name).parts[2] in (MARK, ABOUT_FILE, SPEC)]
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda name: self._bring(folder, name), set(wanted) - set(last)))
            list(pool.map(lambda name: self._bring(folder, name), last))
        for run in runs:
            (folder / RUNS / run / SENT).touch()

    def _bring(self, folder: Path, name: str) -> None:
        data: bytes = self.files.cat_file(f"{self.root}/{name}")
        if name.endswith(".json") and not _is_json(data):
            return  # half of a marker: its shard is not committed
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        placed(folder / name, lambda draft: draft.write_bytes(data))

    def remove(self, run: str) -> None:
        """Take a run away: it is gone with its spec, its files soon after."""
        names = sorted(self.listed(f"{RUNS}/{run}"), key=lambda name: not name.endswith(f"/{SPEC}"))
        for name in names:
            self.files.rm_file(f"{self.root}/{name}")


def _lacks(path: Path, size: int) -> bool:
    """Whether a file has to be brought; the few about a run, which may change, always are."""
    return path.parent.name in ABOUT or path.name == ABOUT_FILE or not path.is_file() or path.stat().st_size != size


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except ValueError:
        return False
    return True


class FarStore(Store):
    """The copy of a store that lies elsewhere; what is written here is sent there."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.address = said_place(path)
        with _reaching(self.address, BadInput):
            self._far = _Far(self.address)

    @classmethod
    def open(cls, path: str | Path, create: bool = False) -> FarStore:
        """Open the copy; whoever writes first sends what an earlier process has committed here and could not send."""
        store = super().open(path, create)
        assert isinstance(store, FarStore)
        if create:
            store._send_unsent()
        return store

    def _send_unsent(self) -> None:
        with _reaching(self.address, BadInput):
            there = self._far.listed()
        for run in self.run_ids():
            for shard in sorted(self.committed(run)):
                if f"{RUNS}/{run}/{MARK}/{shard}.json" not in there:
                    self._send_shard(run, shard)
            if f"{RUNS}/{run}/{SPEC}" not in there:
                self._send_about(run)

    def begin(self, run: str, spec: str, about: Mapping[str, pl.DataFrame]) -> None:
        """Make a run known, its spec last."""
        super().begin(run, spec, about)
        self._send_about(run)

    def note(self, run: str, row: Mapping[str, Any]) -> None:
        """Write the run's own row anew."""
        super().note(run, row)
        self._send(run, ["run/run.parquet", f"run/{ROW_FILE}"])

    def _put_shard(self, run: str, shard: str, data: Files, rows: Mapping[str, int]) -> None:
        """Write all tables of a shard, here and there."""
        super()._put_shard(run, shard, data, rows)
        self._send_shard(run, shard)

    def remove(self, run: str) -> None:
        """Take a run out of the store, there first."""
        with _reaching(self.address, RunFault):
            self._far.remove(run)
        super().remove(run)

    def _send_shard(self, run: str, shard: str) -> None:
        folder = self.path / RUNS / run
        rows = [name for name in FACTS if (folder / name / f"{shard}.parquet").is_file()]
        self._send(run, [f"{name}/{shard}.parquet" for name in rows])
        self._send(run, [f"{MARK}/{shard}.json"])

    def _send_about(self, run: str) -> None:
        folder = self.path / RUNS / run
        known = [name for name in ABOUT if (folder / name / f"{name}.parquet").is_file()]
        self._send(run, [f"{name}/{name}.parquet" for name in known])
        told = [name for name in (f"run/{ROW_FILE}", ABOUT_FILE, SPEC) if (folder / name).is_file()]
        for name in told:  # the spec last: by it a run is known
            self._send(run, [name])
        (folder / SENT).touch()

    def _send(self, run: str, names: list[str]) -> None:
        with _reaching(self.address, RunFault):
            self._far.send(self.path, [f"{RUNS}/{run}/{name}" for name in names])
