"""What somebody can do about a fight: means are added up, each does what it does best, monsters are taken along."""

from __future__ import annotations

from typing import Any

import pytest

from engine.policies.gains import rising
from engine.policies.help_worth import NEVER, own_reserve
from engine.policies.lasting_worth import levels_now, waits_for_more
from engine.policies.paid_power_worth import captured
from engine.policies.weights import Weight
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import PASS, taken

WORTH = 600
CARDS: dict[str, dict[str, Any]] = {
    "troll": card(Kind.MONSTER, level=9, treasures=2),
    "rise": card(Kind.GO_UP_A_LEVEL),
    "potion": card(Kind.ONE_SHOT, bonus=3, is_item=1),
    "plain": card(Kind.SPECIAL),
    "barbarian": card(Kind.CLASS, row(Op.DISCARD_FOR_STRENGTH, 1, 3, on=Trigger.ABILITY), identity=16),
}


@pytest.mark.parametrize(("level", "points"), [(6, 3 + 1), (9, 3)])
def test_a_level_is_added_to_what_can_be_thrown(level, points):
    """At Level 9 no card brings the winning one."""
    p = Position(CARDS).levels(level, 2, 2).hand(0, "rise", "potion").fight(0, "troll")
    assert int(own_reserve(p.g, p.book, 0)) == points


@pytest.mark.parametrize(("level", "first"), [(6, True), (5, False)])
def test_a_level_and_a_potion_win_together(level, first):
    """6 + 1 + 3 beat the troll of Level 9, 5 + 1 + 3 do not; the Level is played, or thrown away with the fight."""
    p = Position(CARDS).levels(level, 2, 2).hand(0, "rise", "potion").fight(0, "troll")
    rise, potion = (Verb.PLAY, "rise", 0, Aim.SEAT), (Verb.PLAY, "potion", 0, Aim.SIDE)
    assert (taken(p, 0, Question.REACT, PASS, rise, potion, hold=100)[0] != Verb.PASS) == first


SEVENTH = [row(Op.GAIN_LEVELS, amount=2, when=(Condition.LEVEL_AT_LEAST, 7)),
           row(Op.GAIN_LEVELS, amount=1, when=(Condition.LEVEL_AT_MOST, 6))]  # fmt: skip
RISES: dict[str, list[Any]] = {
    "plain": [],
    "seventh": SEVENTH,
    "early": [row(Op.GAIN_LEVELS, amount=1, when=(Condition.LEVEL_AT_MOST, 6))],
    "wager": [row(Op.ROLL), row(Op.GAIN_LEVELS, amount=2, when=(Condition.DIE_AT_LEAST, 5), on=Trigger.ROLLED)],
}


@pytest.mark.parametrize(("name", "level", "levels", "later"), [
    ("plain", 3, 1, True),
    ("seventh", 3, 1, True), ("seventh", 7, 2, False),  # what would be two at Level 7 is one before
    ("early", 6, 1, False), ("early", 7, 0, True),
    ("wager", 3, 0, True),  # a die gives none for certain
])  # fmt: skip
def test_a_level_counts_as_things_stand(name, level, levels, later):
    p = Position({"rise": card(Kind.GO_UP_A_LEVEL, *RISES[name])}).levels(level, 2, 2).hand(0, "rise")
    assert int(levels_now(p.g, p.book, 0, p["rise"])) == levels
    assert (int(waits_for_more(p.g, p.book, 0, p["rise"])) == 1) == later


def test_a_wager_is_worth_what_its_die_brings_on_average():
    """Two faces of six bring two Levels of 30, two others take one that costs 30; nothing else weighs."""
    lost = row(Op.LOSE_LEVELS, amount=1, when=(Condition.DIE_AT_MOST, 2), on=Trigger.ROLLED)
    p = Position({"rise": card(Kind.GO_UP_A_LEVEL, *RISES["wager"], lost)}).levels(3, 2, 2).hand(0, "rise")
    p.book.work.weights[:] = 0
    p.book.work.weights[:, [Weight.LEVEL, Weight.DANGER]] = 30
    assert int(rising(p.g, p.book, 0, p["rise"], 0)) == 20 - 9  # points of a loss are whole: 10 * 2 // 6 = 3


def test_a_card_that_does_as_much_itself_does_not_pay():
    """7 + 3 beat the troll of Level 9; a potion that pays for one point does not, whatever it is worth."""
    p = Position(CARDS).levels(7, 2, 2).wear(0, "barbarian").hand(0, "potion", "plain").fight(0, "troll")
    row_ = int(p.book.card[p["barbarian"]]["first"])
    pays = [(Verb.DISCARD_FOR, name, -1, row_) for name in ("potion", "plain")]
    assert taken(p, 0, Question.REACT, PASS, pays[0])[0] == Verb.PASS
    assert taken(p, 0, Question.REACT, PASS, *pays)[1] == "plain"


@pytest.mark.parametrize(("whose", "strong", "most", "worth"), [
    (1, 9, 10, 40 + 300),  # out of another's fight that is won: half its Level, half of the stake
    (1, 0, 10, 40),  # out of one that is lost: its Level alone
    (0, 9, 10, 40 - 10 - 2 * 3),  # out of one's own that is won: less the Level and the Treasures of the kill
    (1, 9, 8, NEVER),  # a troll of Level 9 is too strong for it
])  # fmt: skip
def test_a_companion_is_taken_out_of_a_fight(whose, strong, most, worth):
    leash = row(Op.BEFRIEND, 0, 2, when=(Condition.ITS_LEVEL_AT_MOST, most))
    cards = CARDS | {"leash": card(Kind.ONE_SHOT, leash, is_item=1), "club": item(bonus=strong),
                     "troll": card(Kind.MONSTER, level=9, treasures=2)}  # fmt: skip
    p = Position(cards).levels(3, 3, 2).hand(0, "leash").wear(whose, "club").fight(whose, "troll")
    p.book.work.weights[:] = 0
    p.book.work.weights[:, [Weight.BONUS, Weight.LEVEL, Weight.TREASURE]] = 10, 10, 3
    assert int(captured(p.g, p.book, 0, p["leash"], WORTH)) == worth
