"""How do Levels grow, and when do winners pull away from the others?"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from typing import Any

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.tables.column import bounded, signed, written
from reports import headlines, theme
from reports.captions import counted, method
from reports.chart_marks import by_arm, curve, ends, hover
from reports.display_names import short_labels
from reports.dumbbells import Line, surely
from reports.elements import Answer, Choice, Data, Element, Fold, Note, Row, captioned

TITLE, GROUP, ORDER = "Level curves", "Results", 20
METRICS = ("level_curve", "level_groups", "level_difference")

IN_VIEW, ENDS = 0.1, "Lines stop when only one game in ten is still running."
"""Lines go to the rounds that at least this share of games has reached, and how that is said."""
LASTS = "Games that are over count with their last Levels"
LEAST = 20
"""They end where fewer games still run: quantiles of three say nothing."""
LEGEND, ROOM = 24, 0.14
"""Pixels of an arm in a legend, and the part of a chart's height below a line that a name needs."""
SIDES = ("low", "high")
BY = {"won": "winners and others", "place": "seats", "persona": "personas"}
GROUPS = {"winner": "Later winners", "other": "The others"}
WHO = {"leader": "Leader", "all": "Average player"}
"""Whose Levels are drawn: of rules that are not compared, and of those that are."""
LABEL = {"showarrow": False, "font": {"color": theme.INK}}
"""How words stand at a line."""
PLACES = {str(n): f"{word} to play" if n == 1 else word for n, word in enumerate(headlines.PLACES, 1)}
TOLD, FEW_ROUNDS = 3, 24
"""Rules that are told one by one, and rounds of which every second one is named."""

CHOICES = (Choice("by", "Whose Levels", lambda data: BY),)


def draw(data: Data) -> Iterator[Element]:
    """How far winners are ahead, the race, what the rules change, and how many games the points rest on."""
    if data["level_curve"].is_empty():
        yield Note("No Levels are stored for this run yet.")
        return
    curve, by = _in_view(data["level_curve"]), data.chosen.get("by", "won")
    last, gap = int(curve.select(pl.col("round").max()).item()), _gap(curve)
    yield Answer("\n".join([*_pulled_away(gap, theme.arm_names(data["arm"])), *_ahead(data)]))
    lesson = "A game leaves the curve when it ends, so late rounds speak only of long games."
    if by == "won":
        yield captioned(
            _winners(data, gap, last), "Who will win is known only afterwards. Bands: 95 % intervals.",
            counted(data, curve), "Intervals are those of both means as if they were independent: too wide.", lesson,
        )  # fmt: skip
        yield captioned(_race(data, curve, last), "", counted(data, curve), lesson)
    else:
        groups = _in_view(data["level_groups"].filter(pl.col("kind") == by))
        said = (counted(data, groups), f"Band: {method('level_groups')}", lesson)
        yield captioned(_groups(data, groups, last), "", *said)
    yield from _differences(data, last, by)


def _in_view(rows: pl.DataFrame) -> pl.DataFrame:
    """The rounds that enough games of an arm have reached."""
    most = pl.col("games").max().over("arm")
    return rows.filter(pl.col("games") >= pl.max_horizontal(IN_VIEW * most, pl.min_horizontal(most, LEAST)))


def _gap(curve: pl.DataFrame) -> pl.DataFrame:
    """How many Levels later winners are ahead of the others, by arm and round, with bounds."""
    both, other = (curve.filter(group=group) for group in GROUPS)
    both = both.join(other, on=["arm", "round"], suffix="_o").sort("round")
    gap, up, down = (
        pl.col("mean") - pl.col("mean_o"), pl.col("mean_high") - pl.col("mean"), pl.col("mean") - pl.col("mean_low"),
    )  # fmt: skip
    other_up, other_down = pl.col("mean_high_o") - pl.col("mean_o"), pl.col("mean_o") - pl.col("mean_low_o")
    return both.select(
        "arm", "round", "games", ahead=gap, ahead_low=gap - (down.pow(2) + other_up.pow(2)).sqrt(),
        ahead_high=gap + (up.pow(2) + other_down.pow(2)).sqrt(),
    )  # fmt: skip


def _a_level_ahead(gap: pl.DataFrame, arm: str) -> int | None:
    """The first round in which later winners of an arm are a Level ahead of the others, or none."""
    found = gap.filter(pl.col("arm") == arm, pl.col("ahead") >= 1)
    return int(found["round"][0]) if found.height else None


def _pulled_away(gap: pl.DataFrame, arms: list[str]) -> Iterator[str]:
    """When later winners are a Level ahead of the others, rules by rules."""
    rounds = {arm: _a_level_ahead(gap, arm) for arm in arms[:TOLD]}
    first = "In games still running eventual winners are on average a **whole Level** ahead of the others"
    known = [at for at in rounds.values() if at]
    if len(rounds) == len(known) == 2 and len(set(known)) == 2:
        both = {row["arm"]: ends(row, "ahead") for row in gap.filter(round=min(known)).to_dicts()}
        if len(both) == 2 and not surely(Line("", both), list(rounds)):
            yield f"{first} by about **round\u00a0{min(known)} or {max(known)}**: no difference was found."
            return
    told = []
    for arm, at in rounds.items():
        same = "" if len(rounds) < 2 else f" with {'both' if len(rounds) == 2 else 'all'} rules"
        within = f" with {arm}" if len(set(rounds.values())) > 1 else same
        told.append(f"by about **round\u00a0{at}**{within}" if at else f"in no round{within}")
    yield f"{first} {joined(list(dict.fromkeys(told)))}."


def _farthest(data: Data) -> list[dict[str, Any]]:
    """The round in which rules move the leader farthest, if they do for sure."""
    rows = data["level_difference"].filter(pl.col("who") == "leader")
    sure = rows.filter(pl.col("difference_low") * pl.col("difference_high") > 0, pl.col("games") >= theme.FEW)
    return sure.sort(pl.col("difference").abs(), descending=True)[:1].to_dicts()


def _ahead(data: Data) -> list[str]:
    """When that is, in a sentence."""
    if not (found := _farthest(data)):
        return []
    (row,) = found
    where = "higher" if row["difference"] > 0 else "lower"
    low, high = sorted(abs(row[f"difference_{side}"]) for side in SIDES)
    return [
        f"After round {row['round']} the leader is at Level {row['mean']:.1f} with {row['arm']} and at "
        f"{row['mean_reference']:.1f} with {row['reference']}: **{abs(row['difference']):.2f} Levels {where}** "
        f"[{low:.2f}, {high:.2f}], the most of all rounds. (Games that are over count with their last Levels.)"
    ]


def _axes(fig: go.Figure, last: int, top: float) -> go.Figure:
    _rounds(fig, last)
    return fig.update_yaxes(tick0=0, dtick=2, range=[0.6, top + 0.9])


def _rounds(fig: go.Figure, last: int) -> go.Figure:
    return fig.update_xaxes(
        title_text="round",
        range=[0.6, last + 0.4],
        tick0=0,
        dtick=2 if last <= FEW_ROUNDS else None,
        nticks=7,
        tickangle=0,
        showgrid=False,
        zeroline=False,
    )


def _from_zero(fig: go.Figure) -> None:
    """Ticks at every half Level, or whole ones, from zero to beyond the lines."""
    ends = [y for trace in fig.data for y in trace.y if y is not None]
    low, high = min([0.0, *ends]), max([0.0, *ends])
    step = 0.5 if high - low < 3 else 1
    view = [step * math.floor(low / step) if low < -0.1 else low - 0.05, step * math.ceil(high / step + 0.1)]
    fig.update_yaxes(range=view, tick0=0, dtick=step, zerolinecolor=theme.SOFT)


def _top(frame: pl.DataFrame, last: int, value: str = "mean") -> int:
    """The highest Level that charts have room for: one at which they have a line."""
    most = frame.filter(pl.col("round") <= last).select(pl.col(value).max()).item() or 4
    return 3 * math.ceil((most - 1) / 3) + 1


def _levels_of(data: Data, curve: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, str], str]:
    """Mean Levels by round, whose they are, and which games count: all of them where all rules are compared."""
    rows, both = data["level_difference"], ["arm", "who", "round", "games", "mean"]
    other = rows.select(arm="reference", who="who", round="round", games="games", mean="mean_reference")
    every = pl.concat([rows.select(both), other]).unique(["arm", "who", "round"], maintain_order=True)
    if set(every["arm"].to_list()) == set(data["arm"]["arm"].to_list()):
        return every, WHO, f"Mean Level after each round. {LASTS}, so lines flatten. {ENDS}"
    return curve.rename({"group": "who"}), GROUPS, f"Mean Level after each round, in games still running. {ENDS}"


def _race(data: Data, curve_: pl.DataFrame, last: int) -> Row:
    """The mean Level of two groups of players, with a line for each arm, on one scale."""
    rows, groups, below = _levels_of(data, curve_)
    rows = rows.join(curve_.group_by("arm").agg(end=pl.max("round")), on="arm", maintain_order="left")
    rows, figures = rows.filter(pl.col("round") <= pl.col("end")), []
    for group, word in groups.items():
        fig, last_at = theme.figure(word, "", 320), {}
        for arm, style, own in by_arm(data, rows.filter(who=group).sort("round")):
            fig.add_traces(_line(own, arm, {"color": style["color"], "width": 3}))
            last_at[arm] = (own["round"][-1], own["mean"][-1])
        for row in (row for row in _farthest(data) if group == "leader" and row["round"] <= rows["end"].min()):
            x, y, other = row["round"], row["mean"], row["mean_reference"]
            fig.add_shape(type="line", x0=x, x1=x, y0=y, y1=other, line={"color": theme.INK, "width": 2})
            text = signed(f"<b>{y - other:+.2f}</b>")
            fig.add_annotation(x=x, y=min(y, other), text=text, xanchor="left", yanchor="top", **LABEL)
        figures.append(_named(_axes(fig, last, _top(rows, last)), data, last_at))
    return Row("How Levels grow", figures, below, columns=2)


def _named(
    fig: go.Figure, data: Data, ends: dict[str, tuple[float, float]], named: Collection[str] | None = None
) -> go.Figure:
    """A dot where each line ends, and its rules at those of `named`, or all: above the highest of those that go on."""
    labels, styles = short_labels(theme.arm_names(data["arm"])), theme.arm_styles(data["arm"])
    is_told = 1 < len(ends) <= TOLD
    for arm, (x, y) in ends.items():
        fig.add_trace(go.Scatter(
            x=[x], y=[y], mode="markers", marker={"color": styles[arm]["color"], "size": 9}, hoverinfo="skip",
            showlegend=False, cliponaxis=False,
        ))  # fmt: skip
        low, high = fig.layout.yaxis.range
        below = y - low > ROOM * (high - low) and any(y < other for at, other in ends.values() if at >= x)
        if is_told and (named is None or arm in named):
            place = {"x": x, "y": y, "xanchor": "right", "yshift": -16 if below else 16, "xshift": 6}
            fig.add_annotation(text=f"<b>{labels[arm]}</b>", **place, **LABEL)
    return fig.update_layout(showlegend=len(ends) > TOLD, height=fig.layout.height + LEGEND * (len(ends) > TOLD))


def _winners(data: Data, gap: pl.DataFrame, last: int) -> go.Figure:
    """How far later winners are ahead of the others, a line for each arm, and when that is a Level."""
    labels = short_labels(theme.arm_names(data["arm"]))
    below = f"How many Levels eventual winners are ahead of the rest, on average, in games still running. {ENDS}"
    fig, ends = theme.figure("When winners pull away", below, 320), {}
    rounds = {arm: at for arm in labels if (at := _a_level_ahead(gap, arm)) is not None}
    is_one = len(set(rounds.values())) == 1
    for arm, style, rows in by_arm(data, gap):
        fig.add_traces(_line(rows, arm, {"color": style["color"], "width": 3}, "ahead"))
        ends[arm] = (rows["round"][-1], rows["ahead"][-1])
        if at := rounds.get(arm):
            y, is_first = rows.filter(round=at)["ahead"][0], arm == min(rounds, key=lambda one: rounds[one])
            mark = {"symbol": "circle-open", "color": style["color"], "size": 11, "line": {"width": 3}}
            if is_one and is_first and rounds.keys() - {arm}:  # one ring around all
                y, mark = gap.filter(round=at)["ahead"].mean(), mark | {"color": theme.INK, "size": 18}
            elif is_one and not is_first:
                continue
            fig.add_trace(go.Scatter(x=[at], y=[y], mode="markers", marker=mark, hoverinfo="skip", showlegend=False))
            who = f"<b>{labels[arm]}</b> " * (1 < len(labels) <= TOLD and not is_one)
            side = {"xanchor": "right", "xshift": -8, "yshift": 10} if is_first else {
                "xanchor": "left", "xshift": 4, "yshift": -26}  # fmt: skip
            if is_first or not is_one:
                fig.add_annotation(x=at, y=y, text=f"{who}by round {at}", **side, **LABEL)
    fig.add_hline(1, line={"color": theme.SOFT, "dash": "dot", "width": 1})
    told = {"x": 0.6, "y": 1, "xanchor": "left", "yanchor": "top", "yshift": -1}
    fig.add_annotation(text="a Level ahead", showarrow=False, font={"color": theme.SOFT}, **told)
    _from_zero(fig)
    return _named(_rounds(fig, last), data, ends, [arm for arm in ends if is_one or arm not in rounds])


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
    return Row(f"Level by round for each {_word(groups)}", figures, f"Mean with its 95 % interval. {ENDS}", columns=2)


def _word(groups: pl.DataFrame) -> str:
    return "place" if "place" in groups["kind"].to_list() else "persona"


def _differences(data: Data, last: int, by: str) -> Iterator[Element]:
    """How far each set of rules moves the leader, round by round, with its farthest point."""
    frame = data["level_difference"].filter(pl.col("who") == "leader", pl.col("round") <= last)
    if frame.is_empty():
        return
    references, arms = joined(list(dict.fromkeys(frame["reference"].to_list()))), frame["arm"].n_unique()
    below = f"How many Levels higher the leader stands than with {references}, on average over all games"
    other = short_labels(theme.arm_names(data["arm"]))[frame["arm"][0]] if arms == 1 else "each set of rules"
    fig = theme.figure(f"What {other} changes for the leader", below, 320 + LEGEND * (arms > 1))
    for arm, style, rows in by_arm(data, frame):
        fig.add_traces(_line(rows, arm, {"color": style["color"], "width": 2.5}, "difference"))
        most = rows.sort(pl.col("difference").abs(), descending=True).row(0, named=True)
        if arms == 1:
            up, size = most["difference"] > 0, bounded(most, "difference", "number").split(" [")[0]
            place = {"x": most["round"], "y": most["difference_high" if up else "difference_low"] or most["difference"]}
            text = f"<b>{'+' * up}{size}</b> in round {most['round']}"
            fig.add_annotation(text=text, yshift=14 if up else -14, **place, **LABEL)
    _from_zero(fig)
    _rounds(fig, last).update_layout(showlegend=arms > 1)
    told = captioned(
        fig, f"{LASTS}. Band: 95 % interval.",
        counted(data, frame), method("level_difference"),
    )  # fmt: skip
    yield Fold(f"What {other} changes for the leader, round by round", (told,)) if by == "won" and arms == 1 else told


def _line(rows: pl.DataFrame, name: str, look: dict[str, Any], value: str = "mean") -> list[go.Scatter]:
    """A line by round, with its band if it has one; none where there is no row."""
    rows, word = rows.sort("round"), {"mean": "Level", "ahead": "Levels ahead"}.get(value, "difference")
    told = []
    for row in rows.iter_rows(named=True):
        size = written(row[value], "number", *(row.get(f"{value}_{side}") for side in SIDES))
        told.append(hover(name, f"round {row['round']}: {word} {size}", n=row["games"]))
    return curve(rows, rows["round"].to_list(), value, name, look, told) if told else []
