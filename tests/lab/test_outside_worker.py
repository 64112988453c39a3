"""Whatever an outside agent does in a run ends in one sentence; what was committed stays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from lab import cli
from lab.cli import ROOT
from lab.runs.run_spec import RunSpec
from lab.store.store_folder import Store
from tests.lab.left_behind import left_behind
from tests.lab.test_cli import one_sentence
from tests.lab.test_outside import module as module

AGENT = """
import os, re, sys, time
GAMES = [0, 0]
class A:
    def __init__(self):
        GAMES[:] = GAMES[0] + 1, 0
    def choose(self, view, options):
        GAMES[1] += 1
        if GAMES == [2, 2]:
            {deed}
        return 0
"""
DEEDS = [
    ("raise ValueError('no')", "choose raised ValueError: no (bad.py, line 10); allowed: "),
    ("time.sleep(60)", "choose took longer than 2 s; allowed: a choice in that time, or more with --agent-seconds"),
]
"""With a real process that plays; all else that a choice may do is in hostile_agents.py."""
SPEC = (
    'arms = ["base+faster"]\nseats = 3\nagents = ["bad:A", "balanced", "balanced"]\nshard_games = 1\ngames = {games}\n'
)
RUN = ("run", "--variant", "base+faster", "--seats", "3", "--workers", "1", "--agents", "bad:A,balanced,balanced")


def run(tmp_path, games, *more):
    """Play a spec with one game a shard."""
    (tmp_path / "spec.toml").write_text(SPEC.format(games=games))
    return cli.main(["run", str(tmp_path / "spec.toml"), "--store", str(tmp_path / "s"), *more])


@pytest.mark.deep(but=1)
@pytest.mark.parametrize(("deed", "says"), DEEDS)
def test_a_bad_agent_ends_in_one_sentence_and_keeps_what_was_committed(deed, says, module, tmp_path, capsys):
    module("bad", AGENT.format(deed=deed))
    assert run(tmp_path, 3, "--workers", "1", "--agent-seconds", "2") == 2
    said = one_sentence(capsys.readouterr().err)
    assert said.startswith("lab: agent 'bad:A', game 1, turn ") and ", seat p" in said and says in said
    assert "what was committed stays, and the mended agent is other code and plays as a new run" in said
    store = Store.open(tmp_path / "s")
    assert store.table("game").collect()["game"].to_list() == [0]
    assert store.runs()["status"].to_list() == ["failed"]


FAMILY = """
        if GAMES == [2, 2]:
            import subprocess
            subprocess.Popen(["sleep", "600"], start_new_session=True)
            open("here", "w").close()
            {then}
"""


@pytest.mark.deep
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to a process that asks for them")
@pytest.mark.parametrize(
    ("then", "whose", "ends"), [("pass", 0, "0"), ("os._exit(3)", 0, "2"), ("time.sleep(600)", signal.SIGKILL, "-9")]
)
def test_nothing_that_an_agent_starts_is_left_behind(then, whose, ends, module, tmp_path):
    """Not even if the lab itself is killed."""
    module("bad", AGENT.replace("        if GAMES == [2, 2]:\n            {deed}\n", FAMILY.format(then=then)))
    (tmp_path / "spec.toml").write_text(SPEC.format(games=3))
    mark = {"LAB_TEST_OF_LEFT_BEHIND": str(tmp_path)}
    argv = [sys.executable, "-m", "lab.cli", "run", "spec.toml", "--store", "s", "--workers", "1"]
    env = os.environ | mark | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(argv, env=env, stderr=subprocess.PIPE, text=True) as lab:
        if whose:
            while not (tmp_path / "here").exists() and lab.poll() is None:
                time.sleep(0.05)
            lab.send_signal(whose)
        said = lab.communicate()[1]
    assert str(lab.returncode) == ends, said
    assert (tmp_path / "here").exists() and "Traceback" not in said
    assert left_behind(*mark.popitem()) == []


@pytest.mark.deep
def test_an_agent_that_kills_its_keeper_is_named(module, tmp_path, capsys):
    module("bad", AGENT.format(deed="os.kill(os.getppid(), 9)"))
    assert run(tmp_path, 2, "--workers", "1") == 2
    said = one_sentence(capsys.readouterr().err)
    assert said.startswith("lab: agent 'bad:A': the process that plays with them ended with signal SIGKILL; allowed: ")


@pytest.mark.deep
def test_a_mended_agent_is_a_new_run_and_the_old_one_stays(module, tmp_path, capsys):
    module("bad", AGENT.format(deed="return 999"))
    assert run(tmp_path, 2, "--workers", "1") == 2
    module("bad", AGENT.format(deed="return 0"))
    assert run(tmp_path, 2, "--workers", "1") == 0
    capsys.readouterr()
    runs = Store.open(tmp_path / "s").runs()
    assert sorted(runs["status"].to_list()) == ["done", "failed"] and runs["run_id"].n_unique() == 2


def test_an_agent_that_cannot_be_loaded_leaves_no_store_behind(module, tmp_path, capsys):
    assert cli.main([*RUN, "--games", "2", "--store", str(tmp_path / "s")]) == 2
    assert "there is no module 'bad'" in one_sentence(capsys.readouterr().err)
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_the_time_limit_is_a_time(seconds, tmp_path, capsys):
    assert cli.main([*RUN, "--agent-seconds", seconds, "--store", str(tmp_path / "s")]) == 2
    assert "--agent-seconds" in one_sentence(capsys.readouterr().err)


def test_a_stored_spec_names_the_import_path():
    assert RunSpec(arms=["base"], agents=["bad:A", "balanced"]).only.agents == ("bad:A", "balanced")
