"""The sentences of a verdict for people who have no lab: what moved, from what to what, how sure that is."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import replace

from engine.inputs.quote import joined
from lab.comparison import measure_names
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, amount, bound, change, in_minutes, interval, is_share, who
from lab.comparison.difference_order import BY_RULE, topic_of
from lab.comparison.game_numbers import COUNTED, PRIMARY
from lab.comparison.largest_arm import largest
from lab.comparison.table_agreement import beside
from lab.runs.arm_spec import table_name
from lab.runs.second_table import SecondTable
from lab.stats.intervals import P_TOLD
from reports.verdict_question import Asked, decks_said, game_of, options, other_lines
from reports.verdict_rules import Arm

FAMILY = "The page looks at {} other measures too; of those that it says moved, up to one in ten may be chance."
WORDS = {"flights": "flights (running away)"}
"""What no player says of a game, and what it is."""
SHORT = 25
"""Words of the sentence that stands on a picture."""
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
BOUNDS = re.compile(r" \[[^\]]*\]")


def name_of(metric: str) -> str:
    """What a measure is called on a page."""
    return explained(measure_names.name_of(metric))


def explained(text: str) -> str:
    """A text of the lab whose words a player knows."""
    return re.sub("|".join(rf"(?<!\()\b{word}\b(?! \()" for word in WORDS), lambda found: WORDS[found[0]], text)


def chance(p_value: float | None) -> str:
    """How often chance alone would make such a difference; nothing where nobody knows."""
    if p_value is None:
        return ""
    if p_value < P_TOLD:
        often = f"fewer than 1 of {1 / P_TOLD:,.0f} runs"
    elif p_value < 0.1:
        often = f"about 1 of {1 / p_value:.0f} runs"
    else:
        often = f"about {10 * p_value:.0f} of 10 runs" if p_value < 0.95 else "nearly every run"
    return f"chance alone would do this in {often}"


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


# what moved


def from_to(row: Difference) -> str:
    """What a measure was and is: `63.9 \u2192 42.7`, of shares `31.6 \u2192 24.2 %`."""
    return f"{amount(row, row.value_a)} \u2192 {amount(row, row.value_b)}{' %' * is_share(row)}"


def headline(row: Difference) -> str:
    """What a measure was and is, with its name: `63.9 \u2192 42.7 turns a game`."""
    if row.identical == 1:
        return f"Nothing changes: the same game in {row.n:,} of {row.n:,} pairs."
    is_count = row.metric in COUNTED
    said = f"{from_to(row)} {name_of(row.metric)} a game" if is_count else f"{name_of(row.metric)}: {from_to(row)}"
    return capital(said if row.found else f"no change found: {said}")


def games_are(row: Difference, said: str) -> str:
    """A sentence about one measure with its subject."""
    return capital(f"games are {said}" if row.found and row.metric in LENGTHS else said)


def by_how_much(row: Difference) -> str:
    """How much a measure that was named already moved."""
    told = explained(change(row)).removeprefix(f"{name_of(row.metric)}: ")
    return f"games are {told}" if row.metric in LENGTHS else told


def bare(row: Difference) -> str:
    """A difference without its interval."""
    if row.found:
        return BOUNDS.sub("", explained(change(row)))
    return f"no difference in {name_of(row.metric)} found"


def short(rows: Sequence[Difference], others: Sequence[Difference]) -> str:
    """What moved in at most 25 words, without intervals: the primary measure, and what else, a topic once."""
    first, other = rows[0], BOUNDS.sub("", in_minutes(rows))
    told, seen = [games_are(first, bare(first)) + other] if first.found else [], {topic_of(first.metric)}
    for row in others:
        topic, length = topic_of(row.metric), len(" ".join([*told, bare(row)]).split())
        if row.found and row.metric not in BY_RULE and topic not in seen and length <= SHORT:
            told.append(bare(row))
            seen.add(topic)
    return capital(f"{'; '.join(told)}.") if told else ""


def are_level(firsts: Sequence[Difference], beside: Sequence[Difference]) -> bool:
    """Whether the largest change of several arms cannot be told from the next one; `beside` as `lead` has it."""
    return len(firsts) > 1 and any(row.a == firsts[1].b and not row.found for row in beside)


def lead(pairs: Sequence[Sequence[Difference]], names: Sequence[str], beside: Sequence[Difference]) -> list[str]:
    """The answer on several arms: which moves the primary measure most, from what to what, and whether that is sure.

    `pairs` has the measures of each, the largest change first; `beside` is the first of them minus each other one.
    """
    firsts = [rows[0] for rows in pairs]
    first, metric = firsts[0], name_of(firsts[0].metric)
    if not first.found:
        widest = replace(first, low=min(row.low for row in firsts), high=max(row.high for row in firsts))
        ends = f"the 95 % intervals of the difference lie within {interval(widest)}"
        return [f"None of these {len(firsts)} is found to change {metric}; {ends}."]
    length = in_minutes(pairs[0])
    who = f"{names[0]} or {names[1]}" if are_level(firsts, beside) else names[0]
    mine = f"{names[0]} " if who != names[0] else ""
    said = f"{capital(who)} changes {metric} most: {mine}{from_to(first)}, {by_how_much(first)}{length}."
    called = {row.b: name for row, name in zip(firsts, names, strict=True)}
    told = explained(largest(firsts, beside, called))
    return [said, *([capital(told)] if told else [])]


# how sure


def games_said(first: Difference) -> str:
    """How many games were played, and how they are laid beside each other."""
    kind = "pairs of games with the same randomness" if first.paired else "games of each, independent of one another"
    return f"{first.n:,} {kind}."


def sure(first: Difference) -> str:
    """How sure the answer is; of n games of which none differed, 1 in n / 3 may (the rule of three)."""
    if first.identical == 1:
        return f"None of them differs, so at most 1 game in {max(1, first.n // 3):,} does (95 % sure)."
    unit = " points" if is_share(first) else ""
    often = chance(first.p_value) if first.found else ""
    told = f"{name_of(first.metric)} differ by {amount(first, first.difference, True)}{unit}"
    return f"{capital(told)}, 95 % interval {interval(first)}{'; ' * bool(often)}{often}."


def sure_of_each(firsts: Sequence[Difference], marks: Sequence[str]) -> str:
    """How often chance alone would make what was found of each arm."""
    often = [(mark, chance(row.p_value)) for row, mark in zip(firsts, marks, strict=True) if row.found]
    told = [f"{mark} in {text.partition(' in ')[2]}" for mark, text in often if text]
    return f"Chance alone would do this: {', '.join(told)}." if told else ""


def sure_in_public(firsts: Sequence[Difference]) -> str:
    """How sure the answer is, for whoever does not know what a pair of games is."""
    first, several = firsts[0], len(firsts) > 1
    ways = "in each of these ways" if several else "without the change and with it"
    played = (
        f"{first.n:,} simulated deals, each played {ways}" if first.paired else f"{first.n:,} simulated games of each"
    )
    if first.identical == 1 or several:
        return f"{played}. {'The lines are 95 % intervals.' if several else sure(first)}"
    unit = "points" if is_share(first) else name_of(first.metric)
    often = f"; {chance(first.p_value)}" if first.found and first.p_value is not None else ""
    ends = f"{bound(first, first.low)} to {bound(first, first.high)} {unit}".replace("+", "")
    return f"{played}. The true change is {ends} (95 % sure{often})."


def family(rows: Sequence[Difference]) -> list[str]:
    """That some of many findings may be chance."""
    others = [row for row in rows if row.role != "primary"]
    return [FAMILY.format(others[0].family)] if sum(row.found for row in others) >= MANY else []


# who played, and what comes next


def who_said(old: Arm, new: Sequence[Arm]) -> str:
    """What was played, who sits at the table, and how many they are."""
    seats = list(dict.fromkeys(str(arm["seats"]) for arm in new))
    changed = f" before, {joined(seats, 'or')} after" if seats != [str(old["seats"])] else ""
    players = f"{old['seats']} players{changed}.{decks_said(old, new)}"
    return f"Simulated games of {game_of([old, *new])}. {at_the_table(old, new)} {players}"


def at_the_table(old: Arm, new: Sequence[Arm]) -> str:
    """Who sits at the table."""
    tables = [table_name(tuple(arm["agents"])) for arm in (old, *new)]
    told = who([list(arm["agents"]) for arm in (old, *new)], True, [arm["seats"] for arm in (old, *new)])
    if len(set(tables)) > 1:
        told = f"Before {tables[0]}, after {joined(dict.fromkeys(tables[1:]), 'or')}. {told}"
    return told


def asked_elsewhere(pairs: Sequence[Sequence[Difference]], marks: str, second: SecondTable | None) -> str:
    """What a second table of other players said of each arm, if one was asked."""
    told = [beside(rows, *second) if second else "" for rows in pairs]
    if len(told) > 1:  # the first one says who plays there
        told = [f"{mark}: {text[:1].lower()}{text[1:]}" if text else "" for mark, text in zip(marks, told, strict=True)]
        first = next((place for place, text in enumerate(told) if text), 0)
        told[first + 1 :] = [re.sub(r" \([^)]*\)", "", text, count=1) for text in told[first + 1 :]]
    return " ".join(filter(None, told)).replace(" See --three-tables.", "")


def next_said(run: str, first: Difference, same_seats: int, others: Sequence[Asked]) -> Iterable[str]:
    """What could be asked next, each with its command; `same_seats`: other players may be asked, so many; 0: not."""
    half = (first.high - first.low) / 2
    near = POINT if is_share(first) else GOAL * abs(first.value_a)
    if not first.found and half > near > 0:
        games = math.ceil(first.n * (half / near) ** 2 / 1000) * 1000
        goal = f"{name_of(first.metric)} to \u00b1{'1 point' if is_share(first) else f'{100 * GOAL:.0f} %'}"
        yield f"To know {goal} takes about {games:,} games: --games {games}"
    arms = f"{shlex.quote(first.a)} {shlex.quote(first.b)}"
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
