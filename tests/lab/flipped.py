"""One other bit in a file of a planted store, what commands say of it, and which files are read for their checksums."""

from __future__ import annotations

import shutil

from lab import cli
from lab.store import checksums
from tests.lab.fixed_store import FINISHED, fixed_store

OTHER = "has other bytes than were committed; lab store mend --store"


def plant(folder):
    """A store in a folder, and a copy of its runs beside it."""
    fixed_store(folder / "store")
    shutil.copytree(folder / "store" / "runs", folder / "kept")
    return folder / "store"


def put_back(store):
    """The store as it was planted; nothing is known of its files."""
    shutil.rmtree(store / "runs")
    shutil.copytree(store.parent / "kept", store / "runs")
    checksums._known.clear()
    return store


def place(store, table, shard="base-0"):
    """Where a table of a shard of the finished run lies."""
    return store / "runs" / FINISHED / table / f"{shard}.parquet"


def flip(path, at=0.5):
    """One bit of a file is another; it is as long as it was."""
    data = bytearray(path.read_bytes())
    data[int(at * len(data))] ^= 16
    path.write_bytes(data)


def lab(capsys, *words):
    """Exit code and what was said."""
    code = cli.main([str(word) for word in words])
    said = capsys.readouterr()
    return code, said.out, said.err


def is_told(said, table, shard="base-0", begun=""):
    """Whether nothing but the sentence about a file was said, after what the output begins with."""
    code, out, err = said
    named = f"runs/{FINISHED}/{table}/{shard}.parquet {OTHER}" in err
    return code == 2 and out.startswith(begun) and bool(out) == bool(begun) and named and len(err.splitlines()) == 1


def watched(monkeypatch):
    """Table and name of each file that is read whole from now on."""
    found, really = [], checksums._sum

    def watch(stamp):
        found.append("/".join(stamp.path.split("/")[-2:]))
        return really(stamp)

    monkeypatch.setattr(checksums, "_sum", watch)
    return found
