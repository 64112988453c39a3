"""Strength that a Curse takes as long as it is kept."""

from __future__ import annotations

from engine.board.queries import evil_bonus
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Slot, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game, Zone


@kernel()
def lasting(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Strength that a Curse takes as long as it lies before its victim."""
    row = book.card[card]
    total = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.op == Op.STRENGTH:
            total -= int(e.amount)
        elif e.op == Op.ONLY_ARMOR:
            total += _worn(g, book, seat, 0)
        elif e.op == Op.EVIL:
            total += evil_bonus(g, book, card) if g.zone[card] == Zone.TABLE else 2 * _worn(g, book, seat, 1)
    return max(0, total)


@kernel()
def _worn(g: Game, book: Book, seat: Seat, best: int) -> int:
    """Bonuses of a player's Items in use: of the best one, or of all but armor."""
    total = 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        row = book.card[c]
        if row.is_item == 0 or g.equipped[c] == 0:
            continue
        if best == 1:
            total = max(total, int(row.bonus))
        elif row.slot != Slot.HEAD and row.slot != Slot.BODY and row.slot != Slot.FEET:
            total += max(0, int(row.bonus))
    return total


@kernel()
def runs_worse(book: Book, card: Card) -> int:
    """Points for a Curse that stays and makes every flight harder."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger == Trigger.IN_PLAY and e.op == Op.RUN_AWAY and e.amount < 0:
            return 4
    return 0
