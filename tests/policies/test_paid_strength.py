"""Cards discarded for strength: what turns a fight is worth its price, and what one is goes last."""

from __future__ import annotations

from typing import Any

from engine.records.card_kinds import Kind, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb
from tests.effects.build import Position, card, row
from tests.policies.test_habits import PASS, beating, taken

CARDS: dict[str, dict[str, Any]] = {
    "cossack": card(Kind.CLASS, row(Op.DISCARD_FOR_STRENGTH, 1, 3, on=Trigger.ABILITY), identity=16),
    "elf": card(Kind.RACE, identity=64),
    "ring": card(Kind.ONE_SHOT, row(Op.CANCEL_CURSE), gold=500, is_item=1),
    "samovar": card(Kind.MONSTER, level=18, treasures=6),
}


def helping(p: Position) -> Position:
    """Seat 0 helps seat 1 for one Treasure at 18 against 18."""
    p = beating(p.levels(1, 1, 1).wear(0, "cossack"), 1, 18, 18, "samovar")
    p.g.helper, p.g.deals[0].treasures = 0, 1
    return p


def paying(p: Position, *names: str) -> list[tuple[Any, ...]]:
    return [(Verb.DISCARD_FOR, name, -1, int(p.book.card[p["cossack"]]["first"])) for name in names]


def test_a_helper_discards_the_card_that_turns_the_fight():
    """One Treasure, 30, for a ring: 8 for its gold, 4 as a card and 10 as a guard."""
    p = helping(Position(CARDS).hand(0, "ring"))
    assert taken(p, 0, Question.REACT, PASS, *paying(p, "ring"), guard=10)[0] == Verb.DISCARD_FOR


def test_nobody_discards_what_he_is_before_a_card_of_his_hand():
    """To be an elf is worth 8 and, besides, a Level, 40."""
    p = helping(Position(CARDS).wear(0, "elf").hand(0, "ring"))
    assert taken(p, 0, Question.REACT, PASS, *paying(p, "elf", "ring"), guard=10, identity=8)[1] == "ring"
    assert taken(p, 0, Question.REACT, PASS, *paying(p, "elf"), guard=10, identity=8)[0] == Verb.PASS
