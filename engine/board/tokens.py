"""Tokens: what house rules and cards remember of a player, as a number."""

from __future__ import annotations

from engine.board.happenings import note
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Trigger, Yes
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.switches import Rule

MOST_TOKENS = 99
"""As many as a condition may ask for."""


@kernel("precedence.card-over-rule")
def most_tokens(book: Book) -> int:
    """Tokens that a player may have, by house rule."""
    return int(book.rules[Rule.TOKENS_MAX])


@kernel("precedence.card-over-rule")
def change_tokens(g: Game, book: Book, seat: Seat, more: int, card: Card) -> int:
    """A player takes tokens, or loses them as far as they have any; the dead too, since tokens are no cards."""
    before = int(g.tokens[seat])
    after = max(0, min(most_tokens(book), before + more))
    if after == before:
        return 0
    g.tokens[seat] = after
    emit(g, book, Ev.TOKENS, seat, seat, card, -1, before, after)
    told = int(Trigger.TOKENS_TAKEN if after > before else Trigger.TOKENS_LOST)
    return note(g, book, seat, told, -1) if _goes_on(book, card, told) == 0 else 0


@kernel("precedence.card-over-rule")
def _goes_on(book: Book, card: Card, trigger: int) -> Yes:
    """Whether a card would act again, without end, upon the very change that it has made."""
    op = int(Op.TAKE_TOKENS if trigger == Trigger.TOKENS_TAKEN else Op.LOSE_TOKENS)
    if card < 0 or (int(book.card[card].triggers) >> trigger) & 1 == 0:
        return 0
    row = book.card[card]
    for r in range(row.first, row.last):
        if book.effect[r].trigger == trigger and book.effect[r].op == op:
            return 1
    return 0


@kernel()
def all_tokens(g: Game) -> int:
    """Tokens of all players together."""
    n = 0
    for s in range(g.seats):
        n += int(g.tokens[s])
    return n


@kernel()
def has_most_tokens(g: Game, seat: Seat) -> Yes:
    """Whether a player has tokens, and nobody has more."""
    for s in range(g.seats):
        if g.tokens[s] > g.tokens[seat]:
            return 0
    return 1 if g.tokens[seat] > 0 else 0
