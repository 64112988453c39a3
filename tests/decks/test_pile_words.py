"""What rules say of piles, and piles of their own: who looks at their cards, what lies in them, what comes of them."""

from __future__ import annotations

from collections import Counter

import pytest

from decks.card_schema import DeckError
from decks.load_decks import load_decks
from decks.rule_texts import in_words, read_rule, why_not
from engine.records.card_kinds import Pile
from tests.decks.sheets import check_steps
from variants.load_variants import load_variant

TREASURES, DOORS = {"op": "look", "pile": "treasure", "amount": 2}, {"op": "look", "pile": "door", "amount": 2}
LOOKS = {
    "At the start of your turn, look at the top three Doors and put them back in any order.":
        [{**DOORS, "amount": 3, "on": "turn_start"}],
    "At the start of your turn, look at the top 3 cards of the Door deck and rearrange them.":
        [{**DOORS, "amount": 3, "on": "turn_start"}],
    "Whenever you win a combat, look at the top two Treasures, keep one and put the other under the deck.":
        [{**TREASURES, "on": "won", "then": "keep_under"}],
    "When you win a combat, draw two Treasures, keep one and discard the other.":
        [{**TREASURES, "on": "won", "then": "keep_discard"}],
    "When you win a combat, draw two Treasures. Keep one and discard the other.":
        [{**TREASURES, "on": "won", "then": "keep_discard"}],
    "When you win a combat, draw two Treasures and keep the better one.":
        [{**TREASURES, "on": "won", "then": "keep_discard"}],
    "Whenever you level up, draw two Treasures and keep one of them, the other goes under the deck.":
        [{**TREASURES, "on": "level_gained", "then": "keep_under"}],
    "When you kill a monster, look at the top 3 Treasures, take one and put the rest on the bottom of the deck.":
        [{**TREASURES, "amount": 3, "on": "killed", "then": "keep_under"}],
    "When you help somebody win, look at the top two Treasures, keep one and put the other back on top.":
        [{**TREASURES, "on": "helped", "then": "keep_back"}],
    "After you lose a combat, draw three Treasures and discard one of them.":
        [{**TREASURES, "amount": 3, "on": "lost", "then": "leave_discard"}],
    "At the start of your turn, draw two doors and choose which to face, discard the other.":
        [{**DOORS, "on": "turn_start", "then": "first_discard"}],
    "Before opening the door, draw two Doors, fight one and discard the other.":
        [{**DOORS, "on": "turn_start", "then": "first_discard"}],
    "Before you open the door, look at the top two cards of the Door deck, leave one on top and lose the other.":
        [],
    "Before you open the door, look at the top two Doors, leave one on top and put the other on the bottom.":
        [{**DOORS, "on": "turn_start", "then": "first_under"}],
    "At the end of your turn, look at the top card of the Treasure deck; you may put it on the bottom.":
        [{**TREASURES, "amount": 1, "on": "turn_end", "then": "may_under"}],
    "At the start of your turn, look at the top Door. You may put it under the deck.":
        [{**DOORS, "amount": 1, "on": "turn_start", "then": "may_under"}],
    "At the end of your turn, peek at the top card of the Treasure deck and you may discard it.":
        [{**TREASURES, "amount": 1, "on": "turn_end", "then": "may_discard"}],
    "You may discard two cards to draw three Treasures and keep one.":
        [{"op": "pay_on_turn", "cost": "cards", "amount": 2},
         {**TREASURES, "amount": 3, "on": "used", "then": "keep_discard"}],
}  # fmt: skip
TWO = {"op": "draw", "pile": "treasure", "amount": 2}
EITHER = [{"op": "either", "on": "opens"}, {**TWO, "on": "chosen", "when": {"chose": 1}},
          {"op": "after_all", "on": "chosen", "when": {"chose": 2}}]  # fmt: skip
SKIPPED = [{"op": "skip_door"}, TWO]
DOORS_AND_ROOMS = {
    "Instead of opening the door, draw two Treasures.": [{**TWO, "on": "opens"}],
    "Instead of kicking open a door you may draw two Treasures.": EITHER,
    "Instead of the door phase, you may draw two Treasures.": EITHER,
    "You may draw two Treasures instead of kicking open the door.": EITHER,
    "Instead of kicking open the door you may skip it and draw two Treasures.":
        [EITHER[0], {"op": "skip_door", "on": "chosen", "when": {"chose": 1}}, *EITHER[1:]],
    "Before opening the door you may skip it and draw two Treasures.":
        [{"op": "either", "on": "turn_start"}, *({**one, "on": "chosen", "when": {"chose": 1}} for one in SKIPPED),
         {"op": "nothing", "on": "chosen", "when": {"chose": 2}}],
    "You may discard two cards to skip the door and draw two Treasures.":
        [{"op": "pay_on_turn", "cost": "cards", "amount": 2}, *({**one, "on": "used"} for one in SKIPPED)],
    "Instead of looting the room, draw two Doors, keep one and discard the other.":
        [{**DOORS, "on": "loots", "then": "keep_discard"}],
    "When you would loot the room, draw two Treasures instead.": [{**TWO, "on": "loots"}],
    "When you loot the room, draw two Treasures instead.": [{**TWO, "on": "loots"}],
    "After looting the room, draw two Treasures, keep one and discard the other.":
        [{**TREASURES, "on": "looted", "then": "keep_discard"}],
}  # fmt: skip
FILLED = {"op": "refill", "pile": "treasure", "amount": 5}
HANDS = {
    "At the end of your turn, draw Treasures until you have five cards in hand.": [{**FILLED, "on": "turn_end"}],
    "At the end of your turn, refill your hand to five cards from the Door deck.":
        [{**FILLED, "pile": "door", "on": "turn_end"}],
    "At the start of your turn, fill your hand up to 5 cards with Treasures.": [{**FILLED, "on": "turn_start"}],
    "At the end of your turn, draw back up to five cards from the Treasure deck.": [{**FILLED, "on": "turn_end"}],
    "At the start of each round, everybody draws Doors up to a hand of 5 cards.":
        [{**FILLED, "pile": "door", "on": "round_start"}],
    "Once per game you may discard your hand and draw as many cards.":
        [{"op": "pay_on_turn", "cost": "nothing", "amount": 1, "when": {"first": "game"}},
         {"op": "redraw", "source": "same", "on": "used"}],
    "At the end of your turn, discard your whole hand, then draw that many Doors.":
        [{"op": "redraw", "source": "door", "on": "turn_end"}],
    "At the start of your turn, you may redraw your hand.":
        [{"op": "either", "on": "turn_start"}, {"op": "redraw", "on": "chosen", "when": {"chose": 1}},
         {"op": "nothing", "on": "chosen", "when": {"chose": 2}}],
    "At the start of your turn you may exchange a hand card for the top card of the matching discard pile.":
        [{"op": "swap_discard", "on": "turn_start"}],
    "At the end of your turn, you may swap one hand card with the top card of the corresponding discard pile.":
        [{"op": "swap_discard", "on": "turn_end"}],
    "After losing a combat, discard your hand and draw the same number of Treasures.":
        [{"op": "redraw", "source": "treasure", "on": "lost"}],
}  # fmt: skip
OTHERWISE = {
    "At the start of your turn, look at the top three Doors.": [],
    "Draw two Treasures, keep both.": [], "At the end of your turn, draw up to five cards.": [],
    "At the end of your turn, draw Treasures up to three cards.": [],
    "At the start of your turn you may exchange a hand card for the top card of the Door deck.": [],
    "At the end of your turn, discard your hand and draw two cards.": [],
    "At the end of your turn, discard your hand and draw a Treasure.":
        [{"op": "discard_hand", "what": "hand", "amount": "all", "on": "turn_end"},
         {"op": "draw", "pile": "treasure", "on": "turn_end"}],
    "When you loot the room, draw two Doors and keep one.": [], "Skip your door.": [],
    "Instead of looting the room, open a door or two.": [], "Instead of opening the door, look at it.": [],
    "When you win a combat, look at the hand of another player and put them back.": [],
    "When you win a combat, draw two Treasures and discard one card.":
        [{"op": "draw", "pile": "treasure", "amount": 2, "on": "won"},
         {"op": "discard_hand", "what": "card", "amount": 1, "on": "won"}],
    "When you win a combat, draw two Treasures.": [{"op": "draw", "pile": "treasure", "amount": 2, "on": "won"}],
}  # fmt: skip
"""What sounds like it, and is something else or nothing."""


@pytest.mark.parametrize(
    ("text", "steps"), [*LOOKS.items(), *DOORS_AND_ROOMS.items(), *HANDS.items(), *OTHERWISE.items()]
)
def test_rules_of_piles_are_read_as_they_are_meant_or_not_at_all(text, steps):
    check_steps(text, steps)


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
