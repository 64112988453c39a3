"""A meeting: those who belong to it, and those who hold the card for it, exchange hand cards one for one."""

from __future__ import annotations

from engine.board.seat_lookup import left_of
from engine.board.zones import to_hand
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Card, Seat
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import Meeting, Swap, push_swap
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, or_pass
from engine.records.state import Game


@kernel("cards.hand-private", "precedence.card-over-rule", "death.no-cards")
def step_meeting(g: Game, book: Book) -> int:
    """Once around from the caller: who wants to join? Then once more: who offers whom a card?"""
    row = g.agenda[g.agenda_n - 1]
    while row[Meeting.ASKED] < g.seats:
        seat = (int(row[Meeting.CALLER]) + int(row[Meeting.ASKED])) % int(g.seats)
        if g.dead[seat] == 0:
            if row[Meeting.EXCHANGE] == 0:
                _may_join(g, book, seat, int(row[Meeting.MEMBERS]), meeting_of(book, int(row[Meeting.CARD])))
            elif (int(row[Meeting.MEMBERS]) >> seat) & 1:
                _may_offer(g, book, seat, int(row[Meeting.MEMBERS]))
        if or_pass(g, book) == 1:
            return 0
        row[Meeting.ASKED] += 1
    if row[Meeting.EXCHANGE] == 1:
        pop(g)
    else:
        row[Meeting.ASKED] = 0
        row[Meeting.EXCHANGE] = 1
    return 0


@kernel("precedence.card-over-rule")
def meeting_of(book: Book, card: Card) -> int:
    """Identities whose meeting a card calls."""
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.MEETING:
            return int(book.effect[r].a)
    return 0


@kernel("cards.hand-private", "cards.show-hand")
def _may_join(g: Game, book: Book, seat: Seat, members: int, of: int) -> int:
    """Somebody who does not belong to it may show a hand card that makes a member, and takes part."""
    ask(g, seat, Question.MEETING, -1)
    if (members >> seat) & 1:
        return 0
    for i in range(g.hand_n[seat]):
        if (int(book.card[g.hand[seat, i]].identity) & of) != 0:
            option(g, book, Verb.CHOOSE_CARD, int(g.hand[seat, i]), seat, 0)
            return 0
    return 0


@kernel("cards.hand-private")
def _may_offer(g: Game, book: Book, seat: Seat, members: int) -> int:
    """One hand card may be offered to anybody else who takes part and holds a card."""
    ask(g, seat, Question.MEETING, -1)
    for k in range(1, g.seats):
        s = left_of(g, seat, k)
        if (members >> s) & 1 and g.hand_n[s] > 0:
            for i in range(g.hand_n[seat]):
                option(g, book, Verb.GIVE, int(g.hand[seat, i]), s, 0)
    return 0


@kernel("cards.hand-private", "precedence.card-over-rule")
def answer_meeting(g: Game, book: Book, taken: Option) -> int:
    """Somebody joins by showing a card, or offers one and sees what they are offered for it."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(g.asked)
    row[Meeting.ASKED] += 1
    if taken.verb == Verb.CHOOSE_CARD:
        row[Meeting.MEMBERS] |= 1 << seat
        emit(g, book, Ev.SHOW, seat, seat, taken.card, 1, 1, 0)
    elif taken.verb == Verb.GIVE:
        emit(g, book, Ev.PROPOSE, seat, taken.target, taken.card, -1, 2, 0)
        push_swap(g, seat=seat, card=taken.card, other=taken.target)
    return 0


@kernel("cards.hand-private")
def step_swap(g: Game, book: Book) -> int:
    """The other one offers a card in return or refuses; then the first one agrees or refuses."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Swap.SEAT])
    other = int(row[Swap.OTHER])
    if row[Swap.RETURN] >= 0:
        ask(g, seat, Question.TRADE, other)
        option(g, book, Verb.ACCEPT, int(row[Swap.RETURN]), other, int(row[Swap.CARD]))
    else:
        ask(g, other, Question.MEETING, seat)
        for i in range(g.hand_n[other]):
            option(g, book, Verb.TRADE, int(g.hand[other, i]), seat, int(row[Swap.CARD]))
    option(g, book, Verb.REFUSE, -1, -1, 0)
    return 0


@kernel("cards.hand-private", "cards.receive-play")
def answer_swap(g: Game, book: Book, taken: Option) -> int:
    """Both cards change hands at once, or neither does."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Swap.SEAT])
    mine = int(row[Swap.CARD])
    other = int(row[Swap.OTHER])
    if taken.verb == Verb.TRADE:
        row[Swap.RETURN] = taken.card
        return 0
    pop(g)
    if taken.verb == Verb.REFUSE:
        emit(g, book, Ev.DECLINE, int(g.asked), seat if g.asked == other else other, mine, int(row[Swap.RETURN]), 0, 0)
        return 0
    to_hand(g, book, mine, other, Ev.GIVE, -1)
    return to_hand(g, book, taken.card, seat, Ev.GIVE, -1)


STEPS = {Step.MEETING: step_meeting, Step.SWAP: step_swap}
ANSWERS = {Step.MEETING: answer_meeting, Step.SWAP: answer_swap}
