"""A store of two runs of fake games, and a watch on everything that is computed."""

from __future__ import annotations

from dataclasses import replace
from shutil import copytree

import pytest

from lab.comparison import arm_comparison
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables import metric as registry
from lab.tables.metric import load_metrics
from tests.lab.fakes import fake_arms

METRICS = sorted(load_metrics())
ARMS = ("base", "base+faster", "base+no-curses")


def played(path, before=None, **values):
    """A run of fake games."""
    spec = RunSpec(
        **{"arms": ARMS, "games": 30, "shard_games": 10, "seats": 3, "agents": ["random", "greedy"]} | values
    )
    return run_spec(spec, path, 1, arms=fake_arms(spec, before)).run_id


def two_runs(path):
    """A store of two runs, one of them without events, on which nothing has been measured."""
    played(path), played(path, seed=1, events="none", arms=ARMS[:2])
    return path


def watched(monkeypatch):
    """Names of everything that is computed from now on, metrics and comparisons."""
    calls: list[str] = []

    def counting(name, make):
        def call(*tables):
            calls.append(name)
            return make(*tables)

        return call

    for name, metric in load_metrics().items():
        monkeypatch.setitem(registry._KNOWN, name, replace(metric, compute=counting(name, metric.compute)))
    monkeypatch.setattr(arm_comparison, "game_numbers", counting("comparison", arm_comparison.game_numbers))
    return calls


def files(store, run=None):
    """All that is kept, by run and name."""
    return sorted(p.relative_to(store.path) for p in store.path.glob(f"runs/{run or '*'}/results/*"))


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """Two runs on which nothing has been measured."""
    return two_runs(tmp_path_factory.mktemp("kept") / "store")


@pytest.fixture
def store(template, tmp_path):
    """A copy of them."""
    return Store.open(copytree(template, tmp_path / "store"))


@pytest.fixture
def counted(monkeypatch):
    """What is computed from now on."""
    return watched(monkeypatch)
