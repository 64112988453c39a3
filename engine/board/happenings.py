"""What has happened to a player, until the cards that wait for it are told; and which cards have acted already."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.amounts import Within
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Yes
from engine.records.state import Game


@kernel("precedence.card-over-rule")
def is_first(g: Game, card: Card, within: int) -> Yes:
    """Whether a card that acts once in a turn, combat or game has not acted yet."""
    if g.acted_turn[card] == 0:
        return 1
    if within == Within.TURN:
        return 1 if g.acted_turn[card] != g.turn + 1 else 0
    if within == Within.COMBAT:
        return 1 if g.acted_fight[card] != g.fight_serial else 0
    return 0


@kernel("precedence.card-over-rule")
def note_act(g: Game, card: Card) -> int:
    """A card that acts once in a turn, combat or game has acted."""
    g.acted_turn[card] = 1 + g.turn
    g.acted_fight[card] = g.fight_serial
    return 0


@kernel("precedence.card-over-rule")
def note(g: Game, book: Book, seat: Seat, trigger: int, by: Card) -> int:
    """Something has happened to a player, unless by a card that waits for just this; told before the next step."""
    if seat < 0 or (int(book.moments) >> trigger) & 1 == 0:
        return 0
    if by >= 0 and (int(book.card[by].triggers) >> trigger) & 1:
        return 0
    g.happened[seat] |= 1 << trigger
    g.news = 1
    return 0
