"""The measures of a verdict in a player's words, and their numbers as they are printed: what subtracts, subtracts.

A share is told as so many of 100, so that no per cent stands beside points; how sure a change is, as a range.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from lab.agents.personas import personas
from lab.comparison.arm_comparison import Difference
from lab.comparison.comparison_words import LENGTHS, amount, bound, digits, is_share, subtracted
from lab.comparison.game_numbers import BEHIND, CREDIT, CREDIT_OF, LOST, MEDIAN, MINUTES, SEVERAL, TIMES_AS_FAR, WITHIN
from lab.comparison.measure_names import name_of as lab_name
from lab.tables.column import written
from lab.tables.table_pace import Pace, pace

CALLED = {
    MINUTES: "minutes", "decisions": "choices of the players",
    "kills": "monsters killed", "flights": "flights from monsters", "helps": "helps in combat",
    "lead_changes": "changes of the leader", "reshuffles": "piles shuffled anew", MEDIAN: "turns",
    LOST: "combats lost", BEHIND: "rounds begun far behind", WITHIN: "games over within an hour",
    SEVERAL: "games won by several players", CREDIT: "games won by the first player",
    "ending_kill": "games won by killing a monster", "ending_card": "games won through a card",
    "ending_shared": "games won by fighter and helper",
    "ending_boss": "games ended by the last Boss", "ending_last_sane": "games won by the last sane one",
    "ending_all_cultists": "games ended with Cultists only", "ending_time_limit": "games ended by the time limit",
    "ending_capped": "games cut off after very many turns",
}  # fmt: skip
"""What players say of a game; of a share what is counted, and in the words behind it what so many of 100 are."""
HEADS = {
    "turns": "Turns in an average game, all players together",
    MINUTES: "Average minutes, estimated from turns, choices and combats",
    MEDIAN: "Turns in a middling game: half of all are shorter", "top_level": "Highest Level at the end of a game",
}  # fmt: skip
IN_ROWS = {
    "turns": "turns, all players together", MINUTES: "minutes (estimated)",
    MEDIAN: "turns in the game of middle length (half are shorter)",
    BEHIND: "rounds an average player begins far behind",
}  # fmt: skip
LONG = (*LENGTHS, MEDIAN)
"""Measures of how long games are."""
LIKELY = "likely"
CHANCE, UNCLEAR = "may be chance", "no clear change"
"""What is said of a change that is not clear: its range leaves out none, but it is one of many; or it does not."""
DECIMALS = 2
"""Decimals of what is counted once a game or more."""
LEAST_AHEAD = 2
"""Levels that the leader of an example still needs."""


def capital(text: str) -> str:
    """A text as a sentence begins."""
    return text[:1].upper() + text[1:]


def name_of(metric: str) -> str:
    """What a measure is called in a sentence."""
    if metric.startswith(CREDIT_OF):
        return f"games won by the {metric.removeprefix(CREDIT_OF)} player"
    return CALLED.get(metric) or lab_name(metric)


def outcome(row: Difference) -> str:
    """What is said of a change that is not clear, else nothing."""
    return "" if row.found else CHANCE if row.low > 0 or row.high < 0 else UNCLEAR


def of_100(row: Difference, number: str) -> str:
    """A share in a sentence: `24.2 of 100 combats are lost`."""
    if row.metric == BEHIND:
        return f"an average player begins {number} of 100 rounds far behind the leader"
    counted, _, are = name_of(row.metric).partition(" ")
    return f"{number} of 100 {counted} are {are}"


def head_of(row: Difference, goal: int) -> str:
    """What stands above a chart of one measure, for people who see nothing else; `goal` is the winning Level."""
    name = name_of(row.metric)
    if row.metric == BEHIND:
        return (
            "How many of 100 rounds a player begins far behind: "
            f"at least {TIMES_AS_FAR} times as far from winning as the leader, say at {_example(goal)}"
        )
    if is_share(row):
        whole, _, are = name.partition(" ")
        return f"How many of 100 {whole} are {are}"
    return HEADS.get(row.metric) or f"{name[:1].upper()}{name[1:]} in an average game"


def in_question(metric: str) -> str:
    """A measure as it is asked about, behind `changes`."""
    if metric == BEHIND:
        return "how often players are far behind"
    return "the length of games" if metric in LONG else f"the number of {name_of(metric)}"


def row_of(row: Difference) -> str:
    """What a measure is called in a table."""
    name = IN_ROWS.get(row.metric)
    return f"{name or name_of(row.metric)}, of 100" if is_share(row) else name or f"{name_of(row.metric)} per game"


def notes_of(metrics: Collection[str], goal: int, said: Pace, seats: int) -> Iterable[str]:
    """What words of a page mean that players do not use so; `goal` is the winning Level."""
    if LOST in metrics:
        yield "A combat is lost when the fighter has to run away, even if that succeeds."
    if BEHIND in metrics:
        yield far_behind(goal)
    if "lead_changes" in metrics:
        yield "The leader changes when a round ends with somebody else alone in the lead than before."
    if MINUTES in metrics:
        by = "are estimated at" if said == pace() else "are estimated by this group\u2019s own pace,"
        yield (
            f"Minutes {by} {said.turn:g} seconds for a turn, {said.decision:g} for each choice of a player and "
            f"{said.combat:g} for a combat. Groups that are slower or faster see other minutes than these."
        )
    if {"ending_card", "ending_kill"} & set(metrics):
        yield "Some games are won through a card that gives the last Level without a kill."
    for name in sorted(metric.removeprefix(CREDIT_OF) for metric in metrics if metric.startswith(CREDIT_OF)):
        if name in personas():
            why = personas()[name].why.partition(":")[0].rstrip(".")
            fair = f"{100 / seats:.3g} of 100 games would be a fair share"
            yield f"The {name} player: {why[:1].lower()}{why[1:]}; {fair}."


def far_behind(goal: int) -> str:
    """When a player is far behind, with an example."""
    return (
        "Whenever a round begins (one turn of everybody), each player is looked at: far behind is whoever has at "
        f"least {TIMES_AS_FAR} times as many Levels to go as the leader (in a game to Level {goal}: {_example(goal)})."
    )


def _example(goal: int) -> str:
    """Two Levels of which one is just far behind the other."""
    ahead = LEAST_AHEAD if goal > TIMES_AS_FAR * LEAST_AHEAD else 1
    return f"Level {goal - TIMES_AS_FAR * ahead} while the leader has Level {goal - ahead}"


def finest(rows: Sequence[Difference]) -> Difference:
    """Of one measure of several arms the row by whose decimals all are printed."""
    return max(rows, key=digits)


class Numbers(NamedTuple):
    """A difference as `lab compare` prints it, but `size` is what the printed numbers differ by; shares are of 100."""

    before: str
    after: str
    size: str


def printed(row: Difference, ruler: Difference | None = None) -> Numbers:
    """The numbers of one difference, with the decimals of another row if they stand beside it."""
    before, after = (number_of(row, value, ruler) for value in (row.value_a, row.value_b))
    if "unknown" in (before, after):
        return Numbers(before, after, "unknown")
    size = abs(subtracted(before, after))
    return Numbers(before, after, str(size) if size else bound(row, row.difference).lstrip("+\u2212"))


def number_of(row: Difference, value: float, ruler: Difference | None = None) -> str:
    """A value of a measure as it is printed, with the decimals of another row if it stands beside it."""
    return _number(row, amount(ruler or row, value), value)


def _number(row: Difference, said: str, value: float) -> str:
    """What was said of a value; with two decimals of what is counted once a game or more."""
    is_long = len(said.partition(".")[2]) > DECIMALS and not is_share(row) and min(row.value_a, row.value_b) >= 1
    return f"{value:.{DECIMALS}f}" if is_long and round(value, DECIMALS) else said


def change_range(row: Difference, to: str = "to") -> str:
    """Where the true change lies: `1.8 to 4.3 fewer`, `2.6 fewer to 3.2 more`."""
    low, high = (_number(row, bound(row, value), value).lstrip("+-\u2212") for value in (row.low, row.high))
    if "unknown" in (low, high):
        return "unknown"
    return sided((row.low, row.high), (low, high), to)


def sided(ends: tuple[float, float], said: tuple[str, str], to: str = "to") -> str:
    """Both ends of a range of changes, said without their signs: the nearer one first, or `fewer` to `more`."""
    low, high = said
    if ends[0] < 0 < ends[1]:
        return f"{low} fewer {to} {high} more"
    near, far = (low, high) if ends[1] > 0 else (high, low)
    return f"{f'{near} {to} ' * (near != far)}{far} {'more' if ends[1] > 0 else 'fewer'}"


def in_words(row: Mapping[str, Any], column: str) -> tuple[str, str]:
    """A number of a card and its likely range in games of 100: as `lab cards` writes them, but the signs in words."""
    value, low, high = (row[f"{column}{side}"] for side in ("", "_low", "_high"))
    size, *ends = re.findall(r"[\d.,]*\d", written(value, "points", low, high))
    return f"{size} {'more' if value > 0 else 'fewer'}", sided((low, high), (ends[0], ends[1])) if ends else "unknown"


def wins(row: Mapping[str, Any], column: str) -> str:
    """The same in a sentence."""
    size, lies = in_words(row, column)
    return f"{size} of 100 games ({LIKELY} {lies})"
