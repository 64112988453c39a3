"""How long is a game, and how much does its length vary?"""

from __future__ import annotations

from collections.abc import Iterator

import plotly.graph_objects as go
import polars as pl
from plotly.subplots import make_subplots

from reports import theme
from reports.captions import method, sample
from reports.elements import Column, Data, Element, Note, Table, captioned, in_order, interval
from reports.marks import Panel, bars, dot_panels

TITLE, ORDER = "Game length", 30
METRICS = ("game_length", "endings")

MEASURES = ("turns", "rounds")
QUANTILES = {
    "q05": "5 %", "q10": "10 %", "q25": "25 %", "median": "50 %", "q75": "75 %", "q90": "90 %", "q95": "95 %",
}  # fmt: skip


def draw(data: Data) -> Iterator[Element]:
    """The spread of turns and rounds, the mean with its interval, and the games the cap has cut off."""
    length = data["game_length"]
    if length.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    yield captioned(
        _spread(data, length), sample(data, length),
        "Box: the middle half of games, with the median. Whiskers: 5th to 95th percentile. They show how games differ,",
        "not how sure we are. White diamond: the mean with its 95 % interval.", method("game_length"),
    )  # fmt: skip
    capped = data["endings"].filter(pl.col("ending") == "capped")
    if capped.height:
        panel = Panel("Capped games", "share of games", capped, "share", "share")
        fig = dot_panels(data, [panel], "Games cut off by the cap", "Share with its 95 % interval", 1)
        yield captioned(
            fig, sample(data, capped), method("endings"),
            "A capped game counts with its length at the cap, so the mean is the restricted mean up to the cap.",
        )  # fmt: skip
    yield _table(data, length)


def _spread(data: Data, length: pl.DataFrame) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    fig = make_subplots(1, 2, subplot_titles=["Turns", "Rounds"], shared_yaxes=True, horizontal_spacing=0.05)
    for column, measure in enumerate(MEASURES, 1):
        for arm, style in styles.items():
            rows = length.filter((pl.col("arm") == arm) & (pl.col("measure") == measure))
            for trace in _box(rows, style["color"]) if rows.height else []:
                fig.add_trace(trace, row=1, col=column)
        fig.update_xaxes(title_text=f"{measure} per game", rangemode="tozero", row=1, col=column)
    labels = [theme.arm_label(a) for a in styles]
    fig.update_yaxes(categoryorder="array", categoryarray=labels, range=[len(labels) - 0.4, -0.6], type="category")
    fig.update_annotations(font_size=14)
    height = 190 + 62 * len(labels)
    return theme.styled(fig, "Length of a game", "Quantiles of games, and the mean", height).update_layout(
        showlegend=False
    )


def _box(rows: pl.DataFrame, colour: str) -> list[go.Box | go.Scatter]:
    row = rows.row(0, named=True)
    label = theme.arm_label(row["arm"])
    spread = ", ".join(f"{name}: {row[q]:,}" for q, name in QUANTILES.items())
    mean = theme.bounded(row, "mean", "number")
    text = (
        f"<b>{row['arm']}</b><br>{row['measure']}: mean {mean}<br>{spread}<br>"
        f"n = {row['games']:,} games, {row['capped']:,} capped"
    )
    faint = 1 if row["games"] >= theme.FEW else theme.FAINT
    quantiles = {
        key: [row[q]]
        for key, q in {"lowerfence": "q05", "q1": "q25", "median": "median", "q3": "q75", "upperfence": "q95"}.items()
    }
    box = go.Box(
        y=[label], orientation="h", fillcolor=theme.faded(colour, 0.3), line={"color": colour, "width": 2},
        width=0.5, hoverinfo="skip", opacity=faint, **quantiles,
    )  # fmt: skip
    dot = go.Scatter(
        x=[row["mean"]], y=[label], mode="markers", text=[text], hovertemplate="%{text}<extra></extra>", opacity=faint,
        marker={"symbol": "diamond", "size": 10, "color": "white", "line": {"color": theme.INK, "width": 1.5}},
        error_x=bars([row["mean"]], [row["mean_low"]], [row["mean_high"]], theme.INK),
    )  # fmt: skip
    return [box, dot]


def _table(data: Data, length: pl.DataFrame) -> Table:
    columns = {
        "arm": Column("arm"), "measure": Column("in"), "games": Column("games", "count"),
        "capped": Column("capped", "count"), **interval("mean", "mean", "number"),
        **{q: Column(name, "count", about="Quantile over games.") for q, name in QUANTILES.items()},
    }  # fmt: skip
    frame = in_order(length, theme.arm_names(data["arm"])).sort("measure", descending=True, maintain_order=True)
    return Table(frame, method("game_length"), columns, "Length in numbers")
