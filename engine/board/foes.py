"""The list of a combat's monsters: what is kept of each lies in rows of one number for each monster."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.combat_steps import Rolled
from engine.records.kinds import Card
from engine.records.state import Game


@kernel()
def take_out(g: Game, m: int, card: Card) -> int:
    """Close the gap that monster m leaves in the list; a remaining copy becomes the card's own monster."""
    n = int(g.mon_n)
    was_copy = int(g.mon_copy[m])
    for i in range(m, n - 1):
        g.mon[i] = g.mon[i + 1]
        g.mon_bonus[i] = g.mon_bonus[i + 1]
        g.mon_thrown[i] = g.mon_thrown[i + 1]
        g.mon_treasure[i] = g.mon_treasure[i + 1]
        g.mon_tags[i] = g.mon_tags[i + 1]
        g.mon_copy[i] = g.mon_copy[i + 1]
        g.mon_link[i] = g.mon_link[i + 1]
        g.mon_min[i] = g.mon_min[i + 1]
        g.mon_extra[i] = g.mon_extra[i + 1]
    g.mon_n = n - 1
    for s in range(g.seats):
        fled = int(g.fled[s])
        g.fled[s] = (fled & ((1 << m) - 1)) | ((fled >> (m + 1)) << m)
    for i in range(g.agenda_n):  # a roll that waits for its outcome
        row = g.agenda[i]
        if (row[KIND] == Step.ROLLED or row[KIND] == Step.OUTCOME) and row[Rolled.MONSTER] >= m:
            row[Rolled.MONSTER] = -1 if row[Rolled.MONSTER] == m else row[Rolled.MONSTER] - 1
    own = 0
    for i in range(g.mon_n):
        if g.mon[i] == card and g.mon_copy[i] == 0:
            own = 1
    if own == 0 and was_copy >= 0:
        for i in range(g.mon_n):
            if g.mon[i] == card:
                g.mon_copy[i] = 0
                break
    return 0
