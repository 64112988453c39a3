"""How do games end?"""

from __future__ import annotations

from collections.abc import Iterator

import plotly.graph_objects as go
import polars as pl

from reports import theme
from reports.captions import method, sample
from reports.elements import Column, Data, Element, Note, Table, captioned, in_order, interval
from reports.marks import PERCENT, bars

TITLE, ORDER = "Endings", 40
METRICS = ("endings",)

ROOM_FOR_TEXT = 0.06
"""Parts of a bar that are smaller than this carry no number: it would not fit."""


def draw(data: Data) -> Iterator[Element]:
    """Shares of all endings in one bar per arm, each share with its interval, and the table."""
    frame = data["endings"]
    if frame.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    seen = frame.filter(pl.col("count").sum().over("ending") > 0)
    yield captioned(_bars(data, seen), sample(data, frame), "The parts of a bar add up to all games of the arm.")
    yield captioned(
        _shares(data, seen), sample(data, frame), method("endings"),
        "Endings of one arm are shares of the same games: one goes up only if others go down.",
    )  # fmt: skip
    yield _table(data, frame)


def _kinds(frame: pl.DataFrame) -> list[str]:
    there = set(frame["ending"].to_list())
    return [e for e in theme.ENDING_WORDS if e in there] + sorted(there - set(theme.ENDING_WORDS))


def _word(ending: str) -> str:
    return theme.ENDING_WORDS.get(ending, ending.replace("_", " "))


def _hover(row: dict[str, object]) -> str:
    share = theme.bounded(row, "share", "share")
    count = f"{row['count']:,} of n = {row['games']:,} games"
    return f"<b>{row['arm']}</b><br>{_word(str(row['ending']))}: {share}<br>{count}"


def _bars(data: Data, seen: pl.DataFrame) -> go.Figure:
    arms = theme.arm_names(data["arm"])
    fig = theme.figure("How games end", "Share of games by type of ending", 170 + 52 * len(arms))
    for ending in _kinds(seen):
        rows = in_order(seen.filter(pl.col("ending") == ending), arms).to_dicts()
        fig.add_trace(
            go.Bar(
                x=[r["share"] for r in rows], y=[theme.arm_label(r["arm"]) for r in rows], orientation="h",
                name=_word(ending), marker={"color": theme.ENDING_COLOURS.get(ending, theme.SOFT)},
                text=[f"{r['share']:.0%}" if r["share"] >= ROOM_FOR_TEXT else "" for r in rows],
                textposition="inside", insidetextanchor="middle", textangle=0, textfont={"size": 13},
                customdata=[_hover(r) for r in rows], hovertemplate="%{customdata}<extra></extra>",
            )
        )  # fmt: skip
    fig.update_yaxes(range=[len(arms) - 0.4, -0.6], type="category", showgrid=False)
    fig.update_xaxes(title_text="share of games", tickformat=PERCENT, range=[0, 1])
    return fig.update_layout(barmode="stack", bargap=0.35, showlegend=True, legend_traceorder="normal")


def _shares(data: Data, seen: pl.DataFrame) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    kinds = _kinds(seen)
    step = min(0.16, 0.7 / len(styles))
    fig = theme.figure(
        "Each ending with its interval", "Share of games, 95 % intervals", 170 + len(kinds) * (30 + 17 * len(styles))
    )
    for i, (arm, style) in enumerate(styles.items()):
        rows = [r for r in seen.filter(pl.col("arm") == arm).to_dicts() if r["ending"] in kinds]
        x = [r["share"] for r in rows]
        fig.add_trace(
            go.Scatter(
                x=x, y=[kinds.index(r["ending"]) + step * (i - (len(styles) - 1) / 2) for r in rows], mode="markers",
                name=arm, marker={"color": style["color"], "symbol": style["symbol"], "size": 9},
                error_x=bars(x, [r["share_low"] for r in rows], [r["share_high"] for r in rows], style["color"]),
                text=[_hover(r) for r in rows], hovertemplate="%{text}<extra></extra>", cliponaxis=False,
                opacity=1 if rows and rows[0]["games"] >= theme.FEW else theme.FAINT,
            )
        )  # fmt: skip
    fig.update_yaxes(
        tickvals=list(range(len(kinds))), ticktext=[_word(k) for k in kinds], range=[len(kinds) - 0.5, -0.5],
        showgrid=False, zeroline=False,
    )  # fmt: skip
    fig.update_xaxes(title_text="share of games", tickformat=PERCENT, rangemode="tozero")
    return fig.update_layout(showlegend=len(styles) > 1)


def _table(data: Data, frame: pl.DataFrame) -> Table:
    columns = {
        "arm": Column("arm"), "word": Column("ending"), "count": Column("games ended so", "count"),
        "games": Column("of games", "count"), **interval("share", "share", "share"),
    }  # fmt: skip
    rows = in_order(frame, theme.arm_names(data["arm"]))
    words = pl.col("ending").map_elements(_word, return_dtype=pl.String).alias("word")
    caption = f"{method('endings')} What never happened is listed too: its upper bound says how often it still might."
    return Table(rows.with_columns(words), caption, columns, "Endings in numbers")
