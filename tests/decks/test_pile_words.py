"""What rules say of piles: who looks at their top cards and what becomes of them, in the words of people."""

from __future__ import annotations

import pytest

from decks.program_steps import Step
from decks.rule_texts import house_names, read_rule
from decks.words.program_meaning import meaning
from tests.decks.test_words_of_people import on

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
    "Before you open the door, look at the top two cards of the Door deck, leave one on top and put the other under it.":
        [],
    "Before you open the door, look at the top two cards of the Door deck, leave one on top and put the other on the bottom.":
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
OTHERWISE = {
    "At the start of your turn, look at the top three Doors.": [],
    "Draw two Treasures, keep both.": [],
    "When you win a combat, look at the hand of another player and put them back.": [],
    "When you win a combat, draw two Treasures and discard one card.":
        [{"op": "draw", "pile": "treasure", "amount": 2, "on": "won"}, {"op": "discard_hand", "what": "card", "amount": 1, "on": "won"}],
    "When you win a combat, draw two Treasures.": [{"op": "draw", "pile": "treasure", "amount": 2, "on": "won"}],
}  # fmt: skip
"""What sounds like it, and is something else or nothing."""


@pytest.mark.parametrize(("text", "steps"), [*LOOKS.items(), *OTHERWISE.items()])
def test_rules_of_piles_are_read_as_they_are_meant_or_not_at_all(text, steps):
    reading = read_rule(text)
    assert reading.understood == bool(steps)
    wanted = [(on("rule", step), step) for step in map(Step.model_validate, steps)]
    if steps:
        assert meaning(reading.program, house_names()) == meaning(wanted, house_names())
