"""What `lab card` has told of a card, as elements of a page: forks, length of games, what became of it, games."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from reports import theme
from reports.card_marks import Mark, interval_rows
from reports.card_sources import ASK, GAMES, LACKING
from reports.elements import Column, Element, Note, Table, captioned, interval

ALL = "all arrivals"
"""The group of all forks of a card."""
FORKS = (
    "Games that are forked the moment the card comes: with it, with another card of its pile in its place, and with a "
    "blank one, all else alike. Not adjusted for the number of groups."
)
FATES = "Every time that a copy came to somebody, and how it left them again; 95 % intervals over games."
LENGTH = "The same games with a blank card in the place of all copies, dealt and rolled alike"


def told(answers: pl.DataFrame, who: str) -> Iterator[Element]:
    """The answers about one card, arm by arm; if there is none, the command that asks."""
    known = answers.filter(pl.col("part") != ASK)
    for (arm,), rows in known.group_by("arm", maintain_order=True):
        yield from _of_arm(str(arm), rows, who)
    if known.is_empty():
        asks = answers.filter(part=ASK)["text"].to_list()
        how = f": {asks[0]}" if asks else " with lab card, of rules and cards as they are now"
        yield Note(
            "What it is worth by persona, Level and the moment it comes, what becomes of it and which games show it is "
            f"known once somebody asks{how}. The answer is kept in the store and shown here."
        )


def _of_arm(arm: str, rows: pl.DataFrame, who: str) -> Iterator[Element]:
    parts = {str(part): found for (part,), found in rows.group_by("part", maintain_order=True)}
    if "forks" in parts:
        yield _forks(arm, parts["forks"], who)
    for row in parts["length"].to_dicts() if "length" in parts else []:
        yield Note(f"{LENGTH} ({row['n']:,} pairs, {arm}): with the card {row['text']}.")
    for part, title, unit in (
        ("fates", "What became of it", "times it came"), ("met", "How its combats or strikes went", "times it was met"),
    ):  # fmt: skip
        if part in parts:
            yield _shares(parts[part], f"{title}: {arm}", unit, who)
    for text in parts[LACKING]["text"].to_list() if LACKING in parts else []:
        yield Note(text, "warning")
    if GAMES in parts:
        columns = {"what": Column("game"), "text": Column("how to see it")}
        yield Table(parts[GAMES], f"Forked games of {arm} that the card turned, and a typical one.", columns,
                    f"Games that show it: {arm}")  # fmt: skip


def _forks(arm: str, rows: pl.DataFrame, who: str) -> Element:
    """Worth against another card of the pile, by what was known when it came."""
    marks = []
    for row in rows.drop_nulls("value").to_dicts():
        hover = (
            f"<b>{row['what']}</b><br>against another card: {theme.bounded(row, 'value', 'points')} points<br>"
            f"against a blank card: {theme.bounded(row, 'blank', 'points')} points<br>n = {row['n']:,} forked games"
        )
        low, high = row["value_low"], row["value_high"]
        sure = low is not None and high is not None and (low > 0 or high < 0)
        marks.append(Mark(row["what"], row["value"], low, high, "forks", theme.ACCENT, "circle", hover, sure))
    n = rows.filter(what=ALL)["n"].sum()
    title = f"What it is worth, by when it came and to whom: {arm}"
    fig = interval_rows(marks, title, "Win credit, against another card of its pile", "points")
    return captioned(fig, f"n = {n:,} games, forked once each.", who, FORKS, "Filled: the interval leaves out zero.")


def _shares(rows: pl.DataFrame, title: str, unit: str, who: str) -> Table:
    """What is counted, most of it shares; what is no share says its unit."""
    is_share = pl.col("text").is_null() | pl.col("text").str.starts_with("share")
    ends = ("", "_low", "_high")
    shown = rows.with_columns(
        *(pl.when(is_share).then(f"value{end}").alias(f"share{end}") for end in ends),
        *(pl.when(~is_share).then(f"value{end}").alias(f"value{end}") for end in ends),
        pl.col("text").fill_null("share of arrivals").alias("per"),
    )
    columns = {"what": Column("what"), **interval("share", "share", "share")}
    if shown["value"].drop_nulls().len():
        columns |= {**interval("value", "number", "number"), "per": Column("unit")}
    return Table(shown, f"n = {max(rows['n'].to_list()):,} {unit}. {who} {FATES}", columns, title)
