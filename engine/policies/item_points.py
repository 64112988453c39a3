"""Points of an Item for whoever would use it."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.jit import kernel
from engine.policies.card_good_or_bad import is_boon, is_plain
from engine.records.book import Book
from engine.records.card_kinds import IN_PLAY_BIT, Card, Condition, Kind, Seat, Trigger
from engine.records.opcodes import Op
from engine.records.state import Game, Zone


@kernel()
def points(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item for a player who may use it: its bonus, and one each for an easier flight and for a power."""
    row = book.card[card]
    if (int(row.triggers) & IN_PLAY_BIT) == 0:
        return int(row.bonus) + (1 if row.run_away > 0 else 0)
    return _with_rows(g, book, seat, card)


@kernel()
def _with_rows(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item that does more than its bonus.

    A bonus under a condition on its wearer counts only if they fulfil it; what only a combat can tell is a power.
    """
    row = book.card[card]
    total = int(row.bonus) + (1 if row.run_away > 0 else 0)
    power = 0
    for r in range(row.first, row.last):
        e = book.effect[r]
        if e.trigger != Trigger.IN_PLAY:
            continue
        if e.cond == Condition.ALWAYS or is_plain(int(e.cond)) == 0:
            power = max(power, is_boon(e))
        elif holds(g, book, seat, card, e) == 1:
            if e.op == Op.STRENGTH:
                total += int(e.amount)
            else:
                power = max(power, is_boon(e))
    return total + power


@kernel("item.enhancer")
def net(g: Game, book: Book, seat: Seat, card: Card) -> int:
    """Points of an Item with the Item Enhancers attached to it: below 0 it is better taken off."""
    total = points(g, book, seat, card)
    if g.zone[card] != Zone.TABLE or g.attached[g.owner[card]] == 0:
        return total
    return total + _enhanced(g, book, card)


@kernel("item.enhancer")
def _enhanced(g: Game, book: Book, card: Card) -> int:
    """What the Item Enhancers attached to an Item in play add to it."""
    owner = int(g.owner[card])
    total = 0
    for i in range(g.table_n[owner]):
        other = int(g.table[owner, i])
        if g.host[other] == card and book.card[other].kind == Kind.ITEM_ENHANCER:
            total += int(book.card[other].bonus)
    return total
