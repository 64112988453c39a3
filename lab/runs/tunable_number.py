"""A number of the rules or of a card that a search may turn: the values that it may have, and those to look at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from lab.errors import BadInput

if TYPE_CHECKING:
    from decks.load_decks import Compiled
    from lab.runs.arm_spec import ArmSpec

NEAR, MANY = 6, 200
"""Values on each side of the present one that are searched where no range is given; most values of a range."""
COARSE, STEP = 200, 100
"""A number from `COARSE` on is turned in steps of `STEP`: Gold Pieces, not Levels."""
_RANGE = re.compile(r"\s*(-?[0-9]+)\s*-\s*(-?[0-9]+)\s*(?::\s*([0-9]+)\s*)?")


class Knob(NamedTuple):
    """What is turned: the axis of a spec (switches or cards), its key, and the whole values to search."""

    axis: str
    key: str
    values: tuple[int, ...]


def allowed_values(arm: ArmSpec, axis: str, key: str) -> tuple[int, int, int]:
    """The least and the largest whole value that a number may have, and the one that it has in an arm."""
    return _of_switch(arm, key) if axis == "switches" else _of_design(arm, key)


def _of_switch(arm: ArmSpec, key: str) -> tuple[int, int, int]:
    from engine.records.switches import RULES
    from lab.runs.arms import typed
    from variants.load_variants import load_variant

    variant = load_variant(arm.variant, {name: typed(value) for name, value in arm.switches})
    switches = {switch.name: switch for switch in RULES if not switch.words}
    if key not in switches:
        raise BadInput(f"--switch is '{key[:60]}'; allowed: a number among the switches: {', '.join(switches)}")
    return switches[key].low, switches[key].high, int(variant[key])


def _of_design(arm: ArmSpec, key: str) -> tuple[int, int, int]:
    from decks.card_changes import range_of

    card_id, _, field = key.rpartition(".")
    low, high = range_of(field, f"--change {key}")
    box = box_of(arm)
    if card_id not in box.ids:
        raise BadInput(
            f"--change {key}: '{card_id}' is no card of these decks; allowed: the id of one (lab decks show)"
        )
    now = getattr(box.cards[box.ids.index(card_id)], field)
    return low, high, int(now or 0)


def box_of(arm: ArmSpec) -> Compiled:
    """The cards of an arm."""
    from decks.load_decks import load_decks
    from variants.load_variants import load_variant

    variant = load_variant(arm.variant)
    return load_decks(list(arm.deck or variant.deck), changes=dict(arm.cards), edits=variant.edits)


def values_of_range(text: str | None, key: str, allowed: tuple[int, int], now: int) -> tuple[int, ...]:
    """The whole values to search: LOW-HIGH or LOW-HIGH:STEP, or some around the present value."""
    low, high = allowed
    if text is None:
        step = STEP if now >= COARSE else 1
        return tuple(v for v in range(now - NEAR * step, now + NEAR * step + 1, step) if low <= v <= high)
    found = _RANGE.fullmatch(text)
    if found is None or int(found[3] or 1) < 1 or not low <= int(found[1]) <= int(found[2]) <= high:
        raise BadInput(f"--range is '{text[:60]}'; allowed for {key}: LOW-HIGH or LOW-HIGH:STEP from {low} to {high}")
    values = tuple(range(int(found[1]), int(found[2]) + 1, int(found[3] or 1)))
    if len(values) > MANY:
        raise BadInput(f"--range is '{text[:60]}', {len(values)} values; allowed: at most {MANY} (use LOW-HIGH:STEP)")
    return values
