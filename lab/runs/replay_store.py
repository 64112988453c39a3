"""Plays some shards of a run into a store of its own, as the run would play them today."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lab.provenance import fingerprint
from lab.runs.arms import Arm, identify, run_row
from lab.runs.game_ranges import PATIENCE, lent, on_threads
from lab.runs.run_plan import Shard, shards
from lab.runs.run_spec import RunSpec, spec_text
from lab.runs.runner import about_run
from lab.store.running_runs import INTERRUPTED
from lab.store.store_folder import Store
from lab.store.stored_tables import Labels, fact_frames


def some_shards(spec: RunSpec, arm: str, games: int, there: Callable[[str], bool] = lambda name: True) -> list[Shard]:
    """Shards of an arm with at least so many games, or all; always the same ones, chosen by lot of those `there`."""
    known = [shard for shard in shards(spec, [arm]) if there(shard.name)]
    chosen: list[Shard] = []
    for shard in sorted(known, key=lambda one: fingerprint([spec.spec_hash, one.name])):
        if sum(one.count for one in chosen) >= games:
            break
        chosen.append(shard)
    return sorted(chosen, key=lambda one: one.first)


def begin(store: Store, spec: RunSpec, arms: Sequence[Arm], run_id: str = "") -> str:
    """Make a run known in a store, without a game and as one that lacks some; its id, that of its arms or another."""
    run_id = run_id or identify(spec, arms)
    row = run_row(spec, run_id, "", 1) | {"status": INTERRUPTED}
    store.begin(run_id, spec_text(spec), about_run(row, arms))
    return run_id


def play_shards(store: Store, run_id: str, arms: Sequence[Arm], wanted: Iterable[Shard], workers: int = 0) -> None:
    """Play shards of a run that the store knows, and commit them; the bytes are those of a whole run."""
    by_name = {arm.name: arm for arm in arms}
    labels = Labels(run_id, tuple(by_name), {arm.name: arm.setting.agents for arm in arms})

    players = {name: lent(arm.player) for name, arm in by_name.items()}

    def play(shard: Shard) -> None:
        facts = players[shard.arm](shard.first, shard.count)
        store.commit(run_id, shard.name, fact_frames(facts, labels, shard.arm))

    on_threads(play, wanted, workers, patience=PATIENCE)
