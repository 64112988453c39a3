"""When a card that acts by its program may be played."""

from __future__ import annotations

from enum import IntEnum


class Timing(IntEnum):
    """Bits of `timing`: when a card that acts by its program may be played; `TIMING_SAYS` explains each."""

    OWN_TURN = 1
    COMBAT = 2
    ANY = 4
    FIGHTER = 8
    FLIGHT = 16
    ROLL = 32
    CURSE = 64
    SELF_ROLL = 128
    PLAY = 256
    FAILED = 512
    RUN = 1024
    WIN = 2048
    ANY_ROLL = 4096
    DEATH = 8192


TIMING_SAYS: dict[Timing, str] = {
    Timing.OWN_TURN: "on one's own turn, outside combat",
    Timing.COMBAT: "into any combat, by anybody",
    Timing.ANY: "at any time",
    Timing.FIGHTER: "into one's own combat, by the fighter",
    Timing.FLIGHT: "by somebody who flees, before they roll",
    Timing.ROLL: "in answer to a roll to Run Away",
    Timing.CURSE: "in answer to a Curse",
    Timing.SELF_ROLL: "in answer to one's own roll",
    Timing.PLAY: "in answer to a card that is being played or was turned up",
    Timing.FAILED: "in answer to a roll to Run Away that has failed",
    Timing.RUN: "while somebody flees, by anybody, before a roll or in answer to it",
    Timing.WIN: "when somebody is about to win by a Level",
    Timing.ANY_ROLL: "in answer to anybody's roll",
    Timing.DEATH: "by somebody who is about to die",
}


LAST_MOMENTS = Timing.WIN | Timing.DEATH
"""Bits of `timing`: a card with one of these steps waits for that moment, whatever else it does."""
OUT_OF_COMBAT = Timing.OWN_TURN | Timing.ANY
"""Bits of `timing`: the card may act outside combat."""
