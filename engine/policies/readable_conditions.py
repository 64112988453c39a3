"""Conditions that can be read off the table, whatever is going on."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Condition, Seat, Yes
from engine.records.opcodes import Op
from engine.records.state import Game


@kernel()
def is_plain(cond: int) -> Yes:
    """Whether a condition asks for what a player is or has, and for nothing of a combat."""
    if cond <= Condition.NOT_LOWEST or cond == Condition.HAND_EVEN:
        return 1
    return 1 if Condition.WEARS <= cond <= Condition.NOT_WEARS or Condition.OWNS <= cond <= Condition.HAS_NO_ITEM else 0


@kernel()
def rises_now(g: Game, book: Book, seat: Seat, card: Card) -> Yes:
    """Whether a Go Up a Level would lift its holder as the table is: some are not for the highest, or want a victim."""
    row = book.card[card]
    for r in range(row.first, row.last):
        e = book.effect[r]
        told = is_plain(int(e.cond)) == 1 or e.cond == Condition.ANYONE_OWNS
        if e.op == Op.GAIN_LEVELS and (not told or holds(g, book, seat, card, e) == 1):
            return 1
    return 1 if row.first == row.last else 0
