"""The page about one question: the answer first, each measure where it belongs, and nothing that needs a network."""

from __future__ import annotations

import re
from dataclasses import replace

import polars as pl
import pytest

from lab.errors import BadInput
from reports.verdict_chart import LEFT, WIDE, chart
from reports.verdict_page import as_html, as_text, verdict, write
from tests.lab.fixed_store import FINISHED, UNFINISHED, fixed_store


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return fixed_store(tmp_path_factory.mktemp("verdict") / "lab-store")


def test_the_answer_comes_first_and_what_the_arm_sets_is_said(store):
    page = verdict(store, FINISHED)
    html, text = as_html(page), as_text(page)
    assert html.index(page.sentences[0]) < html.index("<svg") < html.index("<table") < html.index("What to try next")
    assert "faster_play.listen_at_door = true (before false)" in " ".join(text.split())
    assert "<script" not in html and "http" not in html
    assert all(len(line) <= 80 for line in text.splitlines())
    assert len(page.cells()) == len(page.rows) <= 10 and page.rows[0].role == "primary"


def test_what_is_typed_into_a_name_is_no_markup(store):
    page = replace(verdict(store, FINISHED), title='<b>"x"</b>', asked="lab run '<i>'")
    assert "<b>" not in as_html(page) and "<i>" not in as_html(page)


def test_one_arm_and_an_unknown_one_are_refused_in_a_sentence(store, tmp_path):
    with pytest.raises(BadInput, match="has one arm"):
        verdict(store, UNFINISHED)
    with pytest.raises(BadInput, match=r"compares nothing with 'nobody'; allowed: base\+faster"):
        verdict(store, FINISHED, "nobody")
    with pytest.raises(BadInput, match="cannot be written"):
        write(verdict(store, FINISHED), tmp_path / "none" / "v.html")


def test_each_measure_stands_at_its_change(store):
    """Turns 50 to 60: +20 %, interval +10 to +30; a share from 0.2 to 0.3: 10 points, from 0 to 20."""
    row = verdict(store, FINISHED).rows[0]
    turns = replace(row, metric="turns", value_a=50.0, difference=10.0, low=5.0, high=15.0, found=True)
    share = replace(turns, metric="ending_kill", value_a=0.2, difference=0.1, low=0.0, high=0.2, found=False)
    drawn = chart([turns, share])
    whiskers = re.findall(r'<line class="mark" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', drawn)
    (low, high), (zero, far) = [tuple(map(float, one)) for one in whiskers]
    middle = float(re.search(r'<circle class="mark" cx="([\d.]+)"', drawn)[1])
    assert LEFT <= zero < low < high < WIDE and middle == pytest.approx((low + high) / 2, abs=0.11)
    assert low - zero == pytest.approx((high - low) / 2, abs=0.11)  # 10 of 20
    assert far - zero == pytest.approx(high - low, abs=0.11)
    assert drawn.count('class="mark open"') == 1  # what was not found is hollow


def test_an_arm_that_no_variant_names_is_put_into_no_command_and_short_runs_are_told(store, monkeypatch):
    assert any("lab compare base base+faster --three-tables" in line for line in verdict(store, FINISHED).next)
    arms = store.arms
    named = lambda run: arms(run).with_columns(variant=pl.lit("base"))  # noqa: E731
    monkeypatch.setattr(store, "arms", named)
    monkeypatch.setattr(store, "unfinished", lambda _run: "12 of 120 games are missing")
    page = verdict(store, FINISHED)
    assert page.readings == () and not any("lab compare" in line for line in page.next)
    assert page.sure.endswith("12 of 120 games are missing.")
