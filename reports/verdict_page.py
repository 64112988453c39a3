"""What one page about one question says: asked, answered, how sure, a chart, what else moved, who played."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from engine.inputs.quote import joined
from engine.records.switches import RULES_VERSION
from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.confidence_sequence import asked_measure
from lab.comparison.difference_order import PERSONAS, topic_of
from lab.comparison.game_numbers import CREDIT
from lab.comparison.largest_arm import from_largest
from lab.comparison.shortest_arm import shortest
from lab.provenance import engine_version
from lab.runs.run_heading import left_out
from lab.runs.second_table import kept_table
from lab.store.given_up_games import given_up
from lab.tables.event_frames import GOAL
from lab.tables.shelf import Shelf
from lab.tables.table_pace import pace
from reports import verdict_answer as say
from reports.html_markup import STAYS
from reports.verdict_chart import Chart, chart_of
from reports.verdict_measures import change_range, notes_of, printed, row_of
from reports.verdict_players import agree_said, who_said
from reports.verdict_question import LONG_SIDE, SIDES, game_of, names_of, options, parts_of, question, sides, told
from reports.verdict_rules import BEFORE, Arm, Change, before, changes, in_full, letters, readings

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ARMS = 5
"""Arms of a run that a page tells."""
SHORT = 16
"""Letters of the longest value before that stands in a picture."""
PROGRAM = f"card-lab {engine_version()}"
"""Whoever wants to make a page again looks for this."""
MORE, CHANGE = ("What changes", "What else changes"), "likely change"
ONE_BY_ONE, FROM = "What else changes, one by one", "What else differs from"
STORE = re.compile(r" --(store|workers)[ =]('[^']*'|\S+)")
"""What was typed that tells of the machine alone."""
GAMES = re.compile(r" --games[ =]\d+")


@dataclass(frozen=True)
class Post:
    """What stands above and below the chart of a picture for people who know the game and not the lab."""

    sentence: str
    more: str
    small: str
    chart: Chart


class Moved(NamedTuple):
    """What else moved with an arm: of several its name and what is said of it, and rows of a table.

    A row: the measure, its value before and after, and the likely range of its change.
    """

    name: str
    says: tuple[str, ...]
    rows: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer."""

    question: str
    sentences: tuple[str, ...]
    read: str
    chart: Chart
    heads: tuple[str, ...]
    moved: tuple[Moved, ...]
    parts: tuple[tuple[str, str], ...]  # a heading, and what it says
    next: tuple[tuple[str, str], ...]  # what it is good for, and a command
    again: tuple[str, ...]
    counted: str  # all measures that were compared
    source: str
    post: Post


class About(NamedTuple):
    """What a page is made of: the arm before, and of each arm after it its measures and what it changes."""

    name: str
    old: Arm
    new: list[Arm]
    pairs: list[list[Difference]]
    changes: list[list[Change]]
    parts: list[list[str]]
    names: list[str]  # of the bars: what all are set against, and each arm
    are_sides: bool  # of which none is a rule laid on the first
    beside: list[Difference]  # the arm that moves most minus the others
    goal: int  # the winning Level

    @property
    def firsts(self) -> list[Difference]:
        """The primary measure of each arm."""
        return [rows[0] for rows in self.pairs]

    @property
    def order(self) -> list[int]:
        """Arms as they are shown: what has several parts stands behind what has one."""
        return sorted(range(len(self.pairs)), key=lambda place: len(self.parts[place]))


def verdict(
    store: Store, run: str, arm: str | None = None, against: str | None = None, primary: str | None = None
) -> Verdict:
    """The verdict on an arm of a run; if none is named on all that are compared, whatever moves most first.

    They are set against the arm that is named, else against the plainest one of the run; `primary` is the measure that
    the page is about, else it is the one that the run was asked about.
    """
    row = store.runs(run).row(0, named=True)
    frame = store.arms(run).with_columns(pl.col("changes").fill_null([]))
    arms: dict[str, Arm] = {one["arm"]: one for one in frame.to_dicts()}
    chosen = asked_measure(row["command"] or "")
    pairs, has_more = told(store, run, arms, (arm, against), primary or chosen)
    about = about_run(store, run, row["name"] or run, arms, pairs)
    first, is_one, name = about.firsts[0], len(about.pairs) == 1, shlex.quote(about.name)
    asked = question(store, row["name"] or "", about.old, [arms[rows[0].b] for rows in pairs], first.metric)
    lines, typed = _sentences(about), options(None, None, primary and measure_names.name_of(primary))
    lines += [f"This page sets {first.b} against {first.a}; the run has other pairs too."] * has_more
    hidden = len(pairs) - len(about.pairs)
    lines += [f"{hidden} more of them: lab compare --run {name}{typed}"] * (hidden > 0)
    again = [STORE.sub("", row["command"] or ""), f"lab verdict {name}{options(arm, against)}{typed} --to verdict.pdf"]
    return Verdict(
        question=asked, sentences=tuple(filter(None, lines)), read=_read(about, asked) if is_one else "",
        chart=_chart(about, about.names), heads=_heads(about), moved=_moved(about),
        parts=tuple(_parts(store, run, about, first.metric == chosen)),
        next=tuple(_next(about, name, has_more, again[0])),
        again=tuple(filter(None, again)), counted=say.counted(about.pairs), source=_source(store, run, row),
        post=_post(about, lines),
    )  # fmt: skip


def about_run(store: Store, run: str, name: str, arms: Mapping[str, Arm], pairs: list[list[Difference]]) -> About:
    """What a page is made of, from the measures of each arm, the largest change first."""
    old = arms[pairs[0][0].a]
    shown = [_findings(rows, old, arms[rows[0].b]) for rows in pairs[:ARMS]]
    new = [arms[rows[0].b] for rows in shown]
    called = [sides(store, old, one) for one in new]
    are_sides = SIDES not in called and len({first for first, _ in called}) == 1
    if are_sides:
        in_order = sorted(range(len(new)), key=lambda place: int(new[place]["seats"]))
        shown, new, called = ([some[place] for place in in_order] for some in (shown, new, called))  # type: ignore[assignment]
    parts, told_of = parts_of(store, old, new), [changes(store, run, old, one) for one in new]
    names = [called[0][0], *(name for _, name in called)] if are_sides else _names(old, parts, told_of)
    beside = from_largest(store, run, shown[0][0].metric) if len(shown) > 1 and not are_sides else []
    goal = store.table("rule", run).filter(arm=old["arm"], switch=GOAL[0]).select("value").collect()["value"].to_list()
    wins = int(goal[0]) if goal else GOAL[1]
    return About(name, old, new, shown, told_of, parts, names, are_sides, beside, wins)


def _names(old: Arm, parts: Sequence[Sequence[str]], told_of: Sequence[Sequence[Change]]) -> list[str]:
    """What is set against what, as it stands beside the bars."""
    first = before(old).removesuffix(".").removeprefix("the ")
    if len(parts) > 1:
        return [first, *names_of(parts)]
    return [first, f"with {'the rule' if all(one.is_rule for one in told_of[0]) else 'the change'}"]


def _findings(rows: list[Difference], old: Arm, new: Arm) -> list[Difference]:
    """What may be a finding: with more players each of them wins less, whatever the rules."""
    if old["seats"] == new["seats"]:
        return rows
    return [rows[0], *(row for row in rows[1:] if row.metric != CREDIT and topic_of(row.metric) != PERSONAS)]


def _sentences(about: About) -> list[str]:
    """The answer, and where it needs a second sentence."""
    if about.are_sides:
        seats = [int(arm["seats"]) for arm in (about.old, *about.new)]
        told = say.side_by_side(about.firsts, about.names, seats)
        return [*told, say.rest(about.pairs[0])] if len(about.pairs) == 1 else told
    if len(about.pairs) == 1:
        return [say.answer(about.pairs[0]), say.rest(about.pairs[0])]
    called = {row.b: name for row, name in zip(about.firsts, about.names[1:], strict=True)}
    rows = [replace(row, b=called[row.b]) for rows in about.pairs for row in rows]
    return [*_ranked(about, about.names), *shortest(rows)]


def _ranked(about: About, names: Sequence[str]) -> list[str]:
    return say.ranking(about.firsts, names[1:], about.parts, about.beside)


def _chart(about: About, names: Sequence[str]) -> Chart:
    shown = [about.firsts[place] for place in about.order]
    return chart_of(shown, [names[0], *(names[place + 1] for place in about.order)], about.goal)


def _read(about: About, asked: str) -> str:
    """How what differs was played, where the question does not say it in the same words."""
    said = " ".join(readings(about.changes[0]))
    is_said = all(letters(BEFORE.sub("", one.reading)) in letters(asked) for one in about.changes[0])
    return "" if about.are_sides or (is_said and "before:" not in said) else said


def _heads(about: About) -> tuple[str, ...]:
    """What stands above the columns of what else moved."""
    if len(about.pairs) == 1:
        first, other = about.names
        return (MORE[about.firsts[0].found], first, other if len(other) <= LONG_SIDE else "instead", CHANGE)
    head = f"{FROM} {about.names[0]}" if about.are_sides else ONE_BY_ONE
    return (head, about.names[0], "instead" if about.are_sides else "with it", CHANGE)


def _moved(about: About) -> tuple[Moved, ...]:
    """What else moved with each arm, at most as many rows as a reader takes in; of several how each was played too."""
    told, is_one = [], len(about.pairs) == 1
    for place in about.order:
        name, changed, rows = about.names[place + 1], about.changes[place], about.pairs[place]
        shown = say.others(rows)[: say.MOST if is_one else say.MOST_OF_SEVERAL]
        table = ((row_of(row), *printed(row)[:2], change_range(row)) for row in shown)
        read = " ".join(readings(changed))
        is_said = about.are_sides or "together" in name or letters(BEFORE.sub("", read)) == letters(name)
        says = (*[f"Played as: {read}"] * (not is_said), say.beside(rows, len(shown)))
        told.append(Moved("", (), tuple(table)) if is_one else Moved(say.capital(name), says, tuple(table)))
    return tuple(told)


def _parts(store: Store, run: str, about: About, is_asked: bool) -> Iterable[tuple[str, str]]:
    """What stands below the chart: how sure, who played, what words mean."""
    first, is_one = about.firsts[0], len(about.firsts) == 1
    ways = "once without it and once with it" if is_one and not about.are_sides else "in each of these ways"
    paired = f", each played {ways}, with the same shuffles and dice." if first.paired else " each way."
    known = say.known_to(first)
    lacking = [f"{left_out(lost)}."] if (lost := given_up(store, run)).height else []
    lacking += [f"{some}."] if (some := store.unfinished(run)) else []
    moved = [row for rows in about.pairs for row in say.others(rows)[: say.MOST if is_one else say.MOST_OF_SEVERAL]]
    yield (
        "How sure?",
        " ".join((
            say.sure(first) if is_one else say.RANGES, say.surer(about.pairs, is_asked), f"{first.n:,} games{paired}",
            known, *lacking,
        )),
    )  # fmt: skip
    shelf, flat = Shelf(store, run), sum(about.pairs, [])
    second = kept_table(shelf, flat, False) or kept_table(shelf, flat, True)
    yield "Who played?", f"{who_said(about.old, about.new)} {agree_said(about.pairs, second, about.names[1:])}".rstrip()
    metrics = {row.metric for row in moved} | {first.metric}
    if notes := " ".join(notes_of(metrics, about.goal, pace(store.path))):
        yield "What do the words mean?", notes


def _next(about: About, run: str, has_more: bool, command: str) -> Iterable[tuple[str, str]]:
    """What could be asked next, each with its command; `command` is the one that was typed."""
    first, (games, size) = about.firsts[0], say.games_for(about.firsts[0])
    if games:
        typed = f"{GAMES.sub('', command)} --games {games}".strip()
        yield f"About {games:,} games would tell the change to within {size}:", typed
    if first.paired and any(one.found for one in about.firsts):
        pair = f" --arm {shlex.quote(first.a)} --arm {shlex.quote(first.b)}" * has_more
        yield "The game that changed most:", f"lab games --run {run} --most-changed{pair} --top=1"
    if has_more:
        yield "Other pairs of this run:", f"lab verdict {run} --arm NAME --against NAME"
    yield "All numbers:", f"lab compare --run {run} --all"


def _source(store: Store, run: str, row: Mapping[str, Any]) -> str:
    """Of which games it is made, and in a line of its own the digest that `lab verify` knows them by."""
    digest = store.cited(run)
    cited = f"\nTo check these numbers: lab verify {digest}" if digest else ""
    version = row["rules_version"] or RULES_VERSION
    return f"Run {run} with random seed {row['seed']}; {PROGRAM}, version {version} of how it plays.{cited}"


def _post(about: About, lines: Sequence[str]) -> Post:
    """What is said in a picture, which says the rule in its own words: the answer, how sure it is, and small print."""
    first, n = about.firsts[0], len(about.pairs)
    seats = joined(list(map(str, sorted({int(arm["seats"]) for arm in (about.old, *about.new)}))), "or")
    ways = "both ways" if n == 1 else f"all {n + 1} ways"
    games = f"{first.n:,} games{f', each played {ways}' if first.paired else ' each way'}"
    small = f"{game_of([about.old, *about.new])}: {seats} computer players, {games}. Made with {PROGRAM}"
    if about.are_sides:
        more, small = (say.sure(first), small) if n == 1 else ("", f"{small}. Likely: {say.CHANCES}")
        return Post(lines[0], more, small, _chart(about, about.names))
    if n > 1:
        names = [about.names[0], *map(in_full, about.names[1:], about.changes)]
        said = " ".join(_ranked(about, names)).strip()
        return Post(said, "", f"{small}. Likely: {say.CHANCES}", _chart(about, names))
    enough, size = say.games_for(first)
    more = f" About {enough:,} games would tell the change to within {size}." if enough else ""
    rule, (head, _, ends) = in_full(joined(about.parts[0]), about.changes[0]), lines[0].partition(": ")
    was = [found[1] for one in about.changes[0] if (found := BEFORE.search(one.reading))]
    if len(about.changes[0]) == 1 and was and len(was[0]) <= SHORT:
        rule = f"{rule} (was{STAYS}{was[0]})"
    with_it = f"what {rule} changes" if head.endswith(say.TOO_FEW) else f"with {rule}"
    sentence = f"With {rule}, {lines[0][:1].lower()}{lines[0][1:]}" if first.found else f"{head} {with_it}: {ends}"
    return Post(sentence, f"{say.sure(first)}{more}", small, _chart(about, about.names))
