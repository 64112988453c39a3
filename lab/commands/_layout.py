"""How a table fits a terminal: words are wrapped, columns left out, the table folded; numbers stay whole."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

GAP = 2
NARROW = 12
"""Columns of the terminal that a wrapped column of words keeps, if its longest word allows."""
HEADING_LINES = 3
LITTLE = 6
"""A column that lacks no more than this is served first."""
WORD = 24
"""A word that cannot be broken and is longer than this may be shortened in the middle."""
_MARKS = re.compile(r"(?<=[+\-_/,:=.])(?=\D)")


@dataclass(frozen=True)
class Strip:
    """One column as texts."""

    label: str
    cells: tuple[str, ...]
    is_number: bool = False
    is_key: bool = False  # it names the row, and leads every part of a folded table
    spare: int = 0  # above 0 it may be left out, the highest first

    @cached_property
    def widest(self) -> int:
        """Columns of the terminal that its longest cell takes."""
        return max((len(cell) for cell in self.cells), default=0)

    @cached_property
    def natural(self) -> int:
        """Width with nothing wrapped."""
        return max(self.widest, len(self.label))

    @cached_property
    def least(self) -> int:
        """Least width: numbers keep their cells, words and headings may be wrapped."""
        label = _heading_width(self.label)
        if self.is_number:
            return max(self.widest, label)
        whole = WORD if self.is_key else NARROW  # what names a row is copied: it is broken last
        longest = max((len(piece) for cell in self.cells for piece in _pieces(cell, whole)), default=0)
        return max(label, min(longest, WORD), min(NARROW, self.widest))


Sections = Sequence[Sequence[str]]
"""Lines of each row that name the section it belongs to; they are written above the first row of each."""


def fit(strips: Sequence[Strip], width: int | None, sections: Sections = ()) -> tuple[list[str], list[str]]:
    """The lines of a table no wider than `width`, and the headings of the columns that were left out."""
    if width is None or _total([s.natural for s in strips]) <= width:
        return _drawn(strips, [s.natural for s in strips], sections), []
    kept = list(strips)
    left_out: list[str] = []
    while _total([s.least for s in kept]) > width:
        droppable = [s for s in kept if s.spare]
        if not droppable:
            return _folded(kept, width, sections), left_out
        last = max(droppable, key=lambda s: (s.spare, kept.index(s)))
        kept.remove(last)
        left_out.append(last.label)
    return _drawn(kept, _shared(kept, width), sections), left_out


def _folded(strips: Sequence[Strip], width: int, sections: Sections) -> list[str]:
    """Several tables, each led by the columns that name the rows; on its side where not even one fits."""
    keys = [s for s in strips if s.is_key]
    others = [s for s in strips if not s.is_key]
    room = width - sum(s.least + GAP for s in keys)
    if not others or max(s.least for s in others) > room:
        return _on_its_side(strips, width, sections)
    parts: list[list[Strip]] = [[]]
    for strip in others:
        if _total([s.least for s in [*parts[-1], strip]]) > room:
            parts.append([])
        parts[-1].append(strip)
    lines: list[str] = []
    for part in parts:
        table = [*keys, *part]
        lines += ([""] if lines else []) + _drawn(table, _shared(table, width), sections)
    return lines


def _on_its_side(strips: Sequence[Strip], width: int, sections: Sections) -> list[str]:
    """One line for each cell, `heading: cell`; an empty line between rows."""
    lines: list[str] = []
    for number, row in enumerate(zip(*(s.cells for s in strips))):
        lines += [""] if lines else []
        lines += _section(sections, number)
        for strip, cell in zip(strips, row):
            first, *rest = wrapped(f"{strip.label}: {cell}", width)
            lines += [first, *rest]
    return lines


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(len(widths) - 1, 0)


def _shared(strips: Sequence[Strip], width: int) -> list[int]:
    """Widths that fill the room: each its least; words before the headings of numbers, what takes most lines first."""
    widths = [s.least for s in strips]
    over = width - _total(widths)
    while over > 0:
        wants = [s.natural - w for s, w in zip(strips, widths)]
        # A heading of numbers is worth widening only if all of it then stands in one line.
        wanting = [i for i, want in enumerate(wants) if want > 0 and (want <= over or not strips[i].is_number)]
        if not wanting:
            break
        words = [i for i in wanting if not strips[i].is_number]
        at = max(
            words or wanting, key=lambda i: (wants[i] <= LITTLE, strips[i].natural / widths[i] if words else wants[i])
        )
        widths[at] += 1
        over -= 1
    return widths


def _section(sections: Sections, row: int) -> Sequence[str]:
    """The lines above a row, if a section begins with it."""
    return sections[row] if sections and (not row or sections[row] != sections[row - 1]) else ()


def _drawn(strips: Sequence[Strip], widths: Sequence[int], sections: Sections) -> list[str]:
    """Headings, a rule, and the rows; a row takes as many lines as its longest wrapped cell."""
    heads = [wrapped(s.label, w) for s, w in zip(strips, widths)]
    height = max((len(h) for h in heads), default=0)
    heads = [[""] * (height - len(h)) + h for h in heads]
    lines = _row_lines(strips, widths, heads)
    lines.append((" " * GAP).join("\u2500" * w for w in widths))
    for number, row in enumerate(zip(*(s.cells for s in strips))):
        lines += _section(sections, number)
        lines += _row_lines(strips, widths, [wrapped(cell, w) for cell, w in zip(row, widths)])
    return lines


def _row_lines(strips: Sequence[Strip], widths: Sequence[int], texts: Sequence[list[str]]) -> list[str]:
    lines = []
    for i in range(max((len(t) for t in texts), default=0)):
        parts = [t[i] if i < len(t) else "" for t in texts]
        padded = [p.rjust(w) if s.is_number else p.ljust(w) for s, p, w in zip(strips, parts, widths)]
        lines.append((" " * GAP).join(padded).rstrip())
    return lines


def _heading_width(label: str) -> int:
    """The least width at which a heading takes no more than its lines."""
    least = max((len(piece) for piece in _pieces(label)), default=0)
    return next(w for w in range(least, len(label) + 1) if len(wrapped(label, w)) <= HEADING_LINES)


def _pieces(text: str, whole: int = NARROW) -> list[str]:
    """Words of a text; one longer than `whole` falls into parts behind its marks, never inside a number."""
    return [part for word in text.split(" ") for part in (_MARKS.split(word) if len(word) > whole else [word])]


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most this width, broken between words; what is too long a word is shortened."""
    lines = [""]
    for number, word in enumerate(text.split(" ")):
        for at, piece in enumerate([word] if len(word) <= width else _pieces(word)):
            joint = " " if number and not at and lines[-1] else ""
            if len(lines[-1]) + len(joint) + len(piece) <= width:
                lines[-1] += joint + piece
            elif lines[-1]:
                lines.append(shortened(piece, width))
            else:
                lines[-1] = shortened(piece, width)
    return lines


def shortened(word: str, width: int) -> str:
    """A word with its middle left out; the mark never stands beside a digit."""
    if len(word) <= width:
        return word
    keep = max(width - 1, 2)
    head, tail = word[: (keep + 1) // 2], word[len(word) - keep // 2 :]
    return re.sub(r"\d+$", "", head) + "\u2026" + re.sub(r"^\d+", "", tail)
