"""The sentences of a verdict for people who have no lab: the answer, how sure it is, what else moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, OTHER_LENGTH, TURNS, is_share
from lab.comparison.difference_order import by_rule, in_order, surprise, topic_of
from lab.comparison.game_numbers import BEHIND, LOST, MEDIAN
from reports.verdict_measures import LONG, change_range, finest, name_of, printed, way

MOST, MOST_OF_SEVERAL = 5, 3
"""Measures that are told beside the one that was asked about, of one arm and of each of several."""
PLAINEST = (LOST, "lead_changes", TURNS)
"""Of what tells the same story, what people understand at once."""
LITTLE, LITTLE_OF_100 = 0.05, 0.02
"""What no change goes beyond that may be called little: a part of the value before, and of shares."""
SURE = ((2.0, "Very"), (1.3, "Fairly"), (0.0, "Barely"))
"""Half-widths of its interval that a change lies from none, and how sure it is then."""
NOTHING = "No change is found in anything else."
RANGES = "If one played for ever, each change would lie in its range (95 % sure of each)."
MANY, LUCK = 5, "Of ten such changes about one may be luck."
"""Changes of which it is worth saying that some may be chance."""


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


def lower(text: str) -> str:
    """A text as a sentence goes on."""
    return text[:1].lower() + text[1:]


def findings(rows: Sequence[Difference]) -> list[Difference]:
    """What moved beside the primary measure, the surest first, but what the rules say themselves."""
    own = by_rule(rows)
    return [row for row in in_order(rows[1:]) if row.found and row.metric not in own]


def others(rows: Sequence[Difference]) -> list[Difference]:
    """What moved beside the primary measure: of a length the other one, then what moved surest, a topic once."""
    wanted = OTHER_LENGTH.get(rows[0].metric)
    length = [row for row in rows[1:] if row.metric == wanted and row.found]
    seen = {_story(row) for row in (rows[0], *length)}
    by_topic: dict[str, Difference] = {}
    for row in findings(rows):
        topic = _story(row)
        if topic not in seen and (topic not in by_topic or row.metric in PLAINEST):
            by_topic[topic] = row
    rest = sorted(by_topic.values(), key=lambda row: (row.metric != BEHIND, surprise(row)), reverse=True)
    return [*length, *rest][:MOST]


def _story(row: Difference) -> str:
    """What a measure tells of; who is far behind is a story of its own."""
    return row.metric if row.metric == BEHIND else topic_of(row.metric)


def changed(row: Difference) -> str:
    """A change as a sentence begins: `Games are 3.0 turns shorter`, `7.4 fewer of 100 combats are lost`."""
    size, to, name = printed(row).size, way(row, row.difference > 0), name_of(row.metric)
    if row.metric in LONG:
        return f"{'A middling game is' if row.metric == MEDIAN else 'Games are'} {size} {name} {to}"
    whole, _, are = name.partition(" ")
    return f"{size} {to} of 100 {whole} are {are}" if is_share(row) else f"{size} {to} {name} in a game"


def valued(row: Difference, number: str) -> str:
    """A value of a measure: `games take 63.9 turns`, `24.2 of 100 combats are lost`."""
    whole, _, are = (name := name_of(row.metric)).partition(" ")
    if is_share(row):
        return f"{number} of 100 {whole} are {are}"
    who = "a middling game takes" if row.metric == MEDIAN else "games take"
    return f"{who if row.metric in LONG else 'a game has'} {number} {name}"


def is_little(row: Difference) -> bool:
    """Whether a change, if there is one, is known to be little."""
    far = max(abs(row.low), abs(row.high))
    return far <= (LITTLE_OF_100 if is_share(row) else LITTLE * abs(row.value_a))


def answer(rows: Sequence[Difference]) -> str:
    """The answer on one arm: how much the primary measure moved, and to what; of a length also where time disagrees."""
    row, said = rows[0], printed(rows[0])
    if row.identical == 1:
        return f"Nothing changes: all {row.n:,} games are the same with it."
    if not row.found:
        head = "No clear change" if is_little(row) else "Too close to tell"
        return f"{head}: {valued(row, said.after)} with it, {said.before} without."
    other = next((one for one in rows[1:] if one.metric == OTHER_LENGTH.get(row.metric) and one.found), None)
    is_but = other and row.metric in LENGTHS and (other.difference > 0) != (row.difference > 0)
    but = f", but {changed(other).removeprefix('Games are ')}" if other and is_but else ""
    return f"{changed(row)}{but}: {said.after}, not {said.before}."


def rest(rows: Sequence[Difference]) -> str:
    """What is said where a longer game takes no more time, and where nothing else moved."""
    row = next((one for one in rows[1:] if one.metric == OTHER_LENGTH.get(rows[0].metric)), None)
    if rows[0].found and row and not row.found:
        nor = "" if others(rows) else ", nor in anything else"
        said = printed(row)
        return f"No clear change in {name_of(row.metric)} ({said.after} with it, {said.before} without){nor}."
    return NOTHING if rows[0].identical != 1 and not others(rows) else ""


def sure(row: Difference) -> str:
    """How sure that is, in a word and a range; of n games of which none differs 1 in n / 3 may (rule of three)."""
    if row.identical == 1:
        return f"Very: at most 1 game in {max(1, row.n // 3):,} could differ (95 % sure)."
    what = "games" if row.metric in LONG else "there"
    if row.found:
        word = next(word for least, word in SURE if surprise(row) >= least)
        return f"{word}: if one played for ever, {what} would be {in_range(row)} (95 % sure)."
    word = "Sure that it is little" if is_little(row) else "Not at all"
    return f"{word}: if one played for ever, {what} could be anything from {in_range(row)} (95 % sure)."


def also(rows: Sequence[Difference]) -> str:
    """What else moved with one of several arms, as ranges."""
    told = [in_range(row) for row in others(rows)[:MOST_OF_SEVERAL]]
    return f"Also: {joined(told)}." if told else NOTHING


def in_range(row: Difference) -> str:
    """Where the true change of a measure lies, in few words: `1.8 to 4.3 minutes shorter`, `1 to 2 fewer deaths`."""
    if row.metric in LONG:
        return change_range(row, f" {name_of(row.metric)}")
    return f"{change_range(row)} {'of 100 ' * is_share(row)}{name_of(row.metric)}"


def ranking(
    firsts: Sequence[Difference], names: Sequence[str], parts: Sequence[Sequence[str]], beside: Sequence[Difference]
) -> list[str]:
    """The answer on several arms, the largest change first: which does most, whether surely, and which alone does it.

    `parts` is what each has of its own, `beside` the first of them minus each other one.
    """
    first, ruler = firsts[0], finest(firsts)
    said = printed(first, ruler)
    if not first.found:
        return [f"No clear change with any of them: {valued(first, said.before)} without them."]
    apart = {row.a for row in beside if row.b == first.b and row.found}
    alike = [place for place, row in enumerate(firsts) if row.b not in apart]  # the first, and what may do as much
    single = [place for place, some in enumerate(parts) if len(some) == 1]
    doing, idle = ([place for place in single if firsts[place].found == is_so] for is_so in (True, False))
    every = {some[0] for some in parts if len(some) == 1}
    both = [place for place, some in enumerate(parts) if len(some) > 1 and set(some) == every and place in alike]
    if len(doing) == 1 and idle and both and doing[0] in alike:
        done = valued(first, printed(firsts[doing[0]], ruler).after)
        more = (
            f"{capital(joined([names[place] for place in idle]))}: no clear difference to that, alone or added to it."
        )
        return [f"With {names[doing[0]]}, {done}, not {said.before}.", more]
    near = [names[place] for place in alike[1:] if firsts[place].found]
    rest = f"{capital(joined(near))} may do as much." if near else ""
    if len(alike) == 1 and len(apart) == len(firsts) - 1:
        rest = f"Clearly more than {'the other' if len(apart) == 1 else 'each of the others'}."
    return [f"{capital(names[0])} does most: {valued(first, said.after)}, not {said.before}.", rest]


def side_by_side(firsts: Sequence[Difference], names: Sequence[str], seats: Sequence[int]) -> list[str]:
    """The answer on games of which none is a rule laid on another: `47.0 turns with 3 players, 63.9 with 4`."""
    first, ruler = firsts[0], finest(firsts)
    told = [f"{valued(first, printed(first, ruler).before)} with {names[0]}"]
    for row, name in zip(firsts, names[1:], strict=True):
        open_so = "" if row.found else " (no clear change)"
        told.append(f"{printed(row, ruler).after} with {name.removesuffix(' players')}{open_so}")
    each = ""
    if len(set(seats)) > 1 and first.metric == TURNS:
        values = [first.value_a, *(row.value_b for row in firsts)]
        turns = [round(value / n) for value, n in zip(values, seats, strict=True)]
        each = f"For each player that is about {' to '.join(map(str, sorted({min(turns), max(turns)})))} turns."
    return [f"{capital(joined(told))}.", each]


def games_for(row: Difference) -> int:
    """Games, in thousands, in which a change that is little would be seen; 0 where it is known already."""
    half, near = (row.high - row.low) / 2, (LITTLE_OF_100 if is_share(row) else LITTLE * abs(row.value_a)) / 2
    is_open = not row.found and half > near > 0 and row.identical != 1
    return math.ceil(row.n * (half / near) ** 2 / 1000) * 1000 if is_open else 0
