"""Effects that throw, change or replace dice, and effects that ask for a choice."""

from __future__ import annotations

from engine.board.dice_throws import dice_waiting, roll_waiting, throw
from engine.board.monsters import start_program
from engine.board.seat_lookup import in_combat, left_of
from engine.effects.named_players import amount_of, is_named
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, EffectRow, Seat, Trigger
from engine.records.card_steps import ASKED, Cast, push_cast, push_choose, push_pick_seat
from engine.records.combat_steps import Rolled
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import Game
from engine.records.step_values import SIDES, THROWN, Asked

A_DIE = -2
"""In a CHOOSE step, in place of the monster concerned: the number is a die's new face."""
A_SHIFT = -100
"""The same, and all below it: whether a roll counts so much more (1) or less (2), as it lies below that."""


@kernel("precedence.card-over-rule")
def cast(g: Game, book: Book, seat: Seat, card: Card, dice: int) -> int:
    """Throw a die for a card; its thrower may change it before what waits on the agenda reads it."""
    k = int(roll_waiting(g)) if book.any_roll == 1 else -1
    if k >= 0 and g.agenda[k, KIND] == Step.CAST:
        g.agenda[k, Cast.WAITS] = 1 + int(g.die)  # that die is read again once this one has changed it
    g.die = throw(g, book, seat, card, dice)
    return push_cast(g, seat=seat, card=card, next=seat)


@kernel("precedence.card-over-rule")
def roll(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player throws a die; rows of the trigger `rolled` follow."""
    start_program(g, book, Trigger.ROLLED, who, card, other, by)
    return cast(g, book, who, card, int(book.effect[row].a))


@kernel("run.roll")
def reroll(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The flight just rolled is rolled again."""
    g.roll = 0  # the step that waits for answers to the roll then throws again
    return 0


@kernel("run.roll")
def set_roll(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player sets the die just rolled to a number of their choice."""
    dice = int(dice_waiting(g, book))
    highest = int(THROWN[dice]) * int(SIDES[dice])
    push_choose(g, seat=by if by >= 0 else who, highest=highest, card=card, other=A_DIE, by=who)
    return 0


@kernel("run.roll", "precedence.card-over-rule")
def shift_die(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The roll that is answered counts so much more, or less where the player may choose and likes that better."""
    n = int(amount_of(g, book, row, who))
    if book.effect[row].a == 1:
        return push_choose(g, seat=who, highest=2, card=card, other=A_SHIFT - max(0, n), by=by)
    return shift_by(g, book, who, card, n)


@kernel("run.roll", "precedence.card-over-rule")
def shift_by(g: Game, book: Book, seat: Seat, card: Card, n: int) -> int:
    """The roll that is answered counts so much more or less; its natural number stays as it fell."""
    k = int(roll_waiting(g))
    if k < 0:
        return 0
    if g.agenda[k, KIND] == Step.ROLLED:
        g.roll_shift += n
        return emit(g, book, Ev.EASE, seat, int(g.agenda[k, Rolled.SEAT]), card, -1, 0, n)
    shown = int(g.agenda[k, Cast.WAITS]) - 1 if g.agenda[k, Cast.WAITS] > 0 else int(g.die)
    g.agenda[k, Cast.WAITS] = 1 + max(0, shown + n)
    return emit(g, book, Ev.DIE, seat, -1, card, -1, max(0, shown + n), 1)


@kernel("run.mods-all")
def roll_bonus(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """Rolls of the flight change for everybody in the combat."""
    for k in range(g.seats):
        s = left_of(g, int(g.fighter), k)
        if in_combat(g, s) == 1:
            n = amount_of(g, book, row, s)
            g.run_bonus[s] += n
            emit(g, book, Ev.EASE, by, s, card, -1, 0, n)
    return 0


@kernel("precedence.card-over-rule")
def either(g: Game, book: Book, row: EffectRow, who: Seat, card: Card, other: int, by: Seat) -> int:
    """The player, or another for them, chooses 1 or 2; rows of the trigger `chosen` follow."""
    asks = int(book.effect[row].a)
    several = 0
    found = -1
    for s in range(g.seats if asks != Asked.SELF else 0):
        if s != who and g.dead[s] == 0 and (asks == Asked.CHOSEN or is_named(g, book, who, asks, s, -1) == 1):
            several += 1
            found = s
    if several > 1:
        return push_pick_seat(g, seat=who, effect=row, card=card, other=other, by=by)
    return put_to(g, who, found, card, other, by)


@kernel("precedence.card-over-rule")
def put_to(g: Game, who: Seat, asked: Seat, card: Card, other: int, by: Seat) -> int:
    """A choice of two for a player is put to another; to themselves where there is none (-1)."""
    return push_choose(g, seat=who, highest=2 + ASKED * (1 + asked), card=card, other=other, by=by)
