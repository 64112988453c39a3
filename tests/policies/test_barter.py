"""What a trade costs in Gold Pieces, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.agenda import Question, Verb
from engine.cards import Kind, Slot
from engine.policies.features import Weight
from engine.policies.value import keep_value
from tests.effects.build import Position, card, item
from tests.policies.test_habits import CARDS as HABITS
from tests.policies.test_habits import PERSON, taken

DWARF, GUARD = 256, 512
CARDS = HABITS | {
    "dwarf": card(Kind.RACE, identity=DWARF),
    "plate": item(bonus=4, gold=700, slot=Slot.BODY, only=GUARD),
    "cudgel": item(bonus=1, gold=100, slot=Slot.HAND, never=DWARF),
    "sabre": item(bonus=2, gold=100, slot=Slot.HAND, never=DWARF),
}
ON = (Verb.KICK_OPEN, "", -1, 0)


@pytest.mark.parametrize(
    ("level", "wanted", "verb"),
    [
        (4, "cudgel", Verb.TRADE),  # 600 gold for 16: a Level is 40, and 12 of it are given away
        (8, "cudgel", Verb.KICK_OPEN),  # a Level is 40 and 3 times 16: of 88 more than 26 are given away
        (8, "sabre", Verb.TRADE),  # two points are 32
        (9, "cudgel", Verb.TRADE),  # the last Level is not for sale
    ],
)
def test_a_dear_item_is_given_for_a_cheap_one_only_if_the_strength_is_worth_the_gold(level, wanted, verb):
    """The owner, a Dwarf, has no use for the weapon, and nobody has for the plate, which is worth 700."""
    p = Position(CARDS).levels(level, 4, 4).carry(0, "plate").wear(1, "dwarf").carry(1, wanted)
    trade = (Verb.TRADE, "plate", 1, p[wanted])
    assert taken(p, 0, Question.ARRANGE, ON, trade, trade=100, finish=16)[0] == verb


def test_gold_counts_as_long_as_it_buys_a_level():
    """Of 40 for 2000 Gold Pieces 14, and one for the Item itself; before the last Level the one is left."""
    p = Position(CARDS).carry(0, "plate")
    for weight, value in PERSON.items():
        p.book.weights[0, Weight[weight.upper()]] = value
    costs = [int(keep_value(p.levels(n, 4, 4).g, p.book, 0, p["plate"])) for n in (8, 9)]
    assert costs == [15, 1]
