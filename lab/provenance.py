"""Where a result comes from: versions and fingerprints, computed without importing the compiler."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from functools import lru_cache
from importlib import metadata
from pathlib import Path

import engine

DISTRIBUTION = "card-lab"


def engine_hash() -> str:
    """Fingerprint of all engine sources; the same number as `engine.jit.source_hash()`."""
    root = os.path.dirname(os.path.realpath(engine.__file__))
    places = [os.path.join(at, name) for at, _, names in os.walk(root) for name in names if name.endswith(".py")]
    stats = [os.stat(place) for place in places]
    return _hash_of(root, frozenset((at, s.st_mtime_ns, s.st_size) for at, s in zip(places, stats, strict=True)))


@lru_cache(maxsize=1)
def _hash_of(root: str, files: frozenset[tuple[str, int, int]]) -> str:
    """Of files with the times they were changed at, and their sizes: two hundred arms ask for it."""
    digest = hashlib.sha256()
    for path in sorted(Path(place) for place, _, _ in files):
        digest.update(path.relative_to(root).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def engine_version() -> str:
    """Version of the installed package; `source` where it was never installed."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "source"


def fingerprint(parts: Iterable[str], length: int = 64) -> str:
    """Hash of some texts; their order and their borders count."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode()
        digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:length]
