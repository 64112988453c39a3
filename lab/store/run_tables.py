"""What a run writes of itself: its spec, its own tables, what is said of them beside them; and room for it all."""

from __future__ import annotations

import hashlib
import io
import shutil
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from lab.errors import StoreDamaged
from lab.store.atomic_files import folder_made, put, sweep
from lab.store.checksums import fault_of
from lab.store.parquet_files import parquet
from lab.store.run_folder import SPEC, Damage, RunFolder
from lab.store.shard_markers import ABOUT_FILE, ROW_FILE, Mark, Part, mark_text, part_of, sealed
from lab.store.store_views import MARK, RUNS


def put_about(run: RunFolder, spec: str, about: Mapping[str, pl.DataFrame]) -> None:
    """Write the spec of a run and its own tables, all but those that are there and whole; then say what was written."""
    for name in (*about, MARK):
        folder_made(run.path / name)
    sweep(run.path)
    before = _said(run)
    parts = {name: part for name, part in before.items() if name not in about}
    for name, frame in about.items():
        if name == "run":
            put_row(run.path, frame)
            continue
        place, part = run.path / name / f"{name}.parquet", before.get(name)
        if part is None or not _is_whole(place, part, frame):
            data = parquet(frame)
            put({place: data})
            part = part_of(frame.height, data)
        parts[name] = part
    put({run.path / SPEC: spec.encode()})
    put({run.path / ABOUT_FILE: mark_text(Mark(run.name, spec=spec, parts=parts))})


def put_row(folder: Path, frame: pl.DataFrame) -> None:
    """Write the run's own row, and a copy of it."""
    data = parquet(frame, with_sum=True)
    said = {"row": frame.row(0, named=True), "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    put({folder / "run" / ROW_FILE: sealed(said), folder / "run" / "run.parquet": data})


def _said(run: RunFolder) -> Mapping[str, Part]:
    """What was said of the tables when the run was begun before."""
    try:
        about = run.about()
    except StoreDamaged:
        return {}
    return about.parts if about is not None and about.run == run.name else {}


def _is_whole(place: Path, part: Part, frame: pl.DataFrame) -> bool:
    """Whether a file is as it was written and holds these rows: another version's bytes may be others."""
    return not fault_of(place, part) and pl.read_parquet(io.BytesIO(place.read_bytes())).equals(frame)


def cleared(store: Path, damage: Damage) -> None:
    """Take away what is damaged and cannot be written over, and the marker of a damaged shard."""
    place = store / damage.place
    if place.is_dir() and place.suffix in (".parquet", ".json", ".toml"):
        shutil.rmtree(place)
    elif place.is_file() or place.is_symlink():
        place.unlink()
    if damage.shard:
        (store / RUNS / damage.run / MARK / f"{damage.shard}.json").unlink(missing_ok=True)
