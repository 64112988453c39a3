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
from reports.chart_marks import HOVER, PERCENT, ends, hover
from reports.display_names import short_labels
from reports.dumbbells import INTERVALS, Line, apart, distance, dumbbells, foot, surely
from reports.elements import Answer, Choice, Data, Element, Fold, Link, Note, Table, captioned, columns_of

TITLE, GROUP, ORDER = "Monsters", "Cards", 76
METRICS = ("monsters", "fight_margins")

NEAR, FAR = 2, 0.1
"""Levels up to which others are a monster's neighbours, and how far from the middle of them it is out of line."""
MOST, NAMED = 12, 3
"""Monsters that a chart of changes shows, and a sentence names."""
MORE = "Beaten more often"
"""What stands above those that other rules make easier."""
HARDER, EASIER = theme.BRICK, theme.MOSS
KEY = " Red: harder than its Level. Green: easier."
"""Their colours, and how that is said."""
LETTER, GAP, BELOW, EDGE, BESIDE = 0.024, 0.03, 0.06, 1.06, 9
"""Parts of the axes of a phone: what a letter takes, how far from its dot a name is beside it and above it, and all;
pixels to a name beside."""
TOLD = 2
"""Other rules of which is told what they change."""


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
    key = KEY if rows["out"].cast(pl.Boolean).any() else ""
    yield Answer(
        "\n".join(filter(None, [*_answer(rows), *(_told(arms[0], *one, rows.height) for one in changes.items())]))
    )
    yield captioned(
        _map(rows), f"Line: the median monster of each Level.{key} Click on a dot for its card.", who,
        method("monsters"), f"Out of line: {100 * FAR:.0f} points or more from the middle of others up to {NEAR} "
        "Levels away, which its interval leaves out. The line never rises. A combat with two monsters counts for each.",
    )  # fmt: skip
    for other, lines in changes.items():
        if lines:
            yield captioned(
                _moved(data, lines, arms[0], other),
                f"In brackets: its Level. No clear change for the other {rows.height - len(lines)}. {INTERVALS}",
                counted(data, data["monsters"]), method("monsters"),
                f"Clear: by the intervals of both shares, adjusted for the number of monsters (false discovery rate "
                f"{100 * (1 - CONFIDENCE):.0f} %).",
            )  # fmt: skip
    margins = data["fight_margins"].filter(pl.col("arm").is_in([arms[0], *others]), told="start").drop_nulls("won")
    if margins.height:
        fig = _margins(data, margins.sort("place", descending=True))
        yield captioned(
            fig, foot(fig),
            counted(data, margins), method("fight_margins"), "Helpers and cards that come later move it.",
        )  # fmt: skip
    yield Fold("All monsters in numbers", (_table(rows, who),))


def _in_line(rows: pl.DataFrame) -> pl.DataFrame:
    """With `neighbours`, the middle of the shares won against others of about a Level, and whether one is `out` of it.

    `out` is 1 for those easier than that, \u22121 for those harder; `like` is the Level whose share on the falling line
    is nearest, of several the one nearest to its own.
    """
    known = rows.drop_nulls(["won", "level"])
    line = _falling(known)
    told = []
    for row in rows.iter_rows(named=True):
        near = known.filter((pl.col("level") - row["level"]).abs() <= NEAR, pl.col("card") != row["card"])["won"]
        middle, won, out, like = near.median() if near.len() else None, row["won"], 0, row["level"]
        if isinstance(middle, float) and won is not None and row["won_low"] is not None:
            like = min(line, key=lambda level: (round(abs(line[level] - won), 9), abs(level - row["level"])))
            out = int(row["won_low"] > middle and won - middle >= FAR) - int(
                row["won_high"] < middle and middle - won >= FAR
            )
        told.append((middle, out * (like != row["level"]), like))
    schema = {"neighbours": pl.Float64(), "out": pl.Int64(), "like": pl.Int64()}
    return pl.concat([rows, pl.DataFrame(told, schema, orient="row")], how="horizontal")


def _falling(known: pl.DataFrame) -> dict[int, float]:
    """By Level the middle of the shares won, as near as a line comes that never rises (isotonic least squares)."""
    from scipy.optimize import isotonic_regression

    middles = known.group_by("level").agg(pl.col("won").median(), pl.len()).sort("level")
    if middles.is_empty():
        return {}
    fit = isotonic_regression(middles["won"].to_numpy(), weights=middles["len"].to_numpy(), increasing=False)
    return dict(zip(middles["level"].to_list(), map(float, fit.x), strict=True))


def _counts(rows: pl.DataFrame) -> str:
    games = max(rows["games"].to_list())
    return f"{games:,} games for the most frequent of {rows.height} monsters, {rows['n'].sum():,} combats in all"


def _answer(rows: pl.DataFrame) -> list[str]:
    """Who is farthest out of line; below it the others that are, and the deadliest."""
    far = rows.filter(pl.col("out") != 0).sort((pl.col("won") - pl.col("neighbours")).abs(), descending=True).to_dicts()
    deadly = f"Deadliest: {_first(rows, 'died', 1, ' (kills the fighter in {} of its combats)')}."
    if not far:
        most = f"{_first(rows, 'won', 1)} is beaten most often, {_first(rows, 'won', -1)} most seldom"
        return [f"**No monster is far out of line for its Level.** {most}.", deadly]
    first, *more = far
    head = (
        f"**{first['name']} (Level {first['level']}) fights like a Level {first['like']}**: it is beaten in "
        f"{100 * first['won']:.0f} % of its combats, others of about its Level in {100 * first['neighbours']:.0f} %."
    )
    told = [
        f"{word}: {joined(of)}" for word, side in (("harder", -1), ("easier", 1))
        if (of := [f"{row['name']} (Level {row['level']}, like {row['like']})" for row in more if row["out"] == side])
    ]  # fmt: skip
    return [head, f"Also {'; '.join(told)}." if told else "", deadly]


def _changes(data: Data, arm: str, other: str) -> list[Line] | None:
    """The monsters that other rules surely make easier or harder, adjusted for their number; None: all are others."""
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
        return f"With {other} no monster is clearly beaten more or less often."
    more = sum(line.head == MORE for line in lines)
    less = len(lines) - more
    if len(lines) <= NAMED:
        names = [f"{line.word.rsplit(' (', 1)[0]}**" for line in lines]
        names = [f"**{name} ({apart(line, (arm, other))[0]} points)" for name, line in zip(names, lines, strict=True)]
        sides = ((names[:more], "more often"), (names[more:], "less often"))
        told = [f"{joined(some)} {'are ' if some[1:] else 'is '}beaten {word}" for some, word in sides if some]
        rest = f"; no clear change for the other {of - len(lines)}" if of > len(lines) else ""
        return f"With {other} {', '.join(told)}{rest}."
    return f"With {other} **{more or 'none'} of {of} monsters are beaten more often**, {less or 'none'} less often."


def _first(rows: pl.DataFrame, end: str, side: int, said: str = "") -> str:
    """The monster whose combats end so most often (SIDE 1) or most seldom (-1), or which else; SAID: of how often."""
    known = rows.drop_nulls(end).sort(end, descending=side > 0, maintain_order=True)
    first = known.row(0, named=True)
    edge, other = ("low", "high") if side > 0 else ("high", "low")
    bound = pl.lit(first[f"{end}_{edge}"])
    meet = known[1:].filter(pl.col(f"{end}_{other}") >= bound if side > 0 else pl.col(f"{end}_{other}") <= bound)
    told = [f"**{first['name']}**{said.format(_share(first, end))}"]
    near = [row["name"] + f" ({_share(row, end)})" * bool(said) for row in meet.iter_rows(named=True)]
    return " or ".join([*told, *(near if len(near) < 2 else [f"one of {len(near)} others"])])


def _share(row: Mapping[str, Any], end: str) -> str:
    """A share in whole per cent."""
    return f"{100 * row[end]:.0f} %"


def _map(rows: pl.DataFrame) -> go.Figure:
    """Every monster by its Level and how often it is beaten; those out of line with their names."""
    fig = theme.figure("Monsters out of line for their Level", "Share of combats the players win", 420)
    known = rows.drop_nulls(["won", "level"])
    line = _falling(known)
    fig.add_trace(go.Scatter(
        x=list(line), y=list(line.values()), mode="lines", hoverinfo="skip", showlegend=False,
        line={"color": theme.SOFT, "width": 2},
    ))  # fmt: skip
    for out, colour, word in ((0, theme.SOFT, "as their Level says"), (-1, HARDER, "harder"), (1, EASIER, "easier")):
        own = known.filter(out=out)
        fig.add_trace(go.Scatter(
            x=own["level"].to_list(), y=own["won"].to_list(), mode="markers", name=word, hovertemplate=HOVER,
            marker={"color": colour, "size": 12 if out else 9}, cliponaxis=False,
            opacity=1 if out else 0.6, hovertext=[_hover(row) for row in own.iter_rows(named=True)],
            customdata=[[name] for name in own["name"]], meta={"link": ["card", "card"]},
        ))  # fmt: skip
    _name(fig, known, line)
    fig.update_yaxes(tickformat=PERCENT, range=[0, 1], tickvals=[0, 0.5, 1], zeroline=False)
    fig.update_xaxes(title_text="Level of the monster", nticks=8, tickangle=0, showgrid=False, zeroline=False)
    return fig.update_layout(showlegend=False)


def _name(fig: go.Figure, known: pl.DataFrame, line: Mapping[int, float]) -> None:
    """Name those out of line, the deadliest, and the line: where fewest dots, names and parts of the line are."""
    taken = [(x, x, y) for x, y in known.select("level", "won").iter_rows()]
    deadliest = known.drop_nulls("died").sort("died", descending=True, maintain_order=True)["card"][:1].to_list()
    out = known.filter((pl.col("out") != 0) | pl.col("card").is_in(deadliest)).sort(
        pl.col("name").str.len_chars(), descending=True
    )
    names = [(name, [(x, y)], theme.INK) for name, x, y in out.select("name", "level", "won").iter_rows()]
    for name, at, colour in [*names, *([("median", list(line.items()), theme.SOFT)] if line else [])]:
        long, gap = LETTER * len(name) * max(line), GAP * max(line)
        spots = [
            spot for x, y in at for spot in (
                (x + gap, y, x, "left", BESIDE), (x - gap - long, y, x, "right", -BESIDE),
                (x - long / 2, y - BELOW, x, "center", 0), (x - long / 2, y + BELOW, x, "center", 0),
            )
        ]  # fmt: skip
        met = [_met(low, low + long, y, taken, line) for low, y, *_ in spots]
        low, y, x, anchor, shift = spots[met.index(min(met))]
        taken.append((low, low + long, y))
        place = {"x": x, "y": y, "xanchor": anchor, "xshift": shift, "showarrow": False, "font": {"color": colour}}
        fig.add_annotation(text=f"<b>{name}</b>" if colour == theme.INK else name, **place)


def _met(
    low: float, high: float, y: float, taken: Sequence[tuple[float, float, float]], line: Mapping[int, float]
) -> float:  # fmt: skip
    """How much a name would lie on: dots and names, the line, and what is beyond the chart."""
    over = sum(low < end and start < high and abs(y - other) < BELOW - 0.002 for start, end, other in taken)
    near = float(np.abs(np.interp(np.linspace(low, high, 9), list(line), list(line.values())) - y).min())
    return over + (near < BELOW - 0.02) + 9 * (low < 0 or high > EDGE * max(line))


def _hover(row: Mapping[str, Any]) -> str:
    told = [f"{word}: {bounded(row, end, 'share')}" for end, (word, _) in COMBAT_ENDS.items() if row[end]]
    return hover(f"{row['name']}, Level {row['level']}", *told, n=row["games"])


def _moved(data: Data, lines: Sequence[Line], arm: str, other: str) -> go.Figure:
    """Monsters that other rules make easier or harder, those that they change most."""
    shown = sorted(lines, key=lambda line: -abs((line.ends[other][0] or 0.0) - (line.ends[arm][0] or 0.0)))[:MOST]
    shown = [line for line in lines if line in shown]
    label = short_labels(theme.arm_names(data["arm"]))[other]
    many = f"The {len(shown)} monsters" if shown[1:] else "The only monster"
    clear = "the clearest" if len(shown) < len(lines) else "a clear"
    below = f"{many} with {clear} change: share of combats the players win"
    return dumbbells(data, shown, f"What {label} changes", below, "share of combats")


def _margins(data: Data, rows: pl.DataFrame) -> go.Figure:
    """How often combats are won, by the difference in strength with which they begin."""
    lines = []
    for word in dict.fromkeys(rows["bin"].to_list()):
        own = rows.filter(bin=word).to_dicts()
        lines.append(
            Line(word, {row["arm"]: ends(row, "won") for row in own}, {row["arm"]: row["games"] for row in own})
        )
    title, below = "Combats won, by the lead in strength", "Fighter minus monster when the combat begins"
    return dumbbells(data, lines, title, below, "share of combats")


def _table(frame: pl.DataFrame, who: str) -> Table:
    names = ("name", "level", "won", "fled", "caught", "died", "levels_lost", "n")
    columns = columns_of("monsters", *names, name={"link": Link("card", {"card": "name"})})
    return Table(frame, "", columns, "", counted=f"{who} {method('monsters')}")
