"""Naive against causal numbers of cards in one chart, and names of cards that fit beside one."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.cards.card_verdict import JUDGED_BY, MATTERS, SHRUNKEN, STRONG, VERDICT, WEAK
from lab.tables.column import bounded, written
from reports import theme
from reports.chart_marks import HOVER, PERCENT, hover, point_ticks, zero

LETTERS, LINES = 15, 2
"""Room of a name beside a chart: as much as a phone has."""
BESIDE = 0.03, 0.09
"""Of marks in a column: how near they cover each other, as a part of their reach, and how far they step aside."""
LINE_PART = 0.042
"""Part of the height of a map that a line of a name takes."""
MAP, MOST_NAMED = 450, 8
"""Pixels of a map of cards, and the names in it."""
APART, ENDS = 0.3, 3
"""How near names of one height may be, as a part of the axis across; cards at each end named where none was found."""
BIASED = "biased by game length and lead"
"""What is said of every naive number."""


def short(name: str, lines: int = LINES) -> str:
    """A name in lines that fit beside a chart."""
    told = textwrap.wrap(name, LETTERS, max_lines=lines, placeholder="\u2026")
    return "<br>".join(told).replace("<br>\u2026", "\u2026")


def card_map(rows: pl.DataFrame, title: str, told: Callable[[Mapping[str, Any]], str], reach: pl.Series) -> go.Figure:
    """Cards by what they are worth and how often they are played, or by their kinds where they act by themselves.

    Those that are too strong or weak are filled, and named where there is room; where there are none, the ends
    are. `told` is what is
    told of a card, `reach` all that the axis has to show.
    """
    known = rows.drop_nulls(SHRUNKEN).with_columns(pl.col(VERDICT).is_in([STRONG, WEAK]).alias("found"))
    is_played = known["play_rate"].drop_nulls().len() > known.height / 2 and "kicked" not in known[JUDGED_BY]
    fig, up = theme.figure(title, height=MAP), _view(reach)
    fig.add_hrect(y0=-MATTERS, y1=MATTERS, fillcolor=theme.GRID, opacity=0.45, line_width=0, layer="below")
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in known.sort("found", SHRUNKEN, "id").iter_rows(named=True):
        groups.setdefault(theme.kind_style(str(row["kind"])), []).append(row)
    for place, (style, part) in enumerate(groups.items()):
        asides = _swarm([row[SHRUNKEN] for row in part], up[1] - up[0])
        for row, aside in zip(part, asides, strict=True):
            row |= {"across": row["play_rate"] if is_played else place + aside, "widest": max(asides)}
        fig.add_trace(_placed(part, style, told))
    ends = {*known.sort(SHRUNKEN)["id"].head(ENDS), *known.sort(SHRUNKEN)["id"].tail(ENDS)}
    told_of = set(known.filter("found")["id"]) or ends
    named = [row for part in groups.values() for row in part if row["id"] in told_of]
    _name(fig, named, (up[1] - up[0]) * LINE_PART, not is_played)
    fig.update_yaxes(title_text="games of 100", range=up, **point_ticks(up), **zero())
    if is_played:
        fig.update_xaxes(title_text="played, of the times somebody held it", tickformat=PERCENT, range=[-0.04, 1.04])
        return fig.update_layout(showlegend=True)
    names = [word for word, _, _ in groups]
    fig.update_xaxes(
        tickvals=list(range(len(names))),
        ticktext=names,
        range=[-0.5, len(names) + 0.3],
        showgrid=False,
        zeroline=False,
        title_text="kind of card",
    )
    return fig.update_layout(showlegend=False)


def _placed(
    part: list[dict[str, Any]], style: tuple[str, str, str], told: Callable[[Mapping[str, Any]], str]
) -> go.Scatter:
    """The marks of a family of kinds."""
    word, colour, symbol = style
    return go.Scatter(
        x=[r["across"] for r in part], y=[r[SHRUNKEN] for r in part], mode="markers", name=word, cliponaxis=False,
        marker={
            "color": [colour if r["found"] else theme.PAPER for r in part], "symbol": symbol, "size": 10,
            "line": {"color": colour, "width": 2},
        },
        hovertext=[told(r) for r in part], hovertemplate=HOVER,
    )  # fmt: skip


def _swarm(values: list[float], reach: float) -> list[float]:
    """How far marks of one column step aside so that none covers another: by turns to the right and to the left.

    `reach`: that of the axis.
    """
    placed: list[tuple[float, float]] = []
    for value in values:
        near = {aside for other, aside in placed if abs(other - value) < BESIDE[0] * reach}
        steps = (sign * BESIDE[1] * step for step in range(len(values) + 1) for sign in (1, -1))
        placed.append((value, next(aside for aside in steps if aside not in near)))
    return [aside for _, aside in placed]


def _name(fig: go.Figure, rows: list[dict[str, Any]], line: float, columns: bool) -> None:
    """Names of what stands out most: above the strong and below the weak marks, or to the right of a column of marks.

    Of those that would lie over another name only the first has one.
    """
    kept: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda r: (not r["found"], -abs(r[SHRUNKEN]))):
        row["named"] = short(str(row["name"]))
        tall, up = line * (row["named"].count("<br>") + 1), 1 if row[SHRUNKEN] > 0 else -1
        side = 0 if columns else up
        row["middle"] = row[SHRUNKEN] + side * tall
        row["at"] = min(max(row["across"], APART / 2), 1 - APART / 2) if side else row["across"]  # as `_write` lays it
        if len(kept) < MOST_NAMED and not any(_over(row, o, line, 0.7 if columns else 1.5 * APART) for o in kept):
            kept.append(row)
            _write(fig, row, side)


def _write(fig: go.Figure, row: Mapping[str, Any], side: int) -> None:
    """The name of a card above its mark (1), below it (-1), or to the right of its column (0)."""
    look: dict[str, Any] = {"xanchor": "left", "xshift": 12}
    if side:  # a name at an end of the axis stays within the chart
        across, half = row["across"], APART / 2
        look = {"xanchor": "right" if across > 1 - half else "left" if across < half else "center"}
        look |= {"yanchor": "bottom" if side > 0 else "top", "yshift": 6 * side}
    fig.add_annotation(
        x=row["across"] if side else round(row["across"]) + row["widest"], y=row[SHRUNKEN],
        text=row["named"], showarrow=False, font={"size": 11}, **look,
    )  # fmt: skip


def _over(row: Mapping[str, Any], other: Mapping[str, Any], line: float, wide: float) -> bool:
    """Whether the name of a card would lie over that of another; `line`: height of a line in win credit."""
    lines = (row["named"] + other["named"]).count("<br>") / 2 + 1
    is_high: bool = abs(row["middle"] - other["middle"]) < 1.4 * lines * line
    return is_high and abs(row["at"] - other["at"]) < wide


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
