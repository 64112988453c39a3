"""Two small pictures of what rules do: who wins more, and which cards are worth more or less."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from lab.cards.card_verdict import MET
from lab.cards.rule_interaction import GAINS, LOSES
from lab.tables.column import bounded
from reports import theme
from reports.card_marks import short
from reports.chart_marks import Mark, ends, hover, interval_rows
from reports.display_names import short_labels
from reports.dumbbells import Line, dumbbells
from reports.elements import Data
from reports.headlines import first_told

MOVED = 5
"""Cards in the small picture of what a rule does to them."""
LETTERS = 18
"""Letters of a card's name on one line."""


def wins(data: Data) -> go.Figure | None:
    """What the players of each persona win; None where there is but one."""
    found = data["persona_win"].drop_nulls("credit")
    order = found.group_by("agent").agg(pl.col("credit").mean()).sort("credit", "agent", descending=[True, False])
    lines = [
        Line(agent, {row["arm"]: ends(row, "credit") for row in found.filter(agent=agent).to_dicts()})
        for agent in order["agent"]
    ]
    if len(lines) < 2:
        return None
    fig = dumbbells(data, lines, "What each persona wins", "", "share of its games")
    even = found["fair_share"].unique().to_list()
    if len(even) == 1:
        fair = f"{100 * even[0]:.0f}\u00a0% = a fair share"
        fig.update_xaxes(tickvals=[0, even[0]], ticktext=["0\u00a0%", fair], gridcolor=theme.SOFT)
    return fig


def moved_cards(data: Data) -> go.Figure | None:
    """The cards that the arm of the headline moves most; None where none was found to move."""
    tells = pl.when(pl.col("kind").is_in(MET)).then(pl.lit("kicked")).otherwise(pl.lit("hand"))
    rows = data["card_rules"].drop_nulls("change_shrunk").filter(pl.col("how") == tells)
    about = first_told(data.whole)
    arm = about if about in rows["arm"].to_list() else next(iter(rows["arm"].to_list()), "")
    top = rows.filter(arm=arm).sort(pl.col("change_shrunk").abs(), "id", descending=[True, False]).head(MOVED)
    if not top["verdict"].is_in([GAINS, LOSES]).any():
        return None
    marks = [
        Mark(
            short(row["name"]), ends(row, "change_shrunk"), arm, theme.arm_styles(data.whole["arm"])[arm],
            hover(row["name"], f"{bounded(row, 'change_shrunk', 'points')} points", n=row["arm_games"]),
            filled=row["verdict"] in (GAINS, LOSES),
        )
        for row in top.sort("change_shrunk", descending=True).iter_rows(named=True)
    ]  # fmt: skip
    title = f"Cards that move with {short_labels(theme.arm_names(data.whole['arm']))[arm]}"
    axis = "more wins per 100 games with the card"
    return interval_rows(marks, title, "", axis, label=lambda name: theme.wrapped(name, LETTERS))
