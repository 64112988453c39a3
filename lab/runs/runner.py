"""Plays what is missing of a run: threads take shards, shards are committed whole, a killed run goes on."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from lab.errors import BadInput, RunFault
from lab.runs.arms import Arm, identify, labels_of, open_arms, run_row
from lab.runs.game_threads import PATIENCE, cores, on_threads, shard_player
from lab.runs.replay_check import replay_sample
from lab.runs.run_plan import Shard, shards
from lab.runs.run_spec import RunSpec, spec_text
from lab.runs.shard_queue import Todo, Twins
from lab.store.remote_store import open_store
from lab.store.run_folder import FINISHED
from lab.store.store_folder import Store
from lab.store.store_locks import playing
from lab.store.stored_tables import ABOUT, DIFFERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lab.runs.cluster.crew import Crew
    from lab.store.run_folder import Damage
    from lab.store.shard_bytes import Files

Progress = Callable[[int, int, float, float], None]
"""Called with games done, games of the run, games per second, and seconds left."""


class Title(NamedTuple):
    """How people know a run: the command that began it, and the name that they gave it."""

    command: str = ""
    name: str = ""


@dataclass(frozen=True)
class RunSummary:
    """What came of a run."""

    run_id: str
    games: int
    games_played: int  # now; the others were in the store
    games_copied: int  # now, from other runs of the store
    shards: int
    shards_played: int
    wall_s: float
    status: str
    games_again: int = 0  # played a second time at the end: all of them came out the same
    games_shared: int = 0  # played meanwhile by other processes that play the same run

    @property
    def games_per_s(self) -> float:
        """Games played in a second; copied ones do not count."""
        return self.games_played / self.wall_s if self.games_played else 0.0


def run_spec(
    spec: RunSpec,
    store: str | Path | Store,
    workers: int | Crew | None = None,
    progress: Progress | None = None,
    *,
    title: Title = Title(),  # noqa: B008 - it cannot be changed
    arms: Sequence[Arm] | None = None,
) -> RunSummary:
    """Play the shards of a run that the store does not hold yet; the bytes do not depend on the workers.

    `workers` are threads of this process, or those of a cluster. A shard that another run holds of the same arm is
    copied, not played; one that another process commits meanwhile is left to it. Raises RunFault if a game that is
    played again differs.
    """
    crew = _crew(workers)
    opened = list(arms) if arms is not None else open_arms(spec)
    run_id = identify(spec, opened)
    place = open_store(Path(store.path if isinstance(store, Store) else store), create=True)
    plan = list(shards(spec, [arm.name for arm in opened]))
    damages = place.damages(run_id) if run_id in place.run_ids() else []
    missing = _missing(place, run_id, plan, damages)
    row = _row(spec, run_id, place, title, crew if isinstance(crew, int) else crew.size)
    if missing or damages or title.name:
        place.clear(damages)
        place.begin(run_id, spec_text(spec), about_run(row, opened))
    total, wanted = spec.games * len(opened), sum(s.count for s in missing)
    pool = _Workers(place, run_id, opened, total - wanted, total)
    to_look_at = plan if not missing and row["status"] != FINISHED else missing  # it was ended late, or differed
    with _noted(place, row, bool(to_look_at)) as went:
        pool.work(missing, crew, progress)
        again = replay_sample(place, run_id, opened, to_look_at, crew if isinstance(crew, int) else cores())
        went.status = DIFFERS if again.differ else FINISHED
    again.check(run_id)
    shared, played = pool.todo.games_shared, len(missing) - pool.todo.shards_shared
    return RunSummary(
        run_id, total, wanted - pool.copied - shared, pool.copied, len(plan), played, went.wall, went.status,
        again.games, shared,
    )  # fmt: skip


def lacks_games(store: Store, spec: RunSpec, arms: Sequence[Arm]) -> bool:
    """Whether a store lacks games of a run: whoever plays them needs the engine."""
    planned = {shard.name for shard in shards(spec, [arm.name for arm in arms])}
    return bool(planned - store.committed(identify(spec, arms)))


@dataclass
class _Went:
    """How a run went, and how long it took, in seconds."""

    status: str = "failed"
    wall: float = 0.0


@contextmanager
def _noted(store: Store, row: dict[str, Any], is_new: bool) -> Iterator[_Went]:
    """Write in the end how a run went, if anything was done for it; `row` is its own."""
    went, started = _Went(), time.monotonic()
    try:
        yield went
    except KeyboardInterrupt:
        went.status = "interrupted"
        raise
    finally:
        went.wall = time.monotonic() - started
        if is_new:
            _note(store, row, went.wall, went.status)


def _crew(workers: int | Crew | None) -> int | Crew:
    """Who plays: a number of threads, at least one, or a cluster."""
    if isinstance(workers, int) and workers < 0:
        raise BadInput(f"workers is {workers}; allowed: a whole number from 1, or 0 for one thread for each core")
    return workers or cores()


def _missing(store: Store, run_id: str, plan: Iterable[Shard], damages: Iterable[Damage]) -> list[Shard]:
    """The shards that are not in the store, or not as they were committed."""
    done = store.committed(run_id) - {damage.shard for damage in damages}
    return [s for s in plan if s.name not in done]


def _note(store: Store, row: dict[str, Any], wall: float, status: str) -> None:
    """Write how a run went; one that had all its games, and got damaged ones anew, is what it was."""
    if row["status"] == status == "done":
        return
    try:
        store.note(row["run_id"], row | {"wall_s": round(row["wall_s"] + wall, 3), "status": status})
    except BadInput:
        if status == "done":  # else there is a better reason to tell
            raise


def _row(spec: RunSpec, run_id: str, store: Store, title: Title, workers: int) -> dict[str, Any]:
    """The run's own row; a run that goes on keeps its first date, and its name if it gets no new one."""
    row = run_row(spec, run_id, title.command, workers)
    before = store.row(run_id)
    if before is not None:
        row |= {key: before.get(key) for key in ("name", "created_at", "command", "wall_s", "status")}
    return row | ({"name": title.name} if title.name else {})


def about_run(row: dict[str, Any], arms: Sequence[Arm]) -> dict[str, pl.DataFrame]:
    """Rows of the tables `run`, `arm`, `card`, `rule` and `weight` of a run; `row` is its own."""
    run_id = {"run_id": row["run_id"]}
    rules = [run_id | rule for arm in arms for rule in arm.rule_rows()]
    weights = {(w["agent"], w["feature"]): run_id | w for arm in arms for w in arm.weight_rows()}
    return {
        "run": pl.DataFrame([row], schema=ABOUT["run"]),
        "arm": pl.DataFrame([run_id | arm.row() for arm in arms], schema=ABOUT["arm"]),
        "card": pl.concat([arm.card_frame() for arm in arms]).unique(maintain_order=True),
        "rule": pl.DataFrame(rules, schema=ABOUT["rule"]),
        "weight": pl.DataFrame(list(weights.values()), schema=ABOUT["weight"]),
    }


class _Workers:
    """The threads of one run, the shards they have yet to take, and how far they are."""

    def __init__(self, store: Store, run_id: str, arms: Sequence[Arm], done: int, total: int) -> None:
        self.store, self.total = store, total
        self.arms = {arm.name: arm for arm in arms}
        self.labels = labels_of(run_id, arms)
        self.twins = Twins(store, self.labels, arms)
        self.done, self.copied = done, 0
        self.lock = threading.Lock()
        self.marks: deque[tuple[float, int]] = deque([(time.monotonic(), done)], maxlen=64)

    def work(self, missing: Sequence[Shard], workers: int | Crew, progress: Progress | None) -> None:
        """Play all missing shards, and let others see that they are played; raises the first fault of any thread."""
        run = self.labels.run_id
        with playing(self.store.path, run) as sign:
            self.todo = Todo(missing, sign, lambda shard: self.store.is_committed(run, shard.name))
            if isinstance(workers, int):
                self._work_here(min(workers, len(missing)), progress)
            else:
                self._work_elsewhere(workers, progress)

    def _work_here(self, workers: int, progress: Progress | None) -> None:
        played = shard_player(self.arms.values(), self.labels)

        def play(shard: Shard) -> None:
            try:
                found = self.twins.find(shard)
                self.put(shard, found or played(shard), copied=found is not None)
            except OSError as fault:
                raise self._said(fault) from fault

        on_threads(play, self._left(), workers, meanwhile=lambda: self._tell(progress), patience=PATIENCE)

    def put(self, shard: Shard, frames: Mapping[str, pl.DataFrame], copied: bool = False) -> None:
        self.store.commit(self.labels.run_id, shard.name, frames, shard.count)
        self._count(shard, copied)

    def put_files(self, shard: Shard, files: Files) -> None:
        """Commit a shard that was encoded elsewhere."""
        self.store.commit_files(self.labels.run_id, shard.name, files, shard.count)
        self._count(shard)

    def _count(self, shard: Shard, copied: bool = False) -> None:
        with self.lock:
            self.done += shard.count
            self.copied += shard.count if copied else 0
            self.marks.append((time.monotonic(), self.done + self.todo.games_shared))

    def _work_elsewhere(self, crew: Crew, progress: Progress | None) -> None:
        """Have a cluster play all shards that no other run holds."""
        try:
            crew.play(self, list(self.arms.values()), self._unknown(), lambda: self._tell(progress))
        except OSError as fault:
            raise self._said(fault) from fault

    def _unknown(self) -> Iterator[Shard]:
        for shard in self._left():
            found = self.twins.find(shard)
            if found is None:
                yield shard
            else:
                self.put(shard, found, copied=True)

    def _left(self) -> Iterator[Shard]:
        return iter(self.todo.take, None)

    def _tell(self, progress: Progress | None) -> None:
        if progress is None:
            return
        with self.lock:
            done, (since, before), (now, _) = self.done + self.todo.games_shared, self.marks[0], self.marks[-1]
        rate = (done - before) / (now - since) if now > since else 0.0
        progress(done, self.total, rate, (self.total - done) / rate if rate else float("inf"))

    def _said(self, fault: OSError) -> RunFault:
        return RunFault(f"store {self.store.path}: {fault.strerror or fault}; what was committed stays")
