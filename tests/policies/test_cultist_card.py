"""A persona poses as a Cultist where that makes it stronger, and thickens the Ichor that its own side threw."""

from __future__ import annotations

import pytest

from engine.policies.combat_choices import effect_of
from engine.policies.cultists import gives_the_end
from engine.policies.turn_choices import own_turn
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.steps.offers.actions import throw
from tests.effects.build import Position, card, cultist, item, row
from tests.policies.test_habits import taken

CULTIST = 8


@pytest.mark.rule("cultist.everyone", "cultist.six")
@pytest.mark.parametrize(("fellows", "counted", "wants"), [(1, 0, True), (0, 0, False), (1, 1, False)])
def test_it_poses_where_there_is_a_cultist_and_is_never_counted_as_one(fellows, counted, wants):
    power = item(row(Op.POSE, 0, CULTIST, counted, on=Trigger.ABILITY))
    p = Position({"card": power, "mad": cultist()}).carry(0, "card")
    if fellows:
        p.carry(1, "mad")
    p.book.work.weights[0, Weight.BONUS] = 4
    p.book.work.option[0] = (int(Verb.USE), p["card"], -1, int(p.book.card[p["card"]].first), 0)
    assert (own_turn(p.g, p.book, 0, 0) > 0) == wants


@pytest.mark.rule("oneshot.definition", "precedence.card-over-rule")
@pytest.mark.parametrize(("aim", "moves"), [(Aim.SIDE, 3), (Aim.MONSTER, -3)])
def test_doubling_an_ichor_moves_the_lead_to_the_side_where_it_lies(aim, moves):
    goo = card(Kind.ONE_SHOT, bonus=3, tags=Tag.ICHOR)
    thick = card(Kind.ONE_SHOT, row(Op.COUNT_TWICE, 0, Tag.ICHOR), tags=Tag.ICHOR)
    p = Position({"goo": goo, "thick": thick, "ogre": card(Kind.MONSTER, level=5, treasures=1)})
    p.hand(0, "goo", "thick").fight(0, "ogre")
    throw(p.g, p.book, 0, p["goo"], 0, aim)
    p.book.work.option[0] = (int(Verb.PLAY), p["thick"], p["goo"], int(Aim.ITEM), 0)
    assert effect_of(p.g, p.book, 0, 0) == moves


BLOW = card(
    Kind.SPECIAL,
    row(Op.LOSE_CULTIST, when=(Condition.IS, CULTIST)),
    row(Op.BECOME_CULTIST, 0, 1, when=(Condition.IS_NOT, CULTIST)),
)
MIRE = card(Kind.CURSE, row(Op.BECOME_CULTIST, on=Trigger.CURSED, when=(Condition.IS_NOT, CULTIST)))
MAD = {"mad": cultist(), "mad too": cultist(), "mad as well": cultist()}


@pytest.mark.rule("cultist.become", "cultist.own-discard", "cultist.one-safe")
@pytest.mark.parametrize(
    ("waits", "his", "fellows", "plays"),
    [
        (True, (), (), True),
        (False, (), (), False),
        (False, ("mad too",), ("mad as well",), True),
        (True, ("mad too",), (), False),  # the only Cultist stays one
    ],
)
def test_nobody_is_struck_where_nothing_comes_of_it(waits, his, fellows, plays):
    """The leader is harmed if they become a Cultist, or were one among others: without a card nothing happens."""
    p = Position({"blow": BLOW, **MAD}, seats=4, cultist_enabled=1).levels(3, 8, 3, 3).hand(0, "blow")
    p.wear(1, *his).wear(2, *fellows)
    if waits:
        p.cultists("mad")
    options = (Verb.PASS, "", -1, 0), (Verb.PLAY, "blow", 1, Aim.SEAT)
    assert (taken(p, 0, Question.WINDOW, *options)[0] == Verb.PLAY) == plays


@pytest.mark.rule("cultist.own-discard")
@pytest.mark.parametrize("waits", [True, False])
def test_a_curse_ends_no_game_while_no_cultist_card_waits(waits):
    """All but seat 1 are Cultists, seat 0 is at a low Level: the last Cultist would end the game for seat 1."""
    mad = {f"mad {i}": cultist() for i in range(3)}
    p = Position({"mire": MIRE, **mad}, cultist_enabled=1, cultist_all_end=1).levels(3, 8, 3)
    p.wear(0, "mad 0").wear(2, "mad 1")
    if waits:
        p.cultists("mad 2")
    assert (gives_the_end(p.g, p.book, 0, p["mire"], 1) == 1) == waits


FOLLOWER = card(Kind.CLASS, row(Op.STRENGTH_PER_OTHER, 2, CULTIST, on=Trigger.IN_PLAY), identity=CULTIST, locked=1)


@pytest.mark.rule("cultist.locked")
@pytest.mark.parametrize(
    ("level", "fellows", "verb"),
    [
        (3, 1, Verb.PLAY),  # 3 against 4 becomes 5 against 4
        (2, 1, Verb.PASS),  # 2 against 4 becomes 4 against 4
        (5, 1, Verb.PASS),  # it is won already
        (3, 2, Verb.PASS),  # 7 against 4, but the last sane one is at Level 9, and would win the game
    ],
)
def test_one_becomes_a_cultist_in_a_fight_only_if_that_turns_it(level, fellows, verb):
    cards = {f"mad {i}": FOLLOWER for i in range(3)} | {"goblin": card(Kind.MONSTER, level=4, treasures=2)}
    switches = {"cultist_enabled": 1, "cultist_last_sane_level": 1}
    p = Position(cards, 4, **switches).levels(level, 3, 3, 9).hand(0, "mad 0").wear(1, "mad 1")
    if fellows == 2:
        p.wear(2, "mad 2")
    p.fight(0, "goblin")
    options = (Verb.PASS, "", -1, 0), (Verb.PLAY, "mad 0", -1, Aim.NOTHING)
    assert taken(p, 0, Question.REACT, *options)[0] == verb
