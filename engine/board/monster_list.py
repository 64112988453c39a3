"""The list of a combat's monsters."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.agenda import KIND, Step
from engine.records.card_kinds import Card
from engine.records.combat_steps import Rolled
from engine.records.state import Game


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
