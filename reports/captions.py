"""What captions say of every number: how many games, who played them, and how its interval is made."""

from __future__ import annotations

import polars as pl

from engine.inputs.quote import joined
from lab.tables.metric import load_metrics
from lab.tables.run_frames import sampled
from reports.elements import Data
from reports.theme import arm_names


def sample(data: Data, frame: pl.DataFrame, column: str = "games") -> str:
    """n of each arm, and who played: a result holds for these players only."""
    return f"{counted(data, frame, column)} {who_played(data)}"


def sample_of_cards(data: Data, frame: pl.DataFrame, column: str = "games") -> str:
    """The same of what is told of cards: where it was kept of a sample who got which, of how many games."""
    some = sampled(data["arm"])
    told = f" Who got which card was kept of {some}." if some else ""
    return f"{counted(data, frame, column)}{told} {who_played(data)}"


def counted(data: Data, frame: pl.DataFrame, column: str = "games", what: str = "games") -> str:
    """The number of games behind a frame, arm by arm where they differ."""
    top = {str(a): int(n or 0) for a, n in frame.group_by("arm").agg(pl.col(column).max()).iter_rows()}
    shown = [(arm, top[arm]) for arm in arm_names(data["arm"]) if arm in top]
    if len({n for _, n in shown}) == 1:
        each = " each" if len(shown) > 1 else ""
        return f"n = {shown[0][1]:,} {what}{each}."
    return f"n = {', '.join(f'{n:,} ({arm})' for arm, n in shown)} {what}."


def who_played(data: Data) -> str:
    """Seats, personas and decks of the run."""
    arms = data["arm"]
    seats = sorted(set(arms["seats"].to_list()))
    personas = list(dict.fromkeys(arms["agents"].explode().to_list()))
    decks = list(dict.fromkeys(arms["decks"].explode().to_list()))
    people = " or ".join(map(str, seats))
    plural = "s" if len(personas) > 1 else ""
    return (
        f"Played by {people} seats with the deck {', '.join(decks)}, persona{plural} {joined(personas)}: "
        "the numbers hold for these players."
    )


def method(metric: str) -> str:
    """How the intervals of a metric are made, from the register."""
    return f"95 % intervals: {load_metrics()[metric].interval}."
