"""What a card puts in the place of something: a death, a win, a Level, an Item lost, a Curse, Bad Stuff, a door."""

from __future__ import annotations

from engine.board.card_conditions import holds
from engine.board.happenings import note_act
from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.book import Book
from engine.records.card_kinds import INSTEAD, Card, Seat, Trigger, Yes
from engine.records.card_steps import push_op
from engine.records.conditions import Condition
from engine.records.events import Ev
from engine.records.log import emit
from engine.records.state import Game
from engine.records.turn_steps import Door, DoorState, Room

LEVELS = 100
"""What a replaced change of Levels was: `LEVELS` times their number, twice the Cause, 1 if it could win."""


@kernel("precedence.card-over-rule")
def replaced(g: Game, book: Book, seat: Seat, trigger: int, other: int, by: Card) -> Yes:
    """Whether something else happens to a player than what the trigger names, by a card before them.

    `other` says what it would have been: an Item, a Curse, the place of a monster, or levels. What a card does that
    itself waits for this (`by`) is not replaced: nothing goes round in circles.
    """
    if seat < 0 or (int(book.moments) >> trigger) & 1 == 0:
        return 0
    if by >= 0 and (int(book.card[by].triggers) >> trigger) & 1:
        return 0
    for i in range(g.table_n[seat]):
        c = int(g.table[seat, i])
        if (int(book.card[c].triggers) >> trigger) & 1 and _takes_its_place(g, book, seat, c, trigger, other) == 1:
            return 1
    return 0


@kernel("precedence.card-over-rule")
def _takes_its_place(g: Game, book: Book, seat: Seat, card: Card, trigger: int, other: int) -> Yes:
    """The rows of a card that hold now are put on the agenda; whether there are any."""
    g.concerns = other if trigger == Trigger.SUFFERS else -1
    acts = 0
    once = 0
    for r in range(int(book.card[card].last) - 1, int(book.card[card].first) - 1, -1):
        e = book.effect[r]
        if e.trigger == trigger and holds(g, book, seat, card, e) == 1:
            push_op(g, effect=r, seat=seat, card=card, other=other, by=seat)
            once = 1 if e.cond == Condition.FIRST or e.cond2 == Condition.FIRST else once
            acts = 1
    if once == 1:
        note_act(g, card)
    if acts == 1:
        emit(g, book, Ev.ACTS, seat, -1, card, trigger, 0, 0)
    return acts


@kernel("precedence.card-over-rule")
def replaces(book: Book, card: Card) -> int:
    """The event of `INSTEAD` whose place a card takes; -1 if none."""
    for trigger in INSTEAD:
        if (int(book.card[card].triggers) >> trigger) & 1:
            return int(trigger)
    return -1


@kernel("turn.look-for-trouble", "turn.loot-room", "precedence.card-over-rule")
def shut_room(g: Game, shut: int) -> int:
    """Whether there is no room in this turn to look for trouble in, or to loot."""
    for i in range(g.agenda_n):
        if g.agenda[i, KIND] == Step.ROOM:
            g.agenda[i, Room.SHUT] = shut
    return 0


@kernel("turn.kick-open")
def waiting_door(g: Game) -> int:
    """Place on the agenda of the first door of a turn, if it is still shut and will be opened; else -1."""
    for i in range(g.agenda_n):
        state = int(g.agenda[i, Door.STATE])
        if g.agenda[i, KIND] == Step.DOOR and (state == DoorState.FIRST or state == DoorState.ANYWAY):
            return i
    return -1
