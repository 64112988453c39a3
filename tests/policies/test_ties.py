"""Equal options: chance decides, evenly, and only between options that really differ."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import stats

from engine.policies.decide import choose
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind
from engine.records.questions import Aim, Question, Verb, ask, option
from tests.effects.build import Position, card

SURPRISE = 1e-4
CARDS = {"a": card(Kind.SPECIAL), "b": card(Kind.SPECIAL), "c": card(Kind.SPECIAL), "curse": card(Kind.CURSE)}
PASS = (Verb.PASS, "", -1, 0)


def put_to(question: Question, *options: tuple[Any, ...], seats: int = 4) -> Position:
    p = Position(CARDS, seats=seats).levels(*[3] * seats).hand(0, *CARDS)
    p.book.work.weights[0, Weight.CARD] = 4
    ask(p.g, 0, question, -1)
    for verb, name, target, amount in options:
        option(p.g, p.book, verb, p[name] if name else -1, target, amount)
    return p


def counts(p: Position, times: int = 600) -> np.ndarray:
    """How often each option is taken in the questions of many turns."""
    n = int(p.g.options)
    taken = []
    for turn in range(times):
        p.g.turn = turn
        taken.append(int(choose(p.g, p.book, n)))
    return np.bincount(taken, minlength=n)


@pytest.mark.parametrize("others", [2, 3, 5])
def test_whom_to_give_a_card_is_as_likely_to_be_each_of_the_equals(others):
    p = put_to(Question.GIVE, *((Verb.GIVE, "a", s, 0) for s in range(1, others + 1)), seats=others + 1)
    assert stats.chisquare(counts(p)).pvalue > SURPRISE


def test_two_copies_of_a_card_are_one_option():
    p = put_to(Question.LOSE, *((Verb.CHOOSE_CARD, name, 0, 0) for name in ("a", "b", "c")))
    p.book.card[p["c"]].number = p["a"]  # listed after b: it must not count for a second time
    often = counts(p)
    assert often[2] == 0 and stats.chisquare(often[:2]).pvalue > SURPRISE
    p.book.card[p["b"]].number = p["a"]
    assert counts(p).tolist() == [600, 0, 0]


@pytest.mark.parametrize("doing", [0, 1])
def test_between_doing_a_thing_and_leaving_it_the_order_decides(doing):
    worthless = (Verb.CHOOSE_CARD, "a", 0, 0)  # its loss costs nothing, as passing does
    p = put_to(Question.LOSE, *((worthless, PASS) if doing == 0 else (PASS, worthless)))
    p.book.work.weights[0, Weight.CARD] = 0
    assert counts(p)[0] == 600


def test_nothing_is_drawn_between_options_nobody_would_take():
    p = put_to(Question.REACT)
    p.fight(0)  # a Curse is for somebody else's fight
    ask(p.g, 0, Question.REACT, -1)
    for s in (1, 2, 3):
        option(p.g, p.book, Verb.PLAY, p["curse"], s, Aim.SEAT)
    assert counts(p, 50)[0] == 50


def test_a_draw_is_named_by_the_place_not_by_the_seat():
    def taken(seat: int) -> list[int]:
        p = Position(CARDS, seats=4).levels(3, 3, 3, 3).hand(seat, "a")
        p.g.origin = seat
        picks = []
        for turn in range(60):
            p.g.turn = turn
            ask(p.g, seat, Question.GIVE, -1)
            for k in (1, 2, 3):
                option(p.g, p.book, Verb.GIVE, p["a"], (seat + k) % 4, 0)
            picks.append(int(choose(p.g, p.book, 3)))
        return picks

    assert taken(0) == taken(1) == taken(3)
    assert len(set(taken(0))) == 3
