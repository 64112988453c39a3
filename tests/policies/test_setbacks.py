"""What a setback would cost, and what a choice costs as a whole: what goes along with a card, what helping brings."""

from __future__ import annotations

import pytest

from engine.policies.bad_stuff_cost import bad_stuff
from engine.policies.dice_answers import caught_price, face_worth
from engine.policies.help_bargain import offering
from engine.policies.help_worth import adds, own_reserve, part
from engine.policies.joint_help import helping
from engine.policies.lasting_worth import companion
from engine.policies.trades import swap, trade_answer
from engine.policies.turn_choices import playing
from engine.policies.weights import Weight
from engine.policies.worth import keep_value
from engine.records.agenda import Step, push
from engine.records.amounts import Amount
from engine.records.card_kinds import Axis, Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Verb, promise
from engine.records.step_values import Chooser, What, Which
from engine.records.timings import Timing
from engine.steps.turn.limits import settle
from tests.effects.build import Position, card, cultist, doubler, item, row


def curse(op: Op, amount: int = 1, a: int = 0, **more: object):
    return card(Kind.CURSE, row(op, amount, a=a, on=Trigger.CURSED, **more))


CARDS = {
    "betrayed": curse(Op.LOSE_ITEM, a=Which.COMRADE),
    "bare head": curse(Op.LOSE_ITEM, a=Which.HEAD),
    "classless": curse(Op.LOSE_CLASS),
    "raceless": curse(Op.LOSE_RACE),
    "humbled": curse(Op.LOSE_LEVELS, 2, when=(Condition.LACKS_AXIS, Axis.CLASS)),
    "friend": card(Kind.COMRADE),
    "cap": item(bonus=1, slot=Slot.HEAD),
    "veil": item(bonus=1, slot=Slot.HEAD, stacks=1),
    "best gone": curse(Op.LOSE_ITEM, a=Which.BEST),
    "wizard": card(Kind.CLASS, identity=8, axis=Axis.CLASS),
    "elf": card(Kind.RACE, identity=16, axis=Axis.RACE),
}


@pytest.mark.parametrize(
    ("name", "having", "cost"),
    [
        ("betrayed", "friend", 10), ("betrayed", "cap", 0), ("bare head", "cap", 7), ("bare head", "veil", 7),
        ("bare head", "friend", 0), ("classless", "wizard", 4), ("classless", "elf", 0), ("raceless", "elf", 4),
        ("raceless", "wizard", 0), ("humbled", "elf", 20), ("humbled", "wizard", 0),
    ],
)  # fmt: skip
def test_only_what_one_has_can_be_lost(name, having, cost):
    p = Position(CARDS).levels(1, 5, 1)
    p.wear(1, having) if having in ("cap", "veil") else p.carry(1, having)
    assert int(bad_stuff(p.g, p.book, 1, p[name], Trigger.CURSED)) == cost


def test_the_biggest_bonus_is_that_of_an_item_in_use():
    """A cap of one point in use is the best of two, the other is only carried: 4 points, and 3 for each of its own."""
    p = Position(CARDS | {"crown": item(bonus=5, slot=Slot.HEAD)}).levels(1, 5, 1)
    p.carry(1, "crown")
    assert int(bad_stuff(p.g, p.book, 1, p["best gone"], Trigger.CURSED)) == 0
    p.wear(1, "cap")
    assert int(bad_stuff(p.g, p.book, 1, p["best gone"], Trigger.CURSED)) == 7


TAKING = {
    "no doors": curse(Op.DISCARD_HAND, Amount.ALL, a=What.DOOR),
    "one card": curse(Op.DISCARD_HAND, 1),
    "by both": curse(Op.PLAYERS_TAKE, a=Chooser.BOTH, b=What.HAND),
    "by the highest": curse(Op.PLAYERS_TAKE, a=Chooser.HIGHEST, b=What.ITEM),
    "treasures": curse(Op.PLAYERS_TAKE, a=Chooser.EACH_RIGHT, b=What.TREASURE),
    "to the left": curse(Op.GIVE_CARD, a=Chooser.LEFT, b=What.CARD),
    "fined": curse(Op.DISCARD_GOLD, 1000, a=2),
    "levelled": curse(Op.SET_LEVEL, 0),
    "for each card": curse(Op.LOSE_LEVELS_PER_CARD, 1),
    "burnt": curse(Op.LOSE_WORN, a=64),
    "melted": curse(Op.LOSE_TAGGED, a=64),
    "possessed": card(
        Kind.CURSE, row(Op.KEEP, on=Trigger.CURSED), row(Op.POSSESS, a=Which.BEST, on=Trigger.CURSED),
        row(Op.EVIL, on=Trigger.IN_PLAY),
    ),
    "lesser": card(
        Kind.CURSE,
        row(Op.EITHER, on=Trigger.CURSED),
        row(Op.DISCARD_HAND, Amount.ALL, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.LOSE_LEVELS, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
    ),
    "rich": item(gold=1000),
    "torch": item(bonus=1, slot=Slot.HEAD, tags=64),
    "goblin": card(Kind.MONSTER, level=4),
    "potion": card(Kind.ONE_SHOT, bonus=3, is_item=1),
    "flask": card(Kind.ONE_SHOT, bonus=3, is_item=1),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "hand", "table", "cost"),
    [
        ("no doors", ("potion", "flask"), (), 0), ("no doors", ("potion", "goblin"), (), 2), ("one card", (), (), 0),
        ("by both", ("potion",), ("rich",), 3), ("by both", ("potion", "flask", "goblin"), (), 6),
        ("by the highest", (), ("rich",), 0),  # the victim is the highest: nobody is named
        ("treasures", ("goblin",), (), 0), ("treasures", ("goblin", "potion"), (), 4),
        ("to the left", (), (), 0), ("to the left", ("goblin",), ("rich",), 4),
        ("fined", (), (), 20), ("fined", (), ("rich",), 10),  # two levels, or an Item that pays for all
        ("levelled", (), (), 40), ("for each card", (), (), 0), ("for each card", ("potion", "flask"), (), 20),
        ("burnt", (), (), 0), ("burnt", ("torch",), (), 0), ("melted", ("torch",), (), 3), ("melted", (), (), 0),
        ("burnt", (), ("torch",), 7), ("melted", (), ("torch",), 7), ("possessed", (), (), 0),
        ("lesser", (), (), 0), ("lesser", ("potion", "flask"), (), 4),
    ],
)  # fmt: skip
def test_only_cards_of_the_kind_count_and_only_as_many_as_are_taken(name, hand, table, cost):
    """At Level 5 of 1, 5, 1: a level or an Item is ten points, a hand card two or three, an Item in use 4 and more."""
    p = Position(CARDS | TAKING).levels(1, 5, 1).hand(1, *hand).wear(1, *table)
    assert int(bad_stuff(p.g, p.book, 1, p[name], Trigger.CURSED)) == cost


def test_what_a_die_decides_costs_as_much_as_is_to_be_expected():
    """Death for two faces of six and three levels for four, at Level 5: (2 * 100 + 4 * 30) / 6."""
    orcs = card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)),
        row(Op.LOSE_LEVELS, Amount.DIE, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 3)),
    )
    harpies = card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(
            Op.DISCARD_HAND,
            Amount.ALL,
            on=Trigger.ROLLED,
            when=((Condition.DIE_AT_LEAST, 2), (Condition.DIE_AT_MOST, 4)),
        ),
    )
    p = Position(CARDS | TAKING | {"orcs": orcs, "harpies": harpies}).levels(1, 5, 1)
    assert int(bad_stuff(p.g, p.book, 1, p["orcs"], Trigger.BAD_STUFF)) == 53
    assert int(bad_stuff(p.g, p.book, 1, p["harpies"], Trigger.BAD_STUFF)) == 0
    p.hand(1, "potion", "flask")
    assert int(bad_stuff(p.g, p.book, 1, p["harpies"], Trigger.BAD_STUFF)) == 4 * 3 // 6


PRICED = {
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8, treasures=1),
    "wolf": card(Kind.MONSTER, row(Op.STRENGTH, 3, on=Trigger.IN_FIGHT, when=(Condition.HELPED, 0)), level=6),
    "recluse": card(Kind.MONSTER, row(Op.STRENGTH, 4, on=Trigger.IN_FIGHT, when=(Condition.ALONE, 0)), level=6),
    "wizard": card(Kind.CLASS, identity=8, axis=Axis.CLASS),
    "thief": card(Kind.CLASS, identity=16, axis=Axis.CLASS),
    "super": doubler(),
    "sword": item(bonus=5),
    "ghost": card(Kind.MONSTER, level=8, tags=Tag.UNDEAD),
    "cleric": card(
        Kind.CLASS,
        row(Op.DISCARD_FOR_STRENGTH, 3, 3, on=Trigger.ABILITY, when=(Condition.MONSTER_TAG, Tag.UNDEAD)),
        identity=32,
        axis=Axis.CLASS,
    ),
    "smith": card(Kind.GUEST_STAR, bonus=2),
    "tailor": card(Kind.GUEST_STAR, bonus=2),
    "giant": card(Kind.GUEST_STAR, bonus=4),
    "dwarf": card(Kind.GUEST_STAR, bonus=1),
    "dagger": item(bonus=4, only=16, gold=400),
    "wand": item(bonus=4, only=8, gold=400),
    "loaded": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1, timing=Timing.SELF_ROLL),
}


@pytest.mark.parametrize("face", range(1, 7))
def test_a_face_that_gets_away_is_worth_being_caught_more(face):
    p = Position(PRICED).hand(0, "loaded").levels(5).fight(0, "ogre").dice(2)
    p.book.work.weights[0, Weight.DANGER] = 30
    p.step(Step.ROLL, 0, 0)
    fear = int(caught_price(p.g, p.book, 0, 0))
    assert fear == 60  # two levels are 20 points, times 30 / 10
    away = face >= 5  # nothing eases the flight
    assert int(face_worth(p.g, p.book, 0, face)) == face - (0 if away else fear)


@pytest.mark.parametrize(("monster", "worth"), [("ogre", 4 + 5), ("wolf", 4 + 5 - 3), ("recluse", 4 + 5 + 4)])
def test_what_a_monster_gains_or_loses_by_help_is_the_helpers(monster, worth):
    p = Position(PRICED).levels(5, 4).wear(1, "sword").fight(0, monster)
    assert int(adds(p.g, p.book, 1)) == worth


@pytest.mark.parametrize(
    ("worn", "prices"),
    [
        (("wizard",), {"wizard": 20}),
        (("wizard", "super"), {"wizard": 40, "super": 20}),  # without the one class its doubler goes as well
        (("wizard", "thief", "super"), {"wizard": 20, "thief": 20, "super": 40}),  # without it the second class goes
    ],
)
def test_an_identity_costs_what_goes_with_it(worn, prices):
    p = Position(PRICED).wear(0, *worn)
    settle(p.g, p.book)
    p.book.work.weights[0, Weight.IDENTITY] = 20
    assert {name: int(keep_value(p.g, p.book, 0, p[name])) for name in worn} == prices


@pytest.mark.parametrize(("level", "traded"), [(8, True), (9, False)])
def test_nobody_makes_him_stronger_who_wins_with_the_next_level(level, traded):
    """Both gain by the trade: each has what only the other can use."""
    p = Position(PRICED, victory_level=10).levels(5, level).wear(0, "wizard").wear(1, "thief")
    p.carry(0, "dagger").carry(1, "wand")
    for seat in (0, 1):
        for name, worth in {"bonus": 60, "level": 50, "trade": 90}.items():
            p.book.work.weights[seat, Weight[name.upper()]] = worth
    assert (int(swap(p.g, p.book, 0, p["dagger"], p["wand"])) > 0) == traded
    push(p.g, Step.ANSWER_TRADE, 0, p["wand"], p["dagger"], 1, 0)
    p.advance()
    accept = next(i for i, option in enumerate(p.options()) if option[0] != Verb.REFUSE)
    assert (int(trade_answer(p.g, p.book, 0, accept)) > 0) == traded


@pytest.mark.parametrize(
    ("there", "played"), [((), True), (("tailor",), False), (("giant",), False), (("dwarf",), True)]
)
def test_a_guest_star_leaves_for_a_better_one_only(there, played):
    p = Position(PRICED).wear(0, *there).hand(0, "smith")
    p.book.work.weights[0, Weight.BONUS] = 20
    assert (int(companion(p.g, p.book, 0, p["smith"])) > 0) == played


@pytest.mark.parametrize(("refused", "noise", "offers"), [(False, 50, True), (True, 50, False), (True, 5, True)])
def test_who_has_just_refused_does_not_offer_the_same_in_another_mood(refused, noise, offers):
    p = Position(PRICED).levels(5, 4).wear(1, "sword").fight(0, "ogre")  # 5 against 8: with 9 more it is won
    for name, worth in {"noise": noise, "demand": 100, "treasure": 30}.items():
        p.book.work.weights[1, Weight[name.upper()]] = worth
    p.g.refused[0] = 2 if refused else 0
    whole = int(part(p.g, p.book, 100))
    value = int(helping(p.g, p.book, 1, whole, -1))
    assert 5 < value < 50
    promise(p.g, p.book, Verb.OFFER, -1, 0, whole, PickOrder.HELPER)
    assert (int(offering(p.g, p.book, 1, int(p.g.options) - 1)) > 0) == offers


@pytest.mark.parametrize(("monster", "strength"), [("ghost", 9), ("ogre", 0)])
def test_a_power_over_one_kind_of_monster_is_counted_against_it(monster, strength):
    """Three cards at three points each turn a fight that one card alone does not."""
    p = Position(PRICED).levels(5).wear(0, "cleric").hand(0, "smith", "tailor", "giant").fight(0, monster)
    assert int(own_reserve(p.g, p.book, 0)) == strength


@pytest.mark.parametrize(("levels", "plays"), [((9, 3, 4), True), ((3, 9, 4), False)])
def test_a_second_class_that_makes_the_last_cultist_is_the_end_for_the_highest(levels, plays):
    """Seat 0, a thief, holds what allows a second class and the card that would make all three Cultists."""
    mad = {name: cultist() for name in ("mad a", "mad b", "mad c")}
    p = Position({**PRICED, **mad}, cultist_enabled=1, cultist_all_end=1).levels(*levels).wear(0, "thief")
    p.wear(1, "mad a").wear(2, "mad b").hand(0, "super", "mad c")
    settle(p.g, p.book)
    for name, worth in {"identity": 20, "level": 50}.items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    assert (int(playing(p.g, p.book, 0, p["super"], p["mad c"])) > 0) == plays
