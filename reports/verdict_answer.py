"""The sentences of a verdict for people who have no lab: the answer, how sure it is, what else moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.comparison import confidence_sequence
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, OTHER_LENGTH, TURNS, is_share
from lab.comparison.difference_order import by_rule, in_order, new_endings, surprise, topic_of
from lab.comparison.game_numbers import BEHIND, LOST, MEDIAN, MINUTES
from lab.stats.intervals import z_quantile
from reports.verdict_measures import (
    CHANCE,
    LONG,
    UNCLEAR,
    capital,
    finest,
    name_of,
    number_of,
    of_100,
    outcome,
    printed,
)

MOST, MOST_OF_SEVERAL = 5, 3
"""Measures that are told beside the one that was asked about, of one arm and of each of several."""
PLAINEST = (LOST, "lead_changes", TURNS)
"""Of what tells the same story, what people understand at once."""
LITTLE, LITTLE_OF_100 = 0.05, 0.02
"""What no change goes beyond that may be called little: a part of the value before, and of shares."""
TOO_FEW, CHANCES = "too few to tell", "19 times in 20"
RANGES = f"Likely ranges hold the true average change {CHANCES}."
FEW_GAMES, ENOUGH = 200, 1000
"""Games below which a page warns that they often mislead, and how many it asks for then."""
TELL = "show a change of more than about {}"
HARDLY = 0.25
"""Part of a change that is hardly any."""
OF_TURNS = ("combats", "kills", "flights", "deaths", "helps", "lead_changes")
"""What is counted of a game and is less in a shorter one, whatever the rules."""
EXPLAINED = 0.5
"""The least part of such a change that is a matter of the turns: then it is no finding of its own."""


def findings(rows: Sequence[Difference]) -> list[Difference]:
    """What moved beside the primary measure, the surest first, but what the rules say themselves."""
    own = by_rule(rows)
    return [row for row in in_order(rows[1:]) if row.found and row.metric not in own]


def others(rows: Sequence[Difference]) -> list[Difference]:
    """What moved beside the primary measure: the other length, a new way to end, then what moved surest, a topic once.

    What moved by less than half of a little is none of it.
    """
    wanted = OTHER_LENGTH.get(rows[0].metric)
    length = [row for row in rows[1:] if row.metric == wanted and row.found]
    own = [row for row in sorted(new_endings(rows[1:]), key=surprise, reverse=True) if row.value_b][:1]
    seen = {_story(row) for row in (rows[0], *length)}
    by_topic: dict[str, Difference] = {}
    for row in findings(rows):
        topic = _story(row)
        is_told = topic in seen or _is_slight(row) or is_of_turns(rows, row)
        if not is_told and (topic not in by_topic or row.metric in PLAINEST):
            by_topic[topic] = row
    rest = sorted(by_topic.values(), key=surprise, reverse=True)
    return [*length, *own, *rest][:MOST]


def _story(row: Difference) -> str:
    """What a measure tells of; who is far behind is a story of its own, and a flight is a combat lost."""
    if row.metric == "flights":
        return topic_of(LOST)
    return row.metric if row.metric == BEHIND else topic_of(row.metric)


def changed(row: Difference) -> str:
    """A change as a sentence begins: `Games are 1.5 turns longer`, `7.4 fewer of 100 combats are lost`."""
    size, name = printed(row).size, name_of(row.metric)
    if row.metric in LONG:
        who = "A middling game is" if row.metric == MEDIAN else "Games are"
        by = "an estimated " if row.metric == MINUTES else ""
        return f"{who} {by}{size} {name} {'longer' if row.difference > 0 else 'shorter'}"
    size += " more" if row.difference > 0 else " fewer"
    return of_100(row, size) if is_share(row) else f"An average game has {size} {name}"


def valued(row: Difference, number: str) -> str:
    """A value of a measure: `an average game takes 63.9 turns`, `24.2 of 100 combats are lost`."""
    if is_share(row):
        return of_100(row, number)
    which = "a middling" if row.metric == MEDIAN else "an average"
    has = "takes an estimated" if row.metric == MINUTES else "takes" if row.metric in LONG else "has"
    return f"{which} game {has} {number} {name_of(row.metric)}"


def _little(row: Difference) -> float:
    """What no change goes beyond that may be called little, in units of the measure."""
    return LITTLE_OF_100 if is_share(row) else LITTLE * abs(row.value_a)


def _is_slight(row: Difference) -> bool:
    """Whether a change, however sure it is, is too small to be told: less than half of a little."""
    return abs(row.difference) <= _little(row) / 2


def is_little(row: Difference) -> bool:
    """Whether a change, if there is one, is known to be little."""
    return max(abs(row.low), abs(row.high)) <= _little(row)


def answer(rows: Sequence[Difference]) -> str:
    """The answer on one arm: how much the primary measure moved, and to what; also where time or rates disagree."""
    row, said = rows[0], printed(rows[0])
    if row.identical == 1:
        return f"Nothing changes: all {row.n:,} games are the same with it."
    if outcome(row) == UNCLEAR:
        head = "No clear change: " if is_little(row) else f"{row.n:,} games are {TOO_FEW}: "
        return f"{head}{valued(row, said.after)} with it, {said.before} without."
    other = next((one for one in rows[1:] if one.metric == OTHER_LENGTH.get(row.metric) and one.found), None)
    is_but = other and row.metric in LENGTHS and (other.difference > 0) != (row.difference > 0)
    but = f", but {changed(other).removeprefix('Games are ')}" if other and is_but else ""
    mean = " on average" if row.metric in LENGTHS else ""
    near = min(abs(row.low), abs(row.high))
    only = f" (perhaps only {number_of(row, near)})" if row.found and near < HARDLY * abs(row.difference) else ""
    chance = only if row.found else f" ({CHANCE})"
    return f"{capital(changed(row))}{mean}{but}{chance}: {said.after}, not {said.before}.{per_turns(rows)}"


def is_of_turns(rows: Sequence[Difference], row: Difference) -> bool:
    """Whether what a game has less or more of is at least half a matter of its turns: of how many times as many."""
    turns = next((one for one in rows if one.metric == TURNS and one.found), None)
    if turns is None or row.metric not in OF_TURNS or min(row.value_a, row.value_b) <= 0 or not row.difference:
        return False
    return math.log(turns.value_b / turns.value_a) / math.log(row.value_b / row.value_a) >= EXPLAINED


def per_turns(rows: Sequence[Difference]) -> str:
    """Behind the answer on the first measure what it would be in as many turns as before."""
    first = rows[0]
    if outcome(first) == UNCLEAR or not is_of_turns(rows, first):
        return ""
    turns = next(row for row in rows if row.metric == TURNS)
    part = f"{100 * abs(turns.difference) / turns.value_a:.0f} % {'more' if turns.difference > 0 else 'fewer'}"
    as_many = number_of(first, first.value_b * turns.value_a / turns.value_b)
    return f" But games have {part} turns: in as many turns as before there would be {as_many} {name_of(first.metric)}."


def rest(rows: Sequence[Difference]) -> str:
    """That nothing else moved, where that is so."""
    if rows[0].identical == 1 or len(rows) == 1 or others(rows):
        return ""
    if any(_is_slight(row) and _story(row) != _story(rows[0]) for row in findings(rows)):
        return "Nothing else changes by more than a little."
    return "Nothing else clearly changes." if rows[0].found else "No clear change in anything else."


def trust(pairs: Sequence[Sequence[Difference]], is_asked: bool) -> str:
    """How sure the numbers of a page are; of n games of which none differs 1 in n / 3 may (rule of three)."""
    first = pairs[0][0]
    if first.identical == 1:
        return f"At most 1 game in {max(1, first.n // 3):,} could differ ({CHANCES})."
    few = " So few games often mislead: play more before you change a rule for it." * (first.n < FEW_GAMES)
    return f"{RANGES}{few}{' The number of the chart was chosen after the games.' * (not is_asked)}"


def ranking(
    firsts: Sequence[Difference], names: Sequence[str], parts: Sequence[Sequence[str]], beside: Sequence[Difference]
) -> list[str]:
    """The answer on several arms, the largest change first: which does most, whether surely, and which alone does it.

    `parts` is what each has of its own, `beside` the first of them minus each other one.
    """
    first, ruler = firsts[0], finest(firsts)
    said = printed(first, ruler)
    if not first.found:
        few = f"{first.n:,} games are {TOO_FEW}"
        head = "No clear change with any of them" if all(map(is_little, firsts)) else few
        return [f"{head}: {valued(first, said.before)} without them."]
    apart = {row.a for row in beside if row.b == first.b and row.found}
    alike = [place for place, row in enumerate(firsts) if row.b not in apart]  # the first, and what may do as much
    single = [place for place, some in enumerate(parts) if len(some) == 1]
    doing, idle = ([place for place in single if firsts[place].found == is_so] for is_so in (True, False))
    every = {some[0] for some in parts if len(some) == 1}
    both = [place for place, some in enumerate(parts) if len(some) > 1 and set(some) == every and place in alike]
    if len(doing) == 1 and idle and both and doing[0] in alike:
        done = valued(first, printed(firsts[doing[0]], ruler).after)
        what, are = capital(joined([names[place] for place in idle])), "make" if len(idle) > 1 else "makes"
        more = f"{what} {are} no clear difference to this, alone or on top of {names[doing[0]]}."
        return [f"With {names[doing[0]]}, {done}, not {said.before}.", more]
    near = [names[place] for place in alike[1:] if firsts[place].found]
    rest = f"{capital(joined(near))} may change as much." if near else ""
    if len(alike) == 1 and len(apart) == len(firsts) - 1:
        rest = "The other does not change it as much." if len(apart) == 1 else "None of the others changes it as much."
    return [f"{capital(names[0])} changes most: {valued(first, said.after)}, not {said.before}.", rest]


def side_by_side(firsts: Sequence[Difference], names: Sequence[str], seats: Sequence[int]) -> list[str]:
    """The answer on games of which none is a rule laid on another: `47.0 turns with 3 players, 63.9 with 4`."""
    first, ruler = firsts[0], finest(firsts)
    told = [f"{valued(first, printed(first, ruler).before)} with {names[0]}"]
    for row, name in zip(firsts, names[1:], strict=True):
        open_so = "" if row.found else f" ({outcome(row)})"
        told.append(f"{printed(row, ruler).after} with {name.removesuffix(' players')}{open_so}")
    each = ""
    if len(set(seats)) > 1 and first.metric == TURNS:
        values = [first.value_a, *(row.value_b for row in firsts)]
        turns = [round(value / n) for value, n in zip(values, seats, strict=True)]
        each = f"That is about {' to '.join(map(str, sorted({min(turns), max(turns)})))} turns for each player."
    return [f"{capital(joined(told))}.", each]


def games_for(row: Difference) -> tuple[int, str]:
    """Games, to two digits, that would tell a change from a little one, and to what it is known then; 0 if it is told.

    That is to half of what is little, as a round number: `1 turn` of 64, `1 of 100`.
    """
    near = _little(row) / 2
    if row.found or row.identical == 1 or not near or is_little(row):
        return 0, ""
    unit = 10.0 ** math.floor(math.log10(near))
    size = max(n * unit for n in (1, 2, 5) if n * unit <= near * 1.001)
    spread = (row.high - row.low) / 2 * math.sqrt(row.n) / z_quantile()
    goal = confidence_sequence.Goal(row.metric, confidence_sequence.KNOWN, size)
    games = confidence_sequence.games_for(goal, spread)
    name = "of 100" if is_share(row) else name_of(row.metric)
    told = f"{100 * size if is_share(row) else size:g} {name.removesuffix('s') if size == 1 else name}"
    return round(games, 2 - len(str(games))), told
