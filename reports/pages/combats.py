"""How much is fought, lost and helped, and does the lead change hands?"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from reports.captions import method, sample
from reports.elements import Column, Data, Element, Note, Table, captioned, in_order, interval
from reports.marks import Panel, dot_panels
from reports.theme import arm_names

TITLE, ORDER = "Combats and interaction", 60
METRICS = ("combats", "lead_changes")

COUNTS = {
    "combats": "Combats", "kills": "Combats won by a kill", "flights": "Flights", "deaths": "Deaths",
    "helps": "Helpers who joined", "bosses": "Bosses killed",
}  # fmt: skip


def draw(data: Data) -> Iterator[Element]:
    """Counts per game, the share of combats lost, and how often the lead changes."""
    fights = data["combats"]
    if fights.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    panels = [Panel(word, "per game", _one(fights, name), "value", "number") for name, word in COUNTS.items()]
    shown = [p for p in panels if p.frame["value"].max()]
    title = "What happens in combats"
    fig = dot_panels(data, shown or panels[:1], title, "Mean per game with its 95 % interval")
    yield captioned(fig, sample(data, fights), "t intervals over games.", _absent(panels, shown))
    yield from _lost(data, fights)
    yield from _lead(data)
    yield _table(data, fights)


def _one(fights: pl.DataFrame, measure: str) -> pl.DataFrame:
    return fights.filter(pl.col("measure") == measure)


def _absent(panels: list[Panel], shown: list[Panel]) -> str:
    names = [p.title.lower() for p in panels if p not in shown]
    return f"Never seen in these games: {', '.join(names)}." if names else ""


def _lost(data: Data, fights: pl.DataFrame) -> Iterator[Element]:
    lost = _one(fights, "lost_share")
    if lost.is_empty():
        yield Note("The share of combats lost is measured on events, and this run has kept none (option --events).")
        return
    panel = Panel("Combats lost", "share of combats", lost, "value", "share")
    fig = dot_panels(data, [panel], "Combats that the fighter loses", "Share with its 95 % interval", 1)
    yield captioned(
        fig, sample(data, lost), "Lost: the fighter had to flee, was caught or died. Measured on games with events.",
        "The interval treats the game as the unit: combats of one game are not independent.",
    )  # fmt: skip


def _lead(data: Data) -> Iterator[Element]:
    lead = data["lead_changes"]
    if lead.is_empty():
        return
    panels = [
        Panel("Lead changes", "per game", lead, "mean"),
        Panel("Lead changes per 10 rounds", "per 10 rounds", lead, "per_10_rounds", "fine"),
        Panel("Games whose lead never changed", "share of games", lead, "never", "share"),
    ]
    fig = dot_panels(data, panels, "How often the lead changes hands", "Estimates with 95 % intervals")
    yield captioned(
        fig, sample(data, lead), method("lead_changes"),
        "Longer games have more time for changes: the rate per 10 rounds is the fairer comparison between arms.",
    )  # fmt: skip


def _table(data: Data, fights: pl.DataFrame) -> Table:
    whole = in_order(fights, arm_names(data["arm"])).filter(pl.col("measure").is_in(list(COUNTS)))
    words = pl.col("measure").replace_strict(COUNTS, return_dtype=pl.String).alias("word")
    columns = {
        "arm": Column("arm"), "word": Column("per game"), "games": Column("games", "count"),
        **interval("value", "mean", "fine"),
    }  # fmt: skip
    return Table(whole.with_columns(words), "t intervals over games.", columns, "Counts per game")
