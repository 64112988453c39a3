"""Curses and special cards that lie before a player: until when, and what ends with that."""

from __future__ import annotations

from engine.board.zones import discard
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat
from engine.records.events import Ev
from engine.records.opcodes import Op
from engine.records.state import Game, Zone
from engine.records.step_values import Until
from engine.records.switches import Rule


@kernel("curse.persistent", "curse.next-combat-now", "curse.next-turn-now")
def expire(g: Game, book: Book, seat: Seat, until: int) -> int:
    """Discard the kept Curses of a player whose time has come, and special cards that lie there as long."""
    i = int(g.table_n[seat]) - 1
    while i >= 0:
        c = int(g.table[seat, i])
        kind = int(book.card[c].kind)
        if (kind == Kind.CURSE or kind == Kind.SPECIAL) and kept_until(book, c) == until:
            discard(g, book, c, Ev.DISCARD)
        i -= 1
    return 0


@kernel()
def kept_until(book: Book, card: Card) -> int:
    """Until when a card that stays lies before its victim or owner; 0 if it does not stay."""
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.KEEP:
            return int(book.effect[r].a)
    return 0


@kernel("curse.next-combat-now", "help.ask")
def combat_is_over_for(g: Game, book: Book, seat: Seat) -> int:
    """The next combat of a player who fights in this one has been this one, whether it goes on without them or not."""
    if seat == g.fighter or book.rules[Rule.CURSE_NEXT_COMBAT_INCLUDES_HELPING] == 1:
        expire(g, book, seat, Until.NEXT_COMBAT)
    for s in range(g.seats if seat == g.fighter else 0):
        g.owes[s] &= ~(1 << seat)
    return 0


@kernel("curse.persistent", "combat.strength")
def evil_bonus(g: Game, book: Book, curse: Card) -> int:
    """The bonus of what lies under a Curse, which it has turned into a penalty."""
    total = 0
    for c in range(g.cards):
        if g.zone[c] == Zone.HELD and (g.host[c] == curse or (g.host[c] >= 0 and g.host[g.host[c]] == curse)):
            total += int(book.card[c].bonus)
    return total
