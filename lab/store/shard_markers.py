"""Markers: small files that say of tables how many rows, how many bytes and which checksum they have.

`shard/<shard>.json` makes a shard visible; `about.json` says the same of a run's own tables and repeats its spec;
`run/run.json` repeats the run's own row. Each carries a checksum of itself, so a marker cannot be damaged unseen.
Older versions wrote the rows of each table of a shard and nothing else: such a marker is read too, and knows less.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from lab.store.stored_tables import NAMED_BY

ABOUT_FILE, ROW_FILE = "about.json", "run.json"
SUM = "sum"
HASH = 64
"""Hex digits of a whole checksum."""
LARGEST = 2**53
"""More rows or bytes than any file has."""


class Part(NamedTuple):
    """One file as it was committed; without rows there is none. Older markers know no size (None) and no checksum."""

    rows: int
    size: int | None = None  # bytes
    sha256: str = ""


@dataclass(frozen=True)
class Mark:
    """What was stored together: the tables of a shard, or those of a run beside its spec."""

    run: str = ""  # empty in markers of older versions
    shard: str = ""
    spec: str = ""
    parts: Mapping[str, Part] = field(default_factory=dict)


def part_of(rows: int, data: bytes) -> Part:
    """What a marker says of a file."""
    return Part(rows, len(data), hashlib.sha256(data).hexdigest())


def mark_text(mark: Mark) -> bytes:
    """A marker as it is written: equal marks give equal bytes."""
    tables: dict[str, dict[str, Any]] = {
        name: {"rows": p.rows, **({"bytes": p.size, "sha256": p.sha256} if p.sha256 else {})}
        for name, p in mark.parts.items()
    }
    own = {"shard": mark.shard} if mark.shard else {"spec": mark.spec}
    return sealed({"run": mark.run, **own, "tables": tables})


def sealed(body: Mapping[str, Any]) -> bytes:
    """A JSON object with a checksum of itself."""
    return (json.dumps({**body, SUM: _sum(body)}) + "\n").encode()


def unsealed(data: bytes) -> dict[str, Any]:
    """The object again; ValueError if it is not what was written."""
    body = _loaded(data)
    if not isinstance(body, dict) or body.pop(SUM, "") != _sum(body):
        raise ValueError("other bytes")
    return body


def read_row_copy(path: Path) -> tuple[dict[str, Any], Part]:
    """The copy of a run's own row and what its table was written as; OSError or ValueError if there is none."""
    said = unsealed(path.read_bytes())
    row = said.get("row")
    if not isinstance(row, dict):
        raise ValueError("no row")
    return row, _part({"rows": 1, "bytes": said.get("bytes"), "sha256": said.get("sha256")})


def contradicts(row: Mapping[str, Any], about: Mark, copy: Path) -> bool:
    """Whether a run's row is not the one that its spec and the copy of it speak of; a damaged copy says nothing."""
    said, other = str(row.get("spec_hash")), dict(row)
    with suppress(OSError, ValueError):
        other, _ = read_row_copy(copy)
    is_other = len(said) == HASH and hashlib.sha256(about.spec.encode()).hexdigest() != said
    return is_other or any(other.get(key) != row.get(key) for key in NAMED_BY)


def read_mark(path: Path) -> Mark:
    """A marker; OSError if it is not there, ValueError if it is damaged."""
    about = path.stat()
    return _read_once(str(path), (about.st_mtime_ns, about.st_size, about.st_ino))


@lru_cache(maxsize=65_536)
def _read_once(path: str, _stamp: tuple[int, int, int]) -> Mark:
    """A marker that has not been written anew is not read anew: metrics ask for those of thousands of shards."""
    data = Path(path).read_bytes()
    body = _loaded(data)
    if isinstance(body, dict) and "tables" not in body:
        return Mark(parts={str(name): Part(_count(rows)) for name, rows in body.items()})
    body = unsealed(data)
    tables = body["tables"]
    if not isinstance(tables, dict):
        raise ValueError("no tables")
    run, shard, spec = (_text(body.get(key, "")) for key in ("run", "shard", "spec"))
    return Mark(run, shard, spec, {str(name): _part(said) for name, said in tables.items()})


def _part(said: object) -> Part:
    """What is said of one file; a file without rows was not written."""
    if not isinstance(said, dict):
        raise ValueError("nothing is said of a file")
    size = said.get("bytes")
    return Part(_count(said.get("rows")), None if size is None else _count(size), _text(said.get("sha256", "")))


def _loaded(data: bytes) -> Any:
    """What a text of JSON says; ValueError if it is none, however deep its lists go."""
    try:
        return json.loads(data)
    except RecursionError:
        raise ValueError("too deep") from None


def _count(said: object) -> int:
    if not isinstance(said, int) or isinstance(said, bool) or not 0 <= said <= LARGEST:
        raise ValueError("no number")
    return said


def _text(said: object) -> str:
    if not isinstance(said, str):
        raise ValueError("no text")
    return said


def _sum(body: Mapping[str, Any]) -> str:
    try:
        return hashlib.sha256(json.dumps(body).encode()).hexdigest()
    except RecursionError:
        raise ValueError("too deep") from None
