"""What `lab balance` says: whether a wish is met, by which changes, and what each of them buys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import polars as pl

from engine.inputs.quote import joined
from lab.commands._output import print_frame, say
from lab.comparison.balance_search import Seen, changed, distance, price
from lab.comparison.fewest_changes import Move, Want, Wish
from lab.comparison.game_numbers import GAP
from lab.comparison.measure_names import POINTS, interval_told, name_of, unit_of, value_told
from lab.stats.intervals import Interval
from lab.tables.column import KEY, MAIN, Column

INFINITE = float("inf")
MISSED, PERHAPS = "×", "?"
"""What stands before a measure outside of its bounds, and before one whose interval reaches outside."""
MOST_NAMED = 3
"""Cards outside their bounds that a sentence names."""

Line = list[tuple[Want, Interval]]
"""What a line of a wish bounds: a measure, or several."""


def sentences(wish: Wish, after: Seen, alone: Sequence[bool] = (), before: Seen | None = None) -> list[str]:
    """Whether the wish is met, by which changes, and what it misses, on games that the search never saw.

    `alone`: of each bound whether it could be met if the others were not there; empty where the search met them all.
    `before`: the game as it is, of which it may be that what was right is given up.
    """
    made = changed(wish.moves, after.point)
    missed = [line for line in _lines(wish, after) if _outside(line)]
    if not made and not missed:
        return ["The wish is met as it is: nothing has to be changed."]
    told = ", ".join(change_told(move, to) for move, to in made)
    number = f"{len(made)} change{'s' * (len(made) > 1)}"
    if price(wish.moves, after.point) != len(made):
        number += f" at a price of {price(wish.moves, after.point):g}"
    ends = [move.key for move, to in made if move.axis != "rules" and to in (move.low, move.high)]
    ends = [f"{joined(ends)} went as far as allowed."] if ends else []
    if not missed:
        return [f"The wish is met with {number}: {told}.", *ends]
    lacking = "; ".join(f"{_named(line)}, wanted {_bounds(line[0][0])}" for line in missed)
    if made and not alone:
        return [f"The wish is nearly met with {number}: {told}. In games of the search it was; on others it misses: "
                f"{lacking}. More --games would tell.", *ends]  # fmt: skip
    why = _why(wish, missed, alone, _lines(wish, before or after))
    if not made:
        return [f"The wish is not met by anything that may be changed: {lacking}.", *why]
    return [
        f"No way was found to meet the whole wish. Nearest, with {number}: {told}. Missed: {lacking}.",
        *why,
        *ends,
    ]


def change_told(move: Move, to: int) -> str:
    """A change, and what it was before."""
    return move.said(to) if move.axis == "rules" else f"{move.said(to)} (now {move.value(move.now)})"


def _why(wish: Wish, missed: Sequence[Line], alone: Sequence[bool], before: Sequence[Line]) -> list[str]:
    """Which bounds nothing was found for, which can be met only at the cost of others, and which are that cost."""
    reach = dict(zip((want.measure for want in wish.wants), alone or [True] * len(wish.wants), strict=True))
    near, far, lost = list[str](), list[str](), list[str]()
    right = {_name(line) for line in before if not _outside(line)}
    for line in missed:
        can_be = all(reach[want.measure] for want, _ in _outside(line))
        (lost if _name(line) in right else near if can_be else far).append(_name(line))
    said = [f"Nothing was found that brings into its bounds, whatever else is wanted: {joined(far)}."] if far else []
    if near and len(wish.wants) > 1:
        said.append(f"Can be brought into bounds, but only by missing others: {joined(near)}.")
    return said + ([f"As wanted before, and now missed: {joined(lost)}."] if lost else [])


def _name(line: Line) -> str:
    return line[0][0].group or name_of(line[0][0].measure)


def _lines(wish: Wish, seen: Seen) -> list[Line]:
    """The measures of a point by the lines of the wish."""
    lines: dict[str, Line] = {}
    for want, one in zip(wish.wants, seen.measures, strict=True):
        lines.setdefault(want.group or want.measure, []).append((want, one))
    return list(lines.values())


def _outside(line: Line) -> Line:
    """What lies outside of its bounds, the farthest first."""
    out = [(want, one) for want, one in line if want.missed(one.value)]
    return sorted(out, key=lambda pair: -pair[0].missed(pair[1].value))


def _named(line: Line) -> str:
    """What a line misses; of several cards those that are farthest outside."""
    out = _outside(line)
    told = [f"{name} {value_told(one.value, unit_of(want.measure))}" for want, one in out[:MOST_NAMED]
            for name, one in [_turned(want, one)]]  # fmt: skip
    more = [f"{len(out) - MOST_NAMED} more"] * (len(out) > MOST_NAMED)
    group = line[0][0].group
    return f"{group}: {len(out)} of {len(line)} outside, {', '.join(told + more)}" if group else told[0]


def _turned(want: Want, one: Interval) -> tuple[str, Interval]:
    """What a measure is called, and what it is; of two Classes the one that wins more stands first."""
    if want.measure.startswith(GAP) and one.value < 0:
        first, second = want.measure.removeprefix(GAP).split(":")
        return name_of(f"{GAP}{second}:{first}"), Interval(-one.value, -one.high, -one.low, one.n)
    return name_of(want.measure), one


def _bounds(want: Want) -> str:
    unit = unit_of(want.measure)
    low, high = (value_told(bound, unit).removesuffix(f" {unit}") for bound in (want.low, want.high))
    unit = f" {unit}" * bool(unit)
    if want.low == -want.high and unit_of(want.measure) == POINTS:
        return f"within {high}{unit}"
    if want.low == -INFINITE:
        return f"at most {high}{unit}"
    return f"at least {low}{unit}" if want.high == INFINITE else f"{low} to {high}{unit}"


def _cell(line: Line) -> str:
    """A line of the wish at a point; of several measures the one that is farthest from the middle of its bounds."""
    known = [(want, one) for want, one in line if one.value == one.value]
    if not known:
        return "unknown"
    want, one = max(known, key=lambda pair: _far(*pair))
    name, one = _turned(want, one)
    told = interval_told(one, unit_of(want.measure))
    out = f"; {len(_outside(line))} outside" if len(_outside(line)) > 1 else ""
    return f"{name} {told}{out}" if want.group else told


def _judged(line: Line) -> str:
    """The same, with a mark where it is outside of its bounds, or perhaps."""
    near = any(one.low < want.low or one.high > want.high for want, one in line)
    return f"{MISSED} {_cell(line)}" if _outside(line) else f"{PERHAPS} {_cell(line)}" if near else _cell(line)


def _far(want: Want, one: Interval) -> float:
    """How far beyond the nearer of its bounds a measure is; inside it is less than nothing."""
    return max(want.low - one.value, one.value - want.high)


def print_tables(wish: Wish, said: Sequence[str], seen: Sequence[Seen], best: Seen) -> None:
    """The sentences, the measures before and after, and what each further change buys; the first point is as it is."""
    for sentence in said:
        say(sentence)
    click.echo()
    lines = {seen_at.point: _lines(wish, seen_at) for seen_at in (*seen, best)}
    names = list(map(_name, lines[best.point]))
    rows = {
        "measure": names,
        "wanted": [_bounds(line[0][0]) for line in lines[best.point]],
        "before": [_cell(line) for line in lines[seen[0].point]],
        "after": [_cell(line) for line in lines[best.point]],
        "met": [
            f"no{'' if _outside(before) else ', but before'}"
            if _outside(after)
            else "yes"
            if _outside(before)
            else "yes, and before"
            for before, after in zip(lines[seen[0].point], lines[best.point], strict=True)
        ],
    }
    columns = {name: Column(name, "text", KEY if name == "measure" else MAIN) for name in rows}
    games = max(one.n for one in best.measures)
    print_frame(f"On {games:,} fresh games each, none of them of the search", pl.DataFrame(rows), columns=columns)
    if len(seen) > 2:
        _print_frontier(wish, seen, names)


def _print_frontier(wish: Wish, seen: Sequence[Seen], names: Sequence[str]) -> None:
    """What each further change buys, and how near it comes to the wish."""
    lines = [_lines(wish, one) for one in seen]
    least = "price" if any(move.price != 1 for move in wish.moves) else "changes"
    steps = {
        least: [f"{price(wish.moves, one.point):g}" for one in seen],
        "what is changed": [
            ", ".join(change_told(m, to) for m, to in changed(wish.moves, one.point)) or "nothing" for one in seen
        ],
        "how far off": [f"{distance(wish, one, ruler=seen[0]):.2f}" for one in seen],
    } | {name: [_judged(line[at]) for line in lines] for at, name in enumerate(names)}
    columns = {name: Column(name, "text", KEY if name == least else MAIN) for name in steps}
    print_frame(f"The nearest for each {least.removesuffix('s')}", pl.DataFrame(steps), columns=columns)
    idle = [m.key for at, m in enumerate(wish.moves) if all(one.point[at] == m.now for one in seen)]
    say(
        f"{MISSED} = outside the wish, {PERHAPS} = perhaps (its interval reaches outside). How far off: what lies "
        "outside, in standard deviations of a game as it is, added up. Each row is the nearest for so much, not the "
        "row above and more; "
        f"for other prices nothing nearer was found.{f' In no row: {joined(idle)}.' if idle else ''}"
    )


def as_data(wish: Wish, seen: Seen) -> dict[str, Any]:
    """A point as data."""
    measures = [
        {
            "measure": want.measure, "value": one.value, "low": one.low, "high": one.high,
            "met": not want.missed(one.value),
        }
        for want, one in zip(wish.wants, seen.measures, strict=True)
    ]  # fmt: skip
    return {"changes": [move.said(to) for move, to in changed(wish.moves, seen.point)],
            "price": price(wish.moves, seen.point), "measures": measures}  # fmt: skip
