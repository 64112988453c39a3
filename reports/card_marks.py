"""Naive against causal numbers of cards in one chart, and names of cards that fit beside one."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.tables.column import bounded, written
from reports import theme
from reports.chart_marks import HOVER, hover, point_ticks, zero

LETTERS, LINES = 15, 2
"""Room of a name beside a chart: as much as a phone has."""
BIASED = "biased by game length and lead"
"""What is said of every naive number."""


def short(name: str, lines: int = LINES) -> str:
    """A name in lines that fit beside a chart."""
    told = textwrap.wrap(name, LETTERS, max_lines=lines, placeholder="\u2026")
    return "<br>".join(told).replace("<br>\u2026", "\u2026")


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
        hovertext=[_both(r) for r in part], hovertemplate=HOVER,
    )  # fmt: skip


def _both(row: Mapping[str, Any]) -> str:
    by_lot = written(row["hand_delta"], "points", row["hand_low"], row["hand_high"])
    return hover(
        f"{row['name']} ({kind_words(row['kind'])})", f"IWD (naive): {bounded(row, 'naive_iwd', 'points')} points",
        f"hand \u0394 (by lot): {by_lot} points", n=row["hand_n"], what=f"times in {row['games']:,} games",
    )  # fmt: skip
