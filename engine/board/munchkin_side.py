"""Who is on the munchkin side of the combat: the fighter, and those who help, in the order in which they joined.

`helper` is whoever joined first, `next_helper` of each of them who joined after them: nobody is counted or moved, and
where only one may help there is nothing to follow.
"""

from __future__ import annotations

from typing import Any

from engine.jit import kernel
from engine.records.card_kinds import Seat, Yes
from engine.records.offer_steps import Pledge
from engine.records.state import Game


@kernel("help.one-only", "timing.helper-in-combat")
def helps(g: Game, seat: Seat) -> Yes:
    """Whether a player is one of the helpers of the combat."""
    s = int(g.helper)
    while s >= 0:
        if s == seat:
            return 1
        s = int(g.next_helper[s])
    return 0


@kernel("help.one-only")
def helper_count(g: Game) -> int:
    """How many help in the combat."""
    n = 0
    s = int(g.helper)
    while s >= 0:
        n += 1
        s = int(g.next_helper[s])
    return n


@kernel("help.one-only")
def helper_bits(g: Game) -> int:
    """Seats, as bits, that help in the combat."""
    bits = 0
    s = int(g.helper)
    while s >= 0:
        bits |= 1 << s
        s = int(g.next_helper[s])
    return bits


@kernel("help.one-only", "run.both")
def fights_as(g: Game, place: int) -> int:
    """Who fights in a place: the fighter in place 0, then the helpers as they joined; -1 if there are not so many."""
    if place == 0:
        return int(g.fighter)
    s = int(g.helper)
    for _ in range(place - 1):
        if s >= 0:
            s = int(g.next_helper[s])
    return s


@kernel("help.one-only")
def add_helper(g: Game, seat: Seat) -> int:
    """A player helps from now on, after those who do already."""
    g.next_helper[seat] = -1
    if g.helper < 0:
        g.helper = seat
        return 0
    s = int(g.helper)
    while g.next_helper[s] >= 0:
        s = int(g.next_helper[s])
    g.next_helper[s] = seat
    return 0


@kernel("help.one-only", "help.bribe-items")
def drop_helper(g: Game, seat: Seat) -> int:
    """A helper leaves; what they were promised lapses, and their Items are free to be promised once more."""
    if g.helper == seat:
        g.helper = g.next_helper[seat]
    s = int(g.helper)
    while s >= 0:
        if g.next_helper[s] == seat:
            g.next_helper[s] = g.next_helper[seat]
        s = int(g.next_helper[s])
    g.next_helper[seat] = -1
    g.forced &= ~(1 << seat)
    for i in range(g.table_n[g.fighter]):
        c = int(g.table[g.fighter, i])
        if g.pledged[c] == Pledge.HELPER + seat:
            g.pledged[c] = Pledge.PROMISED
    return forget_deal(g, seat)


@kernel("help.one-only")
def clear_helpers(g: Game) -> int:
    """Nobody helps any more."""
    while g.helper >= 0:
        drop_helper(g, int(g.helper))
    return 0


@kernel("help.bribe-items", "precedence.rewards-after-combat")
def forget_deal(g: Game, seat: Seat) -> int:
    """What a helper was promised is paid, or has lapsed."""
    g.deals[seat].treasures = 0
    g.deals[seat].pick = 0
    g.deals[seat].bribe = -1
    g.deals[seat].due = 0
    g.deal_card[seat] = -1
    return 0


@kernel("help.bribe-items")
def promised(g: Game) -> int:
    """Treasures that all who help were promised together."""
    total = 0
    s = int(g.helper)
    while s >= 0:
        total += int(g.deals[s].treasures)
        s = int(g.next_helper[s])
    return total


@kernel()
def suppose_helper(g: Game, seat: Seat) -> int:
    """Think of the combat with one more helper: whoever thinks takes them away again by `end_supposing`."""
    g.next_helper[seat] = g.helper
    g.helper = seat
    return 0


@kernel()
def end_supposing(g: Game) -> int:
    """The combat is again as it was before `suppose_helper`."""
    seat = int(g.helper)
    g.helper = g.next_helper[seat]
    g.next_helper[seat] = -1
    return 0


@kernel("help.shared-vulnerability", "help.not-twice", "combat.abilities-once")
def side_identity(g: Game) -> int:
    """Everything the munchkin side is, for advantages: each modifier counts once however many have the trait."""
    if g.fighting == 0:
        return 0
    mask = int(g.identity[g.fighter])
    s = int(g.helper)
    while s >= 0:
        mask |= int(g.identity[s])
        s = int(g.next_helper[s])
    return mask


@kernel("help.shared-vulnerability", "help.not-twice", "super.one")
def side_weak(g: Game) -> int:
    """Everything the munchkin side is, for disadvantages."""
    mask = int(g.weak[g.fighter])
    s = int(g.helper)
    while s >= 0:
        mask |= int(g.weak[s])
        s = int(g.next_helper[s])
    return mask


@kernel("help.shared-vulnerability")
def side_lacks(g: Game, traits: int) -> Yes:
    """Whether somebody on the munchkin side is none of some identities."""
    s = int(g.fighter)
    if (int(g.identity[s]) & traits) == 0:
        return 1
    s = int(g.helper)
    while s >= 0:
        if (int(g.identity[s]) & traits) == 0:
            return 1
        s = int(g.next_helper[s])
    return 0


@kernel("combat.monster-specials", "combat.monsters-win-ties")
def unaided(g: Game) -> Yes:
    """Whether the fighter wins without help by their Level alone, ties as they win them."""
    return 1 if g.helper < 0 and int(g.level[g.fighter]) + int(g.ties) > g.foes else 0


def helpers_of(g: Any) -> tuple[int, ...]:
    """Seats that help in the combat, as they joined."""
    seats = []
    seat = int(g.helper)
    while seat >= 0:
        seats.append(seat)
        seat = int(g.next_helper[seat])
    return tuple(seats)
