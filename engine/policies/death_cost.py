"""Death: which Bad Stuff kills, and what whoever dies would leave behind."""

from __future__ import annotations

from engine.jit import kernel
from engine.policies.bad_stuff_cost import faces_of
from engine.policies.features import Weight
from engine.policies.worth import keep_value
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule


@kernel()
def deadly_faces(book: Book, card: Card) -> int:
    """Faces of a die, of six, with which the Bad Stuff of a monster kills: all of them if it throws none."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.op == Op.DEATH and e.trigger == Trigger.BAD_STUFF:
            return 6
        if e.op == Op.DEATH and e.trigger == Trigger.ROLLED:
            return faces_of(e)
    return 0


@kernel("death.lose-stuff", "death.redraw")
def legacy(g: Game, book: Book, seat: Seat) -> int:
    """What the cards are worth that a player loses if they die, less those that the new character will draw."""
    w = book.work.weights[seat]
    total = -int(book.rules[Rule.SETUP_DEAL_TREASURE]) * int(w[Weight.TREASURE])
    total -= int(book.rules[Rule.SETUP_DEAL_DOOR]) * int(w[Weight.CARD])
    for i in range(g.hand_n[seat]):
        total += keep_value(g, book, seat, int(g.hand[seat, i]))
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        kind = int(book.card[c].kind)
        if kind != Kind.CURSE and kind != Kind.CHARACTER and not Kind.CLASS <= kind <= Kind.DOUBLER:
            total += keep_value(g, book, seat, c)
    return max(0, total)
