"""A small store, what may happen to its files, and what commands make of it then."""

from __future__ import annotations

import contextlib
import io
import json
import random
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lab import cli
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.shard_markers import SUM, sealed
from tests.bad_input.hostile import mutated
from tests.lab.fakes import fake_arms

SPECS = (
    RunSpec(arms=("base", "base+faster"), games=6, shard_games=3, seats=3, agents=("balanced",)),
    RunSpec(arms=("base",), games=3, shard_games=3, seats=3, agents=("balanced",), seed=9),
)
DRAFT = ".drafts/.x.0123456789abcdef.part"
"""What somebody who was killed has left."""
JSON_VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 1, 2**70, 10**4000, 1.5, float("nan"), "", "x" * 5000, "../../etc/passwd", "a\nb", "\x1b[2J",
    [], [[]], {}, {"rows": -1}, {"a": {"b": {}}}, [1] * 50,
)  # fmt: skip

Files = Mapping[str, bytes]


def small_store(path: Path) -> None:
    """Two finished runs, results kept with them, and a draft of somebody who was killed."""
    for spec in SPECS:
        run_spec(spec, path, 1, arms=fake_arms(spec))
    said(path, *READS["metrics"])
    (path / DRAFT).mkdir(parents=True)
    (path / DRAFT / "draft.parquet").write_bytes(b"half of a file")
    (path / DRAFT / "held").write_text(str(path / "runs" / "x.parquet"))


def contents(path: Path) -> dict[str, bytes]:
    """Every file of a store by its place."""
    return {p.relative_to(path).as_posix(): p.read_bytes() for p in sorted(path.rglob("*")) if p.is_file()}


def restore(path: Path, files: Files) -> None:
    """Put a store back as it was, touching only what has changed."""
    for place in sorted(path.rglob("*"), reverse=True):
        name = place.relative_to(path).as_posix()
        if place.is_dir():
            if not any(other.startswith(f"{name}/") for other in files):
                shutil.rmtree(place)
        elif name not in files or place.read_bytes() != files[name]:
            place.unlink()
    for name, data in files.items():
        if not (path / name).exists():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(data)


# what happens to a file


def _flipped(luck: random.Random, data: bytes) -> bytes:
    out = bytearray(data or b"\0")
    for _ in range(luck.choice((1, 1, 2, 8, 40))):
        out[luck.randrange(len(out))] ^= 1 << luck.randrange(8)
    return bytes(out)


def _cut(luck: random.Random, data: bytes) -> bytes:
    return data[: luck.choice((0, 1, 4, luck.randrange(len(data) + 1), len(data) - 1))]


def _replaced(luck: random.Random, data: bytes) -> bytes:
    """Some bytes of it are others, as many or not."""
    at, length = luck.randrange(len(data) + 1), luck.choice((1, 4, 8, 64, 400))
    filling = (b"\0" * length, b"\xff" * length, luck.randbytes(length), data[:length], b"PAR1", b"")
    return data[:at] + luck.choice(filling) + data[at + luck.choice((0, length)) :]


def _other(luck: random.Random, data: bytes) -> bytes:
    """Something else altogether, of the same length or not."""
    size = luck.choice((len(data), len(data), 0, 5, 5000))
    kinds = (b"\0", b"\xff", b"[", b'{"a":', b"not a file ", b"PAR1", b"DUCK")
    return luck.choice((luck.randbytes(size), (luck.choice(kinds) * (size + 1))[:size]))


def _longer(luck: random.Random, data: bytes) -> bytes:
    return luck.choice((data + data, data + b"PAR1", data + b"\n", b"\xef\xbb\xbf" + data, data + b"\0" * 5000))


BYTES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _flipped,
    _flipped,
    _cut,
    _replaced,
    _replaced,
    _other,
    _longer,
)


def _resealed(luck: random.Random, data: bytes) -> bytes:
    """A marker that says something else, with the right checksum of itself."""
    body = json.loads(data)
    body.pop(SUM, None)
    at: Any = body
    while True:
        key = luck.choice(list(at) if isinstance(at, dict) else list(range(len(at))))
        if isinstance(at[key], dict | list) and at[key] and luck.random() < 0.8:
            at = at[key]
            continue
        break
    if luck.random() < 0.2 and isinstance(at, dict):
        del at[key]
    else:
        at[key] = luck.choice(JSON_VALUES)
    return sealed(body) if luck.random() < 0.8 else json.dumps(body).encode()


@dataclass(frozen=True)
class Harm:
    """What was done to a store."""

    what: str
    files: tuple[str, ...]


def harm(luck: random.Random, path: Path, files: Files) -> Harm:
    """Do something to a file of a store or to two."""
    names = [name for name in files if name != f"{DRAFT}/held"]
    kinds = sorted({kind_of(name) for name in names})
    wanted = luck.choice(kinds)  # as many of the small kinds as of the many shards
    name = luck.choice([one for one in names if kind_of(one) == wanted])
    if luck.random() < 0.2:
        return _swapped(luck, path, files, name)
    how = luck.choice(BYTES)
    if name.endswith(".json") and luck.random() < 0.6:
        how = _resealed
    elif name.endswith(".toml") and luck.random() < 0.6:
        (path / name).write_bytes(mutated(luck, files[name].decode()))
        return Harm("mutated", (name,))
    (path / name).write_bytes(how(luck, files[name]))
    return Harm(how.__name__[1:], (name,))


def _swapped(luck: random.Random, path: Path, files: Files, name: str) -> Harm:
    """Two files change places, or one takes the place of the other as well; mostly two of a kind."""
    alike = [one for one in files if kind_of(one) == kind_of(name) and one != name]
    other = luck.choice(alike if alike and luck.random() < 0.8 else [one for one in files if one != name])
    (path / name).write_bytes(files[other])
    if luck.random() < 0.5:
        (path / other).write_bytes(files[name])
    return Harm("swapped", (name, other))


def kind_of(name: str) -> str:
    """What sort of file has this place."""
    parts = name.split("/")
    return "/".join(parts[:1]) if parts[0] != "runs" else parts[2]


# what commands make of it


READS: dict[str, tuple[str, ...]] = {
    "check": ("store", "check"),
    "runs": ("runs", "--json"),
    "metrics": ("metrics", "game_length", "--run", "all", "--json"),
    "query": (
        "query",
        "SELECT count(*), sum(turns), max(winners) FROM game JOIN arm USING (run_id, arm)",
        "--run",
        "all",
        "--json",
    ),
    "export": ("export", "--table", "seat_advantage", "--exact", "--run", "all", "--to", "EXPORT"),
    "events": ("metrics", "downtime", "--run", "all", "--json"),
    "cards": ("query", "SELECT sum(played), (SELECT max(level) FROM level) FROM exposure", "--run", "all", "--json"),
}
USES = {
    "runs": ("game",), "metrics": ("game",), "query": ("game",), "export": ("game", "seat"),
    "events": ("game", "event"), "cards": ("exposure", "level"),
}  # fmt: skip
"""Tables of facts that they read."""


@dataclass(frozen=True)
class Said:
    """What came of a command: exit code, its output, what it said of errors, its traceback."""

    code: int
    out: str
    err: str
    traceback: str = ""


def said(path: Path, *words: str) -> Said:
    """Run a command on a store, in this process."""
    to = path.parent / "export"
    line = [str(to) if word == "EXPORT" else word for word in words] + ["--store", str(path)]
    out, err = io.StringIO(), io.StringIO()
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = cli.main(line)
    except BaseException as error:
        return Said(-1, "", "", f"{type(error).__name__}: {str(error)[:300]}")
    found = out.getvalue()
    if to.exists():
        found = "\n".join(p.read_text() for p in sorted(to.glob("*.csv")))
        shutil.rmtree(to)
    return Said(code, found, err.getvalue())


def resumed(path: Path) -> str:
    """Run both specs again, as `lab run` does; what it says if it cannot, empty if it can."""
    for spec in SPECS:
        try:
            run_spec(spec, path, 1, arms=fake_arms(spec))
        except cli_errors() as error:
            return str(error)
    return ""


def cli_errors() -> tuple[type[Exception], ...]:
    """What becomes one sentence."""
    from lab.errors import BadInput, RunFault

    return BadInput, RunFault
