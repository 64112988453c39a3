"""What makes a monster of the combat stronger or weaker."""

from __future__ import annotations

from engine.board.monsters import oppose
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import Game


@kernel("enhancer.stack", "enhancer.choose-target", "mooplicate.basic", "enhancer.treasure")
def strengthen(g: Game, book: Book, m: int, bonus: int, treasures: int) -> int:
    """Change a monster's strength and Treasures, and its copies' with it."""
    link = int(g.foe[m].link)
    for i in range(g.foe_n):
        if g.foe[i].link == link:
            g.foe[i].bonus += bonus
            g.foe[i].treasure += treasures
    return 0


@kernel()
def tell_bonus(g: Game, book: Book, by: Seat, card: Card, m: int, change: int) -> int:
    """Monster m fights with more or less from now on, or all of them do (-1), by a card of somebody."""
    monster = int(g.foe[m].card) if m >= 0 else -1
    emit(g, book, Ev.BONUS, by, g.fighter, card, monster, 0, change)
    return oppose(g, by) if change > 0 else 0


@kernel("oneshot.definition", "mooplicate.basic")
def throw_at(g: Game, m: int, bonus: int) -> int:
    """A one-shot counts for (or, below nothing, no longer for) one monster, and not for its copies."""
    g.foe[m].bonus += bonus
    g.foe[m].thrown += bonus
    return 0
