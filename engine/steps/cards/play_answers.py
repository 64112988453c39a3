"""Answers to a card that is being played or was turned up: it may be cancelled before it does anything."""

from __future__ import annotations

from engine.board.monsters import start_program
from engine.board.seat_lookup import pass_on
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Kind, Trigger
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import PlayAnswer, PlayIt, TurnedUp
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import Game, Zone
from engine.records.timings import Timing
from engine.steps.offers.actions import TOGETHER, answers_play, carry_out, carry_out_with


@kernel("timing.any-time", "precedence.card-over-rule")
def step_play_answer(g: Game, book: Book) -> int:
    """Whoever holds a card that cancels others may play it, once around from the player concerned."""
    row = g.agenda[g.agenda_n - 1]
    while row[PlayAnswer.ASKED] < g.seats:
        seat = pass_on(g, PlayAnswer.NEXT, PlayAnswer.ASKED)
        if g.dead[seat] == 1 or (seat == row[PlayAnswer.BY] and row[PlayAnswer.ITSELF] == 0):
            continue
        ask(g, seat, Question.CANCEL, int(row[PlayAnswer.CARD]))
        for i in range(g.hand_n[seat]):
            c = int(g.hand[seat, i])
            if answers_play(book, c, int(row[PlayAnswer.CARD])) == 1 and c != row[PlayAnswer.CARD]:
                option(g, book, Verb.PLAY, c, int(row[PlayAnswer.BY]), 0)
        if or_pass(g, book) == 1:
            return 0
    pop(g)
    return 0


@kernel("timing.any-time", "precedence.card-over-rule")
def answer_play_answer(g: Game, book: Book, taken: Option) -> int:
    """The answer is discarded and its program runs: it says what becomes of the card."""
    if taken.verb == Verb.PASS:
        return 0
    seat = int(g.asked)
    what = int(g.agenda[g.agenda_n - 1, PlayAnswer.CARD])
    pop(g)
    move(g, book, taken.card, Zone.OPEN, seat, Ev.PLAY, what)
    emit(g, book, Ev.CANCEL, seat, taken.target, what, taken.card, 0, 0)
    discard(g, book, taken.card, Ev.DISCARD)
    if (int(book.card[taken.card].timing) & Timing.PLAY) == 0:
        g.agenda[g.agenda_n - 1, TurnedUp.CANCELLED] = (
            1  # it cancels Curses, and this card like one; below lies this or PlayIt
        )
        return 0
    return start_program(g, book, Trigger.PLAYED, taken.target, taken.card, what, seat)


@kernel("precedence.card-over-rule")
def step_play_it(g: Game, book: Book) -> int:
    """What was announced happens, or has been cancelled; two cards played together go together."""
    row = g.agenda[g.agenda_n - 1]
    card = int(row[PlayIt.CARD])
    cancelled = int(row[PlayIt.CANCELLED])
    seat = int(row[PlayIt.SEAT])
    target = int(row[PlayIt.TARGET])
    aim = int(row[PlayIt.AIM])
    pop(g)
    if cancelled == 1:
        if aim == TOGETHER and book.card[card].kind == Kind.WANDERING:
            discard(g, book, target, Ev.DISCARD)
        discard(g, book, card, Ev.DISCARD)
    elif aim == TOGETHER:
        carry_out_with(g, book, seat, card, target)
    else:
        carry_out(g, book, seat, card, target, aim)
    return 0


STEPS = {Step.PLAY_ANSWER: step_play_answer, Step.PLAY_IT: step_play_it}
ANSWERS = {Step.PLAY_ANSWER: answer_play_answer}
