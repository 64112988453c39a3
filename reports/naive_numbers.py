"""Naive against causal: what goes with winning, as draft trackers count it, beside what a card is worth by lot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.tables.column import bounded, written
from reports import theme
from reports.card_marks import short
from reports.chart_marks import HOVER, hover, point_ticks, zero


def naive_scatter(rows: pl.DataFrame) -> go.Figure:
    """What the cards in the hand are worth by lot, over what a draft tracker would say."""
    title = "Naive against causal: what goes with winning, and what wins"
    fig = theme.figure(title, "Games of 100 won more or fewer; each mark is a card", 520)
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
    fig.update_xaxes(title_text="IWD, naive and biased, games of 100", range=across, **point_ticks(across, 7), **zero())
    return fig.update_yaxes(title_text="hand \u0394, by lot, games of 100", range=up, **point_ticks(up, 7), **zero())


def lesson(rows: pl.DataFrame) -> str:
    """The card that a tracker would praise most, and what it is worth by lot."""
    most = rows.sort("naive_iwd", "id", descending=[True, False]).row(0, named=True)
    return (
        f"Who is ahead and who plays long draws more cards, so what goes with winning need not win: {most['name']} has "
        f"the highest naive number ({bounded(most, 'naive_iwd', 'points')} games of 100); to whoever gets it by lot it "
        f"is worth {written(most['hand_delta'], 'points', most['hand_low'], most['hand_high'])}."
    )


def _view(values: pl.Series) -> list[float]:
    low, high = min(0.0, float(values.min() or 0)), max(0.0, float(values.max() or 0))  # type: ignore[arg-type]
    room = 0.15 * (high - low) or 0.01
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
        f"{row['name']} ({kind_words(row['kind'])})",
        f"IWD (naive): {bounded(row, 'naive_iwd', 'points')} games of 100",
        f"hand \u0394 (by lot): {by_lot} games of 100", n=row["hand_n"], what=f"times in {row['games']:,} games",
    )  # fmt: skip
