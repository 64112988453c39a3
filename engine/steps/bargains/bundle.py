"""Several Items in one proposal: what else goes into a trade, or into the price of help."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.equipment import big_load, big_room, has_passive
from engine.board.zones import hand_over
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import Book, Option
from engine.records.card_kinds import Seat
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.offer_steps import Bundle, Pledge, push_bundle
from engine.records.opcodes import Op
from engine.records.questions import Question, Verb, ask, option, unask
from engine.records.state import Game
from engine.records.switch_values import Windows
from engine.records.switches import Rule


@kernel("trade.items-only", "help.bribe-items")
def open_bundle(g: Game, book: Book, seat: Seat, other: int, kind: int) -> int:
    """Let a proposer add Items before the other answers; asked only where every window is full."""
    if book.rules[Rule.REACTION_WINDOWS] == Windows.EVERYONE:
        push_bundle(g, seat=seat, other=other, kind=kind)
    return 0


@kernel()
def release(g: Game, seat: Seat, kind: int) -> int:
    """Forget what a player put into a proposal of a kind."""
    for i in range(g.table_n[seat]):
        if g.pledged[g.table[seat, i]] == kind:
            g.pledged[g.table[seat, i]] = 0
    return 0


@kernel("trade.equip-or-carry", "item.one-big", "item.cheat")
def _weight(g: Game, book: Book, seat: Seat, other: int, kind: int) -> int:
    """Big Items a player gets on balance from what both have put into the proposal: exempt Items make no room."""
    n = 0
    for i in range(g.table_n[other]):
        c = int(g.table[other, i])
        n += int(book.card[c].big) if g.pledged[c] == kind else 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        n -= int(big_load(g, book, c)) if g.pledged[c] == kind else 0
    return n


@kernel("trade.items-only", "trade.equip-or-carry", "item.one-big", "help.bribe-items")
def step_bundle(g: Game, book: Book) -> int:
    """Further Items of the proposer, or, in a trade, of their partner, as long as both may carry what they get."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Bundle.SEAT])
    other = int(row[Bundle.OTHER])
    kind = int(row[Bundle.KIND])
    theirs = int(_weight(g, book, other, seat, kind))
    mine = int(_weight(g, book, seat, other, kind))
    ask(g, seat, Question.BUNDLE, other)
    option(g, book, Verb.DONE, -1, -1, 0)
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].is_item == 1 and g.pledged[c] == 0:
            big = theirs + int(book.card[c].big)
            if big <= max(0, theirs) or big_room(g, book, other) >= big:
                option(g, book, Verb.GIVE, c, other, 0)
    for i in range(int(g.table_n[other])):
        if kind == Pledge.PROMISED:
            break
        c = int(g.table[other, i])
        if book.card[c].is_item == 1 and g.pledged[c] == 0:
            big = mine + int(book.card[c].big)
            if big <= max(0, mine) or big_room(g, book, seat) >= big:
                option(g, book, Verb.TAKE, c, other, 0)
    if g.options == 1:
        unask(g)
        pop(g)
    return 0


@kernel("trade.items-only", "help.bribe-items")
def answer_bundle(g: Game, book: Book, taken: Option) -> int:
    """One more Item is part of the proposal, or it is put as it stands."""
    row = g.agenda[g.agenda_n - 1]
    seat = int(row[Bundle.SEAT])
    other = int(row[Bundle.OTHER])
    kind = int(row[Bundle.KIND])
    if taken.verb == Verb.DONE:
        pop(g)
        return 0
    g.pledged[taken.card] = kind
    if kind == Pledge.PROMISED:
        emit(g, book, Ev.ASK, seat, other, taken.card, 1, 0, 0)
    elif taken.verb == Verb.GIVE:
        emit(g, book, Ev.PROPOSE, seat, other, taken.card, -1, 1, 0)
    else:
        emit(g, book, Ev.PROPOSE, seat, other, -1, taken.card, 1, 0)
    return 0


@kernel("trade.items-only", "trade.stays-in-play", "help.item-bribe-timing")
def hand_over_all(g: Game, book: Book, seat: Seat, other: int, kind: int) -> int:
    """Everything a player put into a proposal of a kind changes hands; what the other may not carry stays."""
    i = 0
    while i < g.table_n[seat]:
        c = int(g.table[seat, i])
        i += 1
        if g.pledged[c] == kind:
            g.pledged[c] = 0
            if kind == Pledge.TRADED or book.card[c].big == 0 or big_room(g, book, other) > 0:
                hand_over(g, book, c, other, Ev.GIVE, -1)
                i = 0  # what was attached has gone with it
    return 0


STEPS = {Step.BUNDLE: step_bundle}
ANSWERS = {Step.BUNDLE: answer_bundle}


@kernel("sell.rule", "precedence.card-over-rule")
def levels_bought(g: Game, book: Book, seat: Seat, gold: int) -> int:
    """Levels that a sale of so many Gold Pieces is worth; a rule may allow no more than some."""
    levels = gold // int(book.rules[Rule.SELL_GP_PER_LEVEL])
    row = has_passive(g, book, seat, Op.SALE_LIMIT)
    return levels if row < 0 else min(levels, resolved(g, book, seat, int(book.effect[row].amount)))
