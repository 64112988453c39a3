"""Runs for tests: one with the exposures of all games and of a sample, and arms for what one card does."""

from __future__ import annotations

import polars as pl
import polars.selectors as cs
import pytest

from lab.runs.arms import Arm, open_arms
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.store.stored_tables import Labels, fact_frames
from tests.engine.positions import COMPILED


def spec_of(**values):
    """The run, or one that differs in some keys."""
    usual = {"arms": ("base", "base+faster"), "games": 240, "shard_games": 60, "seed": 11, "seats": 3}
    return RunSpec(**usual | {"agents": ("balanced", "random", "novice"), "events": "sample:20"} | values)


SPEC, SAMPLED = spec_of(), spec_of(exposure="sample:90")


def two_stores(path):
    stores = [Store.open(path / name, create=True) for name in ("all", "some")]
    for store, spec in zip(stores, (SPEC, SAMPLED), strict=True):
        run_spec(spec, store, 2)
    return stores


def run_of(store):
    (run,) = store.run_ids()
    return run


needs_compiler = pytest.mark.skipif(not COMPILED, reason="tens of games")


def arm_of(**values: object) -> Arm:
    """One arm of seed 5, `base` unless told otherwise."""
    return open_arms(RunSpec(**{"arms": ("base",), "seed": 5, "events": "all"} | values))[0]


def tables(arm: Arm, games: int) -> dict[str, pl.DataFrame]:
    """The tables of the first games of an arm."""
    labels = Labels("run", (arm.name,), {arm.name: arm.setting.agents})
    frames = fact_frames(arm.player()(0, games), labels, arm.name)
    return {name: frame.with_columns(cs.enum().cast(pl.String)) for name, frame in frames.items()}
