"""What the pass over a game's log counts: a tally of its course and of every seat."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.events import Cause, Ev, Result
from engine.jit import kernel
from engine.state import CARDS, SEATS

TALLY = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("turn", "i4"), ("rounds", "i4"),
                ("joined", "i4"), ("removed", "i4"),  # the combat in progress
                ("asked", "i4"),  # seat that will help if the waiting request or offer is accepted; -1 none waits
                ("combats", "i4"), ("kills", "i4"), ("flights", "i4"), ("deaths", "i4"), ("helps", "i4"),
                ("lead_changes", "i4"), ("reshuffles", "i4"), ("bosses", "i4"), ("ending", "i4"), ("winners", "i4"),
                ("leader", "i4"),  # last sole leader; -1 none yet
                ("shuffle", "i4", (3,)),  # ordinal of the last reshuffle by pile
                ("level", "i4", (SEATS,)), ("seat_kills", "i4", (SEATS,)), ("seat_helps", "i4", (SEATS,)),
                ("seat_deaths", "i4", (SEATS,)), ("bought", "i4", (SEATS,)), ("curses", "i4", (SEATS,)),
                ("treasures", "i4", (SEATS,)), ("gold", "i4", (SEATS,)),
                ("corpse", "i4", (SEATS,)),  # 1 from a death to the new character
                ("levels_at", "i8"), ("exposures_at", "i8"),  # next free rows of the two tables
                ("short", "i4"),  # 1: one of them is too small
                ("since", "i4", (CARDS,)),  # turn in which the card came onto the table it lies on
                ("slot", "i4", (SEATS, CARDS)),  # 1 + exposure row of a seat and card, counted from the game's first
            ],
            align=True,
        ),
    )
)  # fmt: skip
"""What the pass over the log has counted so far."""


@kernel()
def happened(t: Any, row: Any) -> Any:
    """Count one row that is not the move of a card."""
    kind, actor, target = int(row[2]), int(row[3]), int(row[4])
    if kind == Ev.LEVEL:
        t.level[target] = row[8]
        if row[6] == Cause.SALE:
            t.bought[target] += row[8] - row[7]
    elif kind == Ev.TURN:
        t.turn = row[0]
    elif kind == Ev.FIGHT:
        t.combats += 1
        t.joined = 0
        t.removed = 0
    elif kind == Ev.JOIN:
        t.joined += 1
    elif kind == Ev.FIGHT_END:
        _fought(t, int(row[6]), actor)
    elif kind == Ev.CURSE:
        if target >= 0:
            t.curses[target] += 1
    elif kind == Ev.DEATH or kind == Ev.REBORN:
        _died(t, actor if target < 0 else target, kind)
    elif kind == Ev.BOSS:
        t.bosses += 1
    elif kind == Ev.OVER:
        t.ending = row[6]
        t.winners = row[7]
    else:
        _bargained(t, kind, actor, target)
    return 0


@kernel()
def _fought(t: Any, result: Any, fighter: Any) -> Any:
    """Credit the kills to whoever was the fighter at the end: somebody may have taken the combat over."""
    if result == Result.KILLED:
        killed = max(int(t.joined) - int(t.removed), 0)
        t.kills += killed
        t.seat_kills[fighter] += killed
    elif result != Result.REMOVED:
        t.flights += 1
    return 0


@kernel()
def _died(t: Any, seat: Any, kind: Any) -> Any:
    t.corpse[seat] = 0
    if kind == Ev.DEATH:
        t.corpse[seat] = 1
        t.deaths += 1
        t.seat_deaths[seat] += 1
    return 0


@kernel()
def _bargained(t: Any, kind: Any, actor: Any, target: Any) -> Any:
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
def shuffled(t: Any, pile: Any, ordinal: Any) -> Any:
    """Count a reshuffle once, although every card of the pile moves."""
    if t.shuffle[pile] != ordinal:
        t.shuffle[pile] = ordinal
        t.reshuffles += 1
    return 0
