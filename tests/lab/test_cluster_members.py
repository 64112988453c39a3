"""Who may play: workers that write other files are refused; those of this machine start at the same time."""

from __future__ import annotations

import socket
import sys
from types import ModuleType

import polars as pl
import pytest

from lab.runs.arms import identify, open_arms
from lab.runs.cluster.members import Members
from lab.runs.cluster.worker_task import first_order, unlike
from lab.runs.run_spec import RunSpec

SPEC = RunSpec(arms=("base",), games=4, seats=3, agents=("balanced",))
ONE, TWO, FAR = "tcp://127.0.0.1:1", "tcp://127.0.0.1:2", "tcp://10.0.0.1:3"


class Silent:
    """A cluster whose workers never answer."""

    def __init__(self, *addresses):
        self.addresses = addresses

    def nthreads(self):
        return dict.fromkeys(self.addresses, 1)

    def submit(self, *_about, **_how):
        return self

    def add_done_callback(self, _heard):
        pass


def asked(ready):
    members = Members(Silent(ONE, TWO, FAR), None, print, ready)
    members.look()
    return set(members.asked)


def test_one_worker_of_each_machine_compiles_the_engine_and_none_waits_where_that_is_done():
    assert asked(()) == {ONE, FAR}
    assert asked(("tcp://127.0.0.1",)) == {ONE, TWO, FAR}


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
        with open_crew(Address(1, ""), print) as crew:
            assert crew.client.cluster.scheduler.http_server.address == "127.0.0.1"
            assert crew.size == 1 and crew.client.direct_to_workers
            assert list(crew.client.run(pl.thread_pool_size).values()) == [1], "a worker is one core"
    assert not [str(w.message) for w in recwarn if "8787" in str(w.message)]
