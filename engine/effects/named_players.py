"""Players that a card names by their place, Level or identity, in the order in which they act; amounts of rows."""

from __future__ import annotations

from engine.board.counted_amounts import resolved
from engine.board.levels import as_cultist
from engine.board.seat_lookup import highest_level, in_combat, lowest_level, still_flees
from engine.jit import kernel
from engine.records.amounts import COUNTED, Amount, Count
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Kind, Seat, Trigger, Yes
from engine.records.events import Cause
from engine.records.opcodes import Op
from engine.records.state import Game, Phase, Status
from engine.records.step_values import Chooser


@kernel("death.no-cards")
def neighbour(g: Game, seat: Seat, step: int) -> int:
    """The next living seat to the left (1) or to the right (-1); -1 if there is none."""
    s = seat
    for _ in range(g.seats - 1):
        s = (s + step + int(g.seats)) % int(g.seats)
        if g.dead[s] == 0:
            return s
    return -1


@kernel()
def _place(g: Game, who: Seat, s: Seat) -> int:
    """Distance of a seat to the left of `who`."""
    return (s - who + int(g.seats)) % int(g.seats)


@kernel("death.no-cards", "run.both")
def is_named(g: Game, book: Book, who: Seat, to: Seat, s: Seat, m: int) -> Yes:
    """Whether seat `s` is among those a card on player `who` names; `m` is the monster concerned."""
    if g.dead[s] == 1:
        return 0
    if to == Chooser.EVERYONE:
        return 1
    if to == Chooser.VICTIM:
        return 1 if s == who else 0
    if to == Chooser.LOWEST or to == Chooser.EACH_LOWEST:
        return 1 if g.level[s] <= lowest_level(g, book) else 0
    if to == Chooser.HIGHEST:
        return 1 if g.level[s] >= highest_level(g) else 0
    if s == who:
        return 0
    if to == Chooser.OTHER:
        return 1 if g.seats == 2 else 0
    if to == Chooser.LEFT:
        return 1 if s == neighbour(g, who, 1) else 0
    if to == Chooser.RIGHT:
        return 1 if s == neighbour(g, who, -1) else 0
    if to == Chooser.BOTH:
        return 1 if s == neighbour(g, who, 1) or s == neighbour(g, who, -1) else 0
    if to == Chooser.LOWER:
        return 1 if g.level[s] < g.level[who] else 0
    if to == Chooser.HIGHER:
        return 1 if g.level[s] > g.level[who] else 0
    if to == Chooser.CULTISTS:
        return int(as_cultist(g, book, s))
    if to == Chooser.UNCAUGHT:
        return _uncaught(g, who, s, m)
    return 1


@kernel("run.both")
def _uncaught(g: Game, who: Seat, s: Seat, m: int) -> int:
    """Bystanders, and companions who have got away from the monster; nobody a second time if it caught several."""
    if in_combat(g, who) == 0 or m < 0:
        return 1
    if is_second(g, who, m) == 1:
        return 0
    return 0 if s != who and in_combat(g, s) == 1 and still_flees(g, s, m) == 1 else 1


@kernel("run.both")
def is_second(g: Game, who: Seat, m: int) -> Yes:
    """Whether a monster has caught somebody else before."""
    return 1 if (int(g.foe[m].caught) & ~(1 << who)) != 0 else 0


@kernel()
def _before(g: Game, who: Seat, to: Seat, s: Seat, t: int) -> Yes:
    """Whether seat `s` acts before seat `t`."""
    if to == Chooser.EACH_HIGHEST and g.level[s] != g.level[t]:
        return 1 if g.level[s] > g.level[t] else 0
    if to == Chooser.EACH_RIGHT:
        return 1 if _place(g, who, s) > _place(g, who, t) else 0
    return 1 if _place(g, who, s) < _place(g, who, t) else 0


@kernel()
def named(g: Game, book: Book, who: Seat, to: Seat, i: int, m: int) -> int:
    """The i-th of the other players that a card names, or -1."""
    for s in range(g.seats):
        if s == who or is_named(g, book, who, to, s, m) == 0:
            continue
        rank = 0
        for t in range(g.seats):
            if t != s and t != who and is_named(g, book, who, to, t, m) == 1 and _before(g, who, to, t, s) == 1:
                rank += 1
        if rank == i:
            return s
    return -1


@kernel("curse.victim-chooses")
def chooser_of(g: Game, book: Book, who: Seat, chooser: Seat) -> int:
    """Who picks among several cards of player `who`; -2 if chance does."""
    if chooser == Chooser.RANDOM:
        return -2
    if chooser == Chooser.VICTIM or is_named(g, book, who, chooser, who, -1) == 1:
        return who
    s = named(g, book, who, chooser, 0, -1)
    return s if s >= 0 else who


EVERYTHING = 10_000
"""Amount of a row that says `all`."""


@kernel()
def amount_of(g: Game, book: Book, row: EffectRow, who: Seat) -> int:
    """The amount of a row, with `all`, the last die, the size of a hand and the kills put in."""
    n = int(book.effect[row].amount)
    if n == Amount.ALL:
        return EVERYTHING
    if n == Amount.DIE:
        return int(g.die)
    if n == Amount.HAND:
        return int(g.hand_n[who])
    if n == Amount.KILLS:
        return int(g.foe_n) + int(g.slain)
    return resolved(g, book, who, n)


@kernel("precedence.card-over-rule")
def of_the_die(book: Book, row: EffectRow) -> Yes:
    """Whether the amount of a row is what a die shows, or counts that."""
    n = int(book.effect[row].amount)
    return 1 if n == Amount.DIE or (n <= COUNTED and (COUNTED - n) // 10_000 == Count.DIE) else 0


@kernel("precedence.card-over-rule")
def is_sheltered(g: Game, seat: Seat, op: int) -> Yes:
    """Whether a player may not be challenged by a step: to a duel, or to a throw of dice."""
    if op != Op.DUEL and op != Op.ROLL_AGAINST:
        return 0
    return 1 if (int(g.status[seat]) & Status.SHELTERED) != 0 else 0


@kernel()
def count_of(g: Game, book: Book, row: EffectRow, who: Seat) -> int:
    """The amount of a row that counts cards: one unless it says otherwise."""
    if book.effect[row].amount == 0:
        return 1
    return amount_of(g, book, row, who)


@kernel()
def cause_of(g: Game, book: Book, row: EffectRow, card: Card) -> int:
    """Why a level changes when this row of the card changes it (-1: no row of its own)."""
    if card < 0:
        return int(Cause.ABILITY)
    kind = int(book.card[card].kind)
    if kind == Kind.MONSTER:
        trigger = int(book.effect[row].trigger) if row >= 0 else int(Trigger.ROLLED)
        follows = trigger == Trigger.ROLLED or trigger == Trigger.CHOSEN  # a die or a choice that the Bad Stuff puts
        bad = trigger == Trigger.BAD_STUFF or (follows and g.phase == Phase.FLIGHT)
        return int(Cause.BAD_STUFF) if bad else int(Cause.MONSTER)
    if kind == Kind.CURSE:
        return int(Cause.CURSE)
    return int(Cause.CARD)
