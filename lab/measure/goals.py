"""Targets of a search: a measure with the value that it should have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lab.errors import BadInput
from lab.measure.measures import BY_SEATS, COUNTED, ENDING, ENDINGS, SUMMED, game_numbers, is_share, values_of
from lab.measure.stats import Interval, mean, proportion

if TYPE_CHECKING:
    from lab.store.folder import Store

CARD_NUMBERS = {
    "oh": ("card_table", "randomised_oh_delta", ""),
    "draw": ("card_draws", "randomised_delta", "drawn"),
    "kick": ("card_draws", "randomised_delta", "kicked"),
    "reward": ("card_draws", "randomised_delta", "reward"),
}
"""Numbers of a card that may be a target, in points: their metric, its column, and the way of coming it speaks of."""


@dataclass(frozen=True)
class Target:
    """A measure and the value that it should have (shares as parts of 1); of a card its id."""

    measure: str
    value: float
    card: str = ""

    @property
    def is_share(self) -> bool:
        """Whether people tell it in per cent or points."""
        return bool(self.card) or is_share(self.measure)


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

    metric, column, way = CARD_NUMBERS[target.measure]
    rows = compute(store, [metric], run)[metric].filter(pl.col("arm") == arm, pl.col("id") == target.card)
    rows = rows.filter(pl.col("how") == way) if way else rows
    if rows.height != 1:
        raise BadInput(
            f"--target: {target.measure} of '{target.card}' is not known in {arm}; allowed: a card that came so"
        )
    row = rows.row(0, named=True)
    return Interval(row[column], row[f"{column}_low"], row[f"{column}_high"], row["games"])
