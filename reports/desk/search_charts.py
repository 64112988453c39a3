"""The charts of searches: changes by what they do, variants by an aim, and a wish before and after the changes."""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go
import polars as pl

from lab.commands._tune_report import Asked
from lab.comparison.balance_search import Seen, changed
from lab.comparison.best_arm import Aim, Rival
from lab.comparison.comparison_words import amount, interval
from lab.comparison.factor_effects import Effects
from lab.comparison.fewest_changes import Want, Wish
from lab.comparison.game_numbers import is_share
from lab.comparison.largest_arm import by_size
from lab.comparison.measure_names import name_of
from lab.stats.intervals import Interval
from lab.tables.column import written
from reports import theme
from reports.chart_marks import Mark, hover, interval_rows
from reports.display_names import short_labels
from reports.elements import Column, Element, Row, Table, captioned

LOOK = {"color": theme.ARM_COLOURS[0], "symbol": "circle"}
LABEL = 22
"""Letters of a label on one line."""
EXAMPLES: dict[str, tuple[str, float | None, dict[str, tuple[float, float, float]]]] = {
    "matter": ("turns more or fewer", None, {
        "6 Treasures at the start, not 4": (-6.7, -7.7, -5.8), "You win at Level 8, not 10": (-4.6, -5.3, -3.9),
        "Up to 3 helpers, not 1": (-2.2, -2.8, -1.7), "At most 3 cards in hand, not 5": (1.3, 0.5, 2.0),
        "A Level costs 800 Gold Pieces, not 1,000": (-1.1, -1.7, -0.5),
        "Running away succeeds on a 4, not a 5": (-0.8, -1.3, -0.4),
    }),
    "best": ("turns (dotted: the aim)", 38, {
        "6 Treasures": (37.2, 36.7, 37.8), "5": (40.2, 39.6, 40.8), "4": (45.4, 43.8, 47.0), "3": (51.0, 49.1, 53.0),
        "2": (58.8, 56.5, 61.1),
    }),
    "value": ("estimated minutes (dotted: the target)", 50, {
        "Level 6": (46.2, 45.2, 47.1), "Level 7": (49.5, 48.7, 50.4), "Level 8": (53.3, 52.4, 54.2),
        "Level 10": (60.3, 58.5, 62.1), "Level 12": (66.2, 64.5, 67.9),
    }),
    "wish": ("turns (dotted: at most so many)", 36, {
        "As it is": (45.1, 44.5, 45.8), "6 Treasures at the start": (38.1, 37.5, 38.6),
        "6 Treasures and Level 9 wins": (35.6, 35.1, 36.1),
    }),
}  # fmt: skip
"""What was found when the examples of page Balance were played on `base`: axis, aim, values with intervals."""
TIMES = {0: "as it is", 1: "1 change"}


def of_example(question: str, title: str) -> tuple[Element, ...]:
    """A small picture of what an example found, as that of one's own question will look."""
    axis, aim, found = EXAMPLES[question]
    first, known = (max if aim is None else min)(found.items(), key=lambda pair: abs(pair[1][0] - (aim or 0)))
    nearest, value = abs(known[0] - (aim or 0)), f"{known[0]:.1f} [{known[1]:.1f}, {known[2]:.1f}]"
    base, unit = EXAMPLES["wish"][2]["As it is"][0], axis.split(" (")[0].removesuffix(" more or fewer")
    below = f"{first}, does most: {value} of {base:g} {unit}" if aim is None else f"Nearest: {first}, {value} {unit}"
    marks = [
        Mark(
            name, known, "example", LOOK, f"<b>{name}</b><br>{known[0]:g} [{known[1]:g}, {known[2]:g}]",
            f"{known[0]:+.1f}".replace("-", "\u2212") if aim is None else f"{known[0]:.1f}",
            known[1] * known[2] > 0 if aim is None else abs(known[0] - aim) == nearest,
        )
        for name, known in found.items()
    ]  # fmt: skip
    fig = interval_rows(marks, title, below.replace("-", "\u2212"), axis, "change" if aim is None else "number", _label)
    if aim is None:
        fig.update_xaxes(nticks=9)
    else:
        fig.add_vline(x=aim, line={"color": theme.SOFT, "width": 1, "dash": "dot"})
    said = "Played on base by the usual four players. 95 % intervals."
    return (captioned(fig.update_layout(showlegend=False), said + " Filled: the answer." * (aim is not None)),)


def of_effects(effects: Effects, primary: str, is_growing: bool) -> tuple[Element, ...]:
    """What each change does to a measure, the largest on top; hollow where nothing was found."""
    rows = sorted((rows[0] for rows in effects.main.values()), key=by_size, reverse=True)
    unit = " points" if is_share(primary) else ""
    marks = [
        Mark(
            row.b, _known(Interval(row.difference, row.low, row.high, row.n)), "effect", LOOK,
            hover(row.b, f"{name_of(primary)}: {amount(row, row.difference, True)}{unit} {interval(row)}", n=row.n),
            amount(row, row.difference, True), row.found, games=theme.FEW,
        )
        for row in rows
    ]  # fmt: skip
    kind, axis = ("points", "points") if is_share(primary) else ("change", name_of(primary))
    title = f"What each change does to {name_of(primary)}"
    fig = interval_rows(marks, title, "", f"{axis} more or fewer", kind, _label)
    held = "95 % intervals" + (" that hold whenever one looks" if is_growing else "")
    said = f"{held}. The mean over games with and without the other changes. Hollow: no change found."
    return (captioned(fig, said),)


def of_rivals(rivals: Sequence[Rival], aim: Aim) -> tuple[Element, ...]:
    """The measure of each variant, the best on top; pale if it is ruled out."""
    arms = [one.arm for one in rivals]
    measure, kind = name_of(aim.measure), "share" if is_share(aim.measure) else "number"
    called = {arm: name.removeprefix(f"{arm.split(',')[0]}, ") for arm, name in short_labels(arms).items()}
    first = rivals[0].arm
    marks = []
    for one in rivals:
        verdict = "the best" if one.arm == first else "ruled out" if one.is_out else "could be the best"
        told = written(one.measure.value, kind, one.measure.low, one.measure.high)
        marks.append(Mark(
            one.arm, _known(one.measure), "ruled out" if one.is_out else "could be the best", LOOK,
            hover(one.arm, f"{measure}: {told}", verdict, n=one.games), told.split(" [")[0], one.arm == first,
            games=0 if one.is_out else theme.FEW,
        ))  # fmt: skip
    title = f"{measure[:1].upper()}{measure[1:]}, the best on top"
    fig = interval_rows(marks, title, "", measure, kind, lambda arm: _label(called[arm])).update_layout(
        showlegend=False
    )
    if not aim.side:
        fig.add_vline(x=aim.value, line={"color": theme.SOFT, "width": 1, "dash": "dot"})
    said = "95 % intervals of each alone. Filled: the best. Pale: ruled out, with all rounds allowed for."
    return (captioned(fig, said),)


def of_values(asked: Asked, possible: Sequence[int]) -> tuple[Element, ...]:
    """The measure at each value that was looked at, against the target; filled where the value is not ruled out."""
    target, key = asked.target, asked.knob.key
    name, kind = name_of(target.measure), "share" if is_share(target.measure) else "number"
    marks = []
    for value, one in sorted(asked.known.items()):
        told = written(one.value, kind, one.low, one.high)
        head = hover(f"{key} = {value}", f"{name}: {told}", n=one.n)
        marks.append(Mark(str(value), _known(one), "value", LOOK, head, told.split(" [")[0], value in possible))
    fig = interval_rows(
        marks, f"{name[:1].upper()}{name[1:]}, value by value", "", f"{name} (dotted: the target)", kind
    )
    fig.update_layout(showlegend=False)
    fig.add_vline(x=target.value, line={"color": theme.SOFT, "width": 1, "dash": "dot"})
    said = f"Rows: values of {key}. 95 % intervals of each alone. Filled: not ruled out by a curve through all of them."
    return (captioned(fig, said),)


def of_points(wish: Wish, seen: Sequence[Seen], best: Seen) -> tuple[Element, ...]:
    """Each wish against its bounds: as it is, and with one change, two, and so on; then which these are."""
    made = {one.point: changed(wish.moves, one.point) for one in seen}
    names: dict[tuple[int, ...], str] = {}
    for one in seen:
        number = len(made[one.point])
        name = TIMES.get(number, f"{number} changes")
        names[one.point] = name if name not in names.values() else f"{name} ({len(names)})"
    panels = [_bounded(want, {names[one.point]: one.measures[j] for one in seen}) for j, want in enumerate(wish.wants)]
    said = f"Shaded: what is wished. 95 % intervals of {best.measures[0].n:,} games each."
    charts = captioned(Row("Before and after, against the wish", panels, "", "", min(3, len(panels))), said)
    if len(seen) < 3:  # the answer says it
        return (charts,)
    rows = {
        "changes": [names[one.point] for one in seen],
        "which": [", ".join(m.said(to) for m, to in made[one.point]) or "none" for one in seen],
    }
    columns = {"changes": Column("changes"), "which": Column("which")}
    return charts, Table(
        pl.DataFrame(rows), "Each is nearer to the wish than what costs less.", columns, "The nearest for each price"
    )


def _bounded(want: Want, points: dict[str, Interval]) -> go.Figure:
    """One measure of some points, with its bounds."""
    kind = "share" if is_share(want.measure) else "number"
    marks = []
    for name, one in points.items():
        told, met = written(one.value, kind, one.low, one.high), not want.missed(one.value)
        head = hover(name, f"{name_of(want.measure)}: {told}", "met" if met else "missed", n=one.n)
        marks.append(Mark(name, _known(one), "point", LOOK, head, told.split(" [")[0], met))
    fig = interval_rows(marks, name_of(want.measure), "", f"{name_of(want.measure)} (filled: met)", kind)
    low, high = (float(x) for x in fig.layout.xaxis.range)
    ends = [x for x in (want.low, want.high) if math.isfinite(x)]
    low, high = min(low, *ends) if ends else low, max(high, *ends) if ends else high
    room = 0.08 * (high - low)
    low, high = low - room * (want.low <= low or low in ends), high + room * (high in ends)
    fig.add_vrect(x0=max(low, want.low), x1=min(high, want.high), fillcolor=LOOK["color"], opacity=0.12, line_width=0)
    return fig.update_xaxes(range=[low, high])


def _known(one: Interval) -> tuple[float | None, float | None, float | None]:
    value, low, high = (float(x) if math.isfinite(x) else None for x in one[:3])
    return value, low, high


def _label(name: str) -> str:
    return theme.wrapped(name, LABEL)
