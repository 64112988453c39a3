"""Where two games part: what came just before, and how each goes on, side by side."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from lab.games.game_replay import Played, label

BEFORE, AFTER = 6, 14
"""Lines shown before and after the point where two games part."""
NARROWEST = 34
"""Columns that one of two games needs; where there are fewer they stand one below the other."""

Lines = list[tuple[str, str]]


def parting_place(a: Played, b: Played) -> int:
    """Number of lines that two games have in common; -1 if they are the same to the end."""
    pairs = zip_longest(a.lines(), b.lines())
    return next((i for i, (x, y) in enumerate(pairs) if x != y), -1)


def parting(a: Played, b: Played, context: int | None = None, width: int = 100) -> str:
    """The point where two games part, as text; `context` = lines before and after it (default: 6 and 14)."""
    left, right, at = a.lines(), b.lines(), parting_place(a, b)
    if at < 0:
        return f"{a.title}\n\nBoth play the same game to its end ({len(left)} lines).\n"
    before, after = (BEFORE, AFTER) if context is None else (context, context)
    common = left[max(0, at - before) : at]
    heading = common[-1][0] if common else left[0][0] if left else "Setup"
    parts = [a.title, f"Compared with {label(b.spec, a.spec)}.", "", f"The games part after {at} common lines, in"]
    parts += [f"  {heading}", *(f"    {line}" for _, line in common), ""]
    names = label(a.spec, b.spec), label(b.spec, a.spec)
    told = [_told(lines[at : at + after], len(lines) - at - after, lines[-1][1]) for lines in (left, right)]
    parts += _beside(names, told, width) if width >= 2 * NARROWEST + 3 else _below(names, told)
    return "\n".join(parts) + "\n"


def parting_data(a: Played, b: Played) -> dict[str, Any]:
    """The same for programs: both games whole, and how many of their lines are common (null: all)."""
    at = parting_place(a, b)
    sides = [{"label": label(x.spec, y.spec), "turns": [list(turn) for turn in x.turns]} for x, y in ((a, b), (b, a))]
    return {"common_lines": None if at < 0 else at, "a": sides[0], "b": sides[1]}


def _told(lines: Lines, rest: int, last: str) -> list[str]:
    """Lines under the headings of their turns, which say the Levels; and how the game ends, if it is not among them."""
    out, heading = [], ""
    for turn, line in lines:
        if turn != heading:
            out.append(turn)
            heading = turn
        out.append(f"  {line}")
    return out + ([f"  ... {rest} more lines; {last}"] if rest > 0 else [])


def _below(names: Sequence[str], told: Sequence[Sequence[str]]) -> list[str]:
    return [line for name, lines in zip(names, told, strict=True) for line in (f"With {name}:", *lines, "")][:-1]


def _beside(names: Sequence[str], told: Sequence[Sequence[str]], width: int) -> list[str]:
    """Two columns, each line wrapped to its half."""
    half = (width - 3) // 2
    columns = []
    for name, lines in zip(names, told, strict=True):
        wrapped = textwrap.wrap(f"With {name}:", half)
        for line in lines:
            indent = " " * (len(line) - len(line.lstrip()) + 2)
            wrapped += textwrap.wrap(line, half, subsequent_indent=indent, drop_whitespace=True) or [""]
        columns.append(wrapped)
    return [f"{x:{half}} | {y}".rstrip() for x, y in zip_longest(*columns, fillvalue="")]
