"""Which differences of a comparison come first: the surest, each topic once, and what a rule says itself last."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from lab.comparison.arm_comparison import Difference
from lab.comparison.game_numbers import (
    BEHIND,
    CREDIT,
    CREDIT_OF,
    ENDING,
    LOST,
    MEDIAN,
    MINUTES,
    PRIMARY,
    SEVERAL,
    WITHIN,
)
from lab.stats.paired import ROUNDING

TOPICS = {
    "length": ("turns", MINUTES, WITHIN, "rounds", "decisions", MEDIAN, "combats", "reshuffles"),
    "combats": ("kills", "flights", "deaths", LOST),
    "help": ("helps",),
    "lead": ("lead_changes", BEHIND),
    "fairness": (CREDIT,),
    "endings": (SEVERAL,),
}
"""Measures that tell the same story: where games are shorter, all that happens in them is less."""
ENDINGS, PERSONAS = "endings", "personas"
BY_RULE = ("top_level",)
"""Measures that are what a rule says rather than what it does: they are compared, and are no finding."""
SHARED = f"{ENDING}shared"
OF_RULES = (SHARED, *(f"{ENDING}{name}" for name in ("boss", "last_sane", "all_cultists", "time_limit")))
"""Ways to end that games have by a rule alone; by a kill or a card they end under any rules, and the cap is none."""


def topic_of(metric: str) -> str:
    """What a measure tells of."""
    if metric.startswith(ENDING):
        return ENDINGS
    if metric.startswith(CREDIT_OF):
        return PERSONAS
    return next((topic for topic, measures in TOPICS.items() if metric in measures), metric)


def by_rule(rows: Iterable[Difference]) -> frozenset[str]:
    """Measures of one pair of arms that are what its rules say: also how games end, where only one arm can end so."""
    endings = [row for row in rows if row.metric.startswith(ENDING)]
    own = [row.metric for row in new_endings(endings)]
    told = [row.metric for row in endings] if own else []
    return frozenset([*BY_RULE, *told, *[SEVERAL] * (SHARED in own)])


def new_endings(rows: Iterable[Difference]) -> list[Difference]:
    """Of one pair of arms the ways to end that only the rules of one of them have."""
    return [row for row in rows if row.metric in OF_RULES and row.found and not (row.value_a and row.value_b)]


def surprise(row: Difference) -> float:
    """Half-widths of the interval between the difference and none: what moved surely comes first; nan is last."""
    half = (row.high - row.low) / 2
    if half != half:
        return -1.0
    far = math.inf if half == 0 and row.difference else abs(row.difference) / half if half else 0.0
    return far if far > ROUNDING else 0.0


def turned(row: Difference) -> Difference:
    """The same difference seen from its other arm."""
    return replace(
        row, a=row.b, b=row.a, value_a=row.value_b, value_b=row.value_a, difference=-row.difference, low=-row.high,
        high=-row.low, low_a=row.low_b, high_a=row.high_b, low_b=row.low_a, high_b=row.high_a,
    )  # fmt: skip


def against(rows: Iterable[Difference], arm: str) -> list[Difference]:
    """All that is known of other arms beside one arm."""
    return [row if row.a == arm else turned(row) for row in rows if arm in (row.a, row.b)]


def in_order(rows: Iterable[Difference]) -> list[Difference]:
    """What was found first, by how sure it is, what a rule says itself behind it; then the rest."""
    return sorted(rows, key=lambda row: (row.found, row.metric not in BY_RULE, surprise(row)), reverse=True)


def telling(rows: Sequence[Difference], most: int) -> list[Difference]:
    """The most telling differences: the surest of each arm, then what else moved there, a topic told once an arm."""
    pairs: dict[tuple[str, str], list[Difference]] = {}
    for row in rows:
        pairs.setdefault((row.a, row.b), []).append(row)
    by_rules = {pair: by_rule(own) for pair, own in pairs.items()}
    ranked = [row for row in in_order(rows) if row.found and row.metric not in by_rules[row.a, row.b]]
    first = list(_first(ranked, by_topic=False))
    told = {(row.b, topic_of(row.metric)) for row in first}
    rest = (row for row in _first(ranked, by_topic=True) if (row.b, topic_of(row.metric)) not in told)
    chosen = [*first, *rest][:most]
    return [_representative(row, ranked) for row in chosen]


def _first(ranked: Iterable[Difference], by_topic: bool) -> Iterator[Difference]:
    """The first row of each arm, or of each topic of each arm."""
    seen = set()
    for row in ranked:
        key = (row.b, topic_of(row.metric) if by_topic else "")
        if key not in seen:
            seen.add(key)
            yield row


def _representative(row: Difference, ranked: Iterable[Difference]) -> Difference:
    """People ask for turns: where the length of games moved they are told, if they moved too."""
    if topic_of(row.metric) != topic_of(PRIMARY):
        return row
    return next((one for one in ranked if (one.a, one.b, one.metric) == (row.a, row.b, PRIMARY)), row)
