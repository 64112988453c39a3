"""What the pass over a game's log counts of its course and of every seat (`worker_records`)."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import EventRow
from engine.records.card_kinds import Pile, Seat, Trigger
from engine.records.events import Cause, Ev, Result
from engine.records.opcode_row import Cost
from engine.records.opcodes import codes
from engine.records.worker_records import Tally

LOOKS = codes(lambda o: o.cost & Cost.AFTER_LOOK)
"""Abilities whose owner looks at the first door."""


@kernel()
def happened(t: Tally, row: EventRow) -> int:
    """Count one row that is not the move of a card."""
    kind, actor, target = int(row.kind), int(row.actor), int(row.target)
    if kind == Ev.LEVEL:
        t.level[target] = row.after
        if row.other == Cause.SALE:
            t.bought[target] += row.after - row.before
    elif kind == Ev.TURN:
        t.turn = row.turn
    elif kind == Ev.FIGHT:
        t.combats += 1
        t.joined = 0
        t.removed = 0
    elif kind == Ev.JOIN:
        t.joined += 1
    elif kind == Ev.FIGHT_END:
        _fought(t, int(row.other), actor, int(row.phase))
    elif kind == Ev.CURSE or kind == Ev.ACTS or kind == Ev.ABILITY or kind == Ev.CHOICE:
        _acted(t, row)
    elif kind == Ev.DEATH or kind == Ev.REBORN:
        _died(t, actor if target < 0 else target, kind)
    elif kind == Ev.BOSS:
        t.bosses += 1
    elif kind == Ev.OVER:
        t.ending = row.other
        t.winners = row.before
    else:
        _bargained(t, kind, actor, target)
    return 0


@kernel()
def looked(t: Tally, pile: int, row: EventRow) -> int:
    """A card that is known to lie on top of its pile, so that it will not come by lot; or one that does no longer."""
    if row.kind == Ev.UNDER:
        t.known[pile] = max(0, int(t.known[pile]) - 1)
    else:
        t.known[pile] = max(int(t.known[pile]), int(row.before) + 1)
    return 0


@kernel()
def _acted(t: Tally, row: EventRow) -> int:
    """A card or an ability does something; what is drawn from now on are not the Treasures of the last combat."""
    if row.kind == Ev.ACTS and row.other == Trigger.SPENT:
        return 0  # a card goes before the Treasures are drawn
    t.due = 0
    if row.kind == Ev.CURSE:
        t.struck = row.card + 1
        if row.target >= 0:
            t.curses[row.target] += 1
    elif row.kind == Ev.ABILITY and row.other in LOOKS:
        t.known[Pile.DOOR] = max(1, int(t.known[Pile.DOOR]))
    return 0


@kernel()
def _fought(t: Tally, result: int, fighter: Seat, phase: int) -> int:
    """Credit the kills to whoever was the fighter at the end: somebody may have taken the combat over."""
    t.due = phase if result == Result.KILLED or result == Result.REMOVED else 0
    t.picker = 0
    t.divided = 0
    if result == Result.KILLED:
        killed = max(int(t.joined) - int(t.removed), 0)
        t.kills += killed
        t.seat_kills[fighter] += killed
    elif result != Result.REMOVED:
        t.flights += 1
    return 0


@kernel()
def _died(t: Tally, seat: Seat, kind: int) -> int:
    t.corpse[seat] = 0
    if kind == Ev.DEATH:
        t.corpse[seat] = 1
        t.deaths += 1
        t.seat_deaths[seat] += 1
    return 0


@kernel()
def _bargained(t: Tally, kind: int, actor: Seat, target: int) -> int:
    """Follow requests, offers and trades: an ACCEPT answers the last of them."""
    if kind == Ev.ASK:
        t.asked = target
    elif kind == Ev.OFFER:
        t.asked = actor
    elif kind == Ev.PROPOSE or kind == Ev.REFUSE or kind == Ev.DECLINE:
        t.asked = -1
    elif kind == Ev.ACCEPT and t.asked >= 0:
        t.helps += 1
        t.seat_helps[t.asked] += 1
        t.asked = -1
    return 0


@kernel()
def shuffled(t: Tally, pile: int, ordinal: int) -> int:
    """Count a reshuffle once, although every card of the pile moves."""
    if t.shuffle[pile] != ordinal:
        t.shuffle[pile] = ordinal
        t.reshuffles += 1
    return 0
