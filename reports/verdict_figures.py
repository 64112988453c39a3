"""The figures of a verdict: its tables, and its one chart, by how much each measure moved, as SVG without a script."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, cells_of, interval, is_share
from lab.comparison.difference_order import BY_RULE, in_order, surprise, topic_of
from reports.verdict_sentences import explained, from_to, name_of

MOST, LEAST = 10, 5
"""Measures of the table and of the chart: so many that moved, and so many where fewer did."""
HEADS = ("before", "after", "difference", "95 % interval")
MOVED = "* moved: more than chance explains"

Bar = tuple[str, Difference]
"""A line of the chart: what it is called, and what it shows."""
WIDE, ROW, LINE, TOP = 720, 34, 19, 12
"""Pixels: of the chart, of a row, of a second line of its name, and above the first row."""
LETTER, LONGEST = 8.4, 36
"""Pixels of a letter of a name, and letters of a line of it."""
NARROW, BESIDE = 340, 8
"""Pixels of the chart for a phone, and letters of a name that has room beside its row there."""
SOFT_LETTER = 7.2
"""Pixels of a letter below the scale."""
LOW_ROW = 26
"""Pixels of a row below its name."""
LINES, NARROW_LINES = 6, 4
"""Parts of the scale at most."""
DOTS = "full dot: moved, hollow: may be chance"
STEPS = (0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""Distances of the lines of the scale, in per cent."""


class Table(NamedTuple):
    """A table, written; where it is too wide for a page it goes without the columns `spare`, one after the other."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    spare: tuple[int, ...] = ()
    note: str = ""


def shown_of(rows: Sequence[Difference]) -> tuple[list[Difference], int]:
    """The primary measure, what moved surest, and some that did not where little did; how many moved beside them."""
    if rows[0].identical == 1:
        return [rows[0]], 0
    moved = [row for row in in_order(rows[1:]) if row.found]
    rest = sorted((row for row in rows[1:] if not row.found), key=surprise, reverse=True)
    return [rows[0], *moved[: MOST - 1], *rest[: max(0, LEAST - 1 - len(moved))]], max(0, len(moved) - MOST + 1)


def measures_table(shown: Sequence[Difference]) -> Table:
    """Measures of one arm: before, after, and what lies between, with its interval."""
    cells = cells_of(shown)
    columns = (map(explained, cells["measure"]), *(cells[name] for name in ("a", "b", "difference", "interval")))
    return Table(("measure", *HEADS), tuple(zip(*columns, strict=True)), (2, 1))


def measure_bars(shown: Sequence[Difference]) -> tuple[Bar, ...]:
    """The lines of the chart of one arm; none where all games are the same."""
    return () if shown[0].identical == 1 else tuple((name_of(row.metric), row) for row in shown)


def told_apart(bars: Sequence[Bar], most: int) -> tuple[Bar, ...]:
    """The lines that tell something of their own, of the length of games one, and so on: the first, then what moved."""
    topics = [topic_of(row.metric) for _, row in bars]
    own = [bar for place, bar in enumerate(bars) if topics[place] not in (*topics[:place], *BY_RULE)]
    return tuple(sorted(own, key=lambda bar: bar is not bars[0] and not bar[1].found)[:most])


def arms_table(firsts: Sequence[Difference], names: Sequence[str]) -> Table:
    """The primary measure of several arms, a row each."""
    rows = [
        (name, amount(row, row.value_a), amount(row, row.value_b), amount(row, row.difference, True), interval(row))
        for name, row in zip(names, firsts, strict=True)
    ]
    return Table((_measure(firsts[0]), *HEADS), rows)


def all_measures_table(pairs: Sequence[Sequence[Difference]], marks: Sequence[str]) -> tuple[Table, int]:
    """What moved in any of several arms, a column each; and how many more measures did."""
    by_arm = [{row.metric: row for row in rows} for rows in pairs]
    moved = [row for row in in_order([row for rows in pairs for row in rows if row.role != "primary"]) if row.found]
    names = list(dict.fromkeys(row.metric for row in (pairs[0][0], *moved)))
    rows = []
    for name in names[:MOST]:
        own = [one.get(name) for one in by_arm]
        known = next(row for row in own if row is not None)
        cells = [f"{amount(row, row.value_b)}{'*' * row.found}" if row else "" for row in own]
        rows.append((_measure(known), amount(known, known.value_a), *cells))
    return Table(("measure", "before", *marks), rows, (), MOVED if moved else ""), max(0, len(names) - MOST)


def _measure(row: Difference) -> str:
    return name_of(row.metric) + (" %" if is_share(row) else "")


def chart(bars: Sequence[Bar], wide: int = WIDE, numbers: bool = False) -> str:
    """Each difference as a dot (full: found) with its interval: counts in per cent of before, shares in points.

    `wide` is the width in pixels, names stand above their rows where there is no room beside them; with `numbers` each
    line ends with what was before and what is after.
    """
    drawn = _drawn(bars)
    if not drawn:
        return ""
    low, high, step = _ends(drawn, NARROW_LINES if wide <= NARROW else LINES)
    names = [_two_lines(one.name) for one in drawn]
    is_above = wide <= NARROW and max(map(len, sum(names, []))) > BESIDE
    tall = [LOW_ROW + LINE * len(name) if is_above else ROW + LINE * (len(name) - 1) for name in names]
    tops = [TOP + sum(tall[:place]) for place in range(len(names) + 1)]
    left = 24 if is_above else 24 + LETTER * max(len(line) for name in names for line in name)
    right = wide - (24 + LETTER * max(len(one.numbers) for one in drawn) if numbers else 24)

    def at(value: float) -> float:
        return left + (right - left) * (value - low) / (high - low)

    parts = [_scale(at, low, high, step, tops[-1])]
    for one, name, top, end in zip(drawn, names, tops, tops[1:], strict=False):
        middle = end - LOW_ROW / 2 - 4 if is_above else (top + end) / 2
        parts.append(_row(at, middle, one) + (_above(name, top) if is_above else _name(name, left - 14, middle)))
        if numbers:
            parts.append(f'<text x="{wide}" y="{middle + 5}" text-anchor="end">{escape(one.numbers)}</text>')
    said = wrap(_scale_said(drawn), int(wide / SOFT_LETTER))
    height = tops[-1] + 26 + LINE * len(said)
    for place, line in enumerate(said):
        y = height - 7 - LINE * (len(said) - 1 - place)
        parts.append(f'<text class="soft" x="{right}" y="{y}" text-anchor="end">{line}</text>')
    title = f"<title>{escape('; '.join(map(_told, drawn)))}</title>"
    kind = ' class="narrow"' if wide <= NARROW else ""
    return f'<svg{kind} viewBox="0 0 {wide} {height}" role="img">{title}{"".join(parts)}</svg>'


def both_charts(bars: Sequence[Bar]) -> str:
    """The chart for a screen and the one for a phone, of which the looks show one."""
    return chart(bars) + chart(bars, NARROW)


def _above(lines: Sequence[str], top: float) -> str:
    return "".join(
        f'<text class="above" x="0" y="{top + 12 + LINE * place}">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )


def _two_lines(name: str) -> list[str]:
    """A name in at most two lines."""
    lines = wrap(name, LONGEST, break_on_hyphens=False)
    return lines if len(lines) < 3 else [lines[0], _cut(" ".join(lines[1:]))]


def _cut(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1].rstrip()}\u2026"


def _name(lines: Sequence[str], x: float, middle: float) -> str:
    first = middle + 5 - LINE * (len(lines) - 1) / 2
    return "".join(
        f'<text x="{x:.1f}" y="{first + LINE * place:.1f}" text-anchor="end">{escape(line)}</text>'
        for place, line in enumerate(lines)
    )


def chart_lines(bars: Sequence[Bar], width: int) -> list[str]:
    """The same chart in letters, a line each."""
    drawn = _drawn(bars)
    if not drawn:
        return []
    low, high, _ = _ends(drawn)
    left = max(len(_cut(one.name)) for one in drawn) + 2
    room = max(width - left, 20)

    def at(value: float) -> int:
        return round((room - 1) * (value - low) / (high - low))

    lines = []
    for one in drawn:
        cells = [" "] * room
        cells[at(one.low) : at(one.high) + 1] = "\u2500" * (at(one.high) + 1 - at(one.low))
        cells[at(0)] = "\u253c" if cells[at(0)] != " " else "\u2502"
        cells[at(one.middle)] = "\u25cf" if one.found else "\u25cb"
        lines.append((_cut(one.name).ljust(left) + "".join(cells)).rstrip())
    ends = [_written(value) for value in (low, high)]
    return [*lines, " " * left + ends[0] + ends[1].rjust(room - len(ends[0])), _scale_said(drawn)]


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


def _drawn(bars: Sequence[Bar]) -> list[_Drawn]:
    """What can be drawn: of counts that were nothing before there is no per cent."""
    out = []
    for name, row in bars:
        by = 1.0 if is_share(row) else abs(row.value_a)
        values = [100 * value / by for value in (row.difference, row.low, row.high)] if by else [math.nan]
        if all(map(math.isfinite, values)):
            out.append(_Drawn(name, name_of(row.metric), is_share(row), row.found, from_to(row), *values))
    return out


def _ends(drawn: Sequence[_Drawn], most: int = LINES) -> tuple[float, float, float]:
    """Both ends of the scale, with no change between them, and the distance of its lines."""
    low = min(0.0, *(one.low for one in drawn))
    high = max(0.0, *(one.high for one in drawn))
    step = next((one for one in STEPS if (high - low) / one <= most), STEPS[-1])
    return step * math.floor(low / step), step * math.ceil(max(high, low + step) / step), step


def _scale_said(drawn: Sequence[_Drawn]) -> str:
    """What the scale means, and the dots; where all lines are of one measure, of which."""
    shares = [one.is_share for one in drawn]
    scale = "points" if all(shares) else f"% of before{' (shares: points)' * any(shares)}"
    metric = drawn[0].metric
    of = f"{metric}: " if all(one.metric == metric != one.name for one in drawn) else ""
    return f"{of}change in {scale}; {DOTS}"


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


def _row(at: Callable[[float], float], y: float, one: _Drawn) -> str:
    hollow = "" if one.found else " open"
    return (
        f'<line class="mark" x1="{at(one.low):.1f}" y1="{y}" x2="{at(one.high):.1f}" y2="{y}" stroke-width="3"/>'
        f'<circle class="mark{hollow}" cx="{at(one.middle):.1f}" cy="{y}" r="6" stroke-width="2"/>'
    )


def _told(one: _Drawn) -> str:
    return f"{one.name} {one.middle:+.1f} [{one.low:+.1f}, {one.high:+.1f}]"
