"""What one page about one question says: asked, answered in sentences, what moved, who played, what to try next."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import polars as pl

from engine.inputs.quote import joined
from engine.records.switches import RULES_VERSION
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, amount, answer, cells_of, change, interval, is_share, sentence, who
from lab.comparison.difference_order import BY_RULE, in_order, surprise, topic_of
from lab.runs.arm_spec import table_name
from lab.runs.run_heading import left_out
from lab.store.given_up_games import given_up
from reports.verdict_pair import Asked, options, other_lines, told
from reports.verdict_question import Arm, decks_said, label, question, readings
from reports.verdict_words import FAMILY, chance, explained, name_of

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOST, LEAST = 10, 5
"""Measures of the table and of the chart: so many that moved, and so many where fewer did."""
OTHERS = 4
"""Other arms of the run that are told in a line each."""
WORDS = 25
"""Words of the answer that stands on a picture."""
HEADS = ("measure", "before", "after", "difference", "95 % interval")
MANY = 5
"""Findings of which it is worth saying that some may be chance."""
GOAL = 0.02
"""Part of the value before to which a measure is known when an answer is called sharp."""
STORE = re.compile(r" --(store|workers)[ =]('[^']*'|\S+)")
"""What was typed that tells of the machine alone."""
LABELLED = "How the lab reads it"
TORN = re.compile(r" (?=%)")
"""The space at which no line should end."""
STAYS = "\u00a0"
BOUNDS = re.compile(r" \[[^\]]*\]")


Bar = tuple[str, Difference]
"""A line of the chart: what it is called, and what it shows."""


@dataclass(frozen=True)
class Verdict:
    """What the page says, part by part; `sentences` begin with the answer, `short` is it in at most 25 words."""

    question: str
    short: str
    sentences: tuple[str, ...]
    readings: tuple[str, ...]
    before: str
    after: str
    rows: tuple[Difference, ...]
    bars: tuple[Bar, ...]
    more: str
    others: tuple[str, ...]
    sure_short: str
    sure: str
    who: str
    next: tuple[str, ...]
    again: tuple[str, ...]
    source: str

    def cells(self) -> list[tuple[str, ...]]:
        """The table, written."""
        columns = cells_of(self.rows)
        cells = zip(*(columns[name] for name in ("measure", "a", "b", "difference", "interval")), strict=True)
        return [(explained(name), *values) for name, *values in cells]

    def told_apart(self) -> list[Bar]:
        """The lines of the chart that tell something of their own: of the length of games one, and so on."""
        topics = [topic_of(row.metric) for row in self.rows]
        own = [row for place, row in enumerate(self.rows) if topics[place] not in topics[:place]]
        bars = [bar for bar in self.bars if bar[1] in own or bar[1].b != self.after]
        return sorted(bars, key=lambda bar: bar[1] is not self.rows[0] and not bar[1].found)

    def parts(self) -> list[tuple[str, str]]:
        """What stands below the table in every form: a heading, and what it says."""
        said = [("Beside it", " ".join(self.others)), ("How sure", self.sure), ("Who played", self.who)]
        return [(head, text) for head, text in said if text]


def verdict(store: Store, run: str, arm: str | None = None, against: str | None = None) -> Verdict:
    """The verdict on an arm of a run; if none is named on the first that is compared, with the others beside it.

    It is set against the arm that is named, else against the plainest one of the run.
    """
    about = store.runs().filter(run_id=run).row(0, named=True)
    arms: dict[str, Arm] = {
        one["arm"]: one for one in store.arms(run).with_columns(pl.col("changes").fill_null([])).to_dicts()
    }
    rows, beside, others = told(store, run, arms, (arm, against))
    first, name = rows[0], about["name"] or run
    old, new = arms[first.a], arms[first.b]
    labels = {row.b: label(store, old, arms[row.b]) for row in beside} if len(beside) > 1 else {}
    shown, more = _shown(rows)
    lines = [explained(line.removeprefix(f"{first.b} against {first.a}: ")) for line in answer(rows)]
    lines += [f"This page sets {first.b} against {first.a}; the run has other pairs too."] if others else []
    return Verdict(
        question=question(store, about["name"] or "", old, [arms[row.b] for row in beside]),
        short=_short_of_all(beside, labels) if labels else _short(first, shown[1:]),
        sentences=(_named(first, lines[0], labels), *map(_capital, lines[1:])),
        readings=tuple(readings(store, run, old, new)),
        before=first.a, after=first.b, rows=shown,
        bars=_bars(beside, labels, shown),
        more=f"{more} more that moved: lab compare --run {shlex.quote(name)}" if more else "",
        others=tuple(_others([row for row in beside if row is not first], labels, name)),
        sure_short=f"{_games(first)}; the lines are 95 % intervals." if labels else f"{_games(first)}. {_sure(first)}",
        sure=" ".join((
            f"{_games(first)}.", _sure(first, labels.get(first.b, "")),
            *_family(rows), *_lacking(store, run),
        )),
        who=_who(old, [arms[row.b] for row in beside]),
        next=tuple(_next(name, first, (old["variant"], new["variant"]) == (first.a, first.b), others)),
        again=tuple(_again(about["command"] or "", name, arm, against)),
        source=f"Run {run}, seed {about['seed']}, rules version {about['rules_version'] or RULES_VERSION}.",
    )  # fmt: skip


def _family(rows: Sequence[Difference]) -> list[str]:
    """That some of many findings may be chance."""
    return [FAMILY.format(rows[-1].family)] if sum(row.found for row in rows[1:]) >= MANY else []


def _bars(beside: Sequence[Difference], labels: Mapping[str, str], shown: Sequence[Difference]) -> tuple[Bar, ...]:
    """The lines of the chart: arms, or measures of one arm; none where all games are the same."""
    if labels:
        return tuple((labels[row.b], row) for row in beside[:MOST])
    return () if shown[0].identical == 1 else tuple((name_of(row.metric), row) for row in shown)


def _shown(rows: Sequence[Difference]) -> tuple[tuple[Difference, ...], int]:
    """The primary measure, what moved surest, and some that did not where little did; how many moved beside them."""
    if rows[0].identical == 1:
        return (rows[0],), 0
    moved = [row for row in in_order(rows[1:]) if row.found]
    rest = sorted((row for row in rows[1:] if not row.found), key=surprise, reverse=True)
    return (rows[0], *moved[: MOST - 1], *rest[: max(0, LEAST - 1 - len(moved))]), max(0, len(moved) - MOST + 1)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _named(row: Difference, said: str, labels: Mapping[str, str]) -> str:
    """A sentence about one measure with its subject: games, and the arm where there are several."""
    told = f"games are {said}" if row.found and row.metric in LENGTHS else said
    return _capital(f"{labels[row.b]}: {told}" if labels else told)


def _short(first: Difference, others: Sequence[Difference]) -> str:
    """The answer in at most 25 words, without intervals: the primary measure, and what else moved, a topic once."""
    if first.identical == 1:
        return f"Nothing changes: the same game in {first.n:,} of {first.n:,} pairs."
    told, seen = _named(first, _bare(first), {}), {topic_of(first.metric)}
    for row in others:
        longer = f"{told}; {_bare(row)}"
        if (
            row.found
            and row.metric not in BY_RULE
            and topic_of(row.metric) not in seen
            and len(longer.split()) <= WORDS
        ):
            told = longer
            seen.add(topic_of(row.metric))
    return f"{told}."


def _short_of_all(rows: Sequence[Difference], labels: Mapping[str, str]) -> str:
    """The answer on several arms in at most 25 words: what was found, then where nothing was."""
    same = [labels[row.b] for row in rows if not row.found]
    told = [f"{labels[row.b]}: {_bare(row)}" for row in rows if row.found]
    told += [f"no difference in {name_of(rows[0].metric)} found: {joined(same, 'or')}"] if same else []
    most = next((n for n in range(len(told), 0, -1) if len("; ".join(told[:n]).split()) <= WORDS), 0)
    if not most:
        moved = len(rows) - len(same)
        name = name_of(rows[0].metric)
        return (
            f"{_capital(name)} moved in {moved} of {len(rows)} cases." if moved else f"No difference in {name} found."
        )
    return _capital("; ".join(told[:most]) + (" \u2026" if most < len(told) else "."))


def _bare(row: Difference) -> str:
    """A difference without its interval."""
    if row.found:
        return BOUNDS.sub("", explained(change(row)))
    return f"no difference in {name_of(row.metric)} found"


def _others(rows: Sequence[Difference], labels: Mapping[str, str], run: str) -> Iterable[str]:
    """The primary measure of the run's other arms."""
    for row in rows[:OTHERS]:
        yield _named(row, sentence(row).removeprefix(f"{row.b} against {row.a}: "), labels)
    if len(rows) > OTHERS:
        yield f"And {len(rows) - OTHERS} more: lab compare --run {shlex.quote(run)}"


def _lacking(store: Store, run: str) -> Iterable[str]:
    """Games that the numbers lack."""
    lacking = given_up(store, run)
    if lacking.height:
        yield f"{left_out(lacking)}."
    if some := store.unfinished(run):
        yield f"{some}."


def _who(old: Arm, new: Sequence[Arm]) -> str:
    """Who sits at the table, and how many they are."""
    tables = [table_name(tuple(arm["agents"])) for arm in (old, *new)]
    told = who([list(arm["agents"]) for arm in (old, *new)], True)
    if len(set(tables)) > 1:
        told = f"Before {tables[0]}, after {joined(dict.fromkeys(tables[1:]), 'or')}. {told}"
    seats = list(dict.fromkeys(str(arm["seats"]) for arm in new))
    changed = f" before, {joined(seats, 'or')} after" if seats != [str(old["seats"])] else ""
    return f"Simulated games. {told} {old['seats']} players{changed}.{decks_said(old, new)}"


def _games(first: Difference) -> str:
    kind = "pairs of games with the same randomness" if first.paired else "games of each, independent of one another"
    return f"{first.n:,} {kind}"


def _sure(first: Difference, label: str = "") -> str:
    """How sure the answer is; of n games of which none differed, 1 in n / 3 may (the rule of three)."""
    if first.identical == 1:
        told = f"None of them differs, so at most 1 game in {max(1, first.n // 3):,} does (95 % sure)."
        return f"{label}: {told}" if label else told
    unit = " points" if is_share(first) else ""
    told = f"{name_of(first.metric)} differ by {amount(first, first.difference, True)}{unit}"
    said = _capital(f"{label}: {told}" if label else told)
    return f"{said}, 95 % interval {interval(first)}{chance(first.p_value) if first.found else ''}."


def _next(run: str, first: Difference, are_variants: bool, others: Sequence[Asked]) -> Iterable[str]:
    """What could be asked next, each with its command; arms of cards or players are not named by a variant alone."""
    half = (first.high - first.low) / 2
    near = GOAL * abs(first.value_a)
    if not first.found and half > near > 0:
        games = math.ceil(first.n * (half / near) ** 2 / 1000) * 1000
        goal = f"{name_of(first.metric)} to \u00b1{100 * GOAL:.0f} %"
        yield f"To know {goal} takes about {games:,} games: --games {games}"
    arms = f"{shlex.quote(first.a)} {shlex.quote(first.b)}"
    if are_variants:
        yield f"Do other players agree? lab compare {arms} --three-tables"
    if first.paired and first.identical != 1:
        pair = f" --arm {shlex.quote(first.a)} --arm {shlex.quote(first.b)}" if others else ""
        yield f"The game in which it mattered most: lab games --run {shlex.quote(run)} --most-changed{pair} --top 1"
    yield from other_lines(run, others)
    yield f"Everything else about these games: lab report --run {shlex.quote(run)} --to report.html"


def _again(command: str, run: str, arm: str | None, against: str | None) -> Iterable[str]:
    """What is typed to play these games and to make this page."""
    if command:
        yield STORE.sub("", command)
    yield f"lab verdict {shlex.quote(run)}{options(arm, against)} --to verdict.pdf"


def whole(page: Verdict) -> Verdict:
    """The page with spaces at which no line is broken: before a per cent sign."""
    kept = [tuple(TORN.sub(STAYS, text) for text in texts) for texts in (page.sentences, page.others)]
    short, sure, brief = (TORN.sub(STAYS, text) for text in (page.short, page.sure, page.sure_short))
    return replace(page, sentences=kept[0], others=kept[1], short=short, sure=sure, sure_short=brief)


def with_command(line: str) -> tuple[str, str]:
    """A line, and the command or the option that it ends in."""
    for mark in (": lab ", "? lab ", ": --"):
        says, found, command = line.partition(mark)
        if found:
            return says + mark[0], mark[2:] + command
    return line, ""
