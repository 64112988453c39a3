"""Doors that stay shut: the first one of a turn, and the room behind it."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.state import Game
from engine.records.turn_steps import Door, DoorState, Room


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
