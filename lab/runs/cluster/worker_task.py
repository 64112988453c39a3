"""What a worker of a cluster does: says what it plays by, and plays one shard. Plain functions, plain arguments.

A shard is a pure function of the spec and its range: whoever plays it, and however often, sends back the same bytes.
A worker reads the spec's decks, rules and personas from its own files, and its answer names their fingerprints.
"""

from __future__ import annotations

import gc
import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

import engine
from lab.agents.agent_source import code_hash
from lab.agents.personas import agents_hash, is_outside
from lab.errors import BadInput, RunFault
from lab.provenance import fingerprint

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.run_plan import Shard
    from lab.store.shard_bytes import Files

ROOT = Path(engine.__file__).resolve().parents[1]


SOURCES = ("engine", "decks", "variants", "lab/agents", "lab/runs", "lab/store")
"""Folders whose Python files turn a spec into the rows of a shard."""


TOLD = {
    "code": "another version of the lab",
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


LOADED = sources_hash()
"""Fingerprint of the code that this process has read; files that were edited since are not what it plays by."""
FILES, REFUSED, BAD, FAULT = "files", "refused", "bad", "fault"
"""Kinds of an answer: a shard; a worker that must not play it; input that cannot be used; a run that must stop."""
_opening = threading.Lock()


class Order(NamedTuple):
    """A shard to be played, in plain values: the spec as TOML, the arm's name and the range of its games."""

    spec: str
    agent_seconds: float
    prints: Mapping[str, str]
    arm: str
    first: int
    games: int


class Answer(NamedTuple):
    """What came of an order: the files of a shard, or a sentence why there are none."""

    kind: str
    said: str = ""
    worker: str = ""
    files: Files = {}


@dataclass(frozen=True)
class _Opened:
    """A spec as this process has it: what it plays by, and what plays its shards, for any thread."""

    prints: Prints
    play: Callable[[Shard], dict[str, pl.DataFrame]]


def first_order(arms: Sequence[Arm], run_id: str) -> Order:
    """What all orders of a run have in common."""
    from lab.runs.run_spec import spec_text

    prints = prints_of(arms, run_id, sources_hash())
    return Order(spec_text(arms[0].run), arms[0].agent_seconds, prints, "", 0, 0)


@lru_cache(maxsize=1)
def _opened(spec: str, agent_seconds: float) -> _Opened:
    from lab.runs.arms import identify, labels_of, open_arms
    from lab.runs.game_threads import shard_player
    from lab.runs.run_spec import parse_spec

    run = parse_spec(spec)
    arms = open_arms(run, agent_seconds)
    run_id = identify(run, arms)
    return _Opened(prints_of(arms, run_id, LOADED), shard_player(arms, labels_of(run_id, arms)))


def unlike(order: Order) -> str:
    """Why this worker must not play the shards of a run, in words; empty if it may, and then its engine is compiled."""
    if sources_hash() != LOADED:
        return "its code was edited after it was started"
    with _opening:
        _opened.cache_clear()  # its files may be others than they were
    try:
        _alike(order)
    except ValueError as error:  # bad input of whatever room: it is told where the run was started
        return str(error)
    _load_engine()
    return ""


def _alike(order: Order) -> _Opened:
    """What an order asks for, as this process has it; bad input if that is something else."""
    with _opening:
        opened = _opened(order.spec, order.agent_seconds)
    if other := difference(order.prints, opened.prints):
        raise BadInput(f"it plays by {other}")
    return opened


@cache
def _load_engine() -> None:
    """Compile the engine, unless that has been done, and load it.

    What stays as long as the process is kept from Python's search for what nobody needs any more: it costs a fifth of
    a second while all this is loaded, and a third of one at the end.
    """
    gc.disable()
    try:
        from engine.loop.compile_ahead import compile_all, load_all

        compile_all(told=lambda _done, _all: None)
        load_all()
        gc.freeze()
    finally:
        gc.enable()


def play_shard(order: Order) -> Answer:
    """Play one shard and encode its tables."""
    from lab.runs.run_plan import Shard
    from lab.store.shard_bytes import encoded

    try:
        opened = _alike(order)
    except ValueError as error:
        return Answer(REFUSED, str(error), _address())
    try:
        frames = opened.play(Shard(order.arm, order.first, order.games))
    except BadInput as error:
        return Answer(BAD, str(error))
    except RunFault as error:
        return Answer(FAULT, str(error))
    return Answer(FILES, "", _address(), encoded(frames))


def _address() -> str:
    from distributed import get_worker

    return str(get_worker().address)


def prints_of(arms: Sequence[Arm], run_id: str, code: str) -> Prints:
    """Fingerprints of everything that the games of some arms depend on; `code` is `sources_hash()`."""
    players = [_players(arm) for arm in arms]
    return {
        "code": code,
        "polars": pl.__version__,  # equal tables are equal files only if the same version writes them
        "rules": fingerprint([arm.variant.rules_hash for arm in arms], 16),
        "decks": fingerprint([text for arm in arms for text in (arm.cards.deck_hash, *arm.learned)], 16),
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
