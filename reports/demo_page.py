"""What `lab demo` says of its games: three answers, how long games are, the card and the game that stand out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from lab.cards.card_verdict import JUDGED_BY, MATTERS, METRICS, card_numbers
from lab.comparison.arm_comparison import Difference, compare_run
from lab.comparison.comparison_words import sentence
from lab.health.health_check import GREEN, OPEN, RED
from lab.health.health_report import in_words, kept_health
from lab.runs.heading import about, personas
from lab.stats.intervals import p_text
from lab.tables.metric import compute
from reports.character_chart import distributions
from reports.page_list import page_data
from reports.page_sources import source
from reports.pages import cards, games

if TYPE_CHECKING:
    from lab.store.store_folder import Store

STAYS = "\u00a0"
"""A space at which no line is broken."""
BESIDE = 8
"""Columns of the medians beside the chart."""
KINDS = ("comeback", "closest", "longest")
"""Games that are looked for, until there is one; there always is a longest one."""


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
    return f"{arms['games'].sum():,} games, {players}. In brackets: 95 % intervals."


def answers(store: Store, runs: Sequence[str], questions: Sequence[Question]) -> list[tuple[str, str]]:
    """Each question with its answer: one sentence with its interval, and how sure that is."""
    rows = {(row.b, row.metric): row for run in runs for row in compare_run(store, run)}
    return [(q.text, _answer(rows[q.arm, q.measure])) for q in questions]


def _answer(row: Difference) -> str:
    name, value = ("p", row.p_value) if row.role == "primary" else ("q", row.q_value)
    if not row.found or value is None:
        return sentence(row)  # it says how many games there are
    pairs = "pairs of games" if row.paired else "games each"
    told = p_text(value) if p_text(value).startswith("<") else f"= {p_text(value)}"
    return f"{sentence(row)} ({row.n:,} {pairs}, " + f"{name} {told})".replace(" ", STAYS)


def lengths(store: Store, runs: Sequence[str], width: int) -> list[str]:
    """A chart of the turns of all arms, and their medians."""
    turns: dict[str, list[int]] = {}
    medians = ["median"]
    for run in runs:
        games = store.table("game", run).select(pl.col("arm").cast(pl.String), "turns").collect()
        known = dict(source(store, run, "game_length").filter(measure="turns")["arm", "median"].rows())
        for arm in map(str, store.arms(run)["arm"]):
            turns[arm] = games.filter(arm=arm)["turns"].to_list()
            medians.append(str(known[arm]))
    lines = distributions(turns, width - BESIDE)
    return [f"{line:<{width - BESIDE}}{median:>{BESIDE}}".rstrip() for line, median in zip(lines, medians, strict=True)]


def strong_cards(store: Store, run: str, arm: str) -> str:
    """Which cards of an arm are too strong or too weak in the hand, and of how many one cannot tell."""
    found = card_numbers(compute(store, METRICS, run), "", MATTERS).filter(arm=arm)
    return _plain(cards.answer(arm, found.filter(pl.col(JUDGED_BY) != "kicked")))


def notable_game(store: Store, run: str, arm: str) -> tuple[str, int]:
    """A game of an arm that is worth looking at, in a sentence, and its number."""
    data = page_data(store, [run], games.METRICS)
    of_arm = data["notable_games"].filter(arm=arm)
    kind = next(kind for kind in KINDS if kind in of_arm["kind"].to_list())
    rows = of_arm.filter(kind=kind)
    return _plain(games.answer(data, rows, kind)), int(games.first_of(rows, kind)["game"])


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
