"""What one page about one question says: asked, answered in sentences, what moved, who played, what to try next."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import ascii_uppercase
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from engine.inputs.quote import joined
from engine.records.switches import RULES_VERSION
from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import answer
from lab.comparison.confidence_sequence import asked_measure
from lab.comparison.difference_order import PERSONAS, topic_of
from lab.comparison.game_numbers import CREDIT
from lab.comparison.largest_arm import from_largest
from lab.comparison.shortest_arm import shortest
from lab.runs.run_heading import left_out
from lab.runs.second_table import kept_table
from lab.store.given_up_games import given_up
from lab.tables.shelf import Shelf
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
from reports.verdict_question import SHORTEST, game_of, label, options, question, told
from reports.verdict_rules import Arm, Change, before, changes, letters, readings, rule_said
from reports.verdict_sentences import explained, name_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ARMS = 5
"""Arms of a run that a page tells."""
ON_POST = 4
"""Measures that the chart of a picture shows."""
LABELLED = "How the lab reads it"
READ_AS = re.compile("\u201c[^\u201d]*\u201d is read as: ")


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
    several: bool
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
        found = [say.by_how_much(row) if row.found else say.bare(row) for _, row in self.bars]
        return [
            f"{bar[0]}: {say.from_to(bar[1])}; {said}."
            for bar, said in zip(self.bars, found, strict=True)
            if self.several
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
    typed: str | None  # the measure, where somebody asked another than the run was asked about
    hidden: int  # arms of the run that are told nowhere on the page
    beside: list[Difference]  # the arm that moves most minus the others
    elsewhere: str  # what a second table of players said

    @property
    def firsts(self) -> list[Difference]:
        """The primary measure of each arm."""
        return [rows[0] for rows in self.pairs]

    @property
    def compare(self) -> str:
        """What is typed for all measures of the run."""
        return f"lab compare --run {shlex.quote(self.name)}{options(None, None, self.typed)}"


def verdict(
    store: Store, run: str, arm: str | None = None, against: str | None = None, primary: str | None = None
) -> Verdict:
    """The verdict on an arm of a run; if none is named on all that are compared, whatever moves most first.

    They are set against the arm that is named, else against the plainest one of the run; `primary` is the measure that
    the page is about, else it is the one that the run was asked about.
    """
    row = store.runs().filter(run_id=run).row(0, named=True)
    frame = store.arms(run).with_columns(pl.col("changes").fill_null([]))
    arms: dict[str, Arm] = {one["arm"]: one for one in frame.to_dicts()}
    measure = primary or asked_measure(row["command"] or "")
    pairs, others = told(store, run, arms, (arm, against), measure)
    about = _about(store, run, row["name"] or run, arms, pairs)._replace(
        typed=primary and measure_names.name_of(primary)
    )
    first, old, new = about.firsts[0], about.old, about.new[0]
    asked = question(store, row["name"] or "", old, [arms[rows[0].b] for rows in pairs])
    lacking = [f"{left_out(lost)}."] if (lost := given_up(store, run)).height else []
    lacking += [f"{some}."] if (some := store.unfinished(run)) else []
    made = _of_one(about, asked) if len(pairs) == 1 else _of_several(about, asked)
    beside = [f"This page sets {first.b} against {first.a}; the run has other pairs too."] if others else []
    are_open = not about.elsewhere and (old["variant"], new["variant"]) == (first.a, first.b)
    same_seats = int(old["seats"]) if are_open and old["seats"] == new["seats"] else 0
    return Verdict(
        question=asked, sentences=(*made.sentences, *beside), readings=made.readings, several=len(pairs) > 1,
        tables=made.tables, bars=made.bars, more=made.more,
        sure=" ".join(filter(None, (*made.sure, where_from(), *lacking))),
        who=say.who_said(old, about.new),
        next=tuple(say.next_said(about.name, first, same_seats, others)),
        again=tuple(say.again_said(row["command"] or "", about.name, (arm, against, about.typed))),
        source=_source(store, run, row),
        post=made.post,
    )  # fmt: skip


def _source(store: Store, run: str, row: Mapping[str, Any]) -> str:
    """Of which games it is made, by the digest that `lab verify` knows them by."""
    digest = store.cited(run)
    cited = f"; digest {digest} (lab verify)" if digest else ""
    return f"Run {run}, seed {row['seed']}, rules version {row['rules_version'] or RULES_VERSION}{cited}."


def _about(store: Store, run: str, name: str, arms: Mapping[str, Arm], pairs: list[list[Difference]]) -> _About:
    old = arms[pairs[0][0].a]
    shown = [_findings(rows, old, arms[rows[0].b]) for rows in pairs[:ARMS]]
    new = [arms[rows[0].b] for rows in shown]
    labels = [label(store, old, one) for one in new]
    beside = from_largest(store, run, shown[0][0].metric) if len(shown) > 1 else []
    shelf, every = Shelf(store, run), [row for rows in pairs for row in rows]
    second = kept_table(shelf, every, False) or kept_table(shelf, every, True)
    elsewhere = say.asked_elsewhere(shown, ascii_uppercase[: len(shown)], second)
    told_of = [changes(store, run, old, one) for one in new]
    return _About(run, name, old, new, shown, told_of, labels, None, len(pairs) - len(shown), beside, elsewhere)


def _findings(rows: list[Difference], old: Arm, new: Arm) -> list[Difference]:
    """What may be a finding: with more players each of them wins less, whatever the rules."""
    if old["seats"] == new["seats"]:
        return rows
    return [rows[0], *(row for row in rows[1:] if row.metric != CREDIT and topic_of(row.metric) != PERSONAS)]


class _Made(NamedTuple):
    """The parts of a page that are others for one arm than for several."""

    sentences: list[str]
    readings: tuple[str, ...]
    tables: tuple[Table, ...]
    bars: tuple[Bar, ...]
    more: str
    sure: list[str]
    post: Post


def _of_one(about: _About, asked: str) -> _Made:
    """One arm: the primary measure and what else moved, with intervals."""
    (rows,), (first,), (changed,) = about.pairs, about.firsts, about.changes
    shown, more = shown_of(rows)
    told = (line.removeprefix(f"{first.b} against {first.a}: ") for line in answer(rows))
    lines = [explained(line).replace(" (see the table)", "") for line in told]  # the page's own table tells fewer
    bars = measure_bars(shown)
    title, rule = asked, rule_said(changed)
    if rule and all(letters(one.says.partition(" (before")[0]) in letters(asked) for one in changed):
        title, rule = f"{'House rule: ' * all(one.is_rule for one in changed)}{rule}", ""
    return _Made(
        sentences=[say.games_are(first, lines[0]), *map(say.capital, lines[1:])],
        readings=(before(about.old), *readings(changed)), tables=(measures_table(shown),), bars=bars,
        more=f"{more} more that moved: {about.compare}" if more else "",
        sure=[say.games_said(first), say.sure(first), *say.family(rows), about.elsewhere],
        post=Post(_played(about), title, (rule,) if rule else (), say.headline(first),
                  say.short(rows, shown[1:]), told_apart(bars, ON_POST), _sure(about)),
    )  # fmt: skip


def _of_several(about: _About, asked: str) -> _Made:
    """Several arms, each with a letter: which moves the primary measure most, then each of them, then all measures."""
    firsts, marks = about.firsts, ascii_uppercase[: len(about.new)]
    named = list(zip(marks, about.labels, strict=True))
    by_letter = max(map(len, about.labels)) > SHORTEST and all(text in asked for text in about.labels)
    lettered = list(marks) if by_letter else [f"{mark}  {text}" for mark, text in named]
    names = [mark if by_letter or len(text) > SHORTEST else text for mark, text in named]
    called = [replace(row, b=name) for rows, name in zip(about.pairs, names, strict=True) for row in rows]
    lines, disagree = say.lead(about.pairs, names, about.beside), [say.capital(line) for line in shortest(called)]
    bars = tuple(zip(lettered, firsts, strict=True))
    of_each = list(zip(marks, about.labels, about.changes, strict=True))
    said = [(mark, text, rule_said(some)) for mark, text, some in of_each]
    rules = [f"{mark}: {rule}" for mark, text, rule in said if by_letter or letters(rule) != letters(text)]
    measures, more = all_measures_table(about.pairs, marks)
    hidden = [f"{about.hidden} more arm{'s' * (about.hidden > 1)}"] * (about.hidden > 0) + [
        f"{more} more measures that moved"
    ] * (more > 0)
    metric = name_of(firsts[0].metric)
    head = say.headline(firsts[0])
    most = f"{names[0]} or {names[1]}" if say.are_level(firsts, about.beside) else names[0]
    top = f"{most}: {head[:1].lower()}{head[1:]}" if firsts[0].found else f"No change of {metric} found"
    title = asked if asked == about.name else f"Which of these {len(marks)} changes {metric} most?"
    read = [_read(mark, text, " ".join(readings(some)), by_letter) for mark, text, some in of_each]
    return _Made(
        sentences=[*lines, *disagree], readings=(before(about.old), *read),
        tables=(arms_table(firsts, lettered), *([measures] if measures.note else [])), bars=bars,
        more=f"{' and '.join(hidden)}: {about.compare}" if hidden else "",
        sure=[say.games_said(firsts[0]), say.sure_of_each(firsts, marks),
              *say.family([row for rows in about.pairs for row in rows]), about.elsewhere],
        post=Post(_played(about), title, tuple(rules), top, " ".join((*lines[1:], *disagree)), bars,
                  _sure(about)),
    )  # fmt: skip


def _read(mark: str, text: str, reading: str, is_known: bool) -> str:
    """How one of several arms is read; the rule itself is not said again where the question says it."""
    if text[:1] != "\u201c":
        return f"{mark}, {text}: {reading}"
    return f"{mark}: {READ_AS.sub('', reading, count=1) if is_known else reading}"


def _sure(about: _About) -> str:
    """How sure the answer is, and who played, on a picture."""
    return f"{say.sure_in_public(about.firsts)} {say.at_the_table(about.old, about.new)}"


def _played(about: _About) -> str:
    """What was played, as people call it."""
    seats = dict.fromkeys(str(arm["seats"]) for arm in (about.old, *about.new))
    return f"{game_of([about.old, *about.new])} \u00b7 {joined(list(seats), 'or')} players"
