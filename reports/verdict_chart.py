"""The chart of a verdict: how much of one measure each game has, in bars, as SVG without a script or in letters."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from reports.verdict_measures import change_range, finest, head_of, outcome, printed

WIDE, NARROW = 720, 340
"""Pixels of the chart, and of the one for a phone."""
LETTER, STRONG, MOST = 8.3, 9.5, 3
"""Pixels of a letter, of a bold one, and lines of a name at most."""
LINE, BAR, APART = 20, 21, 11
"""Pixels: a line of text, a bar, and between one game and the next."""
LIKELY = "likely"
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
    """Bars of one measure with one scale from 0, and what stands above them."""

    head: str
    bars: tuple[Bar, ...]


def chart_of(
    firsts: Sequence[Difference], names: Sequence[str], goal: int, than: str = "", counts: bool = True
) -> Chart:
    """The chart of one measure: what all are set against, then each arm; none where all games are the same.

    Of how many games a number is stands beside it if it `counts`: those of the same rules differ from page to page.
    `than` ends what is said of a change.
    """
    first, at = firsts[0], finest(firsts)
    if first.identical == 1 and len(firsts) == 1:
        return Chart("", ())
    bars = [
        Bar(
            f"{names[0]} ({first.n:,} games)" if counts else names[0],
            first.value_a,
            printed(first, at).before,
            "",
            "first",
        )
    ]
    for row, arm in zip(firsts, names[1:], strict=True):
        name = arm if row.n == first.n else f"{arm} ({row.n:,} games)"
        lies = f"{change_range(row)}{than}"
        told, kind = (f"{LIKELY} {lies}", "moved") if row.found else (f"{outcome(row)} ({LIKELY} {lies})", "open")
        bars.append(Bar(name, row.value_b, printed(row, at).after, told, kind))
    return Chart(head_of(first, goal), tuple(bars))


def drawn(chart: Chart, wide: int = WIDE) -> str:
    """The chart so many pixels wide: above each bar its name and its change, on a phone the change below the name."""
    if not chart.bars:
        return ""
    is_narrow = wide <= NARROW
    room = wide - 14 - 9 * max(len(bar.number) for bar in chart.bars)
    heads = wrap(chart.head, int(wide / STRONG)) or [""]
    parts = [_text(0, 13 + LINE * place, line, "strong") for place, line in enumerate(heads)]
    top = 13.0 + LINE * (len(heads) - 1)
    for bar in chart.bars:
        top += APART
        lines = _lines(bar.name, int((wide - (0 if is_narrow else LETTER * (2 + len(bar.change)))) / LETTER))
        parts += [_text(0, top + LINE * place, line) for place, line in enumerate(lines, 1)]
        top += LINE * (len(lines) + (is_narrow and bool(bar.change)))
        parts += [_text(0 if is_narrow else wide, top, bar.change, "", "start" if is_narrow else "end")]
        long = max(room * _part(chart, bar), 1.0)
        shape = f'x="0.8" y="{top + 7:.1f}" width="{long:.1f}" height="{BAR - 2}" stroke-width="1.5"'
        parts += [f'<rect class="{bar.kind}" {shape}/>', _text(long + 9, top + BAR, bar.number, "strong")]
        top += BAR + 7
    title = "; ".join(f"{bar.name} {bar.number}" for bar in chart.bars)
    kind = ' class="narrow"' if is_narrow else ""
    head = f'<svg{kind} viewBox="0 0 {wide} {top + 4:.0f}" role="img"><title>{escape(title)}</title>'
    return f"{head}{''.join(parts)}</svg>"


def _part(chart: Chart, bar: Bar) -> float:
    """How long a bar is, of the longest."""
    values = [one.value for one in chart.bars if one.value > 0]
    return bar.value / max(values) if values and bar.value > 0 else 0.0


def both_charts(chart: Chart) -> str:
    """The chart for a screen and the one for a phone, of which the looks show one."""
    return drawn(chart) + drawn(chart, NARROW)


def chart_lines(chart: Chart, width: int) -> list[str]:
    """The same chart in letters: a line for each name and its change, and one for its bar."""
    lines = [chart.head] * bool(chart.bars)
    for bar in chart.bars:
        lines += wrap(f"{bar.name}{f': {bar.change}' * bool(bar.change)}", width)
        long = round((width - 1 - max(len(one.number) for one in chart.bars)) * _part(chart, bar))
        lines.append(f"{INKED.get(bar.kind, FULL) * long} {bar.number}")
    return [part for line in lines for part in wrap(line, width)]


def _lines(name: str, letters: int) -> list[str]:
    """A name in at most so many lines, about equally long."""
    lines = wrap(name, letters, break_on_hyphens=False)
    lines = wrap(name, min(letters, len(name) // max(len(lines), 1) + 8), break_on_hyphens=False)
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], f"{lines[MOST - 1][: letters - 1].rstrip()}\u2026"]


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>' if text else ""
