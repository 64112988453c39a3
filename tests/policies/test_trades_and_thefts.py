"""What a trade costs in Gold Pieces, what a theft is worth, and what is paid for it, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.agenda import Step, push
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from engine.records.state import Zone
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS as HABITS
from tests.policies.test_habits import PERSON, taken

DWARF, GUARD = 256, 512
TRADED = HABITS | {
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
    p = Position(TRADED).levels(level, 4, 4).carry(0, "plate").wear(1, "dwarf").carry(1, wanted)
    trade = (Verb.TRADE, "plate", 1, p[wanted])
    assert taken(p, 0, Question.ARRANGE, ON, trade, trade=100, finish=16)[0] == verb


def test_gold_counts_as_long_as_it_buys_a_level():
    """Of 40 for 2000 Gold Pieces 14, and one for the Item itself; before the last Level the one is left."""
    p = Position(TRADED).carry(0, "plate")
    for weight, value in PERSON.items():
        p.book.work.weights[0, Weight[weight.upper()]] = value
    costs = [int(keep_value(p.levels(n, 4, 4).g, p.book, 0, p["plate"])) for n in (8, 9)]
    assert costs == [15, 1]


@pytest.mark.parametrize(
    ("level", "spare", "picked"),
    [
        (4, ("trinket 200", "trinket 500"), "trinket 300"),  # a Level is 40, of which 700 Gold Pieces are 14 waiting
        (4, ("trinket 200", "trinket 400"), "cap"),  # 100 are missing: they count 7, and the cap 17
        (9, ("trinket 200", "trinket 500"), "cap"),  # the last Level is not for sale
        (4, ("trinket 200", "trinket 600", "trinket 900"), "trinket 300"),  # 1,700: the second Level
    ],
)
def test_what_completes_the_sum_for_a_level_is_worth_the_level(level, spare, picked):
    """In a pick of Treasures, and in a trade for the cap that is worn."""
    p = Position(TRADED).levels(level, 4, 4).carry(0, *spare).discards("trinket 300", "cap")
    assert taken(p, 0, Question.TAKE, *((Verb.TAKE, name, -1, 0) for name in ("cap", "trinket 300")))[1] == picked
    p = Position(TRADED).levels(level, 4, 4).carry(0, *spare).wear(0, "cap").carry(1, "trinket 300")
    push(p.g, Step.ANSWER_TRADE, 0, p["trinket 300"], p["cap"], 1, 0)
    options = (Verb.REFUSE, "", -1, 0), (Verb.ACCEPT, "trinket 300", 1, p["cap"])
    answer = taken(p, 0, Question.TRADE, *options)[0]
    assert answer == (Verb.ACCEPT if picked == "trinket 300" else Verb.REFUSE)


@pytest.mark.parametrize(("offered", "verb"), [("trinket 400", Verb.REFUSE), ("trinket 900", Verb.ACCEPT)])
def test_nobody_gives_for_nothing_what_makes_a_rival_stronger(offered, verb):
    """The short armor is of use to the Dwarf alone; for Gold its owner lets it go, for as much Gold they do not."""
    short = item(bonus=3, gold=400, slot=Slot.BODY, only=DWARF)
    for mood in range(20):
        p = Position(TRADED | {"short": short}).levels(1, 1, 1).wear(1, "dwarf").carry(1, offered).carry(0, "short")
        p.g.ordinal[0] = mood
        push(p.g, Step.ANSWER_TRADE, 0, p[offered], p["short"], 1, 0)
        answers = [(v, offered, 1, p["short"]) for v in (Verb.ACCEPT, Verb.REFUSE)]
        assert taken(p, 0, Question.TRADE, *answers, noise=6)[0] == verb


@pytest.mark.parametrize(("other", "verb"), [(5, Verb.KICK_OPEN), (4, Verb.KICK_OPEN), (1, Verb.TRADE)])
def test_a_point_is_not_bought_with_three_for_somebody_who_is_not_behind(other, verb):
    """The pipes need two hands, and their owner has a sword of five; the shirt of one point is worn beside armor."""
    cards = TRADED | {
        "sword": item(bonus=5, gold=100, slot=Slot.HAND),
        "pipes": item(bonus=4, slot=Slot.HAND, hands=2),
        "shirt": item(bonus=1, slot=Slot.BODY, stacks=1),
    }
    p = Position(cards).levels(4, other, 1).wear(0, "sword").carry(0, "pipes").wear(1, "shirt")
    assert taken(p, 0, Question.ARRANGE, ON, (Verb.TRADE, "pipes", 1, p["shirt"]), trade=60)[0] == verb


WORN = TRADED | {
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
    p = Position(TRADED).levels(4, level, 4).carry(0, "plate").wear(1, "dwarf").carry(1, "sabre").wear(1, "crown")
    trade = (Verb.TRADE, "plate", 1, p["sabre"])
    assert taken(p, 0, Question.ARRANGE, ON, trade, trade=150, closing=0, hostility=0)[0] == verb


ELF = 64
STOLEN: dict[str, dict[str, Any]] = {
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "armor": item(bonus=2, slot=Slot.BODY),
    "chainsaw": item(bonus=3, slot=Slot.HAND),
    "cap": item(bonus=1, slot=Slot.HEAD),
    "bow": item(bonus=3, slot=Slot.HAND, only=ELF),
    "dud": card(Kind.SPECIAL),
}


def tries(p: Position, wanted: str, **weights: int) -> bool:
    """Whether seat 0, at Level 1, tries to rob seat 1, who is next to the win."""
    p.levels(1, 9, 4).wear(0, "thief")
    theft = (Verb.USE, "thief", p[wanted], int(p.book.card[p["thief"]]["first"]))
    stays = (Verb.KICK_OPEN, "", -1, 0)
    return taken(p, 0, Question.ARRANGE, stays, theft, hostility=44, closing=12, **weights)[0] == Verb.USE


@pytest.mark.parametrize(
    ("worn", "held", "expected"), [("chainsaw", (), False), ("cap", (), True), ("chainsaw", ("dud",), True)]
)
def test_no_item_is_paid_for_a_lesser_one(worn, held, expected):
    """The armor: 32 for its strength, 19 for their loss, and half of a quarter of what harming them is worth, 400: 101.

    It succeeds with half of the faces, and a failure costs 13: 44 in all. The trouble is 4, the chainsaw 49, the
    cap 17 and the card in hand 8.
    """
    p = Position(STOLEN).wear(0, worn).hand(0, *held).wear(1, "armor")
    assert tries(p, "armor") == expected


def test_haste_tries_no_theft_that_does_not_pay():
    """The chainsaw costs more than half a chance at the armor brings: a noise of 60 does not hide that."""
    for ordinal in range(30):
        p = Position(STOLEN).wear(0, "chainsaw").wear(1, "armor")
        p.g.ordinal[0] = ordinal
        assert not tries(p, "armor", noise=60)


@pytest.mark.parametrize(("level", "tried", "expected"), [(4, 0, True), (4, 1, False), (1, 0, True), (1, 1, False)])
def test_nobody_tries_twice_in_one_turn(level, tried, expected):
    """Once is enough, whatever is to be had and whether a Level may go or not: the others would not wait longer."""
    p = Position(STOLEN).levels(level, 9, 4).wear(0, "thief").hand(0, "dud").wear(1, "chainsaw")
    p.g.rolls[0] = tried
    theft = (Verb.USE, "thief", p["chainsaw"], int(p.book.card[p["thief"]]["first"]))
    stays = (Verb.KICK_OPEN, "", -1, 0)
    assert (taken(p, 0, Question.ARRANGE, stays, theft, steal=200)[0] == Verb.USE) == expected


def test_nobody_pays_for_a_theft_with_what_he_is():
    """To be an elf is worth 8, and a Level, 40, besides: the cap, 17, is missed less, and alone it is too dear."""
    cards = STOLEN | {"elf": card(Kind.RACE, identity=ELF)}
    assert not tries(Position(cards).wear(0, "elf").wear(1, "armor"), "armor", identity=8)
    p = Position(cards).levels(1, 9, 4).wear(0, "thief", "elf", "cap").wear(1, "armor")
    pays = [(Verb.DISCARD_FOR, name, p["armor"], int(p.book.card[p["thief"]]["first"])) for name in ("elf", "cap")]
    assert taken(p, 0, Question.LOSE, *pays, identity=8)[1] == "cap"


@pytest.mark.parametrize(("carried", "picked"), [((), "plate"), (("piano",), "armor")])
def test_of_the_booty_nobody_picks_what_he_cannot_carry(carried, picked):
    """Four points of a Big Item are more than two, but not for whoever carries one of five already."""
    cards = STOLEN | {"plate": item(bonus=4, slot=Slot.BODY, big=1), "piano": item(bonus=5, slot=Slot.HAND, big=1)}
    p = Position(cards).wear(0, *carried).place(Zone.OPEN, -1, "plate", "armor")
    assert taken(p, 0, Question.TAKE, (Verb.TAKE, "plate", -1, 0), (Verb.TAKE, "armor", -1, 0))[1] == picked


@pytest.mark.parametrize("wears", [True, False])
def test_nobody_steals_what_helps_neither_himself_nor_hurts_its_owner(wears):
    """The bow is for elves alone: worn by one it is stolen from them, carried by a human it is of no use."""
    p = Position(STOLEN | {"elf": card(Kind.RACE, identity=ELF)}).hand(0, "dud")
    if wears:
        p.wear(1, "elf", "bow")
    else:
        p.carry(1, "bow")
    assert tries(p, "bow") == wears


RACED = STOLEN | {
    "elf": card(Kind.RACE, identity=ELF),
    "mask": item(bonus=3, slot=Slot.HEAD, only=ELF),
    "flask": card(Kind.ONE_SHOT, bonus=5, is_item=1),
}


@pytest.mark.parametrize(("worn", "paid"), [(("elf", "mask"), "flask"), (("elf",), "elf")])
def test_no_race_is_paid_that_an_item_in_use_needs(worn, paid):
    """What they are is worth 20 to them, the flask 24; the mask's three points, 48, go with the Race."""
    p = Position(RACED).levels(3, 9, 4).wear(0, "thief", *worn).hand(0, "flask")
    r = int(p.book.card[p["thief"]]["first"])
    options = [(Verb.DISCARD_FOR, name, -1, r) for name in (*worn, "flask")]
    assert taken(p, 0, Question.LOSE, *options, level=0)[1] == paid  # only what hangs on it counts


def test_nobody_steals_in_haste_what_is_not_worth_it():
    """The cap: half of 16 less half of a level, 22, the chainsaw and 4 for the trouble: far less than nothing."""
    verbs = set()
    for ordinal in range(60):
        p = Position(STOLEN).levels(3, 3, 3).wear(0, "thief", "chainsaw").wear(1, "cap")
        p.g.ordinal[0] = ordinal
        theft = (Verb.USE, "thief", p["cap"], int(p.book.card[p["thief"]]["first"]))
        verbs.add(taken(p, 0, Question.ARRANGE, (Verb.KICK_OPEN, "", -1, 0), theft, noise=90)[0])
    assert verbs == {Verb.KICK_OPEN}
