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
from reports.chart_marks import HOVER, Mark, ends, hover, interval_rows, shifts
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
SHOWN = 10
"""Cards in the chart; the table holds all."""
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
    return {TELLS_MOST: "as tells most"} | words


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
    yield Answer(_answer(rows, {arm: lines[0] for arm, lines in said.items()}))
    who = sample_of_cards(data, rows, "arm_games")
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
    found = pl.when(pl.col("change_q") < FDR).then(pl.col("change") / FULL).otherwise(0.0)
    rows = rows.with_columns(found.clip(-1, 1).alias("shade"))
    counted = rows.group_by("kind").agg(pl.col("cards").max(), pl.col("change").abs().max().alias("most"))
    order = counted.sort("most", "kind", descending=[True, False], nulls_last=True)
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


def _of_arms(rows: pl.DataFrame, arms: list[str]) -> dict[str, Column]:
    """How the column of each arm is read that the rows know."""
    found = {arm: own.row(0, named=True) for arm in arms if (own := rows.filter(arm=arm)).height}
    several = rows["reference"].n_unique() > 1
    return {
        arm: Column(
            f"{arm} against {row['reference']}" if several else arm, "points",
            about=f"Against {row['reference']}; {row['arm_games']:,} games of each.",
        )
        for arm, row in found.items()
    }  # fmt: skip


def _sentences(rows: pl.DataFrame, rules: pl.DataFrame, arm: str) -> list[str]:
    own = rows.filter(arm=arm)
    return change_sentences(own, rules.filter(arm=arm), str(own["reference"][0]), 100 * MATTERS)


def _answer(rows: pl.DataFrame, said: Mapping[str, str]) -> str:
    """Arms that move a card first, in full; of several that move none only their names."""
    moves = set(rows.filter(pl.col("verdict").is_in([GAINS, LOSES]))["arm"].to_list())
    still = [arm for arm in said if arm not in moves]
    told = [_bold(said[arm]) for arm in said if arm in moves or len(still) == 1]
    if len(still) > 1:
        told.append(_still(rows.filter(pl.col("arm").is_in(still)), still))
    return " ".join(told)


def _still(rows: pl.DataFrame, arms: list[str]) -> str:
    """What is said of several arms that are not known to move any card."""
    most = rows.sort(pl.col(SHRUNK).abs(), pl.col("change").abs(), descending=True).row(0, named=True)
    unclear = rows.filter(verdict=UNCLEAR)["id"].n_unique()
    return (
        f"Against {', '.join(rows['reference'].unique(maintain_order=True))}, **no card is known to gain or lose "
        f"{100 * MATTERS:g} points** in {joined(arms)}; the largest change, luck taken off, is that of "
        f"{most['name']} {WAYS[most['how']]} in {most['arm']}: {bounded(most, SHRUNK, 'points')} points. "
        f"Of {unclear or 'none'} of {rows['id'].n_unique()} cards one cannot tell yet."
    )


def _bold(sentence: str) -> str:
    """The finding of a sentence in bold: from behind "Against ARM, " to the first semicolon or the end."""
    before, _, rest = sentence.partition(", ")
    found, semicolon, more = rest.partition(";")
    return f"{before}, **{found.removesuffix('.')}**{semicolon or '.'}{more}"


def _ranked(rows: pl.DataFrame) -> list[str]:
    """Ids of the cards, those with the largest change anywhere first."""
    most = rows.group_by("id").agg(pl.col(SHRUNK).abs().max(), pl.col("change").abs().max(), pl.col("name").first())
    ids: list[str] = most.sort(SHRUNK, "change", "name", descending=[True, True, False], nulls_last=True)[
        "id"
    ].to_list()
    return ids


def _most(data: Data, rows: pl.DataFrame, arms: list[str]) -> go.Figure:
    """Each card before and after: a tick where it stood, joined to where it stands, with the interval of the change."""
    styles, shift, marks, before = theme.arm_styles(data["arm"]), shifts(arms), [], []
    for place, card in enumerate(_ranked(rows)[:SHOWN]):
        for row in in_order(rows.filter(id=card), arms).iter_rows(named=True):
            arm, text = row["arm"], written(row[SHRUNK], "points") if len(arms) == 1 else ""
            value, low, high = (row["delta_reference"] + (end or 0.0) for end in ends(row, SHRUNK))
            marks.append(Mark(
                str(row["name"]), (value, low, high), arm, styles[arm], _hover(row), text,
                row["verdict"] in (GAINS, LOSES), shift[arm],
            ))  # fmt: skip
            before.append((row["delta_reference"], value, place + shift[arm], _hover(row)))
    reference = ", ".join(rows["reference"].unique(maintain_order=True))
    below = f"What each is worth: the tick with {reference}, the mark with the rule, luck taken off the change"
    fig = interval_rows(marks, "The cards that change most", below, "worth, points", label=short)
    for x0, x1, y, _ in before:
        fig.add_shape(type="line", x0=x0, x1=x1, y0=y, y1=y, line={"color": theme.SOFT, "width": 5}, layer="below")
    stood, _, places, told = zip(*before, strict=True)
    tick = {"symbol": "line-ns", "size": 14, "line": {"color": theme.INK, "width": 3}}
    return fig.add_trace(go.Scatter(
        x=stood, y=places, mode="markers", name=reference, marker=tick, hovertext=told, hovertemplate=HOVER,
        cliponaxis=False,
    ))  # fmt: skip


def _hover(row: Mapping[str, Any]) -> str:
    there, here = (written(row[name], "points") for name in ("delta_reference", "delta"))
    return hover(
        f"{row['name']} {WAYS[row['how']]}", f"{row['arm']} against {row['reference']}",
        f"change: {bounded(row, SHRUNK, 'points')} points ({row['verdict']}), q = {written(row['change_q'], 'p')}",
        f"there {there}, here {here} points", n=row["n"],
        what=f"times here, {row['n_reference']:,} there, {row['arm_games']:,} games",
    )  # fmt: skip


def _table(rows: pl.DataFrame, arms: list[str], who: str) -> Table:
    """Cards by arms."""
    order = pl.DataFrame({"id": _ranked(rows)})
    ways = pl.col("how").replace_strict(WAYS).alias("came")
    wide = order.join(rows.select("id", "name", "kind", ways).unique(["id", "came"]), on="id", maintain_order="left")
    shade = (pl.col(SHRUNK) / FULL).clip(-1, 1).alias("shade")
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
