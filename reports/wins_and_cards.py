"""What rules do, in small: who wins more, and which cards are worth more or less, in pictures and a sentence."""

from __future__ import annotations

import plotly.graph_objects as go
import polars as pl

from lab.cards.card_verdict import MATTERS, MET, UNCLEAR
from lab.cards.rule_interaction import GAINS, LOSES, SAME
from lab.tables.column import bounded, written
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


def _telling(data: Data) -> pl.DataFrame:
    """What rules change of each card, by the way of coming that tells most of it."""
    tells = pl.when(pl.col("kind").is_in(MET)).then(pl.lit("kicked")).otherwise(pl.lit("hand"))
    return data["card_rules"].drop_nulls("change_shrunk").filter(pl.col("how") == tells)


def cards_said(data: Data, about: str) -> str:
    """Which cards rules make stronger and weaker, else how far that is known; nothing of rules of several."""
    rows = _telling(data)
    arms = rows["arm"].unique().to_list()
    if about not in arms and len(arms) != 1:
        return ""
    arm = about if about in arms else arms[0]
    rows = rows.filter(arm=arm).sort(pl.col("change_shrunk").abs(), "id", descending=[True, False])
    found = {word: rows.filter(verdict=word).to_dicts() for word in (GAINS, LOSES)}
    told = [
        f"{len(own)} {word if len(own) == 1 else word.removesuffix('s')} ({'most: ' * (len(own) > 1)}{own[0]['name']}"
        f"\u00a0{written(own[0]['change_shrunk'], 'points')})" for word, own in found.items() if own
    ]  # fmt: skip
    if told:
        return f"With {arm}, of {rows.height} cards **{', '.join(told)}** against the average card of its pile."
    same, unclear = (rows.filter(verdict=word).height for word in (SAME, UNCLEAR))
    if not same:
        return f"{max(rows['arm_games'].to_list()):,} games cannot tell of any card whether {arm} changes its worth."
    rest = f"; of {unclear} it cannot be told" if unclear else ""
    near = f"{same} probably stay{'s' * (same == 1)} within ±{100 * MATTERS:g} wins of 100"
    return f"Of {rows.height} cards none is found to be worth more or less with {arm}: {near}{rest}."


def moved_cards(data: Data) -> go.Figure | None:
    """The cards that the arm of the headline moves most; None where none was found to move."""
    rows = _telling(data)
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
