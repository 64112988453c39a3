"""Who plays how well, and in what style?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from lab.metrics.style import MEASURES
from lab.stats.ratings import chance
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import Mark, ends, hover, interval_rows, shifts
from reports.elements import Answer, Column, Data, Element, Fold, Note, Table, captioned, columns_of, in_order

TITLE, GROUP, ORDER = "Players", "Results", 80
METRICS = ("persona_win", "rating", "style")

HABITS = 8
"""Measures of style in the chart: those in which personas are farthest apart; the table has all."""
LETTERS = 22
"""Letters of such a measure on one line beside the chart."""
FAR = 2.0
"""Standard deviations at which a shade is full."""
TOLD = 3
"""Personas that are named at their marks and in a sentence; those of more are in a legend, and of these the ends."""
ENDS = dict.fromkeys(("value", "value_low", "value_high"), pl.Float64)


def draw(data: Data) -> Iterator[Element]:
    """Win credit and ratings of the personas, then their style."""
    won = data["persona_win"]
    if won.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    order, surest = _strongest_first(data), _surest(data)
    if len(order) > 1:
        yield Answer(_answer(data, order, surest))
    else:
        yield Note(f"Only {order[0]} played: strength is a comparison. lab agents plays all personas with each other.")
    yield _credits(data, order)
    shown, folded = _styles(data, order, surest)
    yield from shown
    yield Fold("Ratings, and everybody's numbers", (*_ratings(data, order), *folded, _table(data, order)))


def _answer(data: Data, order: Sequence[str], surest: str) -> str:
    """Who wins most and least in the arm where that is surest; below it in the others, and in what styles differ."""
    ends = _ends(data)
    if not ends:
        return f"Only {order[0]} plays in {theme.arm_names(data['arm'])[0]}: strength is a comparison."
    best, worst = ends.pop(surest)
    within = f"With {surest} " if data["arm"].height > 1 else ""
    first = (
        f"{within}**{best['agent']} wins {_share(best)}** of its games and **{worst['agent']}** {_share(worst)}; a "
        f"fair share would be {written(best['fair_share'], 'share')}."
    )
    first += " That may be chance: more games would tell." if _gap(best, worst) <= 0 else ""
    others = [
        f"With {arm}: " + ", ".join(f"{row['agent']} {_share(row)}" for row in pair)
        + ", which may be chance" * (_gap(*pair) <= 0) + "."
        for arm, pair in list(ends.items())[:TOLD]
    ]  # fmt: skip
    return "\n".join(filter(None, (first, *others, _told_of_style(data, surest))))


def _ends(data: Data) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """For each arm at whose tables several personas sat the rows of the one that wins most and of the one least."""
    won = data["persona_win"].drop_nulls("credit").sort("credit", descending=True)
    played = {arm: won.filter(arm=arm).to_dicts() for arm in theme.arm_names(data["arm"])}
    return {arm: (rows[0], rows[-1]) for arm, rows in played.items() if len(rows) > 1}


def _surest(data: Data) -> str:
    """The arm in which it is surest who wins more than whom; the first if there is none."""
    ends = _ends(data)
    return max(ends, key=lambda arm: _gap(*ends[arm])) if ends else theme.arm_names(data["arm"])[0]


def _gap(best: dict[str, Any], worst: dict[str, Any]) -> float:
    """How far two intervals are apart, 0 or less where they meet or one of them is unknown."""
    low, high = best["credit_low"], worst["credit_high"]
    return 0.0 if low is None or high is None else float(low - high)


def _share(row: dict[str, Any]) -> str:
    """What a persona wins, with the digits that its interval carries; that stands in the chart below."""
    return bounded(row, "credit", "share").split(" [")[0]


def _told_of_style(data: Data, arm: str) -> str:
    """The habit in which personas are farthest apart, that on top of the chart, from who has most of it on."""
    known, means = _known(data["style"].filter(arm=arm))
    apart = _farthest(known, means)
    if not apart:
        return ""
    own = sorted(known[apart[0]], key=lambda row: -row["value"])
    told = own if len(own) <= TOLD else [own[0], own[-1]]
    words = _label(apart[0]).rsplit(", ", 1)
    habit = f"**{words[0][:1].lower()}{words[0][1:]}**{''.join(f' {unit}' for unit in words[1:])}"
    numbers = ", ".join(f"{row['agent']} {str(_number(row)).split(' [')[0]}" for row in told)
    return f"They play most unlike each other in {habit}: {numbers}."


def _strongest_first(data: Data) -> list[str]:
    rated = data["persona_win"].join(data["rating"].select("arm", "agent", "rating"), on=["arm", "agent"], how="left")
    mean = rated.group_by("agent").agg(pl.col("rating", "credit").mean())
    return mean.sort("rating", "credit", "agent", descending=[True, True, False], nulls_last=True)["agent"].to_list()


def _ratings(data: Data, order: Sequence[str]) -> Iterator[Element]:
    frame = data["rating"].filter(pl.col("rating").is_not_null())
    if frame.is_empty():
        return
    seats = int(data["arm"]["seats"][0])
    below, marks = "Strength, with its 95 % interval", _dots(data, frame, order, "rating")
    fig = interval_rows(marks, "Rating of each persona", below, "rating, points", "number")
    anchors = ", ".join(sorted(set(frame["anchor"].to_list())))
    few, many = (written(chance(points, seats), "share") for points in (100, 400))
    yield captioned(
        fig, f"{anchors} is set to 1500; 100 points more win {few} of the games of {seats} players who "
        "are equal otherwise.",
        counted(data, frame), method("rating"), "Maximum likelihood.",
        "The anchor of 1500 points has no interval of its own; 400 points are ten times the odds against",
        f"each other player: 400 more win {many}. A rating is a strength in this company and under",
        "these rules.",
    )  # fmt: skip


def _credits(data: Data, order: Sequence[str]) -> go.Figure:
    frame = data["persona_win"]
    below, axis = "Share of its games with its 95 % interval", "share of games"
    fig = interval_rows(_dots(data, frame, order, "credit"), "What each persona wins", below, axis, "share")
    for share in sorted(set(frame["fair_share"].round(6).to_list())):
        fig.add_vline(
            share, line={"color": theme.SOFT, "width": 1}, layer="below", annotation_text="a fair share",
            annotation_font={"color": theme.SOFT, "size": 12}, annotation_yshift=6,
        )  # fmt: skip
    fig.update_xaxes(showgrid=False)
    return captioned(
        fig, "", counted(data, frame), method("persona_win"),
        "A win counts 1, a victory shared by k players 1/k. Each interval holds by",
        f"itself: of {len(order)} about {len(order) * 0.05:.1f} miss by chance.",
    )  # fmt: skip


def _dots(data: Data, frame: pl.DataFrame, order: Sequence[str], value: str) -> list[Mark]:
    """A row for each persona, a mark for each arm."""
    styles, kind = theme.arm_styles(data["arm"]), "share" if value == "credit" else "number"
    shift, rows = shifts(list(styles), 0.4), {(r["agent"], r["arm"]): r for r in frame.to_dicts()}
    return [
        Mark(
            agent, ends(row, value), arm, style, hover(f"{agent}, {arm}", f"{value}: {told}", n=row["games"]),
            told.split(" [")[0] if len(styles) <= TOLD else "", shift=shift[arm], games=row["games"],
        )
        for agent in order for arm, style in styles.items() if (row := rows.get((agent, arm)))
        for told in (bounded(row, value, kind),)
    ]  # fmt: skip


def _styles(data: Data, order: Sequence[str], surest: str) -> tuple[list[Element], list[Element]]:
    """What tells the style of personas: a chart of what sets them apart, and for the fold all that was measured."""
    style = data["style"]
    if style.is_empty():
        return [Note("Style is measured on events, and this run has kept none (option --events).")], []
    charts, tables = dict[str, go.Figure](), list[Table]()
    for arm in theme.arm_names(data["arm"]):
        frame = style.filter(pl.col("arm") == arm)
        names = [name for name in order if name in frame["agent"]]
        if len(names) > 1:
            chart = _habits(data, frame, names, arm)
            charts |= {arm: chart} if chart else {}
            tables.append(_fingerprint(data, frame, names, arm))
    first = charts.pop(surest, None)
    return [first] if first else [], [*charts.values(), *tables]


def _known(style: pl.DataFrame) -> tuple[dict[str, list[dict[str, Any]]], dict[str, float]]:
    """The known cells of each habit of one arm, and the mean over its personas."""
    rows = style.drop_nulls("value").to_dicts()
    known = {name: own for name in MEASURES if (own := [row for row in rows if row["measure"] == name])}
    return known, {name: sum(row["value"] for row in own) / len(own) for name, own in known.items()}


def _farthest(known: dict[str, list[dict[str, Any]]], means: dict[str, float]) -> list[str]:
    """Habits in which some persona surely is not as the mean persona, by how far apart they are in parts of it."""
    apart = {
        name: (max(row["value"] for row in own) - min(row["value"] for row in own)) / means[name]
        for name, own in known.items() if means[name] > 0 and any(_distances(own))
    }  # fmt: skip
    return sorted(apart, key=lambda name: -apart[name])[:HABITS]


def _habits(data: Data, frame: pl.DataFrame, order: Sequence[str], arm: str) -> go.Figure | None:
    """Where personas are farthest apart: each beside the mean persona, in per cent of it; none if they are nowhere."""
    known, means = _known(frame)
    shift, symbols = shifts(order), theme.SYMBOLS[3:]  # the first ones are those of arms
    looks = {
        agent: {"color": (theme.GROUP_COLOURS * 2)[at], "symbol": symbols[at % len(symbols)]}
        for at, agent in enumerate(order)
    }
    marks = [
        Mark(
            name, _beside(row, means[name]), row["agent"], looks[row["agent"]],
            hover(row["agent"], f"{_label(name)}: {_number(row)}", f"mean persona: {written(means[name], _kind(row))}",
                  n=row["games"]), shift=shift[row["agent"]], games=row["games"],
        )
        for name in _farthest(known, means) for row in sorted(known[name], key=lambda row: order.index(row["agent"]))
    ]  # fmt: skip
    if not marks:
        return None
    below = "The habits in which they differ most, beside the mean persona; 95 % intervals"
    fig = interval_rows(
        marks, f"Style of each persona: {arm}", below, "% more or less than the mean persona", "change",
        lambda name: theme.wrapped(_label(name), LETTERS),
    )  # fmt: skip
    if len(order) <= TOLD:
        for at, mark in enumerate(sorted((m for m in marks if m.row == marks[0].row), key=lambda m: m.ends[0] or 0.0)):
            fig.add_annotation(
                x=mark.ends[0], y=marks[0].shift, text=f"<b>{mark.group}</b>", font={"color": mark.style["color"]},
                showarrow=False, yshift=14 + 15 * (at % 2),  # every second one higher: neighbours may stand close
            )  # fmt: skip
        fig.update_layout(showlegend=False)
    return captioned(fig, "", counted(data, frame), method("style"), "The mean persona is taken as known.")


def _beside(row: dict[str, Any], mean: float) -> tuple[float | None, float | None, float | None]:
    """A value and the bounds of its interval, in per cent more or less than a mean."""
    value, low, high = (None if end is None else 100 * (end / mean - 1) for end in ends(row, "value"))
    return value, low, high


def _fingerprint(data: Data, frame: pl.DataFrame, order: Sequence[str], arm: str) -> Table:
    """Measures by persona: the number as text, its distance from the mean persona as shade."""
    cells = {(r["measure"], r["agent"]): r for r in frame.to_dicts()}
    names = [name for name in MEASURES if any(cells.get((name, a), {}).get("value") is not None for a in order)]
    rows = []
    for name in names:
        line = [cells.get((name, agent), {}) for agent in order]
        far = _distances(line)
        told = {agent: f"{_arrow(z)}{_number(cell)}" for agent, cell, z in zip(order, line, far, strict=True) if cell}
        shades = {f"{agent} shade": z and abs(z) for agent, z in zip(order, far, strict=True)}
        rows.append({"measure": _label(name), **told, **shades})
    columns = {"measure": Column("what they do")} | {
        agent: Column(agent, "figures", shade=f"{agent} shade") for agent in order
    }
    caption = "\u25b2 surely more than the mean persona, \u25bc surely less; the darker, the farther from it."
    how = (
        f"{counted(data, frame)} {method('style')} Shade: how far from the mean persona, where the interval leaves "
        f"that out; full at {FAR:.0f} standard deviations."
    )
    return Table(
        pl.DataFrame(rows, infer_schema_length=None), caption, columns, f"Style in numbers: {arm}", counted=how
    )


def _arrow(far: float | None) -> str:
    return "\u25b2 " if far and far > 0 else "\u25bc " if far else ""


def _label(name: str) -> str:
    """A measure as it is called beside the grid; a share is told by its per cent."""
    words, unit = MEASURES[name].words, MEASURES[name].unit
    return words if unit.startswith("share") else f"{words}, {unit}"


def _distances(row: Sequence[dict[str, Any]]) -> list[float | None]:
    """Distance of each value from the mean of the row, as a part of `FAR` standard deviations of the row.

    0 where the interval of the value holds the mean: what may be luck has no shade.
    """
    ends = pl.DataFrame([{k: cell.get(k) for k in ("value", "value_low", "value_high")} for cell in row], ENDS)
    mean, spread = pl.col("value").mean(), pl.col("value").std()
    is_apart = ~mean.is_between(pl.col("value_low"), pl.col("value_high")) & (spread > 0)
    far = pl.when(is_apart).then((pl.col("value") - mean) / (FAR * spread)).otherwise(0.0 * pl.col("value"))
    return ends.select(far.alias("far"))["far"].to_list()


def _kind(cell: dict[str, Any]) -> str:
    return "share" if str(cell["per"]).startswith("share") else "number"


def _number(cell: dict[str, Any]) -> str | None:
    return written(cell["value"], _kind(cell), cell["value_low"], cell["value_high"]) if cell else None


def _table(data: Data, order: Sequence[str]) -> Table:
    keys = ["arm", "agent"]
    rated = data["rating"].select(*keys, "rating", "rating_low", "rating_high", "chance", "rating_q")
    place = pl.col("agent").replace_strict({name: i for i, name in enumerate(order)}, return_dtype=pl.Int64)
    rows = data["persona_win"].join(rated, on=keys, how="left").sort(place)
    varies = pl.col("rating_low") < pl.col("rating_high")  # that of the anchor does not
    rows = rows.with_columns(pl.when(varies).then(f"rating_{end}").alias(f"rating_{end}") for end in ("low", "high"))
    columns = columns_of("persona_win", "agent", "arm", "credit")
    columns |= columns_of("rating", "rating", "chance") | columns_of("persona_win", "games")
    how = "Win credit is what happened at these tables; promised is what the rating says of a table of equals."
    return Table(in_order(rows, theme.arm_names(data["arm"])), "", columns, "Players in numbers", counted=how)
