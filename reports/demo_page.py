"""What `lab demo` says of its games: three answers, how long games are, the card and the game that stand out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from lab.cards.card_verdict import JUDGED_BY, MATTERS, METRICS, card_numbers
from lab.comparison.arm_comparison import Difference, compare_run
from lab.comparison.comparison_words import first_sentence
from lab.health.health_check import GREEN, OPEN, RED, in_words, kept_health
from lab.runs.run_heading import about, personas
from lab.stats.intervals import p_text
from lab.tables.metric import compute
from lab.tables.shelf import Shelf
from reports.page_list import page_data
from reports.pages import cards, games

if TYPE_CHECKING:
    from lab.store.store_folder import Store

STAYS = "\u00a0"
"""A space at which no line is broken."""
BESIDE = 8
"""Columns of the medians beside the chart."""
BLOCKS = " ▁▂▃▄▅▆▇█"
"""From nothing to a full cell, in eighths."""
STEPS = (1, 2, 3, 4, 5, 6, 8, 10)
"""A column stands for so many units, or ten times as many, and so on."""
TICK = 10
"""Columns from one number of the axis to the next."""
KINDS = ("comeback", "closest", "longest")
"""Games that are looked for, until there is one; there always is a longest one."""
CARDS_SAID = 3
"""Lines that are told of cards: how many, the strong ones, the weak ones."""


@dataclass(frozen=True)
class Question:
    """What somebody wants to know, and the measure that was named for it before anybody looked."""

    text: str
    arm: str
    measure: str


def beginning(store: Store, runs: Sequence[str]) -> str:
    """How much was played by whom, and how numbers are read."""
    arms = pl.concat([store.arms(run) for run in runs])
    who = about(arms)
    players = f"{' or '.join(map(str, who['players']))} players: {personas(who['personas'])}"
    return f"{arms['games'].sum():,} games, {players}. [95 % intervals]"


def answers(store: Store, runs: Sequence[str], questions: Sequence[Question]) -> list[tuple[str, str]]:
    """Each question with its answer: one sentence with its interval, and how sure that is."""
    rows = [row for run in runs for row in compare_run(store, run)]
    of_arms = {q: [row for row in rows if row.b == q.arm] for q in questions}
    return [(q.text, _answer(sorted(own, key=lambda row: row.metric != q.measure))) for q, own in of_arms.items()]


def _answer(rows: Sequence[Difference]) -> str:
    """The sentence about the first of the measures of an arm, and how sure it is."""
    row = rows[0]
    name, value = ("p", row.p_value) if row.role == "primary" else ("q", row.q_value)
    if not row.found or value is None:
        return first_sentence(rows)  # it says how many games there are
    pairs = "pairs of games" if row.paired else "games each"
    told = p_text(value) if p_text(value).startswith("<") else f"= {p_text(value)}"
    return f"{first_sentence(rows)} ({row.n:,} {pairs}, " + f"{name} {told})".replace(" ", STAYS)


def lengths(store: Store, runs: Sequence[str], width: int) -> list[str]:
    """A chart of the turns of all arms, and their medians."""
    turns: dict[str, list[int]] = {}
    medians = ["median"]
    for run in runs:
        games = store.table("game", run).select(pl.col("arm").cast(pl.String), "turns").collect()
        length = compute(store, ["game_length"], run)["game_length"]
        known = dict(length.filter(measure="turns")["arm", "median"].rows())
        for arm in map(str, store.arms(run)["arm"]):
            turns[arm] = games.filter(arm=arm)["turns"].to_list()
            medians.append(str(known[arm]))
    lines = distributions(turns, width - BESIDE)
    return [f"{line:<{width - BESIDE}}{median:>{BESIDE}}".rstrip() for line, median in zip(lines, medians, strict=True)]


def strong_cards(store: Store, run: str, arm: str) -> str:
    """Which cards of an arm are too strong or too weak in the hand, and of how many one cannot tell."""
    found = card_numbers(compute(store, METRICS, run), "", MATTERS).filter(arm=arm)
    told = cards.answer(arm, found.filter(pl.col(JUDGED_BY) != "kicked")).split("\n")
    return _plain(" ".join(told[:CARDS_SAID]))


def notable_game(store: Store, run: str, arm: str) -> tuple[str, int]:
    """A game of an arm that is worth looking at, in a sentence, and its number."""
    data = page_data([Shelf(store, run)], games.METRICS)
    of_arm = data["notable_games"].filter(arm=arm)
    kind = next(kind for kind in KINDS if kind in of_arm["kind"].to_list())
    rows = of_arm.filter(kind=kind)
    return _plain(games.answer(data, rows, kind)), int(rows["game"][0])


def checks(store: Store, runs: Sequence[str]) -> list[str]:
    """What a look at the games and numbers found: of sound runs in one sentence, of others in one each."""
    looked = {run: kept_health(store, run) for run in runs}
    sound = [frame["state"].to_list() for frame in looked.values() if frame.height and RED not in frame["state"]]
    told = [in_words(frame, run) for run, frame in looked.items() if frame.is_empty() or RED in frame["state"]]
    states = [state for run in sound for state in run]
    if states:
        left = f", {states.count(OPEN)} cannot be made with so few games" if OPEN in states else ""
        told.append(f"{states.count(GREEN)} of {len(states)} checks of games and numbers are green{left}.")
    return told


def _plain(text: str) -> str:
    """The words of a page without its marks."""
    return text.replace("**", "")


def distributions(rows: Mapping[str, Sequence[int]], room: int) -> list[str]:
    """How numbers spread, one line for each named row, below a line with the axis; `room` is the width of a line.

    A row is as high as it gets at its own peak; its last column holds whatever is greater too. Numbers are at least 0.
    """
    names = max(map(len, rows), default=0)
    columns = max(room - names - 2, TICK)
    step = _step(max((_nearly_all(values) for values in rows.values()), default=0), columns)
    axis = "".join(f"{tick * step:<{TICK}}" for tick in range(0, columns, TICK))[:columns].rstrip()
    return [f"{'':{names}}  {axis}", *(f"{name:{names}}  {_row(rows[name], step, columns)}" for name in rows)]


def _nearly_all(values: Sequence[int]) -> int:
    """What one value in twenty exceeds."""
    return sorted(values)[math.ceil(0.95 * len(values)) - 1] if values else 0


def _step(most: int, columns: int) -> int:
    """The least round number of units a column, at which the greatest value has one."""
    tens = 1
    while most >= STEPS[-1] * tens * columns:
        tens *= 10
    return next(step * tens for step in STEPS if most < step * tens * columns)


def _row(values: Sequence[int], step: int, columns: int) -> str:
    """Blocks as high as many values fall into each column; who is there at all is seen."""
    counts = [0] * columns
    for value in values:
        counts[min(value // step, columns - 1)] += 1
    peak, top = max(counts) or 1, len(BLOCKS) - 1
    return "".join(BLOCKS[math.ceil(top * count / peak)] for count in counts).rstrip()
