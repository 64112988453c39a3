"""Marks of cards: one row for each, with the interval of its number and what it is called."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.tables.column import bounded, written
from reports import theme
from reports.chart_marks import bars, point_ticks

LETTERS, LINES = 15, 2
"""Room of a name beside a chart: as much as a phone has."""
ROW, NEAR, AROUND = 38, 13, 100
"""Pixels of a row, between marks of a row, and of the axis and the legend below."""
ROOM = 0.12
"""Part of the reach of all intervals that is left free at both ends."""
BIASED = "biased by game length and lead"
"""What is said of every naive number."""


@dataclass(frozen=True)
class Mark:
    """One number of a card: in which row it stands, its interval, how it looks, and what is told of it."""

    row: str
    value: float
    low: float | None
    high: float | None
    group: str  # as the legend calls it
    colour: str
    symbol: str
    hover: str
    filled: bool = True
    shift: float = 0.0  # of a row, where several marks share it


def shifts(names: Sequence[str]) -> dict[str, float]:
    """How far each of some marks that share a row stands from its middle."""
    step = 1 / (len(names) + 1)
    return {name: (place - (len(names) - 1) / 2) * step for place, name in enumerate(names)}


def short(name: str, lines: int = LINES) -> str:
    """A name in lines that fit beside a chart."""
    told = textwrap.wrap(name, LETTERS, max_lines=lines, placeholder="\u2026")
    return "<br>".join(told).replace("<br>\u2026", "\u2026")


def interval_rows(marks: Sequence[Mark], title: str, subtitle: str, axis: str, told: bool = True) -> go.Figure:
    """Rows in the order in which they come first, from above; each mark has its interval and, if `told`, its value."""
    rows = list(dict.fromkeys(mark.row for mark in marks))
    most = max(Counter(mark.row for mark in marks).values(), default=1)
    fig = theme.figure(title, subtitle, max(ROW, NEAR * (most + 1)) * len(rows) + AROUND)
    for group in dict.fromkeys(mark.group for mark in marks):
        part = [mark for mark in marks if mark.group == group]
        fig.add_trace(_marks(part, [rows.index(mark.row) + mark.shift for mark in part], told))
    fig.update_yaxes(
        tickvals=list(range(len(rows))), ticktext=[short(row) for row in rows], range=[len(rows) - 0.4, -0.7],
        showgrid=False, zeroline=False,
    )  # fmt: skip
    ends = reach(marks)
    fig.update_xaxes(title_text=axis, range=ends, **point_ticks(ends), **zero())
    return fig.update_layout(showlegend=len({mark.group for mark in marks}) > 1)


def zero() -> dict[str, object]:
    """How the zero of a difference is drawn."""
    return {"zeroline": True, "zerolinecolor": theme.SOFT, "zerolinewidth": 1}


def reach(marks: Sequence[Mark]) -> list[float]:
    """An axis with zero on which all intervals lie."""
    ends = [0.0, *(end for mark in marks for end in (mark.value, mark.low, mark.high) if end is not None)]
    room = ROOM * (max(ends) - min(ends)) or 0.01
    return [min(ends) - room, max(ends) + room]


def _marks(marks: Sequence[Mark], places: Sequence[float], told: bool) -> go.Scatter:
    colour, values = marks[0].colour, [mark.value for mark in marks]
    error = bars(values, [m.low for m in marks], [m.high for m in marks], theme.faded(colour, 0.6), 0)
    return go.Scatter(
        x=values, y=places, mode="markers+text" if told else "markers", name=marks[0].group, error_x=error,
        text=[written(mark.value, "points") for mark in marks] if told else None, textposition="top center",
        textfont={"size": 11}, hovertext=[mark.hover for mark in marks], hovertemplate="%{hovertext}<extra></extra>",
        marker={
            "color": [colour if mark.filled else theme.PAPER for mark in marks], "symbol": marks[0].symbol, "size": 10,
            "line": {"color": colour, "width": 2},
        },
    )  # fmt: skip


def naive_scatter(rows: pl.DataFrame) -> go.Figure:
    """What the cards in the hand are worth by lot, over what a draft tracker would say."""
    title = "Naive against causal: what goes with winning, and what wins"
    fig = theme.figure(title, "Difference in win credit, percentage points; each mark is a card", 520)
    span = max(rows.select(pl.max_horizontal(pl.col("naive_iwd").abs(), pl.col("hand_delta").abs()).max()).item(), 0.01)
    fig.add_trace(go.Scatter(
        x=[-span, span], y=[-span, span], mode="lines", line={"color": theme.SOFT, "dash": "dot", "width": 1},
        hoverinfo="skip", showlegend=False,
    ))  # fmt: skip
    named = _outliers(rows)
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in rows.iter_rows(named=True):
        groups.setdefault(theme.kind_style(str(row["kind"])), []).append(row)
    for style, part in groups.items():
        fig.add_trace(_points(part, style, named))
    across, up = _view(rows["naive_iwd"]), _view(rows["hand_delta"])
    fig.update_xaxes(title_text="IWD, naive and biased, points", range=across, **point_ticks(across, 7), **zero())
    return fig.update_yaxes(title_text="hand \u0394, by lot, points", range=up, **point_ticks(up, 7), **zero())


def _view(values: pl.Series) -> list[float]:
    low, high = min(0.0, float(values.min() or 0)), max(0.0, float(values.max() or 0))  # type: ignore[arg-type]
    room = 0.12 * (high - low) or 0.01
    return [low - room, high + room]


def _outliers(rows: pl.DataFrame) -> dict[str, str]:
    """Cards that are named in the chart, and where their names stand: the ends of both numbers."""
    ends = [
        ("hand_delta", True, "top center"), ("hand_delta", False, "bottom center"),
        ("naive_iwd", True, "middle left"), ("naive_iwd", False, "middle right"),
    ]  # fmt: skip
    found: dict[str, str] = {}
    for column, first, place in ends:
        found.setdefault(str(rows.sort(column, "id", descending=[first, False]).row(0, named=True)["id"]), place)
    return found


def _points(part: list[dict[str, Any]], style: tuple[str, str, str], named: Mapping[str, str]) -> go.Scatter:
    word, colour, symbol = style
    return go.Scatter(
        x=[r["naive_iwd"] for r in part], y=[r["hand_delta"] for r in part], mode="markers+text", name=word,
        text=[short(r["name"]) if r["id"] in named else "" for r in part],
        textposition=[named.get(r["id"], "top center") for r in part], textfont={"size": 11}, cliponaxis=False,
        marker={"color": colour, "symbol": symbol, "size": 8, "opacity": 0.85},
        hovertext=[_both(r) for r in part], hovertemplate="%{hovertext}<extra></extra>",
    )  # fmt: skip


def _both(row: Mapping[str, Any]) -> str:
    return (
        f"<b>{row['name']}</b> ({kind_words(row['kind'])})<br>IWD (naive): "
        f"{bounded(row, 'naive_iwd', 'points')} points<br>hand \u0394 (by lot): "
        f"{written(row['hand_delta'], 'points', row['hand_low'], row['hand_high'])} points<br>"
        f"n = {row['hand_n']:,} times in {row['games']:,} games"
    )
