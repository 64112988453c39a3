"""When a card that acts by its program may be played: worked out once, from its rows."""

from __future__ import annotations

import numpy as np

from engine.records.kinds import Condition, Kind, Tag, Timing, Trigger
from engine.records.opcodes import Op

_COMBAT = {
    Op.REMOVE_MONSTER, Op.STRENGTHEN_ALL, Op.COPY_MONSTER, Op.SWAP_MONSTER, Op.IGNORE_PRINTED, Op.END_COMBAT_LOOT,
    Op.TREASURES_TO_WINNER, Op.TAKE_OVER, Op.TAKE_WINNING_ITEM, Op.DEAL_EVENLY, Op.LOOT_AFTER,
    Op.PICK_UP, Op.TURN_OVER, Op.COUNT_TWICE,
}  # fmt: skip
_FIGHTER = {Op.DOUBLE_STRENGTH}
_ANY = {
    Op.GAIN_LEVELS, Op.STEAL_LEVEL, Op.EACH_GAINS, Op.BECOME_CULTIST, Op.LOSE_CULTIST, Op.SET_STATUS, Op.LOSE_LEVELS,
    Op.LOSE_CLASS, Op.REPLACE_IDENTITY, Op.CATCH_DISCARD, Op.MEETING,
}  # fmt: skip

_BEHIND = {Op.EITHER: Trigger.CHOSEN, Op.DECLARE: Trigger.CHOSEN, Op.ROLL: Trigger.ROLLED}
"""Opcodes that do nothing but lead to further rows of the card, and the trigger of those."""


def _of_op(op: int, amount: int = 0, b: int = 0) -> int:
    if op == Op.REMOVE_MONSTER and b == 1:
        return int(Timing.COMBAT | Timing.FAILED)
    if op in _COMBAT:
        return int(Timing.COMBAT)
    if op in _FIGHTER:
        return int(Timing.FIGHTER)
    if op in _ANY:
        return int(Timing.ANY)
    if op == Op.ESCAPE and amount == 1:
        return int(Timing.FAILED)
    if op == Op.TAKE_FROM_DISCARDS:
        return int(Timing.OWN_TURN | Timing.COMBAT)
    if op == Op.ESCAPE:
        return int(Timing.FLIGHT)
    if op == Op.ROLL_BONUS:
        return int(Timing.RUN)
    if op == Op.REROLL:
        return int(Timing.ROLL)
    if op == Op.SET_ROLL:
        return int(Timing.SELF_ROLL)
    if op == Op.CANCEL_CURSE or op == Op.REDIRECT_CURSE:
        return int(Timing.CURSE)
    if op == Op.CANCEL_PLAY:
        return int(Timing.CURSE | Timing.PLAY)
    return int(Timing.OWN_TURN)


def played_rows(program: np.ndarray) -> np.ndarray:
    """Rows that happen when the card is played, with those behind a choice or a die in place of what leads to them."""
    reached = [Trigger.PLAYED]
    for trigger in reached:
        ops = program[program["trigger"] == trigger]["op"]
        reached += [t for op, t in _BEHIND.items() if op in ops and t not in reached]
    followed = [op for op, trigger in _BEHIND.items() if (program["trigger"] == trigger).any()]
    return program[np.isin(program["trigger"], reached) & ~np.isin(program["op"], followed)]


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
    each = [_of_op(int(e["op"]), int(e["amount"]), int(e["b"])) for e in played]
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
