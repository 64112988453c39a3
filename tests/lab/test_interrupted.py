"""Ctrl-C, SIGTERM and SIGHUP end a command with a sentence and exit code 130, whatever it is busy with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import click
import duckdb
import pytest

from lab import cli
from lab.errors import BadInput
from lab.runs.runner import run_spec
from lab.runs.spec import RunSpec
from lab.store.folder import Store
from lab.store.playing import playing
from tests.lab.fakes import fake_arms
from tests.lab.fixed_store import FINISHED, UNFINISHED, fixed_store

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

SLOW_RUN = """
import sys, time
from lab import cli
from lab.runs.runner import run_spec
from lab.runs.spec import RunSpec
from tests.lab.fakes import fake_arms

def shown(done, *_):
    time.sleep(0.02)
    if done:
        print("playing", flush=True)

def slow_run(*_args, **_more):
    spec = RunSpec(arms=["base"], games=100_000, shard_games=5, seats=3)
    run_spec(spec, sys.argv[1], 1, shown, arms=fake_arms(spec))

cli.lab.main = slow_run
sys.exit(cli.main([]))
"""


def says(monkeypatch, capsys, error):
    """Exit code and words for a command that ends in an error."""

    def fails(**_):
        raise error

    monkeypatch.setattr(cli.lab, "main", fails)
    code = cli.main([])
    return code, capsys.readouterr().err


def one_that_plays(path):
    """A process with a run that would take minutes, in the middle of it."""
    process = subprocess.Popen(
        [sys.executable, "-c", SLOW_RUN, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "playing\n"
    return process


def status(path):
    return Store.open(path).runs()["status"].to_list()


@pytest.mark.parametrize("number", SIGNALS)
def test_a_run_that_is_told_to_stop_says_how_to_go_on(number, tmp_path):
    process = one_that_plays(tmp_path / "s")
    assert status(tmp_path / "s") == ["running"]
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (cli.INTERRUPTED, f"lab: {cli.STOPPED}\n")
    assert status(tmp_path / "s") == ["interrupted"]
    assert Store.open(tmp_path / "s").table("game").collect().height % 5 == 0


def test_a_run_whose_process_was_killed_is_not_running(tmp_path):
    process = one_that_plays(tmp_path / "s")
    process.kill()
    process.wait()
    store = Store.open(tmp_path / "s")
    assert status(tmp_path / "s") == ["interrupted"]
    assert store.query("SELECT status FROM run").item() == "interrupted"
    assert [p.name for p in (tmp_path / "s" / ".drafts").iterdir()] == []


def test_somebody_who_goes_on_with_a_run_is_seen(tmp_path):
    store = fixed_store(tmp_path / "s")
    before = dict(store.runs().select("run_id", "status").iter_rows())
    with playing(store.path, UNFINISHED):
        now = dict(store.runs().select("run_id", "status").iter_rows())
        assert store.query(f"SELECT status FROM run WHERE run_id = '{UNFINISHED}'").item() == "running"
    assert now == before | {UNFINISHED: "running"}
    assert before[FINISHED] == "done" and before[UNFINISHED] == "interrupted"


def test_what_other_code_makes_of_an_interruption_is_one(monkeypatch, capsys):
    """A library that is interrupted raises errors of its own; here it is the signal that counts."""
    for error in (
        RuntimeError("Query interrupted"),
        ImportError("numpy"),
        BadInput("query: INTERRUPT"),
        OSError(4, "x"),
    ):

        def fails(error=error, **_):
            try:
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(1)
            except KeyboardInterrupt:
                raise error from None

        monkeypatch.setattr(cli.lab, "main", fails)
        assert cli.main([]) == cli.INTERRUPTED
        assert capsys.readouterr().err == f"lab: {cli.STOPPED}\n"


def test_the_end_of_a_file_is_no_interruption(monkeypatch, capsys):
    assert says(monkeypatch, capsys, click.Abort()) == (cli.INTERRUPTED, f"lab: {cli.STOPPED}\n")
    gone = click.Abort()
    gone.__cause__ = EOFError("Ran out of input")
    with pytest.raises(EOFError, match="Ran out of input"):
        says(monkeypatch, capsys, gone)


def test_signals_mean_what_they_meant_before_once_a_command_has_ended():
    before = [signal.getsignal(number) for number in SIGNALS]
    assert cli.main(["--version"]) == 0
    assert [signal.getsignal(number) for number in SIGNALS] == before


def test_a_signal_that_is_ignored_stays_ignored(monkeypatch):
    seen = []
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does
    try:
        monkeypatch.setattr(cli.lab, "main", lambda **_: seen.append(signal.getsignal(signal.SIGHUP)))
        cli.main([])
    finally:
        signal.signal(signal.SIGHUP, before)
    assert seen == [signal.SIG_IGN]


def test_a_long_question_can_be_stopped(tmp_path):
    fixed_store(tmp_path / "s")
    sql = "SELECT sum(a.range * b.range) AS x FROM range(3000000) a, range(3000000) b"
    line = [sys.executable, "-m", "lab.cli", "query", sql, "--store", str(tmp_path / "s")]
    process = subprocess.Popen(line, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (cli.INTERRUPTED, f"lab: {cli.STOPPED}\n")


def test_a_run_says_at_its_end_that_it_is_done(tmp_path):
    spec = RunSpec(arms=["base"], games=6, shard_games=3, seats=3)
    run_spec(spec, tmp_path / "s", 1, arms=fake_arms(spec))
    assert status(tmp_path / "s") == ["done"]
    with duckdb.connect(str(tmp_path / "s" / "lab.duckdb"), read_only=True) as con:
        assert con.sql("SELECT status FROM run").fetchall() == [("done",)]
