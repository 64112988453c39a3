"""Of many arms the dashboard begins with those that a report shows: the ones that moved surest."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables.shelf import SOURCES, NotMeasured, Source
from reports.desk import page_data
from reports.page_header import SOME
from tests.lab.fakes import fake_arms
from tests.reports.frames import run_data

APP = Path(__file__).resolve().parents[2] / "app.py"
SAYS = f"{SOME} of 25 rules are shown, those that differ surest from what they are compared with"


@pytest.fixture
def store(tmp_path):
    switches = {"hand_limit": tuple(str(n) for n in range(3, 28))}
    spec = RunSpec(arms=["base"], switches=switches, games=10, shard_games=10)
    run_spec(spec, tmp_path / "store", 1, arms=fake_arms(spec))
    return Store.open(tmp_path / "store")


@pytest.fixture
def names(store):
    return [str(name) for name in store.arms()["arm"]]


@pytest.fixture
def compared(names, monkeypatch):
    """Arm n differs from the first one by 3 n half-widths: the last are the surest."""
    frame = run_data(tuple(names))["comparison"]
    monkeypatch.setitem(SOURCES, "comparison", Source("comparison", lambda shelf: frame, is_slow=False))


def opened(store, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(store.path)])
    app = AppTest.from_file(str(APP), default_timeout=120).run()
    assert not app.exception and not app.error
    return app


def arms(app):
    return app.sidebar.multiselect(key="arms")


def said(app):
    return " ".join(element.proto.body for element in app.get("html"))


@pytest.mark.deep
def test_it_begins_with_the_surest_and_says_so(store, names, compared, monkeypatch):
    app = opened(store, monkeypatch)
    assert arms(app).value == [names[0], *names[-(SOME - 1) :]]
    assert SAYS in said(app)
    app = arms(app).set_value(names[2:4]).run()
    assert arms(app).value == names[2:4]
    assert "2 of 25 rules are shown; choose others in the side bar" in said(app)


@pytest.mark.deep
def test_until_somebody_has_compared_them_they_are_the_first_ones(store, names, monkeypatch):
    known = []
    frame = run_data(tuple(names))["comparison"]

    def comparison(shelf):
        if not known:
            raise NotMeasured("comparison")
        return frame

    with monkeypatch.context() as early:
        early.setattr("reports.desk.page_data.see_to", lambda store, large: True)
        early.setattr("reports.desk.page_data.is_small", lambda store, run: False)
        early.setitem(SOURCES, "comparison", Source("comparison", comparison, is_slow=False))
        app, other = opened(store, monkeypatch), opened(store, monkeypatch)
        assert arms(app).value == arms(other).value == names[:SOME] and "differ surest" not in said(app)
        chosen = arms(other).set_value(names[:3]).run()
        known.append(True)
        page_data._taken.clear()  # what is kept with the run has changed, so it is looked for anew
        assert arms(app.run()).value == [names[0], *names[-(SOME - 1) :]]
        assert arms(chosen.run()).value == names[:3]  # what somebody chose stays
