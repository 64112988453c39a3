"""The sentences of a verdict for people who have no lab: what moved, from what to what, how sure that is."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterable, Sequence

from engine.inputs.quote import joined
from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, OTHER_LENGTH, TURNS, is_share
from lab.comparison.difference_order import new_endings, surprise, topic_of
from lab.comparison.game_numbers import BEHIND, COUNTED, LOST, MEDIAN, MINUTES, PRIMARY, WITHIN
from reports.verdict_figures import findings
from reports.verdict_numbers import SIDES, from_to, name_of, percent, places, printed, seen, unit
from reports.verdict_question import Asked, has, options, other_lines

MOST_NAMED = 4
"""Further measures that a sentence names."""
PLAINEST = (LOST, "lead_changes")
"""Of what tells the same story, what people understand at once."""
MANY = 5
"""Findings of which it is worth saying that some may be chance."""
LUCK = "Of ten other changes about one may be luck; smaller ones could have escaped us."
MISSED = "Smaller changes elsewhere could have escaped us."
VARY = 1.1
"""So many times as much games vary by one rule as by another where it is said."""
GOAL = 0.02
"""Part of the value before to which a measure is known when an answer is called sharp."""
USUAL_SEATS = 4
"""Players of a game where nobody says how many."""
POINT = 0.01
"""The same of a share."""
OPEN = " (no clear change)"
STORE = re.compile(r" --(store|workers)[ =]('[^']*'|\S+)")
"""What was typed that tells of the machine alone."""


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


# what moved


def first_said(row: Difference, ends: Sequence[str] = SIDES) -> str:
    """The answer on one arm: how much the primary measure moved, and what it was and is, in `ends`."""
    if row.identical == 1:
        return f"Nothing changes: the same game in {row.n:,} of {row.n:,} pairs."
    name = name_of(row.metric)
    if not row.found:
        return f"Too close to tell: {name} {_ends(row, None, ends)}; {seen(row)}."
    size = f"{printed(row).size}{' percentage points' * is_share(row)}"
    part, what = f" ({percent(row)})" if percent(row) else "", "turns" if row.metric == MEDIAN else name
    if row.metric in LENGTHS or row.metric == MEDIAN:
        who = "The median game is" if row.metric == MEDIAN else "Games are"
        return f"{who} {size} {what}{part} {_longer(row)}: {_ends(row, None, ends)}."
    return f"{size}{part} {_more(row)} {name}: {_ends(row, None, ends)}."


def _ends(row: Difference, at: int | None, ends: Sequence[str] = SIDES) -> str:
    """What a measure was and is, as a sentence ends."""
    said = printed(row, at)
    return f"{said.before}{_unit(row)} {ends[0]}, {said.after}{_unit(row)} {ends[1]}"


def _unit(row: Difference) -> str:
    return " %" * is_share(row)


def _longer(row: Difference) -> str:
    return "longer" if row.difference > 0 else "shorter"


def _more(row: Difference) -> str:
    return "more" if row.difference > 0 else "fewer"


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
    """What else moved, in few words, and why games within an hour go another way; nothing where nothing did."""
    shown = named(rows)[:most]
    told = [moved(row) if row.found else f"{name_of(row.metric)}: no clear change" for row in shown]
    lengths = [row.difference > 0 for row in (rows[0], *shown[:1]) if row.metric in LENGTHS and row.found]
    first = "But" if len(set(lengths)) > 1 else lead
    return f"{first}: {', '.join(told)}. {within_said(rows)}".rstrip() if told else ""


def within_said(rows: Sequence[Difference]) -> str:
    """Why fewer games end within an hour though they are shorter, or more though they are longer, if they tell."""
    known = {row.metric: row for row in rows if row.found}
    within, long = known.get(WITHIN), known.get(MINUTES)
    if not within or not long or (within.difference > 0) != (long.difference > 0):
        return ""
    is_more, was, now = within.difference > 0, long.high_a - long.low_a, long.high_b - long.low_b
    if (now if is_more else was) <= VARY * (was if is_more else now):
        return ""
    few, vary = ("more", "more") if is_more else ("fewer", "less")
    why = f"they vary {vary}, with {few} very short and {few} very long ones"
    return f"{capital(few)} games end within an hour all the same: {why}."


def rule_itself(rows: Sequence[Difference]) -> str:
    """How games end that only one of the arms can end so: that is the rule, and no finding."""
    told = [f"{name_of(row.metric)} {from_to(row)}" for row in new_endings(rows[1:])]
    return f"By the rule itself: {', '.join(told)}." if told else ""


def lead(
    pairs: Sequence[Sequence[Difference]], names: Sequence[str], marks: Sequence[str], beside: Sequence[Difference]
) -> list[str]:
    """The answer on several arms: which moves the primary measure most, where the others are, what else that one moves.

    `pairs` has the measures of each, the largest change first; `beside` is the first of them minus each other one.
    `names` is what they are called first, `marks` later on.
    """
    firsts = [rows[0] for rows in pairs]
    first, at = firsts[0], places(firsts)
    if not first.found:
        widest = max(firsts, key=lambda row: row.high - row.low)
        before = f"{name_of(first.metric)} ({printed(first, at).before}{_unit(first)} before)"
        return [f"Too close to tell: none of these {len(firsts)} is found to change {before}; {seen(widest)}."]
    known = {row.a: row for row in beside if row.b == first.b}
    others = [place for place, row in enumerate(firsts) if row.b in known]
    near = min(others, key=lambda place: abs(known[firsts[place].b].difference), default=0)
    who, ends, ahead, told = names[0], _ends(first, at), "", [0]
    if near and known[firsts[near].b].found:
        ahead = _ahead(known[firsts[near].b], marks[0], marks[near])
    elif near:
        who, told = f"{names[0]} or {names[near]}", [0, near]
        second = f"{printed(firsts[near], at).after}{_unit(first)} with {marks[near]}"
        ends = f"{ends} with {marks[0]}, {second}, which cannot be told apart"
    rest = f"{_others(firsts, marks, at, told)} {ahead}".strip()
    return [f"{capital(who)} {has(first)}: {ends}.", rest, also(pairs[0], f"With {marks[0]} also")]


def _ahead(row: Difference, first: str, other: str) -> str:
    """By how much the first of several arms is ahead of the next one."""
    said = printed(row)
    ends = (said.low, said.high) if row.difference > 0 else (said.high, said.low)
    gap = " to ".join(ends).replace("\u2212", "")
    return f"{first} has {gap}{' percentage points' * is_share(row)} {_more(row)} than {other} (95 % sure)."


def side_by_side(pairs: Sequence[Sequence[Difference]], names: Sequence[str], seats: Sequence[int]) -> list[str]:
    """The answer on games of which none is a rule laid on another; the first is what the others are set against.

    Of other numbers of players, `seats`, also what one of them has of it.
    """
    first, last = pairs[0][0], pairs[-1]
    firsts, is_seats = [rows[0] for rows in pairs], len(set(seats)) > 1
    length = [[row for row in rows[1:] if row.metric == OTHER_LENGTH.get(first.metric)] for rows in pairs]
    told = [f"{_along([rows[0] for rows in length], names)}."] if all(length) else []
    if is_seats and first.metric == TURNS:
        values = [first.value_a, *(row.value_b for row in firsts)]
        each = [round(value / n) for value, n in zip(values, seats, strict=True)]
        span = " to ".join(map(str, sorted({min(each), max(each)})))
        told.insert(0, f"For each player that is about {span} turns.")
    lead = f"From {names[0].removesuffix(' players') if is_seats else names[0]} to {names[-1]} also"
    rest = also([row for row in last if row not in length[-1]], lead, MOST_NAMED - 1)
    return [f"{capital(_along(firsts, names))}.", " ".join(told), rest]


def _along(firsts: Sequence[Difference], names: Sequence[str]) -> str:
    """One measure of several games: `47.0 turns with 3 players, 63.9 with 4`."""
    at, sign = places(firsts), _unit(firsts[0])
    told = [f"{printed(firsts[0], at).before}{sign} {name_of(firsts[0].metric)} with {names[0]}"]
    for row, name in zip(firsts, names[1:], strict=True):
        told.append(f"{printed(row, at).after}{sign} with {name.removesuffix(' players')}{OPEN * (not row.found)}")
    return ", ".join(told)


def _others(firsts: Sequence[Difference], marks: Sequence[str], at: int, told_first: Sequence[int]) -> str:
    """Where the arms are that were not told first, and of which one cannot tell whether they move it at all."""
    rest = [(row, marks[place]) for place, row in enumerate(firsts) if place not in told_first]
    told = [f"with {mark}: {printed(row, at).after}{_unit(row)}" for row, mark in rest if row.found]
    open_ones = [mark for row, mark in rest if not row.found]
    told += [f"with {joined(open_ones)}: no clear change"] if open_ones else []
    return f"{capital('; '.join(told))}." if told else ""


# how sure


def sure(firsts: Sequence[Difference], marks: Sequence[str], side: str) -> str:
    """How sure the answer is, against one `side`; of n games of which none differed 1 in n / 3 may (rule of three)."""
    first, at = firsts[0], places(firsts) if len(firsts) > 1 else None
    is_rule = side == SIDES[0]
    ways = "without the change and with it" if is_rule and len(firsts) == 1 else "in each of these ways"
    played = f"{first.n:,} simulated {f'deals, each played {ways}' if first.paired else 'games each way'}."
    if first.identical == 1 and len(firsts) == 1:
        return f"{played} None of them differs, so at most 1 game in {max(1, first.n // 3):,} does (95 % sure)."
    told = []
    for row, mark in zip(firsts, marks, strict=True):
        ends = printed(row, at)
        low, high = (f"+{end}" if value > 0 else end for end, value in zip(ends[-2:], (row.low, row.high), strict=True))
        what = f" {unit(row)}" * (row is first)
        told.append(f"between {low} and {high}{what}{f' with {mark}' * (len(firsts) > 1)}")
    what = "change" if is_rule else f"difference from {side}"
    return f"{played} The true {what} is {', '.join(told)} (95 % sure{' of each' * (len(firsts) > 1)})."


def rest_said(rows: Sequence[Difference]) -> str:
    """That some of many findings may be chance, and that what was not found may be there all the same."""
    others = [row.found for row in rows if row.role != "primary" and row.identical != 1]
    return LUCK if sum(others) >= MANY else MISSED if others else ""


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
        yield f"The same with other players? lab compare {arms}{about} --three-tables"
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
