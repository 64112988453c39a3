"""The map of the cards, naive against causal numbers of them, and names of cards that fit beside a chart."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.cards.card_verdict import MATTERS, SHRUNKEN, STRONG, UNCLEAR, VERDICT, WEAK
from lab.cards.card_words import IN_PART, NOT_PLAYED, PLURAL, WAYS
from lab.tables.column import bounded, written
from reports import theme
from reports.chart_marks import HOVER, hover, point_ticks, zero

LETTERS, LINES = 15, 2
"""Room of a name beside a chart: as much as a phone has."""
COVERS, PITCH = 0.028, 11
"""How near marks cover each other, as a part of the map's axis, and pixels that they step aside."""
HEAD, LINE, BETWEEN, AXIS = 22, 17, 8, 72
"""Pixels of the name of a row of the map, of a line of names beside it, between rows, and of the axis."""
PALE = 0.5
"""Ink of a card of which nothing can be told yet."""
SIDES, BESIDE, NAMED = 0.11, 0.29, 3
"""Room at each side of the marks, as a part of what they take; what names need beside them, as a part of the axis of a
phone; cards that are named at each end of a row."""
LONG, PHONE, LINES_OF_NAME = 30, 52, 3
"""Letters of a line of names below marks, of the whole axis on a phone; lines of a name."""
BIASED = "biased by game length and lead"
"""What is said of every naive number."""


def short(name: str, lines: int = LINES) -> str:
    """A name in lines that fit beside a chart."""
    told = textwrap.wrap(name, LETTERS, max_lines=lines, placeholder="\u2026")
    return "<br>".join(told).replace("<br>\u2026", "\u2026")


def unmarked(name: str) -> str:
    """The name of a card without the words behind it that it is played in part, or not at all."""
    return name.removesuffix(IN_PART).removesuffix(NOT_PLAYED)


def card_map(
    parts: Iterable[tuple[str, str, pl.DataFrame]], title: str, below: str, told: Callable[[Mapping[str, Any]], str]
) -> go.Figure:
    """Cards by what they are worth, a row for each family of kinds in each way of coming; each mark leads to its card.

    `parts` are sections of cards, `told` is what is told of one. Those that are too strong or weak are named at the end
    of their row that they stand out to; where none are, the ends of all are named.
    """
    families: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for number, pile, part in parts:
        found = pl.col(VERDICT).is_in([STRONG, WEAK]).alias("found")
        for row in part.drop_nulls(SHRUNKEN).with_columns(found).sort(SHRUNKEN, "id").iter_rows(named=True):
            word, colour, symbol = theme.kind_style(str(row["kind"]))
            word = f"Other {PLURAL.get(pile, pile)}" if word == theme.OTHER_KINDS[0] else word
            families.setdefault((f"<b>{word}</b> {WAYS[number]}", colour, symbol), []).append(row)
    cards = sorted((row for part in families.values() for row in part), key=lambda row: (row[SHRUNKEN], row["id"]))
    low, high = min(-MATTERS, cards[0][SHRUNKEN]), max(MATTERS, cards[-1][SHRUNKEN])
    view = [low - SIDES * (high - low), high + SIDES * (high - low)]
    fig, top = theme.figure(title, below).update_layout(showlegend=False), 0.0
    fig.add_vrect(x0=-MATTERS, x1=MATTERS, fillcolor=theme.GRID, opacity=0.45, line_width=0, layer="below")
    named = [row for row in cards if row["found"]] or [*cards[:NAMED], *cards[-NAMED:]]
    for style, own in sorted(families.items(), key=lambda family: -len(family[1])):
        top = _family(fig, style, own, [row for row in own if row in named], (top, *view), told)
    title = "fewer wins \u2190 \u2192 more wins"
    fig.update_xaxes(title_text=title, side="top", range=view, **point_ticks((low, high)), **zero())
    fig.update_yaxes(range=[top, 0], showgrid=False, zeroline=False, showticklabels=False)
    return fig.update_layout(height=top + AXIS, margin_b=8, margin_l=0)


def _family(
    fig: go.Figure, style: tuple[str, str, str], part: list[dict[str, Any]], named: list[dict[str, Any]],
    place: tuple[float, float, float], told: Callable[[Mapping[str, Any]], str],
) -> float:  # fmt: skip
    """A row of the map, under its name, and the names of those of its cards that stand out; where the next begins.

    `place`: pixels above the row, and the ends of the axis.
    """
    (top, first, last), (word, colour, symbol) = place, style
    values = [row[SHRUNKEN] for row in part]
    levels = _swarm(values, last - first)
    names = _ends_named(values, named, (first, last))
    lines = max((text.count("<br>") + 1 for text, is_beside in names.values() if is_beside), default=0)
    tall = max(PITCH * (max(levels) - min(levels) + 2), LINE * lines + PITCH)
    middle = top + HEAD + tall / 2
    zeroth = middle - PITCH * (max(levels) + min(levels)) / 2
    fig.add_annotation(x=0, xref="paper", xanchor="left", y=top + HEAD / 2 + 2, text=word, showarrow=False)
    fig.add_trace(go.Scatter(
        x=values, y=[zeroth + PITCH * level for level in levels], mode="markers", cliponaxis=False,
        name=word.replace("<b>", "").replace("</b>", ""), hovertext=[told(row) for row in part], hovertemplate=HOVER,
        customdata=[[unmarked(str(row["name"]))] for row in part], meta={"link": ["card", "card"]},
        marker=_look(colour, part) | {"symbol": symbol},
    ))  # fmt: skip
    below = [text.split("<br>") for text, is_beside in names.values() if not is_beside]
    reach = PHONE * (max(values) - min(values)) / (last - first)
    is_tight = len(below) > 1 and any(sum(map(len, pair)) > reach for pair in zip(*below, strict=False))
    end = start = top + HEAD + tall
    for up, (text, is_beside) in names.items():
        side, shift = ("left", 9) if up is is_beside else ("right", -9)
        look = {"y": middle, "xshift": shift} if is_beside else {"y": start, "yanchor": "top", "xshift": -shift}
        x = max(values) if up else min(values)
        fig.add_annotation(x=x, text=text, showarrow=False, align=side, xanchor=side, **look)
        end = end if is_beside else max(end, start + LINE * (text.count("<br>") + 1))
        start = end if is_tight else start
    return end + BETWEEN


def _ends_named(
    values: list[float], named: list[dict[str, Any]], axis: tuple[float, float]
) -> dict[bool, tuple[str, bool]]:
    """By whether they are up: the names of those that stand out, and whether a phone has room for them beside marks."""
    found = {}
    for up, room in ((True, axis[1] - max(values)), (False, min(values) - axis[0])):
        own = sorted((row for row in named if (row[SHRUNKEN] > 0) is up), key=lambda row: -abs(row[SHRUNKEN]))
        is_beside = room >= BESIDE * (axis[1] - axis[0])
        if own:
            found[up] = (_names(own, LETTERS if is_beside else LONG), is_beside)
    return found


def _look(colour: str, part: list[dict[str, Any]]) -> dict[str, Any]:
    """Marks that are filled if surely not average, hollow if about average, small and pale if that cannot be told."""
    faint, open_ = theme.faded(colour, PALE), [row[VERDICT] == UNCLEAR for row in part]
    fills = [colour if row["found"] else faint if pale else theme.PAPER for row, pale in zip(part, open_, strict=True)]
    line = {"color": [faint if pale else colour for pale in open_], "width": [0 if pale else 2 for pale in open_]}
    return {"color": fills, "size": [7 if pale else 9 for pale in open_], "line": line, "opacity": 1}


def _names(rows: list[dict[str, Any]], letters: int) -> str:
    """The first few by name with what they are worth, one below the other."""
    return "<br>".join(_named(str(row["name"]), written(row[SHRUNKEN], "points"), letters) for row in rows[:NAMED])


def _named(name: str, value: str, letters: int) -> str:
    first, *more = textwrap.wrap(f"{name.removeprefix('Curse! ')}\u00a0{value}", letters)  # the row says what it is
    return "<br>".join([first, *more] if len(more) < LINES_OF_NAME else [first, f"{more[0]}\u2026\u00a0{value}"])


def _swarm(values: list[float], reach: float) -> list[int]:
    """How many steps marks of one row step aside so that none covers another: by turns down and up.

    `reach`: that of the axis.
    """
    placed: list[tuple[float, int]] = []
    for value in values:
        near = {aside for other, aside in placed if abs(other - value) < COVERS * reach}
        steps = (sign * step for step in range(len(values) + 1) for sign in (1, -1))
        placed.append((value, next(aside for aside in steps if aside not in near)))
    return [aside for _, aside in placed]


def naive_scatter(rows: pl.DataFrame) -> go.Figure:
    """What the cards in the hand are worth by lot, over what a draft tracker would say."""
    title = "Naive against causal: what goes with winning, and what wins"
    fig = theme.figure(title, "Games of 100 won more or fewer; each mark is a card", 520)
    span = max(rows.select(pl.max_horizontal(pl.col("naive_iwd").abs(), pl.col("hand_delta").abs()).max()).item(), 0.01)
    fig.add_trace(go.Scatter(
        x=[-span, span], y=[-span, span], mode="lines", line={"color": theme.SOFT, "dash": "dot", "width": 1},
        hoverinfo="skip", showlegend=False,
    ))  # fmt: skip
    named = _outliers(rows)
    groups: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for row in rows.iter_rows(named=True):
        groups.setdefault(theme.kind_style(str(row["kind"])), []).append(row)
    for style, part in groups.items():
        fig.add_trace(_points(part, style, named))
    across, up = _view(rows["naive_iwd"]), _view(rows["hand_delta"])
    fig.update_xaxes(title_text="IWD, naive and biased, games of 100", range=across, **point_ticks(across, 7), **zero())
    return fig.update_yaxes(title_text="hand \u0394, by lot, games of 100", range=up, **point_ticks(up, 7), **zero())


def lesson(rows: pl.DataFrame) -> str:
    """The card that a tracker would praise most, and what it is worth by lot."""
    most = rows.sort("naive_iwd", "id", descending=[True, False]).row(0, named=True)
    return (
        f"Who is ahead and who plays long draws more cards, so what goes with winning need not win: {most['name']} has "
        f"the highest naive number ({bounded(most, 'naive_iwd', 'points')} games of 100); to whoever gets it by lot it "
        f"is worth {written(most['hand_delta'], 'points', most['hand_low'], most['hand_high'])}."
    )


def _view(values: pl.Series) -> list[float]:
    low, high = min(0.0, float(values.min() or 0)), max(0.0, float(values.max() or 0))  # type: ignore[arg-type]
    room = 0.15 * (high - low) or 0.01
    return [low - room, high + room]


def _outliers(rows: pl.DataFrame) -> dict[str, str]:
    """Cards that are named in the chart, and where their names stand: the ends of both numbers."""
    ends = [
        ("hand_delta", True, "top center"), ("hand_delta", False, "bottom center"),
        ("naive_iwd", True, "middle left"), ("naive_iwd", False, "middle right"),
    ]  # fmt: skip
    found: dict[str, str] = {}
    for column, first, place in ends:
        found.setdefault(str(rows.sort(column, "id", descending=[first, False]).row(0, named=True)["id"]), place)
    return found


def _points(part: list[dict[str, Any]], style: tuple[str, str, str], named: Mapping[str, str]) -> go.Scatter:
    word, colour, symbol = style
    return go.Scatter(
        x=[r["naive_iwd"] for r in part], y=[r["hand_delta"] for r in part], mode="markers+text", name=word,
        text=[short(r["name"]) if r["id"] in named else "" for r in part],
        textposition=[named.get(r["id"], "top center") for r in part], textfont={"size": 11}, cliponaxis=False,
        marker={"color": colour, "symbol": symbol, "size": 8, "opacity": 0.85},
        hovertext=[_both(r) for r in part], hovertemplate=HOVER,
    )  # fmt: skip


def _both(row: Mapping[str, Any]) -> str:
    by_lot = written(row["hand_delta"], "points", row["hand_low"], row["hand_high"])
    return hover(
        f"{row['name']} ({kind_words(row['kind'])})",
        f"IWD (naive): {bounded(row, 'naive_iwd', 'points')} games of 100",
        f"hand \u0394 (by lot): {by_lot} games of 100", n=row["hand_n"], what=f"times in {row['games']:,} games",
    )  # fmt: skip
