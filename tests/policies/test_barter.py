"""What a trade costs in Gold Pieces, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Slot
from engine.records.questions import Question, Verb
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
        p.book.work.weights[0, Weight[weight.upper()]] = value
    costs = [int(keep_value(p.levels(n, 4, 4).g, p.book, 0, p["plate"])) for n in (8, 9)]
    assert costs == [15, 1]


@pytest.mark.parametrize(("offered", "verb"), [("trinket 400", Verb.REFUSE), ("trinket 900", Verb.ACCEPT)])
def test_nobody_gives_for_nothing_what_makes_a_rival_stronger(offered, verb):
    """The short armor is of use to the Dwarf alone; for Gold its owner lets it go, for as much Gold they do not."""
    short = item(bonus=3, gold=400, slot=Slot.BODY, only=DWARF)
    for mood in range(20):
        p = Position(CARDS | {"short": short}).levels(1, 1, 1).wear(1, "dwarf").carry(1, offered).carry(0, "short")
        p.g.ordinal[0] = mood
        push(p.g, Step.ANSWER_TRADE, 0, p[offered], p["short"], 1, 0)
        answers = [(v, offered, 1, p["short"]) for v in (Verb.ACCEPT, Verb.REFUSE)]
        assert taken(p, 0, Question.TRADE, *answers, noise=6)[0] == verb


@pytest.mark.parametrize(("other", "verb"), [(5, Verb.KICK_OPEN), (4, Verb.KICK_OPEN), (1, Verb.TRADE)])
def test_a_point_is_not_bought_with_three_for_somebody_who_is_not_behind(other, verb):
    """The pipes need two hands, and their owner has a sword of five; the shirt of one point is worn beside armor."""
    cards = CARDS | {
        "sword": item(bonus=5, gold=100, slot=Slot.HAND),
        "pipes": item(bonus=4, slot=Slot.HAND, hands=2),
        "shirt": item(bonus=1, slot=Slot.BODY, stacks=1),
    }
    p = Position(cards).levels(4, other, 1).wear(0, "sword").carry(0, "pipes").wear(1, "shirt")
    assert taken(p, 0, Question.ARRANGE, ON, (Verb.TRADE, "pipes", 1, p["shirt"]), trade=60)[0] == verb


WORN = CARDS | {
    "hood": item(bonus=2, gold=400, slot=Slot.HEAD),
    "dagger": item(bonus=2, gold=400, slot=Slot.HAND),
    "rapier": item(bonus=2, gold=600, slot=Slot.HAND),
    "net": item(bonus=3, gold=400, slot=Slot.HAND, only=GUARD),
}


def agrees(offered: str, wanted: str, level: int = 5, noise: int = 0) -> bool:
    """Whether the second, who wears the wanted Item, agrees in some mood to a trade with the first."""
    verbs = set()
    for ordinal in range(40 if noise else 1):
        p = Position(WORN).levels(5, level, 5).carry(0, offered).wear(1, wanted)
        p.g.ordinal[1] = ordinal
        answers = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, offered, 0, p[wanted])
        verbs.add(taken(p, 1, Question.TRADE, *answers, noise=noise)[0])
    return Verb.ACCEPT in verbs


@pytest.mark.parametrize(
    ("offered", "wanted", "level", "expected"),
    [
        ("dagger", "hood", 5, False),  # two points for two points
        ("rapier", "hood", 5, True),  # and 200 gold more
        ("rapier", "hood", 9, False),  # which buys nothing any more
        ("net", "hood", 5, False),  # of no use to them
    ],
)
def test_no_mood_makes_a_deal_of_what_brings_one_nothing(offered, wanted, level, expected):
    assert agrees(offered, wanted, level, noise=90) == expected


@pytest.mark.parametrize(("card_", "verb"), [("dagger", Verb.KICK_OPEN), ("rapier", Verb.TRADE)])
def test_nothing_is_proposed_that_brings_the_other_nothing(card_, verb):
    """The first has a sword in hand already, and their head is bare; the second's hands are empty."""
    p = Position(WORN).levels(5, 5, 5).carry(0, card_).wear(1, "hood")
    p.wear(0, "cudgel", "sabre")
    trade = (Verb.TRADE, card_, 1, p["hood"])
    assert taken(p, 0, Question.ARRANGE, ON, trade, trade=100)[0] == verb


@pytest.mark.parametrize(("level", "verb"), [(7, Verb.TRADE), (8, Verb.KICK_OPEN)])
def test_no_gold_goes_to_somebody_who_could_buy_the_level_before_the_last(level, verb):
    """700 for 100: a Level is 40, and 12 of it are given away for two points."""
    p = Position(CARDS).levels(4, level, 4).carry(0, "plate").wear(1, "dwarf").carry(1, "sabre").wear(1, "crown")
    trade = (Verb.TRADE, "plate", 1, p["sabre"])
    assert taken(p, 0, Question.ARRANGE, ON, trade, trade=150, closing=0, hostility=0)[0] == verb
