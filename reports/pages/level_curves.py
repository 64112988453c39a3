"""How do Levels grow, and when do winners pull away from the others?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from lab.tables.column import bounded
from reports import headlines, theme
from reports.captions import counted, method
from reports.chart_marks import HOVER, by_arm, curve, hover
from reports.display_names import short_labels
from reports.elements import Answer, Choice, Data, Element, Note, Row, captioned

TITLE, GROUP, ORDER = "Level curves", "Results", 20
METRICS = ("level_curve", "level_race", "some_games", "level_groups", "level_difference")

IN_VIEW = 0.1
"""The charts open on the rounds that at least this share of games has reached."""
LEAST = 20
"""Fans end where fewer games still run: quantiles of three say nothing."""
SINGLE, FAINT = 0.16, 10
"""Ink of a single game below the fans, and how many are drawn."""
LEGEND = 24
"""Pixels of an arm in a legend."""
BY = {"won": "winners and others", "place": "seats", "persona": "personas"}
AXES = {"rounds": "rounds", "turns": "turns"}
GROUPS = {"winner": "winners", "other": "others"}
WHO = {"all": "Mean Level of all players", "leader": "Level of the leader"}
PLACES = {str(n): f"{word} to play" if n == 1 else word for n, word in enumerate(headlines.PLACES, 1)}
ALL = "all"
TOLD = 3
"""Rules that are told one by one."""


def _arms(data: Data) -> Mapping[str, str]:
    names = theme.arm_names(data["arm"])
    return {ALL: ALL} | {name: name for name in names} if len(names) > 1 else {}


CHOICES = (
    Choice("by", "First chart by", lambda data: BY),
    Choice("axis", "Counted in", lambda data: AXES, about="A round is one turn of each player."),
    Choice("arm", "Rules", _arms),
)


def draw(data: Data) -> Iterator[Element]:
    """How far winners are ahead, the curves, what the rules change, and how many games the points rest on."""
    wanted = data.chosen.get("arm", ALL)
    arms = [arm for arm in theme.arm_names(data["arm"]) if wanted in (ALL, arm)]
    curve = data["level_curve"].filter(pl.col("arm").is_in(arms))
    if curve.is_empty():
        yield Note("No Levels are stored for this run yet.")
        return
    last = _last_round(curve)
    lesson = (
        "A game leaves the curve when it ends, so late rounds speak only of long games. "
        f"Lines end where fewer than {theme.FEW} games still run; of a smaller run they are dotted. The charts open on "
        f"what {IN_VIEW:.0%} of games reach."
    )
    yield Answer("\n".join([*_pulled_away(curve, arms), *_ahead(data, arms), *_half(data["level_race"], arms)]))
    yield from _means(data, curve, arms, last, lesson)
    if data.chosen.get("by", "won") == "won":
        yield captioned(
            _race(data, data["level_race"].filter(pl.col("arm").is_in(arms)), last),
            f"Bands: the middle half and the middle four fifths of the games still running. Faint: {FAINT} games.",
            counted(data, curve), "Bands show how games differ, not how sure we are; lines are medians. Levels are "
            "whole: lines go through the middles of their steps.", lesson,
        )  # fmt: skip
    yield from _differences(data, arms)


def _means(data: Data, curve: pl.DataFrame, arms: list[str], last: int, lesson: str) -> Iterator[Element]:
    """Who will win, who sits where or who plays how: means with their bands."""
    by = data.chosen.get("by", "won")
    if by == "won":
        yield captioned(
            _winners(data, curve, arms, last), "Who will win is known only afterwards: this is no forecast.",
            counted(data, curve), f"Band: {method('level_curve')}", lesson,
        )  # fmt: skip
        return
    groups = data["level_groups"].filter(pl.col("arm").is_in(arms), pl.col("kind") == by)
    yield captioned(
        _groups(data, groups, arms, last), "", counted(data, groups), f"Band: {method('level_groups')}", lesson
    )


def _last_round(curve: pl.DataFrame) -> int:
    everybody = curve.filter(pl.col("group") == "all")
    busy = everybody.filter(pl.col("games") >= IN_VIEW * pl.col("games").max().over("arm"))
    return int(busy.select(pl.col("round").max()).item())


def _pulled_away(curve: pl.DataFrame, arms: list[str]) -> Iterator[str]:
    """From when on later winners are a Level ahead of the others, rules by rules."""
    told = []
    for arm in arms[:TOLD]:
        sides = [curve.filter(pl.col("arm") == arm, pl.col("group") == g).select("round", "mean") for g in GROUPS]
        both = sides[0].join(sides[1], on="round", suffix="_other").sort("round")
        ahead = both.filter(pl.col("mean") - pl.col("mean_other") >= 1).head(1).to_dicts()
        within = f" with {arm}" if len(arms) > 1 else ""
        told += [
            f"from **round {r['round']}** on{within} ({r['mean']:.1f} against {r['mean_other']:.1f})" for r in ahead
        ]
        told += [] if ahead else [f"never{within}"]
    yield f"The later winners are a whole **Level ahead** of the others on average {', '.join(told)}."


def _half(race: pl.DataFrame, arms: list[str]) -> Iterator[str]:
    """Where leader and last stand when half of the games are over, rules by rules."""
    told = []
    for arm in arms[:TOLD]:
        own = race.filter(pl.col("arm") == arm)
        half = own.filter(pl.col("games") >= pl.col("games").max() / 2)
        if half.is_empty():
            continue
        round_ = int(half.select(pl.col("round").max()).item())
        level = dict(half.filter(round=round_).select("group", "q50").iter_rows())
        within = f" with {arm}" if len(arms) > 1 else ""
        told.append(f"{level['leader']} and {level['last']}{within} (round {round_})")
    if told:
        yield f"When half of the games are about to be over, leader and last stand on Level {', '.join(told)}."


def _ahead(data: Data, arms: list[str]) -> list[str]:
    """When rules move the leader farthest, if they do for sure."""
    rows = data["level_difference"].filter(pl.col("arm").is_in(arms), pl.col("who") == "leader")
    sure = rows.filter(pl.col("difference_low") * pl.col("difference_high") > 0, pl.col("games") >= theme.FEW)
    if sure.is_empty():
        return []
    row = sure.sort(pl.col("difference").abs(), descending=True).row(0, named=True)
    where = "ahead of" if row["difference"] > 0 else "behind"
    size = {**row, **{f"difference{end}": row[f"difference{end}"] * (1 if row["difference"] > 0 else -1)
                      for end in ("", "_low", "_high")}}  # fmt: skip
    size["difference_low"], size["difference_high"] = sorted((size["difference_low"], size["difference_high"]))
    return [
        f"With {row['arm']} the leader is up to **{bounded(size, 'difference', 'number')} Levels {where}** the leader "
        f"with {row['reference']}: after round {row['round']}, ended games counted at their last Levels."
    ]


def _unit(data: Data) -> str:
    return "turns" if data.chosen.get("axis") == "turns" else "round"


def _x(data: Data, rows: pl.DataFrame) -> list[int]:
    """Rounds of an arm, or the turns that they take."""
    seats = data["arm"].filter(pl.col("arm") == rows["arm"][0])["seats"][0]
    return [int(r) * (int(seats) if _unit(data) == "turns" else 1) for r in rows["round"]]


def _axes(fig: go.Figure, data: Data, arms: list[str], last: int) -> go.Figure:
    word = _unit(data)
    seats = data["arm"].filter(pl.col("arm").is_in(arms))["seats"].to_list()
    end = last * (max(seats) if word == "turns" else 1)
    return fig.update_xaxes(title_text=word, range=[0, end * 1.02]).update_yaxes(title_text="Level", tick0=1, dtick=3)


def _winners(data: Data, curve_: pl.DataFrame, arms: list[str], last: int) -> go.Figure:
    below = "Mean Level of those who win in the end, and of the others, with 95 % intervals"
    fig = theme.figure("Level by round: winners and others", below, 410 + LEGEND * len(arms))
    for arm, style, rows in by_arm(data, curve_):
        for group, word in GROUPS.items():
            look = {"color": style["color"], "width": 3 if group == "winner" else 1.5}
            lines = _line(data, rows.filter(pl.col("group") == group), f"{arm}, {word}", look)
            fig.add_traces(lines)
            if arm == arms[0] and lines and lines[-1].x:
                at = len(lines[-1].x) * 3 // 4
                place = {"x": lines[-1].x[at], "y": lines[-1].y[at], "yshift": 14 if group == "winner" else -14}
                fig.add_annotation(text=f"<b>{word}</b>", showarrow=False, **place)
    return _axes(fig, data, arms, last).update_layout(showlegend=True)


def _groups(data: Data, groups: pl.DataFrame, arms: list[str], last: int) -> Row:
    """A chart for each arm, a line for each place or persona."""
    figures = []
    names = groups["group"].unique().sort().to_list()
    for arm in arms:
        fig = theme.figure(arm, "", 380)
        for name, colour in zip(names, theme.GROUP_COLOURS * 2, strict=False):
            rows = groups.filter(pl.col("arm") == arm, pl.col("group") == name)
            fig.add_traces(_line(data, rows, PLACES.get(name, name), {"color": colour, "width": 2.5}))
        figures.append(_axes(fig, data, [arm], last).update_layout(showlegend=True))
    return Row(f"Level by round for each {_word(groups)}", figures, "Mean with its 95 % interval", columns=2)


def _word(groups: pl.DataFrame) -> str:
    return "place" if "place" in groups["kind"].to_list() else "persona"


def _differences(data: Data, arms: list[str]) -> Iterator[Element]:
    frame = data["level_difference"].filter(pl.col("arm").is_in(arms))
    if frame.is_empty():
        return
    figures = [_difference(data, frame, who) for who in WHO]
    ends = frame.select(low=pl.min_horizontal("difference", "difference_low").min(),
                        high=pl.max_horizontal("difference", "difference_high").max()).row(0)  # fmt: skip
    if None not in ends:  # one scale for both
        room = 0.08 * (ends[1] - ends[0])
        for figure in figures:
            figure.update_yaxes(range=[min(0, ends[0]) - room, max(0, ends[1]) + room])
    row = Row("What the rules change, by round", figures, "", columns=2)
    references = ", ".join(dict.fromkeys(frame["reference"].to_list()))
    yield captioned(
        row, f"Levels more, or fewer, than with {references}. Every game counts in every round: one that has ended "
        "stays at its last Levels.", counted(data, frame), method("level_difference"),
    )  # fmt: skip


def _difference(data: Data, frame: pl.DataFrame, who: str) -> go.Figure:
    arms = frame["arm"].n_unique()
    fig = theme.figure(WHO[who], "", 320 + LEGEND * arms)
    for arm, style, rows in by_arm(data, frame.filter(pl.col("who") == who)):
        look = {"color": style["color"], "width": 2.5}
        fig.add_traces(_line(data, rows, arm, look, "difference"))
    fig.update_yaxes(title_text="Levels more", zeroline=True, zerolinecolor=theme.SOFT, zerolinewidth=1.5)
    return fig.update_xaxes(title_text=_unit(data)).update_layout(showlegend=arms > 1)


def _race(data: Data, rows: pl.DataFrame, last: int) -> Row:
    """A fan of the leader and one of the last player for each arm, on one scale."""
    figures = []
    labels = short_labels(theme.arm_names(data["arm"]))
    most = pl.col("games").max().over("arm")
    busy = pl.col("games") >= pl.max_horizontal(IN_VIEW * most, pl.min_horizontal(most, LEAST))
    for arm, style, own in by_arm(data, rows.filter(busy)):
        fig = theme.figure(labels[arm], "", 360)
        singles = data["some_games"].filter(pl.col("round") <= last, pl.col("game") < FAINT, arm=arm)
        for group, colour in (("leader", style["color"]), ("last", theme.SOFT)):
            fig.add_trace(_singles(data, singles, group, colour))
            _fan(fig, data, own.filter(group=group).sort("round"), group, colour)
        figures.append(_axes(fig, data, [arm], last).update_layout(showlegend=False))
    return Row("The race: leader and last", figures, "Levels by round, over all games that still run", columns=2)


def _singles(data: Data, rows: pl.DataFrame, group: str, colour: str) -> go.Scatter:
    """Single games as faint lines, one trace for all of them: between two the line is broken."""
    x: list[float | None] = []
    y: list[float | None] = []
    for _, own in rows.group_by("game", maintain_order=True):
        x += [*_x(data, own), None]
        y += [*_sloped(own[group]), None]
    return go.Scatter(
        x=x, y=y, mode="lines", name=f"single games: {group}", hoverinfo="skip", showlegend=False,
        line={"color": theme.faded(colour, SINGLE), "width": 1.5},
    )  # fmt: skip


def _fan(fig: go.Figure, data: Data, rows: pl.DataFrame, group: str, colour: str) -> None:
    """Two bands around a median, which is labelled in its middle."""
    x, half = _x(data, rows), _sloped(rows["q50"])
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


def _line(data: Data, rows: pl.DataFrame, name: str, look: dict[str, Any], value: str = "mean") -> list[go.Scatter]:
    """A line by round, with its band; none where there is no row."""
    rows, word = rows.sort("round"), "Level" if value == "mean" else "difference"
    many = rows.filter(pl.col("games") >= theme.FEW)
    rows = many if many.height else rows
    told = [
        hover(name, f"round {row['round']}: {word} {bounded(row, value, 'number')}", n=row["games"])
        for row in rows.iter_rows(named=True)
    ]
    return curve(rows, _x(data, rows), value, name, look, told) if told else []
