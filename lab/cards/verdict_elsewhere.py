"""Whether what is called strong or weak is so at a table of other players as well: one sentence.

The guess at a card's truth here (shrunken) is laid beside what was measured there, which nobody chose by its size: so
neither is the winner of a contest. Their ratio is taken over all cards, strong or not: over all of them the guesses are
as large as the truth is, while those that lie far outside are shrunken too far.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from engine.inputs.quote import joined
from lab.cards.card_verdict import JUDGED_BY, SHRUNKEN, STRONG, VERDICT, WEAK
from lab.stats.intervals import FDR, q_values, z_quantile
from lab.tables.column import rounded, signed

CALLED = (STRONG, WEAK)
NAMED = 3
"""Cards that are named at most."""
ENOUGH = 20
"""Cards below which nothing is said of all of them together."""


class Both(NamedTuple):
    """A card: how far it is off here, there, and by how much their difference may be chance."""

    name: str
    is_called: bool  # strong or weak
    here: float
    there: float
    error: float  # of the difference
    there_error: float


def called(rows: pl.DataFrame) -> pl.DataFrame:
    """The cards that are called strong or weak."""
    return rows.filter(pl.col(VERDICT).is_in(CALLED))


def hang_on_players(rows: pl.DataFrame, elsewhere: pl.DataFrame, matters: float) -> str:
    """What of an arm's verdicts hangs on who plays, or nothing where no card is called strong or weak.

    A card is named if q < 0.10 over all that are called so, and it is off by what matters.
    `elsewhere` is what `lab.impact.other_players` keeps, `matters` the points that matter.
    """
    there = elsewhere.select("card", "number", "players", "delta", "se", there_games="games")
    both = rows.join(there, left_on=["card", JUDGED_BY], right_on=["card", "number"]).sort(SHRUNKEN, descending=True)
    cards = [_both(row) for row in both.iter_rows(named=True)]
    cards = [card for card in cards if np.isfinite(card.there) and np.isfinite(card.error)]
    judged = [card for card in cards if card.is_called]
    if not judged:
        return ""
    apart = _apart(judged, matters / 100)
    table = f"a table of {both['players'][0]} players ({both['there_games'][0]:,} games)"
    if not apart:
        who = "the card is not" if len(judged) == 1 else f"none of the {len(judged)} is"
        return f"Whoever plays: at {table} {who} found to be worth more or less{_together(cards)}."
    named = [_at_both(card) for card in apart[:NAMED]]
    named += [f"{len(apart) - NAMED} more"] * (len(apart) > NAMED)
    differ = "differ" if len(apart) > 1 else "differs"
    return f"How much hangs on who plays: at {table} {joined(named)} {differ}{_together(cards)}."


def _apart(cards: Sequence[Both], least: float) -> list[Both]:
    """Those that are found to differ, the farthest first."""
    from scipy.special import ndtr

    sizes = np.array([abs(card.there - card.here) for card in cards])
    found = q_values(2 * ndtr(-sizes / np.array([card.error for card in cards]))) < FDR
    apart = [card for card, size, is_found in zip(cards, sizes, found, strict=True) if is_found and size >= least]
    return sorted(apart, key=lambda card: -abs(card.there - card.here))


def _both(row: dict[str, Any]) -> Both:
    here, low, high = (row[f"{SHRUNKEN}{side}"] for side in ("", "_low", "_high"))
    width = np.nan if None in (low, high) else (high - low) / (2 * z_quantile())
    error = float(np.hypot(width, row["se"]))
    return Both(row["name"], row[VERDICT] in CALLED, here, row["delta"], error, row["se"])


def _at_both(card: Both) -> str:
    half = 100 * z_quantile() * card.there_error
    return f"{card.name} ({_points(card.there)} \u00b1{rounded(half, 1):.1f}, not {_points(card.here)})"


def _points(value: float) -> str:
    return signed(f"{rounded(100 * value, 1):+.1f}")


def _together(cards: Sequence[Both]) -> str:
    """How large all of them are there, as a part of what they are here: a line through zero, and its error."""
    if len(cards) < ENOUGH:
        return ""
    here, there, error = (np.array([getattr(card, part) for card in cards]) for part in ("here", "there", "error"))
    weight = here / error**2
    whole = float((weight * here).sum())
    ratio = float((weight * there).sum()) / whole
    left = float((weight**2 * (there - ratio * here) ** 2).sum()) * len(cards) / (len(cards) - 1)
    half = z_quantile() * left**0.5 / whole
    return (
        f"; all {len(cards)} cards together are {ratio:.2f} [{ratio - half:.2f}, {ratio + half:.2f}] times as far apart"
    )
