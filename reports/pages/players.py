"""Who plays how well, and in what style?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.agents.personas import personas
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, around, written_difference
from lab.comparison.game_numbers import CREDIT_OF
from lab.metrics.style import MEASURES
from lab.stats.ratings import chance
from lab.tables.column import bounded, written
from reports import theme
from reports.captions import counted, method
from reports.chart_marks import ENTRIES, ENTRY, Mark, ends, hover, interval_rows, shifts
from reports.differences import differences_of
from reports.dumbbells import foot
from reports.dumbbells import told as at_dot
from reports.elements import Answer, Column, Data, Element, Fold, Note, Table, captioned, columns_of, in_order
from reports.habits import FAR, distances, farthest, known_habits, mean_label, unlike_most
from reports.verdict_measures import capital
from reports.wins_and_cards import wins

TITLE, GROUP, ORDER = "Players", "Results", 80
METRICS = ("persona_win", "rating", "style", "comparison")

FOLDED, PAIR = "Ratings, and everybody's numbers", 2
LETTERS, TOLD = 22, 3
"""Letters of a habit on one line beside the chart; personas that a sentence tells, of more the ends, and rules whose
numbers stand at their marks."""


def draw(data: Data) -> Iterator[Element]:
    """Win credit and ratings of the personas, then their style."""
    won = data["persona_win"]
    if won.is_empty():
        yield Note("No finished game is stored for this run yet.")
        return
    order, arms = _strongest_first(data), [*_ends(data)]
    shown = "" if not arms else arms[-1] if len(arms) == PAIR else arms[0]  # of two the one that is asked about
    if len(order) > 1:
        yield Answer(_answer(data, order, shown))
    else:
        yield Note(f"Only {order[0]} played: strength is a comparison. lab agents plays all personas with each other.")
    yield _credits(data, order)
    if data["style"].is_empty():
        yield Note("Style is measured on events, and this run has kept none (option --events).")
    styles = list(_played(data, order))
    habits = {of[2]: drawn for of in styles if (drawn := _habits(data, *of))}
    yield from filter(None, [habits.pop(shown, None)])
    prints = (_fingerprint(data, *of) for of in styles)
    more = (*_ratings(data, order), *habits.values(), *prints, _table(data, order))
    yield Fold("Ratings, style by other rules, and everybody's numbers" if habits else FOLDED, more)


def _answer(data: Data, order: Sequence[str], shown: str) -> str:
    """Who wins how much, whom the second of two rules favours, and who plays how."""
    ends = _ends(data)
    if not ends:
        return f"Only {order[0]} plays in {theme.arm_names(data['arm'])[0]}: strength is a comparison."
    moved = [row for row in differences_of(data) if row.metric.startswith(CREDIT_OF)]
    surest = shown if len(ends) == PAIR else max(ends, key=lambda arm: _gap(ends[arm][0], ends[arm][-1]))
    told = [surest, *(arm for arm in ends if len(ends) == PAIR and arm != surest)]
    said = [f"With {arm} " * (data["arm"].height > 1) + _most(ends[arm]) for arm in told]
    first = f"{said[0]}; a fair share is {written(ends[surest][0]['fair_share'], 'share')}"
    return "\n".join(filter(None, (f"{'. '.join([first, *said[1:]])}.", _favoured(moved), unlike_most(data, shown))))


def _most(rows: Sequence[dict[str, Any]]) -> str:
    """Who wins most, as far as the intervals tell that, and how much the others win; of many whoever wins least."""
    first = [row for row in rows if row is rows[0] or _gap(rows[0], row) <= 0]
    rest = rows[len(first) :] if len(rows) <= TOLD else rows[len(first) :][-1:]
    more = "".join(f", {row['agent']} {_share(row)}" for row in rest)
    if len(first) == 1:
        return f"**{first[0]['agent']} wins most, {_share(first[0])}** of its games{more}"
    alike = [f"{row['agent']} ({_share(row)})" for row in (first if len(rows) <= TOLD else first[:1])]
    alike += [f"{len(first) - 1} more"] if len(rows) > TOLD else []
    return f"**{joined(alike)} win about as much**{more}"


def _favoured(moved: Sequence[Difference]) -> str:
    """Whose wins the second of two rules moves most, and whether that is clear; nothing of several rules."""
    if len({row.b for row in moved}) != 1:
        return ""
    row, found = max(moved, key=lambda row: abs(row.difference)), [row for row in moved if row.found]
    head = f"With {row.b} instead of {row.a}"
    if not found:
        who, size = row.metric.removeprefix(CREDIT_OF), _size(row)
        return (
            f"{head} **no persona was found to win more or less**: {who} moved most, {size} of 100 games, which may be "
            "chance."
        )
    found.sort(key=lambda row: row.p_value if row.p_value is not None else 1.0)  # the surest first
    told = [
        f"**{row.metric.removeprefix(CREDIT_OF)}{' wins' * (at == 0)} {_size(row)}{' of 100 games' * (at == 0)}** "
        f"{around(row)}" for at, row in enumerate(found)
    ]  # fmt: skip
    said = f"{head} {joined(told)}."
    return f"{said} Of the others no change was found." if len(found) == 1 < len(moved) else said


def _size(row: Difference) -> str:
    return f"{amount(row, abs(written_difference(row)))} {'more' if row.difference > 0 else 'fewer'}"


def _ends(data: Data) -> dict[str, list[dict[str, Any]]]:
    """For each arm at whose tables several personas sat their rows, whoever wins most first."""
    won = data["persona_win"].drop_nulls("credit").sort("credit", descending=True)
    played = {arm: won.filter(arm=arm).to_dicts() for arm in theme.arm_names(data["arm"])}
    return {arm: rows for arm, rows in played.items() if len(rows) > 1}


def _gap(best: dict[str, Any], worst: dict[str, Any]) -> float:
    """How far two intervals are apart, 0 or less where they meet or one of them is unknown."""
    low, high = best["credit_low"], worst["credit_high"]
    return 0.0 if low is None or high is None else float(low - high)


def _share(row: dict[str, Any]) -> str:
    """What a persona wins, as it stands at its dot."""
    return at_dot(ends(row, "credit"), "share", is_short=True).replace("\u00a0", " ")


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
        "The anchor has no interval of its own; 400 points are ten times the odds against each other player: 400 more",
        f"win {many}. A rating is a strength in this company and under these rules.",
    )  # fmt: skip


def _credits(data: Data, order: Sequence[str]) -> go.Figure:
    frame = data["persona_win"]
    how = f"A win counts 1, a victory shared by k players 1/k. Of {len(order)} intervals {len(order) * 0.05:.1f} miss."
    if data["arm"].height == PAIR and (fig := wins(data)):
        return captioned(fig, f"{foot(fig)} {_people(order)}", counted(data, frame), method("persona_win"), how)
    below, axis = "Share of its games with its 95 % interval", "share of games"
    fig = interval_rows(_dots(data, frame, order, "credit"), "What each persona wins", below, axis, "share")
    for share in sorted(set(frame["fair_share"].round(6).to_list())):
        _name_line(fig.update_xaxes(showgrid=False), share, "a fair share")
    return captioned(fig, _people(order), counted(data, frame), method("persona_win"), how)


def _people(order: Sequence[str]) -> str:
    """What the personas that are known are, in a few words each."""
    known = {name: one.why.partition(":")[0].rstrip(".") for name, one in personas().items()}
    said = [f"{name}: {known[name][0].lower()}{known[name][1:]}" for name in order if known.get(name)]
    return f"{capital('; '.join(said))}." if said else ""


def _name_line(fig: go.Figure, at: float, name: str) -> None:
    """A line from which all marks are seen, with its name above, and over that the legend: many rows are high."""
    lines = -(-sum(len(entry.name) + 6 for entry in fig.data if entry.showlegend is None) // ENTRIES)
    fig.update_layout(
        legend={"y": 1, "yanchor": "top"}, margin={"t": ENTRY * (lines + 1), "b": 44}, height=fig.layout.height + ENTRY
    )
    fig.add_vline(
        at, line={"color": theme.SOFT, "width": 1}, layer="below", annotation_text=name,
        annotation_font={"color": theme.SOFT, "size": 12}, annotation_yshift=6,
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


def _played(data: Data, order: Sequence[str]) -> Iterator[tuple[pl.DataFrame, list[str], str]]:
    """The style of each arm at whose tables several personas sat, and who did."""
    for arm in theme.arm_names(data["arm"]):
        frame = data["style"].filter(arm=arm)
        names = [name for name in order if name in frame["agent"]]
        if len(names) > 1:
            yield frame, names, arm


def _habits(data: Data, frame: pl.DataFrame, order: Sequence[str], arm: str) -> go.Figure | None:
    """Where personas are farthest apart: each beside the mean persona, in per cent of it; none if they are nowhere."""
    known, means = known_habits(frame)
    shift, symbols = shifts(order, 0.28), theme.SYMBOLS[3:]  # the first ones are those of arms
    looks = {
        agent: {"color": (theme.GROUP_COLOURS * 2)[at], "symbol": symbols[at % len(symbols)]}
        for at, agent in enumerate(order)
    }
    marks = [
        Mark(
            name, _beside(row, means[name]), row["agent"], looks[row["agent"]],
            hover(row["agent"], f"{_label(name)}: {_number(row)}", f"mean persona: {written(means[name], _kind(row))}",
                  n=row["games"]), written(row["value"], _kind(row)) if len(order) <= TOLD else "",
            shift=shift[row["agent"]], games=row["games"],
        )
        for name in farthest(known, means) for row in sorted(known[name], key=lambda row: order.index(row["agent"]))
    ]  # fmt: skip
    if not marks:
        return None
    below = "The habits in which they differ most, beside the mean persona, whose number each row has; 95 % intervals"
    fig = interval_rows(
        marks, f"Style of each persona: {arm}", below, "% more or less than the mean persona", "change",
        lambda name: theme.wrapped(mean_label(name, means[name]), LETTERS),
    )  # fmt: skip
    _name_line(fig.update_traces(marker_size=8), 0, "mean persona")
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
        far = distances(line)
        arrows = ["\u25b2 " if z and z > 0 else "\u25bc " if z else "" for z in far]
        words = {agent: f"{to}{_number(cell)}" for agent, cell, to in zip(order, line, arrows, strict=True) if cell}
        shades = {f"{agent} shade": z and abs(z) for agent, z in zip(order, far, strict=True)}
        rows.append({"measure": _label(name), **words, **shades})
    columns = {"measure": Column("what they do")}
    columns |= {agent: Column(agent, "figures", shade=f"{agent} shade") for agent in order}
    caption = "\u25b2 surely more than the mean persona, \u25bc surely less; the darker, the farther from it."
    how = f"{counted(data, frame)} {method('style')} Shade: how far from the mean persona, where the interval leaves "
    how += f"that out; full at {FAR:.0f} standard deviations."
    told = pl.DataFrame(rows, infer_schema_length=None)
    return Table(told, caption, columns, f"Style in numbers: {arm}", counted=how)


def _label(name: str) -> str:
    """A measure and of what it is counted."""
    return f"{MEASURES[name].words}, {MEASURES[name].unit}"


def _number(cell: dict[str, Any]) -> str:
    return written(cell["value"], _kind(cell), cell["value_low"], cell["value_high"])


def _kind(cell: dict[str, Any]) -> str:
    return "share" if str(cell["per"]).startswith("share") else "number"


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
