"""What a choice costs as a whole: what goes along with a card, what helping brings upon one, a die that counts."""

from __future__ import annotations

import pytest

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
from engine.records.card_kinds import Axis, Kind, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import PickOrder, Verb, promise
from engine.records.timings import Timing
from engine.steps.turn.limits import settle
from tests.effects.build import Position, card, cultist, doubler, item, row

CARDS = {
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
    p = Position(CARDS).hand(0, "loaded").levels(5).fight(0, "ogre").dice(2)
    p.book.work.weights[0, Weight.DANGER] = 30
    p.step(Step.ROLL, 0, 0)
    fear = int(caught_price(p.g, p.book, 0, 0))
    assert fear == 60  # two levels are 20 points, times 30 / 10
    away = face >= 5  # nothing eases the flight
    assert int(face_worth(p.g, p.book, 0, face)) == face - (0 if away else fear)


@pytest.mark.parametrize(("monster", "worth"), [("ogre", 4 + 5), ("wolf", 4 + 5 - 3), ("recluse", 4 + 5 + 4)])
def test_what_a_monster_gains_or_loses_by_help_is_the_helpers(monster, worth):
    p = Position(CARDS).levels(5, 4).wear(1, "sword").fight(0, monster)
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
    p = Position(CARDS).wear(0, *worn)
    settle(p.g, p.book)
    p.book.work.weights[0, Weight.IDENTITY] = 20
    assert {name: int(keep_value(p.g, p.book, 0, p[name])) for name in worn} == prices


@pytest.mark.parametrize(("level", "traded"), [(8, True), (9, False)])
def test_nobody_makes_him_stronger_who_wins_with_the_next_level(level, traded):
    """Both gain by the trade: each has what only the other can use."""
    p = Position(CARDS, victory_level=10).levels(5, level).wear(0, "wizard").wear(1, "thief")
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
    p = Position(CARDS).wear(0, *there).hand(0, "smith")
    p.book.work.weights[0, Weight.BONUS] = 20
    assert (int(companion(p.g, p.book, 0, p["smith"])) > 0) == played


@pytest.mark.parametrize(("refused", "noise", "offers"), [(False, 50, True), (True, 50, False), (True, 5, True)])
def test_who_has_just_refused_does_not_offer_the_same_in_another_mood(refused, noise, offers):
    p = Position(CARDS).levels(5, 4).wear(1, "sword").fight(0, "ogre")  # 5 against 8: with 9 more it is won
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
    p = Position(CARDS).levels(5).wear(0, "cleric").hand(0, "smith", "tailor", "giant").fight(0, monster)
    assert int(own_reserve(p.g, p.book, 0)) == strength


@pytest.mark.parametrize(("levels", "plays"), [((9, 3, 4), True), ((3, 9, 4), False)])
def test_a_second_class_that_makes_the_last_cultist_is_the_end_for_the_highest(levels, plays):
    """Seat 0, a thief, holds what allows a second class and the card that would make all three Cultists."""
    mad = {name: cultist() for name in ("mad a", "mad b", "mad c")}
    p = Position({**CARDS, **mad}, cultist_enabled=1, cultist_all_end=1).levels(*levels).wear(0, "thief")
    p.wear(1, "mad a").wear(2, "mad b").hand(0, "super", "mad c")
    settle(p.g, p.book)
    for name, worth in {"identity": 20, "level": 50}.items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    assert (int(playing(p.g, p.book, 0, p["super"], p["mad c"])) > 0) == plays
