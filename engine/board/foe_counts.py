"""What can be counted of the monsters of a combat: Treasures, printed Levels, enhancers."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.amounts import Count
from engine.records.book import Book
from engine.records.card_kinds import Kind
from engine.records.state import Game
from engine.records.switches import Rule

KEPT = 3
"""Numbers of `last_foes`: those of `Count` from `TREASURES` to `ENHANCERS`."""


@kernel("reward.enhancers", "enhancer.treasure", "combat.win-treasure")
def treasures_of(g: Game, book: Book, m: int) -> int:
    """Treasures a monster is worth with its enhancers."""
    low = max(int(book.rules[Rule.REWARD_MIN_TREASURE]), int(g.foe[m].least))
    return max(low, int(book.card[g.foe[m].card].treasures) + int(g.foe[m].treasure))


@kernel("enhancer.def", "enhancer.stack")
def _enhancers_on(g: Game, book: Book, m: int) -> int:
    """Monster Enhancers on a monster; those of the original count for its copies."""
    n = 0
    for i in range(g.played_n):
        c = int(g.played[i])
        n += 1 if book.card[c].kind == Kind.ENHANCER and g.host[c] == g.foe[m].card else 0
    return n


@kernel("precedence.card-over-rule")
def remember_foes(g: Game, book: Book) -> int:
    """What the monsters of a combat amount to that is over now, for what is told afterwards in the same turn."""
    for n in range(KEPT):
        g.last_foes[n] = count_foes(g, book, int(Count.TREASURES) + n)
    return 0


@kernel("precedence.card-over-rule")
def forget_foes(g: Game) -> int:
    """A new turn has no monster yet."""
    for n in range(KEPT):
        g.last_foes[n] = 0
    return 0


@kernel("precedence.card-over-rule")
def count_foes(g: Game, book: Book, what: int) -> int:
    """A number of the table `Count` of the monster whose rows are read; else of all of the combat."""
    total = 0
    for m in range(g.foe_n):
        if g.about > 0 and m != g.about - 1:
            continue
        if what == Count.TREASURES:
            total += treasures_of(g, book, m)
        elif what == Count.FOE_LEVELS:
            total += int(book.card[g.foe[m].card].level)
        else:
            total += _enhancers_on(g, book, m)
    return total
