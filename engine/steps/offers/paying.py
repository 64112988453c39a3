"""The price of a power, paid card by card; then it takes effect."""

from __future__ import annotations

from engine.board.zones import discard
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.events import Ev
from engine.records.offer_steps import Pay
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, unask
from engine.records.state import Game
from engine.steps.offers.powers import take_effect
from engine.steps.offers.purse import list_payments


@kernel("class.power-by-discard")
def step_pay(g: Game, book: Book) -> int:
    """The cost of an ability is paid card by card; then it takes effect."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Pay.SEAT])
    effect = int(row[Pay.EFFECT])
    source = int(row[Pay.SOURCE])
    target = int(row[Pay.TARGET])
    op = int(book.effect[effect].op)
    ask(g, seat, Question.LOSE, source)
    if row[Pay.LEFT] > 0:
        list_payments(g, book, seat, source, effect, target)
    if g.options > 0:
        if op == Op.DISCARD_FOR_DRAW:
            option(g, book, Verb.PASS, -1, -1, 0)
        return 0
    unask(g)
    broke = row[Pay.LEFT] > 0 and op != Op.DISCARD_FOR_DRAW
    pop(g)
    return 0 if broke else take_effect(op, g, book, seat, effect, source, target)


@kernel("class.power-by-discard")
def answer_pay(g: Game, book: Book, taken: Option) -> int:
    """One card of the cost."""
    row = g.agenda[g.agenda_n - 1]
    if taken.verb == Verb.PASS:
        row[Pay.LEFT] = 0
        return 0
    row[Pay.LEFT] -= 1
    if book.effect[row[Pay.EFFECT]].op == Op.DISCARD_FOR_DRAW:
        row[Pay.TARGET] += 1
    return discard(g, book, taken.card, Ev.PAY)


STEPS = {Step.PAY: step_pay}
ANSWERS = {Step.PAY: answer_pay}
