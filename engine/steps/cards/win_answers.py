"""Answers to a win by a Level: whoever holds a card against it may stop it before the game is over."""

from __future__ import annotations

from engine.board.monsters import start_program
from engine.board.seat_lookup import pass_on
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Trigger
from engine.records.events import Ev
from engine.records.offer_steps import WinAnswer
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import Game, WinCheck, Zone
from engine.records.timings import Timing
from engine.steps.offers.legality import program_allows


@kernel("precedence.card-over-rule", "victory.immediate")
def step_win_answer(g: Game, book: Book) -> int:
    """Everybody who could is asked once around, from the left of whose turn it is; if nobody does the win stands."""
    row = g.agenda[g.agenda_n - 1]
    while row[WinAnswer.ASKED] < g.seats:
        seat = pass_on(g, WinAnswer.NEXT, WinAnswer.ASKED)
        if g.dead[seat] == 1:
            continue
        ask(g, seat, Question.WIN, -1)
        for i in range(g.hand_n[seat]):
            c = int(g.hand[seat, i])
            stops = (int(book.card[c].timing) & Timing.WIN) != 0
            if stops and program_allows(g, book, c, Trigger.PLAYED, seat) == 1:
                option(g, book, Verb.PLAY, c, -1, 0)
        if or_pass(g, book) == 1:
            return 0
    g.check = int(row[WinAnswer.CHECK]) | int(WinCheck.UNOPPOSED)
    return pop(g)


@kernel("precedence.card-over-rule")
def answer_win_answer(g: Game, book: Book, taken: Option) -> int:
    """The card is discarded and does what it says; nobody else need answer."""
    if taken.verb == Verb.PASS:
        return 0
    seat = int(g.asked)
    pop(g)
    move(g, book, taken.card, Zone.OPEN, seat, Ev.PLAY, -1)
    discard(g, book, taken.card, Ev.DISCARD)
    return start_program(g, book, Trigger.PLAYED, seat, taken.card, -1, seat)


STEPS = {Step.WIN_ANSWER: step_win_answer}
ANSWERS = {Step.WIN_ANSWER: answer_win_answer}
