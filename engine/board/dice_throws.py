"""Dice: keyed by purpose, or given by a scenario."""

from __future__ import annotations

from engine.board.seat_lookup import place_of
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import Card, Seat
from engine.records.card_steps import Cast
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.opcodes import Op
from engine.records.state import Game
from engine.records.step_values import SIDES, THROWN
from engine.rng import Purpose, below, die


@kernel()
def _forced(g: Game) -> int:
    """The next die result of a scenario, or 0."""
    if g.dice_at < g.dice_n:
        g.dice_at += 1
        return int(g.dice[g.dice_at - 1])
    return 0


@kernel()
def turn_of(g: Game, seat: Seat) -> int:
    """What a draw of a seat in this turn is about."""
    return place_of(g, seat) * 100003 + int(g.turn)


@kernel()
def throw(g: Game, book: Book, seat: Seat, card: Card, dice: int) -> int:
    """A die or two for a card's effect, keyed by (seat, turn, how many they have thrown in it)."""
    result = _forced(g)
    given = result
    for _ in range(int(THROWN[dice])):
        if given == 0:
            result += 1 + below(int(SIDES[dice]), g.key, Purpose.EFFECT, turn_of(g, seat), int(g.rolls[seat]))
        g.rolls[seat] += 1
    emit(g, book, Ev.DIE, seat, -1, card, -1, result, 0)
    return result


@kernel()
def dice_of(book: Book, card: Card) -> int:
    """What a card's `roll` throws; one die if it has none."""
    for r in range(book.card[card].first, book.card[card].last):
        if book.effect[r].op == Op.ROLL:
            return int(book.effect[r].a)
    return 0


@kernel()
def dice_waiting(g: Game, book: Book) -> int:
    """What was thrown last for a card, while its thrower may change it."""
    for i in range(int(g.agenda_n) - 1, -1, -1):
        if g.agenda[i, KIND] == Step.CAST:
            return dice_of(book, int(g.agenda[i, Cast.CARD]))
    return 0


@kernel("run.roll", "precedence.card-over-rule")
def roll_waiting(g: Game) -> int:
    """Place on the agenda of the roll that is answered: to Run Away, or a die for a card; -1 if none is."""
    for i in range(int(g.agenda_n) - 1, -1, -1):
        if g.agenda[i, KIND] == Step.CAST or g.agenda[i, KIND] == Step.ROLLED:
            return i
    return -1


@kernel("cards.hand-private")
def pick(g: Game, seat: Seat, n: int) -> int:
    """A number from 0 to n - 1, for a card that is taken unseen by or from a seat."""
    ordinal = int(g.rolls[seat])
    g.rolls[seat] = ordinal + 1
    return below(n, g.key, Purpose.EFFECT, turn_of(g, seat), ordinal)


@kernel("death.loot-order")
def tie(g: Game, book: Book, seat: Seat, about: int, again: int) -> int:
    """A die that breaks a tie between seats about the body of another; `again` counts the throws."""
    result = _forced(g)
    if result == 0:
        result = die(g.key, Purpose.TIE, turn_of(g, seat), place_of(g, about) * 64 + again)
    emit(g, book, Ev.DIE, seat, -1, -1, -1, result, 0)
    return result


@kernel("run.roll")
def flight_roll(g: Game, book: Book, seat: Seat, card: Card, m: int) -> int:
    """A die to Run Away from monster m, keyed by (seat, turn, monster card, its place among copies, reroll)."""
    result = _forced(g)
    if result == 0:
        twin = 0  # how many copies of the same card stand before this monster
        for i in range(m):
            if g.foe[i].card == card:
                twin += 1
        key = g.key ^ book.card[card].key
        result = die(key, Purpose.FLIGHT, turn_of(g, seat), int(g.rerolls) * 32 + twin)
    emit(g, book, Ev.THROW, seat, -1, card, m, result, int(g.rerolls))
    return result
