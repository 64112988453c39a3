"""Whether what a card does as long as it counts is good for its owner, as far as it can be read off the table."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.jit import kernel
from engine.records.book import Book, Effect
from engine.records.card_kinds import Amount, Card, Condition, Seat, Yes
from engine.records.opcodes import Op, codes
from engine.records.state import Game
from engine.records.step_worth import Boon

ADDING = codes(lambda o: o.boon == Boon.ADDS)
DRAWBACKS = codes(lambda o: o.boon == Boon.NEVER)


@kernel()
def is_boon(e: Effect) -> Yes:
    """Whether a lasting row is a power of its card's owner, and no drawback: what it adds is more than nothing."""
    op = int(e.op)
    if op in ADDING:
        return _adds(int(e.amount))
    return 0 if op in DRAWBACKS else 1


@kernel()
def _adds(amount: int) -> Yes:
    """Whether an amount is more than nothing; the words for an amount are numbers below any printed one."""
    return 1 if amount > 0 or amount <= Amount.ALL else 0


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
