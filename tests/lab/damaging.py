"""Kinds of damage to a store, one other bit in one of its files, and a store as older versions left it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from unittest import mock

import polars as pl

from lab import cli
from lab.store import checksums
from lab.store.parquet_files import parquet
from lab.store.store_folder import Store
from tests.lab.fixed_store import FINISHED, fixed_store


class Kind(NamedTuple):
    """One kind: `how` is given the folder of the run and that of another run; `names` must be said."""

    how: Callable[[Path, Path], object]
    names: str
    by: str = "read"  # who notices: every read of the table, or only the check, which looks at every file


def _cut(path: Path, length: int) -> None:
    path.write_bytes(path.read_bytes()[:length])


def _flip(path: Path, at: int = 60) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 4
    path.write_bytes(data)


def _text(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def _rewrite(path: Path, how: Callable[[pl.DataFrame], pl.DataFrame]) -> None:
    how(pl.read_parquet(path)).write_parquet(path)


def _in_place_of(path: Path, other: Path) -> None:
    path.unlink()
    shutil.copy(other, path)


def _file_for_folder(folder: Path) -> None:
    shutil.rmtree(folder)
    folder.write_text("not a folder")


def _folder_for_file(path: Path) -> None:
    path.unlink()
    path.mkdir()


GAME, SEAT, EVENT = "game/base-0.parquet", "seat/base+faster-3.parquet", "event/base-3.parquet"
MARKER, RUN, ARM = "shard/base-3.json", "run/run.parquet", "arm/arm.parquet"

KINDS: dict[str, Kind] = {
    "a shard cut short": Kind(lambda r, _: _cut(r / GAME, 400), GAME),
    "a shard of events cut short": Kind(lambda r, _: _cut(r / EVENT, 1), EVENT),
    "an empty shard": Kind(lambda r, _: _cut(r / SEAT, 0), f"{SEAT} is empty"),
    "a shard with a flipped bit": Kind(lambda r, _: _flip(r / GAME), f"{GAME} has other bytes"),
    "a shard of zeros": Kind(lambda r, _: (r / GAME).write_bytes(bytes((r / GAME).stat().st_size)), GAME),
    "a shard with bytes behind it": Kind(lambda r, _: (r / GAME).write_bytes((r / GAME).read_bytes() + b"PAR1"), GAME),
    "a shard with a column less": Kind(lambda r, _: _rewrite(r / EVENT, lambda f: f.drop("round")), EVENT),
    "a shard with a row less": Kind(lambda r, _: _rewrite(r / SEAT, lambda f: f[1:]), SEAT),
    "one table of a shard is gone": Kind(lambda r, _: (r / SEAT).unlink(), f"{SEAT} is missing"),
    "all tables of a shard are gone": Kind(
        lambda r, _: [p.unlink() for p in r.glob("*/base-0.parquet")], "base-0.parquet is missing"),
    "a table's folder is gone": Kind(lambda r, _: shutil.rmtree(r / "level"), "level/base-0.parquet is missing"),
    "a table's folder is a file": Kind(lambda r, _: _file_for_folder(r / "level"), "level/base-0.parquet is missing"),
    "a shard is a folder": Kind(lambda r, _: _folder_for_file(r / GAME), f"{GAME} is no file"),
    "another range's shard": Kind(lambda r, _: _in_place_of(r / GAME, r / "game/base-3.parquet"), GAME),
    "another arm's shard": Kind(lambda r, _: _in_place_of(r / SEAT, r / "seat/base-3.parquet"), SEAT),
    "another run's shard": Kind(lambda r, o: _in_place_of(r / EVENT, o / EVENT), EVENT),
    "two shards changed places": Kind(
        lambda r, _: ((r / GAME).rename(r / "x"), (r / "game/base+faster-3.parquet").rename(r / GAME),
                      (r / "x").rename(r / "game/base+faster-3.parquet")), GAME),
    "an empty marker": Kind(lambda r, _: _cut(r / MARKER, 0), f"{MARKER} is damaged"),
    "a marker cut short": Kind(lambda r, _: _cut(r / MARKER, 40), f"{MARKER} is damaged"),
    "a marker with other counts": Kind(lambda r, _: _text(r / MARKER, '"rows": 3', '"rows": 2'), MARKER),
    "another shard's marker": Kind(lambda r, _: _in_place_of(r / MARKER, r / "shard/base-0.json"), MARKER),
    "another run's marker": Kind(lambda r, o: _in_place_of(r / MARKER, o / MARKER), f"{MARKER} is the marker of"),
    "a marker of no shard": Kind(lambda r, _: shutil.copy(r / MARKER, r / "shard/base-90.json"), "shard/base-90.json"),
    "a marker is gone": Kind(lambda r, _: (r / MARKER).unlink(), "shard has markers of 9 of 12 games"),
    "a shard is gone with its marker": Kind(
        lambda r, _: [p.unlink() for p in r.glob("*/base-3.*")], "shard has markers of 9 of 12 games"),
    "all markers are gone": Kind(lambda r, _: shutil.rmtree(r / "shard"), "shard is missing"),
    "the run's row cut short": Kind(lambda r, _: _cut(r / RUN, 300), f"{RUN} is damaged"),
    "the run's row is gone": Kind(lambda r, _: (r / RUN).unlink(), f"{RUN} is missing"),
    "another row without its checksum": Kind(
        lambda r, _: _rewrite(r / RUN, lambda f: f.with_columns(seed=pl.lit(7, pl.Int64))), f"{RUN} is damaged"),
    "another row with its checksum": Kind(lambda r, _: _forge(r / RUN), f"{RUN} is not the one that was written"),
    "another row": Kind(lambda r, _: _text_of_row(r / RUN), f"{RUN} is damaged"),
    "the run's row and its folder are gone but for the copy": Kind(lambda r, _: _cut(r / RUN, 0), RUN),
    "the copy of the row is damaged": Kind(lambda r, _: _cut(r / "run/run.json", 30), "run/run.json", "check"),
    "arms cut short": Kind(lambda r, _: _cut(r / ARM, 500), ARM),
    "arms flipped": Kind(lambda r, _: _flip(r / ARM), ARM),
    "another run's arms": Kind(lambda r, o: _in_place_of(r / ARM, o / ARM), ARM),
    "cards are gone": Kind(lambda r, _: shutil.rmtree(r / "card"), "card/card.parquet is missing"),
    "rules are empty": Kind(lambda r, _: _cut(r / "rule/rule.parquet", 0), "rule/rule.parquet is empty"),
    "weights are gone": Kind(lambda r, _: (r / "weight/weight.parquet").unlink(), "weight/weight.parquet is missing"),
    "another seed in the spec": Kind(lambda r, _: _text(r / "spec.toml", "seed = 0", "seed = 1"), "spec.toml is not"),
    "the spec cut short": Kind(lambda r, _: _cut(r / "spec.toml", 20), "spec.toml is not the one"),
    "the spec is gone": Kind(lambda r, _: (r / "spec.toml").unlink(), "spec.toml is missing"),
    "what is said of the run is damaged": Kind(lambda r, _: _flip(r / "about.json"), "about.json is damaged"),
    "what is said of the run is gone": Kind(lambda r, _: (r / "about.json").unlink(), "about.json is missing"),
    "the folder was renamed": Kind(lambda r, _: r.rename(r.with_name("backup")), "runs/backup is a copy of run"),
    "the folder was copied": Kind(lambda r, _: shutil.copytree(r, r.with_name("0copy")), "runs/0copy is a copy of run"),
    "an uncommitted file that is empty": Kind(
        lambda r, _: (r / "game/base-6.parquet").write_bytes(b""), "game/base-6.parquet was never committed", "check"),
    "an uncommitted file that is whole": Kind(
        lambda r, _: shutil.copy(r / GAME, r / "game/base-6.parquet"), "base-6.parquet was never committed", "check"),
    "nothing but the spec is left": Kind(lambda r, _: _only_spec(r), "is missing"),
}  # fmt: skip


def _text_of_row(path: Path) -> None:
    """Another status, with the checksum of the old row."""
    metadata = pl.read_parquet_metadata(path)
    row = pl.read_parquet(path).with_columns(seed=pl.lit(7, pl.Int64))
    row.write_parquet(path, metadata={"sum": metadata["sum"]})


def _forge(path: Path) -> None:
    """Other rules, with a checksum that fits."""
    row = pl.read_parquet(path).with_columns(rules_version=pl.lit(99).cast(pl.Int64))
    path.write_bytes(parquet(row, with_sum=True))


def _only_spec(run: Path) -> None:
    for path in run.iterdir():
        if path.name not in ("spec.toml", "about.json", "run"):
            shutil.rmtree(path)


def files(store: Path) -> dict[str, bytes]:
    """Every file of the runs of a store, by its place."""
    return {p.relative_to(store).as_posix(): p.read_bytes() for p in sorted((store / "runs").rglob("*")) if p.is_file()}


def said_of(text: str) -> list[dict[str, str]]:
    """What `lab store check --json` printed."""
    rows: list[dict[str, str]] = json.loads(text)
    return rows


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


def aged(store: Path) -> Path:
    """Make a store one of before."""
    for marker in store.glob("runs/*/shard/*.json"):
        tables = json.loads(marker.read_text())["tables"]
        marker.write_text(json.dumps({name: table["rows"] for name, table in tables.items()}) + "\n")
    for path in [*store.glob("runs/*/about.json"), *store.glob("runs/*/run/run.json")]:
        path.unlink()
    for path in store.glob("runs/*/run/run.parquet"):
        pl.read_parquet(path).write_parquet(path)  # without a checksum of its rows
    return store


def forged(store: Store, run: str, shard: str, frames: dict[str, pl.DataFrame]) -> None:
    """Commit what the store itself would refuse."""
    with mock.patch("lab.store.store_folder.check_facts"):
        store.commit(run, shard, frames)


def forged_arms(store: Store, run: str, arms: pl.DataFrame) -> None:
    """Put another table of arms in the place of a run's own, as if it had been begun with it."""
    store.begin(run, store.spec_text(run), {"arm": arms})
