"""What a worker of a cluster does: says what it plays by, and plays one shard. Plain functions, plain arguments.

A shard is a pure function of the spec and its range: whoever plays it, and however often, sends back the same bytes.
A worker reads the spec's decks, rules and personas from its own files, and its answer names their fingerprints.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lab.errors import BadInput, RunFault
from lab.runs.cluster.code_fingerprints import Prints, difference, prints_of, sources_hash

if TYPE_CHECKING:
    import polars as pl

    from lab.runs.arms import Arm
    from lab.runs.run_plan import Shard
    from lab.store.shard_bytes import Files

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
    from lab.runs.game_ranges import shard_player
    from lab.runs.run_spec import parse_spec

    run = parse_spec(spec)
    arms = open_arms(run, agent_seconds)
    run_id = identify(run, arms)
    return _Opened(prints_of(arms, run_id, LOADED), shard_player(arms, labels_of(run_id, arms)))


def unlike(order: Order) -> str:
    """Why this worker must not play the shards of a run, in words; empty if it may, and then its engine is compiled."""
    if sources_hash() != LOADED:
        return "its code was edited after it was started"
    try:
        with _opening:
            _opened.cache_clear()  # its files may be others than they were
            other = difference(order.prints, _opened(order.spec, order.agent_seconds).prints)
    except ValueError as error:  # bad input of whatever room: it is told where the run was started
        return str(error)
    if other:
        return f"it plays by {other}"
    _load_engine()
    return ""


@cache
def _load_engine() -> None:
    """Compile the engine, unless that has been done, and load it.

    What stays as long as the process is kept from Python's search for what nobody needs any more: it costs a fifth of
    a second while all this is loaded, and a third of one at the end.
    """
    gc.disable()
    try:
        from engine.loop.warm import compile_all, load_all

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
        with _opening:
            opened = _opened(order.spec, order.agent_seconds)
    except ValueError as error:  # bad input of whatever room
        return Answer(REFUSED, str(error), _address())
    if other := difference(order.prints, opened.prints):
        return Answer(REFUSED, f"it plays by {other}", _address())
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
