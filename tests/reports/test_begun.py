"""Commands that a page begins: followed, stopped, and their last words said when they fail."""

from __future__ import annotations

import shlex
import sys
import time
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from reports.desk import background_jobs
from tests.engine.positions import COMPILED
from tests.reports.test_app import show

pytestmark = pytest.mark.deep

APP = Path(__file__).resolve().parents[2] / "app.py"


def until(found, seconds=60):
    end = time.monotonic() + seconds
    while not found() and time.monotonic() < end:
        time.sleep(0.1)
    return found()


def test_what_goes_well_says_nothing():
    background_jobs.begin("well", ["opcodes"])
    assert until(lambda: not background_jobs.is_going_on("well"))
    assert background_jobs.failure("well") == "" and background_jobs.seconds("well") > 0
    assert (
        background_jobs.is_going_on("never begun"),
        background_jobs.failure("never begun"),
        background_jobs.seconds("never begun"),
    ) == (
        False,
        "",
        0,
    )


def test_what_fails_says_its_last_words_again_and_again():
    background_jobs.begin("bad", ["opcodes", "no-such-opcode"])
    assert until(lambda: not background_jobs.is_going_on("bad"))
    said = background_jobs.failure("bad")
    assert "no-such-opcode" in said and "\n" not in said and background_jobs.failure("bad") == said


@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_what_is_stopped_ends_and_is_no_failure(tmp_path):
    words = ["run", "--variant", "base", "--games", "500000", "--store", str(tmp_path / "store")]
    background_jobs.begin("long", words)
    first = background_jobs._ALL["long"].process.pid
    background_jobs.begin("long", words)
    assert background_jobs._ALL["long"].process.pid == first, "what is going on is not begun twice"
    assert background_jobs.going_on() >= 1
    assert until((tmp_path / "store" / "runs").is_dir)
    background_jobs._ALL["long"].said = "hands of base: games: 1,700 of 72,000"
    assert background_jobs.how_far("long").startswith("1,700 of 72,000 games, ")
    background_jobs.end("long")
    assert not background_jobs.is_going_on("long") and background_jobs.failure("long") == ""


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """The page of a card, of which nobody has asked anything; commands are noted and end when they are taken out."""
    run_spec(RunSpec(arms=["base", "base+faster"], games=6, shard_games=6, seed=3), tmp_path / "store", 1)
    going: dict[str, list[str]] = {}
    monkeypatch.setattr(background_jobs, "begin", going.__setitem__)
    monkeypatch.setattr(background_jobs, "is_going_on", going.__contains__)
    monkeypatch.setattr(background_jobs, "going_on", lambda: len(going))
    monkeypatch.setattr(background_jobs, "end", going.pop)
    monkeypatch.setattr(background_jobs, "seconds", lambda key: 7.0)
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(tmp_path / "store")])
    return show(AppTest.from_file(str(APP), default_timeout=60).run(), "card"), going, tmp_path / "store"


def asks(app):
    return {button.label: button for button in app.button if "ask-" in str(button.key) or "stop-" in str(button.key)}


def test_a_card_is_asked_about_from_its_page_and_the_question_can_be_taken_back(opened):
    app, going, store = opened
    assert not app.exception and not app.error and list(asks(app)) == ["Find out (base)", "Find out (faster)"]
    app = asks(app)["Find out (faster)"].click().run()
    ((key, words),) = going.items()
    assert words[0] == "card" and words[-2:] == ["--store", str(store.resolve())] and "base+faster" in words
    assert key == shlex.join(words)
    assert list(asks(app)) == ["Find out (base)", "Stop (faster): playing for 7 s"]
    app = asks(app)["Stop (faster): playing for 7 s"].click().run()
    assert not going and list(asks(app)) == ["Find out (base)", "Find out (faster)"]


def test_the_page_compare_asks_whether_it_holds_whoever_plays(opened):
    app, going, _ = opened
    app = asks(show(app, "compare"))["Try (other players)"].click().run()
    ((_, words),) = going.items()
    assert words[:3] == ["compare", "--whoever-plays", "--run"] and words[-2:] == ["--primary", "turns"]
    assert list(asks(app)) == ["Stop (other players): playing for 7 s"]


def test_two_commands_at_a_time_are_enough(opened):
    app, going, _ = opened
    going.update({"another": [], "and another": []})
    app = app.run()
    assert [button.disabled for button in asks(app).values()] == [True, True]


def test_why_a_question_could_not_be_answered_is_said(opened, monkeypatch):
    app, _, _ = opened
    monkeypatch.setattr(background_jobs, "failure", lambda key: "lab: the disk is full" if "faster" in key else "")
    app = app.run()
    assert [error.value for error in app.error] == ["lab: the disk is full"]
