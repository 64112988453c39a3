"""Forks: the second branch is the game in which two cards have changed places, and nothing else differs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine.loop.game_ranges import play_games
from engine.records.events import How
from lab.agents.personas import weights_of
from tests.engine.forks import (
    DOORS,
    MADE_UP,
    TURNS_TO_WIN,
    blank,
    blank_doors,
    blanked,
    digest,
    forks,
    number_of,
    short_forks,
    small_game,
    winning_door,
)
from tests.engine.positions import COMPILED
from tests.engine.walks import Cell, book_for

ROOT = Path(__file__).resolve().parents[2]
BASE = Cell("base", "base", 4)
GAMES, TURNS = (300, 200) if COMPILED else (2, 6)


def played(book: Any, game: int) -> tuple[np.ndarray, int]:
    """Credits of the seats and number of turns of a game of seed 11, as `lab run` plays it."""
    facts = play_games(book, 11, game, 1, 4, None, weights_of(("balanced",)), np.zeros(1, bool))
    return facts.seat["credit"], int(facts.game["turns"][0])


def exchanged(number: int, row: Any) -> Any:
    """The book in which a card and the one that took its place, of a design of one copy, have exchanged their keys."""
    book = book_for(BASE, ("balanced",), TURNS)
    designs, copies = book.card["number"][: int(book.cards)], book.card["copy"][: int(book.cards)]
    places = [(designs == number) & (copies == row["copy"]), designs == row["other"]]
    rows = [int(np.flatnonzero(place)[0]) for place in places]
    book.card["key"][rows] = book.card["key"][rows[::-1]]
    return book


def singles(book: Any) -> set[int]:
    """Numbers of the designs with one copy."""
    numbers, copies = np.unique(book.card["number"][: int(book.cards)], return_counts=True)
    return set(numbers[copies == 1].tolist())


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("card", ["huge-rock", "curse-lose-a-level", "hoard"])
def test_the_first_branch_is_the_game_as_it_is_played_without_forks(card):
    book = book_for(BASE, ("balanced",), TURNS)
    rows = forks(book, number_of(BASE, card), 0, GAMES // 6 + 3).rows
    assert len(rows) or not COMPILED
    for row in rows:
        credits, turns = played(book, int(row["game"]))
        assert (row["credit"], row["turns"]) == (credits[row["seat"]], turns)


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("card", ["huge-rock", "curse-lose-a-level", "hoard"])
def test_the_third_branch_is_the_game_in_which_the_card_does_nothing_from_the_start(card):
    """For cards that came in the deal nothing lies before the fork: the copy can be blank in the whole game."""
    number, found, plain = number_of(BASE, card), 0, []
    book = book_for(BASE, ("balanced",), TURNS)
    for row in np.flatnonzero(book.card["number"][: int(book.cards)] == number):
        plain.append(book_for(BASE, ("balanced",), TURNS))
        blank(plain[-1].card, np.array([row]))
    for row in forks(book, number, 0, GAMES // 3, with_blank=True).rows:
        if row["how"] == How.DEALT:
            credits, turns = played(plain[row["copy"]], int(row["game"]))
            assert (row["blank_credit"], row["blank_turns"]) == (credits[row["seat"]], turns)
            found += 1
    assert found >= (5 if COMPILED else 0)


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("card", ["huge-rock", "curse-lose-a-level", "hoard"])
def test_the_second_branch_is_the_game_in_which_the_two_cards_have_exchanged_their_keys_from_the_start(card):
    """For cards that came in the deal nothing lies before the fork: the whole game can be played with other keys."""
    number, found = number_of(BASE, card), 0
    book = book_for(BASE, ("balanced",), TURNS)
    single = singles(book)
    for row in forks(book, number, 0, GAMES // 3).rows:
        if row["how"] == How.DEALT and int(row["other"]) in single:
            credits, turns = played(exchanged(number, row), int(row["game"]))
            assert (row["other_credit"], row["other_turns"]) == (credits[row["seat"]], turns)
            found += 1
    assert found >= (5 if COMPILED else 0)


@pytest.mark.deep
def test_branches_exchanged_turn_the_sign():
    """In the game with other keys the other card comes where this one came, and its fork leads back to this game."""
    number, found = number_of(BASE, "huge-rock"), 0
    book = book_for(BASE, ("balanced",), TURNS)
    single = singles(book)
    for row in forks(book, number, 0, GAMES).rows:
        other = int(row["other"])
        if row["how"] != How.DEALT or other not in single:
            continue
        back = forks(exchanged(number, row), other, int(row["game"]), 1).rows[0]
        if back["how"] == How.DEALT:  # of several arrivals it may be another that is chosen
            assert (back["other"], back["seat"]) == (number, row["seat"])
            assert (back["credit"], back["other_credit"]) == (row["other_credit"], row["credit"])
            assert (back["turns"], back["other_turns"]) == (row["other_turns"], row["turns"])
            found += 1
    assert found >= (10 if COMPILED else 0)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("deck", "pile", "step"), [("base", 0, 2), ("base", 1, 1), ("cthulhu", 0, 1), ("cthulhu", 1, 3)]
)
def test_blank_cards_are_worth_exactly_the_same(deck, pile, step):
    """One of many cards that do nothing, exchanged with another: the same game, answer for answer, to the end."""
    rows = forks(blanked(deck, TURNS, pile, step), MADE_UP + 3, 0, GAMES).rows
    blanks = rows[rows["other"] >= MADE_UP]
    assert len(blanks) >= (60 if COMPILED else 0)
    assert (blanks["same"] == 1).all()
    assert (blanks["credit"] == blanks["other_credit"]).all()
    assert (blanks["turns"] == blanks["other_turns"]).all()
    assert len(blanks) == len(rows) or (rows["same"] == 0).any() or not COMPILED


@pytest.mark.deep
def test_a_blank_card_in_the_place_of_a_blank_card_is_the_game_itself():
    rows = forks(blanked("base", TURNS, 0, 2), MADE_UP + 3, 0, GAMES // 3, with_blank=True).rows
    assert (len(rows) or not COMPILED) and (rows["blank_same"] == 1).all()
    for name in ("credit", "turns", "ending", "winners"):
        assert (rows[name] == rows[f"blank_{name}"]).all()


def test_a_third_branch_changes_nothing_of_the_others():
    book, number = book_for(BASE, ("balanced",), TURNS), number_of(BASE, "huge-rock")
    two, three = (forks(book, number, 0, GAMES // 6 + 3, with_blank=with_blank).rows for with_blank in (False, True))
    assert len(two) == len(three)
    for name in two.dtype.names or ():
        assert name.startswith("blank_") or np.array_equal(two[name], three[name]), name
    assert not COMPILED or (three["blank_turns"] != three["other_turns"]).any()


def test_after_a_fork_the_book_is_as_it_was():
    book = book_for(BASE, ("balanced",), TURNS)
    before = book.card.copy()
    for with_blank in (False, True):
        forks(book, number_of(BASE, "cleric"), 0, 4, with_blank=with_blank)
    for name in before.dtype.names:
        assert np.array_equal(before[name], book.card[name]), name


def owner(place: int, first: int) -> int:
    """Who gets the door at a place of the pile: four each in the deal, then two a turn."""
    return place // 4 if place < 16 else (first + (place - 16) // 2) % 4


def turn_of(place: int) -> int:
    return 0 if place < 16 else (place - 16) // 2 + 1


def expected() -> tuple[float, float]:
    """Credit and turns that the winning door is worth: over all places, all places below, and who begins."""
    credit, turns, n = 0.0, 0.0, 0
    for first in range(4):
        for place in range(DOORS - 1):
            below = range(place + 1, DOORS)
            n += 1
            credit += sum(owner(p, first) != owner(place, first) for p in below) / len(below)
            turns += sum(turn_of(place) - turn_of(p) for p in below) / len(below)
    return credit / n, turns / n


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_what_the_winning_door_is_worth_is_found():
    """Who draws it wins; in the other branch whoever draws it later does, who may be the same player."""
    assert turn_of(DOORS - 1) == TURNS_TO_WIN
    rows = forks(winning_door(), 0, 0, 41_200).rows[:40_000]
    credit, turns = rows["credit"] - rows["other_credit"], rows["turns"] - rows["other_turns"]
    assert set(credit.tolist()) == {0.0, 1.0}
    for found, truth in zip((credit, turns), expected(), strict=True):
        assert abs(found.mean() - truth) < 3 * found.std() / sqrt(len(rows))
        parts = found.reshape(200, 200)
        half = stats.t.ppf(0.975, 199) * parts.std(axis=1, ddof=1) / sqrt(200)
        covered = (abs(parts.mean(axis=1) - truth) <= half).sum()
        assert 184 <= covered <= 196  # 92 to 98 % of 200 intervals


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_every_place_of_the_pile_is_forked_alike():
    """Ways, turns and Levels are those of the arrival: of 39 places 16 are dealt, each turn kicks one and draws one."""
    rows = forks(winning_door(), 0, 0, 4000).rows
    share = np.bincount(rows["how"], minlength=8) / len(rows)
    assert share[How.DEALT] == pytest.approx(16 / 39, abs=0.03)
    assert share[How.KICKED] == pytest.approx(12 / 39, abs=0.03)
    assert share[How.DRAWN] == pytest.approx(11 / 39, abs=0.03)
    assert (rows["level"] == 1).all() and (rows["lead"] == 0).all() and (rows["arrivals"] == 1).all()
    assert (rows["turn"] == rows["turns"]).all()


@pytest.mark.skipif(not COMPILED, reason="thousands of games")
def test_of_several_arrivals_each_is_chosen_alike():
    """Four copies: each fork counted as often as its game had arrivals, every place of the pile has the same weight."""
    rows = forks(small_game(*blank_doors(copies=4)), 0, 0, 4000).rows
    assert set(rows["arrivals"].tolist()) == {3, 4}  # all doors come, and the last one cannot be forked
    weight = rows["arrivals"] / rows["arrivals"].sum()
    for how, places in ((How.DEALT, 16), (How.KICKED, 12), (How.DRAWN, 11)):
        assert weight[rows["how"] == how].sum() == pytest.approx(places / 39, abs=0.03)
    for turn in range(1, TURNS_TO_WIN):
        assert weight[rows["turn"] == turn].sum() == pytest.approx(2 / 39, abs=0.015)
    assert set(rows["copy"].tolist()) == {0, 1, 2, 3}


@pytest.mark.skipif(not COMPILED, reason="threads gain nothing without the compiler")
@pytest.mark.parametrize("cuts", [(1,), (3, 4, 11)])
def test_cutting_a_range_and_threads_change_nothing(cuts):
    book = book_for(BASE, ("balanced",), TURNS)
    number, count = number_of(BASE, "cleric"), 24
    whole = digest(forks(book, number, 0, count).rows)
    borders = list(pairwise([0, *cuts, count]))
    with ThreadPoolExecutor(2) as pool:
        parts = list(
            pool.map(lambda b: forks(book_for(BASE, ("balanced",), TURNS), number, b[0], b[1] - b[0]).rows, borders)
        )
    assert digest(np.concatenate(parts)) == whole


@pytest.mark.deep
@pytest.mark.skipif(not COMPILED, reason="the engine is not compiled in this process")
def test_without_the_compiler_the_same_forks():
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.forks"], capture_output=True, text=True, cwd=ROOT, env=plain, check=True
    )
    found = json.loads(done.stdout)
    assert found == short_forks()
    assert any(not text.startswith("0 ") for text in found.values())
