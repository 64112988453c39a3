"""Ways that games went, as streams between columns of nodes, from left to right; as wide as there are games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from lab.tables.column import written
from reports import theme
from reports.chart_marks import hover

GAP, NODE, ROOM = 0.1, 0.035, 0.75
"""Between two nodes of a column, as a part of all games; the width of a node, and the room for words beside the last
ones, as parts of the way from one column to the next."""
TOLD, LETTERS, HEIGHT, LINE = 0.03, 12, 440, 0.05
"""Least part of the games of a node that carries its words, letters of a line of them, pixels of a chart, and the
height of a line in parts of the games."""
BEND = np.linspace(0, 1, 15)
EASED = BEND**2 * (3 - 2 * BEND)
"""The course of a stream from one node to the next."""
BESIDE = {"showarrow": False, "xanchor": "left", "align": "left", "font_size": 12}
ON_STREAMS = {"bgcolor": theme.PAPER, "borderpad": 2, "opacity": 0.85}
"""How words stand at a node, and where streams lie behind them."""

Words = Mapping[str, Mapping[str, str]]
"""Columns of a frame from left to right, and the words of their values from above."""


def flow(frame: pl.DataFrame, columns: Words, heads: Sequence[str], colours: Mapping[str, str], arm: str) -> go.Figure:
    """The streams of one arm: `frame` has `columns`, count and games; a colour for each value of the last column."""
    fig = theme.figure(arm, "", HEIGHT)
    games, names = int(frame["games"][0]), list(columns)
    tops = {name: _tops(frame, name, columns[name], games) for name in names}
    for place, (left, right) in enumerate(zip(names, names[1:], strict=False)):
        for row, low, high in _streams(frame, left, right, columns, tops, games):
            words = [columns[name][row[name]] for name in dict.fromkeys((left, right, names[-1]))]
            part, step = row["count"] / games, f"{heads[place]} to {heads[place + 1]}"
            told = hover(" \u2192 ".join(words), f"{written(part, 'share')} of games", n=games)
            area = _stream(place, low, high, part, colours[row[names[-1]]])
            fig.add_trace(area.update(text=told, name=arm, meta={"row": [step, " > ".join(words), part]}))
    for place, name in enumerate(names):
        free = -1.0
        for value, (top, part) in tops[name].items():
            word, paint = columns[name][value], colours[value] if name == names[-1] else theme.SOFT
            told = hover(word, f"{written(part, 'share')} of games", n=games)
            box = _box(place, top, part, paint)
            fig.add_trace(box.update(text=told, name=arm, meta={"row": [heads[place], word, part]}))
            if part >= TOLD:
                said = f"{100 * part:.0f}\u00a0%"
                text = theme.wrapped(f"{word} {said}", LETTERS).replace(said, f"<b>{said}</b>")
                half = LINE * (text.count("<br>") + 1) / 2
                at = max(top + part / 2, free + half)  # no words over those above
                free = at + half
                look = {"font": {"color": theme.INK}, **(ON_STREAMS if name != names[-1] else {}), **BESIDE}
                fig.add_annotation(text=text, x=place + NODE, y=at, **look)
        head = {"x": place - NODE, "y": -0.03, "yanchor": "bottom", "font": {"color": theme.SOFT}}
        fig.add_annotation(text=theme.wrapped(heads[place], LETTERS), **head, **BESIDE)
    low = max(top + part for nodes in tops.values() for top, part in nodes.values())
    fig.update_yaxes(range=[low + 0.02, -0.15], visible=False)
    quiet = {"showticklabels": False, "showgrid": False, "zeroline": False}
    fig.update_xaxes(range=[-NODE, len(names) - 1 + ROOM], title_text=f"{games:,} games", **quiet)
    return fig.update_layout(showlegend=False, margin={"b": 24})


def _tops(frame: pl.DataFrame, name: str, words: Mapping[str, str], games: int) -> dict[str, tuple[float, float]]:
    """Where each node of a column begins, from above, and its part of the games."""
    counts = dict(frame.group_by(name).agg(pl.col("count").sum()).iter_rows())
    found, top = {}, 0.0
    for value in words:
        if counts.get(value):
            found[value] = (top, counts[value] / games)
            top += counts[value] / games + GAP
    return found


def _streams(
    frame: pl.DataFrame, left: str, right: str, columns: Words, tops: Mapping[str, Mapping[str, tuple[float, float]]],
    games: int,
) -> Iterator[tuple[dict[str, Any], float, float]]:  # fmt: skip
    """Each stream between two columns, with where it leaves its node and where it enters the next."""
    last = list(columns)[-1]
    keys = list(dict.fromkeys((left, right, last)))
    rows = frame.group_by(keys).agg(pl.col("count").sum()).to_dicts()
    order = {name: list(columns[name]) for name in keys}
    left_at, right_at = ({value: top for value, (top, _) in tops[name].items()} for name in (left, right))
    into = {}
    for row in sorted(rows, key=lambda row: [order[n].index(row[n]) for n in dict.fromkeys((right, left, last))]):
        into[tuple(row[n] for n in keys)] = right_at[row[right]]
        right_at[row[right]] += row["count"] / games
    for row in sorted(rows, key=lambda row: [order[n].index(row[n]) for n in keys]):
        yield row, left_at[row[left]], into[tuple(row[n] for n in keys)]
        left_at[row[left]] += row["count"] / games


def _stream(place: int, begin: float, end: float, part: float, colour: str) -> go.Scatter:
    x = place + NODE / 2 + BEND * (1 - NODE)
    y = begin + EASED * (end - begin)
    return _area(np.concatenate([x, x[::-1]]), np.concatenate([y, y[::-1] + part]), theme.faded(colour, 0.4))


def _box(place: int, top: float, part: float, colour: str) -> go.Scatter:
    left, right = place - NODE / 2, place + NODE / 2
    return _area(np.array([left, right, right, left]), np.array([top, top, top + part, top + part]), colour)


def _area(x: np.ndarray, y: np.ndarray, colour: str) -> go.Scatter:
    return go.Scatter(
        x=x, y=y, mode="lines", line={"width": 0}, fill="toself", fillcolor=colour, hoveron="fills", hoverinfo="text"
    )
