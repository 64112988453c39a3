"""Which cards belong together: a picture of the pairs that are more than their sum, and all that were dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import plotly.graph_objects as go
import polars as pl

from lab.cards.card_pairs import MORE
from lab.impact.dealt_together import ANEW, GAMES
from lab.stats.intervals import FDR
from lab.tables.column import bounded
from reports import theme
from reports.card_marks import short
from reports.chart_marks import HOVER, hover
from reports.elements import Ask, Column, Element, Fold, Note, Table, captioned
from reports.page_sources import ASK

TITLE = "Which two cards are worth more together than apart?"
WIDEST, LEAST, ROW = 12, 1, 46
"""Pixels of the thickest and of the thinnest line, and of the height of a card."""
NAMED = 3
UNASKED = (
    "This is known once a short list of pairs is dealt, each card by "
    f"lot: {(ANEW + GAMES) // 1000:,},000 games, which take some minutes and are kept with the run."
)
UNASKED_GROUPS = (
    "What a card and all that only its owners may use are worth beyond their sum is known once they are dealt, "
    f"in {GAMES:,} games of their own, which are kept with the run."
)
HOW = (
    "What a hand with both wins more than either alone accounts for; a card that was not dealt came to nobody. The "
    "list is made of pairs that came to one player early in games, first those of which one card names the other."
)


def pairs_told(rows: pl.DataFrame, who: str) -> Iterator[Element]:
    """The pairs of an arm, or the command that asks for them; nothing where its cards are no longer what they were."""
    known, asks = rows.filter(pl.col("part") != ASK), rows.filter(pl.col("part") == ASK)
    if known.is_empty():
        if asks.height:
            yield Fold(TITLE, (Ask(UNASKED, dict(asks.select("arm", "text").iter_rows())),))
        return
    sure = known.filter(pl.col("q") < FDR, pl.col(MORE) > 0).sort(MORE, descending=True, maintain_order=True)
    told = [_told(row) for row in sure.head(NAMED).to_dicts()]
    rest = f"; and {sure.height - NAMED} more" if sure.height > NAMED else ""
    likeliest = _told(known.sort("q").row(0, named=True))
    none = f"No two cards are surely worth more together; the likeliest: {likeliest}."
    yield Note(f"Surely worth more together than apart: {'; '.join(told)}{rest}." if told else none)
    if sure.height:
        yield captioned(_network(sure), "", who, HOW)
    yield Fold("All pairs that were dealt anew", (_table(known, who),))


def _told(row: dict[str, object]) -> str:
    return f"{row['first']} and {row['second']}, {_points(row)} games of 100"


def _points(row: dict[str, object]) -> str:
    return bounded(row, MORE, "points")


def _network(rows: pl.DataFrame) -> go.Figure:
    """Cards as names in two columns, those of most pairs on the left, and a line for each pair."""
    often = Counter([*rows["first"], *rows["second"]])
    pairs = [
        (*sorted((row["first"], row["second"]), key=lambda name: (-often[name], name)), row) for row in rows.to_dicts()
    ]  # fmt: skip
    pairs.sort(key=lambda pair: (-often[pair[0]], pair[0], -pair[2][MORE]))
    right = {name: at for at, name in enumerate(dict.fromkeys(pair[1] for pair in pairs))}
    left: dict[str, list[int]] = {}
    for one, other, _ in pairs:
        left.setdefault(one, []).append(right[other])
    fig = theme.figure(TITLE, height=120 + ROW * len(right))
    most = float(rows[MORE].max() or 1)  # type: ignore[arg-type]
    for one, other, row in pairs:
        start = sum(left[one]) / len(left[one])
        fig.add_trace(go.Scatter(
            x=[0, 0.5, 1], y=[start, (start + right[other]) / 2, right[other]], mode="lines", showlegend=False,
            line={"color": theme.GROUP_COLOURS[4], "width": max(LEAST, WIDEST * row[MORE] / most)},
            hovertext=[hover(f"{one} and {other}", f"{_points(row)} games of 100", n=row["dealt"], what="hands")] * 3,
            hovertemplate=HOVER,
        ))  # fmt: skip
    for name, places in left.items():
        _name(fig, 0, sum(places) / len(places), name)
    for name, at in right.items():
        _name(fig, 1, at, name)
    quiet = {"showgrid": False, "zeroline": False, "showticklabels": False}
    below = "the thicker, the more games of 100 both win beyond their sum"
    fig.update_xaxes(title_text=below, range=[-0.75, 1.75], **quiet)
    return fig.update_yaxes(visible=False, range=[len(right) - 0.5, -0.5])


def _name(fig: go.Figure, x: int, y: float, name: str) -> None:
    side = {"xanchor": "left", "xshift": 8} if x else {"xanchor": "right", "xshift": -8}
    fig.add_annotation(x=x, y=y, text=short(name), showarrow=False, align="left" if x else "right", **side)


def _table(rows: pl.DataFrame, who: str) -> Table:
    columns = {
        "first": Column("card"), "second": Column("and"),
        MORE: Column("beyond the sum, games of 100", "points", about=HOW),
        "both": Column("won with both", "share"), "a_only": Column("only the first", "share"),
        "b_only": Column("only the second", "share"), "neither": Column("neither", "share"),
        "q": Column("q", "p", about=f"Pairs below {FDR:g} are sure: of them one in ten at most is luck."),
        "dealt": Column("hands", "count"),
    }  # fmt: skip
    return Table(
        rows.sort(MORE, descending=True), "", columns, "All pairs that were dealt anew", counted=f"{who} {HOW}"
    )


def groups_told(rows: pl.DataFrame, who: str) -> Iterator[Element]:
    """What each Class and the like is worth with all that only it may use, and the commands that ask."""
    known, asks = rows.filter(pl.col("part") != ASK), rows.filter(pl.col("part") == ASK)
    shown: list[Element] = []
    if known.height:
        columns = {
            "first": Column("card"), MORE: Column("beyond the sum, games of 100", "points", heat=0.1, about=HOW),
            "pairs": Column("cards of its own", "count", about="Which only its owners may use."),
            "dealt": Column("hands", "count"),
        }  # fmt: skip
        shown = [Table(known.sort(MORE, descending=True), f"{who} All pairs of a card count alike.", columns)]
    if asks.height:
        shown.append(Ask(UNASKED_GROUPS, dict(asks.select("first", "text").iter_rows()), "Deal"))
    if shown:
        yield Fold("What is a Class or a Race worth with its own cards?", shown)
