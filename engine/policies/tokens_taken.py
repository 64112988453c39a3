"""What tokens that are taken or lost are worth, and the end of a game to whoever wins by it or does not."""

from __future__ import annotations

from engine.board.final_tally import EVERYBODY, furthest
from engine.board.tokens import most_tokens
from engine.jit import kernel
from engine.policies.worth import expected
from engine.records.book import Book, Effect
from engine.records.card_kinds import Seat, Yes
from engine.records.opcodes import Op
from engine.records.state import Game

THE_WIN = 10
"""Levels that it is worth to win by a card at once, or that it costs to see somebody else win."""


@kernel("precedence.card-over-rule")
def tokens(g: Game, book: Book, seat: Seat, e: Effect, sign: int) -> int:
    """Utility points of tokens that are taken or lost, where they are for the better (1) or for the worse (-1)."""
    takes = e.op == Op.TAKE_TOKENS
    n = min(
        expected(g, book, seat, int(e.amount), most_tokens(book)),
        most_tokens(book) - int(g.tokens[seat]) if takes else int(g.tokens[seat]),
    )
    return n * max(0, sign * int(book.work.token[seat, 1] if takes else -book.work.token[seat, 0]))


@kernel("victory.first-ten")
def wins_now(g: Game, book: Book, seat: Seat, e: Effect) -> Yes:
    """Whether a player wins if a row ends the game."""
    return (furthest(g, book, int(e.a), EVERYBODY) >> seat) & 1
