"""What was played, by whom, and what came out at a glance?"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from reports.captions import method, sample
from reports.elements import Column, Data, Element, Note, Table, captioned, in_order, interval
from reports.marks import Panel, dot_panels
from reports.theme import arm_names

TITLE, ORDER = "Overview", 10
METRICS = ("game_length", "endings", "combats", "lead_changes")


def draw(data: Data) -> Iterator[Element]:
    """The run's arms with their headline numbers, its decks, and where the results come from."""
    if data["game_length"].is_empty():
        yield Note("No game of this run is stored yet. Come back when the first shard is finished.")
        yield _run(data)
        return
    yield from _unfinished(data)
    yield _at_a_glance(data)
    yield _arms(data)
    yield from _decks(data)
    yield _run(data)


def _turns(data: Data) -> pl.DataFrame:
    return data["game_length"].filter(pl.col("measure") == "turns")


def _ending(data: Data, ending: str) -> pl.DataFrame:
    return data["endings"].filter(pl.col("ending") == ending)


def _unfinished(data: Data) -> Iterator[Note]:
    planned = int(data["arm"]["games"].sum())
    there = int(_turns(data)["games"].sum())
    if there < planned:
        yield Note(f"This run is not complete: {there:,} of {planned:,} games are stored. All numbers will sharpen.")


def _at_a_glance(data: Data) -> Element:
    fights = data["combats"]
    panels = [
        Panel("Game length", "turns, mean up to the cap", _turns(data), "mean"),
        Panel("Combats", "per game", fights.filter(pl.col("measure") == "combats"), "value"),
        Panel("Combats lost", "share of combats", fights.filter(pl.col("measure") == "lost_share"), "value", "share"),
        Panel("Lead changes", "per game", data["lead_changes"], "mean"),
        Panel("Shared victories", "share of games", _ending(data, "shared"), "share", "share"),
        Panel("Games without a winner (capped)", "share of games", _ending(data, "capped"), "share", "share"),
    ]
    shown = [p for p in panels if p.frame.height]
    fig = dot_panels(data, shown, "Six numbers of every arm", "Dots are estimates, bars are 95 % intervals")
    return captioned(
        fig, sample(data, _turns(data)),
        "All arms play the same numbered games with the same randomness. Differences between them are known better",
        "than two separate intervals suggest, much better where a rule bites late and little where it bites early:",
        "lab compare gives the paired difference and says what the pairing saved.",
    )  # fmt: skip


def _arms(data: Data) -> Table:
    joined = (
        data["arm"]
        .select(
            "arm", "variant", "seats", pl.col("games").alias("planned"),
            pl.col("decks").list.join(", "), pl.col("agents").list.join(", "),
        )
        .join(_turns(data).select("arm", "games", "median", "mean", "mean_low", "mean_high"), on="arm", how="left")
        .join(_ending(data, "capped").select("arm", "share", "share_low", "share_high"), on="arm", how="left")
    )  # fmt: skip
    columns = {
        "arm": Column("arm"), "decks": Column("decks"), "seats": Column("players", "count"),
        "agents": Column("personas", about="They rotate over the seats."), "games": Column("games", "count"),
        "planned": Column("planned", "count"), "median": Column("median turns", "count"),
        **interval("mean", "mean turns", "number"), **interval("share", "capped", "share"),
    }  # fmt: skip
    return Table(in_order(joined, arm_names(data["arm"])), method("game_length"), columns, "Arms of this run")


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
        "run_id": Column("run"), "created_at": Column("begun (UTC)"), "command": Column("command"),
        "seed": Column("seed"), "status": Column("status"), "wall_s": Column("seconds", "number"),
        "engine_version": Column("lab"), "rules_version": Column("rules version"), "code_hash": Column("engine"),
    }  # fmt: skip
    caption = "The same spec under the same versions gives the same games, whatever machine plays them."
    frame = data["run"].with_columns(pl.col("code_hash").str.head(12), pl.col("seed").cast(pl.String))
    return Table(frame, caption, columns, "Where this comes from")
