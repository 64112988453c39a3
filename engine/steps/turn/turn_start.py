"""How a turn begins: the dead come back, a turn may be lost, the game may be over."""

from __future__ import annotations

from typing import Any

from engine.board.final_tally import EVERYBODY, furthest, time_has_come
from engine.board.foe_counts import forget_foes
from engine.board.happenings import note
from engine.board.levels import finish, set_status
from engine.board.monsters import own_programs
from engine.board.seat_lookup import left_of, next_seat
from engine.board.setup import clear_turn, deal, push_phases
from engine.board.zones import draw_card
from engine.jit import kernel
from engine.records.agenda import Step, pop
from engine.records.book import LOG_ROWS, Book
from engine.records.card_kinds import Pile, Seat, Trigger, Yes
from engine.records.conditions import Condition
from engine.records.events import Drawn, Ending, Ev
from engine.records.log import emit
from engine.records.state import Game, Phase, Status, WinCheck
from engine.records.step_values import Tally
from engine.records.switches import Rule
from engine.records.table_time import COMBAT, DECISION, MINUTE, TURN
from engine.records.turn_steps import Redraw, push_end, push_listen, push_redraw, push_turn
from engine.steps.combat.windows import open_window
from engine.steps.turn.death import keeps_hand

PASSES = int(Status.MUST_HELP | Status.SHELTERED)
"""Lasting states that end when a turn of whoever is in them begins."""

LOG_SPARE = 100_000
"""Events that must still find room when a turn begins: else the game is given up there, as at the cap of turns."""


@kernel(
    "turn.order", "turn.starts-immediately", "charity.ends-turn", "death.reborn", "death.no-cards",
    "victory.dead-cannot-win",
)  # fmt: skip
def step_turn(g: Game, book: Book) -> int:
    """The next player's turn begins the instant the last one ends; the dead come back."""
    pop(g)
    if time_has_come(g, book) == 1 or _time_is_up(g, book) == 1:
        return 0
    seat = int(g.first) if g.turn == 0 else next_seat(g, int(g.active))
    for k in range(g.seats):
        s = left_of(g, seat, k)
        if g.dead[s] == 1:
            g.dead[s] = 0
            g.check = WinCheck.LEVEL_REACHED  # the last Boss may have fallen while they were dead
            emit(g, book, Ev.REBORN, s, s, -1, -1, 0, int(g.level[s]))
    g.turn += 1
    if seat == g.first:
        g.rounds += 1
        for s in range(g.seats):
            note(g, book, s, Trigger.ROUND_START, -1)
    g.active = seat
    g.met_monster = 0
    forget_foes(g)
    g.turn_steps = 0
    g.fighting = 0
    g.phase = Phase.ARRANGE
    for s in range(g.seats):
        g.ordinal[s] = 0
        g.rolls[s] = 0
        g.proposals[s] = 0
        g.changes[s] = 0
        clear_turn(g, s)
    emit(g, book, Ev.TURN, seat, -1, -1, -1, int(g.level[seat]), int(g.hand_n[seat]))
    if int(g.status[seat]) & PASSES != 0:
        set_status(g, book, seat, int(g.status[seat]) & ~PASSES)
    return _open_turn(g, book, seat)


@kernel("turn.listen-at-the-door", "faster.general", "death.redraw")
def _open_turn(g: Game, book: Book, seat: Seat) -> int:
    push_turn(g)
    if g.status[seat] & Status.SKIP_TURN:
        push_end(g)
        return skip(g, book, seat)
    push_phases(g)
    if _lies_in_wait(g, book, seat) == 1:
        open_window(g, book, next_seat(g, seat), 0)
    if book.rules[Rule.FASTER_PLAY_LISTEN_AT_DOOR] == 1:
        push_listen(g, seat=seat)
    if g.redraw[seat] == 1:
        push_redraw(g, seat=seat)
    own_programs(g, book, Trigger.TURN_START, seat, -1)
    return _catch_up(g, book, seat)


@kernel("precedence.card-over-rule")
def skip(g: Game, book: Book, seat: Seat) -> int:
    """The turn that is lost is this one."""
    if g.skips[seat] > 0:
        g.skips[seat] -= 1
    else:
        set_status(g, book, seat, int(g.status[seat]) & ~int(Status.SKIP_TURN))
    return emit(g, book, Ev.SKIP, seat, -1, -1, -1, 0, 0)


@kernel("timing.any-time", "cards.hand-private")
def _lies_in_wait(g: Game, book: Book, seat: Seat) -> Yes:
    """Whether somebody else holds a card for the moment before a player opens their door."""
    for s in range(g.seats):
        for i in range(g.hand_n[s] if s != seat and g.dead[s] == 0 else 0):
            row = book.card[g.hand[s, i]]
            for r in range(row.first, row.last):
                e = book.effect[r]
                if e.cond == Condition.BEFORE_DOOR or e.cond2 == Condition.BEFORE_DOOR:
                    return 1
    return 0


@kernel("turn.starts-immediately")
def _catch_up(g: Game, book: Book, seat: Seat) -> int:
    """House rule: whoever is alone in the last place begins their turn with a Treasure."""
    for s in range(g.seats):
        if s != seat and g.level[s] <= g.level[seat]:
            return 0
    for _ in range(book.rules[Rule.CATCH_UP_TREASURE]):
        draw_card(g, book, seat, Pile.TREASURE, 0)
    return 0


@kernel("victory.first-ten")
def is_late(g: Game, book: Book) -> Yes:
    """Whether the minutes are over that a game may take, by the seconds that turns, decisions and combats are given."""
    limit = int(book.rules[Rule.TIME_LIMIT_MINUTES])
    if limit == 0:
        return 0
    pace = book.pace
    taken = int(g.turn) * int(pace[TURN]) + int(g.decisions) * int(pace[DECISION])
    taken += int(g.fight_serial) * int(pace[COMBAT])
    return 1 if taken >= limit * MINUTE else 0


@kernel("victory.first-ten")
def _time_is_up(g: Game, book: Book) -> int:
    """End the game at the limit of rounds or minutes (highest Level or score wins) or at the cap (nobody does).

    Where all are dead at the limit nobody could have won: one more round is played.
    """
    limit = int(book.rules[Rule.TIME_LIMIT_ROUNDS])
    full_round = g.turn > 0 and next_seat(g, int(g.active)) == g.first
    by = int(book.rules[Rule.TIME_LIMIT_BY])
    by = int(book.rules[Rule.VICTORY_BY]) if by == Tally.LEVEL else by
    over = (limit > 0 and g.rounds >= limit and full_round) or is_late(g, book) == 1
    winners = furthest(g, book, by, EVERYBODY) if over else 0
    if winners != 0:
        finish(g, book, Ending.TIME_LIMIT, winners)
        return 1
    if g.turn >= book.rules[Rule.MAX_TURNS] or g.log_n > LOG_ROWS - LOG_SPARE:
        finish(g, book, Ending.CAPPED, 0)
        return 1
    return 0


@kernel("death.redraw", "cards.receive-play")
def step_redraw(g: Game, book: Book) -> int:
    """A new character draws a new hand before anything else in their turn."""
    seat = int(g.agenda[g.agenda_n - 1, Redraw.SEAT])
    pop(g)
    g.redraw[seat] = 0
    if keeps_hand(book) == 0:
        deal(g, book, seat, Drawn.NEW_HAND)
    note(g, book, seat, Trigger.REBORN, -1)
    return 0


STEPS = {Step.TURN: step_turn, Step.REDRAW: step_redraw}
ANSWERS: dict[int, Any] = {}
