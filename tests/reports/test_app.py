"""The dashboard on a tiny store: every page is shown, arms can be chosen, an empty store is not an error."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import Title, run_spec
from lab.store.store_folder import Store
from reports.elements import Note
from reports.page_list import load_pages
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
        assert not app.exception and not app.error
        return app

    return open_app


def charts(app):
    return app.get("plotly_chart")


def html(app):
    return [element.proto.body for element in app.get("html")]


def tables(app):
    return [body for body in html(app) if "<table>" in body]


def test_it_opens_on_the_overview(store, opened):
    app = opened(store)
    assert app.title[0].value == "Overview"
    assert len(charts(app)) >= 1 and not tables(app)  # of two rules the pictures say what the table says


def test_what_is_large_and_folded_is_sent_when_it_is_opened(store, opened):
    app = opened(store)
    before = len(tables(app))
    (fold,) = [key for n in range(20) if (key := f"fold-overview-{n}-") in app.session_state]
    app.session_state[fold] = True
    assert len(tables(app.run())) == before + 3  # of its games, its decks and its runs


def test_every_page_is_listed_and_draws(store, opened):
    app = opened(store)
    for page in load_pages():
        switched = show(app, page.name)
        assert not switched.exception and not switched.error, page.name
        assert switched.title[0].value == page.title
        assert any(escape(page.question) in body for body in html(switched))


def show(app, name):
    """Go to a page by its address: the test driver only switches to pages that are files."""
    from streamlit.util import calc_hash

    app._page_hash = calc_hash(name)
    return app.run()


@pytest.mark.deep
def test_arms_can_be_hidden(store, opened):
    app = opened(store)
    arms = app.sidebar.multiselect(key="arms")
    assert arms.value == ["base", "faster"] and any(" games per rule set, " in body for body in html(app))
    app = arms.set_value(["faster"]).run()
    assert not app.exception and not app.error and any(" with faster, " in body for body in html(app))
    app = app.sidebar.multiselect(key="arms").set_value([]).run()
    assert "pick at least one" in app.info[0].value and not charts(app)


def test_a_store_that_is_not_there_gets_a_friendly_sentence(tmp_path, opened):
    app = opened(tmp_path / "nothing")
    assert "there is no store here" in app.info[0].value and "lab run" in app.info[0].value
    assert not charts(app)


def test_a_store_without_runs_gets_a_friendly_sentence(tmp_path, opened):
    Store.open(tmp_path / "empty", create=True)
    app = opened(tmp_path / "empty")
    assert "holds no run yet" in app.info[0].value and "lab run" in app.info[0].value
    assert any("lab prose" in body for body in html(show(app, "guide")))  # how to begin is told without a run


@pytest.mark.deep
def test_new_games_are_seen(store, opened):
    app = opened(store)
    spec = RunSpec(arms=["base"], games=20, shard_games=10, seed=4)
    run_spec(spec, store, 1, arms=fake_arms(spec))
    app = app.run()
    assert not app.exception and not app.error and len(app.sidebar.multiselect(key="run").options) == 2


@pytest.mark.deep
def test_runs_stand_side_by_side_and_arms_of_one_name_are_told_apart(store, opened):
    spec = RunSpec(arms=["base"], games=20, shard_games=10, seed=4)
    run_spec(spec, store, 1, title=Title("lab run", "second"), arms=fake_arms(spec))
    app = opened(store)
    runs = app.sidebar.multiselect(key="run")
    app = runs.set_value(Store.open(store).run_ids()).run()
    assert not app.exception and not app.error
    first = next(r for r in Store.open(store).runs().to_dicts() if not r["name"])["run_id"][:6]
    assert set(app.sidebar.multiselect(key="arms").value) == {f"base ({first})", "faster", "base (second)"}


@pytest.mark.deep
def test_stores_are_chosen_within_the_folder_of_the_command(tmp_path, store, opened):
    """Two stores below the folder are offered; a store beside it, or behind a link, is not."""
    inside = tmp_path / "inside"
    for name in ("a", "b"):
        spec = RunSpec(arms=["base"], games=10, shard_games=10, seed=1)
        run_spec(spec, inside / name, 1, arms=fake_arms(spec))
    (inside / "out").symlink_to(store)
    assert opened(inside).sidebar.selectbox(key="store").options == ["a", "b"]


@pytest.mark.deep(but=1)
@pytest.mark.parametrize(
    "asked", ["../store", "..", "/", "~", "{tmp}/store", "out", "linked", "deep", "a/../../store", ""]
)
def test_no_address_leads_out_of_the_folder(tmp_path, store, monkeypatch, asked):
    """Whatever the address asks for, a store that is offered is shown, and none is that lies elsewhere."""
    inside = tmp_path / "inside"
    for name in ("a", "b"):
        spec = RunSpec(arms=["base"], games=10, shard_games=10, seed=1)
        run_spec(spec, inside / name, 1, arms=fake_arms(spec))
    (inside / "out").symlink_to(store)
    (inside / "linked").mkdir()
    (inside / "linked" / "runs").symlink_to(store / "runs")
    (inside / "deep" / "runs").mkdir(parents=True)
    (inside / "deep" / "runs" / "one").symlink_to(next((store / "runs").iterdir()))
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(inside)])
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params["store"] = asked.format(tmp=tmp_path)
    app.run()
    assert not app.exception and not app.error
    field = app.sidebar.selectbox(key="store")
    assert field.options == ["a", "b"] and field.value in field.options
    (own,) = Store.open(inside / "a").run_ids()
    assert any(own in body for body in html(app))
    assert not any(run in body for run in Store.open(store).run_ids() for body in html(app))


def test_a_lone_store_is_not_left_either(tmp_path, store, opened):
    (tmp_path / "inside" / "linked").mkdir(parents=True)
    (tmp_path / "inside" / "linked" / "runs").symlink_to(store / "runs")
    app = opened(tmp_path / "inside")
    assert str(tmp_path / "inside") in app.info[0].value and not charts(app) and not app.sidebar.multiselect


def test_a_page_that_fails_is_one_sentence(store, opened, monkeypatch, capfd):
    from reports.desk import app_frame

    def raising(_data):
        yield Note("so far so good")
        raise TypeError("planted")

    pages = [replace(page, draw=raising) if page.name == "overview" else page for page in load_pages()]
    monkeypatch.setattr(app_frame, "load_pages", lambda: pages)
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(store)])
    app = AppTest.from_file(str(APP), default_timeout=60).run()
    (error,) = app.error
    assert not app.exception and "so far so good" in " ".join(html(app))
    assert re.fullmatch(r"This page cannot be shown: TypeError in tests/\S+, line \d+: planted\.", error.value)
    assert "Traceback" in capfd.readouterr().err  # for whoever mends it


GONE = {"run": "gone · 123456", "arms": "base+gone", "length": "furlongs", "game": "100000", "arm": "x"}


@pytest.mark.parametrize(("page", "key"), [*zip(("overview", "overview", "game_length", "replay", "replay"), GONE)])
def test_an_address_of_what_is_gone_says_so_and_what_is_there_does_not(store, opened, page, key):
    value = GONE[key]
    app = opened(store)
    app.query_params[key] = value
    app = show(app, page)
    assert any("is not there: something else is shown" in body and value in body for body in html(app))
    assert not any("is not there" in body for body in html(show(opened(store), page)))


def test_an_older_link_with_a_choice_that_is_gone_says_so(store, opened):
    app = opened(store)
    app.query_params["axis"] = "turns"
    assert any("Counted in" in body and "which pages no longer have" in body for body in html(show(app, "compare")))
    assert not any("no longer have" in body for body in html(show(opened(store), "compare")))


def test_the_beginning_of_a_runs_id_names_it_in_an_address(store, opened):
    spec = RunSpec(arms=["base"], games=10, shard_games=10, seed=4)
    run_spec(spec, store, 1, arms=fake_arms(spec))
    (shown,) = opened(store).sidebar.multiselect(key="run").value
    (older,) = {*Store.open(store).run_ids()} - {shown}
    app = AppTest.from_file(str(APP), default_timeout=60)
    app.query_params["run"] = older[:6]
    app = show(app, "overview")
    assert app.sidebar.multiselect(key="run").value == [older]
    assert not any("is not there" in body for body in html(app))


def test_the_rules_lab_shows_what_one_gets_by_the_run_that_is_shown(store, opened):
    app = show(opened(store), "rules_lab")
    said = " ".join(html(app))
    assert "what \u201cfaster\u201d does" in said and "No difference between the rules was found" in said
    assert "Example: what" in said and len(charts(app)) == 1 and "<li></li>" not in said


def test_one_field_leads_to_pages_runs_and_rules_and_is_empty_again(store, opened):
    app = opened(store)
    field = app.sidebar.selectbox(key="find")
    kinds = {option.rpartition(" · ")[2] for option in field.options}
    assert {"page", "run", "rule", "game"} <= kinds
    wanted = next(option for option in field.options if "(hand_limit)" in option)
    app = field.set_value(wanted).run()
    (way,) = [body for body in html(app) if "labGo(" in body and "rules_lab" in body]
    assert "switch=most+cards+in+hand" in way and app.sidebar.selectbox(key="find").value is None
    assert not any("rules_lab" in body for body in html(app.run()))  # it leads there once
