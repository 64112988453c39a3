"""Which cards does a house rule make stronger or weaker?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from engine.inputs.quote import joined
from lab.cards.card_verdict import MATTERS, MET, UNCLEAR
from lab.cards.card_words import SIGNS, WAYS
from lab.cards.change_words import change_sentences, how_changes_are_read
from lab.cards.rule_interaction import GAINS, LOSES
from lab.stats.intervals import FDR
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import method, sample_of_cards
from reports.card_marks import short
from reports.chart_marks import Mark, ends, hover, interval_rows, shifts
from reports.elements import (
    Answer,
    Choice,
    Column,
    Data,
    Element,
    Fold,
    Link,
    Note,
    Table,
    beside,
    captioned,
    columns_of,
    in_order,
)

TITLE, GROUP, ORDER = "Interactions", "Cards", 74
METRICS = ("card_rules", "kind_rules")

TELLS_MOST, ANY = "told", "any"
SHRUNK = "change_shrunk"
SHOWN, NAMED = 10, 3
"""Cards in the chart, and in the first sentence; the table holds all."""
SHADED = "Games of 100 more or fewer; shaded where a change was found."
FULL = 0.05
"""Change that has the full shade."""
ALONE = (
    "What a house rule does to a card is a difference between two games, and here is nothing to compare: play the "
    "rules with and without it in one run, for example lab run --variant cthulhu --variant cthulhu+faster."
)


def _ways(data: Data) -> Mapping[str, str]:
    there = set(data["card_rules"]["how"].to_list())
    words = {way: f"{said} ({SIGNS[way]})" for way, said in WAYS.items() if way in there}
    return {TELLS_MOST: "the way that tells most"} | words


def _kinds(data: Data) -> Mapping[str, str]:
    kinds = data["card_rules"]["kind"].drop_nulls().unique(maintain_order=True).to_list()
    return {ANY: "all kinds"} | {kind: kind_words(kind) for kind in sorted(kinds)}


CHOICES = (
    Choice(
        "way",
        "How the card came",
        _ways,
        many=True,
        about="As tells most: monsters and Curses kicked open, all else in the hand. Zero is the average card of the "
        "pile that came so.",
    ),
    Choice("kind", "Kind", _kinds, many=True),
)


def draw(data: Data) -> Iterator[Element]:
    """What each arm does to cards in a sentence, to each kind, the cards that change most, all cards by all arms."""
    rules = data["card_rules"].drop_nulls(SHRUNK)
    if rules.is_empty():
        yield Note(ALONE)
        return
    rows = _chosen(data, rules)
    if rows.is_empty():
        yield Answer("No card of this kind came in this way with both of two rules.")
        return
    arms = [arm for arm in theme.arm_names(data["arm"]) if arm in set(rows["arm"].to_list())]
    said = {arm: _sentences(rows, rules, arm) for arm in arms}
    yield Answer(_answer(rows, _chosen(data, data["kind_rules"]), arms))
    who = sample_of_cards(data, rows, "arm_games")
    kinds = _chosen(data, data["kind_rules"])
    if kinds.filter(_of_kinds()).height and rows.filter(pl.col("verdict").is_in([GAINS, LOSES])).is_empty():
        yield captioned(_kinds_chart(data, kinds, arms), "", who, method("kind_rules"))
        yield Fold("Each kind of card in numbers", tuple(_kinds_table(data, arms, who)))
        yield Fold("Each card in numbers: none was found to change", (_table(rows, arms, who),))
    else:
        yield captioned(_most(data, rows, arms), "", who, method("card_rules"))
        yield from _kinds_table(data, arms, who)
        yield _table(rows, arms, who)
    yield Fold(
        "How far true changes scatter, and how many games would tell more",
        [Note(f"{arm}. {' '.join(lines[1:])}") for arm, lines in said.items() if lines[1:]],
    )
    yield Fold("How to read this", [Note(how_changes_are_read(100 * MATTERS).replace(" (--matters)", ""))])


def _chosen(data: Data, rules: pl.DataFrame) -> pl.DataFrame:
    way, kind = data.chosen.get("way", TELLS_MOST), data.chosen.get("kind", ANY)
    tells = pl.when(pl.col("kind").is_in(MET)).then(pl.lit("kicked")).otherwise(pl.lit("hand"))
    rows = rules.filter(pl.col("how") == (tells if way == TELLS_MOST else pl.lit(way)))
    return rows if kind == ANY else rows.filter(kind=kind)


def _kinds_table(data: Data, arms: list[str], who: str) -> Iterator[Element]:
    """Kinds of cards by arms: the means of the changes of their cards."""
    rows = _chosen(data, data["kind_rules"])
    if rows.is_empty():
        return
    found = pl.when(_of_kinds()).then(pl.col("change") / FULL).otherwise(0.0)
    rows = rows.with_columns(found.clip(-1, 1).alias("shade"))
    order = _kinds_ranked(rows)
    ways = rows.select("kind", pl.col("how").replace_strict(WAYS).alias("came")).unique(["kind"])
    wide = order.join(ways, on="kind", how="left", maintain_order="left").with_columns(_kind_words().alias("words"))
    by_arm, columns = beside(rows, "kind", "arm", _of_arms(rows, arms), "change")
    wide = wide.join(by_arm, on="kind", how="left", maintain_order="left")
    shown = {"words": Column("kind"), **columns, "came": Column("came"), **columns_of("kind_rules", "cards")}
    how = (
        f"{who} Mean change of the cards of a kind, each card alike; not shrunken. Cards of a kind share games, and "
        f"their intervals allow for it. Shaded: q below {FDR:.2f}. {method('kind_rules')}"
    )
    yield Table(wide, SHADED, shown, "What each rule changes about each kind of card", counted=how)


def _kinds_ranked(rows: pl.DataFrame) -> pl.DataFrame:
    """Kinds with their cards: first those of which a change was found, then by the largest one."""
    counted = rows.group_by("kind").agg(
        pl.col("cards").max(), pl.col("change").abs().max().alias("most"), _of_kinds().any().alias("found")
    )
    return counted.sort("found", "most", "kind", descending=[True, True, False], nulls_last=True)


def _kinds_chart(data: Data, kinds: pl.DataFrame, arms: list[str]) -> go.Figure:
    """The change of each kind with its interval, what was found on top."""
    styles, shift, marks = theme.arm_styles(data["arm"]), shifts(arms), []
    for kind in _kinds_ranked(kinds)["kind"]:
        for row in in_order(kinds.filter(kind=kind).drop_nulls("change"), arms).iter_rows(named=True):
            words, arm = kind_words(kind), row["arm"]
            told = hover(words, f"{arm}: {bounded(row, 'change', 'points')} games of 100", n=row["arm_games"])
            is_found = (row["change_q"] or 0) < FDR and row["change_low"] * row["change_high"] > 0
            text = written(row["change"], "points") if len(arms) == 1 else ""
            marks.append(Mark(words, ends(row, "change"), arm, styles[arm], told, text, is_found, shift[arm]))
    axis = f"games of 100 more, or fewer, than with {', '.join(kinds['reference'].unique(maintain_order=True))}"
    return interval_rows(marks, "What the rules change about each kind of card", "Hollow: no change was found", axis)


def _of_arms(rows: pl.DataFrame, arms: list[str]) -> dict[str, Column]:
    """How the column of each arm is read that the rows know."""
    found = {arm: own.row(0, named=True) for arm in arms if (own := rows.filter(arm=arm)).height}
    several = rows["reference"].n_unique() > 1
    return {
        arm: Column(
            f"{arm} against {row['reference']}" if several else f"change with {arm}", "points",
            about=f"Against {row['reference']}; {row['arm_games']:,} games of each.",
        )
        for arm, row in found.items()
    }  # fmt: skip


def _sentences(rows: pl.DataFrame, rules: pl.DataFrame, arm: str) -> list[str]:
    own = rows.filter(arm=arm)
    return change_sentences(own, rules.filter(arm=arm), str(own["reference"][0]), 100 * MATTERS)


def _answer(rows: pl.DataFrame, kinds: pl.DataFrame, arms: list[str]) -> str:
    """Which cards are found to change, rules by rules; below it kinds of which that was found, and what is open."""
    moved = rows.filter(pl.col("verdict").is_in([GAINS, LOSES])).sort(pl.col(SHRUNK).abs(), descending=True)
    lines = [_moves(moved.filter(arm=arm), arm) for arm in arms if arm in set(moved["arm"].to_list())]
    if not lines:
        lines = [f"**No single card was found to be stronger or weaker** with {joined(arms)}."]
    for row in kinds.filter(_of_kinds()).sort(pl.col("change").abs(), descending=True).to_dicts()[:NAMED]:
        more = "more" if row["change"] > 0 else "less"
        with_ = f" with {row['arm']}" if arms[1:] else ""
        lines.append(
            f"But as a kind, **{kind_words(row['kind'])}** cards are worth {more}{with_}: "
            f"{bounded(row, 'change', 'points')} games of 100."
        )
    unclear, all_ = rows.filter(verdict=UNCLEAR)["id"].n_unique(), rows["id"].n_unique()
    within = all_ - unclear - rows.filter(pl.col("verdict").is_in([GAINS, LOSES]))["id"].n_unique()
    small = f"{within} of {all_} cards surely change by less than {100 * MATTERS:g} games of 100"
    open_ = f"{unclear} cannot be told yet" if unclear else "none is left open"
    return "\n".join([*lines, f"{small}; {open_}." if within > 0 else f"{open_[:1].upper()}{open_[1:]}."])


def _of_kinds() -> pl.Expr:
    """Whether a change of a kind of card was found: adjusted for their number, and by its own interval."""
    return (pl.col("change_q") < FDR) & (pl.col("change_low") * pl.col("change_high") > 0)


def _moves(moved: pl.DataFrame, arm: str) -> str:
    """The cards that rules are found to change."""
    told = [
        f"{row['name']} {WAYS[row['how']]} {bounded(row, SHRUNK, 'points')}" for row in moved.head(NAMED).to_dicts()
    ]
    more = f" and {moved.height - NAMED} more" if moved.height > NAMED else ""
    return f"With {arm} **{moved.height} cards change**: {', '.join(told)}{more}, in games of 100."


def _ranked(rows: pl.DataFrame) -> list[str]:
    """Ids of the cards, those with the largest change anywhere first."""
    most = rows.group_by("id").agg(pl.col(SHRUNK).abs().max(), pl.col("change").abs().max(), pl.col("name").first())
    ids: list[str] = most.sort(SHRUNK, "change", "name", descending=[True, True, False], nulls_last=True)[
        "id"
    ].to_list()
    return ids


def _most(data: Data, rows: pl.DataFrame, arms: list[str]) -> go.Figure:
    """The change of each card with its interval."""
    styles, shift, marks = theme.arm_styles(data["arm"]), shifts(arms), []
    for card in _ranked(rows)[:SHOWN]:
        for row in in_order(rows.filter(id=card), arms).iter_rows(named=True):
            arm, text = row["arm"], written(row[SHRUNK], "points") if len(arms) == 1 else ""
            marks.append(Mark(
                str(row["name"]), ends(row, SHRUNK), arm, styles[arm], _hover(row), text,
                row["verdict"] in (GAINS, LOSES), shift[arm],
            ))  # fmt: skip
    reference = ", ".join(rows["reference"].unique(maintain_order=True))
    axis = f"games of 100 more, or fewer, than with {reference}"
    return interval_rows(marks, "The cards that change most", "Hollow: no change was found", axis, label=short)


def _hover(row: Mapping[str, Any]) -> str:
    there, here = (written(row[name], "points") for name in ("delta_reference", "delta"))
    return hover(
        f"{row['name']} {WAYS[row['how']]}", f"{row['arm']} against {row['reference']}",
        f"change: {bounded(row, SHRUNK, 'points')} games of 100 ({row['verdict']})",
        f"there {there}, here {here} games of 100", n=row["n"],
        what=f"times here, {row['n_reference']:,} there, {row['arm_games']:,} games",
    )  # fmt: skip


def _table(rows: pl.DataFrame, arms: list[str], who: str) -> Table:
    """Cards by arms."""
    order = pl.DataFrame({"id": _ranked(rows)})
    ways = pl.col("how").replace_strict(WAYS).alias("came")
    wide = order.join(rows.select("id", "name", "kind", ways).unique(["id", "came"]), on="id", maintain_order="left")
    is_found = pl.col("verdict").is_in([GAINS, LOSES])
    shade = pl.when(is_found).then(pl.col(SHRUNK) / FULL).otherwise(0.0).clip(-1, 1).alias("shade")
    by_arm, columns = beside(rows.with_columns(shade), "id", "arm", _of_arms(rows, arms), SHRUNK)
    wide = wide.join(by_arm, on="id", how="left", maintain_order="left")
    columns = {"name": Column("card", link=Link("card", {"card": "name"}))} | columns
    columns |= {"came": Column("came"), "kind": Column("kind")}
    how = (
        f"{who} Change of what each card is worth to whoever it comes to: the best guess at the truth, with what is "
        f"likely luck taken off. Full shade: {100 * FULL:g} games of 100. Zero is what the rule does to the average "
        f"card of the pile, so what one card gains others lose. {method('card_rules')}"
    )
    title = "What each rule changes about each card"
    return Table(wide.with_columns(_kind_words()), SHADED, columns, title, counted=how)


def _kind_words() -> pl.Expr:
    return pl.col("kind").map_elements(kind_words, return_dtype=pl.String)
