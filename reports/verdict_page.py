"""What one page about one question says: asked, answered in sentences, what moved, who played, what to try next."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

import polars as pl

from engine.inputs.quote import joined
from engine.records.switches import RULES_VERSION
from lab.comparison.arm_comparison import Difference, compare_two
from lab.comparison.comparison_words import answer, change
from lab.comparison.difference_order import PERSONAS, topic_of
from lab.comparison.game_numbers import CREDIT
from lab.comparison.shortest_arm import shortest
from lab.runs.run_heading import left_out
from lab.store.given_up_games import given_up
from lab.tables.table_pace import where_from
from reports import verdict_sentences as say
from reports.verdict_figures import (
    Bar,
    Table,
    all_measures_table,
    arms_table,
    measure_bars,
    measures_table,
    shown_of,
    told_apart,
)
from reports.verdict_question import game_of, label, question, told
from reports.verdict_rules import Arm, Change, changes, letters, readings, rule_said
from reports.verdict_sentences import explained, name_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ARMS = 5
"""Arms of a run that a page tells."""
ON_POST = 4
"""Measures that the chart of a picture shows."""
SHORTEST = 36
"""Letters of the longest name of an arm that stands in a sentence; of longer ones the letter does."""
LABELLED = "How the lab reads it"


class Post(NamedTuple):
    """What stands on a picture for people who know the game and not the lab."""

    game: str
    title: str
    rules: tuple[str, ...]
    headline: str
    short: str
    bars: tuple[Bar, ...]
    sure: str


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer."""

    question: str
    sentences: tuple[str, ...]
    readings: tuple[str, ...]
    arms: tuple[str, ...]
    tables: tuple[Table, ...]
    bars: tuple[Bar, ...]
    more: str
    sure: str
    who: str
    next: tuple[str, ...]
    again: tuple[str, ...]
    source: str
    post: Post

    def each(self) -> list[str]:
        """A line for each of several arms, for where there are no tables."""
        several = len(self.arms) > 2
        found = [explained(change(row)) if row.found else say.bare(row) for _, row in self.bars]
        return [
            f"{bar[0]}: {say.from_to(bar[1])}; {said}." for bar, said in zip(self.bars, found, strict=True) if several
        ]

    def parts(self) -> list[tuple[str, str]]:
        """What stands below the tables in every form: a heading, and what it says."""
        return [("How sure", self.sure), ("Who played", self.who)]


class _About(NamedTuple):
    """What a page is made of: the run, the arm before, and of each arm after it its measures and what it changes."""

    run: str
    name: str
    old: Arm
    new: list[Arm]
    pairs: list[list[Difference]]
    changes: list[list[Change]]
    labels: list[str]
    hidden: int  # arms of the run that are told nowhere on the page
    beyond: Difference | None  # what the first arm has beyond the second, where both go the same way

    @property
    def firsts(self) -> list[Difference]:
        """The primary measure of each arm."""
        return [rows[0] for rows in self.pairs]


def verdict(store: Store, run: str, arm: str | None = None, against: str | None = None) -> Verdict:
    """The verdict on an arm of a run; if none is named on all that are compared, whatever moves most first.

    They are set against the arm that is named, else against the plainest one of the run.
    """
    row = store.runs().filter(run_id=run).row(0, named=True)
    frame = store.arms(run).with_columns(pl.col("changes").fill_null([]))
    arms: dict[str, Arm] = {one["arm"]: one for one in frame.to_dicts()}
    pairs, others = told(store, run, arms, (arm, against))
    about = _about(store, run, row["name"] or run, arms, pairs)
    first, old, new = about.firsts[0], about.old, about.new[0]
    asked = question(store, row["name"] or "", old, [arms[rows[0].b] for rows in pairs])
    lacking = [f"{left_out(lost)}."] if (lost := given_up(store, run)).height else []
    lacking += [f"{some}."] if (some := store.unfinished(run)) else []
    made = _of_one(about, asked) if len(pairs) == 1 else _of_several(about, asked)
    beside = [f"This page sets {first.b} against {first.a}; the run has other pairs too."] if others else []
    return Verdict(
        question=asked, sentences=(*made.sentences, *beside), readings=made.readings, arms=made.arms,
        tables=made.tables, bars=made.bars, more=made.more, sure=" ".join((*made.sure, where_from(), *lacking)),
        who=say.who_said(old, about.new),
        next=tuple(say.next_said(about.name, first, (old["variant"], new["variant"]) == (first.a, first.b), others)),
        again=tuple(say.again_said(row["command"] or "", about.name, arm, against)),
        source=f"Run {run}, seed {row['seed']}, rules version {row['rules_version'] or RULES_VERSION}.",
        post=made.post,
    )  # fmt: skip


def _about(store: Store, run: str, name: str, arms: Mapping[str, Arm], pairs: list[list[Difference]]) -> _About:
    old = arms[pairs[0][0].a]
    shown = [_findings(rows, old, arms[rows[0].b]) for rows in pairs[:ARMS]]
    new = [arms[rows[0].b] for rows in shown]
    labels = [label(store, old, one) for one in new]
    firsts = [rows[0] for rows in shown[:2]]
    alike = len(firsts) > 1 and firsts[0].difference * firsts[1].difference > 0
    beyond = compare_two(store, run, firsts[1].b, firsts[0].b)[0] if alike and firsts[1].found else None
    told_of = [changes(store, run, old, one) for one in new]
    return _About(run, name, old, new, shown, told_of, labels, len(pairs) - len(shown), beyond)


def _findings(rows: list[Difference], old: Arm, new: Arm) -> list[Difference]:
    """What may be a finding: with more players each of them wins less, whatever the rules."""
    if old["seats"] == new["seats"]:
        return rows
    return [rows[0], *(row for row in rows[1:] if row.metric != CREDIT and topic_of(row.metric) != PERSONAS)]


class _Made(NamedTuple):
    """The parts of a page that are others for one arm than for several."""

    sentences: list[str]
    readings: tuple[str, ...]
    arms: tuple[str, ...]
    tables: tuple[Table, ...]
    bars: tuple[Bar, ...]
    more: str
    sure: list[str]
    post: Post


def _of_one(about: _About, asked: str) -> _Made:
    """One arm: the primary measure and what else moved, with intervals."""
    (rows,), (first,), (changed,) = about.pairs, about.firsts, about.changes
    shown, more = shown_of(rows)
    lines = [explained(line.removeprefix(f"{first.b} against {first.a}: ")) for line in answer(rows)]
    bars = measure_bars(shown)
    title, rule = asked, rule_said(changed)
    if rule and all(letters(one.says.partition(" (before")[0]) in letters(asked) for one in changed):
        title, rule = f"{'House rule: ' * all(one.is_rule for one in changed)}{rule}", ""
    return _Made(
        sentences=[say.games_are(first, lines[0]), *map(say.capital, lines[1:])], readings=tuple(readings(changed)),
        arms=(f"before: {first.a}", f"after: {first.b}"), tables=(measures_table(shown),), bars=bars,
        more=f"{more} more that moved: lab compare --run {shlex.quote(about.name)}" if more else "",
        sure=[say.games_said(first), say.sure(first), *say.family(rows)],
        post=Post(_played(about), title, (rule,) if rule else (), say.headline(first),
                  say.short(rows, shown[1:]), told_apart(bars, ON_POST), _sure(about)),
    )  # fmt: skip


def _of_several(about: _About, asked: str) -> _Made:
    """Several arms, each with a letter: which moves the primary measure most, then each of them, then all measures."""
    firsts, marks = about.firsts, ascii_uppercase[: len(about.new)]
    lettered = [f"{mark}  {text}" for mark, text in zip(marks, about.labels, strict=True)]
    names = [text if len(text) <= SHORTEST else mark for mark, text in zip(marks, about.labels, strict=True)]
    called = [replace(row, b=name) for rows, name in zip(about.pairs, names, strict=True) for row in rows]
    lines, disagree = say.lead(about.pairs, names, about.beyond), [say.capital(line) for line in shortest(called)]
    bars = tuple(zip(lettered, firsts, strict=True))
    of_each = list(zip(marks, about.labels, about.changes, strict=True))
    rules = [f"{mark}: {rule_said(some)}" for mark, text, some in of_each if letters(rule_said(some)) != letters(text)]
    measures, more = all_measures_table(about.pairs, marks)
    hidden = [f"{about.hidden} more arm{'s' * (about.hidden > 1)}"] * (about.hidden > 0) + [
        f"{more} more measures that moved"
    ] * (more > 0)
    metric = name_of(firsts[0].metric)
    top = f"{names[0]}: {say.headline(firsts[0])}" if firsts[0].found else f"No change of {metric} found"
    title = asked if asked == about.name else f"Which of these {len(marks)} changes {metric} most?"
    named = [mark if text[:1] == "\u201c" else f"{mark}, {text}" for mark, text, _ in of_each]
    read = tuple(f"{name}: {' '.join(readings(some))}" for name, some in zip(named, about.changes, strict=True))
    return _Made(
        sentences=[*lines, *disagree], readings=read,
        arms=(f"before: {firsts[0].a}", *(f"{mark}: {row.b}" for mark, row in zip(marks, firsts, strict=True))),
        tables=(arms_table(firsts, lettered), *([measures] if measures.note else [])), bars=bars,
        more=f"{' and '.join(hidden)}: lab compare --run {shlex.quote(about.name)}" if hidden else "",
        sure=[say.games_said(firsts[0]), say.sure_of_each(firsts, marks),
              *say.family([row for rows in about.pairs for row in rows])],
        post=Post(_played(about), title, tuple(rules), top, say.BOUNDS.sub("", " ".join((*lines[1:], *disagree))), bars,
                  _sure(about)),
    )  # fmt: skip


def _sure(about: _About) -> str:
    """How sure the answer is, and who played, on a picture."""
    return f"{say.sure_in_public(about.firsts)} {say.at_the_table(about.old, about.new)}"


def _played(about: _About) -> str:
    """What was played, as people call it."""
    seats = dict.fromkeys(str(arm["seats"]) for arm in (about.old, *about.new))
    return f"{game_of([about.old, *about.new])} \u00b7 {joined(list(seats), 'or')} players"
