"""What a Guest Star or a Comrade is worth to whoever they follow, and whether a new one is better than the old."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.jit import kernel
from engine.policies.features import Weight
from engine.records.book import Book
from engine.records.card_kinds import Card, Kind, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game

NO_GAIN = -100_000
"""As low as the `NEVER` of a bargain."""


@kernel("guest.limit", "companion.conan")
def company(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points a companion gives a player: strength, one for an easier flight, and one for each power."""
    row = book.card[card]
    total = int(row.bonus) + (1 if row.run_away > 0 else 0)
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.op != Op.STRENGTH:
            total += 1
        elif holds(g, book, seat, card, e) == 1:
            total += int(e.amount)
    return total


@kernel("guest.limit", "guest.replace")
def _leaving(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points that leave with the Guest Star who would make room; -1 if nobody has to."""
    total = -1
    if book.card[card].kind != Kind.GUEST_STAR:
        return total
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if book.card[c].kind == Kind.GUEST_STAR:
            total = max(0, total) + max(0, company(g, book, seat, c))
    return total


@kernel("guest.limit", "guest.replace")
def companion(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Utility of playing a companion: never for one who gives as much, or more."""
    gain = company(g, book, seat, card)
    gone = _leaving(g, book, seat, card)
    if gone < 0:
        return max(1, gain * int(book.work.weights[seat, Weight.BONUS])) if gain >= 0 else NO_GAIN
    return (gain - gone) * int(book.work.weights[seat, Weight.BONUS]) if gain > gone else NO_GAIN


@kernel("guest.limit")
def company_kept(g: Game, book: Book, seat: Seat, card: Card, in_play: int) -> int:
    """What losing a companion costs: its points, as far as they are more than those of the one in play."""
    points = company(g, book, seat, card)
    if in_play == 0:
        points -= max(0, _leaving(g, book, seat, card))
    return max(0, points) * int(book.work.weights[seat, Weight.BONUS]) + 2 * int(book.work.weights[seat, Weight.CARD])
