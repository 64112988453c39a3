"""One run twice: with the exposures of all games, and with those of a sample."""

from __future__ import annotations

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store


def spec_of(**values):
    """The run, or one that differs in some keys."""
    usual = {"arms": ("base", "base+faster"), "games": 240, "shard_games": 60, "seed": 11, "seats": 3}
    return RunSpec(**usual | {"agents": ("balanced", "random", "novice"), "events": "sample:20"} | values)


SPEC, SAMPLED = spec_of(), spec_of(exposure="sample:90")


def two_stores(path):
    """A store of each."""
    stores = [Store.open(path / name, create=True) for name in ("all", "some")]
    for store, spec in zip(stores, (SPEC, SAMPLED), strict=True):
        run_spec(spec, store, 2)
    return stores


def run_of(store):
    """The one run of a store."""
    (run,) = store.run_ids()
    return run
