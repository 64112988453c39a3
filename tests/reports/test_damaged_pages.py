"""A store with one other bit in it on the dashboard: pages that read the table say so, the others are as before."""

from __future__ import annotations

import sys

import pytest
from streamlit.testing.v1 import AppTest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store import checksums
from tests.lab.fakes import fake_arms
from tests.reports.test_app import APP
from tests.reports.test_app import store as store

pytestmark = pytest.mark.deep


@pytest.fixture
def shown(monkeypatch, store):
    """A page of the dashboard, by its name."""
    from streamlit.util import calc_hash

    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(store)])

    def show(name):
        app = AppTest.from_file(str(APP), default_timeout=60)
        app._page_hash = calc_hash(name)
        app.run()
        assert not app.exception and not any("cannot be shown" in error.value for error in app.error), name
        return app

    return show


ANSWER = 'class="lab answer"'
"""What every page that has numbers begins with."""


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def drawn(app):
    return [element.proto.body for element in app.get("html")]


def forgotten():
    """As if the dashboard had been opened anew."""
    import streamlit as st

    st.cache_resource.clear(), st.cache_data.clear()
    checksums._known.clear()


@pytest.mark.parametrize("page", ["combats", "overview"])
def test_a_page_that_reads_the_table_shows_one_sentence_and_no_number(store, shown, page):
    path = next(store.glob("runs/*/event/base-10.parquet"))
    whole = path.read_bytes()
    flip(path)
    (said,) = [error.value for error in shown(page).error]
    run = path.parents[1].name
    assert (
        f"runs/{run}/event/base-10.parquet has other bytes than were committed; lab store mend --store {store}" in said
    )
    assert len(said.splitlines()) == 1 and not [body for body in drawn(shown(page)) if ANSWER in body]
    assert [button.label for button in shown(page).button] == [f"Mend ({store.name})"]
    path.write_bytes(whole)
    assert not shown(page).error and [body for body in drawn(shown(page)) if ANSWER in body]


def test_a_page_that_reads_other_tables_is_as_before(store, shown):
    before = drawn(shown("seats"))
    forgotten()
    for path in store.glob("runs/*/event/*.parquet"):
        flip(path)
    after = shown("seats")
    assert drawn(after) == before and not after.error and any(ANSWER in body for body in before)


def test_a_page_that_is_filtered_reads_no_file_again(store, shown, monkeypatch):
    app = shown("combats")
    read, really = [], checksums._sum
    monkeypatch.setattr(checksums, "_sum", lambda stamp: read.append(stamp.path) or really(stamp))
    app.sidebar.multiselect(key="arms").set_value(["base"]).run()
    assert not app.exception and not app.error and not read
    forgotten()
    shown("combats")
    assert [one for one in read if "/event/" in one] and len(set(read)) == len(read)


def test_a_run_that_cannot_be_read_is_left_out_and_blocks_no_page(store, shown):
    (run,) = store.glob("runs/*")
    another = RunSpec(arms=["base"], games=20, shard_games=10, seed=4)
    run_spec(another, store, 1, arms=fake_arms(another))
    flip(run / "arm" / "arm.parquet")
    forgotten()
    app = shown("seats")
    (said,) = [error.value for error in app.error]
    assert said.startswith("Left out: ") and f"runs/{run.name}/arm/arm.parquet has other bytes" in said
    assert any(ANSWER in body for body in drawn(app)) and f"Mend ({store.name})" in [one.label for one in app.button]
