"""Which monsters are beaten, which are fled from, and which kill?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import plotly.graph_objects as go
import polars as pl

from lab.tables.column import bounded
from reports import theme
from reports.chart_marks import PERCENT, counted, method, who_played
from reports.elements import Answer, Choice, Data, Element, Link, Note, Table, captioned, columns_of, in_order

TITLE, GROUP, ORDER = "Monsters", "Cards", 76
METRICS = ("monsters", "fight_margins")

ENDS = {
    "won": ("won", "#228833"), "gone": ("no kill", "#BBBBBB"), "fled": ("got away", "#56B4E9"),
    "caught": ("caught", "#E69F00"), "died": ("died", "#AA3377"),
}  # fmt: skip
"""How a combat ends for its fighter, from the best to the worst: word and colour."""
NAME_ROOM = 20
ROOM_FOR_TEXT = 0.08
"""Parts of a bar that are smaller than this carry no number: it would not fit."""
ROW = 24


def _arms(data: Data) -> Mapping[str, str]:
    there = set(data["monsters"]["arm"].to_list())
    return {arm: arm for arm in theme.arm_names(data["arm"]) if arm in there}


def _strengths(data: Data) -> Mapping[str, str]:
    return {"start": "when first told", "end": "when last told"} if data["fight_margins"].height else {}


CHOICES = (
    Choice("arm", "Arm", _arms),
    Choice(
        "told", "Strengths", _strengths,
        about="The first ones say what a fighter alone with the monster could expect; the last ones decide.",
    ),
)  # fmt: skip


def draw(data: Data) -> Iterator[Element]:
    """The easiest and the deadliest in a sentence, all monsters from the easiest on, fights by strength, the table."""
    arm = data.chosen.get("arm") or next(iter(_arms(data)), "")
    frame = data["monsters"].filter(pl.col("arm") == arm)
    if frame.is_empty():
        yield Note("No combat with its events is stored for this run: play it with events (option --events).")
        return
    rows = frame.sort("won", descending=True, nulls_last=True)
    who = f"n = {_counts(rows)}, {arm}. {who_played(data)}"
    yield Answer(_answer(rows))
    yield captioned(
        _bars(rows), who, method("monsters"), "A combat with two monsters counts for each. No kill: it left.",
        "Intervals stand in the table.",
    )  # fmt: skip
    margins = data["fight_margins"].filter(pl.col("arm") == arm, pl.col("told") == data.chosen.get("told", "start"))
    if margins.height:
        yield captioned(
            _margins(margins.sort("place")), f"{counted(data, margins)} {who_played(data)}", method("fight_margins"),
            "Strength of the fighter's side minus that of the monsters. Helpers and cards that come later move it.",
        )  # fmt: skip
    yield _table(data, who)


def _counts(rows: pl.DataFrame) -> str:
    games = max(rows["games"].to_list())
    return f"{games:,} games for the most frequent of {rows.height} monsters, {rows['n'].sum():,} combats in all"


def _answer(rows: pl.DataFrame) -> str:
    best, worst = rows.row(0, named=True), rows.drop_nulls("won").tail(1).row(0, named=True)
    deadly = rows.sort("died", descending=True, nulls_last=True).row(0, named=True)
    return (
        f"**{best['name']}** is beaten most often, in {bounded(best, 'won', 'share')} of its combats, and "
        f"**{worst['name']}** most seldom, in {bounded(worst, 'won', 'share')}; the deadliest is **{deadly['name']}**: "
        f"{bounded(deadly, 'died', 'share')} of the fighters who meet it die."
    )


def _short(name: str) -> str:
    return name if len(name) <= NAME_ROOM else name[: NAME_ROOM - 1].rstrip() + "\u2026"


def _bars(rows: pl.DataFrame) -> go.Figure:
    names = [f"{_short(r['name'])} ({r['level']})" for r in rows.iter_rows(named=True)]
    title, below = "How combats with each monster end", "Share of its combats; the number behind a name is its Level"
    fig = theme.figure(title, below, ROW * rows.height + 90)
    _add_parts(fig, rows, names)
    fig.update_yaxes(type="category", categoryorder="array", categoryarray=names[::-1], showgrid=False)
    return fig.update_layout(bargap=0.25)


def _add_parts(fig: go.Figure, rows: pl.DataFrame, names: list[str]) -> None:
    for end, (word, colour) in ENDS.items():
        values = [v or 0.0 for v in rows[end].to_list()]
        hover = [
            f"<b>{name}</b><br>{word}: {bounded(r, end, 'share')}<br>n = {r['games']:,} games"
            for name, r in zip(names, rows.iter_rows(named=True), strict=True)
        ]  # fmt: skip
        text = [f"{100 * v:.0f}" if v >= ROOM_FOR_TEXT else "" for v in values]
        fig.add_trace(
            go.Bar(
                x=values, y=names, orientation="h", name=word, marker_color=colour, text=text, textposition="inside",
                insidetextanchor="middle", textangle=0, hovertext=hover, hovertemplate="%{hovertext}<extra></extra>",
                insidetextfont={"color": theme.ON_COLOUR[colour]},
            )
        )  # fmt: skip
    fig.update_layout(barmode="stack").update_xaxes(title_text="share of combats", tickformat=PERCENT, range=[0, 1])


def _margins(rows: pl.DataFrame) -> go.Figure:
    names = rows["bin"].to_list()
    fig = theme.figure("How combats end by the difference in strength", "Share of combats", 40 * rows.height + 90)
    _add_parts(fig, rows, names)
    fig.update_yaxes(type="category", categoryorder="array", categoryarray=names, showgrid=False)
    return fig.update_yaxes(title_text="side minus monsters")


def _table(data: Data, who: str) -> Table:
    frame = in_order(data["monsters"], theme.arm_names(data["arm"]))
    names = ("arm", "name", "level", "won", "fled", "caught", "died", "helped", "levels_lost", "n")
    columns = columns_of("monsters", *names, name={"link": Link("card", {"card": "name"})})
    return Table(frame, f"{who} {method('monsters')}", columns, "Monsters in numbers")
