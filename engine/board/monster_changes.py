"""What a monster of the combat becomes: stronger, weaker, or a companion, whose Level counts in combats of a player."""

from __future__ import annotations

from engine.board.card_lists import take_out
from engine.board.monsters import count_boss, discard_on, forget_refusals, oppose
from engine.board.zones import move
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat, Yes
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import FightFlag, Game, Zone


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


@kernel("combat.nonlethal", "multi.eliminate-one", "precedence.card-over-rule")
def keep_monster(g: Game, book: Book, m: int, seat: Seat, part: int) -> int:
    """A monster leaves the combat for nothing and lies before a player: one in `part` of its Level counts for them."""
    card = int(g.foe[m].card)
    count_boss(g, book, m)
    discard_on(g, book, card)
    move(g, book, card, Zone.TABLE, seat, Ev.REMOVE, -1)
    g.host[card] = -1 - part
    take_out(g, m, card)
    if g.foe_n == 0:
        g.fight_flags |= FightFlag.OVER
    return forget_refusals(g)


@kernel("mooplicate.basic")
def is_alone(g: Game, m: int) -> Yes:
    """Whether monster m of the combat has a card of its own, of which there is no copy beside it."""
    for i in range(g.foe_n):
        if i != m and g.foe[i].card == g.foe[m].card:
            return 0
    return 1
