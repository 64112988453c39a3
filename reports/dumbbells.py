"""Rows of a number by several rules: a dot for each rule, joined by a line, with the numbers and their difference."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from lab.tables.column import signed
from reports import theme
from reports.chart_marks import HOVER, PERCENT, Ends, bars, hover, room_of
from reports.display_names import short_labels
from reports.elements import Data

ROW, NAMES, AXIS, KEY, APART = 38, 20, 58, 30, 84
"""Pixels of a row, of the names above the first one, of an axis below, of a key, and of differences on the right."""
BESIDE, LETTER, LEFT, RIGHT = 2, 0.032, 0.42, 0.24
"""Rules whose numbers stand at their dots; in parts of the axis what a letter takes, and what a number on the left and
one on the right of the dots do."""
FROM_DOT, ABOVE, NEAR = 10, 7, 0.1
"""Pixels from a dot to its number, and from a row to what stands above it; dots that are nearer in parts of the axis
have their names apart."""
APARTS = {"share": "points", "number": "change"}
"""What stands above the differences of two numbers."""
PALE = "Pale differences may be chance."
"""What is said below a chart of two rules."""
SIZES = (14, 11)
"""Pixels of a dot: where two are one, the first is seen around the other."""


@dataclass(frozen=True)
class Line:
    """A row: what it is called, the number of each rule with its bounds, what each rests on, and what stands above."""

    word: str
    ends: Mapping[str, Ends]
    games: Mapping[str, int] = field(default_factory=dict)
    head: str = ""


def apart(line: Line, arms: Sequence[str], kind: str = "share") -> tuple[str, bool]:
    """What the second of two rules has more of a row, shares in points, and whether that is no chance."""
    was, now = (line.ends[arm][0] if arm in line.ends else None for arm in arms)
    if was is None or now is None:
        return "", False
    scale, places = (100, 1) if kind == "share" else (1, 2)
    return signed(f"{scale * (now - was):+.{places}f}"), surely(line, arms)


def surely(line: Line, arms: Sequence[str]) -> bool:
    """Whether the difference of two numbers is not chance, by their intervals (Newcombe 1998, square and add)."""
    (was, was_low, was_high), (now, now_low, now_high) = (line.ends[arm] for arm in arms)
    if None in (was, was_low, was_high, now, now_low, now_high):
        return False
    up, was_reach, now_reach = now - was, was_high - was, now - now_low  # type: ignore[operator]
    if up < 0:
        was_reach, now_reach = was - was_low, now_high - now  # type: ignore[operator]
    return bool(abs(up) > math.hypot(was_reach, now_reach))


def dumbbells(
    data: Data, lines: Sequence[Line], title: str, subtitle: str, axis: str, kind: str = "share"
) -> go.Figure:
    """A chart of such rows, from above; of one rule or two numbers are written, of more there is an axis.

    `axis`: what the numbers are; `kind`: share, number, or plain: of the first two also what the second rule changes.
    """
    styles = {arm: style for arm, style in theme.arm_styles(data["arm"]).items() if any(arm in x.ends for x in lines)}
    places, ticks = _places(lines)
    is_told = len(styles) <= BESIDE
    row, has_head = room_of(list(ticks.values()), ROW), bool(lines and lines[0].head)
    fig = theme.figure(title, subtitle)
    for line, at in zip(lines, places, strict=True):
        known = [ends[0] for ends in line.ends.values() if ends[0] is not None]
        if len(known) > 1:
            fig.add_trace(_joint(min(known), max(known), at))
    for i, (arm, style) in enumerate(styles.items()):
        fig.add_trace(_dots(arm, style, lines, places, kind).update(marker_size=SIZES[min(i, 1)]))
    view = _view(lines)
    if is_told:
        for line, at in zip(lines, places, strict=True):
            _write(fig, line, at, list(styles), kind)
    labels = short_labels(theme.arm_names(data["arm"]))
    is_named = is_told and _name(fig, lines, places, {arm: labels[arm] for arm in styles}, view)
    above = -0.5 if has_head else -0.5 - NAMES / row
    fig.update_yaxes(
        tickvals=list(ticks), ticktext=list(ticks.values()), range=[max(ticks, default=0) + 0.5, above],
        showgrid=False, zeroline=False,
    )  # fmt: skip
    fig.update_xaxes(range=view, visible=not is_told, zeroline=False, nticks=5)
    fig.update_xaxes(title_text=axis, tickangle=0, **({"tickformat": PERCENT} if kind == "share" else {}))
    has_key = len(styles) > 1 and not is_named
    below = (4 if is_told else AXIS) + KEY * has_key
    height = 4 + row * (max(ticks, default=0) + 0.5 - above) + below
    fig.update_layout(showlegend=has_key, margin={"t": 4, "b": below}, height=round(height))
    if len(styles) == 2 and kind in APARTS:
        tell_apart(fig, lines, [apart(line, list(styles), kind) for line in lines], APARTS[kind])
    return fig


def tell_apart(fig: go.Figure, lines: Sequence[Line], told: Sequence[tuple[str, bool]], head: str) -> go.Figure:
    """Write a difference behind each row of a chart of two rules; those that may be chance are pale."""
    places, _ = _places(lines)
    _behind(fig, places[0], head, theme.SOFT, yanchor="bottom", yshift=ABOVE)
    for at, (text, is_sure) in zip(places, told, strict=True):
        colour = theme.INK if is_sure else theme.SOFT
        _behind(fig, at, f"<b>{text}</b>" if is_sure else text, colour)
    return fig.update_layout(margin_r=APART)


def _behind(fig: go.Figure, at: float, text: str, colour: str, **more: Any) -> None:
    place = {"x": 1, "xref": "paper", "xanchor": "right", "xshift": APART - 8, "y": at, "align": "right", **more}
    fig.add_annotation(text=text, font={"color": colour}, showarrow=False, **place)


def _places(lines: Sequence[Line]) -> tuple[list[int], dict[int, str]]:
    """Where each row lies, and what stands beside the axis: names of rows, and what is above some of them."""
    places, ticks, at, head = [], {}, 0, ""
    for line in lines:
        if line.head and line.head != head:
            head = line.head
            ticks[at] = f"<b>{head}</b>"
            at += 1
        ticks[at] = line.word
        places.append(at)
        at += 1
    return places, ticks


def _view(lines: Sequence[Line]) -> list[float]:
    """From zero to the largest number, with room for what is written at both ends."""
    known = [end for line in lines for ends in line.ends.values() for end in ends if end is not None]
    most = max(known, default=0.0) or 1.0
    return [min(0.0, min(known, default=0.0) - LEFT * most), (1 + RIGHT) * most]


def _joint(low: float, high: float, at: int) -> go.Scatter:
    return go.Scatter(
        x=[low, high], y=[at, at], mode="lines", line={"color": theme.GRID, "width": 6}, hoverinfo="skip",
        showlegend=False,
    )  # fmt: skip


def _dots(arm: str, style: Mapping[str, Any], lines: Sequence[Line], places: Sequence[int], kind: str) -> go.Scatter:
    """The dots of one rule, with their intervals."""
    own = [(line, at, line.ends[arm]) for line, at in zip(lines, places, strict=True) if arm in line.ends]
    values, low, high = ([ends[i] for *_, ends in own] for i in range(3))
    few = [line.games.get(arm, theme.FEW) < theme.FEW for line, *_ in own]
    return go.Scatter(
        x=values, y=[at for _, at, _ in own], name=arm, mode="markers", cliponaxis=False,
        error_x=bars(values, low, high, style["color"]) | {"width": 0},
        marker={
            "color": style["color"], "symbol": style["symbol"],
            "opacity": [theme.FAINT if pale else 1 for pale in few],
        },
        hovertext=[hover(arm, f"{line.word}: {told(ends, kind)}", n=line.games.get(arm)) for line, _, ends in own],
        hovertemplate=HOVER,
    )  # fmt: skip


def told(ends: Ends, kind: str, is_short: bool = False) -> str:
    """A number with its bounds as text; `is_short`: without them, as it stands at a dot."""
    if ends[0] is None:
        return ""
    pattern = {"share": "{:.0f}" if is_short else "{:.1f}", "number": "{:.2f}", "plain": "{:.0f}"}[kind]
    one, *sides = (None if end is None else pattern.format(100 * end if kind == "share" else end) for end in ends)
    unit = "\u00a0%" if kind == "share" else ""
    return f"{one}{unit}" + ("" if is_short or None in sides else f" [{sides[0]}, {sides[1]}]")


def _write(fig: go.Figure, line: Line, at: int, arms: Sequence[str], kind: str) -> None:
    """The numbers of a row: the lesser on the left of its dot, the greater on the right; one that both are once."""
    known = {arm: line.ends[arm] for arm in arms if arm in line.ends and line.ends[arm][0] is not None}
    order = sorted(known, key=lambda arm: known[arm][0] or 0.0)
    texts = {arm: told(known[arm], kind, True) for arm in order}
    if kind == "share" and len(order) == 2 and len(set(texts.values())) == 1 and surely(line, order):
        texts = {arm: told(known[arm], kind).split(" [")[0] for arm in order}  # a digit more tells them apart
    for arm in order[-1:] if len(set(texts.values())) == 1 else order:
        is_left = arm != order[-1]
        ends = [end for other in known.values() for end in other if end is not None]
        own = {"x": min(ends), "xanchor": "right", "xshift": -FROM_DOT} if is_left else {
            "x": max(ends), "xanchor": "left", "xshift": FROM_DOT}  # fmt: skip
        fig.add_annotation(text=texts[arm], y=at, showarrow=False, font={"color": theme.INK, "size": 14}, **own)


def _name(
    fig: go.Figure, lines: Sequence[Line], places: Sequence[int], labels: Mapping[str, str], view: Sequence[float]
) -> bool:
    """Name both rules above their dots of the first row, away from each other; false where there is no room."""
    if len(labels) < 2 or not all(arm in lines[0].ends for arm in labels):
        return False
    values = {arm: lines[0].ends[arm][0] or 0.0 for arm in labels}
    low, high = sorted(labels, key=lambda arm: values[arm])
    reach = view[1] - view[0]
    needs = {arm: LETTER * len(labels[arm]) * reach for arm in labels}
    if values[low] - view[0] < needs[low] or view[1] - values[high] < needs[high] - RIGHT * reach:
        return False
    for arm, side, shift in ((low, "right", -3), (high, "left", 3)):
        place = {"x": values[arm], "y": places[0], "yanchor": "bottom", "yshift": ABOVE, "xanchor": side}
        place["xshift"] = shift if values[high] - values[low] < NEAR * reach else -shift
        text = f"<b>{labels[arm]}</b>"
        fig.add_annotation(text=text, showarrow=False, font={"color": theme.INK}, **place)
    return True
