"""Answers to a death: whoever is about to die may play a card that they hold against it."""

from __future__ import annotations

from engine.board.monsters import start_program
from engine.board.zones import discard, move
from engine.jit import kernel
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Kind, Seat, Trigger, Yes
from engine.records.events import Ev
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import Game, Zone
from engine.records.timings import Timing
from engine.records.turn_steps import Die, Fate
from engine.steps.offers.legality import program_allows


@kernel("precedence.card-over-rule")
def _rescues(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a card waits for the death of whoever has it, and would do something."""
    if (int(book.card[card].timing) & Timing.DEATH) == 0:
        return 0
    return int(program_allows(g, book, card, Trigger.PLAYED, seat))


@kernel("precedence.card-over-rule", "oneshot.from-hand-or-table")
def may_be_rescued(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether a player has a card against their death, in hand or, if it is a one-shot, in play."""
    for i in range(g.hand_n[seat]):
        if _rescues(g, book, seat, int(g.hand[seat, i])) == 1:
            return 1
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.ONE_SHOT and g.zone[c] == Zone.TABLE and _rescues(g, book, seat, c) == 1:
            return 1
    return 0


@kernel("precedence.card-over-rule", "oneshot.from-hand-or-table")
def offer_rescue(g: Game, book: Book, seat: Seat, cause: Card) -> Yes:
    """Ask whoever is about to die which of these cards they play; 0 if they have none."""
    ask(g, seat, Question.DEATH, cause)
    for i in range(g.hand_n[seat]):
        c = int(g.hand[seat, i])
        if _rescues(g, book, seat, c) == 1:
            option(g, book, Verb.PLAY, c, -1, 0)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.ONE_SHOT and g.zone[c] == Zone.TABLE and _rescues(g, book, seat, c) == 1:
            option(g, book, Verb.PLAY, c, -1, 0)
    return or_pass(g, book)


@kernel("precedence.card-over-rule")
def answer_rescue(g: Game, book: Book, taken: Option) -> int:
    """The card is discarded and does what it says; if that saves nobody, the death comes or is answered again."""
    if taken.verb == Verb.PASS:
        g.agenda[g.agenda_n - 1, Die.FATE] = int(Fate.CERTAIN)
        return 0
    seat = int(g.asked)
    move(g, book, taken.card, Zone.OPEN, seat, Ev.PLAY, -1)
    discard(g, book, taken.card, Ev.DISCARD)
    return start_program(g, book, Trigger.PLAYED, seat, taken.card, -1, seat)
