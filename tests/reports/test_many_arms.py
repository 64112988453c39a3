"""Which arms are shown where a run has many, and which of them come first."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from lab.cli import main
from lab.errors import BadInput
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tables.shelf import SOURCES, NotMeasured, Source
from reports.desk import page_data
from reports.display_names import source_line
from reports.elements import Answer, Data, Note, Table
from reports.html_report import report_text
from reports.page_header import MOST, SOME, above, shown_arms
from reports.page_list import chosen, load_pages, only_arms
from tests.lab.fakes import fake_arms
from tests.reports.frames import run_data

MANY = tuple(f"base, hand_limit {n}" for n in range(30))
"""Each has a little less of everything than the one before it."""


@pytest.fixture(scope="module")
def data():
    return run_data(MANY)


def test_the_surest_to_differ_are_shown_with_what_they_are_compared_with(data):
    shown = shown_arms(data)
    # Arm n differs from the first one by 3 n half-widths: the last are the surest.
    assert shown["arm"]["arm"].to_list() == [MANY[0], *MANY[-(SOME - 1) :]]
    assert shown["arm"]["position"].to_list() == [0, *range(30 - SOME + 1, 30)]  # colours stay
    assert (shown.of, shown.whole) == (30, data)


def test_without_a_comparison_they_are_the_first(data):
    some = Data({name: frame for name, frame in data.items() if name != "comparison"})
    assert shown_arms(some)["arm"]["arm"].to_list() == list(MANY[:SOME])


def test_as_many_as_a_page_can_show_are_all_shown():
    few = run_data(MANY[:MOST])
    assert shown_arms(few) is few and list(above(few, "")) == []


@pytest.mark.deep
def test_every_page_draws_some_of_many_arms_and_speaks_of_no_other(data):
    shown = shown_arms(data)
    hidden = re.compile("|".join(f"limit {n}\\b" for n in range(1, 30 - SOME + 1)))
    for page in load_pages():
        elements = list(page.draw(chosen(page, shown, {})))
        assert elements, page.name
        if page.name != "overview":  # it tells of all
            texts = [e.text for e in elements if isinstance(e, Answer | Note)]
            assert not hidden.search(" ".join(texts)), page.name


@pytest.mark.deep
def test_the_overview_tells_of_all_and_compare_counts_all(data):
    shown = shown_arms(data)
    pages = {page.name: list(page.draw(chosen(page, shown, {}))) for page in load_pages()}
    table = next(e for e in pages["overview"] if isinstance(e, Table) and e.title == "The games of each")
    assert table.frame.height == 30
    lead, *lines = next(e for e in pages["compare"] if isinstance(e, Answer)).text.split("\n")
    assert "moved in **29 of 29 rules**" in lead and len(lines) == SOME - 1


def test_what_is_not_shown_is_said_and_how_to_choose(data):
    (note,) = above(shown_arms(data), "choose arms with X")
    says = "7 of 30 rules are shown, those that differ surest from what they are compared with; choose arms with X."
    assert note.text == says
    (note,) = above(only_arms(data, MANY[:7]), "choose others in the side bar")
    assert note.text == "7 of 30 rules are shown; choose others in the side bar."


def test_games_that_were_given_up_are_said_above_a_page_and_in_what_is_kept_of_it():
    data = run_data(MANY[:2])
    row = {"run_id": "r", "arm": MANY[1], "given_up": 12, "games": 40, "faults": "endless_turn"}
    data["given_up"] = pl.DataFrame([row], schema=data["given_up"].schema)
    said = f"12 of 40 games of {MANY[1]} were given up (endless_turn) and are in no number."
    assert [note.text for note in above(data, "")] == [said]
    assert source_line(data).endswith(said)
    assert not [note for note in above(only_arms(data, MANY[:1]), "") if "given up" in note.text]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    path = tmp_path_factory.mktemp("many") / "store"
    switches = {"hand_limit": tuple(str(n) for n in range(3, 28))}
    spec = RunSpec(arms=["base"], switches=switches, games=10, shard_games=10)
    run_spec(spec, path, 1, arms=fake_arms(spec))
    return Store.open(path)


@pytest.mark.deep
def test_a_report_says_it_on_every_page_and_shows_what_is_asked_for(store, tmp_path, capsys):
    text = report_text(store)
    assert text.count("7 of 25 rules are shown") == sum(bool(page.metrics) for page in load_pages())
    names = store.arms()["arm"].to_list()
    path = tmp_path / "some.html"
    assert main(["report", "--store", str(store.path), "--to", str(path), "--arm", names[3]]) == 0
    some = path.read_text("utf-8")
    assert "2 of 25 rules are shown; choose" in some  # and the one that it is compared with
    assert f"<td>{names[3]}</td>" in some and f"<td>{names[4]}</td>" not in some
    assert main(["report", "--store", str(store.path), "--to", str(path), "--arm", "nobody"]) == 2
    assert "no arm named 'nobody'; allowed: " in capsys.readouterr().err
    with pytest.raises(BadInput, match="and 15 more"):
        report_text(store, None, ["x" * 100])


APP = Path(__file__).resolve().parents[2] / "app.py"
SAYS = f"{SOME} of 25 rules are shown, those that differ surest from what they are compared with"


@pytest.fixture
def first_store(tmp_path):
    switches = {"hand_limit": tuple(str(n) for n in range(3, 28))}
    spec = RunSpec(arms=["base"], switches=switches, games=10, shard_games=10)
    run_spec(spec, tmp_path / "store", 1, arms=fake_arms(spec))
    return Store.open(tmp_path / "store")


@pytest.fixture
def names(first_store):
    return [str(name) for name in first_store.arms()["arm"]]


@pytest.fixture
def compared(names, monkeypatch):
    """Arm n differs from the first one by 3 n half-widths: the last are the surest."""
    frame = run_data(tuple(names))["comparison"]
    monkeypatch.setitem(SOURCES, "comparison", Source("comparison", lambda shelf: frame, is_slow=False))


def opened(first_store, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(first_store.path)])
    app = AppTest.from_file(str(APP), default_timeout=120).run()
    assert not app.exception and not app.error
    return app


def arms(app):
    return app.sidebar.multiselect(key="arms")


def said(app):
    return " ".join(element.proto.body for element in app.get("html"))


@pytest.mark.deep
def test_it_begins_with_the_surest_and_says_so(first_store, names, compared, monkeypatch):
    app = opened(first_store, monkeypatch)
    assert arms(app).value == [names[0], *names[-(SOME - 1) :]]
    assert SAYS in said(app)
    app = arms(app).set_value(names[2:4]).run()
    assert arms(app).value == names[2:4]
    assert "2 of 25 rules are shown; choose others in the side bar" in said(app)


@pytest.mark.deep
def test_until_somebody_has_compared_them_they_are_the_first_ones(first_store, names, monkeypatch):
    known = []
    frame = run_data(tuple(names))["comparison"]

    def comparison(shelf):
        if not known:
            raise NotMeasured("comparison")
        return frame

    with monkeypatch.context() as early:
        early.setattr("reports.desk.page_data.see_to", lambda first_store, large: True)
        early.setattr("reports.desk.page_data.is_small", lambda first_store, run: False)
        early.setitem(SOURCES, "comparison", Source("comparison", comparison, is_slow=False))
        app, other = opened(first_store, monkeypatch), opened(first_store, monkeypatch)
        assert arms(app).value == arms(other).value == names[:SOME] and "differ surest" not in said(app)
        chosen = arms(other).set_value(names[:3]).run()
        known.append(True)
        page_data._taken.clear()  # what is kept with the run has changed, so it is looked for anew
        assert arms(app.run()).value == [names[0], *names[-(SOME - 1) :]]
        assert arms(chosen.run()).value == names[:3]  # what somebody chose stays
