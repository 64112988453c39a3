"""Computed once: what was measured on a finished run is kept with it and found again.

A result is found under a fingerprint of everything that it is made of: the tables it reads, the sources that make it,
the packages that could move a digit, its parameters. Whatever changes, the next one who asks computes it anew, and
nobody has to be told. Metrics may import from the rooms of `ROOMS` and nowhere else; a test looks after that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from lab.provenance import fingerprint

if TYPE_CHECKING:
    from lab.store.folder import Store

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("lab/measure", "lab/store", "engine/records")
"""Folders whose code stands behind every number."""
SOURCES = (".py", ".toml")
"""Endings of their files that do."""
PACKAGES = ("numpy", "polars", "scipy")


def source_of(*files: Path) -> str:
    """Fingerprint of some source files."""
    digest = hashlib.sha256()
    for path in files:
        data = path.read_bytes()
        digest.update(f"{path.name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def room_files() -> list[Path]:
    """The files of the rooms that make numbers: code, and what it is told."""
    return [path for room in ROOMS for path in sorted((ROOT / room).rglob("*")) if path.suffix in SOURCES]


ROOMS_SOURCE = source_of(*room_files())
"""Taken when the code is loaded: a dashboard that runs for days still says what it is running."""


@lru_cache(maxsize=1)
def _packages() -> tuple[str, ...]:
    return tuple(f"{name} {version(name)}" for name in PACKAGES)


def made_by(source: str) -> str:
    """Fingerprint of the code that makes a number: some source, the rooms behind every number, the packages."""
    return fingerprint([source, ROOMS_SOURCE, *_packages()])


def kept(
    store: Store, run: str, name: str, tables: Iterable[str], source: str, make: Callable[[], pl.DataFrame]
) -> pl.DataFrame:
    """The result of a run that has this name: as it was kept, or else made now and kept, if the run is finished.

    `name` says the parameters too; `source` is the fingerprint of the code beyond `ROOMS` that makes the result.
    """
    found = find(store, run, name, tables, source)
    if found is None:
        found = make()
        results = store.results(run)
        if results is not None:
            results.keep(name, _made_of(store, run, name, tables, source), found)
    return found


def find(store: Store, run: str, name: str, tables: Iterable[str], source: str) -> pl.DataFrame | None:
    """The result of a finished run that has this name, if it was kept."""
    results = store.results(run)
    return None if results is None else results.find(name, _made_of(store, run, name, tables, source))


def _made_of(store: Store, run: str, name: str, tables: Iterable[str], source: str) -> str:
    """Fingerprint of everything that a result is made of."""
    return fingerprint([run, name, source, ROOMS_SOURCE, *_packages(), *(store.made_of(t, run) for t in tables)])
