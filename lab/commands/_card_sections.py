"""The tables of `lab cards`: one for each pile and way by which its cards are judged, or one of all cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import polars as pl

from decks.read_decks import deck_names
from lab.cards.card_verdict import PREFIX, SHRUNKEN, sections
from lab.cards.card_words import (
    BAD_TO_MEET,
    GOOD_TO_MEET,
    SIGNS,
    section,
    trust,
    trust_in_short,
    verdict_word,
    verdicts,
)
from lab.commands._output import print_frame, say
from lab.errors import BadInput
from lab.metrics.card_table import COLUMNS
from lab.runs.run_heading import known_ids
from lab.tables.column import EXTRA, KEY, MAIN, Column, rounded, signed

BESIDE = {
    "hand": ("draw", "reward", "kick", "oh"), "drawn": ("hand", "reward", "kick", "oh"),
    "kicked": ("hand", "draw", "oh"), "reward": ("hand", "draw", "oh"), "dealt": ("hand", "draw", "reward", "kick"),
}  # fmt: skip
"""What stands beside the number that cards are judged by, as columns begin."""
OF_VERDICT = ("name", "shrunken", "shrunken_low", "shrunken_high", "verdict", "off_blank")
"""Columns of a table from which a verdict follows."""
BLANK = "blank card"
"""What is called so does nothing."""
REST = (
    "kind", "q", "n", "naive_iwd", "naive_iwd_low", "naive_iwd_high", "gih_n", "play_rate", "naive_gih_wr",
    "naive_gih_wr_low", "naive_gih_wr_high", "copies",
)  # fmt: skip


@dataclass(frozen=True)
class Shown:
    """How tables are shown: sorted by which column, how many rows of each end, and how many points matter."""

    by: str
    ends: tuple[int, int]
    matters: float
    is_short: bool = False  # one sentence for each pile and way, no table
    everything: bool = False  # all numbers of a card, not only those of its verdict


def own_cards(rows: pl.DataFrame, arms: pl.DataFrame) -> pl.DataFrame:
    """The rows (`id`) of cards that are of no deck of the lab that the arms play with; bad input if there is none."""
    names = {name for decks in arms["decks"] for name in decks}
    shipped = names & {*deck_names()}
    if names == shipped:
        raise BadInput("--mine: no deck of one's own was played; allowed: with games of --deck base+./my-cards or such")
    return rows.filter(~pl.col("id").is_in(known_ids(shipped)))


def print_arm(arm: str, rows: pl.DataFrame, shown: Shown) -> str:
    """The cards of an arm: what is known of each pile and way, and both ends of its order; or all in one table.

    Gives back its first sentence.
    """
    if shown.by != SHRUNKEN:
        _print_all(arm, rows, shown)
        return ""
    said = [_print_section(arm, (number, pile), part, shown) for number, pile, part in sections(rows)]
    return next(iter(said), "")


def first_words(cards: pl.DataFrame, matters: float) -> list[str]:
    """What is known of each arm, pile and way, a sentence each: no blank card moves a verdict."""
    arms = cards.partition_by("arm", maintain_order=True)
    names = [f"{part['arm'][0]}: " * (len(arms) > 1) for part in arms]
    return [
        _section_told(name, (number, pile), rows, matters)
        for name, part in zip(names, arms, strict=True)
        for number, pile, rows in sections(part)
    ]


def _section_told(arm: str, which: tuple[str, str], rows: pl.DataFrame, matters: float) -> str:
    number, pile = which
    real = rows.filter(pl.col("kind").ne_missing("blank"))
    title = f"{arm}{section(number, pile, set(real['kind'].drop_nulls()))}"
    words = (GOOD_TO_MEET, BAD_TO_MEET) if number == "kicked" else None
    cards = f"{real.height} card{'s' if real.height != 1 else ''}"
    return f"{title}, {cards}: {verdicts(real, 'shrunken', matters, words)}"


def _print_section(arm: str, which: tuple[str, str], rows: pl.DataFrame, shown: Shown) -> str:
    number, _ = which
    said = _section_told(arm, which, rows, shown.matters)
    say(said)
    if shown.is_short:
        return said
    said_of_order = trust if shown.everything else trust_in_short
    say(f"{said_of_order(rows.filter(pl.col('kind').ne_missing('blank')).row(0, named=True))}\n")
    table = _table(number, rows)
    found = table if shown.everything else table.select(name for name in OF_VERDICT if name in table.columns)
    _print_ends("", found, _columns(number), shown.ends)
    return said


def _table(number: str, rows: pl.DataFrame) -> pl.DataFrame:
    """The columns of a table, as it is read: the number with its interval, the others with half of theirs."""
    own = PREFIX[number]
    columns: dict[str, list[str | None]] = {}
    for prefix in (*BESIDE[number], own):
        texts = [_told(row, prefix) for row in rows.iter_rows(named=True)]
        if any(texts):
            columns[f"{prefix}_told"] = texts
    off = [_told(row, "against_blank", "") for row in rows.iter_rows(named=True)]
    if any(off):
        columns = {"off_blank": off} | columns
    columns["verdict"] = [verdict_word(word, number) for word in rows["verdict"].to_list()]
    told = [pl.Series(name, texts, pl.String) for name, texts in columns.items()]
    known = rows.with_columns(told).with_columns(q=pl.col(f"{own}_q"), n=pl.col(f"{own}_n"))
    names = ("name", "shrunken", "shrunken_low", "shrunken_high", "verdict", *columns, *REST)
    return known.select(name for name in dict.fromkeys(names) if name in known.columns)


def _told(row: dict[str, Any], prefix: str, value_part: str = "_delta") -> str | None:
    """A number with half of its interval."""
    value, low, high = (row[f"{prefix}{part}"] for part in (value_part, "_low", "_high"))
    if value is None:
        return None
    half = "" if low is None or high is None else f" \u00b1{rounded(50 * (high - low), 1):.1f}"
    return signed(f"{rounded(100 * value, 1):+.1f}{half}")


def _columns(number: str) -> dict[str, Column]:
    """How the columns of a table are read."""
    signs = {PREFIX[name]: sign for name, sign in SIGNS.items()}
    told = {f"{prefix}_told": Column(sign, "figures", EXTRA) for prefix, sign in signs.items()}
    return COLUMNS | told | {
        "name": Column("card", rank=KEY), "shrunken": Column(f"{SIGNS[number]} shrunken, points", "points"),
        "verdict": Column("verdict"), "q": Column("q", "p", EXTRA), "n": Column("times", "count", EXTRA),
        "kind": Column("kind", "words", EXTRA), "off_blank": Column("above blank", "figures"),
    }  # fmt: skip


def _print_all(arm: str, rows: pl.DataFrame, shown: Shown) -> None:
    """All cards of an arm in one table, by a column of one's choice, which is never left out."""
    rows = rows.filter(pl.col("kind").ne_missing("blank"))
    columns = _columns("hand") | {
        "judged_by": Column("judged by", words=SIGNS), "shrunken": Column("shrunken, points", "points"),
        "pile": Column("pile"),
    }  # fmt: skip
    if shown.by in columns and columns[shown.by].rank != KEY:
        columns[shown.by] = replace(columns[shown.by], rank=MAIN)
    label = columns[shown.by].label if shown.by in columns else shown.by.replace("_", " ")
    first = ("name", shown.by, "judged_by", "shrunken", "shrunken_low", "shrunken_high", "verdict", "pile", *REST)
    met = [verdict_word(*row) for row in rows.select("verdict", "judged_by").iter_rows()]
    told = rows.with_columns(pl.col("judged_by").replace(SIGNS), pl.Series("verdict", met, pl.String))
    names = [name for name in dict.fromkeys(first) if name in rows.columns]
    cards = f"{arm}{rows.height} card{'s' if rows.height != 1 else ''} by {label}"
    _print_ends(cards, told.select(names), columns, shown.ends)


def _print_ends(title: str, rows: pl.DataFrame, columns: dict[str, Column], ends: tuple[int, int]) -> None:
    """A table, or its first and last rows; what does nothing is never left out."""
    top, bottom = ends
    if not any(ends) or rows.height <= top + bottom + 1:
        print_frame(title, rows, columns=columns)
        return
    said = [f"the {end} {n}" for end, n in zip(("first", "last"), ends, strict=True) if n]
    nothing = rows["name"].fill_null("").eq(BLANK)
    real = (~nothing).arg_true().to_list()
    at = sorted({*real[:top], *real[len(real) - bottom :], *nothing.arg_true().to_list()})
    gaps = [n for n, (before, after) in enumerate(zip(at, at[1:], strict=False), 1) if after > before + 1]
    print_frame(f"{title}: {' and '.join(said)}" if title else "", rows[at], columns=columns, gaps=gaps)
