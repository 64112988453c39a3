"""The one chart of a verdict: by how much each measure moved, with its interval, as SVG that needs no script."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import is_share, name_of

WIDE, LEFT, ROW, TOP = 720, 250, 34, 12
"""Pixels: of the chart, of the names, of a row, and above the first."""
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Distances of the lines of the scale, in per cent."""


def chart(rows: Sequence[Difference]) -> str:
    """Each measure as a dot (full: found) with its interval: counts in per cent of before, shares in points."""
    drawn = [(row, *scaled) for row in rows if (scaled := _scaled(row))]
    if not drawn:
        return ""
    low = min(0.0, *(one[2] for one in drawn))
    high = max(0.0, *(one[3] for one in drawn))
    step = next((one for one in STEPS if (high - low) / one <= 6), STEPS[-1])
    low, high = step * math.floor(low / step), step * math.ceil(max(high, low + step) / step)
    height = TOP + ROW * len(drawn) + 44

    def at(value: float) -> float:
        return LEFT + (WIDE - LEFT - 24) * (value - low) / (high - low)

    parts = [_scale(at, low, high, step, TOP + ROW * len(drawn))]
    parts += [_row(at, TOP + ROW * i + ROW / 2, *one) for i, one in enumerate(drawn)]
    parts.append(f'<text class="soft" x="{LEFT}" y="{height - 6}">change in % of before; of shares in points</text>')
    title = f"<title>{escape('; '.join(_told(*one) for one in drawn))}</title>"
    return f'<svg viewBox="0 0 {WIDE} {height}" role="img">{title}{"".join(parts)}</svg>'


def _scaled(row: Difference) -> tuple[float, float, float] | None:
    """Difference and interval in per cent, or in points of shares; None where there is nothing to compare with."""
    by = 1.0 if is_share(row) else abs(row.value_a)
    found = [100 * value / by for value in (row.difference, row.low, row.high)] if by else []
    return (found[0], found[1], found[2]) if found and all(map(math.isfinite, found)) else None


def _scale(at: Callable[[float], float], low: float, high: float, step: float, bottom: float) -> str:
    lines = []
    for i in range(round((high - low) / step) + 1):
        value = low + i * step
        kind, x = "zero" if abs(value) < step / 2 else "grid", at(value)
        said = f"{value:+g}".replace("-", "\u2212") if kind == "grid" else "0"
        lines.append(f'<line class="{kind}" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/>')
        lines.append(f'<text class="soft" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{said}</text>')
    return "".join(lines)


def _row(at: Callable[[float], float], y: float, row: Difference, middle: float, low: float, high: float) -> str:
    hollow = "" if row.found else " open"
    return (
        f'<text x="{LEFT - 14}" y="{y + 5}" text-anchor="end">{escape(name_of(row.metric))}</text>'
        f'<line class="mark" x1="{at(low):.1f}" y1="{y}" x2="{at(high):.1f}" y2="{y}" stroke-width="3"/>'
        f'<circle class="mark{hollow}" cx="{at(middle):.1f}" cy="{y}" r="6" stroke-width="2"/>'
    )


def _told(row: Difference, middle: float, low: float, high: float) -> str:
    return f"{name_of(row.metric)} {middle:+.1f} [{low:+.1f}, {high:+.1f}]"
