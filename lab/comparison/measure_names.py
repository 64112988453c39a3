"""What measures are called: in tables and sentences, and by whoever types one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lab.comparison.game_numbers import (
    BEHIND,
    CREDIT,
    CREDIT_OF,
    DECIDED,
    GAP,
    LOST,
    MEDIAN,
    MINUTES,
    SEVERAL,
    WINS,
    WITHIN,
    WORTH,
    is_share,
    units,
)  # fmt: skip
from lab.errors import BadInput, did_you_mean

if TYPE_CHECKING:
    from lab.stats.intervals import Interval

NOUNS = {
    "turns": "turns", MINUTES: "estimated minutes", WITHIN: "games within an hour", "rounds": "rounds",
    "decisions": "decisions", "combats": "combats", "kills": "kills", "flights": "flights", "deaths": "deaths",
    "helps": "helps", "lead_changes": "lead changes", "reshuffles": "reshuffles", "top_level": "highest final Level",
    CREDIT: "first player's wins",
    "ending_kill": "ended by a kill", "ending_shared": "ended by a shared win", "ending_boss": "ended by the last Boss",
    "ending_last_sane": "won by the last sane one", "ending_all_cultists": "ended with Cultists only",
    "ending_card": "won by a card", "ending_time_limit": "ended by the time limit",
    "ending_capped": "cut off by the cap", MEDIAN: "turns in the median game", LOST: "combats lost",
    BEHIND: "rounds far behind", SEVERAL: "several winners", DECIDED: "games decided early",
}  # fmt: skip
"""What a measure is called in a table and in a sentence."""
ALSO = {"within an hour": WITHIN}
"""What else people type."""

FINE = 10
"""Counts below which hundredths are told."""
PERCENT, POINTS = "%", "points"


def unit_of(measure: str) -> str:
    """What a measure is told in: points for what cards are worth, per cent for shares, counts without a unit."""
    return POINTS if measure.startswith((WORTH, GAP)) else PERCENT if is_share(measure) else ""


def value_told(value: float, unit: str, like: float | None = None) -> str:
    """A value of a measure in its unit, as people read it: `31.9 %`, `−2.0 points`, `63.8`, `0.42`.

    `like`: the count that it has as many digits as, if not itself.
    """
    digits = 1 if unit or abs(value if like is None else like) >= FINE else 2
    number = f"{100 * value if unit else value:.{digits}f}"
    return f"{number} {unit}".strip().replace("-", "−")


def interval_told(found: Interval, unit: str, like: float | None = None) -> str:
    """The same with its interval: `31.9 % [30.8, 33.0]`."""
    like = found.value if like is None else like
    low, high = (value_told(bound, unit, like).removesuffix(f" {unit}") for bound in (found.low, found.high))
    return f"{value_told(found.value, unit, like)} [{low}, {high}]"


def difference_told(found: Interval, measure: str, like: float) -> str:
    """A difference of a measure with its interval, signed: `−2.1 turns [−3.0, −1.2]`, `combats lost +1.3 points [...]`.

    `like`: the value beside which it stands, and of which it has as many digits.
    """
    unit = POINTS if unit_of(measure) else ""
    value, low, high = (
        ("+" if one > 0 else "") + value_told(one, unit, like).removesuffix(f" {unit}")
        for one in (found.value, found.low, found.high)
    )
    said = f"{name_of(measure)} {value} {POINTS}" if unit else f"{value} {name_of(measure)}"
    return f"{said} [{low}, {high}]"


def name_of(metric: str) -> str:
    """What people call a measure."""
    for sort, word in ((WORTH, ""), (WINS, "wins as "), (GAP, "")):
        if metric.startswith(sort):
            return word + metric.removeprefix(sort).replace(":", " ahead of ")
    if metric.startswith(CREDIT_OF):
        return f"wins of {metric.removeprefix(CREDIT_OF)}"
    return NOUNS.get(metric, metric.replace("_", " "))


def measure_called(text: str) -> str:
    """The measure that somebody calls so, by the word of the tables; any other text stays as it is."""
    known = {word.casefold(): key for key, word in NOUNS.items()} | ALSO
    return known.get(text.strip().casefold(), text)


def check_primary(primary: str) -> str:
    """The measure that may be declared primary, of what it is called or of its name in the tables."""
    if primary.startswith(CREDIT_OF) and primary != CREDIT_OF:
        return primary
    return known_measure(primary, "primary measure", units(), (f"{CREDIT_OF}NAME",))


def known_measure(text: str, where: str, known: Iterable[str], others: Iterable[str] = ()) -> str:
    """The one of some measures that is meant by a text, by its word or its name in the tables.

    Raises BadInput with the words of those that may be named, and `others` behind them, if it is none of them.
    """
    known = list(known)
    measure = measure_called(" ".join(text.split()))
    measure = measure if measure in known else measure.lower().replace(" ", "_")
    if measure in known:
        return measure
    if measure == DECIDED:
        raise BadInput(
            f"{where}: {name_of(DECIDED)} are counted by lab balance alone (--want '{name_of(DECIDED)}=at most 15')"
        )
    words = [name_of(one) for one in known]
    meant = did_you_mean(text, [*words, *known])
    raise BadInput(f"{where}: no measure '{text[:40]}'; {meant}allowed: {', '.join([*words, *others])}")
