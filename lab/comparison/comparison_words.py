"""A comparison in words: what moved, by how much, how sure that is, and what did not move.

What may be concluded from a comparison: which p-values hold, what the pairing was worth, for whom it holds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from decimal import Decimal

from lab.comparison import game_numbers
from lab.comparison.arm_comparison import Difference
from lab.comparison.difference_order import in_order, topic_of
from lab.comparison.game_numbers import MEDIAN, MINUTES, WITHIN
from lab.comparison.measure_names import name_of
from lab.stats.intervals import CONFIDENCE, FDR, p_text
from lab.stats.paired import ROUNDING

TURNS = "turns"
LENGTHS = (TURNS, "rounds", MINUTES)
OTHER_LENGTH = {TURNS: MINUTES, "rounds": MINUTES, MEDIAN: MINUTES, WITHIN: MINUTES, MINUTES: TURNS}
"""What is told beside a length of games: a turn in which more happens takes longer, so turns rank rules wrongly."""
ELSEWHERE = " Other players may show other differences: see --three-tables."
ASK_OTHERS = " Other players may show other differences: --agents cut-throat."
"""The same where a command asks at one table."""
MOST_HINTED = 2
"""Of those in which no change was found, measures whose own interval leaves out zero: so many are named."""
MOST_NAMED = 4
"""Secondary measures that a sentence names; the table has them all."""


def is_share(row: Difference) -> bool:
    """Whether a row is told in per cent, and its difference in points."""
    return game_numbers.is_share(row.metric)


def amount(row: Difference, value: float, sign: bool = False) -> str:
    """A value of a measure: shares in per cent, counts with as many digits as the interval carries."""
    if value != value:
        return "unknown"
    number = f"{100 * value:+.1f}" if is_share(row) else f"{value:+.{digits(row)}f}"
    if float(number) == 0:  # what rounds to nothing has no sign
        number = number.lstrip("+-")
    return number.replace("-", "−") if sign else number.removeprefix("+")


def subtracted(before: str, after: str) -> Decimal:
    """What two values differ by as they are written: whoever subtracts them finds it."""
    return Decimal(after) - Decimal(before)


def written_difference(row: Difference) -> float:
    """The difference of the two values as they are written.

    What is not the difference of these two, or would round to nothing, stays as it is.
    """
    before, after = (amount(row, value) for value in (row.value_a, row.value_b))
    if "unknown" in (before, after):
        return row.difference
    size, scale, places = float(subtracted(before, after)), *((100, 1) if is_share(row) else (1, digits(row)))
    known = abs(size - scale * row.difference) <= 10.0**-places  # of medians of pairs, say, it is another number
    return size / scale if known and size and (size > 0) == (row.difference > 0) else row.difference


def bound(row: Difference, value: float) -> str:
    """An end of an interval, signed; where it would round to nothing with the decimal that shows its side."""
    said = amount(row, value, True)
    if said.strip("0.") or abs(value) <= ROUNDING * (row.high - row.low):
        return said
    shown = 100 * value if is_share(row) else value
    return f"{shown:+.{-math.floor(math.log10(abs(shown)))}f}".replace("-", "−")


def digits(row: Difference) -> int:
    """Decimals that say something: two digits of the interval's width."""
    width = row.high - row.low
    return min(3, max(0, 1 - math.floor(math.log10(width)))) if width > 0 else 1


def relative(row: Difference) -> float | None:
    """The difference as a share of what the first arm has; None for shares and where that is nothing."""
    return None if is_share(row) or not row.value_a else row.difference / row.value_a


def interval(row: Difference) -> str:
    """The interval of a difference."""
    return f"[{bound(row, row.low)}, {bound(row, row.high)}]".replace("+", "")


def around(row: Difference) -> str:
    """The interval of a difference as it is said: in the direction of the difference."""
    low, high = (row.low, row.high) if row.difference > 0 else (-row.high, -row.low)
    return f"[{bound(row, low)}, {bound(row, high)}]".replace("+", "")


def change(row: Difference, alone: bool = False) -> str:
    """One difference as people say it: `9.1 turns shorter [8.6, 9.5], −24 %`; `alone`: its two values are not told."""
    up, bounds = row.difference > 0, around(row)
    size = amount(row, abs(row.difference if alone else written_difference(row)))
    if row.metric == MEDIAN:
        told = f"the median game {size} turns {'longer' if up else 'shorter'} {bounds}"
    elif row.metric in LENGTHS:
        told = f"{size} {name_of(row.metric)} {'longer' if up else 'shorter'} {bounds}"
    elif row.metric == WITHIN:
        ends = f"from {amount(row, row.value_a)} to {amount(row, row.value_b)}"
        told = f"{size} {'more' if up else 'fewer'} of 100 games end within an hour {bounds}, {ends}"
    elif is_share(row):
        told = f"{name_of(row.metric)}: {size} points {'more' if up else 'less'} {bounds}"
    elif row.metric == "top_level":
        told = f"{name_of(row.metric)} {size} {'higher' if up else 'lower'} {bounds}"
    else:
        told = f"{size} {'more' if up else 'fewer'} {name_of(row.metric)} {bounds}"
    part = relative(row)
    return told if part is None else f"{told}, {percent(part)}"


def percent(part: float) -> str:
    """A relative change: `−24 %`, `+0.8 %`; what rounds to nothing has no sign."""
    text = f"{100 * part:+.0f}" if abs(part) >= 0.0995 else f"{100 * part:+.1f}"
    return f"{text if float(text) else text.lstrip('+-')} %".replace("-", "−")


def cells_of(rows: Sequence[Difference]) -> dict[str, list[str]]:
    """Differences as the columns of a table, written: measure, a, b, difference, interval, p or q, found."""
    told = [row.p_value if row.role == "primary" else row.q_value for row in rows]
    return {
        "measure": [name_of(row.metric) + (" %" if is_share(row) else "") for row in rows],
        "a": [amount(row, row.value_a) for row in rows],
        "b": [amount(row, row.value_b) for row in rows],
        "difference": [amount(row, written_difference(row), True) for row in rows],
        "interval": [interval(row) for row in rows],
        "p": ["" if p is None else p_text(p) for p in told],
        "found": ["*" if row.found else "" for row in rows],
    }


def answer(rows: Sequence[Difference]) -> list[str]:
    """Sentences about one pair of arms: the primary measure, what else moved, and how far anything else can be off."""
    first = rows[0]
    if first.identical == 1:
        return [f"{first.b} against {first.a}: the same game every time, in {first.n} of {first.n} pairs."]
    others = _others(rows)
    moved = [row for row in others if row.found]
    also = "Also" if first.found else "What moved"
    rest = [row for row in others if not row.found]
    return [first_sentence(rows), *_moved(moved, also), *_rest(rest, len(rows))]


def first_sentence(rows: Sequence[Difference]) -> str:
    """The primary measure of one pair of arms, of a length in turns and in minutes."""
    return f"{sentence(rows[0]).removesuffix('.')}{in_minutes(rows)}."


def named_first(rows: Sequence[Difference]) -> list[Difference]:
    """The measures of one pair of arms that its sentences name: the primary one, and what else moved surest."""
    length = _other_length(rows)
    beside = [length] if length and length.found else []
    return [rows[0], *beside, *[row for row in _others(rows) if row.found][:MOST_NAMED]]


def _other_length(rows: Sequence[Difference]) -> Difference | None:
    """Of a primary measure that is a length the other one that is told with it, unless neither was found to move."""
    wanted = OTHER_LENGTH.get(rows[0].metric)
    other = next((row for row in rows[1:] if row.metric == wanted), None)
    return other if other and (rows[0].found or other.found) else None


def _others(rows: Sequence[Difference]) -> list[Difference]:
    """What is told behind the first sentence, in order; what tells of the same length again is last."""
    length, topic = _other_length(rows), topic_of(rows[0].metric)
    others = [row for row in in_order(rows[1:]) if row is not length]
    return sorted(others, key=lambda row: row.found and topic_of(row.metric) == topic) if length else others


def in_minutes(rows: Sequence[Difference]) -> str:
    """What the first sentence of a length adds: estimated minutes beside turns, or turns beside minutes."""
    first, other = rows[0], _other_length(rows)
    if other is None:
        return ""
    ends = f"from {amount(other, other.value_a)} to {amount(other, other.value_b)}"
    if not other.found:
        return f"; but no difference in {name_of(other.metric)} found, {ends}"
    longer = (first.difference > 0) != (first.metric == WITHIN)  # more games within an hour are shorter ones
    apart = not first.found or longer != (other.difference > 0)
    return f"; {'but ' if apart else ''}{change(other)}, {ends}"


def sentence(row: Difference) -> str:
    """One difference with its interval, or what no difference was found in, and how large one may be."""
    if row.found:
        return f"{row.b} against {row.a}: {change(row)}."
    if (
        _far(row) != _far(row) or row.low == row.high != 0
    ):  # nothing varies: nobody knows how far it may be from the truth
        return f"{row.b} against {row.a}: too few games to say anything of {name_of(row.metric)}."
    unit = "points" if is_share(row) else name_of(row.metric)
    return (
        f"{row.b} against {row.a}: no difference in {name_of(row.metric)} found; the {100 * CONFIDENCE:.0f} % interval "
        f"goes from {bound(row, row.low)} to {bound(row, row.high)} {unit}, with {row.n} games."
    )


def _moved(rows: Sequence[Difference], also: str) -> list[str]:
    if not rows:
        return []
    told = [change(row) for row in rows[:MOST_NAMED]]
    more = f"; and {len(rows) - MOST_NAMED} more (see the table)" if len(rows) > MOST_NAMED else ""
    return [f"{also}: {'; '.join(told)}{more}."]


def _rest(rows: Sequence[Difference], of: int) -> list[str]:
    """How far off it may be what was not found: far ends of intervals, of counts only those of one a game or more.

    Each interval is one by itself: on average one end in twenty lies beyond its truth, several at once where measures
    move together. Those that leave out zero all the same are told first.
    """
    said = []
    perhaps = [row for row in rows if row.low > 0 or row.high < 0]
    if hints := [change(row) for row in perhaps][:MOST_HINTED]:
        said = [f"Perhaps: {'; '.join(hints)}. That may be chance: {len(rows)} measures show no sure change."]
    known = [row for row in rows if not math.isnan(_far(row)) and row not in perhaps]
    counts = [(_far(row) / row.value_a, name_of(row.metric)) for row in known if not is_share(row) and row.value_a >= 1]
    shares = [(_far(row), name_of(row.metric)) for row in known if is_share(row)]
    bounds = [f"{max(1, 100 * part):.0f} % ({name})" for part, name in sorted(counts)[-1:]]
    bounds += [f"{100 * part:.1f} points ({name})" for part, name in sorted(shares)[-1:]]
    if not bounds:
        return said
    ends = f"their {100 * CONFIDENCE:.0f} % intervals"
    if len(counts) + len(shares) < len(known):
        ends = f"the {100 * CONFIDENCE:.0f} % intervals of those that happen once a game or more"
    found = f"No change found in {len(known)}{' others' * bool(perhaps)} of {of} measures"
    return [*said, f"{found}; {ends} reach at most {' or '.join(bounds)}."]


def _far(row: Difference) -> float:
    """The far end of an interval from no difference."""
    return max(abs(row.low), abs(row.high))


def how_to_read(rows: Sequence[Difference]) -> str:
    """Which p-values may be believed."""
    pairs = len({(row.a, row.b) for row in rows})
    each = f" in each of the {pairs} comparisons, which are not adjusted for one another" if pairs > 1 else ""
    return (
        f"Primary measure: {name_of(rows[0].metric)} (--primary); chosen before looking, its p stands as it is{each}"
        f", * below {1 - CONFIDENCE:.2f}. All other measures of a comparison are one family: q is p adjusted for their "
        f"number (Benjamini-Hochberg), * below {FDR:g}: over many comparisons at most about one mark in {1 / FDR:.0f} "
        "is no difference at all; in one of them, where measures move together, it may be none or several."
    )


def worth(first: Difference) -> str:
    """What it was worth to lay the games beside each other."""
    if not first.paired:
        return "These arms share no randomness: their games are independent."
    pairs = "" if first.identical is None else f"{100 * first.identical:.1f} % of the pairs are the same game"
    same = f"{pairs} in both arms. " if pairs else ""
    if first.correlation is None or first.variance_saved is None:
        return f"{same}For {name_of(first.metric)} the pairs have no correlation to speak of: one arm never varies."
    correlation = f"{first.correlation:.2f}".replace("-", "−")
    if first.variance_saved <= 0:
        return f"{same}For {name_of(first.metric)} the pairs correlate by {correlation}: they save nothing."
    left = 1 - first.variance_saved
    games = f", as good as {1 / left:.1f} times the games" if left > ROUNDING else ""
    return (
        f"{same}For {name_of(first.metric)} the pairs correlate by {correlation} and save "
        f"{100 * first.variance_saved:.0f} % of the variance{games}."
    )


def who(tables: Sequence[Sequence[str]], is_asked: bool = False, seats: Collection[int] = ()) -> str:
    """Who played, and how one sees whether it is the rules or the players; `tables` has the agents of each arm.

    `is_asked`: others were asked too, and what they say stands elsewhere. `seats` are the numbers of players; of other
    numbers than agents they take their seats in turn.
    """
    distinct = {tuple(agents) for agents in tables}
    if len(distinct) > 1:
        return "The arms differ in who plays: what moved is the players' doing."
    (agents,) = distinct
    times = Counter(agents)
    several = len(times) < len(agents)
    names = ", ".join(f"{n} {name}" if several else name for name, n in times.items())
    in_turn = len(times) > 1 and any(number != len(agents) for number in seats)
    return f"{'Seats taken in turn by' if in_turn else 'All seats played by'}: {names}.{'' if is_asked else ELSEWHERE}"
