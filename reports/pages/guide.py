"""How do I read each number, and what is behind it?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import polars as pl

from engine.inputs.toml import read_toml
from lab.errors import BadInput
from lab.tables.column import HIDDEN
from lab.tables.metric import Metric, load_metrics
from reports.elements import Answer, Column, Data, Element, Fold, Note, Table

TITLE, GROUP, ORDER = "Guide", "Lab", 110
METRICS: tuple[str, ...] = ()

WORDS = Path(__file__).resolve().parents[1] / "terms.toml"
FIRST = (
    "Every number is an estimate with its 95 % interval in brackets: **52.5 [51.0, 54.0]**. It holds for the rules, "
    "the cards and the players that are named beside it, and more games make the interval narrower."
)


def draw(data: Data) -> Iterator[Element]:
    """How an estimate is read, the words, and every metric with its unit, its interval and its columns."""
    yield Answer(FIRST)
    words = pl.DataFrame(read_toml(WORDS, BadInput)["term"])
    words = words.with_columns(pl.col("means").str.replace_all("\n", " "))
    columns = {"word": Column("word"), "means": Column("what it means")}
    yield Table(words, "The terminal uses the same words.", columns, "Words")
    for metric in load_metrics().values():
        yield Fold(f"{metric.name.replace('_', ' ')}: {metric.says}", (Note(_about(metric)), _columns(metric)))


def _about(metric: Metric) -> str:
    kept = " Needs the events of games (option --events)." if "event" in metric.needs else ""
    asked = f"In the terminal: lab metrics {metric.name}."
    return f"What is counted: {metric.unit}. Intervals 95 %: {metric.interval}. {asked}{kept}"


def _columns(metric: Metric) -> Table:
    shown = {name: column for name, column in metric.columns.items() if column.rank != HIDDEN}
    rows = pl.DataFrame(
        {"name": list(shown), "label": [c.label for c in shown.values()], "about": [c.about for c in shown.values()]}
    )
    columns = {"label": Column("heading"), "name": Column("column in CSV and SQL"), "about": Column("what it means")}
    return Table(rows, f"The table {metric.name}, as lab metrics and lab export write it.", columns)
