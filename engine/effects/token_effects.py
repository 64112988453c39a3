"""Effects on tokens, and the end of the game that a rule may hang on them."""

from __future__ import annotations

from engine.board.final_tally import EVERYBODY, furthest
from engine.board.levels import finish
from engine.board.tokens import change_tokens
from engine.effects.named_players import count_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.events import Ending
from engine.records.state import Game


@kernel("precedence.card-over-rule")
def take_tokens(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player takes tokens."""
    return change_tokens(g, book, who, max(0, count_of(g, book, row, who)), card)


@kernel("precedence.card-over-rule")
def lose_tokens(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses tokens, as far as they have any."""
    return change_tokens(g, book, who, -max(0, count_of(g, book, row, who)), card)


@kernel("precedence.card-over-rule", "victory.first-ten", "victory.dead-cannot-win")
def end_game(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The game ends at once, and of the living whoever is ahead wins; where all are dead it goes on."""
    winners = furthest(g, book, int(book.effect[row].a), EVERYBODY)
    return finish(g, book, Ending.TIME_LIMIT, winners) if winners != 0 else 0
