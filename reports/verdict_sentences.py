"""The sentences of a verdict for people who have no lab: what moved, from what to what, how sure that is."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterable, Sequence

from engine.inputs.quote import joined
from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, OTHER_LENGTH, is_share
from lab.comparison.difference_order import by_rule, new_endings, surprise, topic_of
from lab.comparison.game_numbers import BEHIND, COUNTED, LOST, MEDIAN, PRIMARY
from lab.stats.intervals import P_TOLD
from reports.verdict_figures import findings
from reports.verdict_numbers import from_to, name_of, percent, places, printed, seen, unit
from reports.verdict_question import Asked, options, other_lines

FAMILY = "{} other measures were looked at; of those said to move, up to one in ten may be luck."
MOST_NAMED = 4
"""Further measures that a sentence names."""
PLAINEST = (LOST, "lead_changes")
"""Of what tells the same story, what people understand at once."""
MANY = 5
"""Findings of which it is worth saying that some may be chance."""
GOAL = 0.02
"""Part of the value before to which a measure is known when an answer is called sharp."""
USUAL_SEATS = 4
"""Players of a game where nobody says how many."""
POINT = 0.01
"""The same of a share."""
STORE = re.compile(r" --(store|workers)[ =]('[^']*'|\S+)")
"""What was typed that tells of the machine alone."""


def chance(p_value: float | None) -> str:
    """How often chance alone would make such a difference; nothing where nobody knows."""
    if p_value is None:
        return ""
    if p_value < P_TOLD:
        often = f"in fewer than 1 of {1 / P_TOLD:,.0f} tries"
    elif p_value < 0.1:
        often = f"in about 1 of {1 / p_value:.0f} tries"
    else:
        often = f"in about {10 * p_value:.0f} of 10 tries" if p_value < 0.95 else "in nearly every try"
    return f"luck alone would show as much {often}"


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


# what moved


def headline(row: Difference, is_inner: bool = False) -> str:
    """What a measure was and is, with its name: `63.9 \u2192 42.7 turns a game`; `is_inner`: in a sentence."""
    if row.identical == 1:
        return f"Nothing changes: the same game in {row.n:,} of {row.n:,} pairs."
    name = name_of(row.metric)
    if not row.found:
        return f"{capital(name)}: too close to tell"
    if row.metric in COUNTED:
        return f"{from_to(row)} {name} a game"
    return f"{name} {from_to(row)}" if is_inner else f"{capital(name)}: {from_to(row)}"


def first_said(row: Difference) -> str:
    """The answer on one arm: how much the primary measure moved, before and after."""
    if row.identical == 1:
        return headline(row)
    name = name_of(row.metric)
    if not row.found:
        return f"Too close to tell: {name} {ends_said(row)}"
    said, ends = printed(row), _ends(row, None)
    part = f" ({percent(row)})" if percent(row) else ""
    if row.metric in LENGTHS or row.metric == MEDIAN:
        what = "turns" if row.metric == MEDIAN else name
        who = "The median game is" if row.metric == MEDIAN else "Games are"
        return f"{who} {said.size} {what}{part} {_longer(row)}: {ends}."
    return f"{capital(name)}: {ends}, {said.size}{' percentage points' * is_share(row)} {_more(row)}{part}."


def _ends(row: Difference, at: int | None) -> str:
    """What a measure was and is, as a sentence ends."""
    said = printed(row, at)
    return f"{said.before}{_unit(row)} before, {said.after}{_unit(row)} after"


def ends_said(row: Difference) -> str:
    """The same of a measure that was not found to move, and what these games could have shown."""
    shown = f"; {row.n:,} games could have shown a change of {seen(row)}" if row.high > row.low else ""
    return f"{_ends(row, None)}{shown}."


def _unit(row: Difference) -> str:
    return " %" * is_share(row)


def _longer(row: Difference) -> str:
    return "longer" if row.difference > 0 else "shorter"


def _more(row: Difference) -> str:
    return "more" if row.difference > 0 else "fewer" if row.metric in COUNTED else "less"


def moved(row: Difference) -> str:
    """One finding in few words: `2.1 estimated minutes shorter`, `38 % fewer deaths`; of a share what it was and is."""
    said, name = printed(row), name_of(row.metric)
    if is_share(row):
        return f"{name} {from_to(row)}"
    if row.metric in LENGTHS:
        return f"{said.size} {name} {_longer(row)}"
    if row.metric in COUNTED and percent(row):
        return f"{percent(row)} {_more(row)} {name}"
    return f"{name} {said.before} \u2192 {said.after}"


def named(rows: Sequence[Difference]) -> list[Difference]:
    """What is told beside the primary measure: of a length the other one, then what moved surest, a topic once."""
    wanted, told = OTHER_LENGTH.get(rows[0].metric), findings(rows)
    length = [row for row in rows[1:] if row.metric == wanted and (row.found or rows[0].found)]
    seen_topics = {topic_of(row.metric) for row in (rows[0], *length)}
    by_topic: dict[str, Difference] = {}
    for row in told:
        topic = topic_of(row.metric)
        if topic not in seen_topics and (topic not in by_topic or row.metric in PLAINEST):
            by_topic[topic] = row
    rest = sorted(by_topic.values(), key=lambda row: (row.metric != BEHIND, surprise(row)), reverse=True)
    return [*length, *rest][:MOST_NAMED]


def also(rows: Sequence[Difference], lead: str = "Also", most: int = MOST_NAMED) -> str:
    """What else moved, in few words; nothing where nothing did."""
    shown = named(rows)[:most]
    told = [moved(row) if row.found else f"{name_of(row.metric)} too close to tell" for row in shown]
    lengths = [row.difference > 0 for row in (rows[0], *shown[:1]) if row.metric in LENGTHS and row.found]
    return f"{'But' if len(set(lengths)) > 1 else lead}: {', '.join(told)}." if told else ""


def rule_itself(rows: Sequence[Difference]) -> str:
    """How games end that only one of the arms can end so: that is the rule, and no finding."""
    told = [f"{name_of(row.metric)} {from_to(row)}" for row in new_endings(rows[1:])]
    return f"By the rule itself: {', '.join(told)}." if told else ""


def are_level(firsts: Sequence[Difference], beside: Sequence[Difference]) -> bool:
    """Whether the largest change of several arms cannot be told from the next one; `beside` as `lead` has it."""
    return len(firsts) > 1 and any(row.a == firsts[1].b and not row.found for row in beside)


def lead(
    pairs: Sequence[Sequence[Difference]], names: Sequence[str], marks: Sequence[str], beside: Sequence[Difference]
) -> list[str]:
    """The answer on several arms: which moves the primary measure most, what else that one moves, where the others are.

    `pairs` has the measures of each, the largest change first; `beside` is the first of them minus each other one.
    `names` is what they are called first, `marks` later on.
    """
    firsts = [rows[0] for rows in pairs]
    first, at = firsts[0], places(firsts)
    if not first.found:
        widest = max(firsts, key=lambda row: row.high - row.low)
        before = f"{name_of(first.metric)} ({printed(first, at).before}{_unit(first)} before)"
        shown = f"{first.n:,} games could have shown a change of {seen(widest)}"
        return [f"Too close to tell: none of these {len(firsts)} is found to change {before}; {shown}."]
    who, ends = f"{names[0]} changes", _ends(first, at)
    if are_level(firsts, beside):
        who = f"{names[0]} or {names[1]} changes"
        second = f"{printed(firsts[1], at).after}{_unit(first)} with {marks[1]}"
        ends = f"{ends} with {marks[0]}, {second}, which cannot be told apart"
    answer = f"{capital(who)} {name_of(first.metric)} most: {ends}."
    rest = _others(firsts, marks, at, 2 if are_level(firsts, beside) else 1)
    return [answer, also(pairs[0], f"With {marks[0]} also"), rest]


def by_seats(pairs: Sequence[Sequence[Difference]], seats: Sequence[int]) -> list[str]:
    """The answer on several numbers of players, the first of which is what the others are set against."""
    firsts = [rows[0] for rows in pairs]
    at, unit_said = places(firsts), _unit(firsts[0])
    values = [printed(firsts[0], at).before, *(printed(row, at).after for row in firsts)]
    open_ones = ["", *("" if row.found else " (too close to tell)" for row in firsts)]
    told = zip(values, seats, open_ones, strict=True)
    each = [f"{value}{unit_said} with {n}{' players' * (n == seats[0])}{close}" for value, n, close in told]
    return [
        f"{capital(name_of(firsts[0].metric))}: {', '.join(each)}.",
        also(pairs[-1], f"With {seats[-1]} players also"),
    ]


def _others(firsts: Sequence[Difference], marks: Sequence[str], at: int, told_first: int) -> str:
    """Where the arms are that were not told first, and of which one cannot tell whether they move it at all."""
    rest = list(zip(firsts, marks, strict=True))[told_first:]
    told = [f"with {mark}: {printed(row, at).after}{_unit(row)}" for row, mark in rest if row.found]
    open_ones = [mark for row, mark in rest if not row.found]
    told += [f"with {joined(open_ones)}: too close to tell"] if open_ones else []
    return f"{capital(name_of(firsts[0].metric))} {'; '.join(told)}." if told else ""


# how sure


def games_said(firsts: Sequence[Difference]) -> str:
    """How many games were played, and how they are laid beside each other."""
    first = firsts[0]
    ways = "in each of these ways" if len(firsts) > 1 else "without the change and with it"
    return (
        f"{first.n:,} simulated deals, each played {ways}" if first.paired else f"{first.n:,} simulated games of each"
    )


def sure(firsts: Sequence[Difference], is_long: bool = True) -> str:
    """How sure the answer is; of n games of which none differed, 1 in n / 3 may (the rule of three)."""
    first, played = firsts[0], games_said(firsts)
    if len(firsts) > 1:
        return f"{played}."
    if first.identical == 1:
        return f"{played}. None of them differs, so at most 1 game in {max(1, first.n // 3):,} does (95 % sure)."
    said = printed(first)
    often = f"; {chance(first.p_value)}" if first.found and first.p_value is not None else ""
    ends = f"between {said.low} and {said.high} {unit(first)}"
    return f"{played}. The true change is {ends} (95 % sure{often if is_long else ''})."


def rest_said(rows: Sequence[Difference]) -> str:
    """How far off it may be what was not found, as ends of intervals: counts as parts of before, shares in points."""
    own = by_rule(rows)
    known = [row for row in rows[1:] if not row.found and row.metric not in own and row.high > row.low]
    far = [(is_share(row), max(abs(row.low), abs(row.high)), row.value_a) for row in known]
    counts = [100 * end / value for share, end, value in far if not share and value > 0]
    shares = [100 * end for share, end, _ in far if share]
    told = [f"{max(1, *counts):,.0f} %"] if counts else []
    told += [f"{max(shares):.1f} percentage points"] if shares else []
    return (
        f"What was not found to move may yet move, by at most {' or '.join(told)} (95 % sure of each)." if told else ""
    )


def family(rows: Sequence[Difference]) -> list[str]:
    """That some of many findings may be chance."""
    others = [row for row in rows if row.role != "primary"]
    return [FAMILY.format(others[0].family)] if sum(row.found for row in others) >= MANY else []


# what comes next


def next_said(run: str, firsts: Sequence[Difference], same_seats: int, others: Sequence[Asked]) -> Iterable[str]:
    """What could be asked next, each with its command; `same_seats`: other players may be asked, so many; 0: not."""
    first = firsts[0]
    half = (first.high - first.low) / 2
    near = POINT if is_share(first) else GOAL * abs(first.value_a)
    if not first.found and half > near > 0:
        games = math.ceil(first.n * (half / near) ** 2 / 1000) * 1000
        goal = f"{name_of(first.metric)} to \u00b1{'1 point' if is_share(first) else f'{100 * GOAL:.0f} %'}"
        yield f"To know {goal} takes about {games:,} games: --games {games}"
    arms = " ".join(map(shlex.quote, (first.a, *(row.b for row in firsts))))
    if same_seats:
        about = options(None, None, measure_names.name_of(first.metric)) if first.metric != PRIMARY else ""
        about += f" --seats {same_seats}" if same_seats != USUAL_SEATS else ""
        yield f"Do other players agree? lab compare {arms}{about} --three-tables"
    if first.paired and first.identical != 1:
        pair = f" --arm {shlex.quote(first.a)} --arm {shlex.quote(first.b)}" if others else ""
        yield f"The game in which it mattered most: lab games --run {shlex.quote(run)} --most-changed{pair} --top 1"
    yield from other_lines(run, others)
    yield f"Everything else about these games: lab report --run {shlex.quote(run)} --to report.html"


def again_said(command: str, run: str, asked: Sequence[str | None]) -> Iterable[str]:
    """What is typed to play these games and to make this page."""
    if command:
        yield STORE.sub("", command)
    yield f"lab verdict {shlex.quote(run)}{options(*asked)} --to verdict.pdf"
