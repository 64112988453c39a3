"""What a reader chooses among cards, and the rows that are left; cards are ordered within what is comparable."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from decks.card_text import kind_words
from lab.cards.card_verdict import JUDGED_BY, RAW, SHRUNKEN, WAY_ORDER, sections, stack
from lab.cards.card_words import section
from reports import theme
from reports.elements import Choice, Data

EVERY, ANY, SEVERAL = "every", "any", "several"


def arms_of(data: Data) -> Mapping[str, str]:
    """The arms of which cards are known."""
    there = set(data["card_numbers"]["arm"].to_list())
    return {arm: arm for arm in theme.arm_names(data["arm"]) if arm in there}


def _ways(data: Data) -> Mapping[str, str]:
    """Every section of the tables of `lab cards`: first those by which cards are judged, then the others."""
    real = data["card_numbers"].filter(pl.col("kind").ne_missing("blank"))
    found: dict[str, str] = {}
    for asked in ("", *WAY_ORDER):
        for number, pile, rows in sections(real.filter(asked=asked)):
            words = section(number, pile, set(rows["kind"].drop_nulls()))
            if words not in found.values():
                found[f"{asked}-{number}-{pile}"] = words
    return {EVERY: "for each the way that tells most"} | found


def _kinds(data: Data) -> Mapping[str, str]:
    kinds = set(data["card_numbers"]["kind"].drop_nulls()) - {"blank"}
    return {ANY: "all kinds"} | {kind: kind_words(kind) for kind in sorted(kinds)}


def _decks(data: Data) -> Mapping[str, str]:
    return {ANY: "all decks of the box"} | {name: name for name in sorted(set(data["card_numbers"]["deck"]) - {None})}


def _copies(data: Data) -> Mapping[str, str]:
    several = (data["card_numbers"]["copies"] > 1).drop_nulls()
    return {ANY: "any number", "1": "one", SEVERAL: "several"} if several.any() and not several.all() else {}


CHOICES = (
    Choice("arm", "Rules", arms_of),
    Choice(
        "way", "Pile and way", _ways, many=True,
        about="A card is judged by the way of coming that tells most of it - monsters and Curses kicked open, all "
        "else in the hand - or by one of your choice.", seldom=True,
    ),
    Choice("kind", "Kind", _kinds, many=True, seldom=True),
    Choice("deck", "Deck", _decks, many=True, seldom=True),
    Choice("copies", "Copies", _copies, seldom=True),
)  # fmt: skip


def chosen(data: Data, rows: pl.DataFrame) -> pl.DataFrame:
    """The rows of an arm that are shown, the best first: each card once, by the number that is asked for."""
    way, kind = data.chosen.get("way", EVERY), data.chosen.get("kind", ANY)
    asked, number, pile = way.split("-", 2) if way != EVERY else ("", "", "")
    shown = rows.filter(pl.col("asked") == asked).with_columns(stack=stack())
    if way != EVERY:
        shown = shown.filter(pl.col(JUDGED_BY) == number, pl.col("stack") == pile)
    blank = pl.col("kind") == "blank"
    if kind != ANY:
        shown = shown.filter(blank | (pl.col("kind") == kind))
    if (deck := data.chosen.get("deck", ANY)) != ANY:
        shown = shown.filter(blank | (pl.col("deck") == deck))
    if (copies := data.chosen.get("copies", ANY)) != ANY:
        shown = shown.filter(blank | ((pl.col("copies") > 1) == (copies == SEVERAL)))
    there = shown.filter(pl.col("kind").ne_missing("blank")).select(JUDGED_BY, "stack").unique()
    found = shown.join(there, on=[JUDGED_BY, "stack"], how="semi").drop("stack")
    return found.sort(SHRUNKEN, RAW, "id", descending=[True, True, False], nulls_last=True)
