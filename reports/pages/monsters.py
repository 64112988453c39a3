"""Which monsters are beaten, which are fled from, and which kill?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.tables.column import bounded
from reports import theme
from reports.captions import counted, method
from reports.card_answers import COMBAT_ENDS
from reports.chart_marks import hover, stacked
from reports.elements import Answer, Choice, Data, Element, Fold, Link, Note, Table, captioned, columns_of

TITLE, GROUP, ORDER = "Monsters", "Cards", 76
METRICS = ("monsters", "fight_margins")

NAME_ROOM = 20
ROW, LEGEND_ROOM = 29, 40
"""Pixels of a bar that carries numbers, and of the words of the colours above the first one."""
TOLD = 2
"""Other rules of which is told what they change."""


def _arms(data: Data) -> Mapping[str, str]:
    there = set(data["monsters"]["arm"].to_list())
    return {arm: arm for arm in theme.arm_names(data["arm"]) if arm in there}


CHOICES = (Choice("arm", "Rules", _arms),)


def draw(data: Data) -> Iterator[Element]:
    """The easiest and the deadliest in a sentence, all monsters from the easiest on, fights by strength, the table."""
    arm = data.chosen.get("arm") or next(iter(_arms(data)), "")
    frame = data["monsters"].filter(pl.col("arm") == arm)
    if frame.is_empty():
        yield Note("No combat with its events is stored for this run: play it with events (option --events).")
        return
    rows = frame.sort("won", descending=True, nulls_last=True)
    who = f"n = {_counts(rows)}, {arm}."
    changed = [_changed(rows, data["monsters"].filter(arm=other), other) for other in _arms(data) if other != arm]
    yield Answer("\n".join([_answer(rows), *filter(None, changed[:TOLD])]))
    yield captioned(
        _bars(rows), "No kill: the monster left, or was sent away. Caught: Bad Stuff happened, and nobody died of it.",
        who, method("monsters"),
        "A combat with two monsters counts for each. Intervals stand in the table.",
    )  # fmt: skip
    margins = data["fight_margins"].filter(pl.col("arm") == arm, pl.col("told") == "start")
    if margins.height:
        yield captioned(
            _margins(margins.sort("place", descending=True)), "", counted(data, margins), method("fight_margins"),
            "Helpers and cards that come later move it.",
        )  # fmt: skip
    yield Fold("All monsters in numbers", (_table(rows, who),))


def _counts(rows: pl.DataFrame) -> str:
    games = max(rows["games"].to_list())
    return f"{games:,} games for the most frequent of {rows.height} monsters, {rows['n'].sum():,} combats in all"


def _answer(rows: pl.DataFrame) -> str:
    """The easiest and the hardest in a sentence; below it the deadliest; what cannot be told apart stands beside."""
    return (
        f"{_first(rows, 'won', 1)} is beaten most often, {_first(rows, 'won', -1)} most seldom.\n"
        f"Deadliest: {_first(rows, 'died', 1, True)}.\nFled from most often: {_first(rows, 'fled', 1, True)}."
    )


def _changed(rows: pl.DataFrame, others: pl.DataFrame, arm: str) -> str:
    """How many monsters other rules surely make easier or harder to beat: those whose intervals do not meet."""
    both = rows.join(others, on="card", suffix="_other").drop_nulls(["won", "won_other"])
    easier = both.filter(pl.col("won_low_other") > pl.col("won_high")).height
    harder = both.filter(pl.col("won_high_other") < pl.col("won_low")).height
    if not easier and not harder:
        return f"With {arm} no monster is surely beaten more or less often." if both.height else ""
    return f"With {arm} **{easier} of {both.height} monsters are beaten more often**, {harder or 'none'} less often."


def _first(rows: pl.DataFrame, end: str, side: int, is_exact: bool = False) -> str:
    """The monster whose combats end so most often (SIDE 1) or most seldom (-1), or which else; IS_EXACT: how often."""
    known = rows.drop_nulls(end).sort(end, descending=side > 0, maintain_order=True)
    first = known.row(0, named=True)
    edge, other = ("low", "high") if side > 0 else ("high", "low")
    bound = pl.lit(first[f"{end}_{edge}"])
    meet = known[1:].filter(pl.col(f"{end}_{other}") >= bound if side > 0 else pl.col(f"{end}_{other}") <= bound)
    said = f" ({bounded(first, end, 'share')} of its combats)" if is_exact else ""
    told = [f"**{first['name']}**{said}"]
    near = [row["name"] + f" ({_share(row, end)})" * is_exact for row in meet.iter_rows(named=True)]
    return " or ".join([*told, *(near if len(near) < 2 else [f"one of {len(near)} others"])])


def _share(row: Mapping[str, Any], end: str) -> str:
    """A share with the digits that its interval carries."""
    return bounded(row, end, "share").split(" [")[0]


def _short(name: str) -> str:
    return name if len(name) <= NAME_ROOM else name[: NAME_ROOM - 1].rstrip() + "\u2026"


def _bars(rows: pl.DataFrame) -> go.Figure:
    names = [f"{_short(r['name'])} ({r['level']})" for r in rows.iter_rows(named=True)]
    fig = _ends(rows, names, "How combats with each monster end", ROW)
    fig.layout.meta = {**fig.layout.meta, "subtitle": "Share of its combats; the number behind a name is its Level"}
    return fig


def _margins(rows: pl.DataFrame) -> go.Figure:
    names, title = rows["bin"].to_list(), "How combats end by the difference in strength"
    fig = _ends(rows, names, title, 40).update_yaxes(title_text="fighter minus monster")
    fig.layout.meta = {**fig.layout.meta, "subtitle": "Strength of both sides when the combat begins"}
    return fig


def _ends(rows: pl.DataFrame, names: list[str], title: str, step: int) -> go.Figure:
    """A bar for each row, whose parts are the ends of its combats."""
    parts = [
        {"bar": place, "part": end, "share": row[end] or 0.0, "told": hover(
            name, f"{word}: {bounded(row, end, 'share')}", n=row["games"]
        )}
        for place, (name, row) in enumerate(zip(names, rows.iter_rows(named=True), strict=True))
        for end, (word, _) in COMBAT_ENDS.items()
    ]  # fmt: skip
    fig = stacked(dict(enumerate(names)), parts, COMBAT_ENDS, title, "share of combats", step)
    return fig.update_layout(margin_t=LEGEND_ROOM, legend={"y": 1, "yanchor": "top"})


def _table(frame: pl.DataFrame, who: str) -> Table:
    names = ("name", "level", "won", "fled", "caught", "died", "levels_lost", "n")
    columns = columns_of("monsters", *names, name={"link": Link("card", {"card": "name"})})
    return Table(frame, "", columns, "", counted=f"{who} {method('monsters')}")
