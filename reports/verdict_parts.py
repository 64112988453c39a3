"""The parts of a verdict on one arm or several: what stands in its sentences, tables and chart, and on a picture."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from engine.inputs.quote import joined
from lab.comparison.arm_comparison import Difference
from lab.comparison.difference_order import PERSONAS, topic_of
from lab.comparison.game_numbers import BEHIND, CREDIT
from lab.comparison.largest_arm import from_largest
from lab.comparison.shortest_arm import shortest
from lab.runs.second_table import SecondTable, kept_table
from lab.tables.event_frames import GOAL
from lab.tables.shelf import Shelf
from reports import verdict_sentences as say
from reports.verdict_chart import ARROWS, Bar
from reports.verdict_figures import (
    Table,
    all_measures_table,
    by_kind,
    measure,
    measure_bars,
    measures_table,
    shown_of,
)
from reports.verdict_numbers import SIDES, name_of
from reports.verdict_players import agree_said
from reports.verdict_question import SHORTEST, game_of, label, options, sides
from reports.verdict_rules import BEFORE, READ_AS, Arm, Change, before, changes, letters, readings, rule_said
from reports.verdict_words import words_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ARMS = 5
"""Arms of a run that a page tells."""
ON_POST = 4
"""Measures that the chart of a picture shows."""
LONGEST = 140
"""Letters of the longest rule that stands as the title of a picture."""
SHORT = 12
"""Letters of the longest name of an arm that stands at the head of a column."""


class Post(NamedTuple):
    """What stands on a picture for people who know the game and not the lab, above the chart and in it."""

    game: str
    title: str
    headline: str
    lines: tuple[str, ...]
    bars: tuple[Bar, ...]
    numbers: str  # heads the numbers of the chart


class About(NamedTuple):
    """What a page is made of: the run, the arm before, and of each arm after it its measures and what it changes."""

    run: str
    name: str
    old: Arm
    new: list[Arm]
    pairs: list[list[Difference]]
    changes: list[list[Change]]
    labels: list[str]
    sides: list[str]  # the game before and each game after, as they are called there; `before` of a rule laid on it
    typed: str | None  # the measure, where somebody asked another than the run was asked about
    hidden: int  # arms of the run that are told nowhere on the page
    beside: list[Difference]  # the arm that moves most minus the others
    second: SecondTable | None  # what a second table of players said
    goal: int  # the winning Level

    @property
    def firsts(self) -> list[Difference]:
        """The primary measure of each arm."""
        return [rows[0] for rows in self.pairs]

    @property
    def compare(self) -> str:
        """What is typed for all measures of the run."""
        return f"lab compare --run {shlex.quote(self.name)}{options(None, None, self.typed)}"

    @property
    def ends(self) -> list[str]:
        """What the games are called at the end of a sentence."""
        return self.sides if self.sides[0] == SIDES[0] else [f"with {name}" for name in self.sides]

    @property
    def agree(self) -> tuple[str, str] | None:
        """Whether other players agree: asked and answered."""
        return agree_said(self.pairs, self.marks, self.second)

    @property
    def marks(self) -> list[str]:
        """What each arm is called once it has been named: as it is if that is short, else by a letter."""
        are_short = max(map(len, self.labels)) <= SHORT
        return self.labels if are_short else list(ascii_uppercase[: len(self.labels)])

    def meant(self, metric: str) -> str:
        """What a measure means that nobody knows and that the page is about."""
        told = words_of([metric] if metric == BEHIND else [], self.goal, False)
        return " ".join(f"{name}: {said}." for name, said in told)

    def metrics(self, table: Table) -> list[str]:
        """The measures that a table has rows of, but the one whose meaning is said above."""
        rows = {measure(row): row.metric for rows in self.pairs for row in rows}
        return [name for row in table.rows if not ((name := rows[row[0]]) == BEHIND == self.firsts[0].metric)]


def about_run(store: Store, run: str, name: str, arms: Mapping[str, Arm], pairs: list[list[Difference]]) -> About:
    """What a page is made of, from the measures of each arm, the largest change first."""
    old = arms[pairs[0][0].a]
    shown = [_findings(rows, old, arms[rows[0].b]) for rows in pairs[:ARMS]]
    new = [arms[rows[0].b] for rows in shown]
    labels = [label(store, old, one) for one in new]
    called = [sides(store, old, one) for one in new]
    are_sides = SIDES not in called and len({first for first, _ in called}) == 1
    if are_sides:
        in_order = sorted(range(len(new)), key=lambda place: int(new[place]["seats"]))
        shown, new, called = ([some[place] for place in in_order] for some in (shown, new, called))  # type: ignore[assignment]
        labels = [name for _, name in called]
    beside = from_largest(store, run, shown[0][0].metric) if len(shown) > 1 else []
    shelf, every = Shelf(store, run), [row for rows in pairs for row in rows]
    second = kept_table(shelf, every, False) or kept_table(shelf, every, True)
    told_of = [changes(store, run, old, one) for one in new]
    goal = store.table("rule", run).filter(arm=old["arm"], switch=GOAL[0]).select("value").collect()["value"].to_list()
    return About(
        run, name, old, new, shown, told_of, labels, [called[0][0], *labels] if are_sides else list(SIDES), None,
        len(pairs) - len(shown), beside, second, int(goal[0]) if goal else GOAL[1],
    )  # fmt: skip


def _findings(rows: list[Difference], old: Arm, new: Arm) -> list[Difference]:
    """What may be a finding: with more players each of them wins less, whatever the rules."""
    if old["seats"] == new["seats"]:
        return rows
    return [rows[0], *(row for row in rows[1:] if row.metric != CREDIT and topic_of(row.metric) != PERSONAS)]


class Made(NamedTuple):
    """The parts of a page that are others for one arm than for several."""

    sentences: list[str]
    readings: tuple[str, ...]
    table: Table
    bars: tuple[Bar, ...]
    more: str
    sure: list[str]
    post: Post


def of_one(about: About, asked: str) -> Made:
    """One arm: the primary measure and what else moved, with intervals."""
    (rows,), (first,), (changed,) = about.pairs, about.firsts, about.changes
    named = say.named(rows)
    shown, more = shown_of(rows, named)
    few = by_kind([first, *named][:ON_POST] if first.identical != 1 else [first])
    is_said = rule_said(changed) and all(letters(BEFORE.sub("", one.says)) in letters(asked) for one in changed)
    rule = f"{'House rule' if all(one.is_rule for one in changed) else 'Changed'}: {rule_said(changed)}"
    is_title = is_said or (asked != about.name and asked[:4] == "What" and len(rule) <= LONGEST)
    lines = _of_one(about)
    headline, _, ends = lines[0].partition(": ")
    posted = [" ".join((say.capital(ends), *lines[1:])), *([rule] if rule_said(changed) and not is_title else [])]
    arrow = f" {ARROWS} ".join(about.sides[:2])
    return Made(
        sentences=lines, readings=_read(about, [about.sides[1]]),
        table=measures_table(by_kind(shown), about.sides), bars=measure_bars(by_kind(shown)),
        more=f"{more} more measure{'s' * (more > 1)} moved: {about.compare}" if more else "",
        sure=[say.sure([first], about.marks, about.sides[0]), say.rest_said(rows)],
        post=Post(_played(about), rule if is_title else asked, headline, tuple(posted), measure_bars(few), arrow),
    )  # fmt: skip


def _of_one(about: About) -> list[str]:
    """The sentences on one arm."""
    (rows,), (first,) = about.pairs, about.firsts
    if first.identical == 1:
        return [say.first_said(first)]
    lead = "Also" if about.sides[0] == SIDES[0] else f"From {about.sides[0]} to {about.sides[1]} also"
    other = say.also(rows, lead if first.found else "What did move") or "Nothing else is found to move."
    return [say.first_said(first, about.ends), *filter(None, (other, say.rule_itself(rows), about.meant(first.metric)))]


def of_several(about: About, asked: str) -> Made:
    """Several arms, each with a letter: which moves the primary measure most, then each of them, then all measures."""
    firsts, marks, are_sides = about.firsts, about.marks, about.sides[0] != SIDES[0]
    are_short, first = marks == about.labels, firsts[0]
    names = about.labels if are_short else [f"{m} ({t})" for m, t in zip(marks, about.labels, strict=True)]
    lettered = about.labels if are_short else [f"{m}: {t}" for m, t in zip(marks, about.labels, strict=True)]
    called = [replace(row, b=name) for rows, name in zip(about.pairs, marks, strict=True) for row in rows]
    called_so = [text if len(text) <= SHORTEST else mark for text, mark in zip(about.labels, marks, strict=True)]
    lines, brief = (say.lead(about.pairs, some, marks, about.beside) for some in (names, called_so))
    if are_sides:
        seats = [int(arm["seats"]) for arm in (about.old, *about.new)]
        lines = brief = say.side_by_side(about.pairs, about.sides, seats)
    rest = [*lines[1:], *map(say.capital, shortest(called)), about.meant(first.metric)]
    measures, more = all_measures_table(about.pairs, [about.sides[0], *marks])
    which = "differ" if are_sides else f"moved with {joined(marks, 'or')}"
    hidden = [f"{about.hidden} more arm{'s' * (about.hidden > 1)}"] * (about.hidden > 0)
    hidden += [f"{more} more measure{'s' * (more > 1)} that {which}"] * (more > 0)
    headline, _, ends = brief[0].partition(": ")
    return Made(
        sentences=[lines[0], *filter(None, rest)], readings=_read(about, marks),
        table=measures, bars=tuple(zip(lettered, firsts, strict=True)),
        more=f"{' and '.join(hidden)}: {about.compare}" if hidden else "",
        sure=[say.sure(firsts, marks, about.sides[0]), say.rest_said([row for rows in about.pairs for row in rows])],
        post=Post(_played(about), asked, headline.rstrip("."), (" ".join(filter(None, (say.capital(ends), *rest))),),
                  _post_bars(about, lettered), name_of(first.metric) if are_sides else f" {ARROWS} ".join(SIDES)),
    )  # fmt: skip


def _post_bars(about: About, names: Sequence[str]) -> tuple[Bar, ...]:
    """The chart of a picture: where no reading stands beside it, a house rule that has a name is told as it is."""
    told = []
    for mark, name, changed in zip(about.marks, names, about.changes, strict=True):
        is_named = "\u201c" not in name and changed and all(one.is_rule for one in changed)
        told.append(f"{mark}: \u201c{BEFORE.sub('', rule_said(changed)).rstrip('.')}\u201d" if is_named else name)
    return tuple(zip(told, about.firsts, strict=True))


def _read(about: About, names: Sequence[str]) -> tuple[str, ...]:
    """How all that differs was played, and first what it is set against; nothing of what is called what it is."""
    are_alone = about.sides[0] != SIDES[0] and max(map(len, about.changes)) == 1
    read = [" ".join(READ_AS.sub("", text) for text in readings(some)) for some in about.changes]
    told = [
        f"{say.capital(name)}: {text}"
        for name, text in zip(names, read, strict=True)
        if letters(text.partition(" in place of ")[0]) != letters(name) and not (are_alone and " in place of " in text)
    ]
    first = before(about.old)
    return (f"{say.capital(about.sides[0])}: {first}" if told else say.capital(first), *told)


def _played(about: About) -> str:
    """What was played, as people call it."""
    seats = sorted({int(arm["seats"]) for arm in (about.old, *about.new)})
    players = f"{joined(list(map(str, seats)), 'or')} players"
    return f"{game_of([about.old, *about.new])} \u00b7 {players} \u00b7 simulated with card-lab"
