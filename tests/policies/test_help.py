"""Whom one asks for help and whom not, and what is done so that help is not needed, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.records.amounts import Amount
from engine.records.card_kinds import Kind, Slot
from engine.records.opcodes import Op
from engine.records.questions import Aim, Question, Verb
from tests.effects.build import Position, card, item, row
from tests.policies.test_habits import CARDS, PASS, beating, table, taken


def test_what_was_refused_is_not_asked_again():
    def request(spurned: int) -> Verb:
        p = table().levels(3, 3).wear(1, "crown")
        beating(p, 0, 3, 4)
        p.g.spurned[0] = spurned
        return taken(p, 0, Question.REACT, (Verb.ASK, "", 1, 1), PASS, share=50)[0]

    assert (request(0), request(2)) == (Verb.ASK, Verb.PASS)


def test_help_is_asked_of_whoever_has_not_sent_the_monster():
    def target(opposed: int, treasure: int = 30) -> int:
        p = (
            Position(CARDS | {"helmet": item(bonus=5, slot=Slot.HEAD)})
            .levels(3, 3, 3)
            .wear(1, "crown")
            .wear(2, "helmet")
        )
        beating(p, 0, 3, 4)
        p.g.opposed = opposed
        asks = [(Verb.ASK, "", seat, 1) for seat in (1, 2)]
        return taken(p, 0, Question.REACT, *asks, PASS, share=50, treasure=treasure)[2]

    assert (target(0b010), target(0b100)) == (2, 1)
    assert target(0b110, treasure=0) == -1  # both have, and a Treasure is nothing to them: nobody is asked


@pytest.mark.parametrize(
    ("amount", "monsters", "strengths", "verb"),
    [
        (2, ("ogre",), (4, 8), Verb.PLAY),  # the only one goes
        (2, ("goblin", "ogre"), (4, 12), Verb.PASS),  # the goblin goes: still 4 against 8
        (2, ("goblin", "ogre"), (9, 12), Verb.PLAY),  # 9 against the 8 of the ogre
        (1, ("goblin", "ogre"), (4, 12), Verb.PASS),  # the ogre goes: 4 against 4
        (1, ("goblin", "ogre"), (5, 12), Verb.PLAY),  # 5 against 4
        (Amount.ALL, ("goblin", "ogre"), (4, 12), Verb.PLAY),
    ],
)
def test_no_monster_is_sent_away_if_the_rest_wins_all_the_same(amount, monsters, strengths, verb):
    bicker = card(Kind.ONE_SHOT, row(Op.REMOVE_MONSTER, amount), timing=2)
    p = beating(Position(CARDS | {"bicker": bicker}).levels(4, 4, 4).hand(0, "bicker"), 0, *strengths, *monsters)
    assert taken(p, 0, Question.REACT, PASS, (Verb.PLAY, "bicker", -1, Aim.NOTHING))[0] == verb
