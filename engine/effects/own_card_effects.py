"""Effects on the card that they stand on, where it lies, and on all cards of a kind that somebody holds."""

from __future__ import annotations

from engine.board.lost_items import lose_itself, lose_unless
from engine.board.zones import discard_for, hand_over, move
from engine.effects.exchange_effects import is_held, opponent
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat
from engine.records.events import Ev
from engine.records.state import Game, Zone
from engine.records.switches import Rule


@kernel("precedence.card-over-rule", "cards.discard-piles", "cultist.locked")
def discard_this(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """This card is discarded from before whoever has it; a house rule is then over for that player."""
    locked = book.card[card].locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1
    if g.zone[card] != Zone.TABLE or locked:
        return 0
    return lose_itself(g, book, int(g.owner[card]), card, -1)


@kernel("precedence.card-over-rule", "trade.stays-in-play", "cultist.locked")
def go_to(g: Game, book: Book, card: Card, seat: Seat) -> int:
    """A card that lies before somebody goes to another player, and lies before them as it lay."""
    locked = book.card[card].locked == 1 and book.rules[Rule.CULTIST_ENABLED] == 1
    if g.zone[card] != Zone.TABLE or g.owner[card] == seat or locked:
        return 0
    if book.card[card].is_item == 1:
        return hand_over(g, book, card, seat, Ev.GIVE, card)
    return move(g, book, card, Zone.TABLE, seat, Ev.GIVE, card)


@kernel("precedence.card-over-rule", "trade.stays-in-play", "death.no-cards")
def hand_on(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """This card goes to another player."""
    s = int(opponent(g, book, row, who, card, other, by))
    return go_to(g, book, card, s) if s >= 0 else 0


@kernel("item.forced-loss", "class.discard-any-time", "cards.hand-private")
def lose_held(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player loses every card of a kind, but for the one that says so."""
    held = int(book.effect[row].a)
    for c in range(g.cards):
        if g.owner[c] != who or c == card or is_held(g, book, c, held) == 0:
            continue
        if g.zone[c] == Zone.TABLE:
            lose_unless(g, book, who, c, card)
        else:
            discard_for(g, book, c, Ev.DISCARD, card)
    return 0
