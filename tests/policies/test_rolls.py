"""Answers to dice: what turns a roll is paid for, what cannot turn it is kept."""

from __future__ import annotations

import pytest

from engine.next_question import answer
from engine.policies.danger import danger
from engine.policies.decide import choose, utility
from engine.policies.weights import Weight
from engine.policies.worth import use_cost
from engine.records.agenda import Step
from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Verb
from engine.records.step_values import Removal
from engine.records.timings import Timing
from engine.steps.offers.power_table import take_effect
from tests.effects.build import Position, card, item, row

FLIGHT = row(Op.DISCARD_FOR_FLIGHT, 1, 3, on=Trigger.ABILITY)
CARDS = {
    "ogre": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8),
    "glue": card(Kind.MONSTER, row(Op.NO_ESCAPE, on=Trigger.IN_FIGHT), row(Op.DEATH, on=Trigger.BAD_STUFF), level=8),
    "gnat": card(Kind.MONSTER, level=8),
    "wizard": card(Kind.CLASS, FLIGHT, identity=8),
    "potion": card(Kind.ONE_SHOT, bonus=9, is_item=1),
    "oil": card(
        Kind.ONE_SHOT,
        row(Op.EITHER),
        row(Op.ROLL_BONUS, 2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 1)),
        row(Op.ROLL_BONUS, -2, on=Trigger.CHOSEN, when=(Condition.CHOSE, 2)),
        is_item=1,
        timing=Timing.RUN,
    ),
    "lamp": card(
        Kind.ONE_SHOT,
        row(Op.REMOVE_MONSTER, 1, Removal.TREASURE_IF_ONLY, 1),
        is_item=1,
        timing=Timing.COMBAT | Timing.FAILED,
    ),
    "loaded": card(Kind.ONE_SHOT, row(Op.SET_ROLL), is_item=1, timing=Timing.SELF_ROLL),
    "halfling": card(Kind.RACE, row(Op.SECOND_TRY, on=Trigger.ABILITY), identity=32),
    "jinx": card(Kind.ONE_SHOT, row(Op.REROLL), is_item=1, timing=Timing.ROLL),
    "quick": card(Kind.MONSTER, row(Op.LOSE_LEVELS, 2, on=Trigger.BAD_STUFF), level=8, run_away=-2),
    "thief": card(Kind.CLASS, row(Op.STEAL, a=4, on=Trigger.ABILITY), identity=16),
    "sword": item(bonus=5, slot=Slot.HAND),
    "orcs": card(
        Kind.MONSTER,
        row(Op.ROLL, on=Trigger.BAD_STUFF),
        row(Op.DEATH, on=Trigger.ROLLED, when=(Condition.DIE_AT_MOST, 2)),
        row(Op.LOSE_LEVELS, Amount.DIE, on=Trigger.ROLLED, when=(Condition.DIE_AT_LEAST, 3)),
        level=8,
    ),
    **{f"card {i}": card(Kind.SPECIAL) for i in range(4)},
}
WEIGHTS = {"danger": 15, "card": 2, "one_shot": 2, "identity": 20}


def played(p: Position) -> list[tuple[Verb, str]]:
    """What seat 0 does with its roll, until it is settled."""
    p.book.work.weights[:] = 0
    for name, worth in WEIGHTS.items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    p.step(Step.ROLL, 0, 0)
    return goes_on(p)


def goes_on(p: Position) -> list[tuple[Verb, str]]:
    """What seat 0 answers until nothing waits."""
    done = []
    while p.g.options:
        i = int(choose(p.g, p.book, int(p.g.options)))
        done.append(p.options()[i][:2])
        answer(p.g, p.book, i)
        p.advance()
    return done


@pytest.mark.parametrize(
    ("face", "monster", "cards"),
    [(4, "ogre", 1), (3, "ogre", 2), (2, "ogre", 3), (1, "ogre", 0), (5, "ogre", 0), (4, "glue", 0), (4, "gnat", 0)],
)
def test_as_many_cards_go_as_turn_the_roll_and_none_in_vain(face, monster, cards):
    p = Position(CARDS).wear(0, "wizard").hand(0, "potion", *(f"card {i}" for i in range(4))).levels(5)
    p.fight(0, monster).dice(face)
    paid = [name for verb, name in played(p) if verb == Verb.DISCARD_FOR]
    assert (len(paid), "potion" in paid, "wizard" in paid) == (cards, False, False)


def test_no_card_goes_if_there_are_too_few():
    p = Position(CARDS).wear(0, "wizard").hand(0, "card 0").levels(5).fight(0, "ogre").dice(2)
    assert [verb for verb, _ in played(p) if verb == Verb.DISCARD_FOR] == []  # three are missing, two could be paid


@pytest.mark.parametrize(("face", "monster", "used"), [(4, "ogre", 1), (3, "ogre", 1), (2, "ogre", 0), (3, "glue", 0)])
def test_a_card_that_changes_rolls_is_used_where_it_turns_one(face, monster, used):
    p = Position(CARDS).hand(0, "oil").levels(5).fight(0, monster).dice(face)
    assert len([name for verb, name in played(p) if (verb, name) == (Verb.PLAY, "oil")]) == used


@pytest.mark.parametrize(("face", "monster", "used"), [(4, "ogre", 1), (5, "ogre", 0), (1, "gnat", 0)])
def test_a_monster_vanishes_only_before_it_hurts(face, monster, used):
    p = Position(CARDS).hand(0, "lamp").levels(5).fight(0, monster).dice(face)
    assert len([name for verb, name in played(p) if (verb, name) == (Verb.PLAY, "lamp")]) == used


def test_before_the_die_it_is_worth_the_faces_it_turns():
    p = Position(CARDS).hand(0, "oil").levels(5).fight(0, "ogre")
    p.book.work.weights[0, Weight.DANGER] = 60
    p.step(Step.FLEE, 0)
    p.g.ordinal[0] = 0
    rows = {name: i for i, (_, name, _, _) in enumerate(p.options())}
    fear = int(danger(p.g, p.book, 0))
    assert fear == 80  # two levels, caught with four faces of six: 20 points * 60 / 10 * 4 / 6
    p.book.work.outlook[0].fear = fear
    assert utility(p.g, p.book, 0, rows["oil"]) == 80 * 2 // 6 - int(use_cost(p.g, p.book, 0, p["oil"])) - 5


@pytest.mark.parametrize(("face", "left"), [(1, 3), (2, 3), (6, 3), (4, 2), (3, 3)])
def test_a_die_for_bad_stuff_is_set_to_the_least_loss_if_that_is_worth_a_card(face, left):
    p = Position(CARDS).hand(0, "loaded").levels(6).dice(face)
    p.fight(0, "orcs")
    for name, worth in WEIGHTS.items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    p.run("orcs", Trigger.BAD_STUFF)
    done = goes_on(p)
    # A death or six levels become three; a level saved (15 points of 10 * 15 / 10) is worth the card as well.
    set_it = face != 3
    assert ((Verb.PLAY, "loaded") in done, p.g.dead[0], p.level_list()[0]) == (set_it, 0, 3 if set_it else left)


@pytest.mark.parametrize(("face", "owner", "used"), [(3, 0, True), (4, 0, False)])
def test_a_failed_theft_of_something_good_is_saved(face, owner, used):
    p = Position(CARDS).wear(0, "thief").hand(0, "loaded", "card 0").carry(1, "sword").levels(3).dice(face)
    for name, worth in {**WEIGHTS, "bonus": 6, "level": 20}.items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    take_effect(Op.STEAL, p.g, p.book, 0, int(p.book.card[p["thief"]]["first"]), p["thief"], p["sword"])
    p.advance()
    assert ((Verb.PLAY, "loaded") in goes_on(p), p.where("sword")[1]) == (used, owner)


@pytest.mark.parametrize(("face", "levels", "used"), [(6, 8, 1), (4, 8, 0), (6, 1, 0)])
def test_a_bystander_spoils_only_an_escape_of_somebody_ahead(face, levels, used):
    p = Position(CARDS).hand(0, "oil").levels(2, levels).fight(1, "ogre").dice(face)
    p.book.work.weights[:] = 0
    p.book.work.weights[0, Weight.HOSTILITY], p.book.work.weights[0, Weight.UNDERDOG] = 20, 20
    p.step(Step.ROLL, 1, 0)
    assert [name for _, name, _, _ in p.options()] == ["oil", ""]  # 6 - 2 = 4 does not escape, 4 did not before
    assert p.options()[int(choose(p.g, p.book, 2))][1] == ("oil" if used else "")


def answered(p: Position, ordinal: int = 0, **weights: int) -> tuple[Verb, str]:
    """What seat 0 does first about its roll, by `WEIGHTS` but for those named; equals go by the question's number."""
    p.book.work.weights[:] = 0
    for name, worth in (WEIGHTS | weights).items():
        p.book.work.weights[0, Weight[name.upper()]] = worth
    p.g.ordinal[0] = ordinal
    return p.options()[int(choose(p.g, p.book, int(p.g.options)))][:2]


def failed(*held: str, monster: str = "ogre", **switches: int) -> Position:
    """Seat 0 has rolled a 2 and may pay for a second try, which two faces of six would turn."""
    p = Position(CARDS, **switches).wear(0, "halfling").hand(0, *held).levels(5).fight(0, monster).dice(2)
    p.step(Step.ROLL, 0, 0)
    return p


def test_another_throw_is_worth_the_faces_that_escape():
    """Two levels are 20 points, at 15 for ten 30: a third of that is 10, more than a card of 4 and less than 20."""
    assert answered(failed("card 0")) == (Verb.DISCARD_FOR, "card 0")
    assert answered(failed("potion")) == (Verb.PASS, "")


def test_what_sets_the_die_is_not_paid_for_another_throw():
    """Set to a six it is worth 30 for certain, and paid for another throw 10."""
    assert {answered(failed("loaded"), i) for i in range(8)} == {(Verb.PLAY, "loaded")}


def test_a_sure_escape_is_kept_for_the_case_that_another_throw_fails():
    """Used up now it costs 2, and 3 for each of four ninths: 30 - 14; tried first 30 - 4 - 14 * 4 / 6 = 17."""
    assert answered(failed("loaded", "card 0"), saving=3) == (Verb.DISCARD_FOR, "card 0")
    assert answered(failed("loaded", "card 0"), saving=0) == (Verb.PLAY, "loaded")  # 28 against 30 - 4 - 1


@pytest.mark.parametrize(("natural", "played"), [(1, (Verb.PLAY, "loaded")), (0, (Verb.PASS, ""))])
def test_no_die_is_set_that_cannot_escape(natural, played):
    """With 2 off the roll a six is one too few, unless a six always escapes."""
    assert answered(failed("loaded", monster="quick", run_away_natural_six=natural)) == played


@pytest.mark.parametrize(("card_", "played"), [(10, "jinx"), (15, "")])
def test_somebody_has_to_roll_again_if_he_is_likely_enough_to_be_caught(card_, played):
    """One level ahead at 80 a level, a quarter of the way gone: with four faces of six caught that is 13 of 20."""
    p = Position(CARDS).hand(0, "jinx").levels(2, 3).fight(1, "ogre").dice(5)
    p.step(Step.ROLL, 1, 0)
    assert answered(p, hostility=80, card=card_)[1] == played


@pytest.mark.parametrize(
    ("monster", "levels", "used"),
    [
        ("ogre", 8, True),  # two levels are 20 points, all of what 6 levels of being ahead are worth
        ("gnat", 8, False),  # no Bad Stuff: they may as well be caught
    ],
)
def test_an_escape_is_spoiled_for_what_the_bad_stuff_takes(monster, levels, used):
    p = Position(CARDS).hand(0, "oil").levels(2, levels).fight(1, monster).dice(6)
    p.book.work.weights[:] = 0
    p.book.work.weights[0, Weight.HOSTILITY] = 20
    p.step(Step.ROLL, 1, 0)
    assert p.options()[int(choose(p.g, p.book, 2))][1] == ("oil" if used else "")
