"""Rows of a number by several rules: a dot for each rule on a line of its own, with numbers and their difference."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import plotly.graph_objects as go

from lab.stats.intervals import difference_bounds
from lab.tables.column import signed
from reports import theme
from reports.chart_marks import HOVER, PERCENT, Ends, bars, hover
from reports.display_names import short_labels
from reports.elements import Data

ROW, HEAD, STEP, NEAR, NAME, FIRST = 43, 0.55, 17, 9, 11, 29
"""Pixels of a row of one rule; in parts of a row what stands above some of them takes; pixels from one rule to the next
where numbers are written and where not; and from the top of a row to its name and to its first dot."""
TOP, AXIS, KEY, APART = 30, 26, 30, 92
"""Pixels of the line of heads, of an axis below, of a key, and of differences on the right."""
BESIDE, RIGHT, EDGE, FROM_DOT, DOT = 2, 0.3, 0.05, 8, 7
"""Rules whose numbers stand at their dots; what a number takes right of the dots, and the zero below its line, in parts
of the largest; pixels from a dot to its number, and of a dot."""
APARTS = {"share": "% points", "number": "change"}
"""What stands above the differences of two numbers."""
INTERVALS = "Lines: 95 % intervals, some narrower than their dots."
CLEAR, CHANCE, PALE = "Bold: change found.", "Thin grey: no change found.", f"Pale: fewer than {theme.FEW} games."
"""What is said below a chart, of the differences of two rules, and of dots."""


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
    written = round(scale * now, places) - round(scale * was, places)  # as whoever subtracts finds it
    text = signed(f"{written:+.{places}f}")
    return text if any(digit in text for digit in "123456789") else "0", surely(line, arms)


def surely(line: Line, arms: Sequence[str]) -> bool:
    """Whether the difference of two numbers is not chance: of few games it always may be."""
    return distance(line, arms) > 1 and all(line.games.get(arm, theme.FEW) >= theme.FEW for arm in arms)


def distance(line: Line, arms: Sequence[str]) -> float:
    """The difference of two numbers in reaches of its 95 % interval; unknown: 0."""
    was, now = (line.ends[arm] for arm in arms)
    if None in (*was, *now):
        return 0.0
    low, high = difference_bounds(was, now)  # type: ignore[arg-type]
    up = now[0] - was[0]  # type: ignore[operator]
    reach = up - low if up >= 0 else high - up
    return abs(up) / reach if reach else math.inf if up else 0.0


def dumbbells(
    data: Data, lines: Sequence[Line], title: str, subtitle: str, axis: str, kind: str = "share"
) -> go.Figure:
    """A chart of such rows, from above; of one rule or two numbers are written, of more there is an axis.

    `axis`: what the numbers are; `kind`: share or number.
    """
    styles = {arm: style for arm, style in theme.arm_styles(data["arm"]).items() if any(arm in x.ends for x in lines)}
    is_told, view = len(styles) <= BESIDE, _view(lines)
    step = STEP if is_told else NEAR
    row, labels = ROW + step * max(0, len(styles) - 1), short_labels(theme.arm_names(data["arm"]))
    tops, names, deep = _places(lines, NAME / row)
    fig = theme.figure(title, subtitle)
    for top in tops:
        _hair(fig, top)
    for i, (arm, style) in enumerate(styles.items()):
        own = [top + (FIRST + i * step) / row for top in tops]
        fig.add_trace(_dots(arm, style, lines, own, kind))
        mark = {"color": style["color"], "symbol": style["symbol"], "size": 11}  # the first one drawn may be pale
        fig.add_trace(go.Scatter(x=[None], y=[None], mode="markers", name=labels[arm], marker=mark))
        if is_told:
            _write(fig, zip(lines, own, strict=True), arm, style, kind)
    _name(fig, names, deep)
    fig.update_yaxes(range=[deep, 0], visible=False)
    fig.update_xaxes(range=view, zeroline=False, tickangle=0, nticks=5, automargin=not is_told)
    fig.update_xaxes(
        **({"tickformat": PERCENT} if kind == "share" else {}), **({} if is_told else {"title_text": axis})
    )
    has_key, below = len(styles) > 1, AXIS if is_told else AXIS + 2 * KEY
    margin = {"l": 2, "t": TOP if is_told and has_key else 4, "b": below}
    fig.update_layout(showlegend=has_key, margin=margin, height=round(row * deep) + margin["t"] + below)
    if is_told:
        fig.update_layout(legend={"y": 1, "yanchor": "top", "font": {"size": 14, "color": theme.INK}})
    if len(styles) == BESIDE:
        middles = [top + (FIRST + step / 2) / row for top in tops]
        _tell_apart(fig, middles, [apart(line, list(styles), kind) for line in lines], APARTS[kind])
    return fig


def foot(*figures: go.Figure) -> str:
    """What is said below charts: of what they show, and of nothing else."""
    notes = [note for fig in figures for note in fig.layout.annotations if note.x == 1 and note.yref != "paper"]
    paleness = [one for fig in figures for trace in fig.data for one in trace.marker.opacity or ()]
    told = {
        INTERVALS: True, CLEAR: any(note.text.startswith("<b>") for note in notes),
        CHANCE: any(note.text and note.font.color == theme.SOFT for note in notes), PALE: theme.FAINT in paleness,
    }  # fmt: skip
    return " ".join(text for text, is_so in told.items() if is_so)


def _tell_apart(fig: go.Figure, at: Sequence[float], told: Sequence[tuple[str, bool]], head: str) -> None:
    """Write a difference behind each row of a chart of two rules: bold if sure, pale if it may be chance."""
    _behind(fig, 1, head, theme.SOFT, yref="paper", yanchor="bottom", yshift=6)
    for y, (text, is_sure) in zip(at, told, strict=True):
        _behind(fig, y, f"<b>{text}</b>" if is_sure else text, theme.INK if is_sure else theme.SOFT)
    fig.update_layout(margin_r=APART)


def _behind(fig: go.Figure, at: float, text: str, colour: str, **more: Any) -> None:
    place = {"x": 1, "xref": "paper", "xanchor": "right", "xshift": APART - 20, "y": at, "align": "right", **more}
    fig.add_annotation(text=text, font={"color": colour}, showarrow=False, **place)


def _places(lines: Sequence[Line], name: float) -> tuple[list[float], dict[float, str], float]:
    """Where each row begins, where names of rows and of some heads stand, and where the last row ends."""
    tops, names, deep, head = [], {}, 0.0, ""
    for line in lines:
        if line.head and line.head != head:
            head, deep = line.head, deep + HEAD
            names[deep - HEAD / 2 + 0.02] = f"<b>{head}</b>"
        tops.append(deep)
        names[deep + name] = line.word
        deep += 1
    return tops, names, deep


def _view(lines: Sequence[Line]) -> list[float]:
    """From zero to the largest number, with room for what is written behind it."""
    known = [end for line in lines for ends in line.ends.values() for end in ends if end is not None]
    most = max(known, default=0.0) or 1.0
    return [min(-EDGE * most, min(known, default=0.0)), (1 + RIGHT) * most]


def _name(fig: go.Figure, names: Mapping[float, str], deep: float) -> None:
    """The names of rows and heads, over a line from which all numbers are seen: zero."""
    fig.add_shape(x0=0, x1=0, y0=0, y1=deep, line={"color": theme.SOFT, "width": 1}, layer="below")
    edge = {"x": 0, "xref": "paper", "xanchor": "left", "xshift": -2, "bgcolor": theme.PAPER, "showarrow": False}
    for at, name in names.items():
        fig.add_annotation(text=name, y=at, **edge)


def _hair(fig: go.Figure, at: float) -> None:
    """A thin line above a row, also above its difference."""
    for across in ({"x0": 0, "x1": 1}, {"x0": 0, "x1": APART - 20, "xanchor": 1, "xsizemode": "pixel"}):
        fig.add_shape(xref="paper", y0=at, y1=at, line={"color": theme.GRID, "width": 1}, layer="below", **across)


def _dots(arm: str, style: Mapping[str, Any], lines: Sequence[Line], places: Sequence[float], kind: str) -> go.Scatter:
    """The dots of one rule, with their intervals."""
    own = [(line, at, line.ends[arm]) for line, at in zip(lines, places, strict=True) if arm in line.ends]
    values, low, high = ([ends[i] for *_, ends in own] for i in range(3))
    few = [line.games.get(arm, theme.FEW) < theme.FEW for line, *_ in own]
    return go.Scatter(
        x=values, y=[at for _, at, _ in own], name=arm, mode="markers", cliponaxis=False, showlegend=False,
        error_x=bars(values, low, high, style["color"]) | {"width": 0},
        marker={
            "color": style["color"], "symbol": style["symbol"], "size": DOT,
            "opacity": [theme.FAINT if pale else 1 for pale in few],
        },
        hovertext=[hover(arm, f"{line.word}: {told(ends, kind)}", n=line.games.get(arm)) for line, _, ends in own],
        hovertemplate=HOVER,
    )  # fmt: skip


def told(ends: Ends, kind: str, is_short: bool = False) -> str:
    """A number with its bounds as text; `is_short`: without them, as it stands at a dot."""
    if ends[0] is None:
        return ""
    pattern = {"share": "{:.1f}", "number": "{:.2f}"}[kind]
    one, *sides = (None if end is None else pattern.format(100 * end if kind == "share" else end) for end in ends)
    unit = "\u00a0%" if kind == "share" else ""
    return f"{one}{unit}" + ("" if is_short or None in sides else f" [{sides[0]}, {sides[1]}]")


def _write(fig: go.Figure, rows: Iterable[tuple[Line, float]], arm: str, style: Mapping[str, Any], kind: str) -> None:
    """The numbers of one rule behind their intervals, in its colour."""
    font = {"color": theme.AS_TEXT.get(style["color"], style["color"]), "size": 14}
    for line, at in rows:
        value, _, high = line.ends.get(arm, (None, None, None))
        if value is not None:
            text = told(line.ends[arm], kind, True)
            place = {"x": value if high is None else high, "xanchor": "left", "xshift": FROM_DOT, "y": at}
            fig.add_annotation(text=text, showarrow=False, font=font, bgcolor=theme.PAPER, borderpad=0, **place)
