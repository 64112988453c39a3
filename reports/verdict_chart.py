"""The one chart of a verdict: by how much each measure moved, with its interval, as SVG that needs no script."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import is_share
from reports.verdict_words import name_of

WIDE, ROW, TOP = 720, 34, 12
"""Pixels: of the chart, of a row, and above the first."""
LETTER, LONGEST = 8.4, 36
"""Pixels of a letter of a name, and letters of the longest."""
DOTS = "full dot: moved, hollow: may be chance"
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Distances of the lines of the scale, in per cent."""


def chart(bars: Sequence[tuple[str, Difference]]) -> str:
    """Each difference as a dot (full: found) with its interval: counts in per cent of before, shares in points."""
    drawn = _drawn(bars)
    if not drawn:
        return ""
    low, high, step = _ends(drawn)
    height = TOP + ROW * len(drawn) + 44
    left = 24 + LETTER * max(len(one.name) for one in drawn)

    def at(value: float) -> float:
        return left + (WIDE - left - 24) * (value - low) / (high - low)

    parts = [_scale(at, low, high, step, TOP + ROW * len(drawn))]
    parts += [_row(at, left - 14, TOP + ROW * i + ROW / 2, one) for i, one in enumerate(drawn)]
    parts.append(f'<text class="soft" x="{WIDE - 24}" y="{height - 6}" text-anchor="end">{_scale_said(drawn)}</text>')
    title = f"<title>{escape('; '.join(map(_told, drawn)))}</title>"
    return f'<svg viewBox="0 0 {WIDE} {height}" role="img">{title}{"".join(parts)}</svg>'


def chart_lines(bars: Sequence[tuple[str, Difference]], width: int) -> list[str]:
    """The same chart in letters, a line each."""
    drawn = _drawn(bars)
    if not drawn:
        return []
    low, high, _ = _ends(drawn)
    left = max(len(one.name) for one in drawn) + 2
    room = max(width - left, 20)

    def at(value: float) -> int:
        return round((room - 1) * (value - low) / (high - low))

    lines = []
    for one in drawn:
        cells = [" "] * room
        cells[at(one.low) : at(one.high) + 1] = "\u2500" * (at(one.high) + 1 - at(one.low))
        cells[at(0)] = "\u253c" if cells[at(0)] != " " else "\u2502"
        cells[at(one.middle)] = "\u25cf" if one.found else "\u25cb"
        lines.append((one.name.ljust(left) + "".join(cells)).rstrip())
    ends = [_written(value) for value in (low, high)]
    return [*lines, " " * left + ends[0] + ends[1].rjust(room - len(ends[0])), _scale_said(drawn)]


class _Drawn(NamedTuple):
    """A line of the chart, in per cent, or in points of shares."""

    name: str
    metric: str
    is_share: bool
    found: bool
    middle: float
    low: float
    high: float


def _drawn(bars: Sequence[tuple[str, Difference]]) -> list[_Drawn]:
    """What can be drawn: of counts that were nothing before there is no per cent."""
    out = []
    for name, row in bars:
        by = 1.0 if is_share(row) else abs(row.value_a)
        values = [100 * value / by for value in (row.difference, row.low, row.high)] if by else [math.nan]
        if all(map(math.isfinite, values)):
            short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}\u2026"
            out.append(_Drawn(short, name_of(row.metric), is_share(row), row.found, *values))
    return out


def _ends(drawn: Sequence[_Drawn]) -> tuple[float, float, float]:
    """Both ends of the scale, with no change between them, and the distance of its lines."""
    low = min(0.0, *(one.low for one in drawn))
    high = max(0.0, *(one.high for one in drawn))
    step = next((one for one in STEPS if (high - low) / one <= 6), STEPS[-1])
    return step * math.floor(low / step), step * math.ceil(max(high, low + step) / step), step


def _scale_said(drawn: Sequence[_Drawn]) -> str:
    """What the scale means, and the dots; where all lines are of one measure, of which."""
    shares = "" if not any(one.is_share for one in drawn) else " (shares: points)"
    metric = drawn[0].metric
    of = f"{metric}: " if all(one.metric == metric != one.name for one in drawn) else ""
    return f"{of}change in % of before{shares}; {DOTS}"


def _written(value: float) -> str:
    return f"{value:+g}".replace("-", "\u2212") if value else "0"


def _scale(at: Callable[[float], float], low: float, high: float, step: float, bottom: float) -> str:
    lines = []
    for i in range(round((high - low) / step) + 1):
        value = low + i * step
        kind, x = "zero" if abs(value) < step / 2 else "grid", at(value)
        said = _written(value) if kind == "grid" else "0"
        lines.append(f'<line class="{kind}" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>')
        lines.append(f'<text class="soft" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{said}</text>')
    return "".join(lines)


def _row(at: Callable[[float], float], left: float, y: float, one: _Drawn) -> str:
    hollow = "" if one.found else " open"
    return (
        f'<text x="{left:.1f}" y="{y + 5}" text-anchor="end">{escape(one.name)}</text>'
        f'<line class="mark" x1="{at(one.low):.1f}" y1="{y}" x2="{at(one.high):.1f}" y2="{y}" stroke-width="3"/>'
        f'<circle class="mark{hollow}" cx="{at(one.middle):.1f}" cy="{y}" r="6" stroke-width="2"/>'
    )


def _told(one: _Drawn) -> str:
    return f"{one.name} {one.middle:+.1f} [{one.low:+.1f}, {one.high:+.1f}]"
