"""When a card that acts by its program may be played: worked out once, from its rows."""

from __future__ import annotations

import numpy as np

from engine.records.card_kinds import Condition, Kind, Tag, Timing, Trigger
from engine.records.opcodes import BY_CODE, OPCODES

_BEHIND = {o.code: o.leads_to for o in OPCODES if o.leads_to is not None}


def played_rows(program: np.ndarray) -> np.ndarray:
    """Rows that happen when the card is played, with those behind a choice or a die in place of what leads to them."""
    rows = list(zip(program["trigger"].tolist(), program["op"].tolist()))
    reached = [Trigger.PLAYED]
    for trigger in reached:
        reached += [t for op, t in _BEHIND.items() if (trigger, op) in rows and t not in reached]
    followed = [op for op, behind in _BEHIND.items() if any(t == behind for t, _ in rows)]
    return program[np.array([t in reached and op not in followed for t, op in rows], bool)]


def timing_of(row: np.void, program: np.ndarray) -> int:
    """Timing bits of one card."""
    kind = int(row["kind"])
    if kind in (Kind.CURSE, Kind.GO_UP_A_LEVEL, Kind.GUEST_STAR, Kind.COMRADE):
        return int(Timing.ANY)
    if kind == Kind.ITEM_ENHANCER and int(row["tags"]) & Tag.CURSED:
        return int(Timing.ANY)
    if kind in (Kind.ENHANCER, Kind.WANDERING):
        return int(Timing.COMBAT)
    if kind not in (Kind.ONE_SHOT, Kind.SPECIAL, Kind.CANCEL):
        return 0
    played = played_rows(program)
    if kind == Kind.ONE_SHOT and row["bonus"] != 0:
        return int(Timing.COMBAT)
    if len(program) and not len(played) and (program["trigger"] == Trigger.IN_FIGHT).any():
        return int(Timing.COMBAT)
    each = [BY_CODE[int(e["op"])].timing_of(e) for e in played]
    bits = int(np.bitwise_or.reduce(each)) if each else 0
    always = int(np.bitwise_and.reduce(each)) if each else 0  # when every row does something
    fighting = (Condition.FIGHTER, Condition.SINGLE_MONSTER, Condition.SEVERAL_MONSTERS, Condition.MONSTER_IS)
    if bits & (Timing.COMBAT | Timing.FIGHTER) or np.isin(played["cond"], fighting).any():
        window = Timing.COMBAT if bits & Timing.COMBAT or not bits & Timing.FIGHTER else Timing.FIGHTER
        return int(window | bits & Timing.FAILED | always & Timing.OWN_TURN)
    return bits


def with_timing(card: np.ndarray, effect: np.ndarray) -> np.ndarray:
    """A copy of the card rows with `timing` filled in."""
    out = card.copy()
    for row in out:
        row["timing"] = timing_of(row, effect[int(row["first"]) : int(row["last"])])
    return out
