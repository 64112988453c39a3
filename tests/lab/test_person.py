"""A person's finished game is a run like others: the same game in the store, told again, read by `lab agents fit`."""

from __future__ import annotations

import dataclasses

import pytest

from lab.agents.person import Answers, read, written
from lab.errors import BadInput
from lab.games.game_replay import replay, stored_game, varied
from lab.games.game_steps import walk
from lab.games.live_game import LiveGame
from lab.games.one_seat import Deal
from lab.runs.arms import open_arms
from lab.runs.run_spec import RunSpec, parse_spec, spec_text
from lab.runs.runner import run_spec
from lab.store.store_folder import Store
from lab.tune.play_tests import kept_games, read_play_tests
from tests.engine.positions import COMPILED

pytestmark = pytest.mark.skipif(not COMPILED, reason="plays games")
SHORT = 'base+"Games end at Level 3."'


@pytest.fixture(scope="module")
def games():
    """Three games in which the person, in another seat each time, does what another persona would."""
    found = [LiveGame(Deal((), SHORT, 3, seat, 4 + seat, ("novice",))) for seat in range(3)]
    for game in found:
        while not game.over:
            game.take(game.table.choice())
    return found


@pytest.fixture(scope="module")
def kept(games, tmp_path_factory):
    """The store of their runs, and the runs."""
    path = tmp_path_factory.mktemp("kept") / "store"
    return Store.open(path, create=True), [run_spec(game.as_run(), path, 1).run_id for game in games]


def test_the_store_holds_the_game_that_was_played(games, kept):
    store, runs = kept
    assert len(set(runs)) == 3
    for game, run in zip(games, runs, strict=True):
        (row,) = store.table("game", run).collect().to_dicts()
        g = game.table.g
        assert (row["turns"], row["rounds"], row["winners"]) == (int(g.turn), int(g.rounds), game.table.winners)
        seats = store.table("seat", run).collect().sort("seat")
        assert seats["final_level"].to_list() == g.level[:3].tolist()
        assert seats["agent"].to_list() == ["you" if seat == game.seat else "novice" for seat in range(3)]
        assert store.table("event", run).collect().height == int(g.log_n)


def test_it_is_told_again_line_by_line_and_step_by_step(games, kept):
    store, runs = kept
    spec = stored_game(store.path, runs[0], "", 0)
    told = walk(spec)
    assert told.winners == tuple(games[0].table.winners) and told.turns == int(games[0].table.g.turn)
    assert replay(spec).lines() == told.played.lines()
    with pytest.raises(BadInput, match="a person played this game"):
        varied(spec, "hand_limit=7")
    with pytest.raises(BadInput, match="do not fit this game"):
        walk(dataclasses.replace(spec, answers="99."))


def test_other_answers_are_another_run(games):
    spec = games[0].as_run()
    assert parse_spec(spec_text(spec)) == spec
    (one,), (two,) = (open_arms(spec.model_copy(update={"answers": said})) for said in (spec.answers, "0."))
    assert one.arm_hash != two.arm_hash


def test_agents_fit_reads_the_games_of_a_store(games, kept):
    store, _ = kept
    (arm,) = open_arms(RunSpec(arms=(SHORT,), seats=3))
    found = read_play_tests(store.path, 3, kept_games(store.path, arm, None))
    assert (found.games, found.seats, found.unused) == (3, 3, ())
    assert sorted(found.columns["turns"]) == sorted(int(game.table.g.turn) for game in games)
    assert sorted(found.columns["last"]) == sorted(int(game.table.g.level[:3].min()) for game in games)
    (other,) = open_arms(RunSpec(arms=("base",), seats=3))
    with pytest.raises(BadInput, match="0 of your games are by these rules and cards; allowed: 3 or more"):
        kept_games(store.path, other, None)


def test_answers_are_a_text_and_nobody_else_plays_by_them():
    assert written([3, 0, 12], [0, 2]) == "3.0-12." and read("3.0-12.") == ([3, 0, 12], [0, 2])
    with pytest.raises(ValueError, match="x"):
        read("3.x")
    said = Answers("3.0-")
    assert [said.row(4), said.row(1)] == [3, 0]
    with pytest.raises(BadInput, match="do not fit this game; allowed: the rules and cards as they were"):
        said.row(1)
    for values in ({"games": 1}, {"games": 2, "answers": "0."}):
        with pytest.raises(BadInput, match="agents has 'you', a person; allowed: games that were played at the page"):
            RunSpec(arms=("base",), agents=("you", "novice"), **values)
    with pytest.raises(BadInput, match="answers is '1;'; allowed: nothing, or what a person answered in one game"):
        RunSpec(arms=("base",), answers="1;")
