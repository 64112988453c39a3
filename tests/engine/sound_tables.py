"""Sound tables, to be damaged in one place."""

from __future__ import annotations

from typing import Any

from engine.checks.invariants import check
from engine.records.agenda import Step, push
from engine.records.card_kinds import Axis, Kind, Slot
from engine.records.faults import Breach
from engine.records.opcodes import Op
from tests.effects.build import Position, card, cultist, doubler, item, row

CARDS: dict[str, dict[str, Any]] = {
    "helmet": item(slot=Slot.HEAD, bonus=1),
    "cap": item(slot=Slot.HEAD, bonus=2),
    "anvil": item(big=1),
    "piano": item(big=1),
    "flame": card(Kind.ITEM_ENHANCER, bonus=1),
    "wizard": card(Kind.CLASS, identity=16),
    "cultist": cultist(),
    "bear": card(Kind.MONSTER, level=3),
    "wolf": card(Kind.MONSTER, level=2),
    "plague": card(Kind.CURSE),
    "potion": card(Kind.ONE_SHOT, bonus=3),
    "spare": card(Kind.ONE_SHOT, row(Op.DRAW, 1)),
    "cheat": card(Kind.CHEAT),
    "rage": card(Kind.ENHANCER, bonus=5),
    "elf": card(Kind.RACE, identity=32),
    "dwarf": card(Kind.RACE, identity=64),
    "twin": card(Kind.RACE, identity=32),
    "half-breed": doubler(Axis.RACE),
    "friend": card(Kind.GUEST_STAR),
    "other friend": card(Kind.GUEST_STAR),
}


def breach(at: Position) -> Breach:
    return Breach(int(check(at.g, at.book)))


def waiting(at: Position, kind: Step) -> None:
    """Seat 0 is asked by a step, with one option."""
    at.g.agenda_n, at.g.asked, at.g.options = 0, 0, 1
    at.book.work.option[0] = (0, -1, -1, -1, 0)  # none of the verbs has a card
    at.book.work.option[0].verb = 0
    push(at.g, Step.TURN, 0, 0, 0, 0, 0)
    push(at.g, kind, 0, 0, 0, 0, 0)


def sound() -> Position:
    """A table at a quiet moment: seat 0 arranges, seat 1 has some things, and nothing is wrong."""
    at = Position(CARDS, cultist_enabled=1)
    at.wear(1, "helmet").carry(1, "cap", "anvil", "wizard").attach("flame", "helmet").hand(1, "potion")
    at.discards("spare", "plague").cultists("cultist")
    waiting(at, Step.ARRANGE)
    assert breach(at) == Breach.NONE
    return at


def fighting() -> Position:
    """Seat 0 fights the bear, seat 1 helps."""
    at = sound()
    at.fight(0, "bear", helper=1)
    waiting(at, Step.REACT)
    assert breach(at) == Breach.NONE
    return at
