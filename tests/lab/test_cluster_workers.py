"""Who may play: what `--cluster` may say, workers that write other files are refused, those of this machine start."""

from __future__ import annotations

import importlib.util
import socket
import sys
from types import ModuleType, SimpleNamespace

import polars as pl
import pytest

from lab import cli
from lab.errors import BadInput, RunFault
from lab.runs.arms import identify, open_arms
from lab.runs.cluster import crew
from lab.runs.cluster.connection import Address, read_address
from lab.runs.cluster.worker_task import FILES, Answer, Order, first_order, unlike
from lab.runs.run_plan import Shard
from lab.runs.run_spec import RunSpec
from tests.lab.command_lines import refused

SPEC = RunSpec(arms=("base",), games=4, seats=3, agents=("balanced",))
ONE, TWO = "tcp://10.0.0.1:1", "tcp://10.0.0.2:2"


class Done:
    """A future that has come: a value, or an exception."""

    def __init__(self, came):
        self.came = came
        self.status = "error" if isinstance(came, Exception) else "finished"

    def done(self):
        return True

    def result(self, timeout=None):
        if self.status == "error":
            raise self.came
        return self.came

    def exception(self):
        return self.came

    def cancel(self):
        pass


class Cluster:
    """Two workers, of whom the second has no lab; the first fails at a shard as often as it is told to."""

    status = "running"

    def __init__(self, fails):
        self.fails, self.given = fails, []

    def nthreads(self):
        return {ONE: 1, TWO: 1}

    def submit(self, task, order, *, workers, **_how):
        if task is unlike:
            return Done("" if workers == [ONE] else ImportError("no lab"))
        self.given.append((order.first, *workers))
        fails = order.first == 2 and self.given.count((2, ONE)) <= self.fails
        return Done(MemoryError("full") if fails else Answer(FILES, "", ONE, {"game": b""}))

    def cancel(self, _futures):
        pass


class Shelf:
    """A run whose committed shards are noted."""

    labels = SimpleNamespace(run_id="run")

    def __init__(self):
        self.stored = []

    def put_files(self, shard, _files):
        self.stored.append(shard.first)


@pytest.fixture
def play(monkeypatch):
    """Plays three shards on a cluster; where they went, what was given to whom, and what was said."""
    monkeypatch.setattr(crew, "first_order", lambda *_: Order("", 0.0, {}, "", 0, 0))
    monkeypatch.setattr(crew, "GLANCE", 0.0)

    def played(fails):
        cluster, pool, said = Cluster(fails), Shelf(), []
        shards = (Shard("a", first, 2) for first in (0, 2, 4))
        crew.Crew(cluster, said.append).play(pool, (), shards, lambda: None)
        return pool.stored, cluster.given, said

    return played


def test_a_worker_that_cannot_say_what_it_plays_by_is_refused_once_and_the_others_play_all(play):
    stored, given, said = play(fails=0)
    assert sorted(stored) == [0, 2, 4] and {to for _, *all_of_them in given for to in all_of_them} == {ONE}
    assert len(said) == 1 and said[0].startswith(
        f"worker {TWO} is refused: it cannot say what it plays by (ImportError"
    )


def test_a_shard_that_fails_is_given_out_three_times_and_no_more(play):
    stored, given, _ = play(fails=2)
    assert sorted(stored) == [0, 2, 4] and given.count((2, ONE)) == 3
    with pytest.raises(RunFault, match=r"arm 'a', games 2 to 3: no worker .* in 3 tries \(MemoryError: full\)"):
        play(fails=3)


def test_a_worker_with_another_polars_would_write_other_files_and_is_refused(monkeypatch):
    arms = open_arms(SPEC)
    order = first_order(arms, identify(SPEC, arms))
    here = pl.__version__
    monkeypatch.setattr("polars.__version__", "0.0.1")
    assert unlike(order) == f"it plays by another version of Polars (0.0.1 there, {here} here)"


def test_dask_knows_every_word_that_makes_it_quiet():
    config = pytest.importorskip("distributed.config", reason='Dask is not installed: pip install ".[cluster]"')
    from lab.runs.cluster.connection import QUIET

    for words in QUIET:
        known = config.defaults
        for word in words.split("."):
            assert word in known, words
            known = known[word]


@pytest.mark.deep
def test_a_process_of_this_machine_takes_one_core_and_no_port_that_another_command_may_have(recwarn, monkeypatch):
    pytest.importorskip("distributed", reason='Dask is not installed: pip install ".[cluster]"')
    # A new process imports the main module again, which tests of the dashboard leave behind as one that draws pages.
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    from lab.runs.cluster.connection import Address, open_crew

    with socket.socket() as taken:
        try:
            taken.bind(("127.0.0.1", 8787))  # where Dask listens, unless told otherwise
            taken.listen()
        except OSError:
            pass  # somebody else has it: just as good
        with open_crew(Address(1, ""), print) as opened:
            assert opened.client.cluster.scheduler.http_server.address == "127.0.0.1"
            assert opened.size == 1 and opened.client.direct_to_workers
            assert list(opened.client.run(pl.thread_pool_size).values()) == [1], "a worker is one core"
    assert not [str(w.message) for w in recwarn if "8787" in str(w.message)]


@pytest.fixture
def dask(monkeypatch):
    """As if Dask were installed."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())


def test_addresses(dask):
    assert read_address("local:4") == Address(4, "")
    assert read_address("tcp://10.0.0.5:8786") == Address(0, "tcp://10.0.0.5:8786")
    assert read_address("tls://node-1.lan:1") == Address(0, "tls://node-1.lan:1")
    assert read_address("tcp://[::1]:8786") == Address(0, "tcp://[::1]:8786")


WRONG = ("local", "local:", "local:0", "local:1025", "local:-1", "local:٣", "10.0.0.5:8786", "tcp://h", "tcp://h:0",
         "tcp://h:65536", "tcp:///x:1", "udp://h:1", "", "x" * 5000)  # fmt: skip


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:20])
def test_anything_else_is_a_sentence(dask, text):
    with pytest.raises(BadInput, match="--cluster is '.*'; allowed: local:N with N from 1 to 1024, or tcp://") as wrong:
        read_address(text)
    assert len(str(wrong.value)) < 200


@pytest.mark.parametrize("command", [("run", "--variant", "base"), ("compare", "base", "base+faster")])
def test_without_dask_the_extra_is_named(command, monkeypatch, capsys, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert cli.main([*command, "--cluster", "local:2"]) == 2
    assert 'pip install ".[cluster]"' in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_threads_and_a_cluster_are_one_too_many(dask, capsys, tmp_path):
    words = ["run", "--variant", "base", "--games", "4", "--store", str(tmp_path / "s"), "--workers", "2"]
    assert "--workers beside --cluster; allowed: one of them" in refused(capsys, [*words, "--cluster", "local:2"])
