"""Which cards does a house rule make stronger or weaker?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go
import polars as pl

from decks.card_text import kind_words
from engine.inputs.quote import few, joined
from lab.cards.card_verdict import MATTERS, MET, UNCLEAR
from lab.cards.card_words import SIGNS, WAYS
from lab.cards.change_words import change_sentences, how_changes_are_read
from lab.cards.rule_interaction import GAINS, LOSES
from lab.stats.intervals import FDR, Array
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import method, sample_of_cards
from reports.card_marks import short
from reports.chart_marks import HOVER, Mark, ends, hover, interval_rows, point_ticks, shifts
from reports.differences import ticks_above
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
from reports.verdict_measures import capital

TITLE, GROUP, ORDER = "Interactions", "Cards", 74
METRICS = ("card_rules", "kind_rules")

TELLS_MOST, ANY = "told", "any"
SHRUNK = "change_shrunk"
SHOWN, NAMED = 15, 3
"""Cards with a row of their own, and in the first sentence."""
STEPS, BARS, TALL = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05), 15, 280  # of a bar, the least with few bars; pixels
UNIT = "in 100 games with the card"
AXIS = f"wins more or fewer {UNIT}"
SHADED = f"{capital(AXIS)}; shaded where a change was found."
LINES = f"Lines: 95 % intervals. Shaded: within \u00b1{100 * MATTERS:g}."
SHARED = "Cards of a kind share games, which the intervals allow for."
OPENS = {"link": ["card", "card"]}
LUCK = f"Line: what luck alone would show if the rules changed no card. Shaded: within \u00b1{100 * MATTERS:g}."
FOUND = pl.col("verdict").is_in([GAINS, LOSES])
FULL = 0.05  # change that has the full shade
ALONE = (
    "What a house rule does to a card is a difference between two games, and here is nothing to compare: play the "
    "rules with and without it in one run, for example lab run --variant cthulhu --variant cthulhu+faster."
)


def _ways(data: Data) -> Mapping[str, str]:
    there = set(data["card_rules"]["how"].to_list())
    words = {way: f"{said} ({SIGNS[way]})" for way, said in WAYS.items() if way in there}
    return {TELLS_MOST: "the usual way"} | words


def _kinds(data: Data) -> Mapping[str, str]:
    kinds = data["card_rules"]["kind"].drop_nulls().unique(maintain_order=True).to_list()
    return {ANY: "all kinds"} | {kind: capital(kind_words(kind)) for kind in sorted(kinds)}


CHOICES = (
    Choice("way", "How the card came", _ways, many=True,
           about="The usual way: monsters and Curses kicked open, all else in the hand. Zero: the average card of the "
           "pile that came so."),
    Choice("kind", "Kind", _kinds, many=True),
)  # fmt: skip


def draw(data: Data) -> Iterator[Element]:
    """What each arm does to cards in a sentence, to all of them and to each kind in charts, and in numbers."""
    rules = data["card_rules"].drop_nulls(SHRUNK)
    if rules.is_empty():
        yield Note(ALONE)
        return
    if (rows := _chosen(data, rules)).is_empty():
        yield Answer("No card of this kind came in this way with both of two rules.")
        return
    arms = [arm for arm in theme.arm_names(data["arm"]) if arm in set(rows["arm"].to_list())]
    said = {arm: _sentences(rows, rules, arm) for arm in arms}
    who = sample_of_cards(data, rows, "arm_games")
    kinds = _chosen(data, data["kind_rules"]).drop_nulls("change").filter(pl.col("cards") > 1)
    yield Answer(_answer(rows, kinds, arms))
    if rows.filter(FOUND).height:
        yield captioned(_found_chart(data, rows, arms), f"{LINES} Click on a mark for its card.", who)
    yield captioned(_spread(data, rows, arms, kinds), LUCK, who, method("card_rules"))
    if kinds.height:
        lone = rows.filter(~pl.col("kind").is_in(kinds["kind"].to_list()))["id"].n_unique()
        how = f"{LINES} {f'Not drawn: {lone}, each alone of its kind.' * bool(lone)}".rstrip()
        yield captioned(_kinds_chart(data, kinds, arms), how, who, SHARED, method("kind_rules"))
    yield Fold("All cards in numbers", (_table(rows, arms, who),))
    yield Fold(
        "How to read this, how far true changes scatter, and how many games would tell more",
        (
            Note(how_changes_are_read(100 * MATTERS).replace(" (--matters)", "")),
            *(Note(f"{arm}. {' '.join(lines[1:])}") for arm, lines in said.items() if lines[1:]),
        ),
    )


def _chosen(data: Data, rules: pl.DataFrame) -> pl.DataFrame:
    way, kind = data.chosen.get("way", TELLS_MOST), data.chosen.get("kind", ANY)
    tells = pl.when(pl.col("kind").is_in(MET)).then(pl.lit("kicked")).otherwise(pl.lit("hand"))
    rows = rules.filter(pl.col("how") == (tells if way == TELLS_MOST else pl.lit(way)))
    return rows if kind == ANY else rows.filter(kind=kind)


def _kinds_chart(data: Data, kinds: pl.DataFrame, arms: list[str]) -> go.Figure:
    """The change of each kind with its interval, what was found on top."""
    styles, shift, marks = theme.arm_styles(data["arm"]), shifts(arms), []
    size, found = pl.col("change").abs().max().alias("size"), _of_kinds().any().alias("found")
    ranked = kinds.group_by("kind").agg(size, found).sort("found", "size", "kind", descending=[True, True, False])
    for kind in ranked["kind"]:
        for row in in_order(kinds.filter(kind=kind), arms).iter_rows(named=True):
            words, arm = f"{capital(kind_words(kind))} ({row['cards']})", row["arm"]
            told = f"{row['cards']} cards, {arm}: {bounded(row, 'change', 'points')} wins {UNIT}"
            told = hover(capital(kind_words(kind)), told, n=row["arm_games"])
            is_found = (row["change_q"] or 0) < FDR and (row["change_low"] or 0) * (row["change_high"] or 0) > 0
            text = written(row["change"], "points").replace("+0.0", "0.0") if len(arms) == 1 else ""
            marks.append(Mark(words, ends(row, "change"), arm, styles[arm], told, text, is_found, shift[arm]))
    below = f"As measured, against {_references(kinds)}. Full: found to change, even allowing for {len(ranked)} kinds"
    return ticks_above(_matters(interval_rows(marks, "Each kind: mean of its cards", below, AXIS)))


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
    moved = rows.filter(FOUND).sort(pl.col(SHRUNK).abs(), descending=True)
    lines = [_moves(moved.filter(arm=arm), arm) for arm in arms if arm in set(moved["arm"].to_list())]
    if not lines:
        lines = [f"**No single card was found to be stronger or weaker** with {joined(arms)}."]
    for row in kinds.filter(_of_kinds()).sort(pl.col("change").abs(), descending=True).to_dicts()[:NAMED]:
        more = "a little " * (max(abs(row["change_low"]), abs(row["change_high"])) < MATTERS)
        more += "more" if row["change"] > 0 else "less"
        more += f" with {row['arm']}" * bool(arms[1:])
        size = f"{bounded(row, 'change', 'points')} wins {UNIT}"
        lines.append(f"But as a kind, **{kind_words(row['kind'])}** cards are worth {more}: {size}.")
    unclear, all_ = rows.filter(verdict=UNCLEAR)["id"].n_unique(), rows["id"].n_unique()
    within = all_ - unclear - rows.filter(FOUND)["id"].n_unique()
    far, seen = f"{100 * MATTERS:g} wins", rows.filter(pl.col("change").abs() >= MATTERS).height
    luck = rows.filter(pl.col("if_nothing") > 0).height - _by_luck(np.zeros(1), 2 * MATTERS, rows)[0]
    small = f"**{within} of {all_} cards** probably change by less than {far}" if within > 0 else ""
    open_ = f"{unclear} cannot be told yet" if unclear else "none is left open"
    said = f"{seen} of {rows.height} changes look like {far} or more; luck alone makes about {luck:.0f} look so."
    return "\n".join([*lines, f"{capital('; '.join(filter(None, (small, open_))))}. {said}"])


def _of_kinds() -> pl.Expr:  # whether a change was found: adjusted for their number, and by its own interval
    return (pl.col("change_q") < FDR) & (pl.col("change_low") * pl.col("change_high") > 0)


def _moves(moved: pl.DataFrame, arm: str) -> str:
    """The cards that rules are found to change."""
    first = moved.head(NAMED).to_dicts()
    told = [f"{row['name']} {WAYS[row['how']]} {bounded(row, SHRUNK, 'points')}" for row in first]
    more = f" and {moved.height - NAMED} more" if moved.height > NAMED else ""
    return f"With {arm} **{moved.height} cards change**: {', '.join(told)}{more} (wins {UNIT})."


def _ranked(rows: pl.DataFrame) -> list[str]:
    """Ids of the cards: first those of which a change was found anywhere, then by how far one may reach."""
    found, name = FOUND.any().alias("found"), pl.col("name").first()
    reach = pl.max_horizontal(-pl.col(f"{SHRUNK}_low"), pl.col(f"{SHRUNK}_high")).max().alias("reach")
    size = pl.col(SHRUNK).abs().max().alias("size")
    order = rows.group_by("id").agg(found, pl.when(found).then(size).otherwise(reach).alias("far"), name)
    ids: list[str] = order.sort("found", "far", "name", descending=[True, True, False], nulls_last=True)["id"].to_list()
    return ids


def _found_chart(data: Data, rows: pl.DataFrame, arms: list[str]) -> go.Figure:
    """The change of each card of which one was found, with its interval."""
    styles, shift, marks = theme.arm_styles(data["arm"]), shifts(arms), []
    there = set(rows.filter(FOUND)["id"])
    for card in [card for card in _ranked(rows) if card in there][:SHOWN]:
        for row in in_order(rows.filter(id=card), arms).iter_rows(named=True):
            arm, text = row["arm"], written(row[SHRUNK], "points") if len(arms) == 1 else ""
            full = row["verdict"] in (GAINS, LOSES)
            marks.append(Mark(row["name"], ends(row, SHRUNK), arm, styles[arm], _hover(row), text, full, shift[arm]))
    below = f"Against {_references(rows)}, luck taken off. Hollow: no change found"
    fig = interval_rows(marks, "Cards that change", below, AXIS, label=short)
    for trace in fig.select_traces(lambda trace: trace.hovertext):
        trace.update(customdata=[[mark.row] for mark in marks if mark.group == trace.name], meta=OPENS)
    return ticks_above(_matters(fig))


def _spread(data: Data, rows: pl.DataFrame, arms: list[str], kinds: pl.DataFrame) -> go.Figure:
    """A bar for each rules and step of change, and what luck would give; of one rules kinds that change stand out."""
    fig = theme.figure("How many cards change, by how much", f"As measured, against {_references(rows)}", TALL)
    far = float(rows["change"].abs().max() or 0)  # type: ignore[arg-type]
    step = next((one for one in STEPS if 2 * far <= BARS * one), STEPS[-1])
    view, tops = [-far - step, far + step], []
    steps = rows.with_columns(step=((pl.col("change") / step).floor() + 0.5) * step).sort("change", "name")
    moved = kinds.filter(_of_kinds())["kind"].unique(maintain_order=True).to_list() if len(arms) == 1 else []
    for arm in arms:
        own, colour = steps.filter(arm=arm), theme.arm_styles(data["arm"])[arm]["color"]
        dark = [theme.faded(theme.SOFT, 1 / (at + 1)) for at in range(len(moved))]  # the colours are those of rules
        groups = [(capital(kind_words(kind)), own.filter(kind=kind), shade) for kind, shade in zip(moved, dark)]
        rest = ("Other cards", own.filter(~pl.col("kind").is_in(moved)), theme.faded(theme.SOFT, 0.25))
        fig.add_traces([_bars(*group) for group in (*groups, rest if moved else (arm, own, colour))])
        x = np.arange(view[0], view[1], step / 4)
        luck, look = _by_luck(x, step, own), {"color": colour if arms[1:] else theme.INK, "width": 2}
        fig.add_scatter(x=x, y=luck, mode="lines", line=look, showlegend=False, hoverinfo="skip")
        tops += [float(luck.max()), *own.group_by("step").len()["len"]]
    for row, side in ((steps.row(0, named=True), "left"), (steps.row(-1, named=True), "right")):
        line = {"ax": 0, "ay": max(tops), "ayref": "y", "arrowhead": 0, "arrowwidth": 1, "arrowcolor": theme.SOFT}
        told = f"{short(row['name'])}<br>{written(row['change'], 'points')}"
        fig.add_annotation(x=row["step"], y=1, text=told, xanchor=side, font_color=theme.INK, **line)
    _matters(fig.update_xaxes(range=view)).update_xaxes(zeroline=False, showgrid=False, title_text=AXIS)
    fig.update_yaxes(title_text="cards", range=[0, 1.15 * max(tops)])
    return fig.update_layout(showlegend=bool(arms[1:] or moved), barmode="stack" if moved else "group", margin_t=24)


def _bars(name: str, rows: pl.DataFrame, colour: str) -> go.Bar:
    """How many of some cards change by each step."""
    bars = rows.group_by("step", maintain_order=True).agg(pl.len(), "name", pl.max("arm_games"))
    return go.Bar(
        x=bars["step"], y=bars["len"], name=name, marker_color=colour, hovertemplate=HOVER,
        hovertext=[hover(f"{name}: {written(at, 'points')}", f"{len(names)} cards{few(names, 8)}", n=n)
                   for at, _, names, n in bars.iter_rows()],
    )  # fmt: skip


def _by_luck(x: Array, step: float, rows: pl.DataFrame) -> Array:
    """How many cards luck alone would put into a bar around x."""
    from scipy.special import ndtr  # slow to import

    errors = rows.filter(pl.col("if_nothing") > 0)["if_nothing"].to_numpy()
    low, high = (ndtr((x[:, None] + side * step / 2) / errors).sum(axis=1) for side in (-1, 1))
    return np.asarray(high - low)


def _references(rows: pl.DataFrame) -> str:
    return ", ".join(rows["reference"].unique(maintain_order=True))


def _hover(row: Mapping[str, Any]) -> str:
    there, here = (written(row[name], "points") for name in ("delta_reference", "delta"))
    return hover(
        f"{row['name']} {WAYS[row['how']]}", f"{row['arm']} against {row['reference']}",
        f"change: {bounded(row, SHRUNK, 'points')} wins {UNIT} ({row['verdict']})",
        f"worth there {there}, here {here}", n=row["n"],
        what=f"times here, {row['n_reference']:,} there, {row['arm_games']:,} games",
    )  # fmt: skip


def _table(rows: pl.DataFrame, arms: list[str], who: str) -> Table:
    order = pl.DataFrame({"id": _ranked(rows)})
    ways = pl.col("how").replace_strict(WAYS).alias("came")
    wide = order.join(rows.select("id", "name", "kind", ways).unique(["id", "came"]), on="id", maintain_order="left")
    shade = pl.when(FOUND).then(pl.col(SHRUNK) / FULL).otherwise(0.0).clip(-1, 1).alias("shade")
    by_arm, columns = beside(rows.with_columns(shade), "id", "arm", _of_arms(rows, arms), SHRUNK)
    wide = wide.join(by_arm, on="id", how="left", maintain_order="left")
    columns = {"name": Column("card", link=Link("card", {"card": "name"}))} | columns
    columns |= {"came": Column("how it came", wide=True), "kind": Column("kind", wide=True)}
    how = (
        f"{who} Change of what each card is worth to whoever it comes to: the best guess at the truth, with what is "
        f"likely luck taken off. Full shade: {100 * FULL:g} wins. Zero is what the rule does to the average "
        f"card of the pile, so what one card gains others lose. {method('card_rules')}"
    )
    wide = wide.with_columns(pl.col("kind").map_elements(lambda kind: capital(kind_words(kind)), pl.String))
    return Table(wide, SHADED, columns, "What each rule changes about each card", counted=how)
