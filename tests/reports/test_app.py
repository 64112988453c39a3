"""The dashboard on a tiny store: every page is shown, arms can be chosen, an empty store is not an error."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lab.runs.runner import run_spec
from lab.runs.spec import RunSpec
from lab.store.folder import Store
from reports.contents import load_pages
from tests.lab.fakes import fake_arms

APP = Path(__file__).resolve().parents[2] / "app.py"


@pytest.fixture
def store(tmp_path):
    spec = RunSpec(arms=["base", "base+faster"], games=30, shard_games=10, seed=3)
    run_spec(spec, tmp_path / "store", 1, arms=fake_arms(spec))
    return tmp_path / "store"


@pytest.fixture
def opened(monkeypatch):
    """Open the dashboard on a store."""

    def open_app(path):
        monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(path)])
        app = AppTest.from_file(str(APP), default_timeout=60).run()
        assert not app.exception
        return app

    return open_app


def charts(app):
    return app.get("plotly_chart")


def test_it_opens_on_the_overview(store, opened):
    app = opened(store)
    assert app.title[0].value == "Overview"
    assert len(charts(app)) >= 1 and len(app.dataframe) >= 2
    assert app.sidebar.text_input[0].value == str(store)


def test_every_page_is_listed_and_draws(store, opened):
    app = opened(store)
    for page in load_pages():
        switched = show(app, page.name)
        assert not switched.exception, page.name
        assert switched.title[0].value == page.title
        assert page.question in switched.markdown[0].value


def show(app, name):
    """Go to a page by its address: the test driver only switches to pages that are files."""
    from streamlit.util import calc_hash

    app._page_hash = calc_hash(name)
    return app.run()


def test_arms_can_be_hidden(store, opened):
    app = opened(store)
    arms = app.sidebar.multiselect[0]
    assert arms.value == ["base", "base+faster"]
    app = arms.set_value(["base+faster"]).run()
    assert not app.exception
    assert app.dataframe[0].value.iloc[:, 0].to_list() == ["base+faster"]
    app = app.sidebar.multiselect[0].set_value([]).run()
    assert "pick at least one" in app.info[0].value and not charts(app)


def test_a_store_that_is_not_there_gets_a_friendly_sentence(tmp_path, opened):
    app = opened(tmp_path / "nothing")
    assert "there is no store here" in app.info[0].value and "lab run" in app.info[0].value
    assert not charts(app)


def test_a_store_without_runs_gets_a_friendly_sentence(tmp_path, opened):
    Store.open(tmp_path / "empty", create=True)
    app = opened(tmp_path / "empty")
    assert "holds no run yet" in app.info[0].value and "lab run" in app.info[0].value


def test_new_games_are_seen(store, opened):
    app = opened(store)
    spec = RunSpec(arms=["base"], games=20, shard_games=10, seed=4)
    run_spec(spec, store, 1, arms=fake_arms(spec))
    app = app.sidebar.button[0].click().run()
    assert not app.exception and len(app.sidebar.selectbox[0].options) == 2


def test_a_p_value_is_written_as_in_the_report_and_stays_a_number(monkeypatch):
    """Streamlit shows what pandas' Styler wrote where a column has no format of its own, and sorts by the value."""
    import importlib

    import polars as pl

    from reports.elements import Column, Table

    app, shown = importlib.import_module("app"), {}
    monkeypatch.setattr(app.st, "dataframe", lambda body, **options: shown.update(body=body, **options))
    monkeypatch.setattr(app.st, "caption", lambda text: None)
    frame = pl.DataFrame({"name": ["a", "b", "c"], "q": [1e-30, 0.25, None]})
    app._draw_table(Table(frame, "", {"name": Column("card"), "q": Column("q", "p")}), "key")
    assert shown["column_config"]["q"]["type_config"]["format"] is None
    assert shown["body"].data["q"].to_list()[:2] == [1e-30, 0.25]
    html = shown["body"].to_html()
    assert "&lt; 0.001" in html or "< 0.001" in html
    assert "0.250" in html and "\u2013" in html
