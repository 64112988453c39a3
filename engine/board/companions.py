"""Monsters that are kept as companions: they lie before a player, and their Level counts in that player's combats."""

from __future__ import annotations

from engine.board.card_lists import take_out
from engine.board.monsters import count_boss, discard_on, forget_refusals
from engine.board.zones import move
from engine.jit import kernel
from engine.records.book import Book
from engine.records.card_kinds import Seat, Yes
from engine.records.events import Ev
from engine.records.state import FightFlag, Game, Zone


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
