"""Which of several arms has the shortest games: by turns one, by estimated minutes perhaps another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import OTHER_LENGTH, TURNS, amount
from lab.comparison.game_numbers import MINUTES


class _Length(NamedTuple):
    """A length of an arm, as difference from what all are compared with, and as it is told."""

    difference: float
    low: float
    high: float
    told: str


def shortest(rows: Sequence[Difference]) -> list[str]:
    """A sentence where turns and minutes disagree about the arm with the shortest games; none where they do not.

    One arm is shorter than another for sure if the intervals of both, as differences from one and the same arm, lie
    apart: of two that games cannot tell apart neither is called shorter.
    """
    turns, minutes = (_lengths(rows, metric) for metric in (TURNS, MINUTES))
    arms = {name for row in rows for name in (row.a, row.b)}
    if rows[0].metric not in OTHER_LENGTH or len(arms) < 3 or not turns.keys() == minutes.keys() == arms:
        return []
    few, quick = (min(side, key=lambda arm: side[arm].difference) for side in (turns, minutes))
    fewer, quicker = turns[few].high < turns[quick].low, minutes[quick].high < minutes[few].low
    has, takes = f"{few} has the fewest turns", f"{quick} takes the fewest estimated minutes"
    of_turns = f"{turns[few].told} against {turns[quick].told}"
    of_minutes = f"{minutes[quick].told} against {minutes[few].told}"
    if fewer and quicker:
        return [f"Turns and minutes disagree: {has} ({of_turns}), {takes} ({of_minutes})."]
    if fewer:
        return [f"{has} ({of_turns}), but in estimated minutes these games cannot tell it from {quick}."]
    return [f"{takes} ({of_minutes}), but in turns these games cannot tell it from {few}."] if quicker else []


def _lengths(rows: Sequence[Difference], metric: str) -> dict[str, _Length]:
    """A length of every arm that is compared with the first one, and its own."""
    own = [row for row in rows if row.metric == metric and row.a == rows[0].a]
    first = {row.a: _Length(0.0, 0.0, 0.0, amount(row, row.value_a)) for row in own[:1]}
    return first | {row.b: _Length(row.difference, row.low, row.high, amount(row, row.value_b)) for row in own}
