"""The chart of a verdict, as SVG without a script or in letters: bars of a measure, or likely ranges around nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any, NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.tables.column import written
from reports.verdict_measures import LIKELY, change_range, finest, head_of, in_words, outcome, printed

WIDE, NARROW = 720, 340
"""Pixels of the chart, and of the one for a phone."""
LETTER, STRONG, MOST = 8.3, 9.5, 3
"""Pixels of a letter, of a bold one, and lines of a name at most."""
LINE, BAR, APART = 20, 21, 11
"""Pixels: a line of text, a bar, and between one game and the next."""
FULL = "\u2588"
INKED = {"first": "\u2591"}
"""Letters of bars; of all but the first a full one."""
LINED, MOST_LETTERS = "\u2500", 60
"""A letter of a range, and letters of the widest one."""
NAMES, SIGNED, ROW, DOT = 0.46, 56, 26, 5
"""Of ranges: the part of the width that names take at most; pixels of a number, of a row, and of a mark."""


class Bar(NamedTuple):
    """One game: its name, how much of the measure it has, and where the true change lies from the first one."""

    name: str
    value: float
    number: str
    change: str
    kind: str  # the class it is drawn with: `first`, `moved` or `open`
    ends: tuple[float, float] | None = None  # of what is drawn as a range, where the true value lies


class Chart(NamedTuple):
    """Bars of one measure with one scale from 0, or ranges around 0, and what stands above and below them."""

    head: str
    bars: tuple[Bar, ...]
    foot: str = ""
    band: float = 0.0  # how far from 0 on both sides is shaded

    @property
    def are_ranges(self) -> bool:
        """Whether values are drawn as marks on their ranges, and not as bars."""
        return any(bar.ends for bar in self.bars)

    @property
    def reach(self) -> tuple[float, float]:
        """The ends of the scale of ranges."""
        ends = [end for bar in self.bars for end in bar.ends or ()]
        return min(-self.band, *ends), max(self.band, *ends)


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


def range_of(name: str, row: Mapping[str, Any], column: str, kind: str = "first") -> Bar:
    """A number of a row with its bounds, in games of 100, as a range around nothing."""
    value, low, high = (row[f"{column}{side}"] for side in ("", "_low", "_high"))
    ends = (100 * (value if low is None else low), 100 * (value if high is None else high))
    number = written(value, "points", low, high).partition(" ")[0]
    return Bar(name, 100 * value, number, f"{LIKELY} {in_words(row, column)[1]}", kind, ends)


def drawn(chart: Chart, wide: int = WIDE) -> str:
    """The chart so many pixels wide: above each bar its name, its change behind its number if there is room for it.

    Else that stands right of the name, on a phone below it.
    """
    if not chart.bars:
        return ""
    is_narrow = wide <= NARROW
    heads = wrap(chart.head, int(wide / STRONG)) or [""]
    parts = [_text(0, 13 + LINE * place, line, "strong") for place, line in enumerate(heads)]
    top = 13.0 + LINE * (len(heads) - 1)
    if chart.are_ranges:
        shown, high = _ranges(chart, wide, top + APART)
        return _svg(chart, wide, [*parts, *shown], high)
    room, is_beside = _room(chart, wide)
    for bar in chart.bars:
        top += APART
        lines = _lines(
            bar.name, int((wide - LETTER * (2 + len(bar.change)) * (not is_narrow and not is_beside)) / LETTER)
        )
        parts += [_text(0, top + LINE * place, line) for place, line in enumerate(lines, 1)]
        top += LINE * (len(lines) + (is_narrow and bool(bar.change)))
        long = max(room * _part(chart, bar), 1.0)
        behind = long + 9 + STRONG * len(bar.number) + LETTER
        x, y = (behind, top + BAR) if is_beside else (0 if is_narrow else wide, top)
        parts += [_text(x, y, bar.change, "", "start" if is_narrow or is_beside else "end")]
        shape = f'x="0.8" y="{top + 7:.1f}" width="{long:.1f}" height="{BAR - 2}" stroke-width="1.5"'
        parts += [f'<rect class="{bar.kind}" {shape}/>', _text(long + 9, top + BAR, bar.number, "strong")]
        top += BAR + 7
    return _svg(chart, wide, parts, top + 4)


def _room(chart: Chart, wide: int) -> tuple[float, bool]:
    """How long the longest bar may be, and whether changes stand behind the numbers: it must be half of the width."""
    room = wide - 14 - 9 * max(len(bar.number) for bar in chart.bars)
    taken = [(_part(chart, bar), STRONG * len(bar.number) + LETTER * (2 + len(bar.change))) for bar in chart.bars]
    less = min([room, *((wide - 9 - words) / part for part, words in taken if part)])
    is_beside = wide > NARROW and less >= wide / 2
    return (less if is_beside else room), is_beside


def _ranges(chart: Chart, wide: int, top: float) -> tuple[list[str], float]:
    """Values as marks on their ranges, the names beside them, on a phone above; and the height of it all."""
    is_narrow, (low, high) = wide <= NARROW, chart.reach
    names = min(NAMES * wide, max(len(bar.name) for bar in chart.bars) * STRONG + 2 * DOT)
    left = DOT if is_narrow else names
    step = (wide - left - (DOT if is_narrow else SIGNED)) / (high - low)
    under, parts = list[str](), list[str]()
    for bar in chart.bars:
        lines = _lines(bar.name, int((wide - SIGNED if is_narrow else names - 2 * DOT) / STRONG))
        kind = "strong" if bar.kind != "first" else ""
        parts += [_text(0, top + LINE * place - 2, line, kind) for place, line in enumerate(lines, 1)]
        high_row = LINE * (len(lines) - 1) + ROW
        middle = top + (high_row + 3 if is_narrow else high_row / 2)
        parts.append(_text(wide, top + LINE - 2 if is_narrow else middle + DOT, bar.number, kind, "end"))
        near, at, far = (left + step * (value - low) for value in sorted((bar.value, *(bar.ends or [bar.value] * 2))))
        tall, start = (2 * DOT + 4, middle - DOT - 2) if is_narrow else (high_row, top)
        shaded, nothing = left - step * (low + chart.band), left - step * low
        around = f'y="{start:.1f}" height="{tall:.1f}"'
        under += [f'<rect class="band" x="{shaded:.1f}" width="{2 * chart.band * step:.1f}" {around}/>',
                  f'<rect class="first" x="{nothing - 0.5:.1f}" width="1" {around}/>']  # fmt: skip
        line = f'x="{near:.1f}" y="{middle - 1:.1f}" width="{far - near:.1f}" height="2"'
        parts += [f'<rect class="{bar.kind.replace("open", "moved")}" stroke-width="0.5" {line}/>']
        parts += [f'<circle class="{bar.kind}" stroke-width="1.5" cx="{at:.1f}" cy="{middle:.1f}" r="{DOT}"/>']
        top += high_row + (LINE - 2) * is_narrow
    foot = wrap(chart.foot, int(wide / LETTER * 1.1))
    parts += [_text(0, top + LINE * place, line, "soft") for place, line in enumerate(foot, 1)]
    return [*under, *parts], top + LINE * len(foot) + 6


def _svg(chart: Chart, wide: int, parts: Sequence[str], high: float) -> str:
    """What was drawn, as a picture of its own with what it shows in words."""
    title = "; ".join(f"{bar.name} {bar.number}" for bar in chart.bars)
    kind = ' class="narrow"' if wide <= NARROW else ""
    head = f'<svg{kind} viewBox="0 0 {wide} {high:.0f}" role="img"><title>{escape(title)}</title>'
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
    if chart.are_ranges:
        told = ([*wrap(f"{bar.name}: {bar.number} ({bar.change})", width), _letters_of(chart, bar, width)]
                for bar in chart.bars)  # fmt: skip
        return [*wrap(chart.head, width), *sum(told, []), *wrap(chart.foot.replace("Shaded", "Dotted"), width)]
    lines = [chart.head] * bool(chart.bars)
    for bar in chart.bars:
        lines += wrap(f"{bar.name}{f': {bar.change}' * bool(bar.change)}", width)
        long = round((width - 1 - max(len(one.number) for one in chart.bars)) * _part(chart, bar))
        lines.append(f"{INKED.get(bar.kind, FULL) * long} {bar.number}")
    return [part for line in lines for part in wrap(line, width)]


def _letters_of(chart: Chart, bar: Bar, width: int) -> str:
    """A range as a line of letters, its value as a mark on it, and where nothing is."""
    (low, high), long = chart.reach, min(width, MOST_LETTERS) - 1

    def at(value: float) -> int:
        return round(long * (value - low) / (high - low))

    letters = ["\u00b7" if at(-chart.band) <= place <= at(chart.band) else " " for place in range(long + 1)]
    near, far = (at(end) for end in bar.ends or (bar.value, bar.value))
    letters[near : far + 1] = LINED * (far + 1 - near)
    letters[at(0)] = "\u253c" if letters[at(0)] == LINED else "\u2502"
    letters[at(bar.value)] = "\u25cf" if bar.kind != "first" else "\u25cb"
    return "".join(letters).rstrip()


def _lines(name: str, letters: int) -> list[str]:
    """A name in at most so many lines, about equally long."""
    lines = wrap(name, letters, break_on_hyphens=False)
    lines = wrap(name, min(letters, len(name) // max(len(lines), 1) + 8), break_on_hyphens=False)
    return lines if len(lines) <= MOST else [*lines[: MOST - 1], f"{lines[MOST - 1][: letters - 1].rstrip()}\u2026"]


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>' if text else ""
