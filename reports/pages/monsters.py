"""Which monsters are harder or easier than their Level says, which kill, and what do other rules change?"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.stats.intervals import CONFIDENCE, q_values, z_quantile
from lab.tables.column import bounded
from reports import theme
from reports.captions import counted, method
from reports.card_answers import COMBAT_ENDS
from reports.chart_marks import HOVER, PERCENT, bars, ends, hover
from reports.display_names import short_labels
from reports.dumbbells import INTERVALS, Line, apart, distance, dumbbells, foot, surely
from reports.elements import Answer, Choice, Data, Element, Fold, Link, Note, Table, captioned, columns_of

TITLE, GROUP, ORDER = "Monsters", "Cards", 76
METRICS = ("monsters", "fight_margins")

NEAR, FAR = 2, 0.1
"""Levels up to which monsters are neighbours, and how far from the median of them one is out of line."""
MOST, NAMED = 12, 3
"""Monsters that a chart of changes shows, and a sentence names."""
MORE = "Beaten more often"
"""What stands above those that other rules make easier."""
HARDER, EASIER = theme.BRICK, theme.MOSS
KEY = " Red: harder than its Level. Green: easier."
"""Their colours, and how that is said."""
LETTER, GAP, BELOW, EDGE, BESIDE, ROUND = 0.023, 0.03, 0.06, 1.06, 11, 0.025
DOT, TEXT = 0.034, 0.046
"""Parts of the axes of a phone: what a letter takes, how far from its dot a name is beside it and above it, and all;
pixels to a name beside, half a dot; what a name must be away from a dot and from a name."""
TOLD = 2
"""Other rules of which is told what they change."""
MARGINS = "Combats won, by the lead in strength"
Room = tuple[float, float, float, float]  # what a dot or a name takes: from, to, height, and how near it names may be


def _arms(data: Data) -> Mapping[str, str]:
    there = set(data["monsters"]["arm"].to_list())
    return {arm: arm for arm in theme.arm_names(data["arm"]) if arm in there}


CHOICES = (Choice("arm", "Rules", _arms),)


def draw(data: Data) -> Iterator[Element]:
    """Who is out of line and who kills in a sentence, all by their Level, what rules change, fights by strength."""
    arms = list(_arms(data))
    arm = data.chosen.get("arm") or next(iter(arms), "")
    frame = data["monsters"].filter(pl.col("arm") == arm)
    if frame.is_empty():
        yield Note("No combat with its events is stored for this run yet: play it with events (option --events).")
        return
    rows = _in_line(frame.sort("won", descending=True, nulls_last=True))
    who = f"n = {_counts(rows)}, {arm}."
    others = [arm] if arm != arms[0] else arms[1 : TOLD + 1]
    found = {other: _changes(data, arms[0], other) for other in others if other != arms[0]}
    changes = {other: lines for other, lines in found.items() if lines is not None}
    more = [_told(arms[0], *one, rows.height) for one in changes.items()]
    yield Answer("\n".join(filter(None, [*_answer(rows), *more])))
    ring = "".join(f" Ring: {name} kills most often." for name in _most(rows, "died")["name"][:1])
    key = KEY * bool(rows["out"].abs().sum()) + ring
    yield captioned(
        _map(rows), f"Line: the median of all monsters up to {NEAR} Levels away. Band: {100 * FAR:.0f} points around "
        f"it.{key} Bars: 95 % intervals. Click on a dot for its card.", who, method("monsters"),
        "Out of line: with its whole interval beyond the band. A combat with two monsters counts "
        "for each.",
    )  # fmt: skip
    for other, lines in changes.items():
        if lines[1:]:  # a single one is told in words
            yield captioned(
                _moved(data, lines, arms[0], other),
                f"In brackets: its Level. No change found for the other {rows.height - len(lines)}. {INTERVALS}",
                counted(data, data["monsters"]), method("monsters"),
                f"Found: by the intervals of both shares, adjusted for the number of monsters (false discovery rate "
                f"{100 * (1 - CONFIDENCE):.0f} %).",
            )  # fmt: skip
    margins = data["fight_margins"].filter(pl.col("arm").is_in([arms[0], *others]), told="start").drop_nulls("won")
    if margins.height:
        fig = _margins(data, margins.sort("place", descending=True))
        said = f"{foot(fig)} Helpers and cards that come later move it."
        yield Fold(MARGINS, (captioned(fig, said, counted(data, margins), method("fight_margins")),))
    yield Fold("All monsters in numbers", (_table(rows, who),))


def _in_line(rows: pl.DataFrame) -> pl.DataFrame:
    """With `line`, the median share won against all of about a Level, and whether a monster is `out` of it.

    `out` is 1 for those easier than that, \u22121 for those harder; `like` is the Level, on that side of its own, whose
    line is nearest to its share, of several the one nearest to its own.
    """
    line, told = _line(rows), list[tuple[float | None, int, int | None]]()
    for row in rows.iter_rows(named=True):
        level, won, low, high = row["level"], row["won"], row["won_low"], row["won_high"]
        if won is None or level is None:
            told.append((None, 0, level))
            continue
        easier = low is not None and round(low - line[level], 9) > FAR
        out = easier - (high is not None and round(high - line[level], 9) < -FAR)
        side = [other for other in line if (other - level) * out <= 0]
        told.append((line[level], out, min(side, key=lambda x: (round(abs(line[x] - won), 9), abs(x - level)))))
    schema = {"line": pl.Float64(), "out": pl.Int64(), "like": pl.Int64()}
    return pl.concat([rows, pl.DataFrame(told, schema, orient="row")], how="horizontal")


def _line(rows: pl.DataFrame) -> dict[int, float]:
    """By Level the median of the shares won against all monsters of about this Level."""
    known, level = rows.drop_nulls(["won", "level"]), pl.col("level")
    near = {at: known.filter((level - at).abs() <= NEAR)["won"] for at in known["level"].unique().sort()}
    return {at: float(np.median(shares.to_numpy())) for at, shares in near.items()}


def _counts(rows: pl.DataFrame) -> str:
    games = max(rows["games"].to_list())
    return f"{games:,} games for the most frequent of {rows.height} monsters, {rows['n'].sum():,} combats in all"


def _answer(rows: pl.DataFrame) -> list[str]:
    """Who is farthest out of line; below it the others that are, of many how many, and the deadliest."""
    far = rows.filter(pl.col("out") != 0).sort((pl.col("won") - pl.col("line")).abs(), descending=True).to_dicts()
    is_deadly = _most(rows, "died").height
    deadly = f"Deadliest: {_first(rows, 'died', 1, ' (kills the fighter in {} of its combats)')}." if is_deadly else ""
    if not far:
        most = f"{_first(rows, 'won', 1)} is beaten most often, {_first(rows, 'won', -1)} most seldom"
        return [f"**No monster is far out of line for its Level.** {most}.", deadly]
    first, *more = far
    like = f"fights like a Level {first['like']}"
    if first["like"] == first["level"]:
        like = f"is {'easier' if first['out'] > 0 else 'harder'} than its Level says"
    head = (
        f"**{first['name']} (Level {first['level']}) {like}**: it is beaten in {100 * first['won']:.0f} % of its "
        f"combats; the median of those of about its Level is {100 * first['line']:.0f} %."
    )
    sides = [
        ([row["name"] for row in more if row["out"] == out], word) for word, out in (("harder", -1), ("easier", 1))
    ]
    told = "; ".join(f"**{word}** {joined(who) if len(who) <= 2 * NAMED else len(who)}" for who, word in sides if who)
    rest = f"he other {rows.height - len(far)} are in line."
    return [head, f"Also out of line: {told}; t{rest}" if told else f"T{rest}", deadly]


def _changes(data: Data, arm: str, other: str) -> list[Line] | None:
    """The monsters that other rules surely make easier or harder, adjusted for their number; None: none is in both."""
    frames = [data["monsters"].filter(arm=name).drop_nulls(["won", "won_low", "won_high"]) for name in (arm, other)]
    both = frames[0].join(frames[1], on=["card", "name"], suffix="_other")  # of another deck a number is another card
    if both.is_empty():
        return None
    found = both.sort(pl.col("won_other") - pl.col("won"), descending=True)
    lines = [
        Line(
            f"{row['name']} ({row['level']})",
            {arm: ends(row, "won"), other: (row["won_other"], row["won_low_other"], row["won_high_other"])},
            {arm: row["games"], other: row["games_other"]},
            MORE if row["won_other"] > row["won"] else "Beaten less often",
        ) for row in found.iter_rows(named=True)
    ]  # fmt: skip
    chances = q_values([math.erfc(distance(line, (arm, other)) * z_quantile() / math.sqrt(2)) for line in lines])
    return [line for line, q in zip(lines, chances, strict=True) if q < 1 - CONFIDENCE and surely(line, (arm, other))]


def _told(arm: str, other: str, lines: Sequence[Line], of: int) -> str:
    """Which monsters other rules make easier or harder; of many, how many."""
    if not lines:
        return f"With {other} no monster was found to be beaten more or less often than with {arm}."
    more = sum(line.head == MORE for line in lines)
    less = len(lines) - more
    if len(lines) <= NAMED:
        names = [f"**{x.word.rsplit(' (', 1)[0]}** ({apart(x, (arm, other))[0]} points)" for x in lines]
        sides = ((names[:more], "more often"), (names[more:], "less often"))
        told = [f"{joined(some)} {'are ' if some[1:] else 'is '}beaten {word}" for some, word in sides if some]
        rest = f"; no change found for the other {of - len(lines)}" if of > len(lines) else ""
        return f"With {other} {', '.join(told)}{rest}."
    return f"With {other} **{more or 'none'} of {of} monsters are beaten more often**, {less or 'none'} less often."


def _most(rows: pl.DataFrame, end: str, side: int = 1) -> pl.DataFrame:
    """The monster whose combats end so most often (SIDE 1) or most seldom (-1), and those that may be it too."""
    known = rows.drop_nulls(end).sort(end, descending=side > 0, maintain_order=True)
    edge, other = ("low", "high") if side > 0 else ("high", "low")
    if not known[end].sum():
        return known.clear()
    bound, far = pl.lit(known[f"{end}_{edge}"][0]), pl.col(f"{end}_{other}")
    return pl.concat([known[:1], known[1:].filter(far >= bound if side > 0 else far <= bound)])


def _first(rows: pl.DataFrame, end: str, side: int, said: str = "") -> str:
    """Which monster that is, or which else it may be; SAID: of how often."""
    first, *near = _most(rows, end, side).to_dicts()
    told = [f"**{first['name']}**" + said.format(f"{100 * first[end]:.0f} %")]
    others = [row["name"] + f" ({100 * row[end]:.0f} %)" * bool(said) for row in near]
    told += others if len(others) < NAMED else [f"one of {len(others)} others"]
    return f"{', '.join(told[:-1])} or {told[-1]}" if told[1:] else told[0]


def _map(rows: pl.DataFrame) -> go.Figure:
    """Every monster by its Level and how often it is beaten, with the band in line; those out of it with names."""
    fig = theme.figure("Monsters out of line for their Level", "Share of combats the players win", 460)
    known = rows.drop_nulls(["won", "level"])
    line = _line(known)
    _draw_line(fig, line)
    for out, colour, word in ((0, theme.SOFT, "as their Level says"), (-1, HARDER, "harder"), (1, EASIER, "easier")):
        own = known.filter(out=out)
        x, y, low, high = (own[name].to_list() for name in ("level", "won", "won_low", "won_high"))
        fig.add_trace(go.Scatter(
            x=x, y=y, mode="markers", name=word, hovertemplate=HOVER, cliponaxis=False,
            error_y=bars(y, low, high, colour) | {"thickness": 1, "width": 0},
            marker={"color": colour, "size": 12 if out else 8},
            opacity=1 if out else 0.6, hovertext=[_hover(row) for row in own.iter_rows(named=True)],
            customdata=[[name] for name in own["name"]], meta={"link": ["card", "card"]},
        ))  # fmt: skip
    deadly, ring = _most(known, "died")[:1], {"symbol": "circle-open", "color": theme.INK, "size": 19, "line_width": 2}
    fig.add_scatter(x=[*deadly["level"]], y=[*deadly["won"]], mode="markers", marker=ring, hoverinfo="skip")
    _name(fig, known.filter((pl.col("out") != 0) | pl.col("card").is_in(deadly["card"].to_list())), known, line)
    fig.update_yaxes(tickformat=PERCENT, range=[0, 1], tickvals=[0, 0.5, 1], zeroline=False)
    view = [min(0, *line), EDGE * max(1, *line)]  # as it is: names are wider than dots
    fig.update_xaxes(
        title_text="Level of the monster", range=view, nticks=8, tickangle=0, showgrid=False, zeroline=False
    )
    return fig.update_layout(showlegend=False)


def _draw_line(fig: go.Figure, line: Mapping[int, float]) -> None:
    """The line, and around it the band of what is in line."""
    quiet = {"x": list(line), "mode": "lines", "hoverinfo": "skip"}
    for side, more in ((-FAR, {}), (FAR, {"fill": "tonexty", "fillcolor": theme.faded(theme.SOFT, 0.14)})):
        fig.add_trace(go.Scatter(y=[y + side for y in line.values()], line={"width": 0}, **quiet, **more))
    fig.add_trace(go.Scatter(y=list(line.values()), line={"color": theme.SOFT, "width": 2}, **quiet))


def _name(fig: go.Figure, told: pl.DataFrame, known: pl.DataFrame, line: Mapping[int, float]) -> None:
    """Name some monsters and the line: where fewest dots, names and parts of the line are."""
    dot = ROUND * max(line)
    taken = [(x - dot, x + dot, y, DOT) for x, y in known.select("level", "won").iter_rows()]
    rows = told.sort(pl.col("name").str.len_chars(), descending=True).select("name", "level", "won", "out").iter_rows()
    names = [(name if out else "deadliest", [(x, y)], theme.INK) for name, x, y, out in rows]
    for name, at, colour in [*names, ("median", list(line.items()), theme.SOFT)]:
        long, gap = LETTER * len(name) * max(line), GAP * max(line)
        spots = [
            spot for x, y in at for spot in (
                (x + gap, y, x, "left", BESIDE), (x - gap - long, y, x, "right", -BESIDE),
                *((x - part * long, y + up, x + (0.5 - part) * long, "center", 0) for up in (-BELOW, BELOW)
                  for part in (0.5, 0.62, 0.38)),
            )
        ]  # fmt: skip
        met = [_met(low, low + long, y, taken, line) for low, y, *_ in spots]
        low, y, x, anchor, shift = spots[met.index(min(met))]
        taken.append((low, low + long, y, TEXT))
        place = {"x": x, "y": y, "xanchor": anchor, "xshift": shift, "showarrow": False, "font": {"color": colour}}
        fig.add_annotation(text=f"<b>{name}</b>" if colour == theme.INK else name, **place)


def _met(low: float, high: float, y: float, taken: Sequence[Room], line: Mapping[int, float]) -> float:
    """How much a name would lie on: dots and names, the line, and what is beyond the chart."""
    over = sum(low < end and start < high and abs(y - other) < room for start, end, other, room in taken)
    near = float(np.abs(np.interp(np.linspace(low, high, 9), list(line), list(line.values())) - y).min())
    return over + (near < TEXT) + 9 * (low < 0 or high > EDGE * max(line))


def _hover(row: Mapping[str, Any]) -> str:
    told = [f"{word}: {bounded(row, end, 'share')}" for end, (word, _) in COMBAT_ENDS.items() if row[end]]
    like = [f"fights like a Level {row['like']}"] if row["out"] and row["like"] != row["level"] else []
    return hover(f"{row['name']}, Level {row['level']}", *like, *told, n=row["games"])


def _moved(data: Data, lines: Sequence[Line], arm: str, other: str) -> go.Figure:
    """Monsters that other rules make easier or harder, those that they change most."""
    shown = sorted(lines, key=lambda line: -abs((line.ends[other][0] or 0.0) - (line.ends[arm][0] or 0.0)))[:MOST]
    shown = [line for line in lines if line in shown]
    label = short_labels(theme.arm_names(data["arm"]))[other]
    many = f"The {len(shown)} monsters" if shown[1:] else "The only monster"
    most = "that change most" if len(shown) < len(lines) else "found to change"
    below = f"{many} {most}: share of combats the players win"
    return dumbbells(data, shown, f"What {label} changes", below, "share of combats")


def _margins(data: Data, rows: pl.DataFrame) -> go.Figure:
    """How often combats are won, by the difference in strength with which they begin."""
    bins = {word: rows.filter(bin=word).to_dicts() for word in dict.fromkeys(rows["bin"].to_list())}
    lines = [
        Line(word, {row["arm"]: ends(row, "won") for row in own}, {row["arm"]: row["games"] for row in own})
        for word, own in bins.items()
    ]
    below = "Share of combats won, by fighter minus monster when the combat begins"
    return dumbbells(data, lines, MARGINS, below, "share of combats")


def _table(frame: pl.DataFrame, who: str) -> Table:
    names = ("name", "level", "won", "fled", "caught", "died", "levels_lost", "n")
    columns = columns_of("monsters", *names, name={"link": Link("card", {"card": "name"})})
    return Table(frame, "", columns, "", counted=f"{who} {method('monsters')}")
