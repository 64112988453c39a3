"""What was asked, and what came of it?"""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import plotly.graph_objects as go
import polars as pl

from lab.comparison.measure_names import name_of
from lab.health.health_check import RED, in_words
from lab.store.stored_tables import DIFFERS
from reports import headlines, theme
from reports.captions import counted, method, people
from reports.chart_marks import Panel, dots, in_line
from reports.differences import others_moved
from reports.elements import (
    Answer,
    Column,
    Data,
    Element,
    Fold,
    Jump,
    Link,
    Note,
    Row,
    Table,
    captioned,
    columns_of,
    in_order,
    title_of,
)
from reports.ending_bars import ending_bars, most_frequent
from reports.headlines import SOURCES as HEADLINE
from reports.headlines import answered, asks, ending_of, endings_of, first_told, minutes_of, turns_of
from reports.ridge_chart import lengths
from reports.wins_and_cards import moved_cards

TITLE, GROUP, ORDER = "Overview", "Results", 10
METRICS = (*HEADLINE, "length_survival", "card_rules", "notable_games", "health")

SMALL = 188
"""Pixels of a small picture at least, without its legend."""
OTHERS = 3
"""Other differences in a small picture."""
TOLD = 2
"""Rules of which sentence and pictures say all that the table of their games says."""


def draw(data: Data) -> Iterator[Element]:
    """The question and the finding, how long games are in one picture, three small ones, a game like that, the rest."""
    if "comparison" not in data:  # it is being measured: what is known before
        arms = theme.arm_names(data["arm"])
        yield Answer("", asked=asks(data, arms[1:] if len(arms) == TOLD else ()))
    if data["game_length"].is_empty():
        yield Note("No game of this run is stored yet. Come back when the first shard is finished.")
        yield _run(data)
        return
    yield from _alarms(data)
    whole = data.whole
    yield answered(whole)
    how = counted(data, turns_of(data))
    yield captioned(lengths(data, "How long games are"), "In brackets above: 95 % range.", how)
    yield from _typical(data)
    yield _small(data)
    games, more = _arms(whole), [Note(_health(whole)), *_decks(whole), _run(whole)]
    if whole["arm"].height > TOLD:
        yield games
    else:
        more.insert(0, games)
    yield Fold("The games in numbers, decks, and where this comes from", more)


def _typical(data: Data) -> Iterator[Jump]:
    """The way to a game like most: of the arm that the headline is about."""
    about = first_told(data.whole)
    rows = data["notable_games"].filter(kind="typical")
    rows = rows.filter(arm=about) if about in rows["arm"].to_list() else rows
    if rows.is_empty():
        return
    game = rows.row(0, named=True)
    own = data["arm"].filter(arm=game["arm"]).row(0, named=True)
    yield Jump(
        f"Watch a typical game of {game['arm']} ({game['turns']:,} turns)", "replay",
        {"arm": game["arm"], "game": game["game"]},
        f"lab replay --run {own['run_id']} --arm {shlex.quote(own.get('own') or game['arm'])} --game {game['game']}",
    )  # fmt: skip


def _planned_and_there(data: Data) -> tuple[int, int]:
    """Games that there should be, those that were given up aside, and games that there are."""
    planned = int(data["arm"]["games"].sum()) - int(data["given_up"]["given_up"].sum())
    return planned, int(turns_of(data)["games"].sum())


def _health(data: Data) -> str:
    """What is known without playing anything, and how the rest is asked for."""
    planned, there = _planned_and_there(data)
    cut = int(ending_of(data, "capped")["count"].sum())
    blank = int((data["card"]["unmodelled"].fill_null("") != "").sum()) if data["card"].height else 0
    stored = f"All {there:,} games are stored" if there >= planned else f"{there:,} of {planned:,} games are stored"
    lacking = int(data["given_up"]["given_up"].sum())
    stored += f", {lacking:,} more {'was' if lacking == 1 else 'were'} given up" if lacking else ", none was given up"
    capped = f"{cut:,} met the cap" if cut else "none met the cap"
    cards = f"of {blank:,} cards a part of the effect is not played" if blank else "every effect of the cards is played"
    runs = data["run"]["run_id"].to_list()
    looked = " ".join(f"{f'Run {run}: ' if runs[1:] else ''}{in_words(data['health'], run)}" for run in runs)
    return f"Health: {stored}, {capped}; {cards}. {looked}"


def _alarms(data: Data) -> Iterator[Note]:
    """What stands above all numbers: games that came out otherwise when they were played again, checks that are red."""
    for run in data["run"].to_dicts():
        if run["status"] == DIFFERS:
            yield Note(
                f"Run {run['run_id']} DIFFERS: a sample of its games came out otherwise when it was played again. "
                "Its numbers cannot be trusted.", "warning",
            )  # fmt: skip
        if (data["health"].filter(run_id=run["run_id"])["state"] == RED).any():
            yield Note(f"Run {run['run_id']}: {in_words(data['health'], run['run_id'])}", "warning")


# --- small pictures ------------------------------------------------------------------------------


def _small(data: Data) -> Row:
    """Cards or else minutes, and what else is known to differ; else how games end, and whether sitting first helps."""
    first, shares = _first(data), others_moved(data, OTHERS, of_shares=True)
    others = others_moved(data, OTHERS) if title_of(first).endswith(headlines.NOTHING) else None
    minutes = None if data["arm"].height == TOLD else _minutes(data)  # of two the sentence tells them
    found = (moved_cards(data) or minutes, shares or _endings(data), others or first)
    figures = [figure for figure in found if figure is not None]
    in_line(figures, SMALL)
    return captioned(
        Row("At a glance", figures), "Whiskers: 95 % range.", counted(data, turns_of(data)),
        "" if shares else f"How games end. {method('endings')}",
        "" if others else f"Who begins. {method('seat_advantage')}",
        "Cards: those whose worth moved most, filled where that was found.",
    )  # fmt: skip


def _endings(data: Data) -> go.Figure:
    words, arms, most = theme.ENDING_WORDS, theme.arm_names(data["arm"]), most_frequent(data)
    rows = in_order(endings_of(data).filter(ending=most), arms).to_dicts()
    return ending_bars(data, headlines.ended(rows, words.get(most, most)))


def _first(data: Data) -> go.Figure:
    """What whoever begins wins; dashed: an even share, where all arms have as many players."""
    first, seats = data["seat_advantage"].filter(place=0), data["arm"]["seats"].unique().to_list()
    title, even = "What going first wins", 1 / seats[0]
    if len(seats) == 1 and first.height:
        title = headlines.begun(in_order(first, theme.arm_names(data["arm"])).to_dicts(), even)
    fig = dots(data, Panel(title, "games that whoever begins wins", first, "credit", "share"))
    if len(seats) == 1:
        fig.add_vline(even, line={"dash": "dash", "color": theme.SOFT, "width": 1.5}, layer="below")
        fair = {"text": f"{100 * even:.0f}\u00a0% = fair", "showarrow": False, "font": {"color": theme.SOFT}}
        fig.add_annotation(x=even, y=0.5, xanchor="left", xshift=3, **fair)
    return _numbered(fig)


def _minutes(data: Data) -> go.Figure:
    """Minutes of each."""
    panel = Panel("Minutes at a table", "estimated minutes at a table", minutes_of(data), "minutes")
    return _numbered(dots(data, panel))


def _numbered(fig: go.Figure) -> go.Figure:
    """A panel whose numbers stand under the names of their rows, where no line crosses them."""
    told = {round(trace.y[0]): trace.text[0] for trace in fig.data if trace.text}
    names = [f"{name}<br><b>{told.get(row, '')}</b>" for row, name in enumerate(fig.layout.yaxis.ticktext)]
    return fig.update_traces(text=None, mode="markers").update_yaxes(ticktext=names)


def _arms(data: Data) -> Table:
    most = most_frequent(data)
    turns = turns_of(data).select("arm", "games", "median", "mean", "mean_low", "mean_high")
    minutes = minutes_of(data).select("arm", "minutes", "minutes_low", "minutes_high")
    shares = ["share", "share_low", "share_high"]
    told = [people(tuple(agents)) for agents in data["arm"]["agents"].to_list()]
    rows = (
        data["arm"]
        .select("arm", "seats", pl.col("games").alias("planned"), pl.col("decks").list.join(", "))
        .with_columns(pl.Series("agents", told, pl.String))
        .join(turns, on="arm", how="left")
        .join(minutes, on="arm", how="left")
        .join(ending_of(data, "capped").select("arm", *shares), on="arm", how="left")
        .join(ending_of(data, most).select("arm", *shares), on="arm", how="left", suffix="_most")
        .rename({f"{name}_most": f"most{name.removeprefix('share')}" for name in shares})
    )
    caption = "Minutes are an estimate: see page Game length."
    columns = _columns(rows, name_of(f"ending_{most}"))
    return Table(in_order(rows, theme.arm_names(data["arm"])), caption, columns, "The games of each",
                 counted=f"{method('game_length')} {method('endings')}")  # fmt: skip


def _columns(arms: pl.DataFrame, most: str) -> dict[str, Column]:
    """What is the same in all arms was said above, and has no column."""
    columns = {
        "arm": Column("rules", link=Link("compare", {}) if arms.height > 1 else None),
        "games": Column("games", "count", wide=True),
        "planned": Column("planned", "count"), "mean": Column("mean turns", "number"),
        "median": Column("median turns", "count", wide=True), **columns_of("estimated_minutes", "minutes"),
        "most": Column(most, "share", wide=True), "share": Column("met the cap", "share"), "decks": Column("deck"),
        "seats": Column("players", "count"), "agents": Column("personas", about="They rotate over the seats."),
    }  # fmt: skip
    same = {name for name in ("decks", "seats", "agents") if arms[name].n_unique() == 1}
    if arms["planned"].equals(arms["games"].cast(pl.Int64)):
        same.add("planned")
    if not arms["share"].fill_null(0).sum():
        same.add("share")
    return {name: column for name, column in columns.items() if name not in same}


def _decks(data: Data) -> Iterator[Element]:
    cards = data["card"]
    if cards.is_empty():
        return
    names = data["arm"].select("deck_hash", pl.col("decks").list.join(", ")).unique(maintain_order=True)
    blank = pl.col("copies").filter(pl.col("unmodelled") != "").sum().alias("unmodelled")
    invented = pl.col("copies").filter(pl.col("origin") == "synthetic").sum().alias("synthetic")
    counts = cards.group_by("deck_hash").agg(pl.len().alias("designs"), pl.col("copies").sum(), invented, blank)
    frame = names.join(counts, on="deck_hash", how="left")
    columns = {
        "decks": Column("deck"), "designs": Column("different cards", "count"), "copies": Column("cards", "count"),
        "synthetic": Column("own inventions", "count", about="Cards that fill the family skeleton of the deck."),
        "unmodelled": Column("unmodelled", "count", about="Cards with an effect that is not played yet."),
        "deck_hash": Column("fingerprint"),
    }  # fmt: skip
    caption = "Unmodelled cards are in play without the part of their effect that no rule of the engine can say yet."
    yield Table(frame.with_columns(pl.col("deck_hash").str.head(12)), caption, columns, "Decks")


def _run(data: Data) -> Table:
    columns = {
        "run_id": Column("run"), "name": Column("name"), "created_at": Column("begun (UTC)"),
        "command": Column("command"), "seed": Column("seed"), "status": Column("status"),
        "wall_s": Column("seconds", "number"), "engine_version": Column("lab"),
        "rules_version": Column("rules version"), "code_hash": Column("engine"), "digest": Column("digest"),
    }  # fmt: skip
    caption = (
        "The same spec under the same versions gives the same games, whatever machine plays them. `lab verify DIGEST` "
        "says whether a run is still the one that was cited."
    )
    begun = pl.col("created_at").cast(pl.String).str.slice(0, 16).str.replace("T", " ")
    frame = data["run"].with_columns(begun, pl.col("code_hash").str.head(12), pl.col("seed").cast(pl.String))
    return Table(frame, caption, columns, "Where this comes from")
