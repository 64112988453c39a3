"""What a card does, as a sentence with the values of its own step."""

from __future__ import annotations

import re

import pytest

from decks.describe import step_words
from decks.load import load_decks

DECKS = ("base", "cthulhu", "conan", "russia", "critical_role", "magical_mess")


def said(deck):
    return {card.id: [step_words(step, trigger) for trigger, step in card.steps()] for card in load_decks([deck]).cards}


def test_numbers_stand_where_the_sentence_names_them():
    pages = said("cthulhu")["innsmouth-yellow-pages"]
    assert pages == ["Discarding this and 2 cards takes a monster from the discards [called fetch]."]


def test_what_a_step_does_beside_is_said_of_those_alone_that_do_it():
    taken = {
        card: line for card, lines in said("cthulhu").items() for line in lines if "a discarded Cultist card" in line
    }
    assert len(taken) > 3
    assert [card for card, line in taken.items() if "loses a Class for it" in line] == ["sudden-head-blow"]


@pytest.mark.parametrize("deck", DECKS)
def test_no_card_shows_the_name_of_a_key_instead_of_its_value(deck):
    for card, lines in said(deck).items():
        for line in lines:
            assert not re.search(r"`(amount|also|least)[ `=]", line), card
