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
from reports.elements import Answer, Choice, Column, Data, Element, Fold, Note, Table, captioned, columns_of, in_order

TITLE, GROUP, ORDER = "Players", "Results", 80
METRICS = ("persona_win", "rating", "style")

CHOICES = (Choice("arm", "Style with", lambda data: {arm: arm for arm in theme.arm_names(data["arm"])}),)
HABITS = 8
"""Measures of style in the chart: those in which personas are farthest apart; the table has all."""
LETTERS = 22
"""Letters of such a measure on one line beside the chart."""
FAR = 2.0
"""Standard deviations at which a shade is full."""
ENDS = dict.fromkeys(("value", "value_low", "value_high"), pl.Float64)


def draw(data: Data) -> Iterator[Element]:
    """Win credit and ratings of the personas, then their style."""
    won = data["persona_win"]
    if won.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    order = _strongest_first(data)
    if len(order) > 1:
        yield Answer(_answer(data, order))
    else:
        yield Note(f"Only {order[0]} played: strength is a comparison. lab agents plays all personas with each other.")
    yield _credits(data, order)
    shown, folded = _styles(data, order)
    yield from shown
    yield Fold("Ratings, and everybody's numbers", (*_ratings(data, order), *folded, _table(data, order)))


def _answer(data: Data, order: Sequence[str]) -> str:
    """Who wins most and least in the arm where that is surest; below it in the one that is chosen, and their style."""
    arms, won = theme.arm_names(data["arm"]), data["persona_win"].drop_nulls("credit")
    played = {arm: won.filter(arm=arm).sort("credit", descending=True).to_dicts() for arm in arms}
    ends = {arm: (rows[0], rows[-1]) for arm, rows in played.items() if len(rows) > 1}
    if not ends:
        return f"Only {order[0]} plays in {arms[0]}: strength is a comparison."
    gaps = {arm: _gap(*pair) for arm, pair in ends.items()}
    surest = max(ends, key=gaps.__getitem__)
    best, worst = ends[surest]
    within = f"With {surest} " if len(arms) > 1 else ""
    most, least = (bounded(row, "credit", "share") for row in (best, worst))
    first = (
        f"{within}**{best['agent']}** wins most, {most} of its games, and **{worst['agent']}** least, {least}; a fair "
        f"share would be {written(best['fair_share'], 'share')}."
    )
    first += " That may be chance: more games would tell." if gaps[surest] <= 0 else ""
    wanted, other = data.chosen.get("arm") or arms[0], ""
    if wanted != surest and wanted in ends:
        high, low = (f"{row['agent']} {bounded(row, 'credit', 'share')}" for row in ends[wanted])
        other = f"With {wanted}: {high}, {low}{', which may be chance' * (gaps[wanted] <= 0)}."
    return "\n".join(filter(None, (first, other, _told_of_style(data, wanted if wanted in ends else surest))))


def _gap(best: dict[str, Any], worst: dict[str, Any]) -> float:
    """How far two intervals are apart, 0 or less where they meet or one of them is unknown."""
    low, high = best["credit_low"], worst["credit_high"]
    return 0.0 if low is None or high is None else float(low - high)


def _told_of_style(data: Data, arm: str) -> str:
    """Where one persona does surely more of something than all others, by the largest factor; nothing if nowhere."""
    found = dict[float, str]()
    if data["style"].is_empty():
        return ""
    for name, measure in MEASURES.items():
        cells = data["style"].filter(arm=arm, measure=name).drop_nulls(["value", *ENDS]).sort("value", descending=True)
        if cells.height > 1 and (most := cells.row(0, named=True)) and (of := cells["value_high"][1:].max()):
            after = cells.row(1, named=True)
            unit, words = measure.unit.removeprefix("share "), f"{measure.words[:1].lower()}{measure.words[1:]}"
            found[float(most["value_low"] / of)] = (
                f"In style{f' with {arm}' * (data['arm'].height > 1)} they are farthest apart in **{words}**: "
                f"{most['agent']} {_number(most)} {unit}, the next, {after['agent']}, {_number(after)}."
            )
    return found[max(found)] if found and max(found) > 1 else ""


def _strongest_first(data: Data) -> list[str]:
    rated = data["persona_win"].join(data["rating"].select("arm", "agent", "rating"), on=["arm", "agent"], how="left")
    mean = rated.group_by("agent").agg(pl.col("rating", "credit").mean())
    return mean.sort("rating", "credit", "agent", descending=[True, True, False], nulls_last=True)["agent"].to_list()


def _ratings(data: Data, order: Sequence[str]) -> Iterator[Element]:
    frame = data["rating"].filter(pl.col("rating").is_not_null())
    if frame.is_empty():
        return
    seats = int(data["arm"]["seats"][0])
    below = "Strength, with its 95 % interval"
    fig = interval_rows(
        _dots(data, frame, order, "rating"), "Rating of each persona", below, "rating, points", "number"
    )
    anchors = ", ".join(sorted(set(frame["anchor"].to_list())))
    yield captioned(
        fig, f"{anchors} is set to 1500; 100 points more win {_chance(100, seats)} of the games of {seats} players who "
        "are equal otherwise.",
        counted(data, frame), method("rating"), "Maximum likelihood.",
        "The anchor of 1500 points has no interval of its own; 400 points are ten times the odds against",
        f"each other player: 400 more win {_chance(400, seats)}. A rating is a strength in this company and under",
        "these rules.",
    )  # fmt: skip


def _chance(points: int, seats: int) -> str:
    return written(chance(points, seats), "share")


def _credits(data: Data, order: Sequence[str]) -> go.Figure:
    frame = data["persona_win"]
    below, axis = "Share of its games with its 95 % interval; dashed: a fair share", "share of games"
    fig = interval_rows(_dots(data, frame, order, "credit"), "What each persona wins", below, axis, "share")
    for share in sorted(set(frame["fair_share"].round(6).to_list())):
        fig.add_vline(share, line={"dash": "dash", "color": theme.SOFT, "width": 1.5}, layer="below")
    return captioned(
        fig, "", counted(data, frame), method("persona_win"),
        "A win counts 1, a victory shared by k players 1/k. Each interval holds by",
        f"itself: of {len(order)} about {len(order) * 0.05:.1f} miss by chance.",
    )  # fmt: skip


def _dots(data: Data, frame: pl.DataFrame, order: Sequence[str], value: str) -> list[Mark]:
    """A row for each persona, a mark for each arm."""
    styles, kind = theme.arm_styles(data["arm"]), "share" if value == "credit" else "number"
    shift, rows = shifts(list(styles)), {(r["agent"], r["arm"]): r for r in frame.to_dicts()}
    return [
        Mark(
            agent, ends(row, value), arm, style,
            hover(f"{agent}, {arm}", f"{value}: {bounded(row, value, kind)}", n=row["games"]),
            shift=shift[arm], games=row["games"],
        )
        for agent in order for arm, style in styles.items() if (row := rows.get((agent, arm)))
    ]  # fmt: skip


def _styles(data: Data, order: Sequence[str]) -> tuple[list[Element], list[Element]]:
    """What tells the style of personas: a chart of what sets them apart, and for the fold all that was measured."""
    style = data["style"]
    if style.is_empty():
        return [Note("Style is measured on events, and this run has kept none (option --events).")], []
    arm = data.chosen.get("arm") or theme.arm_names(data["arm"])[0]
    frame = style.filter(pl.col("arm") == arm)
    names = [name for name in order if name in frame["agent"]]
    if len(names) < 2:
        return [], []
    chart = _habits(data, frame, names, arm)
    return [chart] if chart else [], [_fingerprint(data, frame, names, arm)]


def _habits(data: Data, frame: pl.DataFrame, order: Sequence[str], arm: str) -> go.Figure | None:
    """Where personas are farthest apart: each beside the mean persona, in per cent of it; none if they are nowhere."""
    cells = {(r["measure"], r["agent"]): r for r in frame.drop_nulls("value").iter_rows(named=True)}
    known = {name: own for name in MEASURES if (own := [cells[name, a] for a in order if (name, a) in cells])}
    means = {name: sum(row["value"] for row in own) / len(own) for name, own in known.items()}
    apart = {
        name: (max(row["value"] for row in own) - min(row["value"] for row in own)) / means[name]
        for name, own in known.items() if means[name] > 0 and any(_distances(own))
    }  # fmt: skip
    shift = shifts(order)
    marks = [
        Mark(
            name, _beside(row, means[name]), row["agent"],
            {"color": (theme.GROUP_COLOURS * 2)[at], "symbol": theme.SYMBOLS[at % len(theme.SYMBOLS)]},
            hover(row["agent"], f"{_label(name)}: {_number(row)}", f"mean persona: {written(means[name], _kind(row))}",
                  n=row["games"]), shift=shift[row["agent"]], games=row["games"],
        )
        for name in sorted(apart, key=lambda name: -apart[name])[:HABITS]
        for row in known[name] for at in (order.index(row["agent"]),)
    ]  # fmt: skip
    if not marks:
        return None
    below = "The habits in which they differ most, beside the mean persona; 95 % intervals"
    fig = interval_rows(
        marks, f"Style of each persona: {arm}", below, "% more or less than the mean persona", "change",
        lambda name: theme.wrapped(_label(name), LETTERS),
    )  # fmt: skip
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
