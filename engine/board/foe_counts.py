"""What can be counted of the monsters of a combat: Treasures, printed Levels, enhancers and what they add."""

from __future__ import annotations

from engine.board.munchkin_side import helper_count
from engine.jit import kernel
from engine.records.amounts import Count
from engine.records.book import Book
from engine.records.card_kinds import Kind, Seat, Yes
from engine.records.conditions import Condition
from engine.records.state import Game
from engine.records.switches import Rule

KEPT, LAST_MONSTERS, LAST_HELPERS, LOOKS_BACK, LAST_ENHANCED = 3, 3, 4, 5, 6
"""Numbers of `last_foes`: those of `Count` from `TREASURES` to `ENHANCERS`; the places of how many monsters and helpers
there were; that of a 1 while a program is read that is told of that combat; and that of the points of enhancers."""


@kernel("reward.enhancers", "enhancer.treasure", "combat.win-treasure")
def treasures_of(g: Game, book: Book, m: int) -> int:
    """Treasures a monster is worth with its enhancers."""
    low = max(int(book.rules[Rule.REWARD_MIN_TREASURE]), int(g.foe[m].least))
    return max(low, int(book.card[g.foe[m].card].treasures) + int(g.foe[m].treasure))


@kernel("enhancer.def", "enhancer.stack")
def _enhancers_on(g: Game, book: Book, m: int, points: Yes) -> int:
    """Monster Enhancers on a monster, or the points they add, if any; those of the original count for its copies."""
    n = 0
    for i in range(g.played_n):
        c = int(g.played[i])
        if book.card[c].kind == Kind.ENHANCER and g.host[c] == g.foe[m].card:
            n += int(book.card[c].bonus) if points == 1 else 1
    return max(0, n)


@kernel("precedence.card-over-rule")
def remember_foes(g: Game, book: Book) -> int:
    """What the monsters of a combat amount to that is over now, for what is told afterwards in the same turn."""
    for n in range(KEPT):
        g.last_foes[n] = count_foes(g, book, int(Count.TREASURES) + n)
    g.last_foes[LAST_MONSTERS] = int(g.foe_n)
    g.last_foes[LAST_HELPERS] = helper_count(g)
    g.last_foes[LAST_ENHANCED] = count_foes(g, book, int(Count.ENHANCED))
    return 0


@kernel("precedence.card-over-rule")
def counted_back(g: Game, what: int) -> int:
    """Monsters or helpers of the combat just over, for what is told of it; 0 of anything else."""
    if g.last_foes[LOOKS_BACK] == 0:
        return 0
    if what == Count.MONSTERS:
        return int(g.last_foes[LAST_MONSTERS])
    return int(g.last_foes[LAST_HELPERS]) if what == Count.HELPERS else 0


@kernel("precedence.card-over-rule", "help.one-only")
def looking_back(g: Game, who: Seat, cond: int, x: int) -> int:
    """Whether a condition on who fought, or how many, held in the combat just over; -1 for any other condition."""
    helpers = int(g.last_foes[LAST_HELPERS])
    foes = int(g.last_foes[LAST_MONSTERS])
    yes = False
    if cond == Condition.ALONE or cond == Condition.HELPED or cond == Condition.HELPER_PRESENT:
        yes = (helpers == 0) == (cond == Condition.ALONE)
    elif cond == Condition.FIGHTER:
        yes = who == g.fighter
    elif cond == Condition.HELPER:
        yes = who != g.fighter and (int(g.fought) >> who) & 1 == 1
    elif cond == Condition.SINGLE_MONSTER or cond == Condition.SEVERAL_MONSTERS:
        yes = foes > 0 and (foes == 1) == (cond == Condition.SINGLE_MONSTER)
    elif cond == Condition.HELPERS_AT_LEAST or cond == Condition.HELPERS_AT_MOST:
        yes = helpers >= x if cond == Condition.HELPERS_AT_LEAST else helpers <= x
    else:
        return -1
    return 1 if yes else 0


@kernel("precedence.card-over-rule")
def forget_foes(g: Game) -> int:
    """A new turn has no monster yet."""
    for n in range(LAST_HELPERS + 1):
        g.last_foes[n] = 0
    g.last_foes[LAST_ENHANCED] = 0
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
            total += _enhancers_on(g, book, m, 1 if what == Count.ENHANCED else 0)
    return total
