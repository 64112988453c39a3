"""When a Class or Race in play is given up in a combat, in positions built by hand."""

from __future__ import annotations

import pytest

from engine.agenda import Question, Verb
from engine.cards import Kind, Trigger
from engine.opcodes import Op
from tests.effects.build import Position, card, row
from tests.policies.test_habits import CARDS, PASS, beating, taken

ROGUE = card(Kind.CLASS, row(Op.BACKSTAB, -2, on=Trigger.ABILITY), identity=32)
ELF = card(Kind.RACE, identity=64)


@pytest.mark.parametrize(
    ("fighter", "mine", "paid", "verb"),
    [
        (4, 3, "elf", Verb.PASS),  # he leads, but not by what is worth being an Elf for
        (4, 3, "card 0", Verb.DISCARD_FOR),  # 20 and 10 for a Level, against two cards of 4
        (7, 8, "elf", Verb.PASS),  # he is behind
        (7, 3, "elf", Verb.DISCARD_FOR),  # 20, 4 * 10, and 2 * 20 for two ninths past the middle, against twice 20
        (9, 3, "elf", Verb.DISCARD_FOR),  # it is for the win
    ],
)
def test_nobody_stabs_with_what_he_is_somebody_who_is_behind_or_far_from_the_win(fighter, mine, paid, verb):
    p = Position(CARDS | {"rogue": ROGUE, "elf": ELF}).levels(mine, fighter, 1).wear(0, "rogue", "elf")
    p.hand(0, "card 0")
    stab = int(p.book.card[p["rogue"]].first)
    options = PASS, (Verb.DISCARD_FOR, paid, 1, stab)
    assert taken(beating(p, 1, 5, 4), 0, Question.REACT, *options)[0] == verb
