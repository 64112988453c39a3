"""Whether what a card does as long as it counts is good for its owner."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import Effect
from engine.records.card_kinds import Amount, Yes
from engine.records.opcode_row import Boon
from engine.records.opcodes import codes

ADDING = codes(lambda o: o.boon == Boon.ADDS)
DRAWBACKS = codes(lambda o: o.boon == Boon.NEVER)


@kernel()
def is_boon(e: Effect) -> Yes:
    """Whether a lasting row is a power of its card's owner, and no drawback: what it adds is more than nothing."""
    op = int(e.op)
    if op in ADDING:
        return _adds(int(e.amount))
    return 0 if op in DRAWBACKS else 1


@kernel()
def _adds(amount: int) -> Yes:
    """Whether an amount is more than nothing; the words for an amount are numbers below any printed one."""
    return 1 if amount > 0 or amount <= Amount.ALL else 0
