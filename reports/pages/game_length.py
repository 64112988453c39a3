"""How long is a game, and how much does its length vary?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import PERCENT, Panel, by_arm, curve, dot_panels, hover, thinned
from reports.differences import differences_of
from reports.elements import (
    Answer,
    Choice,
    Column,
    Data,
    Element,
    Fold,
    Note,
    Table,
    Tile,
    Tiles,
    captioned,
    columns_of,
    in_order,
)
from reports.headlines import a_turn_holds
from reports.ridge_chart import ridges

TITLE, GROUP, ORDER = "Game length", "Results", 30
METRICS = ("game_length", "restricted_length", "length_survival", "estimated_minutes", "comparison")

QUANTILES = {
    "q05": "5 %", "q10": "10 %", "q25": "25 %", "q75": "75 %", "q90": "90 %", "q95": "95 %",
}  # fmt: skip
IN_VIEW = 0.01
"""The curves open on the lengths that at least this share of games reaches."""


def _measures(data: Data) -> Mapping[str, str]:
    return {"turns": "turns", "rounds": "rounds"}


CHOICES = (Choice("length", "Counted in", _measures, about="A round is one turn of each player."),)


def draw(data: Data) -> Iterator[Element]:
    """The typical length in a sentence, means and minutes of the arms, the share still playing, and the quantiles."""
    measure = data.chosen.get("length", "turns")
    length = data["game_length"].filter(pl.col("measure") == measure)
    if length.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    length = in_order(length, theme.arm_names(data["arm"]))
    why = a_turn_holds(differences_of(data)) if length.height == 2 else []
    yield Answer("\n".join([_answer(data, length, measure), *why]))
    if length.height == 1:
        yield Tiles(_tiles(data, length.row(0, named=True), measure))
    hills = ridges(data, "How long games are", "Higher: more games of these rules are so long", measure)
    yield captioned(
        hills, _beyond(data, measure, hills.layout.xaxis.range[1]), counted(data, length), method("game_length"),
        "Minutes: turns, decisions and combats times the seconds declared for each (lab help hour); they are "
        "assumptions, the interval is that of the games.",
    )  # fmt: skip
    yield from _known(data, measure)
    yield captioned(
        _survival(data, measure), "", counted(data, length), method("length_survival"),
        "Games cut off by the cap are longer than the cap; by how much is not known, and not asked here.",
    )  # fmt: skip
    yield _table(data, length, measure)
    yield Fold("Minutes in their parts", (_minutes(data),))


def _beyond(data: Data, measure: str, end: float) -> str:
    """How many games of which rules are longer than the chart shows."""
    seen = data["length_survival"].filter(pl.col("measure") == measure, pl.col("length") <= end)
    still = dict(seen.group_by("arm").agg(pl.min("running")).iter_rows())
    told = [
        written(still[arm], "share") + f" of {arm}" for arm in theme.arm_names(data["arm"]) if still.get(arm, 0) > 0
    ]
    return f"Longer than is shown: {joined(told)}." if told else ""


def _answer(data: Data, length: pl.DataFrame, measure: str) -> str:
    """Half of the games, the middle of them, the longest; of several arms the shortest and the longest."""
    rows = length.sort("mean").to_dicts()
    cut = sum(row["capped"] for row in rows)
    cap = f" {cut:,} games met the cap: they are longer than is known." if cut else ""
    if len(rows) == 1:
        row = rows[0]
        minutes = _whole(data, row["arm"])
        table = f" {at_a_table(minutes)}" if minutes else ""
        return (
            f"Half of the games are over after **{row['median']:,} {measure}**; four of five take between "
            f"{row['q10']:,} and {row['q90']:,}.{table}{cap}"
        )
    least, most = (bounded(row, "mean", "number") for row in (rows[0], rows[-1]))
    fewer = f"{100 * (1 - rows[0]['mean'] / rows[-1]['mean']):.0f} % fewer" if rows[-1]["mean"] else "as many"
    ends = ", ".join(f"{row['q10']:,} to {row['q90']:,} {measure} with {row['arm']}" for row in (rows[0], rows[-1]))
    lines = [
        f"Games are {'shortest' if rows[2:] else 'shorter'} with {rows[0]['arm']}: **{least} {measure}** on average, "
        f"{fewer} than with "
        f"{rows[-1]['arm']}, {most}.",
        f"**Four of five games take** {ends}.", _in_minutes(data), cap.strip(),
    ]  # fmt: skip
    return "\n".join(filter(None, lines))


def _in_minutes(data: Data) -> str:
    """Of several arms the shortest and the longest by minutes, which may be others than by turns."""
    rows = data["estimated_minutes"].filter(pl.col("part") == "all").sort("minutes").to_dicts()
    if not rows:
        return ""
    ends = [
        f"{row['minutes']:.0f} with {row['arm']} (four of five games {row['q10']:.0f} to {row['q90']:.0f}; "
        f"{bounded(row, 'within_60', 'share').split(' [')[0]} within an hour)" for row in (rows[0], rows[-1])
    ]  # fmt: skip
    return f"**Estimated minutes**: {', '.join(ends)}."


def at_a_table(minutes: Mapping[str, Any]) -> str:
    """How long a game takes at a table, and how often an hour is enough."""
    hour = bounded(minutes, "within_60", "share")
    return f"At a table that is an estimated {minutes['minutes']:.0f} minutes; within an hour {hour} of the games end."


def _whole(data: Data, arm: str) -> dict[str, Any] | None:
    rows = data["estimated_minutes"].filter((pl.col("arm") == arm) & (pl.col("part") == "all"))
    return rows.row(0, named=True) if rows.height else None


def _tiles(data: Data, row: Mapping[str, Any], measure: str) -> list[Tile]:
    mean, _, interval = bounded(row, "mean", "number").partition(" ")
    tiles = [
        Tile(f"mean {measure}", mean, interval),
        Tile(f"median {measure}", f"{row['median']:,}", f"half between {row['q25']:,} and {row['q75']:,}"),
        Tile("one game in ten", f"over {row['q90']:,}", measure),
    ]
    if minutes := _whole(data, row["arm"]):
        each, _, around = bounded(minutes, "minutes", "number").partition(" ")
        tiles.append(Tile("estimated minutes", each, around))
        share, _, around = bounded(minutes, "within_60", "share").partition(" [")
        tiles.append(Tile("over within an hour", share, f"[{around}" if around else ""))
    return tiles


def _known(data: Data, measure: str) -> Iterator[Element]:
    """Where games met the cap: means up to where all are known."""
    restricted = data["restricted_length"].filter(pl.col("measure") == measure)
    if not restricted["cut"].sum():
        return
    horizon = max(restricted["common_horizon"].drop_nulls().to_list(), default=0)
    axis = f"{measure}, what is longer counts as {horizon}"
    panel = Panel("Mean up to where all are known", axis, restricted, "common_mean")
    yield captioned(
        dot_panels(data, [panel], "Means without guessing", "Some games met the cap"), "", counted(data, restricted),
        method("restricted_length"),
    )  # fmt: skip


def _survival(data: Data, measure: str) -> go.Figure:
    curves = data["length_survival"].filter(pl.col("measure") == measure)
    fig = theme.figure(f"Games still going on after so many {measure}", "Share of all games, with its interval", 430)
    for arm, style, rows in by_arm(data, curves):
        rows = thinned(rows.sort("length"))
        told = [
            hover(arm, f"after {r['length']:,} {measure}: {bounded(r, 'running', 'share')} still playing", n=r["games"])
            for r in rows.iter_rows(named=True)
        ]
        line = {"color": style["color"], "width": theme.step_width(style), "shape": "hv"}
        fig.add_traces(curve(rows, rows["length"].to_list(), "running", arm, line, told))
    busy = curves.filter(pl.col("running") >= IN_VIEW)
    fig.update_xaxes(title_text=measure, range=[0, max([1, *busy["length"].to_list()])])
    fig.update_yaxes(title_text="share of games", tickformat=PERCENT, range=[0, 1.02])
    return fig.update_layout(showlegend=data["arm"].height > 1)


def _table(data: Data, length: pl.DataFrame, measure: str) -> Table:
    columns = {
        **columns_of("game_length", "arm"),
        "median": Column("median", "count", about=f"Half of the games take no more {measure}."),
        **columns_of("game_length", "mean"),
        **{q: Column(name, "count", about=f"So many games take no more {measure}.") for q, name in QUANTILES.items()},
        **columns_of("game_length", "games", "capped"),
    }  # fmt: skip
    caption = (
        "Under 5 % the length that 5 % of the games do not exceed, and so on. Capped: given up unfinished at the cap."
    )
    return Table(length, caption, columns, f"Length in {measure}", counted=method("game_length"))


def _minutes(data: Data) -> Table:
    frame = in_order(data["estimated_minutes"], theme.arm_names(data["arm"]))
    columns = columns_of(
        "estimated_minutes", "arm", "part", "minutes", "within_60", "within_90", "within_120", "count", "seconds_each"
    )
    caption = (
        "Declared seconds times counted turns, decisions and combats; a pace.toml of your table in the store counts."
    )
    return Table(frame, caption, columns, "Estimated minutes")
