"""Whose turn it is to pick one of the face-up Treasures, by what each helper was promised."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.card_kinds import Yes
from engine.records.questions import PickOrder
from engine.records.state import Game, Mod


@kernel("help.bribe-items", "help.bribe-pick-order", "combat.monster-specials", "death.helper-dies")
def open_picks(g: Game) -> int:
    """Fix how many Treasures each helper is to pick: what they were promised, in the order in which they joined.

    Returns how many these are together; if there are fewer than were promised, who joined last gets less.
    """
    left = 0 if (g.mods & Mod.NO_REWARD_HELPER) != 0 else int(g.open_n)
    total = 0
    s = int(g.helper)
    while s >= 0:
        due = 0 if g.dead[s] == 1 else min(int(g.deals[s].treasures), left - total)
        g.deals[s].due = due
        total += due
        s = int(g.next_helper[s])
    return total


@kernel("help.bribe-pick-order")
def picks_before(g: Game) -> Yes:
    """Whether a helper has been promised that they pick before the fighter."""
    s = int(g.helper)
    while s >= 0:
        if g.deals[s].treasures > 0 and g.deals[s].pick == PickOrder.HELPER:
            return 1
        s = int(g.next_helper[s])
    return 0


@kernel("help.bribe-pick-order")
def next_picker(g: Game, seat: int) -> int:
    """Who picks after somebody has: 1 + the seat of a helper, or 0 for the fighter; -1: who is the first to pick.

    First all those helpers pick who were to pick first; then, after each pick of the fighter, the others: one Treasure
    if they pick in turns, or else all of theirs.
    """
    first = seat == -1
    if not first and seat != g.fighter:
        if g.deals[seat].due > 0 and g.deals[seat].pick != PickOrder.ALTERNATE:
            return 1 + seat
        first = g.deals[seat].pick == PickOrder.HELPER
    s = int(g.helper) if seat == -1 or seat == g.fighter else int(g.next_helper[seat])
    while s >= 0:
        if g.deals[s].due > 0 and (not first or g.deals[s].pick == PickOrder.HELPER):
            return 1 + s
        s = int(g.next_helper[s])
    return 0
