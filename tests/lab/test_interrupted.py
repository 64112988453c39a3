"""Ctrl-C, SIGTERM and SIGHUP end a command with a sentence and exit code 130, whatever it is busy with."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import click
import duckdb
import polars as pl
import pytest

from lab import cli, interrupt
from lab.commands._progress import shown_bar
from lab.comparison.confidence_sequence import differences_so_far, values_so_far
from lab.errors import BadInput
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.sql_guard import stoppable
from lab.store.store_folder import Store
from lab.store.store_locks import playing
from tests.lab.fakes import fake_arms
from tests.lab.fixed_store import FINISHED, UNFINISHED, fixed_store

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

SLOW_RUN = """
import sys, time
from lab import cli
from lab.runs.runner import run_spec
from lab.runs.run_spec import RunSpec
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


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("number", SIGNALS)
def test_a_run_that_is_told_to_stop_says_how_to_go_on(number, tmp_path):
    process = one_that_plays(tmp_path / "s")
    assert status(tmp_path / "s") == ["running"]
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert (process.returncode, err) == (cli.INTERRUPTED, f"lab: {cli.STOPPED}\n")
    assert status(tmp_path / "s") == ["interrupted"]
    assert Store.open(tmp_path / "s").table("game").collect().height % 5 == 0


@pytest.mark.deep
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


def test_a_signal_that_is_ignored_stays_ignored_but_for_sigterm(monkeypatch):
    seen = []
    before = [signal.signal(number, signal.SIG_IGN) for number in SIGNALS]  # as nohup does, and a careless parent
    try:
        monkeypatch.setattr(cli.lab, "main", lambda **_: seen.extend(map(signal.getsignal, SIGNALS)))
        cli.main([])
        after = [signal.getsignal(number) for number in SIGNALS]
    finally:
        for number, handler in zip(SIGNALS, before):
            signal.signal(number, handler)
    heard = [handler is not signal.SIG_IGN for handler in seen]
    assert heard == [number == signal.SIGTERM for number in SIGNALS]
    assert after == [signal.SIG_IGN] * len(SIGNALS)


LONG = "SELECT sum(a.range * b.range) AS x FROM range(3000000) a, range(3000000) b"
SOON = 5.0
"""Seconds in which a command has ended that was told to."""


def one_that_asks(path, ignored=()):
    """A process in the middle of a question that would take hours, begun where some signals are ignored."""
    fixed_store(path)
    line = [sys.executable, "-m", "lab.cli", "query", LONG, "--store", str(path)]
    deaf = "import os, signal, sys\n" + "".join(f"signal.signal({int(n)}, signal.SIG_IGN)\n" for n in ignored)
    begun = [sys.executable, "-c", f"{deaf}os.execv(sys.argv[1], sys.argv[1:])", *line]
    process = subprocess.Popen(begun, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    time.sleep(4)
    assert process.poll() is None
    return process


@pytest.mark.deep
@pytest.mark.parametrize(
    ("number", "ignored"), [*((number, ()) for number in SIGNALS), (signal.SIGTERM, tuple(SIGNALS))]
)
def test_a_long_question_can_be_stopped(number, ignored, tmp_path):
    """Whichever thread of the database is at work; by SIGTERM also where it was begun under `nohup`."""
    with one_that_asks(tmp_path / "s", ignored) as process:
        process.send_signal(number)
        began = time.monotonic()
        try:
            _, err = process.communicate(timeout=SOON)
        finally:
            process.kill()
    assert (process.returncode, err.strip()) == (cli.INTERRUPTED, f"lab: {cli.STOPPED}")
    assert time.monotonic() - began < SOON


@pytest.mark.deep
def test_a_question_begun_under_nohup_goes_on_after_ctrl_c_and_a_closed_terminal(tmp_path):
    with one_that_asks(tmp_path / "s", (signal.SIGINT, signal.SIGHUP)) as process:
        for number in (signal.SIGINT, signal.SIGHUP):
            process.send_signal(number)
        time.sleep(1)
        goes_on = process.poll() is None
        process.kill()
    assert goes_on


class Database:
    """A connection whose work ends when it is interrupted, and not before; early attempts are lost."""

    def __init__(self, lost):
        self.lost, self.asked, self.stopped = lost, 0, threading.Event()

    def interrupt(self):
        self.asked += 1
        if self.asked > self.lost:
            self.stopped.set()


def test_whoever_waits_for_a_database_hears_signals(monkeypatch):
    """Its work never comes back to Python by itself, and the first attempt to stop it came too early."""
    database = Database(lost=1)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
    with interrupt.listening() as told, pytest.raises(interrupt.Ended):
        stoppable(database, lambda: database.stopped.wait(60))
    assert told() and database.asked == 2


def test_a_database_that_cannot_be_stopped_is_left_to_itself(monkeypatch):
    monkeypatch.setattr("lab.store.sql_guard.PATIENCE", 0.5)
    database = Database(lost=10**9)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
    began = time.monotonic()
    with interrupt.listening(), pytest.raises(interrupt.Ended):
        stoppable(database, lambda: database.stopped.wait(60))
    assert time.monotonic() - began < SOON and database.asked == 5
    database.stopped.set()


def test_what_a_database_answers_or_raises_is_what_its_work_does():
    assert stoppable(Database(0), lambda: 7) == 7
    with pytest.raises(BadInput, match="wrong"):
        stoppable(Database(0), lambda: exec("raise BadInput('wrong')", {"BadInput": BadInput}))


def test_a_run_says_at_its_end_that_it_is_done(tmp_path):
    spec = RunSpec(arms=["base"], games=6, shard_games=3, seats=3)
    run_spec(spec, tmp_path / "s", 1, arms=fake_arms(spec))
    assert status(tmp_path / "s") == ["done"]
    with duckdb.connect(str(tmp_path / "s" / "lab.duckdb"), read_only=True) as con:
        assert con.sql("SELECT status FROM run").fetchall() == [("done",)]


def test_whoever_interrupts_keeps_the_answer_so_far_and_an_error_is_only_an_error(capsys):
    with pytest.raises(KeyboardInterrupt), shown_bar("games", 9, lambda: ["3 turns shorter"]):
        raise KeyboardInterrupt
    assert "So far: 3 turns shorter" in capsys.readouterr().err
    with pytest.raises(BadInput), shown_bar("games", 9, lambda: ["3 turns shorter"]):
        raise BadInput("no")
    assert "So far" not in capsys.readouterr().err


def test_what_stored_games_say_so_far_is_their_difference_in_what_was_asked(tmp_path):
    store, run = fixed_store(tmp_path), FINISHED
    lost = store.table("game", run).group_by("arm").agg(pl.col("flights").sum() / pl.col("combats").sum()).collect()
    parts = dict(lost.select(pl.col("arm").cast(pl.String), "flights").iter_rows())
    first, second = store.arms(run)["arm"]
    (told,) = differences_so_far(store, run, "lost_share")
    points = f"{100 * (parts[second] - parts[first]):+.1f}".replace("-", "−")
    assert told.startswith(f"{second} against {first}, after 60 games of each: combats lost {points} points [")
    values = values_so_far(store, run, "lost_share")
    assert [said.partition(" [")[0] for said in values] == [
        f"{arm}, after 60 games: combats lost {100 * parts[arm]:.1f} %" for arm in (first, second)
    ]
