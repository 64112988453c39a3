"""What captions say of every number: how many games, who played them, and how its interval is made."""

from __future__ import annotations

from collections import Counter

import polars as pl

from engine.inputs.quote import joined
from lab.tables.metric import load_metrics
from lab.tables.run_frames import sampled
from reports.elements import Data
from reports.theme import arm_names

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""Words of numbers of seats."""


def sample_of_cards(data: Data, frame: pl.DataFrame, column: str = "games") -> str:
    """The number of games behind what is told of cards; where it was kept of a sample who got which, of how many."""
    some = sampled(data["arm"])
    return counted(data, frame, column) + (f" Who got which card was kept of {some}." if some else "")


def counted(data: Data, frame: pl.DataFrame, column: str = "games", what: str = "games") -> str:
    """The number of games behind a frame, arm by arm where they differ."""
    top = {str(a): int(n or 0) for a, n in frame.group_by("arm").agg(pl.col(column).max()).iter_rows()}
    shown = [(arm, top[arm]) for arm in arm_names(data["arm"]) if arm in top]
    if len({n for _, n in shown}) == 1:
        each = " each" if len(shown) > 1 else ""
        return f"n = {shown[0][1]:,} {what}{each}."
    return f"n = {', '.join(f'{n:,} ({arm})' for arm, n in shown)} {what}."


def people(agents: tuple[str, ...]) -> str:
    """A table of personas, each with its number of seats."""
    return joined([f"{n}\u00a0\u00d7\u00a0{agent}" if n > 1 else agent for agent, n in Counter(agents).items()])


def who_played(data: Data) -> str:
    """Seats, decks and personas of the run: for these the numbers hold."""
    arms = data["arm"]
    seats = sorted(set(arms["seats"].to_list()))
    tables = {tuple(agents) for agents in arms["agents"].to_list()}
    is_one = len(tables) == 1 and [len(agents) for agents in tables] == seats
    seated = [f"{NUMBERS[n]} {agent}" for agent, n in Counter(*tables).items()] if is_one else []
    personas = ", ".join(seated) or joined(list(dict.fromkeys(arms["agents"].explode().to_list())))
    decks = list(dict.fromkeys(arms["decks"].explode().to_list()))
    own = (
        "" if set(decks) <= set(arm_names(arms)) else f" with the deck {', '.join(decks)}"
    )  # rules have one of their own
    return f"{' or '.join(map(str, seats))} players{own}: {personas}."


def setting(data: Data) -> str:
    """What stands once above the numbers of a page: how many games of which rules, and who played."""
    names, games = arm_names(data["arm"]), sorted(set(data["arm"]["games"].to_list()))
    number = " to ".join(f"{n:,}" for n in (games[0], *games[1:][-1:]))
    return f"{number} games {'per rule set' if names[1:] else f'with {names[0]}'}, {who_played(data)}"


def method(metric: str) -> str:
    """How the intervals of a metric are made, from the register."""
    return f"95 % intervals: {load_metrics()[metric].interval}."
