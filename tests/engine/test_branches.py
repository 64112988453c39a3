"""Branches: the first one is the game as it is played, what is not other changes nothing, and what is settled stays."""

from __future__ import annotations

import numpy as np
import pytest

from engine.loop.branches import LUCK, PLAYERS, WHIMS, play_branches
from engine.loop.game_ranges import play_games
from lab.agents.personas import weights_of
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for

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
