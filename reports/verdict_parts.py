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
from reports.verdict_chart import Bar
from reports.verdict_figures import (
    Table,
    all_measures_table,
    arms_table,
    measure,
    measure_bars,
    measures_table,
    shown_of,
)
from reports.verdict_players import agree_in_public, agree_said, at_the_table
from reports.verdict_question import SHORTEST, game_of, label, options
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
    """What stands on a picture for people who know the game and not the lab."""

    game: str
    title: str
    rules: tuple[str, ...]
    headline: str
    short: str
    bars: tuple[Bar, ...]
    sure: str


class About(NamedTuple):
    """What a page is made of: the run, the arm before, and of each arm after it its measures and what it changes."""

    run: str
    name: str
    old: Arm
    new: list[Arm]
    pairs: list[list[Difference]]
    changes: list[list[Change]]
    labels: list[str]
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
    def agree(self) -> str:
        """Whether other players agree."""
        return agree_said(self.pairs, self.marks, self.second)

    @property
    def marks(self) -> list[str]:
        """What each arm is called once it has been named: as it is if that is short, else by a letter."""
        are_short = max(map(len, self.labels)) <= SHORT
        return self.labels if are_short else list(ascii_uppercase[: len(self.labels)])

    def meant(self, metrics: Sequence[str]) -> str:
        """What a measure means that nobody knows and that the page is about."""
        told = words_of([name for name in metrics if name == BEHIND], self.goal, False)
        return " ".join(f"{name}: {said}." for name, said in told)

    def metrics(self, table: Table) -> list[str]:
        """The measures that a table has rows of."""
        rows = {measure(row): row.metric for rows in self.pairs for row in rows}
        return [rows[row[0]] for row in table.rows]


def about_run(store: Store, run: str, name: str, arms: Mapping[str, Arm], pairs: list[list[Difference]]) -> About:
    """What a page is made of, from the measures of each arm, the largest change first."""
    old = arms[pairs[0][0].a]
    shown = [_findings(rows, old, arms[rows[0].b]) for rows in pairs[:ARMS]]
    new = [arms[rows[0].b] for rows in shown]
    labels = [label(store, old, one) for one in new]
    if _are_seats(new, labels):
        in_order = sorted(range(len(new)), key=lambda place: int(new[place]["seats"]))
        shown, new, labels = ([some[place] for place in in_order] for some in (shown, new, labels))  # type: ignore[assignment]
    beside = from_largest(store, run, shown[0][0].metric) if len(shown) > 1 else []
    shelf, every = Shelf(store, run), [row for rows in pairs for row in rows]
    second = kept_table(shelf, every, False) or kept_table(shelf, every, True)
    told_of = [changes(store, run, old, one) for one in new]
    goal = store.table("rule", run).filter(arm=old["arm"], switch=GOAL[0]).select("value").collect()["value"].to_list()
    return About(
        run, name, old, new, shown, told_of, labels, None, len(pairs) - len(shown), beside, second,
        int(goal[0]) if goal else GOAL[1],
    )  # fmt: skip


def _are_seats(new: Sequence[Arm], labels: Sequence[str]) -> bool:
    """Whether several arms differ from what they are set against by how many play, and by nothing else."""
    return len(new) > 1 and all(text == f"{arm['seats']} players" for arm, text in zip(new, labels, strict=True))


def _findings(rows: list[Difference], old: Arm, new: Arm) -> list[Difference]:
    """What may be a finding: with more players each of them wins less, whatever the rules."""
    if old["seats"] == new["seats"]:
        return rows
    return [rows[0], *(row for row in rows[1:] if row.metric != CREDIT and topic_of(row.metric) != PERSONAS)]


class Made(NamedTuple):
    """The parts of a page that are others for one arm than for several; `metrics` are all that it names."""

    sentences: list[str]
    readings: tuple[str, ...]
    tables: tuple[Table, ...]
    bars: tuple[Bar, ...]
    more: str
    sure: list[str]
    metrics: list[str]
    post: Post


def of_one(about: About, asked: str) -> Made:
    """One arm: the primary measure and what else moved, with intervals."""
    (rows,), (first,), (changed,) = about.pairs, about.firsts, about.changes
    shown, more = shown_of(rows, say.named(rows))
    is_same, bars = first.identical == 1, measure_bars(shown)
    lead = "Also" if first.found else "What did move"
    other = "" if is_same else say.also(rows, lead) or "Nothing else is found to move."
    is_said = rule_said(changed) and all(letters(BEFORE.sub("", one.says)) in letters(asked) for one in changed)
    rule = f"{'House rule' if all(one.is_rule for one in changed) else 'Changed'}: {rule_said(changed)}"
    is_title = is_said or (asked != about.name and asked[:4] == "What" and rule and len(rule) <= LONGEST)
    title, rules = (rule, ()) if is_title else (asked, (rule,) if rule_said(changed) else ())
    meant = about.meant([first.metric])
    after = readings([one._replace(reading=READ_AS.sub("", one.reading)) if is_said else one for one in changed])
    metrics = [row.metric for row in shown if row.metric != BEHIND or not meant]
    return Made(
        sentences=list(filter(None, (say.first_said(first), other, say.rule_itself(rows), meant))),
        readings=(before(about.old, about.new), f"After: {after[0]}", *after[1:]),
        tables=(measures_table(shown),), bars=bars, more=f"{more} more that moved: {about.compare}" if more else "",
        sure=[say.sure([first]), "" if is_same else say.rest_said(rows), *say.family(rows)],
        metrics=metrics,
        post=Post(_played(about), title, rules, say.headline(first), _short(about, lead), bars[:ON_POST], _sure(about)),
    )  # fmt: skip


def _short(about: About, lead: str) -> str:
    """What stands below the headline of a picture of one arm: what was found beside it, or what could be."""
    (rows,), (first,) = about.pairs, about.firsts
    if first.identical == 1:
        return ""
    told = "" if first.found else say.capital(say.ends_said(first))
    other = say.also(rows, lead, ON_POST - 1) or "Nothing else is found to move."
    meant = about.meant([first.metric, *(row.metric for row in say.named(rows)[: ON_POST - 1])])
    return " ".join(filter(None, (told, other, say.rule_itself(rows), meant)))


def of_several(about: About, asked: str) -> Made:
    """Several arms, each with a letter: which moves the primary measure most, then each of them, then all measures."""
    firsts = about.firsts
    marks, are_short = about.marks, about.marks == about.labels
    names = about.labels if are_short else [f"{m} ({t})" for m, t in zip(marks, about.labels, strict=True)]
    lettered = about.labels if are_short else [f"{m}  {t}" for m, t in zip(marks, about.labels, strict=True)]
    called = [replace(row, b=name) for rows, name in zip(about.pairs, marks, strict=True) for row in rows]
    are_seats = _are_seats(about.new, about.labels)
    lines = say.lead(about.pairs, names, marks, about.beside)
    if are_seats:
        lines = say.by_seats(about.pairs, [int(arm["seats"]) for arm in (about.old, *about.new)])
    disagree = [say.capital(line) for line in shortest(called)]
    measures, more = all_measures_table(about.pairs, marks)
    hidden = [f"{about.hidden} more arm{'s' * (about.hidden > 1)}"] * (about.hidden > 0) + [
        f"{more} more that moved"
    ] * (more > 0)
    meant = about.meant([firsts[0].metric])
    head = _headline(about, are_seats)
    return Made(
        sentences=list(filter(None, (*lines, *disagree, meant))),
        readings=(before(about.old, about.new), *_read(about, marks)),
        tables=(arms_table(firsts, lettered), *([measures] if measures.note else [])),
        bars=tuple(zip(lettered, firsts, strict=True)),
        more=f"{' and '.join(hidden)}: {about.compare}" if hidden else "",
        sure=[say.sure(firsts), *say.family([row for rows in about.pairs for row in rows])],
        metrics=[name for name in about.metrics(measures) if name != BEHIND or not meant],
        post=Post(_played(about), asked, (), head,
                  " ".join(filter(None, (meant, *lines[1:], *disagree))), _post_bars(about, lettered), _sure(about)),
    )  # fmt: skip


def _headline(about: About, are_seats: bool) -> str:
    """The answer on several arms in large letters: of the one that moves most, by its name if that is short."""
    firsts = about.firsts
    if are_seats:
        return f"{say.headline(firsts[-1])} with {about.labels[-1]}"
    if not firsts[0].found:
        return say.headline(firsts[0])
    called = [text if len(text) <= SHORTEST else mark for text, mark in zip(about.labels, about.marks, strict=True)]
    most = f"{called[0]} or {called[1]}" if say.are_level(firsts, about.beside) else called[0]
    return f"{say.capital(most)}: {say.headline(firsts[0], True)}"


def _post_bars(about: About, names: Sequence[str]) -> tuple[Bar, ...]:
    """The chart of a picture: where no reading stands beside it, a house rule that has a name is told as it is."""
    told = []
    for mark, name, changed in zip(about.marks, names, about.changes, strict=True):
        is_named = "\u201c" not in name and changed and all(one.is_rule for one in changed)
        told.append(f"{mark}: {BEFORE.sub('', rule_said(changed)).rstrip('.')}" if is_named else name)
    return tuple(zip(told, about.firsts, strict=True))


def _read(about: About, marks: Sequence[str]) -> list[str]:
    """How each of several arms is read; nothing of those that are called what they are."""
    read = [" ".join(READ_AS.sub("", text) for text in readings(some)) for some in about.changes]
    told = [
        (mark, text, text.partition(" in place of ")[0] if mark == label else text)
        for mark, label, text in zip(marks, about.labels, read, strict=True)
    ]
    return [f"{mark}: {text}" for mark, text, said in told if letters(said) != letters(mark)]


def _sure(about: About) -> str:
    """How sure the answer is, and who played, on a picture."""
    agree = agree_in_public(about.pairs[0], about.second) if len(about.pairs) == 1 else ""
    return f"{say.sure(about.firsts, False)} {at_the_table(about.old, about.new)}{agree}"


def _played(about: About) -> str:
    """What was played, as people call it."""
    seats = sorted({int(arm["seats"]) for arm in (about.old, *about.new)})
    players = f"{joined(list(map(str, seats)), 'or')} players"
    return f"{game_of([about.old, *about.new])} \u00b7 {players} \u00b7 simulated with card-lab"
