"""Whatever an outside agent does in a run ends in one sentence; what was committed stays."""

from __future__ import annotations

import pytest

from lab import cli
from lab.runs.spec import RunSpec
from lab.store.folder import Store
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
    ("return 999", "choose returned 999; allowed: a whole number from 0 to "),
    ("raise ValueError('no')", "choose raised ValueError: no (bad.py, line 10); allowed: "),
    ("time.sleep(60)", "choose took longer than 0.5 s; allowed: a choice in that time, or more with --agent-seconds"),
    ("sum(range(10**14))", "choose took longer than 0.5 s"),  # never lets go of Python's lock
    ("os._exit(3)", "choose ended the process with exit code 3"),
    ("os.kill(os.getpid(), 11)", "choose ended the process with signal SIGSEGV"),
    ("sys.exit('bye')", "choose raised SystemExit: bye"),
]
RUN = ("run", "--variant", "base+faster", "--seats", "3", "--workers", "1", "--agents", "bad:A,balanced,balanced")


def run(tmp_path, games, *more):
    """Play a spec with one game a shard."""
    text = 'arms = ["base+faster"]\nseats = 3\nagents = ["bad:A", "balanced", "balanced"]\nshard_games = 1\n'
    (tmp_path / "spec.toml").write_text(f"{text}games = {games}\n")
    return cli.main(["run", str(tmp_path / "spec.toml"), "--store", str(tmp_path / "s"), *more])


@pytest.mark.parametrize(("deed", "says"), DEEDS)
def test_a_bad_agent_ends_in_one_sentence_and_keeps_what_was_committed(deed, says, module, tmp_path, capsys):
    module("bad", AGENT.format(deed=deed))
    assert run(tmp_path, 3, "--workers", "1", "--agent-seconds", "0.5") == 2
    said = one_sentence(capsys.readouterr().err)
    assert said.startswith("lab: agent 'bad:A', game 1, turn ") and ", seat p" in said and says in said
    assert "what was committed stays, and the mended agent is other code and plays as a new run" in said
    store = Store.open(tmp_path / "s")
    assert store.table("game").collect()["game"].to_list() == [0]
    assert store.runs()["status"].to_list() == ["failed"]


def test_a_mended_agent_is_a_new_run_and_the_old_one_stays(module, tmp_path, capsys):
    module("bad", AGENT.format(deed="return 999"))
    assert run(tmp_path, 2, "--workers", "1") == 2
    module("bad", AGENT.format(deed="return 0"))
    assert run(tmp_path, 2, "--workers", "1") == 0
    capsys.readouterr()
    runs = Store.open(tmp_path / "s").runs()
    assert sorted(runs["status"].to_list()) == ["done", "failed"] and runs["run_id"].n_unique() == 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (None, "there is no module 'bad'"),
        ("A = 3", "agent 'bad:A': 3 has no method choose"),
        ("import nothing_like_it", "raised ModuleNotFoundError"),
    ],
)
def test_an_agent_that_cannot_be_loaded_leaves_no_store_behind(text, says, module, tmp_path, capsys):
    if text:
        module("bad", text)
    assert cli.main([*RUN, "--games", "2", "--store", str(tmp_path / "s")]) == 2
    assert says in one_sentence(capsys.readouterr().err)
    assert not (tmp_path / "s").exists()


def test_what_an_agent_prints_does_not_mix_with_results(module, tmp_path, capfd):
    module("bad", "class A:\n    def choose(self, view, options):\n        print('thinking')\n        return 0")
    assert run(tmp_path, 1, "--workers", "1", "--json") == 0
    said = capfd.readouterr()
    assert "thinking" in said.err and said.out.startswith("{")


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "soon"])
def test_the_time_limit_is_a_time(seconds, tmp_path, capsys):
    assert cli.main([*RUN, "--agent-seconds", seconds, "--store", str(tmp_path / "s")]) == 2
    assert "--agent-seconds" in one_sentence(capsys.readouterr().err)


def test_a_stored_spec_names_the_import_path():
    assert RunSpec(arms=["base"], agents=["bad:A", "balanced"]).only.agents == ("bad:A", "balanced")
