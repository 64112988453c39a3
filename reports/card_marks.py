"""The map of the cards, and names of cards that fit beside a chart."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from lab.cards.card_verdict import (
    AVERAGE,
    JUDGED_BY,
    MATTERS,
    PREFIX,
    RAW,
    SHRUNKEN,
    STRONG,
    UNCLEAR,
    VERDICT,
    WEAK,
    as_written,
)
from lab.cards.card_words import IN_PART, NOT_PLAYED, PLURAL, WAYS, verdict_word
from lab.tables.column import bounded, written
from reports import theme
from reports.chart_marks import HOVER, ends, hover, point_ticks

LETTERS, LINES = 15, 2
"""Room of a name beside a chart: as much as a phone has."""
COVERS, PITCH = 0.028, 11
"""How near marks cover each other, as a part of the map's axis, and pixels that they step aside."""
HEAD, LINE, BETWEEN, AXIS, ZONES, KEY = 24, 17, 10, 44, 24, 44
"""Pixels of the name of a row of the map, of a line of names, between rows, of the axis, of its zones, of its key."""
TICKS, APART = 10, 0.012
"""Ticks of the axis at most, and parts of it between the ends of two lines to names."""
LEAST_VIEW, PALE = 1.8, 0.6
"""How far an axis goes at least, in what matters, and the ink of a card of which nothing can be told yet."""
BELOW, ABOVE = "#2F7F86", "#882255"
"""Colours of what is found to be worth less or more than the average; what is not found has none."""
SIDES, NAMED, MOST, LONG, PHONE, GAP = 0.11, 4, 15, 30, 52, 0.5
"""Room at each side of the marks, as a part of what they take; cards named at each end where none is found, and
most that are named at an end of a row; letters of
a line of names below marks, of the whole axis on a phone, and between marks and a name."""
SURELY, PROBABLY = "surely out of line", "probably out of line"
"""What is known of a card that is not about average, in the key of the map."""
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


def card_map(parts: Sequence[tuple[str, str, pl.DataFrame]], title: str, words: tuple[str, str]) -> go.Figure:
    """Cards by what they are worth, a row for each family of kinds in each way of coming; each mark leads to its card.

    `parts` are sections of cards, `words` call what lies far below and above the average. What stands out is named
    below its row; where nothing does, the ends of all are. Only the marks lie on lines and shades: names stand on plain
    paper.
    """
    families: dict[str, list[dict[str, Any]]] = {}
    several = len({number for number, *_ in parts}) > 1
    way = {number: f" {words}" for number, words in WAYS.items() if several}
    for number, pile, part in parts:
        found = pl.col(VERDICT).is_in([STRONG, WEAK]).alias("found")
        for row in part.drop_nulls(SHRUNKEN).with_columns(found).sort(SHRUNKEN, "id").iter_rows(named=True):
            word, *_ = theme.kind_style(str(row["kind"]))
            word = f"Other {PLURAL.get(pile, pile)}" if word == theme.OTHER_KINDS[0] else word
            families.setdefault(f"<b>{word}</b>{way.get(number, '')}", []).append(row)
    cards = sorted((row for part in families.values() for row in part), key=lambda row: (row[SHRUNKEN], row["id"]))
    low, high = (end(0.0, *(row[SHRUNKEN] for row in cards)) for end in (min, max))
    side = SIDES * (high - low)
    view = [min(low - side, -LEAST_VIEW * MATTERS), max(high + side, LEAST_VIEW * MATTERS)]
    fig, top = theme.figure(title, UNIT), 2.0 * ZONES
    fig.add_traces(list(_key({word for word, _ in map(_known, cards)})))
    ticks = point_ticks(view, TICKS)
    for x, word in zip(ticks["tickvals"], ticks["ticktext"]):
        if APART < (x - view[0]) / (view[1] - view[0]) < 1 - APART:  # the paper ends there
            fig.add_annotation(x=x, y=1.5 * ZONES, text=word, showarrow=False)
    zones = ((view[0], "left", f"\u2190 {words[0]}", BELOW), (view[1], "right", f"{words[1]} \u2192", ABOVE),
             (0, "center", f"within \u00b1{100 * MATTERS:g}", theme.SOFT))  # fmt: skip
    for x, anchor, word, colour in zones:
        fig.add_annotation(x=x, y=ZONES / 2, text=word, showarrow=False, xanchor=anchor, font={"color": colour})
    named = [row for row in cards if row["found"]] or [*cards[:NAMED], *cards[-NAMED:]]
    for word, own in sorted(families.items(), key=lambda family: -len(family[1])):
        top = _family(fig, word, own, [row for row in own if row in named], (top, view[0], view[1]))
    fig.update_xaxes(range=view, **ticks, showgrid=False, title={"text": UNIT.partition(",")[0], "standoff": 4})
    fig.update_yaxes(range=[top, 0], showgrid=False, zeroline=False, showticklabels=False)
    return fig.update_xaxes(zeroline=False).update_layout(
        height=top + AXIS + LINE + KEY, margin={"b": AXIS + LINE, "l": 0, "t": KEY}, legend={"y": 1, "yanchor": "top"}
    )


def _key(there: set[str]) -> Iterator[go.Scatter]:
    """The marks of what is known of cards, as far as it is there."""
    for word in (SURELY, PROBABLY, AVERAGE, UNCLEAR):
        if word in there:
            yield go.Scatter(x=[None], y=[None], mode="markers", name=word, marker=_look([(word, ABOVE)]))


def _family(
    fig: go.Figure, word: str, part: list[dict[str, Any]], named: list[dict[str, Any]],
    place: tuple[float, float, float],
) -> float:  # fmt: skip
    """A row of the map, under its name, and the names of those of its cards that stand out; where the next begins.

    `place`: pixels above the row, and the ends of the axis.
    """
    top, first, last = place
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
        marker=_look([_known(row) for row in part]), showlegend=False,
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


def _look(marks: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Marks by what is known of cards, and the colour of their side: filled, hollow, or small."""
    faint = theme.faded(theme.SOFT, PALE)
    own = {SURELY: (theme.INK, 3, 14), PROBABLY: (theme.PAPER, 1, 12)}
    hollow = {AVERAGE: (theme.PAPER, theme.SOFT, 2, 9)}
    looks = [(side, *own[known]) if known in own else hollow.get(known, (faint, faint, 0, 6)) for known, side in marks]
    fills, rims, wide, sizes = ([look[i] for look in looks] for i in range(4))
    return {"color": fills, "size": sizes, "line": {"color": rims, "width": wide}, "opacity": 1}


def _known(row: Mapping[str, Any]) -> tuple[str, str]:
    """What is known of a card, in the words of the key, and the colour of its side."""
    is_sure = shown_verdict(row) == verdict_word(row[VERDICT], row[JUDGED_BY])
    return (SURELY if is_sure else PROBABLY) if row["found"] else row[VERDICT], ABOVE if row[SHRUNKEN] > 0 else BELOW


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
