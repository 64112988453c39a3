"""The dashboard on runs too large to be measured while somebody waits: it says so, and shows what comes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from lab.precompute import lock_of, measure
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables import shelf
from reports.desk import background_jobs, page_data
from reports.page_list import load_pages
from tests.lab.fakes import fake_arms
from tests.lab.planted import watched

APP = Path(__file__).resolve().parents[3] / "app.py"
PAGES = [page for page in load_pages() if page.metrics]


@pytest.fixture
def store(tmp_path, monkeypatch):
    """A store whose run counts as large."""
    spec = RunSpec(arms=["base", "base+faster"], games=30, shard_games=10, seed=3)
    run_spec(spec, tmp_path / "store", 1, arms=fake_arms(spec))
    monkeypatch.setattr(shelf, "AT_ONCE", 0)
    st.cache_resource.clear()
    return Store.open(tmp_path / "store")


@pytest.fixture
def begun(monkeypatch):
    """Processes that were begun, which do nothing until they are ended."""
    processes = []

    def begin(key, words, waits):
        assert waits and words[:3] == ["metrics", "all", "--run"]
        idle = [sys.executable, "-c", "import sys; sys.stdin.read()"]
        processes.append((words[3], subprocess.Popen(idle, stdin=subprocess.PIPE)))

    monkeypatch.setattr(background_jobs, "begin", begin)
    monkeypatch.setattr(background_jobs, "is_going_on", lambda _: bool(processes) and processes[-1][1].poll() is None)
    monkeypatch.setattr(page_data, "_GIVEN", {})
    yield processes
    for _, process in processes:
        ended(process)


def ended(process):
    process.stdin.close()
    process.wait(60)


@pytest.fixture
def opened(monkeypatch):
    """Open a page of the dashboard on a store."""

    def open_app(store, name):
        from streamlit.util import calc_hash

        monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(store.path)])
        app = AppTest.from_file(str(APP), default_timeout=60)
        app._page_hash = calc_hash(name)
        app.run()
        assert not app.exception and not app.error
        return app

    return open_app


def told(app):
    return [info.value for info in app.caption if info.value.startswith("Measuring")]


def bodies(app):
    return [one.proto.body for one in app.get("html")] + [one.proto.spec for one in app.get("plotly_chart")]


def elements(app):
    return app.get("plotly_chart") + [one for one in app.get("html") if "<table>" in one.proto.body]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_a_page_without_results_says_so_computes_nothing_and_shows_them_when_they_come(
    page, store, begun, opened, monkeypatch
):
    computed = watched(monkeypatch)
    app = opened(store, page.name)
    assert len(told(app)) == 1 and f"of {len(page.metrics)} results of this page: " in told(app)[0]
    assert not computed and not elements(app)
    before = len(bodies(app))
    list(measure(store, store.run_ids()))
    computed.clear()
    app.run()
    assert not app.exception and not app.error and not told(app) and len(bodies(app)) > before
    assert not computed and len(begun) == 1
    monkeypatch.setattr(shelf, "AT_ONCE", 400_000)
    st.cache_resource.clear()
    assert bodies(app) == bodies(opened(store, page.name))


def test_what_is_there_is_drawn_as_far_as_it_goes(store, begun, opened):
    from lab.tables.metric import compute

    (run,) = store.run_ids()
    page = next(page for page in PAGES if page.name == "endings")
    compute(store, page.metrics[:1], run)
    app = opened(store, page.name)
    assert f"3 of {len(page.metrics)} results of this page: ending flow" in told(app)[0]
    assert any('class="lab answer"' in one.proto.body for one in app.get("html"))


def test_no_run_is_given_to_a_second_process_whoever_looks(store, begun, opened):
    for page in PAGES[:3]:
        opened(store, page.name)
    opened(store, PAGES[0].name).run()
    assert [run for run, _ in begun] == store.run_ids()


def test_runs_of_a_store_are_measured_one_after_the_other(store, begun):
    runs = {name: shelf.State(3, is_growing=False) for name in ("one", "other")}
    assert page_data.see_to(store, runs) and page_data.see_to(store, runs)
    assert [run for run, _ in begun] == ["one"]
    ended(begun[0][1])
    assert page_data.see_to(store, runs)
    assert [run for run, _ in begun] == ["one", "other"]
    ended(begun[1][1])
    assert not page_data.see_to(store, runs) and len(begun) == 2


def test_while_another_process_measures_the_store_none_is_begun(store, begun, opened):
    from lab.store.store_locks import alone

    with alone(lock_of(store)):
        app = opened(store, PAGES[0].name)
        assert told(app) and not begun
    app.run()
    assert told(app) and len(begun) == 1


def test_what_could_not_be_kept_is_measured_while_one_waits(store, begun, opened):
    app = opened(store, "endings")
    ended(begun[0][1])  # it has kept nothing
    app.run()
    assert not told(app) and elements(app) and len(begun) == 1


def test_a_small_run_is_measured_at_once(store, begun, opened, monkeypatch):
    monkeypatch.setattr(shelf, "AT_ONCE", 400_000)
    app = opened(store, "endings")
    assert not told(app) and elements(app) and not begun


def test_the_process_measures_and_keeps(store, opened, monkeypatch):
    monkeypatch.setattr(page_data, "_GIVEN", {})
    app = opened(store, "players")
    assert told(app)
    measuring = background_jobs._ALL[str(store.path.resolve())]
    assert measuring.process.wait(240) == 0 and not background_jobs.going_on()
    computed = watched(monkeypatch)
    app.run()
    assert not told(app) and elements(app) and not computed


def test_a_growing_run_is_measured_anew_when_it_has_grown(tmp_path):
    given = shelf.State(100, True)
    assert not page_data._is_due(shelf.State(149, True), given)
    assert page_data._is_due(shelf.State(150, True), given)
    assert page_data._is_due(shelf.State(101, False), given)
    assert page_data._is_due(shelf.State(100, False), given)
    ended_then = shelf.State(100, False)
    assert not page_data._is_due(ended_then, ended_then)
    assert page_data._is_due(shelf.State(101, False), ended_then)


def test_numbers_of_fewer_games_are_shown_and_marked_until_newer_ones_come(tmp_path, begun, opened, monkeypatch):
    class Stop(Exception):
        """Somebody ends the run in its middle."""

    def play(*last):
        def before(arm, first):
            if last and (arm, first) == last:
                raise Stop

        spec = RunSpec(arms=["base", "base+faster"], games=30, shard_games=10, seed=3)
        try:
            run_spec(spec, tmp_path / "grown", 1, arms=fake_arms(spec, before))
        except Stop:
            pass
        return Store.open(tmp_path / "grown")

    monkeypatch.setattr(shelf, "AT_ONCE", 0)
    store = play("base+faster", 10)
    list(measure(store, store.run_ids()))
    play("base+faster", 20)
    app = opened(store, "endings")
    late = "These numbers are of the games that there were a while ago"
    assert elements(app) and any(late in caption.value for caption in app.caption) and len(begun) == 1
    list(measure(store, store.run_ids()))
    app.run()
    assert elements(app) and not any(late in caption.value for caption in app.caption)


def test_a_store_that_goes_away_while_it_is_measured_is_told_in_a_sentence(store, begun, opened):
    app = opened(store, "endings")
    assert told(app)
    store.path.rename(store.path.with_name("gone"))
    app.run()
    assert not app.exception and not app.error and not told(app) and "there is no store here" in app.info[0].value
