"""Targets of a search: a measure with the value that it should have, and the numbers that may be turned for it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lab.errors import BadInput
from lab.measure.measures import BY_SEATS, COUNTED, ENDING, ENDINGS, SUMMED, game_numbers, values_of
from lab.measure.stats import Interval, mean, proportion

if TYPE_CHECKING:
    from lab.runs.arm_spec import ArmSpec
    from lab.store.folder import Store

CARD_NUMBERS = {"oh": "randomised_oh_delta"}
"""Numbers of a card that may be a target, and their columns of the metric `card_table`; in points."""
NEAR, MANY = 6, 200
"""Values on each side of the present one that are searched where no range is given; most values of a range."""
COARSE, STEP = 200, 100
"""A number from `COARSE` on is turned in steps of `STEP`: Gold Pieces, not Levels."""
_RANGE = re.compile(r"\s*(-?[0-9]+)\s*-\s*(-?[0-9]+)\s*(?::\s*([0-9]+)\s*)?")


@dataclass(frozen=True)
class Target:
    """A measure and the value that it should have (shares as parts of 1); of a card its id."""

    measure: str
    value: float
    card: str = ""

    @property
    def is_share(self) -> bool:
        """Whether people tell it in per cent or points."""
        return bool(self.card) or self.measure.startswith(ENDING) or self.measure in ("lost_share", "first_credit")


def read_target(text: str, turned: str) -> Target:
    """A target as it is typed: `turns=60`, `median turns=55`, `lost_share=30` (per cent), `oh=0` (points).

    A number of a card is that of the card that is turned (`turned`, an ID.KEY), or of `oh:ID`.
    """
    name, sign, number = (part.strip() for part in text.partition("="))
    measure, _, card = name.lower().partition(":")
    measure = measure.strip().replace(" ", "_")
    try:
        value = float(number)
    except ValueError:
        value = float("nan")
    if not sign or value != value:
        raise BadInput(f"--target is '{text[:60]}'; allowed: MEASURE=VALUE, such as turns=60 or 'median turns=55'")
    if measure in CARD_NUMBERS:
        card = card.strip() or turned.rpartition(".")[0]
        if not card:
            raise BadInput(f"--target {text}: of which card?; allowed: {measure}:ID={number}")
        return Target(measure, value / 100, card)
    known = [*COUNTED, *SUMMED, *BY_SEATS, *(f"{ENDING}{ending}" for ending in ENDINGS)]
    if measure not in known or card:
        raise BadInput(f"--target: no measure '{name[:40]}'; allowed: {', '.join((*known, *CARD_NUMBERS))}")
    target = Target(measure, value)
    return Target(measure, value / 100) if target.is_share else target


def measured(store: Store, run: str, arm: str, target: Target) -> Interval:
    """The measure of an arm of a run, with its 95 % interval."""
    import polars as pl

    if target.card:
        return _of_card(store, run, arm, target)
    numbers = game_numbers(store, run).filter(pl.col("arm") == arm)
    values = values_of(numbers, target.measure)
    if target.measure.startswith(ENDING):
        return proportion(int(values.sum()), len(values))
    return mean(values)


def _of_card(store: Store, run: str, arm: str, target: Target) -> Interval:
    import polars as pl

    from lab.measure.registry import compute

    column = CARD_NUMBERS[target.measure]
    rows = compute(store, ["card_table"], run)["card_table"].filter(pl.col("arm") == arm, pl.col("id") == target.card)
    if rows.height != 1:
        raise BadInput(f"--target: no card '{target.card}' in {arm}; allowed: the id of a card of its decks")
    row = rows.row(0, named=True)
    return Interval(row[column], row[f"{column}_low"], row[f"{column}_high"], row["games"])


def allowed_values(arm: ArmSpec, axis: str, key: str) -> tuple[int, int, int]:
    """The least and the largest whole value that a number may have, and the one that it has in an arm."""
    return _of_switch(arm, key) if axis == "switches" else _of_design(arm, key)


def _of_switch(arm: ArmSpec, key: str) -> tuple[int, int, int]:
    from engine.records.rules import RULES
    from lab.runs.arms import typed
    from variants.load import load_variant

    variant = load_variant(arm.variant, {name: typed(value) for name, value in arm.switches})
    switches = {switch.name: switch for switch in RULES if not switch.words}
    if key not in switches:
        raise BadInput(f"--switch is '{key[:60]}'; allowed: a number among the switches: {', '.join(switches)}")
    return switches[key].low, switches[key].high, int(variant[key])


def _of_design(arm: ArmSpec, key: str) -> tuple[int, int, int]:
    from decks.changes import range_of
    from decks.load import load_decks
    from variants.load import load_variant

    card_id, _, field = key.rpartition(".")
    low, high = range_of(field, f"--card {key}")
    box = load_decks(list(arm.deck or load_variant(arm.variant).deck), changes=dict(arm.cards))
    if card_id not in box.ids:
        raise BadInput(f"--card {key}: '{card_id}' is no card of these decks; allowed: the id of one (lab decks show)")
    now = getattr(box.cards[box.ids.index(card_id)], field)
    return low, high, int(now or 0)


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
