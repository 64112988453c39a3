"""The course of a game as a small picture in a table: everybody's Levels from turn to turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from reports.display_names import PEOPLE, named

GREEN, GREY = "#2E9E5B", "#8A96A3"
"""Seen on a light and on a dark page: a picture in a page knows neither."""


def course(row: Mapping[str, Any]) -> str:
    """The Levels of a game: a line for each seat over its turns, those of winners thick and green.

    Known are Levels at the end of rounds, so lines are steps. Dotted: the highest Level; a dot: the turn in which a
    card `came`, if the row says it, so before what came of it. With the winning Level as `goal` of the row it is from
    Level 1 to that one, so that games are comparable, and says its number; with `span`, the most rounds of all rows,
    its lines are as long as the game, and where there is little room it says below who won by which rules, and `more`.
    """
    levels: Sequence[Sequence[int]] = row["course"] or ()
    goal, span, seats = row.get("goal") or 0, row.get("span") or 0, len(levels)
    wide, high, low = (324, 36, 0) if span else (154, 50, 1)
    rounds = max([1, *(len(own) - 1 for own in levels)])
    top, step = max([low + 1, goal, *map(max, levels)]), wide / max(rounds, span)
    line, last = goal or top, row.get("turns") or math.inf
    won = [seat for seat, name in enumerate(PEOPLE) if f"({name})" in named(row["winner"])]
    scale = high / (top - low)
    at_line = 3 + (top - line) * scale
    lines = [f'<path stroke="{GREY}" stroke-dasharray="2" d="M2,{at_line:.0f}h{rounds * step + 2:.0f}"/>']
    if not span:  # the picture keeps its form wherever it stands
        look = f'font-size="10" font-family="sans-serif" fill="{GREY}"'
        lines.append(f'<text x="{wide + 7}" y="{at_line + 6:.0f}" {look}>{line}</text>')

    def across(turn: float) -> str:
        return f"{3 + max(0, min(turn, last) / seats - 1) * step:.0f}"

    for seat in sorted((seat for seat in range(seats) if levels[seat]), key=lambda seat: seat in won):
        heights = [f"{3 + (top - at) * scale:.0f}" for at in levels[seat]]
        steps = "".join(f"H{across((i + 2) * seats)}V{y}" for i, y in enumerate(heights[1:]))
        look = f'stroke="{GREEN}" stroke-width="2"' if seat in won else f'stroke="{GREY}"'
        lines.append(f'<path fill="none" {look} d="M3,{heights[0]}{steps}"/>')
        if seat in won and (came := row.get("came")):
            y = heights[max(0, min((came - 1) // seats, len(heights)) - 1)]
            lines.append(f'<circle cx="{across(came - 0.5)}" cy="{y}" r="3" fill="{GREEN}"/>')
    size = f'width="{wide + (6 if span else 24)}" height="{high + 6}"'
    image = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(lines)}</svg>'
    ends = ", ".join(f"{PEOPLE[seat]} {own[-1]}" for seat, own in enumerate(levels))
    told = ", ".join(filter(None, (named(row["winner"]), row.get("arm"), row.get("more"))))
    below = f'<small class="narrow">{escape(told)}</small>' if span else ""
    return f'<img {size} src="data:image/svg+xml,{quote(image)}" alt="Levels at the end: {ends}">{below}'
