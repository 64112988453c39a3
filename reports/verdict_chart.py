"""The chart of a verdict, by how much each measure moved, as SVG without a script or in letters.

Counts are drawn in per cent more or less than before, shares in percentage points: each on a scale of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import is_share
from reports.verdict_numbers import SIDES, from_to, name_of, places, written

Bar = tuple[str, Difference]
"""A line of the chart: what it is called, and what it shows."""
WIDE, ROW, LINE, TOP = 720, 34, 19, 12
"""Pixels: of the chart, of a row, of a second line of its name, and above the first row."""
LETTER, LONGEST, MOST = 8.4, 36, 3
"""Pixels of a letter of a name, letters of a line of it, and lines."""
NARROW, BESIDE = 340, 8
"""Pixels of the chart for a phone, and letters of a name that has room beside its row there."""
SOFT_LETTER = 7.2
"""Pixels of a letter below the scale."""
LOW_ROW, SCALE = 26, 44
"""Pixels of a row below its name, and of a scale below its rows."""
LINES, NARROW_LINES = 6, 4
"""Parts of the scale at most."""
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Distances of the lines of the scale."""
ARROWS = "\u2192"
NOISE = 1e-9
"""Parts of a step that are the rounding of sums."""
APART = 5
"""So many times as far as all others: what is that far off is an arrow at the edge, which leaves the others room."""
MOVED, OPEN = "full dot: moved", "hollow dot: no clear change"
LINE_SAID = "line: where the true change lies (95 % sure)"
BESIDE_ZERO = "of so many measures some miss 0 by chance"
ARROW = "arrow: beyond the scale"


class _Drawn(NamedTuple):
    """A line of the chart, in per cent, or in points of shares."""

    name: str
    metric: str
    is_share: bool
    found: bool
    numbers: str
    middle: float
    low: float
    high: float

    @property
    def far(self) -> float:
        """The far end from no change."""
        return max(abs(self.low), abs(self.high))


class _Panel(NamedTuple):
    """Lines with one scale: its ends, the distance of its lines, and what it means."""

    drawn: list[_Drawn]
    low: float
    high: float
    step: float
    said: str

    def beyond(self, one: _Drawn) -> int:
        """The side at which a line leaves the scale: -1, 1 or 0."""
        return (one.middle > self.high) - (one.middle < self.low)

    def lines(self) -> list[float]:
        """Values at which lines of the scale stand."""
        first, last = math.ceil(self.low / self.step - NOISE), math.floor(self.high / self.step + NOISE)
        return [i * self.step for i in range(first, last + 1)]


def chart(bars: Sequence[Bar], than: str = SIDES[0], wide: int = WIDE, numbers: str = "") -> str:
    """Each difference as a dot (full: found) with its interval, counts in per cent more or less `than` what they were.

    `wide` is the width in pixels, names stand above their rows where there is no room beside them. Below the heading
    `numbers`, if there is one, each line ends with what is after, and if it has an arrow with what was before too.
    """
    panels = _panels(bars, NARROW_LINES if wide <= NARROW else LINES, than)
    drawn = [one for panel in panels for one in panel.drawn]
    if not drawn:
        return ""
    names = {one.name: _lines(one.name, wide) for one in drawn}
    is_above = wide <= NARROW and max(map(len, sum(names.values(), []))) > BESIDE
    left = 24 if is_above else 24 + LETTER * max(len(line) for name in names.values() for line in name)
    right = wide - (24 + LETTER * max(len(one.numbers) for one in drawn) if numbers else 24)
    parts, top = list[str](), float(TOP + LINE * bool(numbers))
    parts += [f'<text class="soft" x="{wide}" y="{TOP}" text-anchor="end">{escape(numbers)}</text>'] * bool(numbers)
    for panel in panels:
        tall = [(LOW_ROW if is_above else ROW - LINE) + LINE * len(names[one.name]) for one in panel.drawn]
        tops = [top + sum(tall[:place]) for place in range(len(tall) + 1)]

        def at(value: float, low: float = panel.low, high: float = panel.high) -> float:
            return left + (right - left) * (min(max(value, low), high) - low) / (high - low)

        parts.append(_scale(at, panel, tops[0], tops[-1], right))
        for one, start, end in zip(panel.drawn, tops, tops[1:], strict=False):
            middle, name = end - LOW_ROW / 2 - 4 if is_above else (start + end) / 2, names[one.name]
            parts.append(_row(at, middle, one, panel))
            parts.append(_above(name, start) if is_above else _name(name, left - 14, middle))
            if numbers:
                shown = escape(one.numbers if ARROWS in numbers else one.numbers.rpartition(f"{ARROWS} ")[2])
                parts.append(f'<text x="{wide}" y="{middle + 5}" text-anchor="end">{shown}</text>')
        top = tops[-1] + SCALE
    edge = 0 if is_above else left
    said = wrap(_dots_said(panels), int((wide - edge) / SOFT_LETTER))
    legend = [(top + 14 + LINE * place, text) for place, text in enumerate(said)]
    parts += [f'<text class="soft" x="{edge:.1f}" y="{y:.1f}">{text}</text>' for y, text in legend]
    title = f"<title>{escape('; '.join(map(_told, drawn)))}</title>"
    kind = ' class="narrow"' if wide <= NARROW else ""
    height = top + 22 + LINE * (len(legend) - 1)
    return f'<svg{kind} viewBox="0 0 {wide} {height:.0f}" role="img">{title}{"".join(parts)}</svg>'


def both_charts(bars: Sequence[Bar], than: str = SIDES[0]) -> str:
    """The chart for a screen and the one for a phone, of which the looks show one."""
    return chart(bars, than) + chart(bars, than, NARROW)


def chart_lines(bars: Sequence[Bar], width: int, than: str = SIDES[0]) -> list[str]:
    """The same chart in letters, a line each; the last one says what the dots mean."""
    panels = _panels(bars, LINES, than)
    left = max((len(_cut(one.name)) for panel in panels for one in panel.drawn), default=0) + 2
    room, lines = max(width - left, 20), list[str]()
    for panel in panels:

        def at(value: float, low: float = panel.low, high: float = panel.high) -> int:
            return round((room - 1) * (min(max(value, low), high) - low) / (high - low))

        for one in panel.drawn:
            cells = [" "] * room
            cells[at(one.low) : at(one.high) + 1] = "\u2500" * (at(one.high) + 1 - at(one.low))
            cells[at(0)] = "\u253c" if cells[at(0)] != " " else "\u2502"
            cells[at(one.middle)] = "\u25cf" if one.found else "\u25cb"
            side = panel.beyond(one)
            line = "".join(cells)
            said = _far_said(one)
            line = f"\u25c4 {said}{line[len(said) + 2 :]}" if side < 0 else line
            line = f"{line[: -len(said) - 2]}{said} \u25ba" if side > 0 else line
            lines.append((_cut(one.name).ljust(left) + line).rstrip())
        ends = [_signed(value) for value in (panel.low, panel.high)]
        between = room - len(ends[0]) - len(ends[1])
        fits = len(panel.said) + 2 <= between
        lines.append(" " * left + ends[0] + (panel.said if fits else "").center(between) + ends[1])
        lines += [] if fits else [panel.said.rjust(left + room)]
    return [*lines, _dots_said(panels)] if lines else []


def _drawn(bars: Sequence[Bar]) -> list[_Drawn]:
    """What can be drawn: of counts that were nothing before there is no per cent."""
    by_metric: dict[str, list[Difference]] = {}
    for _, row in bars:
        by_metric.setdefault(row.metric, []).append(row)
    out = []
    for name, row in bars:
        by = 1.0 if is_share(row) else abs(row.value_a)
        values = [100 * value / by for value in (row.difference, row.low, row.high)] if by else [math.nan]
        if all(map(math.isfinite, values)):
            numbers = from_to(row, places(by_metric[row.metric]))
            out.append(_Drawn(name, name_of(row.metric), is_share(row), row.found, numbers, *values))
    return out


def _panels(bars: Sequence[Bar], most: int, than: str) -> list[_Panel]:
    """Counts and shares, each with a scale of at most so many parts; first what the first line is of."""
    drawn = _drawn(bars)
    kinds = dict.fromkeys(one.is_share for one in drawn)
    return [_panel([one for one in drawn if one.is_share == kind], drawn[0], most, than) for kind in kinds]


def _panel(drawn: list[_Drawn], first: _Drawn, most: int, than: str) -> _Panel:
    metric = drawn[0].metric
    is_one = all(one.metric == metric != one.name for one in drawn)
    within = sorted(drawn, key=lambda one: one.far)
    while not is_one and len(within) > 2 and within[-1] is not first and within[-1].far > APART * within[-2].far:
        within.pop()
    low = min(0.0, *(one.low for one in within))
    high = max(0.0, *(one.high for one in within))
    step = next((one for one in STEPS if (high - low) / one <= most), STEPS[-1])
    sides = {one.middle > 0 for one in drawn if one not in within}
    low = step * math.floor(low / step + NOISE)
    high = step * math.ceil(max(high, low + step) / step - NOISE)
    low, high = min(low, -step * (False in sides)), max(high, step * (True in sides))  # an arrow never stands at 0
    said = "change in percentage points" if drawn[0].is_share else f"% more or less than {than}"
    return _Panel(drawn, max(low, -100.0), high, step, f"{metric}: {said}" if is_one else said)


def _dots_said(panels: Sequence[_Panel]) -> str:
    """What the dots mean, of those that are there."""
    drawn = [one for panel in panels for one in panel.drawn]
    opened = [one for one in drawn if not one.found]
    told = [*[MOVED] * (len(opened) < len(drawn)), OPEN] if opened else []
    if any(one.low > 0 or one.high < 0 for one in opened):
        told[-1] += f" ({BESIDE_ZERO})"
    arrows = [ARROW] * any(panel.beyond(one) for panel in panels for one in panel.drawn)
    return "; ".join([*told, LINE_SAID, *arrows])


def _signed(value: float) -> str:
    return f"{value:+g}".replace("-", "\u2212") if value else "0"


def _scale(at: Callable[[float], float], panel: _Panel, top: float, bottom: float, right: float) -> str:
    lines = []
    for value in panel.lines():
        kind, x = "zero" if abs(value) < panel.step / 2 else "grid", at(value)
        said = _signed(value) if kind == "grid" else "0"
        lines.append(f'<line class="{kind}" x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{bottom}"/>')
        lines.append(f'<text class="soft" x="{x:.1f}" y="{bottom + 15}" text-anchor="middle">{said}</text>')
    lines.append(f'<text class="soft" x="{right}" y="{bottom + 32}" text-anchor="end">{panel.said}</text>')
    return "".join(lines)


def _far_said(one: _Drawn) -> str:
    """How far a line is that leaves the scale."""
    return f"{'+' * (one.middle > 0)}{written(one.middle, 0)}{'' if one.is_share else ' %'}"


def _row(at: Callable[[float], float], y: float, one: _Drawn, panel: _Panel) -> str:
    """A dot with its line, or an arrow at the edge with how far it would be."""
    side = panel.beyond(one)
    if side:
        edge = at(one.middle)
        anchor, x = ("end", edge - 20) if side > 0 else ("start", edge + 20)
        points = f"{edge},{y} {edge - 13 * side},{y - 7} {edge - 13 * side},{y + 7}"
        text = f'<text class="soft" x="{x:.1f}" y="{y + 5}" text-anchor="{anchor}">{_far_said(one)}</text>'
        return f'<polygon class="mark" points="{points}"/>{text}'
    hollow = "" if one.found else " open"
    return (
        f'<line class="mark" x1="{at(one.low):.1f}" y1="{y}" x2="{at(one.high):.1f}" y2="{y}" stroke-width="3"/>'
        f'<circle class="mark{hollow}" cx="{at(one.middle):.1f}" cy="{y}" r="6" stroke-width="2"/>'
    )


def _told(one: _Drawn) -> str:
    return f"{one.name} {one.middle:+.1f} [{one.low:+.1f}, {one.high:+.1f}]"


def _above(lines: Sequence[str], top: float) -> str:
    return "".join(
        f'<text class="above" x="0" y="{top + 12 + LINE * place}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )


def _lines(name: str, wide: int) -> list[str]:
    """A name in at most so many lines as a rule of a sentence needs, on a chart so many pixels wide."""
    lines = wrap(name, LONGEST * max(wide, WIDE) // WIDE, break_on_hyphens=False)
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], _cut(" ".join(lines[MOST - 1 :]))]


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}\u2026"


def _name(lines: Sequence[str], x: float, middle: float) -> str:
    first = middle + 5 - LINE * (len(lines) - 1) / 2
    return "".join(
        f'<text x="{x:.1f}" y="{first + LINE * place:.1f}" text-anchor="end">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )
