"""What a page about one question is made of: the arms that are set against each other, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from lab.comparison.arm_comparison import Difference
from lab.comparison.difference_order import PERSONAS, topic_of
from lab.comparison.game_numbers import CREDIT
from lab.comparison.largest_arm import from_largest
from lab.tables.event_frames import GOAL
from reports.verdict_question import SIDES, called, game_of, names_of, parts_of, sides
from reports.verdict_rules import Arm, Change, before, changes, in_full

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ARMS = 5
"""Arms of a run that a page tells."""
PRINTED = "printed rules"


class About(NamedTuple):
    """What a page is made of: the arm before, and of each arm after it its measures and what it changes."""

    name: str
    old: Arm
    new: list[Arm]
    pairs: list[list[Difference]]
    changes: list[list[Change]]
    parts: list[list[str]]
    names: list[str]  # of what all are set against, and of each arm
    bars: list[str]  # the same with what they do
    are_sides: bool  # of which none is a rule laid on the first
    beside: list[Difference]  # the arm that moves most minus the others
    goal: int  # the winning Level
    mixed: str = ""  # how changes were made together, where a page is about each of them and about no arm

    @property
    def firsts(self) -> list[Difference]:
        """The primary measure of each arm."""
        return [rows[0] for rows in self.pairs]

    @property
    def order(self) -> list[int]:
        """Arms as they are shown: what has several parts stands behind what has one."""
        return sorted(range(len(self.pairs)), key=lambda place: len(self.parts[place]))

    @property
    def called(self) -> list[str]:
        """What each arm after the first is called in a sentence."""
        if self.mixed:
            return self.names[1:]
        what = "rule" if all(one.is_rule for some in self.changes for one in some) else "change"
        several = [f"set of {what}s" if len(some) > 1 else what for some in self.parts]
        return called(self.names[1:], self.order, several)

    @property
    def is_same_shuffle(self) -> bool:
        """Whether all play each game of the same seed with as many players and the same cards."""
        return self.firsts[0].paired and all(
            (arm["decks"], arm["seats"]) == (self.old["decks"], self.old["seats"]) for arm in self.new
        )


class Subject(NamedTuple):
    """What a page is about, what is asked, what is said first, and what it leaves out."""

    about: About
    asked: str
    says: list[str]
    hidden: int  # arms or changes that it does not tell of
    has_more: bool  # whether the run has other pairs too


def about_run(store: Store, run: str, name: str, arms: Mapping[str, Arm], pairs: list[list[Difference]]) -> About:
    """What a page is made of, from the measures of each arm, the largest change first."""
    old = arms[pairs[0][0].a]
    shown = [_findings(rows, old, arms[rows[0].b]) for rows in pairs[:ARMS]]
    new = [arms[rows[0].b] for rows in shown]
    both = [sides(store, old, one) for one in new]
    are_sides = SIDES not in both and len({first for first, _ in both}) == 1
    if are_sides:
        in_order = sorted(range(len(new)), key=lambda place: int(new[place]["seats"]))
        shown, new, both = ([some[place] for place in in_order] for some in (shown, new, both))  # type: ignore[assignment]
    parts, told_of = parts_of(store, old, new), [changes(store, run, old, one) for one in new]
    names = [both[0][0], *(name for _, name in both)] if are_sides else _names(old, parts, told_of)
    bars = [first_bar(names[0], old), *(map(in_full, names[1:], told_of) if len(new) > 1 else names[1:])]
    beside = from_largest(store, run, shown[0][0].metric) if len(shown) > 1 and not are_sides else []
    goal = store.table("rule", run).filter(arm=old["arm"], switch=GOAL[0]).select("value").collect()["value"].to_list()
    wins = int(goal[0]) if goal else GOAL[1]
    return About(name, old, new, shown, told_of, parts, names, bars, are_sides, beside, wins)


def _names(old: Arm, parts: Sequence[Sequence[str]], told_of: Sequence[Sequence[Change]]) -> list[str]:
    """What is set against what, as it stands beside the bars."""
    first = before(old).removesuffix(".").removeprefix("the ")
    if len(parts) > 1:
        return [first, *names_of(parts)]
    return [first, f"with {'the rule' if all(one.is_rule for one in told_of[0]) else 'the change'}"]


def first_bar(name: str, old: Arm) -> str:
    """What all are set against, with the game that is played."""
    return f"{name} of {game_of([old])}" if name == PRINTED else name


def _findings(rows: list[Difference], old: Arm, new: Arm) -> list[Difference]:
    """What may be a finding: with more players each of them wins less, whatever the rules.

    A change is found if the test of many says so and its own range leaves out none: a page has one measure of sureness.
    """
    rows = [replace(row, found=row.found and not row.low <= 0 <= row.high) for row in rows]
    if old["seats"] == new["seats"]:
        return rows
    return [rows[0], *(row for row in rows[1:] if row.metric != CREDIT and topic_of(row.metric) != PERSONAS)]
