"""Good cards that are thrown after little, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from engine.records.step_values import Removal
from engine.records.timings import Timing
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, beating, taken

WASTE = CARDS | {
    "priest": card(Kind.CLASS, row(Op.RESURRECTION, on=Trigger.ABILITY), identity=128),
    "mage": card(Kind.CLASS, row(Op.CHARM, a=3, on=Trigger.ABILITY), identity=256),
    "contract": card(
        Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, 1, Removal.TREASURE), is_item=1, gold=600, timing=Timing.COMBAT
    ),
    "lich": card(Kind.MONSTER, level=18, treasures=5),
}


@pytest.mark.parametrize(
    ("level", "held", "verb"),
    [
        (4, "rise", Verb.PASS),  # a level for the chance of one
        (9, "rise", Verb.DISCARD_FOR),  # it raises nobody to the last Level
        (4, "card 0", Verb.DISCARD_FOR),
    ],
)
def test_no_go_up_a_level_is_paid_for_a_monster_that_may_give_one(level, held, verb):
    p = Position(WASTE).levels(level, 4).wear(0, "priest").discards("goblin").hand(0, held).wear(0, "crown")
    use = (Verb.DISCARD_FOR, held, p["goblin"], int(p.book.card[p["priest"]]["first"]))
    assert taken(p, 0, Question.DOOR_CARD, use, PASS, treasure=60)[0] == verb


def test_a_hand_is_not_given_for_what_one_of_its_cards_does_alone():
    """The contract costs 9 for its Gold and 4, the whole hand two Curses more, however strong the one monster is."""
    p = Position(WASTE).levels(3, 4).wear(0, "mage").hand(0, "contract", "humbled", "bareheaded")
    beating(p, 0, 4, 18, "lich")
    charm = (Verb.USE, "mage", 0, int(p.book.card[p["mage"]]["first"]))
    play = (Verb.PLAY, "contract", -1, Aim.NOTHING)
    assert taken(p, 0, Question.REACT, PASS, charm, play, curse=2)[1] == "contract"
    assert taken(p, 0, Question.REACT, PASS, charm, curse=2)[1] == "mage"


@pytest.mark.parametrize(("side", "verb"), [("fighter", Verb.PASS), ("helper", Verb.PASS), ("outside", Verb.PLAY)])
def test_whoever_fights_curses_nobody_before_it_is_over(side, verb):
    """The third leads: who takes part waits, as the Curse would change what counts in their own combat."""
    fighter = {"fighter": 0, "helper": 1, "outside": 1}[side]
    p = (
        Position(WASTE)
        .levels(4, 3, 9)
        .hand(0, "humbled")
        .fight(fighter, "goblin", helper=0 if side == "helper" else -1)
    )
    p.g.side, p.g.foes = 8, 4
    options = PASS, (Verb.PLAY, "humbled", 2, Aim.SEAT)
    assert taken(p, 0, Question.REACT, *options, hostility=40)[0] == verb


@pytest.mark.parametrize(
    ("open_", "held", "level", "verb"),
    [
        (False, ("mean",), 5, Verb.PLAY),  # 8 against 9
        (True, ("mean",), 5, Verb.PASS),  # 12 against 9: the draught lies before them
        (True, ("mean", "ancient"), 5, Verb.PLAY),  # 12 against 19
        (True, ("mean",), 9, Verb.PLAY),  # for the win they will have to use it
    ],
)
def test_nobody_throws_what_a_card_in_play_is_seen_to_answer(open_, held, level, verb):
    p = Position(WASTE).levels(2, level, 2).hand(0, *held)
    if open_:
        p.carry(1, "draught")
    beating(p, 1, 8, 4)
    options = PASS, (Verb.PLAY, "mean", 0, Aim.MONSTER)
    assert taken(p, 0, Question.REACT, *options, hostility=44, closing=0)[0] == verb
