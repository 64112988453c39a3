"""The log of a game: where events are written down.

Apart from `engine.records.events`, whose words whoever reads stored events needs without a compiler.
"""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import LOG_ROWS, Book
from engine.records.card_kinds import Card, Seat
from engine.records.events import Fault
from engine.records.state import Game


@kernel()
def emit(
    g: Game, book: Book, kind: int, actor: Seat, target: int, card: Card, other: int, before: int, after: int
) -> int:
    """Append one row to the worker's log."""
    n = int(g.log_n)
    if g.log_on == 0:
        return 0
    if n >= LOG_ROWS:
        g.fault = Fault.LOG_FULL
        return 0
    row = book.work.log[n]
    row.turn = g.turn
    row.phase = g.phase
    row.kind = kind
    row.actor = actor
    row.target = target
    row.card = card
    row.other = other
    row.before = before
    row.after = after
    row["round"] = g.rounds
    g.log_n = n + 1
    return 0
