"""What tokens that are taken or lost are worth, and the end of a game to whoever wins by it or does not."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.final_tally import EVERYBODY, furthest
from engine.board.tokens import MOST_TOKENS
from engine.jit import kernel
from engine.records.amounts import COUNTED, Amount
from engine.records.book import Book, Effect
from engine.records.card_kinds import Seat, Yes
from engine.records.opcodes import Op
from engine.records.state import Game

THE_WIN = 10
"""Levels that it is worth to win by a card at once, or that it costs to see somebody else win."""
OF_A_DIE = 3
"""Tokens that are expected where only the game tells how many."""


@kernel()
def _number(g: Game, book: Book, seat: Seat, e: Effect) -> int:
    """How many tokens a row says."""
    if e.amount <= COUNTED:
        return max(0, resolved(g, book, seat, int(e.amount)))
    if e.amount == Amount.ALL:
        return MOST_TOKENS
    return OF_A_DIE if e.amount < 0 else max(1, int(e.amount))


@kernel("precedence.card-over-rule")
def tokens(g: Game, book: Book, seat: Seat, e: Effect, sign: int) -> int:
    """Utility points of tokens that are taken or lost, where they are for the better (1) or for the worse (-1)."""
    takes = e.op == Op.TAKE_TOKENS
    n = min(_number(g, book, seat, e), MOST_TOKENS - int(g.tokens[seat]) if takes else int(g.tokens[seat]))
    return n * max(0, sign * int(book.work.token[seat, 1] if takes else -book.work.token[seat, 0]))


@kernel("victory.first-ten")
def wins_now(g: Game, book: Book, seat: Seat, e: Effect) -> Yes:
    """Whether a player wins if a row ends the game."""
    return (furthest(g, book, int(e.a), EVERYBODY) >> seat) & 1
