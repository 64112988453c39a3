"""Lists of cards and tables of numbers: taking out, putting in, copying."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.card_kinds import Card, Numbers
from engine.records.combat_steps import Rolled
from engine.records.events import Fault
from engine.records.state import OPEN, PLAYED, Game


@kernel()
def drop(row: Numbers, n: int, card: Card) -> int:
    """Take `card` out of the first n entries of a list, keeping the order; returns the new length."""
    at = -1
    for i in range(n):
        if row[i] == card:
            at = i
            break
    if at < 0:
        return n
    for i in range(at, n - 1):
        row[i] = row[i + 1]
    return n - 1


@kernel()
def copy_rows(into: Numbers, rows: Numbers, n: int) -> int:
    """Copy the first n rows of a table of numbers over those of another one."""
    for i in range(n):
        for k in range(rows.shape[1]):
            into[i, k] = rows[i, k]
    return 0


@kernel()
def leave_played(g: Game, card: Card) -> int:
    """Take a card out of those played into the combat, with the side it was on."""
    n = int(g.played_n)
    for i in range(n):
        if g.played[i] == card:
            for j in range(i, n - 1):
                g.played[j] = g.played[j + 1]
                g.played_side[j] = g.played_side[j + 1]
            g.played_n = n - 1
            return 0
    return 0


@kernel()
def arrive_open(g: Game, card: Card) -> int:
    """Put a card among those that lie open."""
    n = int(g.open_n)
    if n >= OPEN:
        g.fault = Fault.TABLE_FULL
        return 0
    g.open[n] = card
    g.open_n = n + 1
    return 0


@kernel()
def arrive_played(g: Game, card: Card) -> int:
    """Put a card among those played into the combat, on the munchkin side."""
    n = int(g.played_n)
    if n >= PLAYED:
        g.fault = Fault.FIGHT_FULL
        return 0
    g.played[n] = card
    g.played_side[n] = 0
    g.played_n = n + 1
    return 0


@kernel()
def take_out(g: Game, m: int, card: Card) -> int:
    """Close the gap that monster m leaves in the list; a remaining copy becomes the card's own monster."""
    n = int(g.foe_n)
    was_copy = int(g.foe[m].copied)
    for i in range(m, n - 1):
        g.foe[i] = g.foe[i + 1]
    g.foe_n = n - 1
    for s in range(g.seats):
        fled = int(g.fled[s])
        g.fled[s] = (fled & ((1 << m) - 1)) | ((fled >> (m + 1)) << m)
    for i in range(g.agenda_n):  # a roll that waits for its outcome
        row = g.agenda[i]
        if (row[KIND] == Step.ROLLED or row[KIND] == Step.OUTCOME) and row[Rolled.MONSTER] >= m:
            row[Rolled.MONSTER] = -1 if row[Rolled.MONSTER] == m else row[Rolled.MONSTER] - 1
    own = 0
    for i in range(g.foe_n):
        if g.foe[i].card == card and g.foe[i].copied == 0:
            own = 1
    if own == 0 and was_copy >= 0:
        for i in range(g.foe_n):
            if g.foe[i].card == card:
                g.foe[i].copied = 0
                break
    return 0
