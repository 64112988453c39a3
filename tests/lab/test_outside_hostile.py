"""Agents that do what no agent may: one sentence, nothing wrong in the store, nobody left behind."""

from __future__ import annotations

import gc
import json
import os
import re
import sys
import time

import pytest

from lab import cli
from lab.agents import agent_pool
from lab.agents.game_process import Tasks, done
from lab.agents.process_tree import adopt_orphans
from lab.store.store_folder import Store
from tests.engine.positions import COMPILED
from tests.lab.hostile_agents import IMPORTED, MODULE, ODD, SEATED, STOPPING
from tests.lab.left_behind import left_behind
from tests.lab.test_outside import module as module

pytestmark = pytest.mark.skipif(not COMPILED, reason="plays whole games")
SPEC = 'arms = ["base+faster"]\nseats = 3\nagents = ["bad:A", "balanced", "balanced"]\nshard_games = 1\ngames = 3\n'
MARK = "LAB_TEST_OF_HOSTILE_AGENTS"
TABLES = ("game", "seat", "level", "exposure", "event")


class NearKeeper:
    """A keeper in this process: its own start, a second each time, is tried by `test_outside_worker.py`."""

    def __init__(self, names):
        self._lab = os.pipe()
        self.tasks = Tasks(self._lab[0])

    def do(self, task, *values):
        kind, said = done(self.tasks, task, values)
        if kind != "done":
            raise agent_pool.FAILED[kind](said)
        return said

    def __del__(self):
        self.tasks.end()


@pytest.fixture
def lab(module, tmp_path, monkeypatch, capfd):
    """Run a spec with an agent; exit code, what stands on stdout and on stderr, and the store."""
    monkeypatch.setenv(MARK, str(tmp_path))

    def run(agent, near):
        patient = "took longer" not in agent.says
        if near:
            monkeypatch.setattr(agent_pool, "Keeper", NearKeeper)
            monkeypatch.setattr("lab.runs.arms.check_agents", lambda names: None)
            monkeypatch.setenv("PYTHONPATH", os.pathsep.join(path or os.getcwd() for path in sys.path))
        monkeypatch.setattr(agent_pool, "LOADING", 60.0 if patient else 4.0)
        module("bad", MODULE.format(setup=agent.setup, deed=agent.deed or "pass"))
        (tmp_path / "spec.toml").write_text(SPEC)
        argv = ["run", "spec.toml", "--store", "s", "--workers", "1", "--json"]
        code = cli.main([*argv, "--agent-seconds", "60" if patient else "2"])
        said = capfd.readouterr()
        return code, said.out, said.err, Store.open(tmp_path / "s") if (tmp_path / "s").exists() else None

    adopt_orphans()  # as a keeper does
    yield run
    gc.collect()
    adopt_orphans(False)
    assert left_behind(MARK, tmp_path) == []


def sentence(err):
    """The one line on stderr, but for how far the run is."""
    lines = [line for line in err.splitlines() if not re.match(r"[\d,]+ of [\d,]+ games", line)]
    assert len(lines) == 1, err
    return lines[0]


def games(store):
    """All rows of all tables, without the name of the run."""
    return [store.table(name).collect().drop("run_id") for name in TABLES]


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The games of an agent that only returns 0."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "bad.py").write_text(MODULE.format(setup="", deed="pass"))
    (folder / "spec.toml").write_text(SPEC)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setattr(sys, "path", list(sys.path))
        assert cli.main(["run", "spec.toml", "--store", "s", "--workers", "1"]) == 0
    return games(Store.open(folder / "s"))


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("agent", IMPORTED, ids=lambda a: a.name)
def test_whatever_an_import_does_is_one_sentence_and_no_store(agent, lab):
    code, out, err, store = lab(agent, near=False)
    said = sentence(err)
    assert code == 2 and out == "" and store is None
    assert said.startswith("lab: agent 'bad:A': ") and agent.says in said and "allowed: " in said


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("agent", SEATED, ids=lambda a: a.name)
def test_whatever_a_choice_does_is_one_sentence_and_keeps_the_game_before(agent, lab, whole):
    code, out, err, store = lab(agent, near=True)
    said = sentence(err)
    assert code == 2 and out == ""
    assert re.match(r"lab: agent 'bad:A', game 1, turn \d+, seat p\d: ", said) and agent.says in said
    assert "allowed: " in said and len(said) < 700
    for kept, right in zip(games(store), whole, strict=True):
        assert kept.equals(right.filter(right["game"] == 0))
    assert store.runs()["status"].to_list() == ["failed"]


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says that a process is stopped")
@pytest.mark.parametrize("agent", STOPPING, ids=lambda a: a.name)
def test_whoever_stops_the_process_that_plays_is_named(agent, lab, whole):
    """It would never answer, and nobody but the lab could see that."""
    began = time.monotonic()
    code, out, err, store = lab(agent, near=False)
    said = sentence(err)
    assert code == 2 and out == "" and time.monotonic() - began < 40
    assert said.startswith("lab: agent 'bad:A': the process that plays with them was stopped") and agent.says in said
    assert "; allowed: to leave it alone; what was committed stays" in said
    for kept, right in zip(games(store), whole, strict=True):
        assert kept.equals(right.filter(right["game"] == 0))
    assert store.runs()["status"].to_list() == ["failed"]


@pytest.mark.deep
@pytest.mark.parametrize("agent", ODD, ids=lambda a: a.name)
def test_what_is_merely_odd_leaves_the_games_as_they_are(agent, lab, whole):
    code, out, err, store = lab(agent, near=True)
    assert code == 0 and json.loads(out)["games"] == 3 and "Traceback" not in err, err
    assert all(a.equals(b) for a, b in zip(games(store), whole, strict=True))
