"""Marks that pages share: dots with intervals in rows, curves with bands, bars of parts."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from lab.tables.column import bounded, signed
from reports import theme
from reports.display_names import short_labels
from reports.elements import Data, Row

PERCENT = "~%"
"""Ticks of shares, in plotly's language."""
ROOM = 0.15
"""Part of the reach of all marks that is left free at both ends of an axis."""
ROW, NEAR, NUMBERED, AROUND = 38, 13, 30, 66
"""Pixels of a row, between marks of a row, also where they carry numbers, and of the axis below."""
LINE, BETWEEN = 17, 8
"""Pixels of a line of a label beside an axis, and between two labels."""
ENTRY, ENTRIES = 22, 45
"""Pixels of a line of a legend, and its letters on a phone."""
PART_STEP, PART_ENTRY, LEAST_TEXT = 46, 19, 11
"""Pixels of an arm's bar of parts, of a part in the legend on a phone, and of the smallest letters in a bar."""
LETTER, ASIDE = 0.0125, 0.085
"""Half of what a letter takes of the reach of lines, and how far from one its name stands, as a part of the height."""
MOST_POINTS = 150
"""Steps of a curve that are drawn: more are not seen, and make a report heavy."""
HOVER = "%{hovertext}<extra></extra>"

Ends = tuple[float | None, float | None, float | None]


def ends(row: Mapping[str, Any], name: str) -> Ends:
    """The value NAME of a row and the bounds of its interval."""
    return row[name], row[f"{name}_low"], row[f"{name}_high"]


@dataclass(frozen=True)
class Mark:
    """One number: in which row it stands, its value and interval, whose it is, how it looks, what is told of it."""

    row: str
    ends: Ends
    group: str  # as the legend calls it
    style: Mapping[str, Any]  # color and symbol
    hover: str
    text: str = ""  # beside it
    filled: bool = True
    shift: float = 0.0  # of a row, where several marks share it
    games: int = theme.FEW


def hover(head: str, *told: str, n: int | None, what: str = "games") -> str:
    """What is told of a mark: whose it is, line by line, and what it rests on."""
    return "<br>".join([f"<b>{head}</b>", *told, f"n = {n or 0:,} {what}"])


def shifts(names: Sequence[str], most: float = 0.2) -> dict[str, float]:
    """How far each of some marks that share a row stands from its middle; `most`: from one to the next."""
    step = min(most, 0.75 / max(1, len(names)))
    return {name: step * (place - (len(names) - 1) / 2) for place, name in enumerate(names)}


def by_arm(data: Data, frame: pl.DataFrame) -> Iterator[tuple[str, dict[str, Any], pl.DataFrame]]:
    """Each arm that the frame knows, in the order of the run: its name, its look, its rows."""
    for arm, style in theme.arm_styles(data["arm"]).items():
        rows = frame.filter(pl.col("arm") == arm)
        if rows.height:
            yield arm, style, rows


def mark_trace(marks: Sequence[Mark], places: Sequence[float], up: bool = False) -> go.Scatter:
    """Marks of one look with their intervals: numbers go across, or `up`; hollow and pale where they are to be."""
    first, values = marks[0], [mark.ends[0] for mark in marks]
    colour, texts = first.style["color"], [mark.text for mark in marks]
    error = bars(values, [m.ends[1] for m in marks], [m.ends[2] for m in marks], colour)
    across = {"x": places, "y": values, "error_y": error} if up else {"x": values, "y": places, "error_x": error}
    return go.Scatter(
        **across, name=first.group, legendgroup=first.group, mode="markers+text" if any(texts) else "markers",
        text=texts if any(texts) else None, textposition="top right" if up else "top center", textfont={"size": 12},
        hovertext=[mark.hover for mark in marks], hovertemplate=HOVER, cliponaxis=False,
        marker={
            "color": [colour if mark.filled else theme.PAPER for mark in marks], "symbol": first.style["symbol"],
            "size": 10, "line": {"color": colour, "width": 2},
        },
        opacity=theme.FAINT if min(mark.games for mark in marks) < theme.FEW else 1,
    )  # fmt: skip


def interval_rows(
    marks: Sequence[Mark], title: str, subtitle: str, axis: str, kind: str = "points", label: Callable[[str], str] = str
) -> go.Figure:
    """Rows in the order in which they come first, from above; `kind` is that of the numbers, `label` names a row."""
    rows, groups = (list(dict.fromkeys(getattr(mark, of) for mark in marks)) for of in ("row", "group"))
    labels, most = [label(row) for row in rows], max(Counter(mark.row for mark in marks).values(), default=1)
    is_told = len(groups) > 1 and any(mark.group != mark.row for mark in marks)
    below = AROUND + (ENTRY * -(-sum(len(group) + 6 for group in groups) // ENTRIES) if is_told else 0)
    near = NEAR if most < 2 or not any(mark.text for mark in marks) else NUMBERED
    fig = theme.figure(title, subtitle, room_of(labels, max(ROW, near * (most + 1))) * len(rows) + below)
    for group in groups:
        part = [mark for mark in marks if mark.group == group]
        trace = mark_trace(part, [rows.index(mark.row) + mark.shift for mark in part])
        if is_told:  # by a full mark: the first one in the chart may be hollow
            entry = {"color": part[0].style["color"], "symbol": part[0].style["symbol"], "size": 10}
            fig.add_trace(go.Scatter(x=[None], y=[None], mode="markers", name=group, legendgroup=group, marker=entry))
            trace.showlegend = False
        fig.add_trace(trace)
    fig.update_yaxes(
        tickvals=list(range(len(rows))), ticktext=labels, range=[len(rows) - 0.4, -0.7], showgrid=False, zeroline=False
    )
    return fig.update_xaxes(title_text=axis, **_reach(marks, kind)).update_layout(showlegend=is_told)


def _reach(marks: Sequence[Mark], kind: str) -> dict[str, Any]:
    """An axis on which all intervals lie, with room for what is written at them; differences are seen from zero."""
    known = [end for mark in marks for end in mark.ends if end is not None and math.isfinite(end)]
    known += [0.0] if kind in ("points", "change") or not known else []
    low, high = min(known), max(known)
    room = ROOM * (high - low) or abs(high) or 0.01
    view = [low - room, high + room]
    if kind == "points":
        return {"range": view, **point_ticks(view), **zero()}
    if kind == "change":
        return {"range": view, "nticks": 5, "tickangle": 0, "tickformat": "~g", **zero()}
    return {"range": view, "nticks": 5, "tickangle": 0, **({"tickformat": PERCENT} if kind == "share" else {})}


def zero() -> dict[str, object]:
    """How the zero of a difference is drawn."""
    return {"zeroline": True, "zerolinecolor": theme.SOFT, "zerolinewidth": 1}


@dataclass(frozen=True)
class Panel:
    """One number: the frame that holds it with its bounds, and how it is called and written."""

    title: str
    axis: str
    frame: pl.DataFrame
    value: str
    kind: str = "number"


def dot_panels(data: Data, panels: Sequence[Panel], title: str, subtitle: str = "", caption: str = "") -> Row:
    """Side by side, one panel per number: every arm is a dot with its interval and its value."""
    return Row(title, [dots(data, panel) for panel in panels], subtitle, caption)


def dots(data: Data, panel: Panel) -> go.Figure:
    """One number of every arm: a dot with its interval and its value."""
    marks, labels = [], short_labels(theme.arm_names(data["arm"]))
    for arm, style, rows in by_arm(data, panel.frame):
        row = rows.row(0, named=True)
        told = bounded(row, panel.value, panel.kind)
        marks.append(Mark(
            arm, ends(row, panel.value), arm, style, hover(arm, f"{panel.title}: {told}", n=row["games"]),
            told.split(" [")[0], games=row["games"],
        ))  # fmt: skip
    return interval_rows(marks, panel.title, "", panel.axis, panel.kind, lambda arm: theme.arm_label(labels[arm]))


def room_of(labels: Sequence[str], least: int) -> int:
    """Pixels of a row beside which the longest of some labels fits, and at least so many."""
    return max([least, *(LINE * (label.count("<br>") + 1) + BETWEEN for label in labels)])


def bars(values: Sequence[Any], low: Sequence[Any], high: Sequence[Any], colour: str) -> dict[str, Any]:
    """Error bars from the bounds of intervals; where there is no interval there is no bar."""
    up = [None if v is None or h is None else h - v for v, h in zip(values, high)]
    down = [None if v is None or x is None else v - x for v, x in zip(values, low)]
    return {
        "type": "data", "symmetric": False, "array": up, "arrayminus": down, "color": colour, "thickness": 2,
        "width": 3,
    }  # fmt: skip


def point_ticks(ends: Sequence[float], count: int = 6) -> dict[str, Any]:
    """Ticks of an axis of differences of shares, in points: plotly itself could only write them as per cents."""
    low, high = ends
    least = 100 * (high - low) / count
    unit = 10.0 ** math.floor(math.log10(least))
    step = next(n * unit for n in (1, 2, 5, 10) if n * unit >= least)
    at = [n * step for n in range(math.ceil(100 * low / step), math.floor(100 * high / step) + 1)]
    return {
        "tickvals": [x / 100 for x in at],
        "ticktext": [signed(f"{x:+.4g}") if x else "0" for x in at],
        "tickangle": 0,
    }


def thinned(rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of a curve, not more than are seen."""
    return rows.gather_every(-(-rows.height // MOST_POINTS)) if rows.height > MOST_POINTS else rows


def curve(
    rows: pl.DataFrame, x: Sequence[float], value: str, name: str, line: Mapping[str, Any], told: Sequence[str]
) -> list[go.Scatter]:
    """VALUE as a line, with the band of its interval if the frame has one; dotted from where few games are left."""
    many = rows.filter(pl.col("games") >= theme.FEW).height
    traces = []
    if f"{value}_low" in rows.columns:
        sides = [f"{value}_low", f"{value}_high"]
        known = rows.head(many).drop_nulls(sides).height
        quiet = {
            "mode": "lines", "line": {"width": 0, "shape": line.get("shape", "linear")}, "hoverinfo": "skip",
            "showlegend": False, "x": x[:known],
        }  # fmt: skip
        fill = {"fill": "tonexty", "fillcolor": theme.faded(line["color"], 0.2)}
        low, high = (rows[side].to_list()[:known] for side in sides)
        traces = [go.Scatter(y=low, **quiet), go.Scatter(y=high, **quiet, **fill)]
    parts = [(slice(0, many), line), (slice(max(0, many - 1), None), {**line, "dash": "dot"})]
    traces += [
        go.Scatter(
            x=x[part], y=rows[value].to_list()[part], mode="lines", name=name, legendgroup=name, line=look,
            showlegend=part.start == 0 or many == 0, hovertext=told[part], hovertemplate=HOVER,
        )
        for part, look in (parts if many < rows.height else parts[:1]) if x[part]
    ]  # fmt: skip
    return traces


def name_lines(fig: go.Figure, lines: Mapping[str, tuple[Sequence[float], Sequence[float]]]) -> None:
    """Write the name of each line above or below it, where it is far from the others and has room around it."""
    xs, ys = ([value for line in lines.values() for value in line[i]] for i in (0, 1))
    wide, high = max(xs) - min(xs) or 1, max(ys) - min(0.0, *ys) or 1
    placed: list[tuple[float, float, float]] = []
    for name, (x, y) in lines.items():
        half = LETTER * len(name) * wide
        best = (-1.0, 0.0, 0.0)
        for at, value in zip(x, y, strict=True):
            others = [abs(float(np.interp(at, *line)) - value) for of, line in lines.items() if of != name]
            apart = min([*others, ASIDE * high])
            middle = min(max(at, min(xs) + half), max(xs) - half)
            for label in (value + ASIDE * high, value - ASIDE * high):
                span = np.linspace(middle - half, middle + half, 9)
                free = min(float(np.abs(np.interp(span, *line) - label).min()) for line in lines.values())
                free = min([free, *(abs(label - b) for a, b, of in placed if abs(middle - a) < half + of)])
                best = max(best, (min(free, ASIDE * high) + apart if label > 0 else 0.0, middle, label))
        placed.append((*best[1:], half))
        text = {"text": f"<b>{name}</b>", "showarrow": False, "font": {"color": theme.INK}}
        fig.add_annotation(x=best[1], y=best[2], **text)


def stacked(
    bars_: Mapping[Any, str], rows: Sequence[Mapping[str, Any]], parts: Mapping[str, tuple[str, str]], title: str,
    axis: str, step: int = PART_STEP,
) -> go.Figure:  # fmt: skip
    """A bar for each key of `bars_`, from above, whose parts add up to all; its label may be two lines or more.

    `parts`: name of a part -> its word and colour, from left to right. Rows have bar, part, share and what is told of
    them. What is too narrow for its number carries none.
    """
    room = room_of(list(bars_.values()), step) if step == PART_STEP else step
    fig = theme.figure(title, "", room * len(bars_) + 96 + PART_ENTRY * len(parts))
    for name, (word, colour) in parts.items():
        own = {row["bar"]: row for row in rows if row["part"] == name}
        shown = [own[bar] for bar in bars_ if bar in own]
        fig.add_trace(
            go.Bar(
                x=[r["share"] for r in shown], y=[list(bars_).index(r["bar"]) for r in shown], orientation="h",
                name=word, marker={"color": colour}, textposition="inside", insidetextanchor="middle", textangle=0,
                text=[f"{100 * r['share']:.0f}\u00a0%" if r["share"] else "" for r in shown],
                insidetextfont={"color": theme.ON_COLOUR.get(colour, theme.PAPER)},
                hovertext=[r["told"] for r in shown], hovertemplate=HOVER,
            )
        )  # fmt: skip
    fig.update_yaxes(
        tickvals=list(range(len(bars_))), ticktext=list(bars_.values()), range=[len(bars_) - 0.4, -0.6], showgrid=False
    )
    fig.update_xaxes(title_text=axis, tickformat=PERCENT, range=[0, 1], tickvals=[0, 0.5, 1], tickangle=0)
    fig.update_layout(barmode="stack", bargap=0.3, showlegend=True, legend_traceorder="normal")
    return fig.update_layout(uniformtext={"minsize": LEAST_TEXT, "mode": "hide"})


def in_line(figures: Sequence[go.Figure], least: int = 0) -> None:
    """Make rows of dots stand beside bars of parts, which have a legend below; `least`: pixels without one."""
    parts = [
        [trace.name for trace in figure.data if isinstance(trace, go.Bar) and trace.showlegend is not False]
        for figure in figures
    ]
    tall = max(least, *(figure.layout.height - PART_ENTRY * len(own) for figure, own in zip(figures, parts)))
    for figure, own in zip(figures, parts):
        below = PART_ENTRY * -(-len(own) // max(1, ENTRIES // (6 + max(map(len, own), default=0))))
        figure.update_layout(height=tall + below, margin_b=AROUND + below)
        if own:  # right below the axis, also where it takes fewer lines than on a phone
            figure.update_layout(legend={"y": (below + 15) / (tall + below), "yanchor": "top"})
