"""What a card does, as a sentence with the values of its own step."""

from __future__ import annotations

import re

import pytest

from decks.card_text import lines
from decks.load_decks import load_decks
from decks.program_steps import Step
from decks.read_decks import deck_names
from decks.words.program_writer import step_words, write
from engine.records.card_kinds import Trigger
from engine.records.opcodes import OPCODES

DECKS = deck_names()


def said(deck):
    return {card.id: [step_words(step, trigger) for trigger, step in card.steps()] for card in load_decks([deck]).cards}


def test_numbers_stand_where_the_sentence_names_them():
    pages = said("cthulhu")["innsmouth-yellow-pages"]
    assert pages == ["Fetch: for this card and 2 other cards the owner takes a monster from the discards."]


def test_what_a_step_does_beside_is_said_of_those_alone_that_do_it():
    taken = {card: line for card, own in said("cthulhu").items() for line in own if "a discarded Cultist card" in line}
    assert len(taken) > 3
    assert [card for card, line in taken.items() if "loses a Class for it" in line] == ["sudden-head-blow"]


@pytest.mark.parametrize("deck", DECKS)
def test_no_card_shows_the_name_of_a_key_instead_of_its_value(deck):
    for card, told_of in said(deck).items():
        for line in told_of:
            assert not re.search(r"`(amount|also|least)[ `=]", line), card


@pytest.mark.parametrize("deck", DECKS)
def test_every_line_of_every_card_is_said_in_words_of_the_rules(deck):
    cards = load_decks([deck]).cards
    assert len(cards) > 50
    for card in cards:
        for heading, line in lines(card):
            if heading != "source":  # an address
                assert not re.search(r"`|[a-z]_[a-z]|\btriggers?\b|\brows?\b", line, re.IGNORECASE), (card.id, line)


def told(*steps):
    return write([(trigger, Step.model_validate(step)) for trigger, step in steps])


BAD, ROLLED, CHOSEN = Trigger.BAD_STUFF, Trigger.ROLLED, Trigger.CHOSEN
ROLL, DEATH = (BAD, {"op": "roll"}), {"op": "death"}


def test_a_die_and_what_follows_on_it_are_one_sentence():
    lose = {"op": "lose_levels", "amount": "die", "when": {"die_at_least": 3}}
    (line,) = told(ROLL, (ROLLED, DEATH | {"when": {"die_at_most": 2}}), (ROLLED, lose))
    loses = "the player loses as many Levels as the die shows"
    assert line == f"Roll a die: on a 1 or 2, the player dies; otherwise, {loses}."
    cases = {"die_at_most": 1}, {"die_at_most": 4}, {"die_at_least": 6}, {"die_at_least": 5}, {"die_at_least": 2}
    said = [told(ROLL, (ROLLED, DEATH | {"when": case}))[0] for case in cases]
    wanted = ("a 1", "1 to 4", "a 6", "a 5 or 6", "2 to 6")
    assert said == [f"Roll a die: on {numbers}, the player dies." for numbers in wanted]
    always = told(ROLL, (ROLLED, DEATH | {"when": {"die_at_most": 1}}), (ROLLED, DEATH))
    assert always == ["Roll a die: on a 1, the player dies; in any case, the player dies."]
    assert told((Trigger.JOINED, {"op": "roll"}), (ROLLED, DEATH), (BAD, DEATH)) == [
        "When the owner enters a combat as fighter or helper: roll a die; the player dies.",
        "The player dies.",
    ]  # fmt: skip


def test_a_choice_and_what_follows_on_it_are_one_sentence():
    ways = [(CHOSEN, DEATH | {"when": {"chose": number, "own_turn": True}}) for number in (1, 2)]
    assert told((BAD, {"op": "either"}), *ways) == [
        "Choose one of two: (1) the player dies, if it is the player's own turn; "
        "(2) the player dies, if it is the player's own turn."
    ]
    assert told((BAD, {"op": "declare", "amount": 6}), (CHOSEN, DEATH)) == [
        "Name a number from 1 to 6: the player dies."
    ]  # fmt: skip


def test_what_follows_on_a_die_elsewhere_says_so():
    assert told((ROLLED, DEATH | {"when": {"die_at_most": 2}})) == [
        "After its die: the player dies, if the die shows 2 or less."
    ]  # fmt: skip
    assert told((CHOSEN, DEATH)) == ["After that choice: the player dies."]
    assert told((Trigger.USED, DEATH)) == ["For that price: the player dies."]
    assert told((Trigger.NAMED, DEATH)) == ["For each of them: the player dies."]
    assert {one.leads_to for one in OPCODES} == {None, ROLLED, CHOSEN, Trigger.USED, Trigger.NAMED}
