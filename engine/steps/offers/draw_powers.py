"""Powers over what is drawn and turned up."""

from __future__ import annotations

from engine.board.zones import draw_card, move
from engine.jit import kernel
from engine.records.book import Book
from engine.records.events import Ev
from engine.records.kinds import Card, EffectRow, Pile, Seat
from engine.records.questions import Question, Verb, option
from engine.records.state import Game, Zone
from engine.steps.offers.purse import list_payments, purse


@kernel("cards.no-looking-discards", "class.power-by-discard", "turn.kick-open")
def offer_resurrection(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """For the top of the discards: of the pile that a card is about to be turned up from, or of the doors."""
    if g.question == Question.DRAW_UP:
        return list_payments(g, book, seat, card, row, int(g.subject))
    if g.discard_n[Pile.DOOR] > 0:
        list_payments(g, book, seat, card, row, int(g.discard[Pile.DOOR, g.discard_n[Pile.DOOR] - 1]))
    return 0


@kernel("cards.no-looking-discards", "class.power-by-discard")
def use_resurrection(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The card goes back to its pile, so that it is the one turned up next."""
    return move(g, book, target, Zone.DECK, -1, Ev.RETURN, -1)


@kernel("class.power-by-discard", "turn.kick-open")
def offer_peek(g: Game, book: Book, seat: Seat, card: Card, row: EffectRow) -> int:
    """With cards to pay for it, and a door to look at."""
    op = int(book.effect[row].op)
    if purse(g, book, seat, card, op) >= book.effect[row].amount and g.deck_n[Pile.DOOR] + g.discard_n[Pile.DOOR] > 0:
        option(g, book, Verb.USE, card, -1, row)
    return 0


@kernel("class.power-by-discard", "turn.kick-open")
def use_peek(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """The first door is the player's."""
    return draw_card(g, book, seat, Pile.DOOR, 0)


@kernel("cards.hand-private")
def use_discard_for_draw(g: Game, book: Book, seat: Seat, row: EffectRow, source: Card, target: int) -> int:
    """As many Treasures as were discarded, `target`."""
    for _ in range(target):
        draw_card(g, book, seat, Pile.TREASURE, 0)
    return 0
