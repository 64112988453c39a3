"""Which games are worth looking at?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.comparison.notable_games import KINDS, WORDS, says
from reports import theme
from reports.captions import sample
from reports.chart_marks import HOVER, by_arm, room_of
from reports.elements import Answer, Choice, Column, Data, Element, Link, Note, Table, captioned, in_order

TITLE, GROUP, ORDER = "Games", "Games", 90
METRICS = ("notable_games", "game_length")
ROW = 52
"""Pixels of an arm's row, if its name is short."""


@dataclass(frozen=True)
class Look:
    """How one kind of notable games is shown."""

    word: str
    heading: str
    axis: str
    measure: str  # column along which games are compared
    columns: tuple[str, ...]
    answer: str  # the first sentence, of the first game


LOOKS = {
    "longest": Look(
        "Longest", "The longest games", "turns", "turns", ("turns", "rounds", "ending", "winner"),
        "The longest game took **{turns:,} turns**: game {game} of {arm}, {won}. Half of the games there end within "
        "{median:,}.",
    ),
    "shortest": Look(
        "Shortest", "The shortest games that came to an end", "turns", "turns",
        ("turns", "rounds", "ending", "winner"),
        "The shortest game took **{turns:,} turns**: game {game} of {arm}, {won}. Half of the games there last longer "
        "than {median:,}.",
    ),
    "closest": Look(
        "Closest", "The closest games", "lead changes", "lead_changes",
        ("apart", "best", "second", "lead_changes", "turns", "winner"),
        "In the closest game winner and best other ended **{apart} Levels apart**, after {lead_changes} changes of the "
        "lead: game {game} of {arm}, {won}.",
    ),
    "comeback": Look(
        "Comebacks", "The greatest comebacks", "Levels behind the leader", "behind",
        ("behind", "round", "rounds", "turns", "winner"),
        "The greatest comeback: **{behind} Levels behind** after round {round} of {rounds}, and won all the same: game "
        "{game} of {arm}, {won}.",
    ),
    "typical": Look(
        "Typical", "Games like most games", "turns", "turns", ("turns", "rounds", "ending", "winner"),
        "A game like most games there: **{turns:,} turns**, game {game} of {arm}, {won}.",
    ),
    "most-changed": Look(
        "Most changed", "The same game under two rules", "Levels that differ at the end", "moved",
        ("other", "moved", "turns", "turns_b", "winner", "winner_b"),
        "Game {game} changes most: under {arm} and under {other} the players end **{moved} Levels apart in all**, "
        "after {turns:,} and {turns_b:,} turns.",
    ),
}  # fmt: skip


def _kinds(data: Data) -> Mapping[str, str]:
    frame = data["notable_games"]
    there = set(frame["kind"].to_list()) if "kind" in frame.columns else set()
    return {kind: LOOKS[kind].word for kind in KINDS if kind in there} or {"longest": LOOKS["longest"].word}


CHOICES = (Choice("kind", "Look for", _kinds),)


def draw(data: Data) -> Iterator[Element]:
    """The most notable game in words, where such games lie, and a table that leads to the replay of each."""
    kind = data.chosen.get("kind", "longest")
    frame, arms = data["notable_games"], theme.arm_names(data["arm"])
    if frame.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    rows = in_order(frame.filter(kind=kind), arms)
    if rows.is_empty():
        yield Note("No game of the arms that are shown is of this kind.")
        return
    look = LOOKS[kind]
    yield Answer(answer(data, rows, kind))
    yield captioned(_dots(data, rows, look), says(kind), sample(data, _turns(data)))
    yield _table(data, rows, kind)


def _turns(data: Data) -> pl.DataFrame:
    return data["game_length"].filter(pl.col("measure") == "turns")


def first_of(rows: pl.DataFrame, kind: str) -> dict[str, Any]:
    """The most notable of all arms: `lab.comparison.notable_games` has put those of each arm in their order."""
    order = {
        "longest": (["turns"], [True]), "shortest": (["turns"], [False]), "most-changed": (["moved"], [True]),
        "closest": (["apart", "lead_changes"], [False, True]), "comeback": (["behind", "round"], [True, True]),
    }  # fmt: skip
    by, down = order.get(kind, ((), False))
    return (rows.sort(by, descending=down, maintain_order=True) if by else rows).row(0, named=True)


def answer(data: Data, rows: pl.DataFrame, kind: str) -> str:
    """The most notable of some games of a kind, in a sentence."""
    row = first_of(rows, kind)
    median = _turns(data).filter(arm=row["arm"])["median"].to_list() or [0]
    won = "nobody has won it" if row["winner"] == "nobody" else f"won by {row['winner']}"
    told = LOOKS[kind].answer.format(**row | {"median": int(median[0]), "won": won})
    return told.replace("**1 Levels ", "**1 Level ")


def _dots(data: Data, rows: pl.DataFrame, look: Look) -> go.Figure:
    shown = list(by_arm(data, rows))
    labels = [theme.arm_label(arm) for arm, _, _ in shown]
    about = "The ten of each arm; the grey bar holds nine tenths of all games, the line is their median"
    fig = theme.figure(
        look.heading,
        about if look.measure == "turns" else "The ten of each arm",
        110 + room_of(labels, ROW) * len(shown),
    )
    lengths = {row["arm"]: row for row in _turns(data).to_dicts()}
    for place, (arm, style, own) in enumerate(shown):
        if look.measure == "turns" and arm in lengths:
            _usual(fig, lengths[arm], place)
        fig.add_trace(_dot(own, look, style, lengths.get(arm, {}).get("games"), place))
    fig.update_yaxes(
        tickvals=list(range(len(shown))), ticktext=labels, range=[len(shown) - 0.4, -0.6], showgrid=False,
        zeroline=False,
    )  # fmt: skip
    return fig.update_xaxes(title_text=look.axis, rangemode="tozero").update_layout(showlegend=False)


def _usual(fig: go.Figure, row: Mapping[str, Any], place: int) -> None:
    """Where most games of an arm lie."""
    low, high, half = row["q05"], row["q95"], row["median"]
    if None in (low, high, half):
        return
    fig.add_shape(
        type="rect", x0=low, x1=high, y0=place - 0.16, y1=place + 0.16, fillcolor=theme.GRID, line_width=0,
        layer="below",
    )  # fmt: skip
    fig.add_shape(type="line", x0=half, x1=half, y0=place - 0.24, y1=place + 0.24, line={"color": theme.SOFT})


def _dot(rows: pl.DataFrame, look: Look, style: Mapping[str, Any], games: int | None, place: int) -> go.Scatter:
    hovers = [
        f"<b>Game {row['game']}</b> of {row['arm']}<br>{row[look.measure]:,} {look.axis}<br>{row['turns']:,} turns, "
        f"won by {row['winner']}<br>of n = {games or 0:,} games"
        for row in rows.to_dicts()
    ]
    values = rows[look.measure].to_list()
    return go.Scatter(
        x=values, y=[place] * len(values), mode="markers+text", name=str(rows["arm"][0]),
        text=[f"{values[0]:,}", *[""] * (len(values) - 1)], textposition="top center", cliponaxis=False,
        hovertext=hovers, hovertemplate=HOVER,
        marker={"color": style["color"], "symbol": style["symbol"], "size": 11, "opacity": 0.75},
    )  # fmt: skip


def _table(data: Data, rows: pl.DataFrame, kind: str) -> Table:
    look = LOOKS[kind]
    lead = {"arm": "arm", "game": "game"} | ({"other": "other"} if kind == "most-changed" else {})
    columns = {
        "game": Column("game", "plain", about="Opens its replay.", link=Link("replay", lead)), "arm": Column("rules"),
        **{name: Column(**vars(WORDS[name])) for name in look.columns},
    }  # fmt: skip
    seats = max(data["arm"]["seats"].to_list())
    if "ending" in look.columns:
        words = pl.col("ending").replace(theme.ENDING_WORDS)
        rows, columns["ending"] = rows.with_columns(words), Column("ending")
    caption = (
        f"Players are p0 to p{seats - 1}. In the dashboard the number of a game opens its replay; so does `lab replay` "
        "with --arm and --game."
    )
    return Table(rows, caption, columns, "Ten of each arm")
