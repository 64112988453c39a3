"""The replay page: its words and charts without Streamlit, and stepping, jumping and comparing in the app."""

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
from lab.games.table_snapshots import Fight, Laid, Part, Player, Roll, Shot
from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from reports.desk import replay_charts, replay_words, table_words, tape_chart
from reports.desk.replay_choice import arms_of, as_stored, game_of, other_game
from reports.display_names import PEOPLE
from tests.reports.test_app import html, show

NAMES = PEOPLE[:4]
SPEC = GameSpec(("base",), "base", 7, 3, 4)
FIGHT = Fight(
    0, (2,), ("Big <Rat>",), (Part("Ann: Level", 3), Part("Cleo: Sword", 4)), (Part("Big <Rat>: Level", 9),), 7, 9,
    False, ("Wand",), (Roll(0, "Big <Rat>", 4, 2, False), Roll(2, "Big <Rat>", 5, 5, True)),
)  # fmt: skip


@pytest.fixture(scope="module")
def game():
    return walk(SPEC, names=PEOPLE)


@pytest.fixture(scope="module")
def last_fight():
    """A game that somebody wins by a kill."""
    games = (walk(replace(SPEC, game=number), names=PEOPLE) for number in range(20))
    return next(game for game in games if game.ending == "kill")


def player(**changed):
    plain = Player(2, 5, False, 1, ("Elf",), (Laid("Sword", 3, ("Of <Doom>",)),), (Laid("Hat"),), (), ("A", "B"))
    return replace(plain, **changed)


def test_a_combat_shows_every_part_of_both_sums_and_every_roll():
    said = table_words.combat(FIGHT, NAMES)
    assert "Ann with Cleo against Big &lt;Rat&gt;" in said and "<b>7</b> : <b>9</b>" in said
    assert "<dt>Cleo: Sword</dt><dd>+4</dd>" in said and "The monsters are ahead" in said
    assert "Ann runs from Big &lt;Rat&gt;: rolls 4, which comes to 2, is caught" in said
    assert "Cleo runs from Big &lt;Rat&gt;: rolls 5, gets away" in said and "Played into it: Wand." in said
    assert "The players are ahead" in table_words.combat(replace(FIGHT, foes=7, wins_ties=True), NAMES)
    assert "The combat is lost" in table_words.combat(replace(FIGHT, result="lost"), NAMES)
    assert "Ann with Cleo, Ben and Dan against" in table_words.combat(replace(FIGHT, helpers=(2, 1, 3)), NAMES)
    alone = table_words.combat(replace(FIGHT, helpers=(), ours=FIGHT.ours[:1]), NAMES)
    assert "Ann against" in alone and "<b>Ann</b>" in alone and "<dt>Level</dt><dd>+3</dd>" in alone


def test_the_table_shows_only_the_hand_of_whoever_decides_unless_all_are_wanted(game):
    shot = Shot(3, 1, 0, 1, (player(), player(hand=("Secret <C>",), dead=True)), None, 40, 1)
    called = replay_words.called(game)
    said = table_words.table(called, shot, (shot.asked,))
    assert "2 cards</dd>" in said and "A, B" not in said and "1 card: Secret &lt;C&gt;" in said
    assert all(part in said for part in ("Doom&gt;</dt><dd>+3</dd>", "<dd>Hat</dd>", "<dd>Elf, male</dd>"))
    first, second = said.split('<details class="seat"')[1:]
    assert ">Ann’s turn<" in first and ">next to act<" not in first and ">next to act<" in second and ">dead<" in second
    assert "rules and Curses" not in said  # Level 2 and a Sword of 3 are its strength of 5
    strong = replace(shot, players=(player(strength=9, powers=(Part("Big <Friend>", 3),)),))
    assert "Friend&gt;</dt><dd>+3</dd><dt>rules and Curses</dt><dd>+1</dd>" in table_words.table(called, strong, ())
    assert "2 cards: A, B" in table_words.table(called, shot, range(2))


def test_what_has_happened_stands_above_what_came_before_in_the_turn(game):
    later = range(game.starts[2], len(game.steps))
    said = {step: replay_words.happened(game, step) for step in later}
    step = next(step for step, words in said.items() if "Earlier in this turn" in words)
    now, before = said[step].split("Earlier in this turn")
    assert all(line.split("   [")[0] in now for line in game.steps[step].lines)
    assert game.steps[step - 1].lines[-1].split("   [")[0] in before
    assert f"step {step + 1} of {len(game.steps)}" in now and "Turn " in now
    assert "first difference" not in now
    assert "first difference" in replay_words.happened(game, step, game.steps[step].numbers[0])


def test_the_first_sentence_says_who_won_and_how(last_fight):
    game, number = last_fight, last_fight.played.spec.game
    winner = game.winners[0]
    said = replay_words.outcome(game, "base")
    assert said.startswith(
        f"**{NAMES[winner]} ({game.agents[winner]}) won** game {number} of base by a kill, at Level 10 after"
    )
    assert f"**Nobody won** game {number} of base: it was cut off after" in replay_words.outcome(
        replace(game, winners=(), ending="capped"), "base"
    )


def test_it_opens_where_somebody_first_fights_for_the_last_level(last_fight):
    game, step = last_fight, replay_words.climax(last_fight)

    def stakes(shot):
        """Levels of fighters in combats that go on."""
        return shot.players[shot.fight.fighter].level if shot.fight and not shot.fight.result else 0

    assert stakes(game.steps[step].shot) == game.goal - 1 > max(stakes(s.shot) for s in game.steps[:step])
    shot = game.steps[step].shot
    fighter, held = shot.fight.fighter, [len(player.hand) for player in shot.players]
    others = sum(held) - sum(held[seat] for seat in (fighter, *shot.fight.helpers))
    said = f"{NAMES[fighter]} is one Level short of winning, and the others hold {others} cards"
    assert others > 1 and replay_words.stakes(game, step) == said + " that may stop it" * shot.fight.is_winning
    assert replay_words.stakes(game, 0) == ""
    never = replace(game, goal=99)
    assert replay_words.climax(never) == never.combat_from(len(never.steps) - 1, -1)
    assert replay_words.opening(game, "base", 2000).startswith("**The closest finish of all 2,000 games of base**, ")


def test_the_charts_show_the_levels_of_the_headings_and_mark_the_present_turn(game):
    fig = replay_charts.levels(game, game.starts[9])
    assert [line.x0 for line in fig.layout.shapes if line.x0 == line.x1] == [9]
    for turn in range(3, 12):
        heading = game.played.turns[turn][0]
        levels = ", ".join(f"{NAMES[s]} {round(fig.data[s].y[turn - 1])}" for s in range(4))
        assert f"(Levels: {levels};" in heading
    assert [round(trace.y[-1]) for trace in fig.data] == [p.level for p in game.steps[-1].shot.players]


def test_chances_end_with_what_came_of_the_game(game):
    rows = [(turn, seat, 0.25) for turn in range(1, game.turns + 1) for seat in range(-1, 4)]
    said = pl.DataFrame(rows, schema=["turn", "seat", "chance"], orient="row")
    known = said.with_columns(chance=pl.when(pl.col("seat") < 0).then(0.0).otherwise(0.25))
    fig = replay_charts.chances(game, known, 5)
    assert len(fig.data) == 4  # nobody has no chance: no line
    assert [trace.y[-1] for trace in fig.data] == [1.0 if s in game.winners else 0.0 for s in range(4)]
    assert all(len(trace.x) == game.turns + 1 for trace in fig.data)
    before = replay_charts.chances(game, said, game.starts[7], to_the_end=False)
    assert {len(trace.x) for trace in before.data} == {7} and not before.layout.annotations[5:]  # no turn moved


def test_the_turns_that_moved_the_chances_most_are_named_with_what_befell_whom_they_moved(game):
    rows = [(t, s, 0.25 + (t > 10) * (-0.15 if s == 1 else 0.05)) for t in range(1, game.turns + 1) for s in range(4)]
    said = pl.DataFrame(rows, schema=["turn", "seat", "chance"], orient="row")
    (mark,) = replay_charts.turning(game, said, game.turns)
    assert (mark.x, mark.seat) == (10.0, 1) and mark.moved[1] == pytest.approx(-0.15)
    assert mark.words.startswith("Ben falls from Level 3 to 2")  # by a Curse of Dan
    other = said.with_columns(chance=0.5 - pl.col("chance"))
    assert "explains what Ben gains" in replay_charts.turning(game, other, game.turns)[0].words
    assert tape_chart.turning_points((), NAMES)  # Streamlit refuses to show nothing
    assert "<b>1</b>" in {note.text for note in replay_charts.chances(game, said, 5).layout.annotations}


# --- in the app --------------------------------------------------------------------------------


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
    assert "won</b> game 0 of base" in " ".join(html(app.toggle(key="ending").set_value(True).run()))
    app = app.slider(key="step").set_value(1).run()
    app = app.button(key="to-right").click().run()
    assert not app.exception and not app.error and "step 2 of" in told(app) and app.slider(key="step").value == 2
    app = app.button(key="to-shift+right").click().run()
    assert "Turn 1 of" in told(app)
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
    assert "The closest finish of all 6 games of base" in " ".join(html(opened()))


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
