"""The same question at several tables of players: does what moved move the same way at all of them?

What differs only at some tables is their players' doing as much as the rules'.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import amount, name_of

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
            by_metric = asked.setdefault((_setting(a), _setting(b)), {})
            by_metric.setdefault(row.metric, []).append((called(tuple(a["agents"])), row))
    found = []
    for question, by_metric in asked.items():
        for metric, told in by_metric.items():
            tables = tuple(table for table, _ in told)
            if len(set(tables)) > 1:
                found.append(Agreement(_asks(*question), metric, tables, tuple(row for _, row in told)))
    return sorted(found, key=lambda one: one.rows[0].role != "primary")


def _setting(arm: Mapping[str, Any]) -> str:
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
