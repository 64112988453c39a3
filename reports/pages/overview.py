"""What was played, by whom, and what came out at a glance?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.comparison.measure_names import name_of
from lab.health.health_check import RED, in_words
from lab.store.stored_tables import DIFFERS
from lab.tables.column import bounded
from reports import theme
from reports.captions import method, sample
from reports.chart_marks import HOVER, PERCENT, Panel, dot_panels
from reports.elements import (
    Answer,
    Column,
    Data,
    Element,
    Fold,
    Link,
    Note,
    Table,
    Tile,
    Tiles,
    captioned,
    columns_of,
    in_order,
)
from reports.headlines import ending_of, endings_of, findings, minutes_of, people, played, turns_of

TITLE, GROUP, ORDER = "Overview", "Results", 10
METRICS = ("game_length", "endings", "estimated_minutes", "seat_advantage", "persona_win", "comparison", "health")

LETTERS = 14
"""Letters of an ending's name on one line."""
DIGITS = 10
"""Numbers from here on are short enough without decimals where only their order matters."""


def draw(data: Data) -> Iterator[Element]:
    """What was played and the findings in words, the headline numbers, the arms, and where the results come from."""
    if data["game_length"].is_empty():
        yield Note("No game of this run is stored yet. Come back when the first shard is finished.")
        yield _run(data)
        return
    yield from _alarms(data)
    whole = data.whole
    yield Answer("\n".join([played(whole), *findings(whole)]))
    yield Tiles(_tiles(whole))
    yield _at_a_glance(data)
    yield _arms(whole)
    yield Note(_health(whole))
    yield Fold("Decks, and where this comes from", (*_decks(whole), _run(whole)))


def _most_frequent(data: Data) -> str:
    """The ending that most games of all arms have; none if there is no game."""
    counts = endings_of(data).group_by("ending", maintain_order=True).agg(pl.col("count").sum())
    return str(counts.sort("count", descending=True, maintain_order=True)["ending"][0]) if counts.height else ""


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


# --- numbers -------------------------------------------------------------------------------------


def _tiles(data: Data) -> list[Tile]:
    """Length, minutes, the most frequent ending; games that were cut off, or else what the first player wins."""
    most, cut = _most_frequent(data), ending_of(data, "capped")
    first = data["seat_advantage"].filter(pl.col("place") == 0)
    last = (
        ("met the cap", cut, "share", "share")
        if cut["count"].sum()
        else ("first player wins", first, "credit", "share")
    )
    wanted = [
        ("turns a game", turns_of(data), "mean", "number"),
        ("estimated minutes", minutes_of(data), "minutes", "number"),
        (name_of(f"ending_{most}"), ending_of(data, most), "share", "share"), last,
    ]  # fmt: skip
    return [_tile(label, frame.to_dicts(), name, kind) for label, frame, name, kind in wanted if frame.height]


def _tile(label: str, rows: list[dict[str, Any]], name: str, kind: str) -> Tile:
    """One arm: its value and interval. Several: from the lowest to the highest, and whose they are."""
    if len(rows) == 1:
        value, _, bounds = bounded(rows[0], name, kind).partition(" [")
        return Tile(label, value, f"[{bounds}" if bounds else "")
    rows = sorted(rows, key=lambda row: row[name])
    low, high = (_short(row[name], kind) for row in (rows[0], rows[-1]))
    unit = " %" if kind == "share" else ""
    if low == high:
        return Tile(label, low + unit, "in every arm")
    return Tile(label, f"{low} to {high}{unit}", f"{rows[0]['arm']} to {rows[-1]['arm']}")


def _short(value: float, kind: str) -> str:
    scaled = 100 * value if kind == "share" else value
    return f"{scaled:.{0 if scaled >= DIGITS else 1}f}"


def _at_a_glance(data: Data) -> Element:
    """Several arms beside each other; of a single arm all its endings."""
    if data["arm"].height == 1:
        return captioned(_endings(data), sample(data, data["endings"]), method("endings"))
    most = _most_frequent(data)
    panels = [
        Panel("Turns", "turns, mean up to the cap", turns_of(data), "mean"),
        Panel("Minutes at a table", "estimated minutes", minutes_of(data), "minutes"),
        Panel(name_of(f"ending_{most}").capitalize(), "share of games", ending_of(data, most), "share", "share"),
    ]
    fig = dot_panels(
        data, [panel for panel in panels if panel.frame.height], "Every arm at a glance",
        "Dots are estimates, bars are 95 % intervals",
    )  # fmt: skip
    return captioned(
        fig, sample(data, turns_of(data)),
        "Arms of a run that share their randomness are compared game by game: page Compare knows their differences",
        "better than two separate intervals suggest.",
    )  # fmt: skip


def _endings(data: Data) -> go.Figure:
    rows = endings_of(data).filter(pl.col("count") > 0).sort("share").to_dicts()
    words = [theme.wrapped(theme.ENDING_WORDS.get(row["ending"], row["ending"]), LETTERS) for row in rows]
    fig = theme.figure("How games end", "Share of games with its 95 % interval", 40 * len(rows) + 70)
    fig.add_trace(
        go.Bar(
            x=[row["share"] for row in rows], y=words, orientation="h", width=0.6, cliponaxis=False,
            marker={"color": [theme.ENDING_COLOURS.get(row["ending"], theme.SOFT) for row in rows]},
            text=[bounded(row, "share", "share") for row in rows], textposition="outside",
            hovertext=[f"{row['count']:,} of n = {row['games']:,} games" for row in rows],
            hovertemplate=HOVER,
        )
    )  # fmt: skip
    fig.update_xaxes(title_text="share of games", tickformat=PERCENT, range=[0, 1.35], tickvals=[0, 0.25, 0.5, 0.75, 1])
    return fig.update_yaxes(type="category", showgrid=False)


def _arms(data: Data) -> Table:
    most = _most_frequent(data)
    turns = turns_of(data).select("arm", "games", "median", "mean", "mean_low", "mean_high")
    minutes = minutes_of(data).select("arm", "minutes", "minutes_low", "minutes_high")
    shares = ["share", "share_low", "share_high"]
    told = [people(tuple(agents)) for agents in data["arm"]["agents"].to_list()]
    joined = (
        data["arm"]
        .select("arm", "seats", pl.col("games").alias("planned"), pl.col("decks").list.join(", "))
        .with_columns(pl.Series("agents", told, pl.String))
        .join(turns, on="arm", how="left")
        .join(minutes, on="arm", how="left")
        .join(ending_of(data, "capped").select("arm", *shares), on="arm", how="left")
        .join(ending_of(data, most).select("arm", *shares), on="arm", how="left", suffix="_most")
        .rename({f"{name}_most": f"most{name.removeprefix('share')}" for name in shares})
    )
    caption = f"{method('game_length')} {method('endings')} Minutes are an estimate: see page Game length."
    columns = _columns(joined, name_of(f"ending_{most}"))
    return Table(in_order(joined, theme.arm_names(data["arm"])), caption, columns, "Arms")


def _columns(arms: pl.DataFrame, most: str) -> dict[str, Column]:
    """What is the same in all arms was said above, and has no column."""
    columns = {
        "arm": Column("arm", link=Link("compare", {}) if arms.height > 1 else None), "games": Column("games", "count"),
        "planned": Column("planned", "count"), "mean": Column("mean turns", "number"),
        "median": Column("median turns", "count"), **columns_of("estimated_minutes", "minutes"),
        "most": Column(most, "share"), "share": Column("met the cap", "share"), "decks": Column("deck"),
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
