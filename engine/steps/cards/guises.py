"""Which identity a player passes for, by a card that lets them choose."""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Kind
from engine.records.card_steps import PickIdentity
from engine.records.questions import Question, Verb, ask, option, or_over
from engine.records.state import Game


@kernel("class.gain-lose-abilities", "cultist.locked")
def step_pick_identity(g: Game, book: Book) -> int:
    """Every identity of the axis that lies in the box, but for what the player is, by one card that has it."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[PickIdentity.SEAT])
    kind = int(Kind.CLASS) + int(row[PickIdentity.AXIS])
    ask(g, seat, Question.IDENTITY, int(row[PickIdentity.CAUSE]))
    listed = int(g.identity[seat])
    for c in range(g.cards if g.dead[seat] == 0 else 0):
        one = book.card[c]
        if one.kind == kind and one.locked == 0 and (int(one.identity) & ~listed) != 0:
            listed |= int(one.identity)
            option(g, book, Verb.CHOOSE_CARD, c, -1, 0)
    return or_over(g)


@kernel("class.gain-lose-abilities")
def answer_pick_identity(g: Game, book: Book, taken: Option) -> int:
    """From now on they pass for that, and for nothing that they have chosen before."""
    seat = int(g.agenda[g.agenda_n - 1, PickIdentity.SEAT])
    pop(g)
    g.guise[seat] = int(book.card[taken.card].identity)
    g.unsettled |= 1 << seat
    return 0


STEPS = {Step.PICK_IDENTITY: step_pick_identity}
ANSWERS: dict[int, Any] = {Step.PICK_IDENTITY: answer_pick_identity}
