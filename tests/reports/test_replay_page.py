"""The replay page in the app: stepping, jumping and comparing."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from lab.chances.positions import coded
from lab.errors import BadInput
from lab.games.game_replay import GameSpec, parting_place, varied
from lab.games.game_steps import walk
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from reports.desk.replay_choice import arms_of, as_stored, game_of, other_game
from reports.display_names import PEOPLE
from tests.reports.test_app import html, show

NAMES = PEOPLE[:4]
SPEC = GameSpec(("base",), "base", 7, 3, 4)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A run of two arms, played by the engine."""
    path = tmp_path_factory.mktemp("replayed") / "store"
    run_spec(RunSpec(arms=["base", "base+faster"], games=6, shard_games=6, seed=7), path, 1)
    return path


@pytest.fixture
def opened(monkeypatch, store):
    def open_page(**address):
        monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(store)])
        app = AppTest.from_file(str(Path(__file__).resolve().parents[2] / "app.py"), default_timeout=120).run()
        for key, value in address.items():
            app.query_params[key] = value
        app = show(app, "replay")
        assert not app.exception and not any("cannot be shown" in error.value for error in app.error)
        return app

    return open_page


def told(app):
    return next(body for body in html(app) if "lab now" in body)


def test_the_page_opens_at_a_fight_tells_no_end_unasked_and_steps_on(opened):
    app = opened(game="0")
    assert any("lab combat" in body for body in html(app)) and "won</b>" not in " ".join(html(app))
    app = app.toggle(key="ending").set_value(True).run()
    assert "won</b> game 0 of base" in " ".join(html(app)) and "The game is over" in told(app)
    app = app.slider(key="step").set_value(1).run()
    app = app.button(key="to-right").click().run()
    assert not app.exception and not app.error and "step 2 of" in told(app) and app.slider(key="step").value == 2
    app = app.button(key="to-shift+right").click().run()
    assert "Turn 1, round" in told(app)
    app = app.button(key="to-f").click().run()
    assert any("lab combat" in body for body in html(app))
    app = app.slider(key="step").set_value(app.slider(key="step").max).run()
    assert (
        not app.exception and not app.error and "The game is over" in told(app) and app.button(key="to-right").disabled
    )


@pytest.mark.deep
def test_another_game_begins_at_a_fight(opened):
    app = opened()
    app = app.slider(key="step").set_value(50).run()
    app = app.number_input(key="game").set_value(4).run()
    assert not app.exception and not app.error and any("lab combat" in body for body in html(app))
    assert "game 4 of base" in " ".join(html(app))


def test_who_names_no_game_sees_the_closest(opened):
    app = opened()
    assert "ends closer" not in " ".join(html(app))  # that would tell part of the end
    app = app.toggle(key="ending").set_value(True).run()
    assert "None of the 6 games ends closer, by final Levels." in " ".join(html(app))


@pytest.mark.deep
def test_the_address_leads_to_a_game_and_a_step_of_it(opened):
    app = opened(arm="base+faster", game="3", step="40", ending="true")
    assert "won</b> game 3 of faster" in " ".join(html(app)) and "step 40 of" in told(app)
    app = opened(game="2", step="99999")
    assert "game 2 of base" in " ".join(html(app)) and "step " in told(app)


@pytest.mark.deep
@pytest.mark.parametrize("other", ["faster", "hand_limit=7"])
def test_two_games_stand_side_by_side_and_the_first_difference_is_one_key_away(opened, store, other):
    place = Store.open(store)
    arms = arms_of(place, tuple(place.run_ids()))
    spec = game_of(place, arms["base"], 0)
    a, b = (walk(one, names=NAMES) for one in (spec, other_game(place, arms, spec, other).spec))
    at = parting_place(a.played, b.played)
    step = a.of_line(at) + 1
    app = opened(
        other=other, game="0", step=str(step) if "=" in other else "1"
    )  # the driver knows no value of one's own
    assert f"After {at:,} common lines" in " ".join(html(app))
    app = app if "=" in other else app.button(key="to-d").click().run()
    sides = [body for body in html(app) if "lab now" in body]
    assert app.slider(key="step").value == step
    assert len(sides) == 2 and all("first difference" in side for side in sides)
    assert a.played.lines()[at][1].split("   [")[0] in sides[0].replace("&#x27;", "'")
    assert b.played.lines()[at][1].split("   [")[0] in sides[1].replace("&#x27;", "'")


@pytest.mark.deep
def test_chances_that_cannot_be_learnt_are_a_sentence_below_the_game(opened):
    app = opened(game="0")
    assert not app.exception and not app.error and "step " in told(app)
    assert any("there are no chances for game 0 of base" in caption.value for caption in app.caption)
    app = opened(other="hand_limit=7", chances="true")
    assert any("this game is of none" in body for body in html(app))


def test_no_address_begins_to_play_a_game_that_takes_long(opened):
    """With 4,096 playouts a decision it would take hours; the button plays it, and each decision may be the last."""
    app = opened(other="agents=lookahead:4096")
    assert not app.slider and "may take from seconds to hours" in app.info[0].value

    def stop(turn):
        raise InterruptedError(turn)

    with pytest.raises(InterruptedError):
        walk(varied(SPEC, "agents=lookahead:4096"), stop)


@pytest.mark.deep
def test_the_button_plays_a_game_that_takes_long_once(tmp_path, monkeypatch):
    run_spec(RunSpec(arms=["base"], agents=["lookahead:1", "novice"], games=2, shard_games=2), tmp_path / "store", 1)
    monkeypatch.setattr(sys, "argv", ["app.py", "--store", str(tmp_path / "store")])
    app = show(AppTest.from_file(str(Path(__file__).resolve().parents[2] / "app.py"), default_timeout=120), "replay")
    assert not app.slider and not any("lab now" in body for body in html(app))
    app = app.button(key="play-long").click().run()
    assert not app.exception and "step " in told(app) and not any(b.key == "play-long" for b in app.button)
    app = app.slider(key="step").set_value(2).run()
    assert "step 2 of" in told(app)


def test_nonsense_beside_it_is_one_sentence(opened):
    app = opened(other="hand=7")
    assert app.error[0].value.startswith("--diff is 'hand=7'; allowed")


def test_a_game_that_goes_otherwise_than_the_stored_one_is_told(store):
    place = Store.open(store)
    arm = arms_of(place, tuple(place.run_ids()))["base"]
    same = walk(game_of(place, arm, 2))
    assert as_stored(place, arm, same) == ""
    moved = walk(replace(game_of(place, arm, 2), seed=8))
    assert "This is not the game that is stored: that one ended after" in as_stored(place, arm, moved)


def test_the_log_of_a_game_is_what_the_store_holds(store):
    place = Store.open(store)
    arm = arms_of(place, tuple(place.run_ids()))["faster"]
    rows = place.table("event", arm.run).filter(pl.col("arm").cast(pl.String) == arm.name, pl.col("game") == 4)
    stored, log = coded(rows), walk(game_of(place, arm, 4)).log
    assert set(stored) <= set(log) and len(stored["seq"]) > 500
    assert all(np.array_equal(stored[name], log[name]) for name in stored)


def test_what_is_put_beside_a_game_may_be_an_arm_or_a_change(store):
    place = Store.open(store)
    arms = arms_of(place, tuple(place.run_ids()))
    spec = game_of(place, arms["base"], 1)
    assert other_game(place, arms, spec, "nothing") is None
    assert other_game(place, arms, spec, "base+faster").arm.name == "base+faster"
    assert other_game(place, arms, spec, "hand_limit=7").spec == varied(spec, "hand_limit=7")
    with pytest.raises(BadInput, match="allowed: a variant"):
        other_game(place, arms, spec, "hand=7")
