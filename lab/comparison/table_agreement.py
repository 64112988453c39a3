"""The same question at several tables of players: does what moved move the same way at all of them?

What differs only at some tables is their players' doing as much as the rules'.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, interval, is_share, named_first, percent
from lab.comparison.measure_names import name_of
from lab.stats.intervals import z_quantile

if TYPE_CHECKING:
    from lab.store.store_folder import Store


class Agreement(NamedTuple):
    """One measure of one question: its differences table by table, in the order of `tables`."""

    question: str
    metric: str
    tables: tuple[str, ...]
    rows: tuple[Difference, ...]

    @property
    def found(self) -> tuple[Difference, ...]:
        """Where a difference was found."""
        return tuple(row for row in self.rows if row.found)

    @property
    def agrees(self) -> bool:
        """Whether all differences that were found have the same sign; nothing found is no disagreement."""
        return len({row.difference > 0 for row in self.found}) < 2


def agreements(
    store: Store, run: str, rows: Sequence[Difference], called: Callable[[tuple[str, ...]], str]
) -> list[Agreement]:
    """Every measure of every question that was asked at two or more tables, primary measures first.

    `called`: what a table of agents is called.
    """
    arms = {arm["arm"]: arm for arm in store.arms(run).to_dicts()}
    asked: dict[tuple[str, ...], dict[str, list[tuple[str, Difference]]]] = {}
    for row in rows:
        a, b = arms[row.a], arms[row.b]
        if list(a["agents"]) == list(b["agents"]):
            by_metric = asked.setdefault((setting(a), setting(b)), {})
            by_metric.setdefault(row.metric, []).append((called(tuple(a["agents"])), row))
    found = []
    for question, by_metric in asked.items():
        for metric, told in by_metric.items():
            tables = tuple(table for table, _ in told)
            if len(set(tables)) > 1:
                found.append(Agreement(_asks(*question), metric, tables, tuple(row for _, row in told)))
    return sorted(found, key=lambda one: one.rows[0].role != "primary")


def setting(arm: Mapping[str, Any]) -> str:
    """An arm without its players."""
    parts = [arm["variant"], "+".join(arm["decks"]), *(arm["changes"] or ()), f"{arm['seats']} players"]
    return ", ".join(map(str, parts))


def _asks(before: str, after: str) -> str:
    """What the later arm has that the earlier one has not."""
    there = before.split(", ")
    return ", ".join(part for part in after.split(", ") if part not in there) or after


def shared_sign(rows: Sequence[Agreement]) -> tuple[int, int]:
    """Of the measures found at two or more tables: how many have one sign at all of those, and how many there are."""
    several = [one for one in rows if len(one.found) > 1]
    return sum(one.agrees for one in several), len(several)


def sentence(rows: Sequence[Agreement]) -> str:
    """How many of the measures agree, and which ones do not."""
    one_sign, several = shared_sign(rows)
    if not several:
        return "No measure was found to move at more than one table of players: whether they agree is open."
    moved = f"Of {several} measures found to move at two or more tables of players"
    if one_sign == several:
        return f"{moved} all move the same way there."
    turned = "; ".join(f"{one.question}: {_turned(one)}" for one in rows if not one.agrees)
    return f"{moved} {one_sign} move the same way there. What turns with the players is not the rule's alone: {turned}."


def _turned(one: Agreement) -> str:
    there = zip(one.tables, one.rows, strict=True)
    told = ", ".join(f"{amount(row, row.difference, True)} at {table}" for table, row in there if row.found)
    return f"{name_of(one.metric)} {told}"


def effect(row: Difference) -> tuple[float, float]:
    """How much a measure moved, and the half-width of its interval: shares as they are, else parts of the first arm.

    Tables of players play games of different lengths: `turns -5 %` can be laid beside `turns -5 %`, turns cannot.
    """
    whole = 1.0 if is_share(row) else row.value_a or math.nan
    return row.difference / whole, (row.high - row.low) / (2 * whole)


def differ(here: Difference, there: Difference, looked_at: int = 1) -> bool:
    """Whether two tables differ in how much a measure moved, of so many that are looked at (Bonferroni)."""
    (one, half), (other, other_half) = effect(here), effect(there)
    return abs(one - other) > math.hypot(half, other_half) * z_quantile(looked_at) / z_quantile()


AGREES, NEITHER, FEW, APART = (
    "agrees",
    "finds no difference either",
    "is too small to tell whether it agrees",
    "differs",
)
"""How a second, small table of other players stands to the first one."""


class Standing(NamedTuple):
    """How a second table stands, and of which measures: here and there."""

    kind: str
    told: list[tuple[Difference, Difference]]


def standing(here: Sequence[Difference], there: Sequence[Difference]) -> Standing | None:
    """Whether a second table agrees with one pair of arms, in what its sentences name first; None if nobody knows."""
    elsewhere = {(row.a, row.b, row.metric): row for row in there}
    both = [(row, elsewhere[key]) for row in named_first(here) if (key := (row.a, row.b, row.metric)) in elsewhere]
    if not both or any(math.isnan(value) for row in both[0] for value in effect(row)):
        return None
    if apart := [pair for pair in both if differ(*pair, len(both))]:
        return Standing(APART, apart)
    value, half = effect(both[0][1])
    is_found, was_found = abs(value) > half, both[0][0].found
    if is_found != was_found:
        return Standing(FEW, both[:1])
    return Standing(AGREES if was_found else NEITHER, both[:1])  # what is apart has been told: both have the same sign


def beside(here: Sequence[Difference], players: str, there: Sequence[Difference]) -> str:
    """The same in a sentence, with the numbers of both tables."""
    found = standing(here, there)
    if found is None:
        return ""
    told = "; ".join(_at_both(*pair) for pair in found.told)
    table = f"second table ({players}, {found.told[0][1].n} games of each arm)"
    if found.kind == APART:
        return f"How much hangs on who plays: a {table} differs. {told[0].upper()}{told[1:]}. See --three-tables."
    return f"A {table} {found.kind}: {told}."


def _at_both(here: Difference, there: Difference) -> str:
    """One measure at both tables: `turns −12 % [−15, −9] there, −3.2 % [−4.0, −2.4] here`."""
    return f"{name_of(here.metric)} {_size(there)} there, {_size(here)} here"


def _size(row: Difference) -> str:
    if is_share(row):
        return f"{amount(row, row.difference, True)} points {interval(row)}"
    value, half = effect(row)
    whole, low, high = (percent(part).removesuffix(" %") for part in (value, value - half, value + half))
    return f"{whole} % [{low}, {high}]".replace("[+", "[").replace(", +", ", ")
