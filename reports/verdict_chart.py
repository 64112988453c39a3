"""The chart of a verdict: how much of one measure each game has, in bars, as SVG without a script or in letters."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from reports.verdict_measures import change_range, finest, head_of, printed

WIDE, NARROW = 720, 340
"""Pixels of the chart, and of the one for a phone."""
LETTER, LONGEST, BESIDE, MOST = 8.3, 26, 22, 4
"""Pixels of a letter, letters of a line of a name and of a change, and lines of a name."""
LINE, BAR, APART, TOP = 19, 22, 14, 18
"""Pixels: a line of text, a bar, between rows, and above the first row."""
UNCLEAR = "no clear change"
FULL = "\u2588"
INKED = {"first": "\u2591"}
"""Letters of bars; of all but the first a full one."""


class Bar(NamedTuple):
    """One game: its name, how much of the measure it has, and where the true change lies from the first one."""

    name: str
    value: float
    number: str
    change: str
    kind: str  # the class it is drawn with: `first`, `moved` or `open`


class Chart(NamedTuple):
    """Bars of one measure with one scale from 0, and what stands above them and above their changes."""

    head: str
    beside: str
    bars: tuple[Bar, ...]


def chart_of(firsts: Sequence[Difference], names: Sequence[str], beside: str) -> Chart:
    """The chart of one measure: what all are set against, then each arm; none where all games are the same."""
    first, at = firsts[0], finest(firsts)
    if first.identical == 1 and len(firsts) == 1:
        return Chart("", "", ())
    bars = [Bar(names[0], first.value_a, printed(first, at).before, "", "first")]
    for row, name in zip(firsts, names[1:], strict=True):
        lies = change_range(row)
        told, kind = (lies, "moved") if row.found else (f"{UNCLEAR} ({lies})", "open")
        bars.append(Bar(name, row.value_b, printed(row, at).after, told, kind))
    return Chart(head_of(first), beside, tuple(bars))


def drawn(chart: Chart, wide: int = WIDE) -> str:
    """The chart so many pixels wide; on a narrow one names and changes stand above and below their bars."""
    if not chart.bars:
        return ""
    is_narrow = wide <= NARROW
    names = [_lines(bar.name, LONGEST) for bar in chart.bars]
    changes = [wrap(bar.change, 2 * BESIDE if is_narrow else BESIDE) for bar in chart.bars]
    left = 0.0 if is_narrow else 14 + LETTER * max(len(line) for lines in names for line in lines)
    right = float(wide) if is_narrow else wide - 8 - LETTER * max(map(len, [chart.beside, *sum(changes, [])]))
    room = right - left - 12 - 9 * max(len(bar.number) for bar in chart.bars)
    most = max((bar.value for bar in chart.bars if bar.value == bar.value), default=0.0) or 1.0
    parts = [_text(0, 12, chart.head, "strong")]
    parts += [] if is_narrow else [_text(wide, 12, chart.beside, "soft", "end")]
    top = float(TOP + APART)
    for bar, name, change in zip(chart.bars, names, changes, strict=True):
        above = LINE * len(name) if is_narrow else 0
        tall = above + BAR + LINE * len(change) if is_narrow else max(BAR, LINE * max(len(name), len(change)))
        middle = top + above + BAR / 2 if is_narrow else top + tall / 2
        long = max(room * (bar.value if bar.value == bar.value else 0.0) / most, 1.0)
        parts.append(
            f'<rect class="{bar.kind}" x="{left:.1f}" y="{middle - BAR / 2 + 1:.1f}" width="{long:.1f}"'
            f' height="{BAR - 2}" stroke-width="1.5"/>'
        )
        parts.append(_text(left + long + 7, middle + 5, bar.number, "strong"))
        if is_narrow:
            parts += [_text(0, top + 12 + LINE * i, line) for i, line in enumerate(name)]
            parts += [_text(0, middle + BAR / 2 + 14 + LINE * i, line, "soft") for i, line in enumerate(change)]
        else:
            parts += _middle(name, left - 12, middle, "")
            parts += _middle(change, wide, middle, "")
        top += tall + APART
    title = "; ".join(f"{bar.name} {bar.number}" for bar in chart.bars)
    kind = ' class="narrow"' if is_narrow else ""
    return (
        f'<svg{kind} viewBox="0 0 {wide} {top - APART + 4:.0f}" role="img"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )


def both_charts(chart: Chart) -> str:
    """The chart for a screen and the one for a phone, of which the looks show one."""
    return drawn(chart) + drawn(chart, NARROW)


def chart_lines(chart: Chart, width: int) -> list[str]:
    """The same chart in letters, a line each, and below it where the true change lies."""
    if not chart.bars:
        return []
    left = min(max(len(bar.name) for bar in chart.bars), LONGEST) + 2
    room = max(10, width - left - 2 - max(len(bar.number) for bar in chart.bars))
    most = max((bar.value for bar in chart.bars if bar.value == bar.value), default=0.0) or 1.0
    lines = [chart.head]
    for bar in chart.bars:
        *above, name = _lines(bar.name, LONGEST)
        long = round(room * (bar.value if bar.value == bar.value else 0.0) / most)
        lines += [*above, f"{name.ljust(left)}{INKED.get(bar.kind, FULL) * long} {bar.number}"]
        change = wrap(f"{chart.beside}: {bar.change}", max(20, width - left)) if bar.change else []
        lines += [f"{' ' * left}{line}" for line in change]
    return lines


def _lines(name: str, letters: int) -> list[str]:
    """A name in at most so many lines."""
    lines = wrap(name, letters, break_on_hyphens=False)
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], f"{lines[MOST - 1][: letters - 1].rstrip()}\u2026"]


def _middle(lines: Sequence[str], x: float, middle: float, kind: str) -> list[str]:
    first = middle + 5 - LINE * (len(lines) - 1) / 2
    return [_text(x, first + LINE * place, line, kind, "end") for place, line in enumerate(lines)]


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'
