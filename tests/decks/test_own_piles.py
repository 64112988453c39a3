"""Piles of their own, said in words: what lies in them, blank cards, and what is said of each of them."""

from __future__ import annotations

from collections import Counter

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from decks.rule_texts import in_words, read_rule, why_not
from engine.records.card_kinds import Pile
from variants.load_variants import load_variant

APART = {"kind:class.pile": "class", "kind:race.pile": "race"}


@pytest.mark.parametrize(("text", "changes", "drawn"), [
    ("Shuffle all Races into a pile of their own with two blanks each.",
     {"kind:race.pile": "race", "blank:race.copies": "2"}, []),
    ("The Classes and Races go into separate piles.", APART, []),
    ("Put all Class cards into a separate pile. Everybody starts with a card from each pile.",
     {"kind:class.pile": "class"}, ["class"]),
    ("Put all Classes and all Races into their own piles. When you die, draw a card from each pile.", {}, None),
    ("Before the first turn, draw two cards from a pile of Classes.", {"kind:class.pile": "class"}, ["class"]),
    ("The Race deck contains five blank cards.", {"blank:race.copies": "5"}, []),
    ("Put all Undead cards into the side deck.", {"tag:undead.pile": "side"}, []),
])  # fmt: skip
def test_piles_are_read_and_filled(text, changes, drawn):
    reading = read_rule(text)
    if drawn is None:  # the dead draw nothing
        assert not reading.understood
        return
    assert reading.understood, [why_not(one) for one in reading.sentences]
    said = load_variant(f'base+"{text}"').edits
    assert dict(said.changes) == changes
    assert [step.params["pile"] for _, step in reading.program] == drawn


def test_blank_cards_lie_in_the_pile_and_do_nothing():
    changes = {**APART, "blank:class.copies": "3", "blank:side.copies": "1"}
    plain, box = load_decks(["base"]), load_decks(["base"], changes=changes)
    classes = sum(card.copies for card in plain.cards if card.kind == "class")
    piles = Counter(box.card["pile"].tolist())
    assert piles[Pile.CLASS] == classes + 3 and piles[Pile.SIDE] == 1
    assert len(box.card) == len(plain.card) + 4
    (blank,) = [card for card in box.cards if card.id == "blank-class"]
    assert blank.kind == "special" and not blank.effects and blank.copies == 3


@pytest.mark.parametrize("place", ["blank:door.copies", "blank:class.level"])
def test_blank_cards_lie_in_piles_of_their_own_alone(place):
    with pytest.raises(DeckError, match="allowed: blank:side.copies, blank:class.copies, blank:race.copies"):
        load_decks(["base"], changes={place: "2"})


@pytest.mark.parametrize(("text", "why"), [
    ("Every pile contains two blank cards.", "which piles of their own"),
    ("Put all Classes into a separate pile. Each player starts with three cards from each pile.", "which piles"),
    ("At the start of your turn, put all Classes into a separate pile.", "hangs on nothing"),
    ("Put all Curses into a separate pile.", "is not understood"),
    ("Everybody draws a card from each pile when they win.", "which piles"),
])  # fmt: skip
def test_what_is_not_clear_of_piles_is_not_guessed(text, why):
    reading = read_rule(text)
    assert not reading.understood and why in " ".join(why_not(one) for one in reading.sentences if not one.understood)


def test_the_two_decks_are_still_each_of_them():
    assert {o.place: o.value for o in read_rule("Each player starts with three cards from each pile.").orders} == {
        "setup.deal_door": 3, "setup.deal_treasure": 3,
    }  # fmt: skip


@pytest.mark.parametrize("text", [
    "All Classes lie in the Class deck.", "All Races lie in the Race deck.", "2 blank cards lie in the Race deck.",
    "6 blank cards lie in the side deck.", "All undead cards lie in the side deck.",
])  # fmt: skip
def test_what_is_said_of_piles_is_read_as_it_is_written(text):
    reading = read_rule(text)
    assert reading.understood and in_words(reading.program, reading.orders) == text
