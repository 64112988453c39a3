"""What the tests of health share: a store of sound games, ways to change it, and what a page says of it."""

from __future__ import annotations

import polars as pl

from lab.health import health_check
from lab.health.checked_run import Look
from lab.health.checks import played_again
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from tests.lab.healthy import healthy_arms
from tests.lab.older import forged

GAMES, SHARD = 1200, 100
CHECKS = {one.name: one for one in health_check.load_checks()}
LUCK = health_check.FALSE_ALARMS / sum(one.by_chance for one in CHECKS.values())


def spec_of(**values):
    return RunSpec(
        **{"arms": ["base"], "games": GAMES, "shard_games": SHARD, "agents": ["balanced", "novice", "greedy"]}
        | {"events": "sample:200"} | values
    )  # fmt: skip


def played(path, how=None, **values):
    spec = spec_of(**values)
    run_spec(spec, path, 1, arms=healthy_arms(spec, **(how or {})))
    return Store.open(path)


def states(store, *names):
    """The state of each check of the page (of those named), by name."""
    look = Look(store, store.run_ids()[0], LUCK)
    return {name: CHECKS[name].examine(look).state for name in names or CHECKS}


def red(store):
    return {name for name, state in states(store).items() if state == health_check.RED}


def shard_of(store, is_sampled):
    """First game of a shard, and the first of its games that is played again (or of those that none of it is)."""
    look = Look(store, store.run_ids()[0], LUCK)
    chosen = played_again.sample(look)
    if is_sampled:
        return chosen[0][0].first, chosen[0][1]
    first = next(f for f in range(0, GAMES, SHARD) if f not in {shard.first for shard, _, _ in chosen})
    return first, first + 5


def change(store, first, table, how):
    """Write one table of a shard anew."""
    run = store.run_ids()[0]
    shard = f"base-{first}"
    frames = store.frames_of(run, shard, store.rows_of(run, shard))
    forged(store, run, shard, frames | {table: how(frames[table])})


def only(game):
    return pl.col("game") == game
