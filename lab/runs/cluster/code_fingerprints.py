"""What a process plays by, as fingerprints: two processes that differ in one of them may play other games."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

import engine
from lab.agents.agent_source import code_hash
from lab.agents.personas import agents_hash, is_outside
from lab.provenance import engine_hash, fingerprint
from lab.store.stored_tables import shard_format

if TYPE_CHECKING:
    from lab.runs.arms import Arm

ROOT = Path(engine.__file__).resolve().parents[1]
SOURCES = ("engine", "decks", "variants", "lab/agents", "lab/runs", "lab/store")
"""Folders whose Python files turn a spec into the rows of a shard."""
TOLD = {
    "code": "another version of the lab",
    "engine": "another engine",
    "format": "other tables of a shard",
    "polars": "another version of Polars",
    "rules": "other rules",
    "decks": "other decks",
    "players": "other personas or agents",
    "run": "another run",
}
"""What differs, in words; the first that differs is the one to name."""

Prints = dict[str, str]


def sources_hash() -> str:
    """Fingerprint of all code that a shard passes through."""
    digest = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(path.relative_to(ROOT).as_posix().encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def prints_of(arms: Sequence[Arm], run_id: str, code: str) -> Prints:
    """Fingerprints of everything that the games of some arms depend on; `code` is `sources_hash()`."""
    players = [_players(arm) for arm in arms]
    return {
        "code": code,
        "engine": engine_hash(),
        "format": fingerprint([shard_format()], 16),
        "polars": pl.__version__,  # equal tables are equal files only if the same version writes them
        "rules": fingerprint([arm.variant.rules_hash for arm in arms], 16),
        "decks": fingerprint([arm.cards.deck_hash for arm in arms], 16),
        "players": fingerprint(players, 16),
        "run": run_id,
    }


def _players(arm: Arm) -> str:
    agents = arm.setting.agents
    outside = [code_hash(name) for name in agents if is_outside(name)]
    return fingerprint([*agents, agents_hash(agents), *outside], 16)


def difference(here: Mapping[str, str], there: Mapping[str, str]) -> str:
    """The first thing that differs, in words, with both fingerprints; empty if nothing does."""
    for name, words in TOLD.items():
        if here[name] != there.get(name, ""):
            return f"{words} ({there.get(name) or 'none'} there, {here[name]} here)"
    return ""
