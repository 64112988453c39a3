"""Does it matter where you sit?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import polars as pl

from reports import theme
from reports.captions import method, sample
from reports.elements import Column, Data, Element, Note, Table, captioned, in_order, interval
from reports.marks import PERCENT, bars

TITLE, ORDER = "Seats", 50
METRICS = ("seat_advantage",)

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def draw(data: Data) -> Iterator[Element]:
    """Win credit by place in the order of play, beside the fair share."""
    frame = data["seat_advantage"]
    if frame.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    yield captioned(
        _credit(data, frame), sample(data, frame), method("seat_advantage"),
        "A win counts 1, a victory shared by k players 1/k, a capped game 0 for everybody: capped games press",
        "all places below the fair share. Personas rotate over the seats, so that a seat is not a persona.",
    )  # fmt: skip
    yield _table(data, frame)


def _credit(data: Data, frame: pl.DataFrame) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    seats = int(frame.select(pl.col("place").max()).item()) + 1
    step = min(0.14, 0.7 / len(styles))
    fig = theme.figure("Win credit by place in the order of play", "Mean per game with its 95 % interval", 440)
    for i, (arm, style) in enumerate(styles.items()):
        rows = frame.filter(pl.col("arm") == arm).sort("place").to_dicts()
        y = [r["credit"] for r in rows]
        few = bool(rows) and rows[0]["games"] < theme.FEW
        fig.add_trace(
            go.Scatter(
                x=[r["place"] + step * (i - (len(styles) - 1) / 2) for r in rows], y=y, mode="markers", name=arm,
                marker={"color": style["color"], "symbol": style["symbol"], "size": 11},
                error_y=bars(y, [r["credit_low"] for r in rows], [r["credit_high"] for r in rows], style["color"]),
                text=[_hover(r) for r in rows], hovertemplate="%{text}<extra></extra>",
                opacity=theme.FAINT if few else 1,
            )
        )  # fmt: skip
    _fair_lines(fig, data)
    fig.update_xaxes(
        tickvals=list(range(seats)), ticktext=list(PLACES[:seats]), range=[-0.6, seats - 0.4], showgrid=False,
        title_text="place in the order of play", zeroline=False,
    )  # fmt: skip
    fig.update_yaxes(title_text="win credit per game", tickformat=PERCENT, rangemode="tozero")
    return fig.update_layout(showlegend=len(styles) > 1, margin_r=60)


def _fair_lines(fig: go.Figure, data: Data) -> None:
    for n in sorted(set(data["arm"]["seats"].to_list())):
        fig.add_hline(
            1 / n, line={"dash": "dash", "color": theme.SOFT, "width": 1.5}, annotation_text=f"fair<br>share<br>1/{n}",
            annotation={"font": {"color": theme.SOFT}, "x": 1, "xanchor": "left", "yanchor": "middle", "align": "left"},
        )  # fmt: skip


def _hover(row: dict[str, Any]) -> str:
    credit = theme.bounded(row, "credit", "share")
    return (
        f"<b>{row['arm']}</b><br>{PLACES[row['place']]} to play: {credit}<br>"
        f"{row['sole_wins']:,} wins alone, {row['shared_wins']:,} shared<br>n = {row['games']:,} games"
    )


def _table(data: Data, frame: pl.DataFrame) -> Table:
    rows = in_order(frame, theme.arm_names(data["arm"])).with_columns(
        pl.col("place").cast(pl.Int64).replace_strict(dict(enumerate(PLACES)), return_dtype=pl.String).alias("word")
    )
    columns = {
        "arm": Column("arm"), "word": Column("place"), "games": Column("games", "count"),
        **interval("credit", "win credit", "share"), "sole_wins": Column("wins alone", "count"),
        "shared_wins": Column("wins shared", "count"),
        "p_equal": Column("p, all places equal", "p", about="Chi-square test over games with one winner, per arm."),
    }  # fmt: skip
    caption = "The p-value belongs to the whole arm: how surprising these wins would be if all places were equal."
    return Table(rows, caption, columns, "Places in numbers")
