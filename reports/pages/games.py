"""Which games are worth looking at?"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.comparison.notable_games import KINDS, LENGTH, WORDS, says
from lab.tables.column import written
from reports import theme
from reports.captions import counted
from reports.chart_marks import HOVER, by_arm, hover
from reports.display_names import FEW, PEOPLE, named, short_labels
from reports.elements import Answer, Choice, Column, Data, Element, Jump, Link, Note, Row, Table, captioned, in_order
from reports.level_picture import course

TITLE, GROUP, ORDER = "Games", "Single games", 90
METRICS = ("notable_games", "game_cells", "game_length")
LARGEST, PHONE, LEAST, RING, EDGES = 26, 290, 4, 9, 7
"""Pixels of the hexagon of the fullest cell, of all side by side on a phone, and of the least ones: areas are as their
games; how much wider a ring is; edges of cells that are named at most."""
TURNS = ("turns", "lead_changes", *LENGTH[2:])
"""What is shown of long, short and typical games: rounds say the same as turns."""
ROWS, LEAST_EACH = 10, 2
"""Games of the table in all, and the least of each of the rules: so all of them can be seen."""


@dataclass(frozen=True)
class Look:
    """How one kind of notable games is shown."""

    word: str
    heading: str  # of the table
    columns: tuple[str, ...]
    answer: str  # the first sentence, of the first game


LOOKS = {
    "longest": Look(
        "Longest", "The longest games", TURNS,
        "The longest game took **{turns:,} turns**: game {game} of {arm}, {won}. Half of the games there end within "
        "{median:,}.",
    ),
    "shortest": Look(
        "Shortest", "The shortest games that came to an end", TURNS,
        "The shortest game took **{turns:,} turns**: game {game} of {arm}, {won}. Half of the games there last longer "
        "than {median:,}.",
    ),
    "closest": Look(
        "Closest", "The closest games", ("apart", "best", "second", "lead_changes", "turns", "winner"),
        "In the closest game winner and best other ended **{apart} Levels apart**, after {lead_changes} changes of the "
        "lead: game {game} of {arm}, {won}.",
    ),
    "comeback": Look(
        "Comebacks", "The greatest comebacks", ("behind", "round", "rounds", "turns", "winner"),
        "The greatest comeback: **{behind} Levels behind** after round {round} of {rounds}, and won all the same: game "
        "{game} of {arm}, {won}.",
    ),
    "typical": Look(
        "Typical", "Games like most games", TURNS,
        "A game like most games there: **{turns:,} turns**, game {game} of {arm}, {won}.",
    ),
    "most-changed": Look(
        "Most changed", "The same game under two rules", ("other", "moved", "turns", "turns_b", "winner", "winner_b"),
        "Game {game} changes most: under {arm} and under {other} the players end **{moved} Levels apart in all**, "
        "after {turns:,} and {turns_b:,} turns.",
    ),
}  # fmt: skip


def _kinds(data: Data) -> Mapping[str, str]:
    frame = data["notable_games"]
    there = set(frame["kind"].to_list()) if "kind" in frame.columns else set()
    return {kind: LOOKS[kind].word for kind in KINDS if kind in there} or {"longest": LOOKS["longest"].word}


OTHERS = {"closest": "{apart} apart", "comeback": "{behind} Levels behind"}
"""What a line says of the game of other rules; turns unless it is here."""

CHOICES = (Choice("kind", "Look for", _kinds),)


def draw(data: Data) -> Iterator[Element]:
    """The most notable game in words, where such games lie, and a table that leads to the replay of each."""
    kind = data.chosen.get("kind", "longest")
    frame, arms = _named(data["notable_games"]), theme.arm_names(data["arm"])
    if frame.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    found = in_order(frame.filter(kind=kind), arms)
    found = found.group_by("arm", maintain_order=True).head(max(LEAST_EACH, ROWS // max(1, found["arm"].n_unique())))
    rows = ranked(found, kind)
    if rows.is_empty():
        yield Note("No game of the arms that are shown is of this kind.")
        return
    look = LOOKS[kind]
    yield Answer("\n".join([answer(data, rows, kind), *others(rows, kind)]))
    arm, game = rows.select("arm", "game").row(0)
    at_a_terminal = f"lab replay --arm {shlex.quote(arm)} --game {game}"
    yield Jump(f"Watch game {game} of {arm}", "replay", {"arm": arm, "game": game}, at_a_terminal)
    yield _table(data, in_order(rows, arms), kind)
    yield captioned(
        _cells(data, rows, look), f"Ringed: games of the table. The largest hexagon holds {_fullest(data):.0f}\u00a0%.",
        says(kind), counted(data, _turns(data)),
        "A click on a cell opens a typical game: it ended as most of them did, of middle length.",
    )  # fmt: skip


def _named(games: pl.DataFrame) -> pl.DataFrame:
    """The same with players by name."""
    told = [name for name in ("winner", "winner_b") if name in games.columns]
    return games.with_columns(pl.col(name).map_elements(named, return_dtype=pl.String) for name in told)


def _turns(data: Data) -> pl.DataFrame:
    return data["game_length"].filter(pl.col("measure") == "turns")


def ranked(rows: pl.DataFrame, kind: str) -> pl.DataFrame:
    """The most notable of all arms first: `lab.comparison.notable_games` has put those of each arm in their order."""
    order = {
        "longest": (["turns"], [True]), "shortest": (["turns"], [False]), "most-changed": (["moved"], [True]),
        "closest": (["apart", "lead_changes"], [False, True]), "comeback": (["behind", "round"], [True, True]),
    }  # fmt: skip
    by, down = order.get(kind, ((), False))
    return rows.sort(by, descending=down, maintain_order=True) if by else rows


def answer(data: Data, rows: pl.DataFrame, kind: str) -> str:
    """The first of some games of a kind, in a sentence."""
    row = rows.row(0, named=True)
    median = _turns(data).filter(arm=row["arm"])["median"].to_list() or [0]
    told = LOOKS[kind].answer.format(**row | {"median": int(median[0]), "won": _won(row)})
    if rows.filter(arm=row["arm"], turns=row["turns"]).height > 1:  # other kinds do not say "took"
        told = told.replace("est game took", "est games took").replace("turns**: game", "turns**, one of them game")
    return told.replace("**1 Levels ", "**1 Level ")


def others(rows: pl.DataFrame, kind: str) -> list[str]:
    """The first game of each of the other rules, in a line; of few rules only."""
    firsts = rows.unique("arm", keep="first", maintain_order=True).to_dicts()[1:]
    if kind == "most-changed" or len(firsts) > FEW:
        return []
    told = OTHERS.get(kind, "{turns:,} turns")
    return [f"With {row['arm']}: **{told.format(**row)}**, game {row['game']}, {_won(row)}." for row in firsts]


def _won(row: Mapping[str, Any]) -> str:
    return "nobody has won it" if row["winner"] == "nobody" else f"won by {row['winner']}"


def _fullest(data: Data) -> float:
    """The share of its games that the fullest cell holds, in per cent."""
    return 100 * float(data["game_cells"].select((pl.col("games") / pl.col("of")).max()).item() or 1)


def _cells(data: Data, rows: pl.DataFrame, look: Look) -> Row:
    """All games of each arm by length and changes of the lead, on one scale."""
    frame, labels = data["game_cells"], short_labels(theme.arm_names(data["arm"]))
    fullest = _fullest(data) / 100
    most, figures = int(frame.select(pl.col("lead_changes").max()).item() or 0), []
    end, first = frame.sort("low").row(-1, named=True), frame.sort("low").row(0, named=True)
    wide, last = int(2 * (first["middle"] - first["low"])) + 1, end["low"] - 1
    count = last // wide + 1
    edges = {
        at + 0.5: f"{at:,}" for at in range(0, last + (wide + 1) * bool(end["high"]), wide * -(-(count + 1) // EDGES))
    }
    edges |= {} if end["high"] else {last + 0.5: f"{last:,}+"}
    for arm, style, own in by_arm(data, frame):
        fig, notable = theme.figure(labels[arm], "", 330).update_layout(showlegend=False), rows.filter(arm=arm)
        word = look.word.lower() + (f": {notable['turns'][0]:,}" if look.columns is TURNS and notable.height else "")
        largest = min(LARGEST, PHONE / count)
        fig.add_traces(_ringed(_hexagons(own, notable, style["color"], largest / fullest**0.5)))
        _name_first(fig, own, notable, word, end["middle"])
        ticks = [f"{n}+" if n == most and n else str(n) for n in range(most + 1)]
        fig.update_yaxes(title_text="changes of the lead", tickvals=list(range(most + 1)), ticktext=ticks)
        fig.update_yaxes(range=[-0.7, most + 0.9], zeroline=False)
        fig.update_xaxes(title_text="turns", tickvals=list(edges), ticktext=list(edges.values()), tickangle=0)
        figures.append(fig.update_xaxes(range=[0, last + wide + 1], zeroline=False))
    below = "The larger a hexagon, the more games; a click opens a typical one of them"
    return Row("Or pick a kind of game: all games by length and changes of the lead", figures, below, columns=2)


def _length(cell: Mapping[str, Any]) -> str:
    return f"{cell['low']:,}\u2013{cell['high']:,}" if cell["high"] else f"{cell['low']:,}+"


def _name_first(fig: go.Figure, cells: pl.DataFrame, notable: pl.DataFrame, word: str, end: float) -> None:
    """A line from the ring of the most notable game to its word: right of it, left of the longest of all (`end`)."""
    games = notable.select("turns", "lead_changes").rows()[:1]
    for row in [row for row in cells.to_dicts() if any(_holds(row, *game) for game in games)]:
        is_last = row["middle"] > 0.85 * end
        line = {"arrowhead": 0, "arrowwidth": 1, "arrowcolor": theme.INK, "standoff": LEAST}
        side = {"ax": -10 if is_last else 10, "ay": -20, "xanchor": "right" if is_last else "left"}
        fig.add_annotation(x=row["middle"], y=row["lead_changes"], text=f"<b>{word}</b>", **line, **side)


def _hexagons(cells: pl.DataFrame, notable: pl.DataFrame, colour: str, scale: float) -> go.Scatter:
    """A mark for each cell, its area as its part of the games; edged where one of the notable games lies."""
    games, marks = notable.select("turns", "lead_changes").rows(), []
    for row in cells.iter_rows(named=True):
        ringed = any(_holds(row, turns, changes) for turns, changes in games)
        part, more = row["games"] / row["of"], " or more" * row["is_most"]
        told = hover(
            f"{_length(row)} turns, {row['lead_changes']}{more} changes of the lead".replace(" 1 changes", " 1 change"),
            f"{row['games']:,} games, {written(part, 'share')}", f"typical: game {row['game']}, {row['turns']:,} turns",
            n=row["of"],
        )  # fmt: skip
        size = max(LEAST, scale * part**0.5)
        marks.append((told, size, theme.INK if ringed else colour))
    hovers, size, edge = zip(*marks, strict=True)
    return go.Scatter(
        x=cells["middle"].to_list(), y=cells["lead_changes"].to_list(), mode="markers", name=str(cells["arm"][0]),
        cliponaxis=False, hovertext=hovers, hovertemplate=HOVER,
        customdata=cells.select("arm", "game").rows(),
        meta={"link": ["replay", "arm", "game"], "values": cells["games"].to_list()},
        marker={"symbol": "hexagon", "size": size, "color": colour, "opacity": 0.8,
                "line": {"color": edge, "width": 1.5}},  # all have one: with a ring a hexagon is no larger
    )  # fmt: skip


def _ringed(cells: go.Scatter) -> list[go.Scatter]:
    """Hexagons, and around those with an edge a ring that can be seen however small they are."""
    edges = zip(cells.x, cells.y, cells.marker.size, cells.marker.line.color, strict=True)
    at = [(x, y, size + RING) for x, y, size, edge in edges if edge == theme.INK]
    if not at:
        return [cells]
    x, y, size = map(list, zip(*at, strict=True))
    ring = {"symbol": "circle-open", "size": size, "color": theme.INK, "line": {"width": 2}}
    return [cells, go.Scatter(x=x, y=y, mode="markers", marker=ring, hoverinfo="skip", cliponaxis=False)]


def _holds(cell: Mapping[str, Any], turns: int, changes: int) -> bool:
    """Whether a game lies in a cell; one of no turns lies in the first."""
    is_so_long: bool = cell["low"] <= max(turns, 1) <= (cell["high"] or turns)
    most: bool = cell["is_most"] and changes > cell["lead_changes"]
    return is_so_long and (most or changes == cell["lead_changes"])


def _table(data: Data, rows: pl.DataFrame, kind: str) -> Table:
    look = LOOKS[kind]
    lead = {"arm": "arm", "game": "game"} | ({"other": "other"} if kind == "most-changed" else {})
    columns = {"arm": Column("rules")} | {
        "game": Column("game", "plain", about="Opens its replay.", link=Link("replay", lead)),
        **{name: Column(**vars(WORDS[name])) for name in look.columns[:1]},
        "course": Column("course", picture=course, about="Everybody's Level, round by round; green: who won."),
        **{name: Column(**vars(WORDS[name])) for name in look.columns[1:]},
    }  # fmt: skip
    columns |= {name: replace(columns[name], wide=True) for name in ("arm", "winner")}  # said below the course there
    if look.columns is TURNS:
        columns["lead_changes"] = replace(columns["lead_changes"], wide=True)
        rows = rows.with_columns(
            more=pl.format("{} lead changes", "lead_changes").str.replace("^1 lead changes", "1 lead change")
        )
    seats = max(data["arm"]["seats"].to_list())
    if "ending" in look.columns:
        words = pl.col("ending").replace(theme.ENDING_WORDS | {"kill": "monster beaten"})
        rows, columns["ending"] = rows.with_columns(words), Column("ending", wide=True)
    if "ending" in look.columns and rows["ending"].n_unique() == 1:  # the same in every row says nothing
        del columns["ending"]
    each = rows.group_by("arm").len().select(pl.max("len")).item()
    of = f"The first {each} of each rule set. " if rows["arm"].n_unique() > 1 else ""
    caption = (
        f"{of}Course: everybody's Level, round by round, all on one scale of time; green: who won; dotted: the highest "
        f"Level reached. {PEOPLE[0]} to {PEOPLE[seats - 1]} are seats; who plays there changes from game to game."
    )
    rounds = pl.col("course").list.eval(pl.element().list.len()).list.max().max().fill_null(2) - 1
    rows = rows.with_columns(span=rounds)
    how = (
        f"In a terminal {PEOPLE[0]} is p0, and so on to {PEOPLE[seats - 1]}. In the "
        "dashboard the number of a game opens its replay; so does `lab replay` with --arm and --game."
    )
    heading = f"{look.heading} of each rule set" if of else look.heading
    return Table(rows, caption, columns, heading, counted=how)
