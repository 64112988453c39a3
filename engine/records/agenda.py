"""The agenda: a stack of steps that must still happen.

The top row is worked off first, so what is to come later is pushed first. Before it come, after every step, a table
that is unsettled, a win to be looked at, and what cards are to be told (`engine.next_question`).
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from engine.jit import kernel, written
from engine.records.card_kinds import Card
from engine.records.events import Fault
from engine.records.state import AGENDA, Game

TURN_STEPS = 100_000
"""Steps after which a turn is taken to be endless: a fault."""


class Step(IntEnum):
    """Kinds of steps; `turn_steps`, `combat_steps`, `card_steps` and `offer_steps` say what each means and carries."""

    NONE = 0
    INITIAL = 1
    TURN = 2
    REDRAW = 3
    LISTEN = 4
    ARRANGE = 5
    DOOR = 6
    DOOR_CARD = 7
    ROOM = 8
    LOOT_ROOM = 9
    EVENING = 10
    CHARITY = 11
    END = 12
    FIGHT = 13
    APPEAR = 14
    GOTH = 15
    REACT = 16
    JUDGE = 17
    REWARD = 18
    SHARE = 19
    PAY_DEAL = 20
    FLEE = 21
    ROLL = 22
    ROLLED = 23
    OUTCOME = 24
    CLEAN = 25
    WINDOW = 26
    ANSWER_HELP = 27
    SELL = 28
    ANSWER_TRADE = 29
    CURSE = 30
    CURSE_ANSWER = 31
    STRIKE = 32
    OP = 33
    LOSE_ITEM = 34
    LOSE_HAND = 35
    LOSE_IDENTITY = 36
    TAKE_FROM = 37
    GIVE_ONE = 38
    DISCARD_GOLD = 39
    EXCESS = 40
    DIE = 41
    CORPSE = 42
    LOOT_BODY = 43
    BIG = 44
    HANDS = 45
    PAY = 46
    CHOOSE = 47
    PICK_DISCARD = 48
    PICK_MONSTER = 49
    TAKE_CULTIST = 50
    LOSE_ANY = 51
    BIG_GIVE = 53
    PEEK = 55
    PUT_AWAY = 60
    PICK_SEAT = 70
    TAX = 80
    PLAY_IT = 81
    TURNED_UP = 82
    PLAY_ANSWER = 83
    MEETING = 84
    SWAP = 85
    BUNDLE = 86
    DRAW_OPEN = 90
    BORROW = 91
    ACTS = 92
    POSSESS = 93
    ON_TOP = 94
    CAST = 100
    THEFT = 101
    RISK = 102
    WIN_ANSWER = 103
    LOOK = 104
    SWAP_DISCARD = 105
    PICK_IDENTITY = 106


class Bare(IntEnum):
    """The columns of a step that carries nothing."""


KIND = 0
"""Column of every step: its Step."""
FILLED = 5
"""Columns beside it."""
WHOSE = 1
"""Column of the seat, in every kind of step that belongs to one."""


@kernel()
def push(g: Game, kind: int, a: int, b: int, c: Card, d: int, last: int) -> int:
    """Put a step on top of the agenda."""
    n = int(g.agenda_n)
    if n >= AGENDA:
        g.fault = Fault.AGENDA_FULL
        g.fault_at = kind
        return 0
    row = g.agenda[n]
    row[KIND] = kind
    row[KIND + 1] = a
    row[KIND + 2] = b
    row[KIND + 3] = c
    row[KIND + 4] = d
    row[KIND + 5] = last
    g.agenda_n = n + 1
    return 0


def pusher(step: Step, columns: type[IntEnum] = Bare, **filled: Any) -> Any:
    """Make the kernel `push_STEP(g, ..)`, which puts a step of this kind on top.

    `filled`: the columns that do not begin with 0, by their names: a parameter of a type, or always one number.
    """
    values = ["0"] * FILLED
    for name, said in filled.items():
        column = columns[name.rstrip("_").upper()]
        values[column - 1] = str(said) if isinstance(said, int) else name
    taken = {"g": Game} | {name: said for name, said in filled.items() if not isinstance(said, int)}
    line = f"return push(g, {int(step)}, {', '.join(values)})"
    return written(f"push_{step.name.lower()}", taken, [line], {"push": push})


@kernel()
def pop(g: Game) -> int:
    """Take the top step off."""
    g.agenda_n -= 1
    return 0
