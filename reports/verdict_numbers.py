"""The numbers of a verdict as they are printed: they subtract, and those of one measure have equally many decimals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import is_share
from lab.comparison.game_numbers import ENDING, SEVERAL
from lab.stats.paired import ROUNDING

NAMES = {
    "flights": "flights (running away)", "kills": "monsters killed", "helps": "helps in combat",
    "lead_changes": "changes of the leader", SEVERAL: "games with several winners",
}  # fmt: skip
"""What no player says of a game, and what it is."""
SIDES = ("before", "after")
"""What two games are called of which one has a rule laid on it."""
DETECTED = 1.43
"""Half-widths of an interval that are seen in 4 of 5 runs: (1.96 + 0.84) / 1.96, as `lab power` plans."""
MOST_MORE = 2
"""Decimals beyond those that the size of a measure asks for."""


def name_of(metric: str) -> str:
    """What a measure is called on a page."""
    return NAMES.get(metric) or f"{'games ' * metric.startswith(ENDING)}{measure_names.name_of(metric)}"


def places(rows: Sequence[Difference]) -> int:
    """Decimals of one measure of some arms: as many as its size asks for, and the interval for one digit."""
    scale = 100.0 if is_share(rows[0]) else 1.0
    size = scale * max((abs(v) for row in rows for v in (row.value_a, row.value_b) if v == v), default=0.0)
    wide = [scale * (row.high - row.low) for row in rows]
    half = min((one for one in wide if one > ROUNDING * size), default=math.nan) / 2
    by_size = 1 if is_share(rows[0]) or size >= 10 else 2
    if half != half:
        return by_size
    by_size = 0 if size >= 100 and half >= 5 else by_size
    return min(by_size + MOST_MORE, max(by_size, math.ceil(-math.log10(half) - 0.3)))


class Numbers(NamedTuple):
    """A difference, printed: `difference` is what the printed numbers differ by; shares in per cent and points."""

    before: str
    after: str
    difference: str
    size: str
    low: str
    high: str

    @property
    def interval(self) -> str:
        """The interval of the difference."""
        return f"[{self.low}, {self.high}]"


def printed(row: Difference, at: int | None = None) -> Numbers:
    """The numbers of one difference, with `at` decimals if they stand beside those of other arms."""
    shown, scale = places([row]) if at is None else at, 100.0 if is_share(row) else 1.0
    before, after = (round(scale * value, shown) for value in (row.value_a, row.value_b))
    between = round(after - before, shown)
    if at is None and row.found and not between and scale * row.difference:  # small, and known all the same
        return printed(row, shown + MOST_MORE)
    ends = (_end(scale * value, shown, scale * (row.high - row.low)) for value in (row.low, row.high))
    sign = "+" * (between > 0)
    return Numbers(
        written(before, shown), written(after, shown), sign + written(between, shown), written(abs(between), shown),
        *ends,
    )  # fmt: skip


def _end(value: float, shown: int, width: float) -> str:
    """An end of an interval; where it would round to nothing with the decimal that shows its side."""
    if value and not round(value, shown) and abs(value) > ROUNDING * width:
        shown = -math.floor(math.log10(abs(value)))
    return written(value, shown)


def written(value: float, shown: int) -> str:
    """A number as it is printed; what rounds to nothing has no sign."""
    if value != value:
        return "unknown"
    number = round(value, shown) + 0.0
    return f"{number:,.{shown}f}".replace("-", "\u2212")


def unit(row: Difference) -> str:
    """What stands behind a difference."""
    return "percentage points" if is_share(row) else name_of(row.metric)


def from_to(row: Difference, at: int | None = None) -> str:
    """What a measure was and is: `63.9 \u2192 42.7`, of shares `31.6 % \u2192 24.2 %`."""
    said, sign = printed(row, at), " %" * is_share(row)
    return f"{said.before}{sign} \u2192 {said.after}{sign}"


def percent(row: Difference) -> str:
    """How much of what was before a count differs by, without a sign: `24 %`; nothing of shares and where it was 0."""
    if is_share(row) or not row.value_a:
        return ""
    part = 100 * abs(row.difference / row.value_a)
    return f"{part:,.0f} %" if part >= 9.95 else f"{part:.1f} %"


def seen(row: Difference) -> str:
    """The change that so many games show in 4 of 5 runs."""
    scale = 100.0 if is_share(row) else 1.0
    size = written(scale * DETECTED * (row.high - row.low) / 2, places([row]))
    return f"{row.n:,} games could have shown a change of {size} {unit(row)}"
