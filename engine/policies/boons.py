"""Whether what a card does as long as it counts is good for its owner."""

from __future__ import annotations

from engine.jit import kernel
from engine.records.book import Effect
from engine.records.kinds import Amount, Yes
from engine.records.opcodes import Op


@kernel()
def is_boon(e: Effect) -> Yes:
    """Whether a lasting row is a power of its card's owner, and no drawback: what it adds is more than nothing."""
    op = int(e.op)
    if op == Op.STRENGTH or op == Op.STRENGTH_PER_OTHER or op == Op.STRENGTH_VS_TAG or op == Op.RUN_AWAY:
        return _adds(int(e.amount))
    if op == Op.HAND_LIMIT or op == Op.EXTRA_HANDS or op == Op.DIE_ROLL or op == Op.TREASURE or op == Op.HELPER_LEVEL:
        return _adds(int(e.amount))
    if op == Op.LOST_WITH or op == Op.EVIL or op == Op.LONE_SIDE or op == Op.MUST_THROW:
        return 0
    if op == Op.NO_HELPER or op == Op.NO_HELPER_REWARD or op == Op.NO_ESCAPE or op == Op.PURSUES:
        return 0
    if op == Op.LEVEL_ONLY or op == Op.LEVEL_USELESS or op == Op.CLASS_USELESS:
        return 0
    return 0 if op == Op.ITEMS_USELESS or op == Op.SLOT_USELESS or op == Op.ONLY_ARMOR else 1


@kernel()
def _adds(amount: int) -> Yes:
    """Whether an amount is more than nothing; the words for an amount are numbers below any printed one."""
    return 1 if amount > 0 or amount <= Amount.ALL else 0
