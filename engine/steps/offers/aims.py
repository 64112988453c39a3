"""Cards for a combat that aim at a player, at somebody's Item or at a card of the combat."""

from __future__ import annotations

from engine.board.lookup import has_row, in_combat, left_of
from engine.jit import kernel
from engine.records.book import Book
from engine.records.kinds import Card, Kind, Seat, Tag, Trigger
from engine.records.opcodes import Op
from engine.records.questions import Aim, Verb, option
from engine.records.state import Game, Zone
from engine.steps.offers.borrowing import winning_items

FIGHT_BIT = 1 << Trigger.IN_FIGHT


@kernel("precedence.card-over-rule")
def aimed_options(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """List the aims of a card that must have one; returns 0 if it needs none."""
    if has_row(book, card, Op.TAKE_OVER, 0) == 1:
        for k in range(1, g.seats + 1):
            s = left_of(g, seat, k)
            if g.dead[s] == 0 and in_combat(g, s) == 0:
                option(g, book, Verb.PLAY, card, s, Aim.SEAT)
        return 1
    if has_row(book, card, Op.TAKE_WINNING_ITEM, 0) == 1:
        winning_items(g, book, seat, card)
        return 1
    if has_row(book, card, Op.PICK_UP, 0) == 1 or has_row(book, card, Op.TURN_OVER, 0) == 1:
        return _thrown(g, book, card, Tag.ICHOR, 1)
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.COUNT_TWICE:
            return _thrown(g, book, card, int(book.effect[r].a), 0)
    return 0


@kernel("oneshot.definition")
def _thrown(g: Game, book: Book, card: Card, tags: int, lasting: int) -> int:
    """List the one-shots of a tag in the combat that gave a bonus, or (`lasting` = 1) act while they lie there."""
    for i in range(g.played_n):
        c = int(g.played[i])
        row = book.card[c]
        acts = row.bonus != 0 or (lasting == 1 and row.triggers & FIGHT_BIT)
        if row.kind == Kind.ONE_SHOT and acts and (int(row.tags) & tags) != 0:
            option(g, book, Verb.PLAY, card, c, Aim.ITEM)
    return 1


@kernel("cards.discard-piles", "cards.no-looking-discards", "timing.any-time")
def any_time_aims(g: Game, book: Book, card: Card) -> int:
    """List the card discarded last, if that was in this turn and it still lies there, for a card that catches it."""
    if has_row(book, card, Op.CATCH_DISCARD, 0) == 0:
        return 0
    last = int(g.dropped)
    if last >= 0 and g.dropped_in == g.turn and g.zone[last] == Zone.DISCARD:
        option(g, book, Verb.PLAY, card, last, Aim.ITEM)
    return 1
