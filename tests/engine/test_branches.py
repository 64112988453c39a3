"""Branches and the loop that is timed: they play the same games, and what is not other changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from engine.loop.branches import LUCK, PLAYERS, WHIMS, play_branches
from engine.loop.choice_speed import Pace, _walk
from engine.loop.game_ranges import make_book, new_table, play_games
from lab import speed
from lab.agents.personas import ordinary, weights_of
from lab.games.game_table import compiled_decks
from lab.runs.run_spec import RunSpec
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for
from variants.load_variants import load_variant

TABLE = weights_of(("balanced", "novice"))
GAMES, TURNS = (40, 200) if COMPILED else (2, 8)


def branches(turn, sitting=(0, 1), first=0, games=GAMES, count=8):
    """Winners of the branches of some games of seed 11, in which one persona may take over from the other."""
    agents = np.empty((games, 2, 4), np.int64)
    agents[:, 0], agents[:, 1] = sitting
    plan = {"seed": 11, "other": 12, "first": first, "games": games, "seats": 4, "turn": turn, "branches": count}
    return play_branches(book_for(Cell("base", "base", 4), ("balanced",), TURNS), plan, agents, TABLE)


def played(games=GAMES, seed=11):
    """Winners of the same games as `lab run` plays them, and their turns."""
    book = book_for(Cell("base", "base", 4), ("balanced",), TURNS)
    facts = play_games(book, seed, 0, games, 4, None, TABLE, np.zeros(games, bool))
    return ((facts.seat["credit"] > 0).reshape(-1, 4) << np.arange(4)).sum(axis=1), facts.game["turns"]


@pytest.mark.parametrize("turn", [0, 20])
def test_the_first_branch_is_the_game_as_it_is_played(turn):
    assert np.array_equal(branches(turn)[:, 0], played()[0])


@pytest.mark.parametrize("turn", [0, 20])
def test_players_who_are_the_same_change_nothing_and_ranges_neither(turn):
    whole = branches(turn, sitting=(0, 0))
    assert np.array_equal(whole[:, PLAYERS:], whole[:, :PLAYERS])
    parts = [branches(turn, (0, 0), first, games, 4) for first, games in ((1, GAMES - 1), (0, 1))]
    assert np.array_equal(np.concatenate(parts[::-1]), whole[:, :PLAYERS])


def test_with_other_luck_and_other_whims_a_game_is_that_of_the_other_seed():
    assert np.array_equal(branches(0)[:, LUCK | WHIMS], played(seed=12)[0])


def test_what_was_over_before_is_settled_and_all_else_comes_otherwise():
    turn = 45 if COMPILED else 6
    found, turns = branches(turn), played()[1]
    over = turns < turn
    assert (found[over] == found[over][:, :1]).all()
    if COMPILED:
        assert 3 < over.sum() < GAMES - 3
        for cause in (LUCK, WHIMS, PLAYERS):
            assert (found[~over][:, cause] != found[~over][:, 0]).any()


@pytest.mark.deep
def test_recorded_picks_give_the_same_game():
    cards = compiled_decks(("base",))
    book = make_book(load_variant("base").rules, cards.card, cards.effect, weights_of(["balanced"] * 3), ordinary())
    g, picks, ends = new_table(), np.zeros(5_000, np.uint16), []
    for mode in (0, 1):
        number = _walk(g, book, 9, 1, 3, mode, picks)
        ends.append((int(number), int(g.turn), g.level.tolist(), g.hand_n.tolist()))
        # In the second pass nobody listens to the personas: with weights of 0 they would choose otherwise.
        book.work.weights[:] = 0
    assert ends[0] == ends[1] and ends[0][0] > 0
    assert _walk(g, book, 9, 1, 3, 1, picks[:3]) == -1  # more picks than were recorded


def test_the_time_of_a_choice_is_the_difference_by_picks():
    assert Pace(0.5, 0.3, 1_000_000).choose_ns == pytest.approx(200)


def test_bench_asks_for_the_time_of_a_choice(monkeypatch):
    asked = []

    def measured(g, book, seed, games, seats):
        asked.append((seed, games, seats))
        return Pace(2.0, 1.0, 1_000_000)

    monkeypatch.setattr("engine.loop.choice_speed.measure_pace", measured)
    spec = RunSpec(arms=("base",), agents=("balanced",), games=4000, seed=3)
    assert speed.choose_ns(spec) == pytest.approx(1000)
    assert asked == [(3, speed.PACE_GAMES, 4)]
