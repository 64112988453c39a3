"""Which cards go with winning, and how much of that is the card's own doing?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import polars as pl
from plotly.subplots import make_subplots

from lab.measure.stats import FDR
from lab.metrics.card_table import COLUMNS as METRIC
from lab.metrics.card_table import SHRUNK, ZERO
from reports import theme
from reports.captions import counted, method, who_played
from reports.elements import Column, Data, Element, Note, Table, captioned, in_order, interval
from reports.marks import SIGNED_PERCENT, bars, grid

TITLE, ORDER = "Cards", 70
METRICS = ("card_table",)

BIASED = "biased by game length and lead"
SHOWN = 20
"""Cards in the chart of intervals; the table holds all."""

NAME_ROOM = 28
"""Letters of a card's name that fit beside a chart."""

LESSON = (
    f"Read the two numbers apart. IWD, like every number called naive here, is {BIASED}: who is ahead and who plays "
    "long draws more cards, so a card that does nothing can look strong. The opening hand is random, so the OH \u0394 "
    f"is unbiased for being dealt the card; it is noisier, hence its wide intervals. {ZERO}"
)


def draw(data: Data) -> Iterator[Element]:
    """Naive numbers beside the randomised one: scatter, the clearest cards with intervals, and the whole table."""
    cards = data["card_table"]
    if cards.is_empty():
        yield Note("No card has reached a player in the stored games of this run.")
        return
    yield Note(LESSON)
    known = cards.drop_nulls(["randomised_oh_delta", "naive_iwd"])
    who = f"{counted(data, cards, 'games')} {who_played(data)}"
    pale = f"Pale: dealt to fewer than {theme.FEW} opening hands."
    if known.height:
        yield captioned(
            _scatter(data, known), who, pale,
            f"Across: naive, {BIASED}. Up: randomised. {method('card_table')} On the dotted line both would agree.",
            ZERO,
        )  # fmt: skip
        yield captioned(
            _clearest(data, known), who, pale, method("card_table"),
            f"The {SHOWN} cards of each arm with the smallest p-values, strongest effect on top. Picking the extremes",
            f"overrates them: trust filled marks (false discovery rate below {FDR:.0%}), and even those will shrink.",
            ZERO,
        )  # fmt: skip
    yield _table(data, cards, who)


def _name(row: dict[str, Any]) -> str:
    return str(row["name"] or row["id"] or f"card {row['card']}")


def _short(name: str) -> str:
    return name if len(name) <= NAME_ROOM else name[: NAME_ROOM - 1].rstrip() + "\u2026"


def _hover(row: dict[str, Any]) -> str:
    oh = theme.bounded(row, "randomised_oh_delta", "points")
    iwd = theme.bounded(row, "naive_iwd", "points")
    unmodelled = "<br>part of its effect is not played yet" if row["unmodelled"] else ""
    return (
        f"<b>{_name(row)}</b> ({row['arm']})<br>"
        f"OH \u0394 (randomised): {oh} points, q = {theme.written(row['randomised_oh_q'], 'p')}<br>"
        f"IWD (naive): {iwd} points<br>n = {row['games']:,} games, dealt to {row['oh_n']:,} opening hands, "
        f"held by {row['gih_n']:,} seats{unmodelled}"
    )


def _scatter(data: Data, known: pl.DataFrame) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    height, columns = (520, 1) if len(styles) == 1 else (420, 2)
    fig, places = grid(len(styles), [] if len(styles) == 1 else list(styles), height, columns)
    span = float(known.select(pl.max_horizontal(pl.col("naive_iwd").abs().max(), 0.01)).item())
    for (arm, style), place in zip(styles.items(), places):
        rows = known.filter(pl.col("arm") == arm)
        diagonal = {"color": theme.SOFT, "dash": "dot", "width": 1}
        ends = [-span, span]
        fig.add_trace(go.Scatter(x=ends, y=ends, mode="lines", line=diagonal, hoverinfo="skip"), **place)
        for is_few in (True, False):
            part = rows.filter((pl.col("oh_n") < theme.FEW) == is_few).to_dicts()
            if part:
                fig.add_trace(_points(part, style, 0.25 if is_few else 0.85), **place)
    zero = {"zeroline": True, "zerolinecolor": theme.SOFT, "zerolinewidth": 1, "tickformat": SIGNED_PERCENT}
    fig.update_xaxes(title_text=f"IWD, naive: {BIASED}", **zero)
    fig.update_yaxes(range=_view(known), **zero)
    fig.update_yaxes(title_text="OH \u0394, randomised", col=1)
    lines = -(-len(styles) // columns)
    title, sub = "Naive and randomised worth of each card", "Difference in win credit, percentage points"
    return theme.styled(fig, title, sub, 120 + lines * height).update_layout(showlegend=False)


def _view(known: pl.DataFrame) -> list[float]:
    """The height at which the chart opens: all estimates, not the ends of the widest intervals."""
    reach = float(known.select(pl.col("randomised_oh_delta").abs().max()).item())
    return [-1.3 * max(reach, 0.01), 1.3 * max(reach, 0.01)]


def _points(rows: list[dict[str, Any]], style: dict[str, Any], opacity: float) -> go.Scatter:
    y = [r["randomised_oh_delta"] for r in rows]
    low, high = ([r[f"randomised_oh_delta_{side}"] for r in rows] for side in ("low", "high"))
    error = bars(y, low, high, theme.faded(style["color"], 0.25), 0) | {"thickness": 1}
    return go.Scatter(
        x=[r["naive_iwd"] for r in rows], y=y, mode="markers", error_y=error, opacity=opacity,
        marker={"color": style["color"], "symbol": style["symbol"], "size": 8},
        text=[_hover(r) for r in rows], hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _clearest(data: Data, known: pl.DataFrame) -> go.Figure:
    styles = theme.arm_styles(data["arm"])
    columns = min(2, len(styles))
    lines, height = -(-len(styles) // columns), 80 + 22 * SHOWN
    fig = make_subplots(
        lines, columns, shared_xaxes="all", subplot_titles=[] if len(styles) == 1 else list(styles),
        horizontal_spacing=0.28, vertical_spacing=min(0.9, 96 / (height * lines)) if lines > 1 else 0,
    )  # fmt: skip
    for i, (arm, style) in enumerate(styles.items()):
        best = known.filter(pl.col("arm") == arm).sort("randomised_oh_p", nulls_last=True).head(SHOWN)
        rows = best.sort("randomised_oh_delta").to_dicts()
        place = {"row": i // columns + 1, "col": i % columns + 1}
        fig.add_trace(_intervals(rows, style), **place)
        ticks = {"tickvals": list(range(len(rows))), "ticktext": [_short(_name(r)) for r in rows]}
        fig.update_yaxes(**ticks, range=[-0.7, SHOWN - 0.3], showgrid=False, zeroline=False, **place)
        fig.update_xaxes(title_text="OH \u0394, randomised", **place)
    zero = {"zeroline": True, "zerolinecolor": theme.SOFT, "zerolinewidth": 1, "tickformat": SIGNED_PERCENT}
    fig.update_xaxes(**zero, showticklabels=True)
    fig.update_annotations(font_size=14)
    title = "Cards whose opening-hand effect is clearest"
    sub = "Win credit when dealt minus when not, against an average card of the same pile; 95 % intervals"
    return theme.styled(fig, title, sub, 110 + lines * height).update_layout(showlegend=False)


def _intervals(rows: list[dict[str, Any]], style: dict[str, Any]) -> go.Scatter:
    x = [r["randomised_oh_delta"] for r in rows]
    low, high = ([r[f"randomised_oh_delta_{side}"] for r in rows] for side in ("low", "high"))
    found = [(r["randomised_oh_q"] if r["randomised_oh_q"] is not None else 1.0) < FDR for r in rows]
    return go.Scatter(
        x=x, y=list(range(len(rows))), mode="markers", error_x=bars(x, low, high, theme.faded(style["color"], 0.6), 0),
        marker={
            "color": [style["color"] if f else "white" for f in found], "size": 9, "symbol": style["symbol"],
            "line": {"color": style["color"], "width": 1.5},
            "opacity": [1 if r["oh_n"] >= theme.FEW else theme.FAINT for r in rows],
        },
        text=[_hover(r) for r in rows], hovertemplate="%{text}<extra></extra>",
    )  # fmt: skip


def _table(data: Data, cards: pl.DataFrame, who: str) -> Table:
    naive = f"Naive: {BIASED}."
    columns = {
        "arm": Column("arm"), "name": Column("card"), "pile": Column("pile"), "kind": Column("kind"),
        "copies": Column("copies", "count"),
        "verdict": Column("verdict", about=METRIC["verdict"].about),
        **interval(SHRUNK, METRIC[SHRUNK].label, "points", METRIC[SHRUNK].about),
        **interval("randomised_oh_delta", "OH \u0394, points (randomised)", "points", f"Dealt minus not. {ZERO}"),
        "oh_n": Column("n dealt", "count", about="Opening hands that held it."),
        "randomised_oh_q": Column("q", "p", about="False discovery rate over the cards of the arm."),
        **interval("naive_iwd", "IWD, points (naive)", "points", f"Held minus never seen. {naive}"),
        **interval("naive_gih_wr", "GIH WR (naive)", "share", f"Win credit of seats that ever held it. {naive}"),
        "gih_n": Column("n held", "count", about="Seats that ever held it."),
        "play_rate": Column("played", "share", about="Share of the seats that held it and played it."),
        "unmodelled": Column("unmodelled", about="Part of its effect is not played yet."),
    }  # fmt: skip
    ranked = cards.sort(SHRUNK, "randomised_oh_delta", descending=True, nulls_last=True)
    shown = in_order(ranked, theme.arm_names(data["arm"])).with_columns(
        pl.coalesce("name", "id", pl.format("card {}", "card")).alias("name"),
        pl.when(pl.col("unmodelled")).then(pl.lit("yes")).otherwise(pl.lit("")).alias("unmodelled"),
        (pl.col("oh_n") < theme.FEW).fill_null(True).alias("few"),
    )
    caption = (
        f"{who} {method('card_table')} {ZERO} GIH, GD, IWD and the like are naive: {BIASED}. Click a heading to sort."
    )
    return Table(shown, caption, columns, "All cards", pale="few")
