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
from lab.cards.rule_interaction import GAINS, LOSES, SAME
from lab.stats.intervals import FDR
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import method, sample_of_cards
from reports.card_marks import short
from reports.chart_marks import AROUND, HOVER, Mark, bars, ends, hover, interval_rows, point_ticks, shifts
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
    in_order,
)

TITLE, GROUP, ORDER = "Interactions", "Cards", 74
METRICS = ("card_rules", "kind_rules")

TELLS_MOST, ANY = "told", "any"
SHRUNK = "change_shrunk"
SHOWN, NAMED, OTHERS = 15, 3, 300
"""Cards with a row of their own in the chart, and in the first sentence; pixels that all others take below them."""
UNIT = "in 100 games with the card"
SHADED = f"Wins more or fewer {UNIT}; shaded where a change was found."
LINES = "Lines: 95 % intervals."
OPENS = {"link": ["card", "card"]}
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
    """What each arm does to cards in a sentence, to all of them and to each kind in charts, and in numbers."""
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
    who, kinds = sample_of_cards(data, rows, "arm_games"), _chosen(data, data["kind_rules"]).drop_nulls("change")
    yield Answer(_answer(rows, kinds, arms))
    yield captioned(_cards_chart(data, rows, arms), f"{LINES} Click on a mark for its card.", who, method("card_rules"))
    if kinds.height:
        how = "Mean change of the cards of a kind, not shrunken; they share games, which the intervals allow for."
        yield captioned(_kinds_chart(data, kinds, arms), LINES, who, how, method("kind_rules"))
    yield Fold("All cards in numbers", (_table(rows, arms, who),))
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


def _kinds_ranked(rows: pl.DataFrame) -> pl.DataFrame:
    """Kinds: first those of which a change was found, then by the largest one."""
    counted = rows.group_by("kind").agg(pl.col("change").abs().max().alias("most"), _of_kinds().any().alias("found"))
    return counted.sort("found", "most", "kind", descending=[True, True, False], nulls_last=True)


def _kinds_chart(data: Data, kinds: pl.DataFrame, arms: list[str]) -> go.Figure:
    """The change of each kind with its interval, what was found on top."""
    styles, shift, marks = theme.arm_styles(data["arm"]), shifts(arms), []
    for kind in _kinds_ranked(kinds)["kind"]:
        for row in in_order(kinds.filter(kind=kind), arms).iter_rows(named=True):
            words, arm = kind_words(kind), row["arm"]
            told = f"{arm}: {bounded(row, 'change', 'points')} wins {UNIT}"
            told = hover(f"{words}, {row['cards']} cards", told, n=row["arm_games"])
            is_found = (row["change_q"] or 0) < FDR and (row["change_low"] or 0) * (row["change_high"] or 0) > 0
            text = written(row["change"], "points") if len(arms) == 1 else ""
            marks.append(Mark(words, ends(row, "change"), arm, styles[arm], told, text, is_found, shift[arm]))
    fig = interval_rows(marks, "What the rules change about each kind of card", _below(arms), _axis(kinds))
    return _matters(fig)


def _axis(rows: pl.DataFrame) -> str:
    """What the numbers of a chart are, on two lines."""
    return f"more or fewer wins {UNIT}<br>than with {', '.join(rows['reference'].unique(maintain_order=True))}"


def _below(arms: list[str], names: str = "") -> str:
    """What is said above a chart of its marks, and of the cards by name."""
    of = f"With {arms[0]}. " if len(arms) == 1 else ""
    return f"{of}Shaded: less than {100 * MATTERS:g}. {names}Hollow: may be no change"


def _matters(fig: go.Figure) -> go.Figure:
    """Shade what would not matter, and let the chart reach beyond it."""
    low, high = fig.layout.xaxis.range
    view = [min(low, -1.2 * MATTERS), max(high, 1.2 * MATTERS)]
    fig.add_vrect(-MATTERS, MATTERS, fillcolor=theme.SOFT, opacity=0.12, line_width=0, layer="below")
    return fig.update_xaxes(range=view, **point_ticks(view))


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
            f"{bounded(row, 'change', 'points')} wins {UNIT}."
        )
    unclear, all_ = rows.filter(verdict=UNCLEAR)["id"].n_unique(), rows["id"].n_unique()
    within = all_ - unclear - rows.filter(pl.col("verdict").is_in([GAINS, LOSES]))["id"].n_unique()
    small = f"**{within} of {all_} cards** surely change by less than {100 * MATTERS:g} wins {UNIT}"
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
    return f"With {arm} **{moved.height} cards change**: {', '.join(told)}{more} (wins {UNIT})."


def _ranked(rows: pl.DataFrame) -> list[str]:
    """Ids of the cards: first those of which a change was found anywhere, then by how far one may reach."""
    found, name = pl.col("verdict").is_in([GAINS, LOSES]).any().alias("found"), pl.col("name").first()
    reach = pl.max_horizontal(-pl.col(f"{SHRUNK}_low"), pl.col(f"{SHRUNK}_high")).max().alias("reach")
    size = pl.col(SHRUNK).abs().max().alias("size")
    order = rows.group_by("id").agg(found, pl.when(found).then(size).otherwise(reach).alias("far"), name)
    ids: list[str] = order.sort("found", "far", "name", descending=[True, True, False], nulls_last=True)["id"].to_list()
    return ids


def _cards_chart(data: Data, rows: pl.DataFrame, arms: list[str]) -> go.Figure:
    """The change of each card with its interval: those that may matter by name, all others close below them."""
    styles, shift, marks = theme.arm_styles(data["arm"]), shifts(arms), []
    ids, open_ = _ranked(rows), set(rows.filter(pl.col("verdict") != SAME)["id"].to_list())
    named = [card for card in ids if card in open_][:SHOWN] or ids[:NAMED]
    for card in named:
        for row in in_order(rows.filter(id=card), arms).iter_rows(named=True):
            arm, text = row["arm"], written(row[SHRUNK], "points") if len(arms) == 1 else ""
            marks.append(Mark(
                str(row["name"]), ends(row, SHRUNK), arm, styles[arm], _hover(row), text,
                row["verdict"] in (GAINS, LOSES), shift[arm],
            ))  # fmt: skip
    below = _below(arms, "By name: may be more. " if named[0] in open_ else "")
    fig = interval_rows(marks, "What the rules change about each card", below, _axis(rows), label=short)
    for trace in fig.select_traces(lambda trace: trace.hovertext):
        trace.update(customdata=[[mark.row] for mark in marks if mark.group == trace.name], meta=OPENS)
    return _matters(_others(fig, rows.filter(~pl.col("id").is_in(named)), styles, ids))


def _others(fig: go.Figure, rows: pl.DataFrame, styles: Mapping[str, Mapping[str, Any]], ids: list[str]) -> go.Figure:
    """Below its rows all other cards close together, in the order of ids: a thin line for each rule."""
    others = [card for card in ids if card in set(rows["id"].to_list())]
    if not others:
        return fig
    at = len(fig.layout.yaxis.tickvals)
    tall = OTHERS / (fig.layout.height - AROUND) * at  # in rows
    step = tall / rows.height
    for arm in in_order(rows, list(styles))["arm"].unique(maintain_order=True):
        style, own = styles[arm], {row["id"]: row for row in rows.filter(arm=arm).to_dicts()}
        part = [own[card] for card in others if card in own]
        values, low, high = ([ends(row, SHRUNK)[i] for row in part] for i in range(3))
        look = bars(values, low, high, theme.faded(style["color"], 0.45)) | {"thickness": 1, "width": 0}
        fig.add_trace(go.Scatter(
            x=values, y=[at + step * place for place in range(len(part))], error_x=look, mode="markers",
            marker={"color": style["color"], "size": 4}, hovertext=[*map(_hover, part)], hovertemplate=HOVER,
            customdata=[[row["name"]] for row in part], meta=OPENS, showlegend=False,
        ))  # fmt: skip
        at += step * len(part)
    text = f"{len(others)} other{'s' * (len(others) > 1)}"
    axis = fig.layout.yaxis
    fig.update_yaxes(
        tickvals=[*axis.tickvals, at - tall / 2], ticktext=[*axis.ticktext, text], range=[at + 0.4, axis.range[1]]
    )
    return fig.update_layout(height=fig.layout.height + OTHERS)


def _hover(row: Mapping[str, Any]) -> str:
    there, here = (written(row[name], "points") for name in ("delta_reference", "delta"))
    return hover(
        f"{row['name']} {WAYS[row['how']]}", f"{row['arm']} against {row['reference']}",
        f"change: {bounded(row, SHRUNK, 'points')} wins {UNIT} ({row['verdict']})",
        f"worth there {there}, here {here}", n=row["n"],
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
    columns |= {"came": Column("how it came", wide=True), "kind": Column("kind", wide=True)}
    how = (
        f"{who} Change of what each card is worth to whoever it comes to: the best guess at the truth, with what is "
        f"likely luck taken off. Full shade: {100 * FULL:g} wins. Zero is what the rule does to the average "
        f"card of the pile, so what one card gains others lose. {method('card_rules')}"
    )
    title = "What each rule changes about each card"
    return Table(wide.with_columns(_kind_words()), SHADED, columns, title, counted=how)


def _kind_words() -> pl.Expr:
    return pl.col("kind").map_elements(kind_words, return_dtype=pl.String)
