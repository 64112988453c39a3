"""What a verdict shows in figures: which measures, and its tables; its chart is `verdict_chart`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import is_share
from lab.comparison.difference_order import by_rule, in_order
from lab.comparison.game_numbers import BEHIND, CREDIT, LOST, MEDIAN, MINUTES, SEVERAL
from reports.verdict_chart import Bar
from reports.verdict_numbers import SIDES, name_of, places, printed

MOST, LEAST = 10, 5
"""Measures of the table and of the chart: so many that moved, and so many where fewer did."""
AGAIN = ("rounds", "decisions", MEDIAN, "combats", "reshuffles", "flights")
"""Measures that tell again, for other eyes, what turns, minutes and combats lost tell of a game."""
MATTERS = ("turns", MINUTES, LOST, "helps", BEHIND, "deaths", "lead_changes", CREDIT, SEVERAL)
"""What people want to know of games: where little moved, that these did not."""
INTERVAL = "95 % interval"
MOVED = "* {}: more than chance explains"


class Table(NamedTuple):
    """A table, written; where it is too wide for a page it goes without the columns `spare`, one after the other."""

    heads: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    spare: tuple[int, ...] = ()
    note: str = ""


def findings(rows: Sequence[Difference]) -> list[Difference]:
    """What moved beside the primary measure, the surest first, but what the rules say themselves."""
    own = by_rule(rows)
    return [row for row in in_order(rows[1:]) if row.found and row.metric not in own]


def shown_of(rows: Sequence[Difference], named: Sequence[Difference] = ()) -> tuple[list[Difference], int]:
    """The primary measure, what moved, some that did not where little did; and how many moved that are not shown.

    What sentences have `named` is shown first of all.
    """
    if rows[0].identical == 1:
        return [rows[0]], 0
    moved = findings(rows)
    told = [*named, *(row for row in moved if row.metric not in AGAIN and row not in named)][: MOST - 1]
    rest = (row for row in rows[1:] if not row.found and row.metric in MATTERS and row not in named)
    few = sorted(rest, key=_place)[: max(0, LEAST - 1 - len(told))]
    return [rows[0], *told, *few], sum(row not in told for row in moved)


def _place(row: Difference) -> int:
    return MATTERS.index(row.metric)


def by_kind(shown: Sequence[Difference]) -> list[Difference]:
    """Counts and shares apart, as the chart has them, first what the first one is."""
    return sorted(shown, key=lambda row: is_share(row) != is_share(shown[0]))


def measures_table(shown: Sequence[Difference], sides: Sequence[str]) -> Table:
    """Measures of one arm: before, after, and what lies between, with its interval; `sides` are its two heads."""
    told = [(measure(row), printed(row)) for row in shown]
    rows = [(name, said.before, said.after, said.difference, said.interval) for name, said in told]
    return Table(("measure", *sides, "difference", INTERVAL), rows, (2, 1))


def measure_bars(shown: Sequence[Difference]) -> tuple[Bar, ...]:
    """The lines of the chart of one arm; none where all games are the same."""
    return () if shown[0].identical == 1 else tuple((name_of(row.metric), row) for row in shown)


def all_measures_table(pairs: Sequence[Sequence[Difference]], marks: Sequence[str]) -> tuple[Table, int]:
    """What moved in any of several arms, a column each behind the first one's; and how many more measures did."""
    by_arm = [{row.metric: row for row in rows} for rows in pairs]
    own = {name for rows in pairs for name in by_rule(rows)}
    moved = in_order([row for rows in pairs for row in rows[1:] if row.found and row.metric not in own])
    names = list(dict.fromkeys(row.metric for row in moved))
    told = [name for name in names if name not in AGAIN][: MOST - 1]
    table = [_of_arms(name, by_arm) for name in (pairs[0][0].metric, *told)]
    return Table(
        ("measure", *marks), table, (), MOVED.format("moved" if marks[0] == SIDES[0] else f"differs from {marks[0]}")
    ), len(names) - len(told)


def _of_arms(name: str, by_arm: Sequence[dict[str, Difference]]) -> tuple[str, ...]:
    """One measure before and in each arm; where nobody won so there is no number."""
    rows = [one[name] for one in by_arm if name in one]
    at = places(rows)
    cells = [f"{printed(one[name], at).after}{'*' * one[name].found}" if name in one else "" for one in by_arm]
    return measure(rows[0]), printed(rows[0], at).before, *cells


def measure(row: Difference) -> str:
    """What a measure is called in a table."""
    return name_of(row.metric) + (" %" if is_share(row) else "")
