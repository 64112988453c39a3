"""A sample of the shards of a store beside a fresh play of them: equal bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from lab.runs.arms import labels_of
from lab.runs.game_threads import on_threads, shard_player
from lab.runs.replay_check import Tables, games_that_differ, some_shards
from lab.runs.run_plan import Shard
from lab.runs.run_spec import parse_spec
from lab.runs.stored_vs_today import playable
from lab.store.shard_bytes import encoded
from lab.store.store_folder import Store
from lab.store.store_views import RUNS
from lab.store.stored_tables import FACTS

SAME, PACKED, DIFFERS, DAMAGED, OPEN = "same", "packed otherwise", "differs", "damaged", "open"
"""Equal bytes; equal rows, written by another version of a package; other rows; unreadable; other code or cards."""
WRONG = (DIFFERS, DAMAGED)
SAMPLE = 250
"""Games of each arm that are played, unless one asks for others."""


@dataclass(frozen=True)
class Looked:
    """What came of one shard, or of an arm that cannot be played any more: which of its games differ."""

    run_id: str
    arm: str
    shard: str
    games: int
    state: str
    differ: tuple[int, ...] = ()


def look_at(store: Store, run: str, games: int = SAMPLE, workers: int = 0) -> Iterator[Looked]:
    """Play shards of each arm of a run again, with at least so many games, and lay them beside the stored ones.

    Raises BadInput if the run's spec cannot be read.
    """
    spec, arms = parse_spec(store.spec_text(run), f"run {run}"), playable(store, run)
    for name in store.arms(run)["arm"].to_list():
        if name not in arms:
            yield Looked(run, name, "", 0, OPEN)
    there, own = store.committed(run), list(arms.values())
    play = shard_player(own, labels_of(run, own))
    chosen = [shard for arm in arms for shard in some_shards(spec, arm, games, there.__contains__)]
    yield from on_threads(lambda shard: _looked(store, run, shard, play(shard)), chosen, workers)


def _looked(store: Store, run: str, shard: Shard, now: Tables) -> Looked:
    if _files(store, run, shard) == encoded(now):
        return Looked(run, shard.arm, shard.name, shard.count, SAME)
    stored = _frames(store, run, shard)
    if stored is None:
        return Looked(run, shard.arm, shard.name, shard.count, DAMAGED)
    wrong = games_that_differ(stored, now)
    return Looked(run, shard.arm, shard.name, shard.count, DIFFERS if wrong else PACKED, tuple(wrong))


def _frames(store: Store, run: str, shard: Shard) -> dict[str, pl.DataFrame] | None:
    """The tables of a shard; none if one is missing, unreadable or of another form."""
    rows = store.rows_of(run, shard.name)
    frames = None if rows is None else store.frames_of(run, shard.name, rows)
    if frames is None or any(set(frames[name].columns) != set(FACTS[name]) for name in FACTS if name in frames):
        return None
    return None if set(FACTS) - set(frames) else frames


def _files(store: Store, run: str, shard: Shard) -> dict[str, bytes]:
    """The files of a shard, by table; those that are not there are left out."""
    places = {name: store.path / RUNS / run / name / f"{shard.name}.parquet" for name in FACTS}
    return {name: path.read_bytes() for name, path in places.items() if path.is_file()}
