"""What an identity card does is weighed before it is laid, and who poses as a Cultist, in positions built by hand."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.cultists import gives_the_end
from engine.policies.identities import LEAD, laid
from engine.policies.moves import effect_of
from engine.policies.turn_choices import own_turn
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Slot, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.steps.offers.actions import throw
from tests.effects.build import Position, card, cultist, item, row
from tests.policies.test_habits import PASS, taken

CLERIC, ELF, WIZARD = 16, 32, 64


def hates(level: int, whom: int, amount: int) -> dict[str, Any]:
    """A monster that is stronger, or weaker, against somebody."""
    grudge = row(Op.STRENGTH, amount, on=Trigger.IN_FIGHT, when=(Condition.ANYONE_IS, whom))
    return card(Kind.MONSTER, grudge, level=level, treasures=1)


CARDS: dict[str, dict[str, Any]] = {
    "bugaboo": hates(10, CLERIC, 4),
    "coward": hates(6, CLERIC, -4),
    "raven": hates(2, CLERIC, 3),
    "cleric": card(Kind.CLASS, identity=CLERIC),
    "elf": card(Kind.RACE, identity=ELF),
    "wizard": card(Kind.CLASS, identity=WIZARD),
    "bathtub": item(bonus=6, slot=Slot.BODY, never=ELF),
    "button": item(bonus=1, never=ELF),
    "staff": item(bonus=3, slot=Slot.HAND, only=WIZARD),
    "hat": item(bonus=5, slot=Slot.HEAD, never=CLERIC),
}
ON = (Verb.KICK_OPEN, "", -1, 0)


def table() -> Position:
    return Position(CARDS, 3).levels(4, 4, 4)


@pytest.mark.parametrize(
    ("monster", "level", "name", "verb"),
    [
        ("bugaboo", 20, "cleric", Verb.PASS),  # 20 against 10 becomes 20 against 14: won, but nearer to being stopped
        ("bugaboo", 12, "cleric", Verb.PASS),  # 12 against 10 becomes 12 against 14
        ("bugaboo", 4, "cleric", Verb.PASS),  # 4 against 10 becomes 4 against 14
        ("bugaboo", 12, "wizard", Verb.PLAY),  # the monster does not mind
        ("coward", 5, "cleric", Verb.PLAY),  # 5 against 6 becomes 5 against 2
    ],
)
def test_no_identity_is_laid_that_makes_the_own_fight_harder(monster, level, name, verb):
    p = table().levels(level, 4, 4).hand(0, name).fight(0, monster)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, name, -1, Aim.NOTHING))[0] == verb


def test_an_identity_that_turns_the_fight_is_worth_the_fight():
    """Rather than a one-shot of 5 points at 4 each: the class costs nothing, even one that nobody wants otherwise."""
    p = Position(CARDS | {"potion": card(Kind.ONE_SHOT, bonus=5)}, 3).levels(5, 4, 4)
    p.hand(0, "cleric", "potion").fight(0, "coward")
    options = PASS, (Verb.PLAY, "potion", 0, Aim.SIDE), (Verb.PLAY, "cleric", -1, Aim.NOTHING)
    assert taken(p, 0, Question.REACT, *options, identity=0)[1] == "cleric"


def test_an_item_that_could_be_used_no_more_may_cost_the_fight():
    """A hat of 5 points that no Cleric wears: 4 and 5 against 6 would be 4 against 2, by 2 instead of 3; still won."""
    p = table().wear(0, "hat").hand(0, "cleric").fight(0, "coward")
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "cleric", -1, Aim.NOTHING))[0] == Verb.PASS


@pytest.mark.parametrize(
    ("worn", "verb"),
    [
        ("bathtub", Verb.KICK_OPEN),  # 20 for the Race, less 6 points at 16 each
        ("button", Verb.PLAY),  # 20 for the Race, less 16
        ("", Verb.PLAY),
    ],
)
def test_an_identity_is_weighed_against_the_items_it_switches_off(worn, verb):
    p = table().hand(0, "elf")
    if worn:
        p.wear(0, worn)
    assert taken(p, 0, Question.ARRANGE, ON, (Verb.PLAY, "elf", -1, Aim.NOTHING))[0] == verb


def test_of_two_identities_the_one_that_serves_an_item_islaid():
    """The staff of 3 points is the Wizard's: 20 and 48 against 20, wherever the staff is."""
    for place in ("hand", "carry"):
        p = getattr(table().hand(0, "cleric", "wizard"), place)(0, "staff")
        options = ON, *((Verb.PLAY, name, -1, Aim.NOTHING) for name in ("cleric", "wizard"))
        assert taken(p, 0, Question.ARRANGE, *options)[1] == "wizard"


@pytest.mark.parametrize(
    ("held", "question", "verb"),
    [
        ("raven", Question.ROOM, Verb.TROUBLE),  # 4 against 2 now, 4 against 5 as a Cleric: fought first
        ("bugaboo", Question.ROOM, Verb.PLAY),  # too strong either way
    ],
)
def test_an_identity_waits_for_the_fight_that_it_would_spoil(held, question, verb):
    p = table().hand(0, "cleric", held)
    options = (Verb.LOOT, "", -1, 0), (Verb.PLAY, "cleric", -1, Aim.NOTHING), (Verb.TROUBLE, held, -1, 0)
    assert taken(p, 0, question, *options, identity=400)[0] == verb


def test_looking_at_an_identity_changes_nothing():
    p = table().wear(0, "hat").hand(0, "cleric").fight(0, "bugaboo")
    before = p.g.tobytes()
    # 4 and a hat of 5 against 10 is 1 short; as a Cleric, without the hat, 4 against 14 is 10 short
    assert int(laid(p.g, p.book, 0, p["cleric"], -1, LEAD)) == -10
    assert p.g.tobytes() == before


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
