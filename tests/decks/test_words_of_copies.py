"""How many copies of a card are taken out of the deck or put into it, said in words."""

from __future__ import annotations

import pytest

from tests.decks.spoken import check_orders

MONSTER, DOUBLER = "wandering-monster.copies", "super-munchkin.copies"
SAID = {
    "Take one Wandering Monster card out of the deck.": {MONSTER: "1 less"},
    "Leave out one of the Wandering Monsters.": {MONSTER: "1 less"},
    "Two copies of Super Munchkin are taken out of the Door deck.": {DOUBLER: "2 less"},
    "We play with two Half-Breed cards fewer.": {"half-breed.copies": "2 less"},
    "Shuffle three more Wandering Monster cards into the Door deck.": {MONSTER: "3 more"},
    "Play with one extra Super Munchkin card.": {DOUBLER: "1 more"},
    "Leave out all Wizard and Thief cards.": {"wizard.copies": "0", "thief.copies": "0"},
    "Every Super Munchkin card is removed from the box.": {DOUBLER: "0"},
    "Remove all Wandering Monster cards.": {"kind:wandering.copies": "0"},
    "Only two Wandering Monster cards are used.": {MONSTER: "2"},
    "We play with only one Super Munchkin card.": {DOUBLER: "1"},
    "Leave the Super Munchkins and Half-Breeds out of the deck.": {DOUBLER: "0", "half-breed.copies": "0"},
    "No Super Munchkin or Half-Breed cards.": {DOUBLER: "0", "half-breed.copies": "0"},
    "We play without Loaded Die cards.": {"loaded-die.copies": "0"},
    "There are only two Super Munchkin cards in the deck.": {DOUBLER: "2"},
    "Add two Wandering Monster cards to the deck.": {MONSTER: "2 more"},
    "We play without Super Munchkins or Half-Breeds.": {DOUBLER: "0", "half-breed.copies": "0"},
    # not said of which cards, or of how many
    "Take two Curses out of the deck.": {},
    "Leave the Super Munchkins or Half-Breeds out of the deck.": {},
    "Leave out all Wizard or Thief cards.": {},
    "Take one Wizard card from the deck.": {},  # into the hand?
    "Take two Wandering Monsters.": {},
    "Take Loaded Die from the deck.": {},
    "Take all Curses.": {},
    "Remove all but one Wandering Monster card.": {},
    "Do not take a Wandering Monster card out of the deck.": {},
    "Remove no Wandering Monster card from the deck.": {},
    "Remove two Wandering Monster cards when you die.": {},
    "Remove at least two Wandering Monster cards from the deck.": {},
}


@pytest.mark.parametrize("text", SAID)
def test_copies_of_a_card_are_counted(text):
    check_orders(text, SAID[text])
