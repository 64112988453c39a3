"""How numbers are written: one place for the terminal, the pages and the report.

Intervals end where what they are about ends: a share at 0 and 1, the difference of two shares at -1 and 1.

A t interval knows nothing of that: of a card that came twice it reaches hundreds of points. What lies beyond the ends
cannot be true, so whoever cuts it off loses no truth, and every interval of the lab is cut in this file.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from lab.stats.intervals import CONFIDENCE, P_NAME, p_text

KEY, MAIN, EXTRA, LAST, HIDDEN = range(5)
"""How much a column matters: it names the row, it is what was asked for, it is left out where there is no room
(the last ones first), it is nothing for people."""


@dataclass(frozen=True)
class Column:
    """One column of a table: its heading, what its values are, and how much it matters."""

    label: str
    kind: str = "text"  # a key of `FORMATS`, or "number": as many decimals as its interval deserves
    rank: int = MAIN
    kind_of: Callable[[Mapping[str, Any]], str] | None = None  # where rows hold different kinds
    words: Mapping[str, str] = field(default_factory=dict)  # stored word -> what is shown
    unit: str | None = None  # of its numbers, in headings of a spreadsheet; None: what its kind or its table says
    about: str = ""  # what it means, in one sentence
    ends: tuple[float, float] | None = None  # the least and the most there can be of it; None: what its kind says


def signed(text: str) -> str:
    """A number with a real minus."""
    return text.replace("-", "\u2212")


FORMATS: dict[str, Callable[[Any], str]] = {
    "text": str,
    "figures": str,  # numbers that are written out already
    "words": lambda v: str(v).replace("_", " "),
    "count": lambda v: f"{int(v):,}",
    "plain": lambda v: str(int(v)),
    "number": lambda v: signed(f"{v:,.1f}"),
    "fine": lambda v: signed(f"{v:,.2f}"),
    "share": lambda v: f"{100 * v:.1f} %",
    "points": lambda v: signed(f"{rounded(100 * v, 1):+.1f}"),
    "p": p_text,
}
"""Kind of a number -> how it is written; points are percentage points, `plain` is a number that names something."""

TEXTS = ("text", "words")
"""Kinds that are no numbers."""
HUNDREDTHS = ("share", "points")
OF_HUNDREDTHS = (1, 2)
"""Least and most decimals of per cents and points."""
MOST_DECIMALS = 3
DIGITS = 3
"""Significant digits of a number that has no interval."""


def default_column(name: str, kind: pl.DataType) -> Column:
    """What a column is that nobody has described: its name in words."""
    label = name.replace("_", " ")
    if P_NAME.search(name):
        return Column(label, "p")
    if kind.is_integer():
        return Column(label, "count")
    return Column(label, "number" if kind.is_float() else "text")


def decimals(value: float, low: Any, high: Any, most: int = MOST_DECIMALS) -> int:
    """Decimals worth writing: half the interval is at least two units of the last; a few digits without an interval."""
    half = (high - low) / 2 if low is not None and high is not None else 0.0
    if half > 0 and math.isfinite(half):
        wanted = math.ceil(math.log10(2 / half))
    elif value == 0 or float(value).is_integer():
        return 0
    else:
        wanted = DIGITS - 1 - math.floor(math.log10(abs(value)))
    return min(max(wanted, 0), most)


def rounded(value: float, places: int) -> float:
    """A number with so many decimals; a sum in another order differs in its last digits only, and tips no half."""
    return round(float(f"{value:.12g}"), places) + 0.0


def written(value: Any, kind: str, low: Any = None, high: Any = None) -> str:
    """A value with the interval it has; nothing for what is not known."""
    if value is None or isinstance(value, float) and not math.isfinite(value):
        return ""
    bounded = low is not None and high is not None
    if kind == "number" or kind in HUNDREDTHS and bounded:
        scale = 100 if kind in HUNDREDTHS else 1
        places = decimals(value * scale, *((low * scale, high * scale) if bounded else (None, None)))
        if kind in HUNDREDTHS:
            places = min(max(places, OF_HUNDREDTHS[0]), OF_HUNDREDTHS[1])
        sign, unit = "+" if kind == "points" else "", " %" if kind == "share" else ""
        one = [
            signed(f"{rounded(x * scale, places):{sign},.{places}f}")
            for x in ((value, low, high) if bounded else (value,))
        ]
        return f"{one[0]}{unit}" + (f" [{one[1]}, {one[2]}]" if bounded else "")
    text = FORMATS[kind](value)
    return f"{text} [{FORMATS[kind](low)}, {FORMATS[kind](high)}]" if bounded else text


def bounded(row: Mapping[str, Any], name: str, kind: str) -> str:
    """The value NAME of a row with its interval NAME_low to NAME_high, as text."""
    return written(row[name], kind, row[f"{name}_low"], row[f"{name}_high"])


def cells(frame: pl.DataFrame, columns: Mapping[str, Column]) -> list[tuple[str, Column, list[str]]]:
    """A frame as texts, column by column; the bounds NAME_low and NAME_high stand beside the value NAME."""
    bounds = {f"{name}_{side}" for name in frame.columns for side in ("low", "high")}
    out: list[tuple[str, Column, list[str]]] = []
    rows = frame.to_dicts()
    for name, dtype in frame.schema.items():
        if name in bounds:
            continue
        column = columns.get(name) or default_column(name, dtype)
        if column.rank == HIDDEN:
            continue
        if f"{name}_low" in frame.columns:
            column = replace(column, label=f"{column.label} [{CONFIDENCE:.0%}]")
        out.append((name, column, [cell(row, name, column) for row in rows]))
    return out


def cell(row: Mapping[str, Any], name: str, column: Column) -> str:
    """What a row holds in a column, as text with its interval."""
    value = row[name]
    kind = column.kind_of(row) if column.kind_of else column.kind
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if value is None or isinstance(value, bool):
        return {True: "yes", False: "no"}.get(value, "")  # type: ignore[arg-type]
    if kind == "text" and not isinstance(value, float):
        return column.words.get(str(value), str(value))
    kind = "number" if kind == "text" else kind
    return written(value, kind, row.get(f"{name}_low"), row.get(f"{name}_high"))


Ends = tuple[float, float]
SHARE, POINTS, CHANGES = (0.0, 1.0), (-1.0, 1.0), (-2.0, 2.0)
"""Of a share, of the difference of two of them, and of the difference of two such differences."""
ENDS: Mapping[str, Ends] = {"share": SHARE, "points": POINTS, "p": SHARE}
"""Kind of a column -> the least and the most that there can be of it; a column may say others (`Column.ends`)."""


def ends_of(column: Column, row: Mapping[str, Any]) -> Ends | None:
    """Between what the numbers of a column lie in some row, if anything is known of it."""
    return column.ends or ENDS.get(column.kind_of(row) if column.kind_of else column.kind)


def within(frame: pl.DataFrame, columns: Mapping[str, Column]) -> pl.DataFrame:
    """The same table with the bounds NAME_low and NAME_high of every column NAME cut at its ends."""
    return frame.with_columns(
        side
        for name, kind in frame.schema.items()
        if f"{name}_low" in frame.columns
        for side in _sides(frame, name, columns.get(name) or default_column(name, kind))
    )


def _sides(frame: pl.DataFrame, name: str, column: Column) -> list[pl.Series]:
    """The bounds of one column, cut."""
    if column.kind_of and not column.ends:
        ends = [ends_of(column, row) or (None, None) for row in frame.iter_rows(named=True)]
    elif known := ends_of(column, {}):
        ends = [known] * frame.height
    else:
        return []
    least, most = (pl.Series([pair[side] for pair in ends], dtype=pl.Float64) for side in (0, 1))
    return [frame[f"{name}_{side}"].clip(least, most) for side in ("low", "high")]


def cut(ends: Ends, *numbers: float) -> tuple[float, ...]:
    """Numbers cut at ends; what is not known stays so."""
    return tuple(x if x != x else min(max(x, ends[0]), ends[1]) for x in numbers)
