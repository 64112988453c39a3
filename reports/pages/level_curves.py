"""How do Levels grow, and when do winners pull away from the others?"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.tables.column import bounded
from reports import headlines, theme
from reports.captions import counted, method
from reports.chart_marks import HOVER, by_arm, curve, hover
from reports.display_names import short_labels
from reports.elements import Answer, Choice, Data, Element, Note, Row, captioned

TITLE, GROUP, ORDER = "Level curves", "Results", 20
METRICS = ("level_curve", "level_race", "level_groups", "level_difference")

IN_VIEW = 0.1
"""The charts open on the rounds that at least this share of games has reached."""
LEAST = 20
"""Fans end where fewer games still run: quantiles of three say nothing."""
LEGEND = 24
"""Pixels of an arm in a legend."""
BY = {"won": "winners and others", "place": "seats", "persona": "personas"}
GROUPS = {"winner": "winners", "other": "others"}
LABEL = {"showarrow": False, "font": {"color": theme.INK}}
"""How words stand at a line."""
PLACES = {str(n): f"{word} to play" if n == 1 else word for n, word in enumerate(headlines.PLACES, 1)}
TOLD = 3
"""Rules that are told one by one."""

CHOICES = (Choice("by", "Whose Levels", lambda data: BY),)


def draw(data: Data) -> Iterator[Element]:
    """How far winners are ahead, the curves, what the rules change, and how many games the points rest on."""
    arms, curve = theme.arm_names(data["arm"]), data["level_curve"]
    if curve.is_empty():
        yield Note("No Levels are stored for this run yet.")
        return
    last = _last_round(curve)
    lesson = (
        "A game leaves the curve when it ends, so late rounds speak only of long games. "
        f"Lines end where fewer than {theme.FEW} games still run; of a smaller run they are dotted. The charts open on "
        f"what {IN_VIEW:.0%} of games reach."
    )
    yield Answer("\n".join([*_pulled_away(curve, arms), *_ahead(data)]))
    yield from _means(data, curve, last, lesson)
    if data.chosen.get("by", "won") == "won":
        yield captioned(
            _race(data, data["level_race"], last), "Bands end where few games still run.",
            counted(data, curve), "Bands show how games differ, not how sure we are. Levels are "
            "whole: lines go through the middles of their steps.", lesson,
        )  # fmt: skip
    yield from _differences(data, last)


def _means(data: Data, curve: pl.DataFrame, last: int, lesson: str) -> Iterator[Element]:
    """Who will win, who sits where or who plays how: means with their bands."""
    by = data.chosen.get("by", "won")
    if by == "won":
        yield captioned(
            _winners(data, curve, last), 
            f"Who will win is known only afterwards: this is no forecast. Lines end where fewer than {theme.FEW} games "
            "still run.",
            counted(data, curve), f"Band: {method('level_curve')}", lesson,
        )  # fmt: skip
        return
    groups = data["level_groups"].filter(pl.col("kind") == by)
    yield captioned(_groups(data, groups, last), "", counted(data, groups), f"Band: {method('level_groups')}", lesson)


def _last_round(curve: pl.DataFrame) -> int:
    everybody = curve.filter(pl.col("group") == "all")
    busy = everybody.filter(pl.col("games") >= IN_VIEW * pl.col("games").max().over("arm"))
    return int(busy.select(pl.col("round").max()).item())


def _a_level_ahead(curve: pl.DataFrame, arm: str) -> dict[str, Any] | None:
    """The first round in which later winners of an arm are a Level ahead of the others, with both means; or none."""
    sides = [curve.filter(pl.col("arm") == arm, pl.col("group") == g).select("round", "mean") for g in GROUPS]
    both = sides[0].join(sides[1], on="round", suffix="_other").sort("round")
    found = both.filter(pl.col("mean") - pl.col("mean_other") >= 1).head(1).to_dicts()
    return found[0] if found else None


def _pulled_away(curve: pl.DataFrame, arms: list[str]) -> Iterator[str]:
    """When later winners are a Level ahead of the others, rules by rules."""
    told = []
    for arm in arms[:TOLD]:
        at, within = _a_level_ahead(curve, arm), f" with {arm}" if len(arms) > 1 else ""
        told.append(f"by **round\u00a0{at['round']}**{within}" if at else f"in no round{within}")
    yield f"On average later winners are a **whole Level** ahead of the others {joined(told)}."


def _ahead(data: Data) -> list[str]:
    """When rules move the leader farthest, if they do for sure."""
    rows = data["level_difference"].filter(pl.col("who") == "leader")
    sure = rows.filter(pl.col("difference_low") * pl.col("difference_high") > 0, pl.col("games") >= theme.FEW)
    if sure.is_empty():
        return []
    row = sure.sort(pl.col("difference").abs(), descending=True).row(0, named=True)
    where = "ahead of" if row["difference"] > 0 else "behind"
    size = {**row, **{f"difference{end}": row[f"difference{end}"] * (1 if row["difference"] > 0 else -1)
                      for end in ("", "_low", "_high")}}  # fmt: skip
    size["difference_low"], size["difference_high"] = sorted((size["difference_low"], size["difference_high"]))
    return [
        f"In round {row['round']} the leader with {row['arm']} is **{bounded(size, 'difference', 'number')} Levels "
        f"{where}** the leader with {row['reference']}, farther than in any other round."
    ]


def _axes(fig: go.Figure, last: int, top: float) -> go.Figure:
    fig.update_xaxes(title_text="round", range=[0, last * 1.02], nticks=7)
    return fig.update_yaxes(title_text="Level", tick0=1, dtick=3, range=[0.6, top + 0.6])


def _top(frame: pl.DataFrame, last: int, value: str = "mean") -> int:
    """The highest Level that charts have room for: one at which they have a line."""
    most = frame.filter(pl.col("round") <= last).select(pl.col(value).max()).item() or 4
    return 3 * math.ceil((most - 1) / 3) + 1


def _winners(data: Data, curve_: pl.DataFrame, last: int) -> Row:
    """A chart for each arm: later winners, the others, and where the first are a Level ahead."""
    figures, labels = [], short_labels(theme.arm_names(data["arm"]))
    for arm, style, rows in by_arm(data, curve_):
        fig = theme.figure(labels[arm], "", 360)
        for group, word in GROUPS.items():
            is_winner = group == "winner"
            look = {"color": style["color"] if is_winner else theme.SOFT, "width": 2.5}
            fig.add_traces(lines := _line(rows.filter(pl.col("group") == group), word, look))
            if lines and lines[-1].x:
                place = {"x": min(lines[-1].x[-1], last), "y": dict(zip(lines[-1].x, lines[-1].y))}
                place["y"] = place["y"].get(place["x"], lines[-1].y[-1])
                fig.add_annotation(
                    text=f"<b>{word}</b>", xanchor="right", yshift=16 if is_winner else -20, **place, **LABEL
                )
        if at := _a_level_ahead(rows, arm):
            ends = (at["mean_other"], at["mean"])
            fig.add_shape(type="line", x0=at["round"], x1=at["round"], y0=ends[0], y1=ends[1], line_color=theme.INK)
            told = {"x": at["round"], "y": ends[0], "xanchor": "left", "yanchor": "top", "align": "left"}
            fig.add_annotation(text=f"a Level ahead<br>by round {at['round']}", **told, **LABEL)
        figures.append(_axes(fig, last, _top(curve_, last)).update_layout(showlegend=False))
    below = "Mean Level of those who win in the end, and of the others, with 95 % intervals"
    return Row("Level by round: winners and others", figures, below, columns=2)


def _groups(data: Data, groups: pl.DataFrame, last: int) -> Row:
    """A chart for each arm, a line for each place or persona."""
    figures = []
    names = groups["group"].unique().sort().to_list()
    for arm in theme.arm_names(data["arm"]):
        fig = theme.figure(arm, "", 380)
        for name, colour in zip(names, theme.GROUP_COLOURS * 2, strict=False):
            rows = groups.filter(pl.col("arm") == arm, pl.col("group") == name)
            fig.add_traces(_line(rows, PLACES.get(name, name), {"color": colour, "width": 2.5}))
        figures.append(_axes(fig, last, _top(groups, last)).update_layout(showlegend=True))
    return Row(f"Level by round for each {_word(groups)}", figures, "Mean with its 95 % interval", columns=2)


def _word(groups: pl.DataFrame) -> str:
    return "place" if "place" in groups["kind"].to_list() else "persona"


def _differences(data: Data, last: int) -> Iterator[Element]:
    """How far each set of rules moves the leader, round by round, with its farthest point."""
    frame = data["level_difference"].filter(pl.col("who") == "leader", pl.col("round") <= last)
    if frame.is_empty():
        return
    references, arms = joined(list(dict.fromkeys(frame["reference"].to_list()))), frame["arm"].n_unique()
    below = f"Levels of the leader more, or fewer, than with {references}, with 95 % intervals"
    fig = theme.figure("What the rules change for the leader", below, 320 + LEGEND * (arms > 1))
    for arm, style, rows in by_arm(data, frame):
        fig.add_traces(_line(rows, arm, {"color": style["color"], "width": 2.5}, "difference"))
        most = rows.sort(pl.col("difference").abs(), descending=True).row(0, named=True)
        if arms == 1:
            up, size = most["difference"] > 0, bounded(most, "difference", "number").split(" [")[0]
            place = {"x": most["round"], "y": most["difference_high" if up else "difference_low"] or most["difference"]}
            text = f"<b>{'+' * up}{size}</b> in round {most['round']}"
            fig.add_annotation(text=text, yshift=14 if up else -14, **place, **LABEL)
    fig.update_yaxes(title_text="Levels more", rangemode="tozero", nticks=5, zerolinecolor=theme.SOFT)
    fig.update_xaxes(title_text="round", range=[0, last * 1.02], nticks=7).update_layout(showlegend=arms > 1)
    yield captioned(
        fig, "Here every game counts in every round: one that has ended stays at its last Levels.",
        counted(data, frame), method("level_difference"),
    )  # fmt: skip


def _race(data: Data, rows: pl.DataFrame, last: int) -> Row:
    """A fan of the leader and one of the last player for each arm, on one scale."""
    figures = []
    labels = short_labels(theme.arm_names(data["arm"]))
    most = pl.col("games").max().over("arm")
    busy = pl.col("games") >= pl.max_horizontal(IN_VIEW * most, pl.min_horizontal(most, LEAST))
    for arm, style, own in by_arm(data, rows.filter(busy)):
        fig = theme.figure(labels[arm], "", 360)
        for group, colour in (("leader", style["color"]), ("last", theme.SOFT)):
            _fan(fig, own.filter(group=group).sort("round"), group, colour)
        figures.append(_axes(fig, last, _top(rows, last, "q90")).update_layout(showlegend=False))
    below = "Median of the games still running; dark bands hold the middle half of them, light ones four fifths"
    return Row("The race: leader and last", figures, below, columns=2)


def _fan(fig: go.Figure, rows: pl.DataFrame, group: str, colour: str) -> None:
    """Two bands around a median, which is labelled in its middle."""
    x, half = rows["round"].to_list(), _sloped(rows["q50"])
    quiet = {"mode": "lines", "line": {"width": 0}, "hoverinfo": "skip", "showlegend": False, "x": x}
    for low, high, opacity in (("q10", "q90", 0.14), ("q25", "q75", 0.22)):
        fig.add_trace(go.Scatter(y=_sloped(rows[low]), **quiet))
        fill = {"fill": "tonexty", "fillcolor": theme.faded(colour, opacity)}
        fig.add_trace(go.Scatter(y=_sloped(rows[high]), **fill, **quiet))
    told = [
        hover(
            group,
            f"round {r['round']}: 10\u201350\u201390 %: {r['q10']} \u2013 {r['q50']} \u2013 {r['q90']}",
            n=r["games"],
        )
        for r in rows.iter_rows(named=True)
    ]
    fig.add_trace(
        go.Scatter(
            x=x, y=half, mode="lines", name=group, hovertext=told, hovertemplate=HOVER,
            line={"color": colour, "width": 2.5},
        )
    )  # fmt: skip
    if x:
        middle = len(x) // 2
        fig.add_annotation(
            x=x[middle], y=half[middle], text=f"<b>{group}</b>", showarrow=False, font={"color": theme.INK},
            yshift=14 if group == "leader" else -14,
        )  # fmt: skip


def _sloped(levels: pl.Series) -> list[float]:
    """Whole Levels round by round as a line from the middle of each step to the middle of the next."""
    steps = pl.DataFrame({"level": levels}).with_row_index("at").group_by(pl.col("level").rle_id(), maintain_order=True)
    middles = steps.agg(pl.col("at").mean(), pl.col("level").first().alias("whole"))
    return [float(y) for y in np.interp(range(levels.len()), middles["at"], middles["whole"])]


def _line(rows: pl.DataFrame, name: str, look: dict[str, Any], value: str = "mean") -> list[go.Scatter]:
    """A line by round, with its band; none where there is no row."""
    rows, word = rows.sort("round"), "Level" if value == "mean" else "difference"
    many = rows.filter(pl.col("games") >= theme.FEW)
    rows = many if many.height else rows
    told = [
        hover(name, f"round {row['round']}: {word} {bounded(row, value, 'number')}", n=row["games"])
        for row in rows.iter_rows(named=True)
    ]
    return curve(rows, rows["round"].to_list(), value, name, look, told) if told else []
