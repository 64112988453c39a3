"""Digests of some games under each RULES_VERSION: the same spec gives the same games until that is raised.

`tests/golden/digests.toml` holds a row for each spec: a fingerprint of its content (rules, cards, weights of its
players) and one of what its games came to. Where the content is the same and the games are others, the engine plays
otherwise, and RULES_VERSION has to say so. What stands there for a version is never written anew.
"""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import numpy as np
from golden_games import FOLDER, GOLDENS

from engine.facts.derive import Facts
from lab.agents.personas import agents_hash, personas
from lab.provenance import fingerprint
from lab.runs.arms import open_arms
from lab.runs.run_spec import RunSpec

FILE = FOLDER / "digests.toml"
SEED, GAMES, THINKING = 2026, 16, 2
"""Games of a spec; of a table at which somebody looks ahead."""
LOOKAHEAD = "lookahead:2"
HEAD = "# Written by: pytest tests/test_golden_digests.py --renew-goldens. See tests/golden_digests.py.\n"

Rows = dict[str, dict[str, str]]


def specs() -> dict[str, RunSpec]:
    """Every golden's variant, three to six seats in turn, every persona beside others; one table that looks ahead."""
    names = [name for name in personas() if name != "lookahead"]
    out = {}
    for n, variant in enumerate(GOLDENS):
        seats = 3 + n % 4
        agents = tuple(names[(n * seats + seat) % len(names)] for seat in range(seats))
        out[f"{variant}, {' '.join(agents)}"] = RunSpec(
            arms=(variant,), seats=seats, agents=agents, games=GAMES, seed=SEED
        )
    agents = ("balanced", "balanced", LOOKAHEAD)
    out[f"base, {' '.join(agents)}"] = RunSpec(arms=("base",), seats=3, agents=agents, games=THINKING, seed=SEED)
    return out


def played(columns: dict[str, list[str]]) -> Rows:
    """Content and digest of every spec as it is played now; of the facts those columns count."""
    return {name: _row(spec, columns) for name, spec in specs().items()}


def _row(spec: RunSpec, columns: dict[str, list[str]]) -> dict[str, str]:
    (arm,) = open_arms(spec)
    content = [arm.variant.rules_hash, arm.cards.deck_hash, agents_hash(arm.setting.agents)]
    return {"content": fingerprint(content, 16), "digest": digest(arm.player()(0, spec.games), columns)}


def digest(facts: Facts, columns: dict[str, list[str]]) -> str:
    """One hash of some columns of every table; a column that is gone counts as another game."""
    whole = hashlib.sha256()
    for table, names in columns.items():
        rows = getattr(facts, table)
        for name in names:
            there = name in rows.dtype.names
            whole.update(f"{table}.{name} {there}\n".encode())
            wide = np.float64 if there and rows[name].dtype.kind == "f" else np.int64  # however they are stored
            whole.update(np.ascontiguousarray(rows[name], wide).tobytes() if there else b"")
    return whole.hexdigest()[:16]


def columns_now() -> dict[str, list[str]]:
    """The columns of all facts."""
    (arm,) = open_arms(RunSpec(arms=("base",), games=1))
    return {table: list(rows.dtype.names) for table, rows in arm.player()(0, 1)._asdict().items()}


def kept(path: Path = FILE) -> dict[str, dict[str, object]]:
    """What is kept, by version: `columns` that count, and `games` with a row for each spec."""
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}


def problems(rows: Rows, now: Rows, version: int) -> list[str]:
    """What is wrong with the rows of a version, and what to do, in a sentence each."""
    renew = "renew: pytest tests/test_golden_digests.py --renew-goldens"
    moved = [name for name in now if name in rows and rows[name]["content"] == now[name]["content"]]
    moved = [name for name in moved if rows[name]["digest"] != now[name]["digest"]]
    other = [name for name in now if name not in rows or rows[name]["content"] != now[name]["content"]]
    gone = [name for name in rows if name not in now]
    out = []
    if moved:
        out.append(
            f"{len(moved)} of {len(now)} specs give other games under RULES_VERSION {version} ({moved[0]}): raise "
            f"RULES_VERSION in engine/records/switches.py, tell it in CHANGELOG.md, then {renew}; if no game was to "
            "change, the edit is wrong"
        )
    if other or gone:
        out.append(f"rules, cards, weights or tables have changed ({(other or gone)[0]}): {renew}")
    return out


def renewed(all_kept: dict[str, dict[str, object]], now: Rows, columns: dict[str, list[str]], version: int) -> str:
    """The file with the rows of this version; those of the versions before stay as they are."""
    versions = all_kept | {str(version): {"columns": columns, "games": now}}
    return HEAD + "".join(_section(name, versions[name]) for name in sorted(versions, key=int))


def _section(version: str, section: dict[str, object]) -> str:
    lines = [f"\n[{version}.columns]"]
    lines += [f"{table} = {list(names)}".replace("'", '"') for table, names in section["columns"].items()]
    lines.append(f"\n[{version}.games]")
    lines += [
        f'"{name}" = {{ content = "{row["content"]}", digest = "{row["digest"]}" }}'
        for name, row in section["games"].items()
    ]
    return "\n".join(lines) + "\n"
