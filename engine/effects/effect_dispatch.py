"""From opcode numbers to kernels, and the step that runs one row of a card program."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.foe_counts import LOOKS_BACK
from engine.board.happenings import note_act
from engine.effects import (
    combat_effects,
    dice_effects,
    exchange_effects,
    hand_effects,
    identity_effects,
    item_effects,
    level_effects,
    own_card_effects,
    pile_effects,
    replaced_effects,
    single_card_effects,
    token_effects,
)
from engine.jit import kernel, switch
from engine.records.agenda import Step, pop
from engine.records.book import Book
from engine.records.card_kinds import HAPPENS, Trigger
from engine.records.card_steps import OpStep, push_op
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import OPCODES
from engine.records.state import Game

FAMILIES = (
    level_effects,
    item_effects,
    hand_effects,
    identity_effects,
    dice_effects,
    combat_effects,
    single_card_effects,
    replaced_effects,
    exchange_effects,
    pile_effects,
    token_effects,
    own_card_effects,
)
EFFECTS = {
    o.code: getattr(family, o.name)
    for o in OPCODES
    if o.family == "instant"
    for family in FAMILIES
    if getattr(getattr(family, o.name, None), "__module__", "") == family.__name__
}
"""Kernel of every instant opcode; its name is the opcode's, its file the family's."""

OF_ITSELF = sum(
    1 << t
    for t in (
        Trigger.DEFEATED, Trigger.APPEARS, Trigger.ESCAPED, Trigger.DRAWN, Trigger.TURN_START, Trigger.WON,
        Trigger.JOINED, Trigger.TURNED_UP, Trigger.FLED, Trigger.GOT_AWAY, Trigger.BEFORE, Trigger.SPENT,
        *HAPPENS,
    )
)  # fmt: skip
"""Triggers that no other event tells: nobody plays the card, nothing catches anybody."""

OF_THE_PAST = 1 << Trigger.LOST | 1 << Trigger.COMBAT_OVER | 1 << Trigger.GOT_AWAY
"""Triggers that are told when their combat is over: who fought in it, and how many, is looked up."""

apply_op = switch("apply_op", EFFECTS, "g, book, row, who, card, other, by")


@kernel("precedence.card-over-rule", "combat.monster-specials")
def step_op(g: Game, book: Book) -> int:
    """One row of a card program, or, for a trigger (a negative number), all its rows whose conditions hold now."""
    step = g.agenda[g.agenda_n - 1]
    row = int(step[OpStep.EFFECT])
    who = int(step[OpStep.SEAT])
    card = int(step[OpStep.CARD])
    other = int(step[OpStep.OTHER])
    by = int(step[OpStep.BY])
    pop(g)
    trigger = int(book.effect[row].trigger) if row >= 0 else -row
    g.last_foes[LOOKS_BACK] = (OF_THE_PAST >> trigger) & 1 if g.fighting == 0 else 0
    if row >= 0:
        apply_op(int(book.effect[row].op), g, book, row, who, card, other, by)
        g.last_foes[LOOKS_BACK] = 0
        return 0
    g.concerns = other
    first = int(book.card[card].first)
    told = (OF_ITSELF >> -row) & 1
    once = 0
    for r in range(int(book.card[card].last) - 1, first - 1, -1):
        e = book.effect[r]
        if e.trigger == -row and holds(g, book, who, card, e) == 1:
            push_op(g, effect=r, seat=who, card=card, other=other, by=by)
            once = 1 if e.cond == Condition.FIRST or e.cond2 == Condition.FIRST else once
            if told == 1:
                emit(g, book, Ev.ACTS, who, -1, card, -row, 0, 0)
                told = 0
    g.last_foes[LOOKS_BACK] = 0
    return note_act(g, card) if once == 1 else 0


STEPS = {Step.OP: step_op}
