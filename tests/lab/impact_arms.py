"""Arms and their tables, for tests of what one card does."""

from __future__ import annotations

import polars as pl
import polars.selectors as cs
import pytest

from lab.runs.arms import Arm, open_arms
from lab.runs.run_spec import RunSpec
from lab.store.stored_tables import Labels, fact_frames
from tests.engine.positions import COMPILED

needs_compiler = pytest.mark.skipif(not COMPILED, reason="tens of games")


def arm_of(**values: object) -> Arm:
    """One arm of seed 5, `base` unless told otherwise."""
    return open_arms(RunSpec(**{"arms": ("base",), "seed": 5, "events": "all"} | values))[0]


def tables(arm: Arm, games: int) -> dict[str, pl.DataFrame]:
    """The tables of the first games of an arm."""
    labels = Labels("run", (arm.name,), {arm.name: arm.setting.agents})
    frames = fact_frames(arm.player()(0, games), labels, arm.name)
    return {name: frame.with_columns(cs.enum().cast(pl.String)) for name, frame in frames.items()}
