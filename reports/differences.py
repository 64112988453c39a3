"""Differences of arms as charts: a row for each measure, a colour for each arm, an interval at each mark."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import plotly.graph_objects as go
import polars as pl

from engine.inputs.quote import joined
from lab.comparison.arm_comparison import Difference, from_frame
from lab.comparison.comparison_words import (
    TURNS,
    amount,
    interval,
    is_share,
    percent,
    relative,
    written_difference,
)
from lab.comparison.difference_order import PERSONAS, against, in_order, topic_of
from lab.comparison.game_numbers import ENDING, MEDIAN
from lab.comparison.measure_names import name_of
from lab.runs.changed_players import asked_tables
from reports import theme
from reports.chart_marks import Mark, hover, interval_rows, shifts
from reports.elements import Ask, Data, Element, Note, Row, captioned

MOST_MEASURES = 12
"""Measures that a chart shows; tables have them all."""
LEAST = 1.0
"""A count of less than one a game is no measure to take per cents of: small steps would dwarf all else."""
FAR = 8
"""How many times as much as any other a share moves that has an axis of its own."""
TOLD_TOPICS = ("length", PERSONAS)
"""What is told above a small chart of other measures."""
TOLD = "said"
"""Rows of what is known whoever plays that hold a sentence; others hold the command that asks."""
OTHERS = ("more count{} that changed: difference in % of {}", "more share{} that changed: difference in points")
MANY = ("One", "Two", "Three")
"""What stands above such a chart, of counts and of shares, and how many they are."""
ABOVE = 26
"""Pixels of the numbers of an axis above its rows."""
LABEL, MARK = 14, 6
"""Letters of a measure's name on one line, and pixels of a mark: it covers no whisker."""


def references(data: Data) -> dict[str, str]:
    """What each arm is compared with unless the reader says otherwise: its reference, or the first arm of its run.

    Arms that are compared with nothing are not among them.
    """
    shown, out = theme.arm_names(data["arm"]), {}
    for (_,), arms in data["arm"].group_by("run_id", maintain_order=True):
        names = [str(name) for name in arms["arm"]]
        planned = dict(zip(names, arms["reference"] if "reference" in arms.columns else []))
        for name in names:
            known = planned.get(name)
            out[name] = str(known) if known in shown else names[0]
    return {arm: reference for arm, reference in out.items() if arm != reference}


def differences_of(data: Data) -> list[Difference]:
    """What every arm differs in from its reference."""
    rows = from_frame(data["comparison"])
    return [row for arm, one in references(data).items() for row in against(rows, one) if row.b == arm]


def difference_row(data: Data, rows: Sequence[Difference], title: str) -> Row | None:
    """Counts in per cent of what they are compared with, and shares in points; what moved most on top."""
    drawn, references_ = _drawn_of(rows), {row.a for row in rows}
    counts, shares = ([row for row in drawn if is_share(row) is is_one] for is_one in (False, True))
    base = min(references_) if len(references_) == 1 else "each reference"
    far = _far(shares)
    parts = (
        (counts, f"Counts: difference in % of {base}"),
        ([row for row in shares if row.metric == far], "The share that moved most: difference in points"),
        (
            [row for row in shares if row.metric != far],
            "Shares: difference in points" if not far else "Other shares: difference in points",
        ),
    )
    panels = [_intervals(data, some, title) for some, title in parts if some]
    if not panels:
        return None
    lacking = list(dict.fromkeys(name_of(row.metric) for row in rows if row not in drawn))
    left = f" In the numbers only, as rare or told by another measure: {joined(lacking)}." if lacking else ""
    family = f"luck among {len({row.metric for row in rows})} measures allowed for"
    return captioned(
        Row(title, panels, "Sure ones first, largest on top", columns=2),
        f"Whiskers: 95 % sure. Filled: it differs, {family}; hollow: it may be chance.{left}",
        _sample(rows), _methods(drawn),
    )  # fmt: skip


def _far(shares: Sequence[Difference]) -> str:
    """The share that moved so much more than all others that these could not be told apart beside it."""
    sizes: dict[str, float] = {}
    for row in shares:
        sizes[row.metric] = max(sizes.get(row.metric, 0.0), abs(_drawn(row, row.difference) or 0.0))
    first, second, *_ = (*sorted(sizes.items(), key=lambda one: -one[1]), ("", 0.0), ("", 0.0))
    return first[0] if second[1] and first[1] > FAR * second[1] else ""


def _drawn_of(rows: Sequence[Difference]) -> list[Difference]:
    """The rows that are drawn, in their order: first counts, then shares."""
    once = charted(rows)
    return [row for is_one in (False, True) for row in _most([one for one in once if is_share(one) is is_one])]


def others_moved(data: Data, most: int, of_shares: bool = False) -> go.Figure | None:
    """What else one rule surely moved than is told above: counts in per cent or shares in points, largest first."""
    rows = [row for row in charted(differences_of(data)) if row.found and is_share(row) is of_shares]
    rows = [row for row in rows if topic_of(row.metric) not in TOLD_TOPICS]
    rows.sort(key=lambda row: -abs(_drawn(row, row.difference) or 0))
    if not rows or len({row.b for row in rows}) > 1:
        return None
    told = rows[: min(most, len(MANY))]
    title = OTHERS[of_shares].format("s" * (len(told) > 1), rows[0].a)
    return _intervals(data, told, f"{MANY[len(told) - 1]} {title}")


def charted(rows: Sequence[Difference]) -> list[Difference]:
    """Without rare counts and what says another measure's number again: rounds, say, or the second of two endings."""
    metrics = {row.metric for row in rows}
    again = {"rounds", MEDIAN} if TURNS in metrics else set()
    endings = sorted((m for m in metrics if m.startswith(ENDING)), key=lambda m: m != f"{ENDING}kill")
    again |= set(endings[1:]) if len(endings) == 2 else set()
    once = (row for row in rows if row.role == "primary" or row.metric not in again)
    return [row for row in once if is_share(row) or row.value_a >= LEAST]


def _sample(rows: Sequence[Difference]) -> str:
    numbers = sorted({row.n for row in rows})
    games = f"n = {numbers[0]:,}" if len(numbers) == 1 else f"n = {numbers[0]:,} to {numbers[-1]:,}"
    paired = {row.paired for row in rows}
    how = (
        "laid beside each other in pairs with the same randomness" if paired == {True} else "independent of each other"
    )
    return f"{games} games of each" + (f", {how}." if len(paired) == 1 else ", some of them in pairs.")


def _methods(rows: Sequence[Difference]) -> str:
    told = dict.fromkeys(row.method.split("; ")[0] for row in rows)
    return f"95 % intervals: {', '.join(told)}."


def _most(rows: Sequence[Difference]) -> list[Difference]:
    """The rows of the measures that moved surest in any arm: what was found first, and then by size."""
    surest = list(dict.fromkeys(row.metric for row in in_order(rows)))[:MOST_MEASURES]
    sizes = {metric: (False, 0.0) for metric in surest}
    for row in rows:
        if row.metric in sizes and (size := _drawn(row, row.difference)) is not None:
            sizes[row.metric] = max(sizes[row.metric], (row.found, abs(size)))
    order = sorted(surest, key=lambda metric: sizes[metric], reverse=True)
    return sorted((row for row in rows if row.metric in order), key=lambda row: order.index(row.metric))


def _intervals(data: Data, rows: Sequence[Difference], title: str) -> go.Figure:
    """Measures in the order of the rows, in each a mark for each arm; hollow: it may be chance."""
    styles = theme.arm_styles(data["arm"])
    arms = [arm for arm in styles if any(row.b == arm for row in rows)]
    shift = shifts(arms)
    marks = [
        Mark(
            row.metric, (_drawn(row, row.difference), _drawn(row, row.low), _drawn(row, row.high)), arm, styles[arm],
            _hover(row), size_of(row) if len(arms) == 1 else "", row.found, shift[arm], row.n,
        )
        for row in rows for arm in (row.b,)
    ]  # fmt: skip
    once = {row.metric: row for row in rows} if len(arms) == 1 else {}
    fig = interval_rows(
        marks, title, "", title.partition(": ")[2], label=lambda metric: _named(metric, once.get(metric))
    )
    return ticks_above(fig.update_traces(marker_size=MARK))


def _named(metric: str, row: Difference | None) -> str:
    """A measure, and below it from what one rule moves it to what."""
    to = f"<br>{amount(row, row.value_a)} \u2192 {amount(row, row.value_b)}{' %' * is_share(row)}" if row else ""
    return theme.wrapped(name_of(metric), LABEL) + to


def _drawn(row: Difference, value: float) -> float | None:
    """A share as it is, a count as a part of what it is compared with."""
    return value / (1 if is_share(row) else row.value_a) if math.isfinite(value) else None


def ticks_above(fig: go.Figure) -> go.Figure:
    """The numbers of an axis of differences above its rows too: on a phone many rows are higher than a screen."""
    at = fig.layout.xaxis
    for value, text in zip(at.tickvals, at.ticktext, strict=True):
        look = {"font": {"color": theme.SOFT}, "yanchor": "bottom", "showarrow": False}
        fig.add_annotation(x=value, y=1, yref="paper", text=text, **look)
    return fig.update_layout(margin_t=ABOVE, height=fig.layout.height + ABOVE)


def size_of(row: Difference) -> str:
    """A difference as briefly as can be: `+3.0`, of counts `\u221222 %`."""
    part = relative(row)
    return amount(row, written_difference(row), True) if part is None else percent(part)


def _hover(row: Difference) -> str:
    unit = " points" if is_share(row) else ""
    part = relative(row)
    more = "" if part is None else f", {percent(part)}"
    return hover(
        f"{row.b} against {row.a}",
        f"{name_of(row.metric)}: {amount(row, written_difference(row), True)}{unit} {interval(row)}{more}",
        f"{amount(row, row.value_a)} before, {amount(row, row.value_b)} after", n=row.n,
    )  # fmt: skip


def how_many(rows: Sequence[Difference]) -> list[str]:
    """How many of the measures that are drawn of one pair differ, and how many of the others, in a line."""
    drawn = _drawn_of(rows)
    others = [row for row in rows if row not in drawn]
    if not drawn:
        return []
    found, more = (sum(row.found for row in some) for some in (drawn, others))
    chance = f"; {len(drawn) - found} may be chance (hollow)" * (found < len(drawn))
    of = "" if more == len(others) else f" of {len(others)}"
    rest = f". {more or 'None'}{of} further measure{'s' * (len(others) > 1)} in the table differ{'s' * (more == 1)}"
    rest = f"{rest}{' too' * bool(more)}" * bool(others)
    return [f"**{found} of {len(drawn)} measures below differ{'s' * (found == 1)}** (filled){chance}{rest}."]


def whoever_told(data: Data) -> Iterator[Element]:
    """Whether the primary measure moves whoever plays, or the command that asks at many tables."""
    rows, arm = data["whoever_plays"], data["arm"]
    for text in rows.filter(pl.col("part") == TOLD)["text"]:
        yield Note(text)
    for line in rows.filter(pl.col("part") != TOLD)["text"].unique():  # said of every arm, whichever are shown
        here = max(arm["games"].to_list())
        tables, games = asked_tables(arm["agents"][0].to_list(), here)
        yield Ask(
            f"Does this hold with other players too? This plays {games:,} games of each rule set, as many as "
            f"{games / here:.3g} such runs, with {tables} other mixes of players; the answer stays with the run.",
            {"other players": line},
            "Try",
        )
