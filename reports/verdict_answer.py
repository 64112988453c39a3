"""The sentences of a verdict for people who have no lab: the answer, how sure it is, what else moved."""

from __future__ import annotations

import math
from collections.abc import Sequence

from engine.inputs.quote import joined
from lab.comparison import confidence_sequence
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, OTHER_LENGTH, TURNS, amount, is_share
from lab.comparison.difference_order import by_rule, in_order, surprise, topic_of
from lab.comparison.game_numbers import BEHIND, CREDIT_OF, LOST, MEDIAN, MINUTES
from lab.stats.intervals import FDR, z_quantile
from reports.verdict_measures import LONG, change_range, finest, name_of, of_100, printed, short_name

MOST, MOST_OF_SEVERAL = 5, 3
"""Measures that are told beside the one that was asked about, of one arm and of each of several."""
PLAINEST = (LOST, "lead_changes", TURNS)
"""Of what tells the same story, what people understand at once."""
LITTLE, LITTLE_OF_100 = 0.05, 0.02
"""What no change goes beyond that may be called little: a part of the value before, and of shares."""
SURE = ((2.0, "Very", ""), (1.3, "Fairly", "probably "), (0.0, "Barely", "perhaps "))
"""Half-widths of its interval that a change lies from none, and how sure it is then: apart, and in the answer."""
TOO_FEW, CHANCES = "too few to tell", "19 chances in 20"
RANGES = f"Each true average change lies in its likely range ({CHANCES} for each)."
STRICTER = f"the others, being many, have a stricter test: of those called changed 1 in {1 / FDR:.0f} may be chance"
MOST_NEAR = 3
"""Measures that are named because their own range leaves out no change, though that test does not find them."""


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


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
    """A change as a sentence begins: `Games are perhaps 1.5 turns longer`, `7.4 fewer of 100 combats are lost`."""
    size, name, maybe = printed(row).size, name_of(row.metric), how_sure(row)[1]
    if row.metric in LONG:
        who = "A middling game is" if row.metric == MEDIAN else "Games are"
        by = "an estimated " if row.metric == MINUTES else ""
        return f"{who} {maybe}{by}{size} {name} {'longer' if row.difference > 0 else 'shorter'}"
    size += " more" if row.difference > 0 else " fewer"
    return capital(f"{maybe}{of_100(row, size)}") if is_share(row) else f"An average game has {maybe}{size} {name}"


def how_sure(row: Difference) -> tuple[str, str]:
    """How sure a change is that was found: `Barely` and, as a word of the answer, `perhaps`."""
    return next((word, maybe) for least, word, maybe in SURE if surprise(row) >= least)


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


def is_little(row: Difference) -> bool:
    """Whether a change, if there is one, is known to be little."""
    return max(abs(row.low), abs(row.high)) <= _little(row)


def answer(rows: Sequence[Difference]) -> str:
    """The answer on one arm: how much the primary measure moved, and to what; of a length also where time disagrees."""
    row, said = rows[0], printed(rows[0])
    if row.identical == 1:
        return f"Nothing changes: all {row.n:,} games are the same with it."
    if not row.found:
        head = "No clear change: " if is_little(row) else f"{row.n:,} games are {TOO_FEW}: "
        return f"{head}{valued(row, said.after)} with it, {said.before} without."
    other = next((one for one in rows[1:] if one.metric == OTHER_LENGTH.get(row.metric) and one.found), None)
    is_but = other and row.metric in LENGTHS and (other.difference > 0) != (row.difference > 0)
    but = f", but {changed(other).removeprefix('Games are ')}" if other and is_but else ""
    mean = " on average" if row.metric in LENGTHS else ""
    return f"{changed(row)}{mean}{but}: {said.after}, not {said.before}."


def beside(rows: Sequence[Difference], shown: int, is_one: bool = False) -> str:
    """Of how many other measures some are shown, and whether these are all that moved; `is_one` ends with a list."""
    every, found = rows[1:], sum(row.found for row in rows[1:])
    if not shown:
        return (
            f"No clear change in {sum(not row.found for row in every)} other numbers{' (named at the end)' * is_one}."
        )
    head = f"{found} of {len(every)} other numbers clearly {'changes' if found == 1 else 'change'}"
    if shown == found:
        return f"{head}{', which the table shows (all are named at the end).' if is_one else ':'}"
    some = f"{head}; {shown} of different kinds"
    return f"{some} are in the table, all at the end." if is_one else f"{some}:"


def rest(rows: Sequence[Difference]) -> str:
    """What else moved, or that nothing did; of games of more or fewer turns also that they take no clearly other time.

    The page names at its end all that was counted.
    """
    minutes, shown = next((row for row in rows if row.metric == MINUTES), None), len(others(rows))
    if rows[0].identical == 1 or len(rows) == 1:
        return ""
    is_same = rows[0].metric == TURNS and rows[0].found and minutes and not minutes.found
    if is_same and not shown:
        others_too = sum(not row.found for row in rows[1:]) - 1
        more = f", nor in {others_too} other numbers (named at the end)" if others_too else ""
        return f"No clear change in estimated minutes{more}."
    said = beside(rows, shown, is_one=True)
    return f"No clear change in estimated minutes. {said}" if is_same else said


def counted(pairs: Sequence[Sequence[Difference]]) -> str:
    """All that was counted, and of one arm what of it moved: so one knows what was looked at."""
    found = {row.metric: row.found for rows in pairs for row in rows}
    people = {found[metric] for metric in found if metric.startswith(CREDIT_OF)}
    is_split = len(pairs) == 1 and len(people) > 1
    named = {m: short_name(m) for m in found}
    if is_split:
        rest_of_them = "games won by the other kinds of player"
        named |= {m: name_of(m) if found[m] else rest_of_them for m in found if m.startswith(CREDIT_OF)}
    moved, still = (list(dict.fromkeys(named[m] for m in found if found[m] == is_so)) for is_so in (True, False))
    head, n = f"{len(found)} numbers of a game were compared: ", sum(found.values())
    if len(pairs) > 1 or not (moved and still):
        return f"{head}{joined(list(dict.fromkeys(named.values())))}."
    return f"{head}{n} clearly change{'s' * (n == 1)}: {joined(moved)}; {len(found) - n} not clearly: {joined(still)}."


def surer(pairs: Sequence[Sequence[Difference]], is_asked: bool) -> str:
    """How the measures beside the primary one are judged, and what `no clear change` means."""
    said = f"The chart's number was chosen {'beforehand' if is_asked else 'after the games were played'}; {STRICTER}."
    near = [row for row in pairs[0][1:] if not row.found and (row.low > 0 or row.high < 0)] if len(pairs) == 1 else []
    names = [name_of(row.metric) for row in sorted(near, key=surprise, reverse=True)[:MOST_NEAR]]
    said += f" Perhaps, or by chance: {joined(names)}." if names else ""
    is_open = any(not rows[0].found or not others(rows) for rows in pairs)
    return said + " \u201cNo clear change\u201d is what these games cannot tell from none." * is_open


def known_to(row: Difference) -> str:
    """How far a value is itself from the truth: on a page of other games it is another one."""
    half, before = amount(row, (row.high_a - row.low_a) / 2), printed(row).before
    if not half.strip("0.") or half == "unknown":
        return ""
    return f"The first number, {before}, is known to \u00b1{half}: a page of other games may say so much more or less."


def sure(row: Difference) -> str:
    """How sure that is, in a word and a range; of n games of which none differs 1 in n / 3 may (rule of three)."""
    if row.identical == 1:
        return f"Very: at most 1 game in {max(1, row.n // 3):,} could differ ({CHANCES})."
    word = "Sure that any change is little" if is_little(row) else "Not sure of any change"
    head = f"{how_sure(row)[0]} sure of a change" if row.found else word
    lies = in_range(row, "and")
    return f"{head}: the true average change {'lies between' if ' and ' in lies else 'is'} {lies} ({CHANCES})."


def in_range(row: Difference, to: str = "to") -> str:
    """Where the true change of a measure lies, in few words: `1.8 to 4.3 fewer minutes`, `1 to 2 more deaths`."""
    return f"{change_range(row, to)} {'of 100 ' * is_share(row)}{name_of(row.metric)}"


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
        more = f"{what} {are} no clear difference to this number, alone or together with the other."
        return [f"With {names[doing[0]]}, {how_sure(firsts[doing[0]])[1]}{done}, not {said.before}.", more]
    near = [names[place] for place in alike[1:] if firsts[place].found]
    rest = f"{capital(joined(near))} may do as much." if near else ""
    if len(alike) == 1 and len(apart) == len(firsts) - 1:
        rest = f"Clearly more than {'the other' if len(apart) == 1 else 'each of the others'}."
    return [f"{capital(names[0])} {how_sure(first)[1]}does most: {valued(first, said.after)}, not {said.before}.", rest]


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
