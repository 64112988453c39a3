"""The map of the cards, naive against causal numbers of them, and names of cards that fit beside a chart."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.cards.card_verdict import JUDGED_BY, MATTERS, PREFIX, RAW, SHRUNKEN, STRONG, UNCLEAR, VERDICT, WEAK, as_written
from lab.cards.card_words import IN_PART, NOT_PLAYED, PLURAL, WAYS, verdict_word
from lab.tables.column import bounded, written
from reports import theme
from reports.chart_marks import HOVER, ends, hover, point_ticks, zero

LETTERS, LINES = 15, 2
"""Room of a name beside a chart: as much as a phone has."""
COVERS, PITCH = 0.028, 11
"""How near marks cover each other, as a part of the map's axis, and pixels that they step aside."""
HEAD, LINE, BETWEEN, AXIS, ZONES = 24, 17, 10, 44, 24
"""Pixels of the name of a row of the map, of a line of names beside it, between rows, of the axis, of its zones."""
TICKS, APART = 10, 0.012
"""Ticks of the axis at most, and parts of it between the ends of two lines to names."""
LEAST_VIEW, PALE = 1.8, 0.6
"""How far an axis goes at least, in what matters, and the ink of a card of which nothing can be told yet."""
BELOW, ABOVE = "#2F7F86", "#882255"
"""Colours of what is found to be worth less or more than the average; what is not found has none."""
SIDES, NAMED, MOST, LONG, PHONE, GAP = 0.11, 4, 5, 30, 52, 0.5
"""Room at each side of the marks, as a part of what they take; cards named at each end where none is found, and
most that are named at an end of a row; letters of
a line of names below marks, of the whole axis on a phone, and between marks and a name."""
UNIT, BIASED = "wins per 100 games, against the average card of its pile", "biased by game length and lead"
"""What the map's axis counts, and what is said of every naive number."""


def short(name: str, lines: int = LINES) -> str:
    """A name in lines that fit beside a chart."""
    told = textwrap.wrap(name, LETTERS, max_lines=lines, placeholder="\u2026")
    return "<br>".join(told).replace("<br>\u2026", "\u2026")


def shown_verdict(row: Mapping[str, Any]) -> str:
    """The verdict of a card; what is surely not average need not surely be far enough from it to matter."""
    word = str(verdict_word(row[VERDICT], row[JUDGED_BY]) or UNCLEAR)
    least = min((abs(as_written(end)) for end in ends(row, SHRUNKEN) if end is not None), default=100 * MATTERS)
    is_open = row[VERDICT] in (STRONG, WEAK) and least < 100 * MATTERS
    return f"probably {word}" if is_open else word


def unmarked(name: str) -> str:
    """The name of a card without the words behind it that it is played in part, or not at all."""
    return name.removesuffix(IN_PART).removesuffix(NOT_PLAYED)


def card_map(
    parts: Sequence[tuple[str, str, pl.DataFrame]], title: str, words: tuple[str, str], values: Sequence[float]
) -> go.Figure:  # fmt: skip
    """Cards by what they are worth, a row for each family of kinds in each way of coming; each mark leads to its card.

    `parts` are sections of cards, `words` call what lies far below and above the average; the axis reaches all
    `values`, those of other maps too. The farthest that stand out are named below their row; where none does, the ends
    of all are. Only the marks lie on lines and shades: names stand on plain paper.
    """
    families: dict[tuple[str, str], list[dict[str, Any]]] = {}
    several = len({number for number, *_ in parts}) > 1
    way = {number: f" {words}" for number, words in WAYS.items() if several}
    for number, pile, part in parts:
        found = pl.col(VERDICT).is_in([STRONG, WEAK]).alias("found")
        for row in part.drop_nulls(SHRUNKEN).with_columns(found).sort(SHRUNKEN, "id").iter_rows(named=True):
            word, _, symbol = theme.kind_style(str(row["kind"]))
            word = f"Other {PLURAL.get(pile, pile)}" if word == theme.OTHER_KINDS[0] else word
            families.setdefault((f"<b>{word}</b>{way.get(number, '')}", symbol), []).append(row)
    cards = sorted((row for part in families.values() for row in part), key=lambda row: (row[SHRUNKEN], row["id"]))
    low, high = (end(0.0, *values) for end in (min, max))
    side = SIDES * (high - low)
    view = [min(low - side, -LEAST_VIEW * MATTERS), max(high + side, LEAST_VIEW * MATTERS)]
    fig, top = theme.figure(title).update_layout(showlegend=False), 2.0 * ZONES
    ticks = point_ticks(view, TICKS)
    for x, word in zip(ticks["tickvals"], ticks["ticktext"]):
        if APART < (x - view[0]) / (view[1] - view[0]) < 1 - APART:  # the paper ends there
            fig.add_annotation(x=x, y=1.5 * ZONES, text=word, showarrow=False)
    zones = ((view[0], "left", f"\u2190 {words[0]}", BELOW), (view[1], "right", f"{words[1]} \u2192", ABOVE),
             (0, "center", f"within \u00b1{100 * MATTERS:g}", theme.SOFT))  # fmt: skip
    for x, anchor, word, colour in zones:
        fig.add_annotation(x=x, y=ZONES / 2, text=word, showarrow=False, xanchor=anchor, font={"color": colour})
    named = [row for row in cards if row["found"]] or [*cards[:NAMED], *cards[-NAMED:]]
    for style, own in sorted(families.items(), key=lambda family: -len(family[1])):
        top = _family(fig, style, own, [row for row in own if row in named], (top, view[0], view[1]))
    fig.update_xaxes(range=view, **ticks, showgrid=False, title={"text": UNIT.partition(",")[0], "standoff": 4})
    fig.update_yaxes(range=[top, 0], showgrid=False, zeroline=False, showticklabels=False)
    return fig.update_xaxes(zeroline=False).update_layout(
        height=top + AXIS + LINE, margin={"b": AXIS + LINE, "l": 0, "t": 0}
    )


def _family(
    fig: go.Figure, style: tuple[str, str], part: list[dict[str, Any]], named: list[dict[str, Any]],
    place: tuple[float, float, float],
) -> float:  # fmt: skip
    """A row of the map, under its name, and the names of those of its cards that stand out; where the next begins.

    `place`: pixels above the row, and the ends of the axis.
    """
    (top, first, last), (word, symbol) = place, style
    values = [row[SHRUNKEN] for row in part]
    levels = _swarm(values, last - first)
    beside, flags = _ends_named(values, named, (first, last))
    lines = max((text.count("<br>") + 1 for text in beside.values()), default=0)
    tall = max(PITCH * (max(levels) - min(levels) + 2), LINE * lines + PITCH)
    middle = top + HEAD + tall / 2
    heights = [middle + PITCH * (level - (max(levels) + min(levels)) / 2) for level in levels]
    fig.add_annotation(x=0, xref="paper", xanchor="left", y=top + HEAD / 2, text=word, showarrow=False)
    _ground(fig, (top + HEAD, top + HEAD + tall), (first, last))
    fig.add_trace(go.Scatter(
        x=values, y=heights, mode="markers", cliponaxis=False,
        name=word.replace("<b>", "").replace("</b>", ""), hovertext=[_hover(row) for row in part], hovertemplate=HOVER,
        customdata=[[unmarked(str(row["name"]))] for row in part], meta={"link": ["card", "card"]},
        marker=_look(part) | {"symbol": symbol},
    ))  # fmt: skip
    for up, text in beside.items():
        side, shift, x = ("left", 9, max(values)) if up else ("right", -9, min(values))
        look = {"align": side, "xanchor": side, "xshift": shift, "bgcolor": theme.PAPER}
        fig.add_annotation(x=x, y=middle, text=text, showarrow=False, **look)
    end = start = top + HEAD + tall
    inner = [own[-1][0][SHRUNKEN] for own in flags.values()]  # names of both sides grow towards each other
    reach = PHONE * (max(inner, default=0) - min(inner, default=0)) / (last - first)
    is_tight = len(flags) > 1 and sum(max(len(text) for _, text in own) for own in flags.values()) > reach
    marks = dict(zip([row["id"] for row in part], heights, strict=True))
    for nth, (up, own) in enumerate(sorted(flags.items(), key=lambda side: len(side[1]))):
        if is_tight and not nth:  # lines of the other side pass by
            own = [(row, _named(row, max(LETTERS, int(reach)))) for row, _ in own]
        below = _flags(fig, up, own, marks, (start, APART * (last - first)))
        end, start = max(end, below), below if is_tight else start
    return end + BETWEEN


def _hover(row: Mapping[str, Any]) -> str:
    number, prefix = row[JUDGED_BY], PREFIX[row[JUDGED_BY]]
    said = shown_verdict(row) if row[VERDICT] else ""
    naive = [f"IWD (naive): {bounded(row, 'naive_iwd', 'points')}"] if row["naive_iwd"] is not None else []
    return hover(
        f"{row['name']} ({kind_words(row['kind'])}){': ' if said else ''}{said}",
        f"{WAYS[number]}: {bounded(row, SHRUNKEN, 'points')} games of 100",
        f"as measured: {written(row[RAW], 'points')}", *naive, n=row[f"{prefix}_n"],
        what=f"times in {row['games'] or 0:,} games",
    )  # fmt: skip


def _ground(fig: go.Figure, place: tuple[float, float], axis: tuple[float, float]) -> None:
    """What lies under the marks of a row: what is about average, zero, and faint lines at the ticks beyond."""
    band = {"type": "rect", "y0": place[0], "y1": place[1], "line": {"width": 0}, "layer": "below"}
    fig.add_shape(x0=-MATTERS, x1=MATTERS, fillcolor=theme.GRID, opacity=0.45, **band)
    for x in point_ticks(axis, TICKS)["tickvals"]:
        if abs(x) > MATTERS:
            fig.add_shape(x0=x, x1=x, **band | {"type": "line", "line": {"color": theme.GRID, "width": 1}})
    fig.add_shape(x0=0, x1=0, **band | {"type": "line", "line": {"color": theme.SOFT, "width": 1}})


def _flags(
    fig: go.Figure, up: bool, own: list[tuple[dict[str, Any], str]], marks: Mapping[Any, float],
    place: tuple[float, float],
) -> float:  # fmt: skip
    """Names below a row, each at the end of a line from its mark: the innermost first, so that none crosses a name.

    `marks`: heights by card; `place`: height of the first name, and how far apart the lines end at least; returns
    where they end.
    """
    (start, apart), foot, out = place, 0.0, 1 if up else -1
    side, shift = ("right", -4) if up else ("left", 4)
    for row, text in reversed(own):
        x, tall = row[SHRUNKEN], LINE * (text.count("<br>") + 1)
        foot = out * max(out * x, out * foot + apart)  # lines of marks at one place are fanned out
        line = {"color": theme.SOFT, "width": 1}
        fig.add_shape(type="line", x0=x, x1=foot, y0=marks[row["id"]], y1=start + tall - 3, line=line, layer="below")
        look = {"align": side, "xanchor": side, "yanchor": "top", "xshift": shift}
        fig.add_annotation(x=foot, y=start, text=text, showarrow=False, **look)
        start += tall
    return start


def _ends_named(
    values: list[float], named: list[dict[str, Any]], axis: tuple[float, float]
) -> tuple[dict[bool, str], dict[bool, list[tuple[dict[str, Any], str]]]]:
    """By whether they are up, those that stand out, the farthest first.

    Where a phone has room for a single short one beside its mark it stands there, else each has a line from its mark.
    """
    beside, flags = {}, {}
    for up, room in ((True, axis[1] - max(values)), (False, min(values) - axis[0])):
        own = sorted((row for row in named if (row[SHRUNKEN] > 0) is up), key=lambda row: -abs(row[SHRUNKEN]))[:MOST]
        text = _named(own[0], LONG) if own else ""
        if len(own) == 1 and "<br>" not in text and room * PHONE >= (axis[1] - axis[0]) * (len(text) + GAP):
            beside[up] = text
        elif own:
            flags[up] = [(row, _named(row, LONG)) for row in own]
    return beside, flags


def _look(part: list[dict[str, Any]]) -> dict[str, Any]:
    """Marks that are filled by their side if not average, ringed where surely, hollow if average, small if unclear."""
    faint, looks = theme.faded(theme.SOFT, PALE), []
    for row in part:
        colour = ABOVE if row[SHRUNKEN] > 0 else BELOW
        if row["found"]:
            is_sure = shown_verdict(row) == verdict_word(row[VERDICT], row[JUDGED_BY])
            looks.append((colour, theme.INK, 3, 14) if is_sure else (colour, theme.PAPER, 1, 11))
        else:
            looks.append((faint, faint, 0, 7) if row[VERDICT] == UNCLEAR else (theme.PAPER, theme.SOFT, 2, 9))
    fills, rims, wide, sizes = ([look[i] for look in looks] for i in range(4))
    return {"color": fills, "size": sizes, "line": {"color": rims, "width": wide}, "opacity": 1}


def _named(row: Mapping[str, Any], letters: int) -> str:
    """A card by name with what it is worth, in lines; the row of the map says what it is."""
    name, value = str(row["name"]).removeprefix("Curse! "), written(row[SHRUNKEN], "points")
    return "<br>".join(textwrap.wrap(f"{name}\u00a0{value}", letters))


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
