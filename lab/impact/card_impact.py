"""What is asked about a card in an arm, and the answer: forks, pairs, what became of it; read if a store has it."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NoReturn

import polars as pl

from lab.comparison.arm_comparison import as_frame
from lab.impact.blank_scores import play_pairs, table_delta
from lab.impact.card_fates import fate_table
from lab.impact.encounters import encounters
from lab.impact.extra_games import Shown
from lab.impact.identity_cards import ARRIVED, MOST, RIVALS, among_rivals, power_uses, rivals_of
from lab.provenance import fingerprint
from lab.runs.fork_games import Asked, Forked, fork_arm
from lab.runs.run_spec import NO_EVENTS
from lab.store.given_up_games import GivenUp
from lab.store.result_files import Results
from lab.tables.shelf import ROOT, made_by, source_of

if TYPE_CHECKING:
    from decks.card_schema import Card
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

SOURCES = ("lab/impact", "lab/runs", "lab/metrics")
"""Folders whose code stands behind an answer, beyond the rooms of all numbers and the engine."""
PARTS = ("length", "fates", "met", "rivals", "powers", "given_up")
"""Tables that pairs of games make; the last one says which pairs are in none of them."""


@dataclass(frozen=True)
class Question:
    """What is asked: of which design, how many forks and how many pairs of games; 0 of either is none."""

    card: str  # id
    forks: int
    pairs: int
    workers: int = 0


@dataclass(frozen=True)
class Impact:
    """What a card does in an arm; a part that was not asked for is missing."""

    arm: Arm
    question: Question
    forked: Forked | None
    length: pl.DataFrame | None  # a row for each measure, as `lab.comparison.arm_comparison` has it
    fates: pl.DataFrame | None
    met: pl.DataFrame | None  # of a monster or a Curse: a row for each thing that is said of its meetings
    rivals: pl.DataFrame | None  # of a Class or the like: a row for each of its kind, as `RIVALS` has it
    powers: pl.DataFrame | None  # a row for each power that somebody has to use, as `USES` has it
    paired: GivenUp  # pairs of games that were given up
    was_read: bool  # nothing had to be played

    @property
    def card(self) -> str:
        """Id of the design."""
        return self.question.card

    @property
    def facts(self) -> Card:
        """The design, as its deck has it."""
        return self.arm.cards.cards[list(self.arm.cards.ids).index(self.card)]

    @property
    def lacking(self) -> list[str]:
        """What is said of games that were given up and are in no number."""
        forked = self.forked.given_up.says(f"games of {self.arm.name} that were to be forked") if self.forked else ""
        return [said for said in (forked, self.paired.says(f"pairs of games of {self.arm.name}")) if said]


def impact_of(arm: Arm, question: Question, store: Store | None = None, shown: Shown | None = None) -> Impact:
    """Answer a question about a card in an arm: as it was kept in a store, or else played now and kept."""
    keep = _Keep(store, arm, question.card)
    forked, of_forks = _forks(arm, question, keep, shown) if question.forks else (None, True)
    tables, of_pairs = _pairs(arm, question, keep, shown) if question.pairs else ({}, True)
    length, fates, met, rivals, powers, given_up = (tables.get(name) for name in PARTS)
    paired = GivenUp() if given_up is None else _counted(given_up)
    return Impact(arm, question, forked, length, fates, met, rivals, powers, paired, of_forks and of_pairs)


def rivals_in_run(store: Store, run: str, arm: Arm, card: str) -> pl.DataFrame:
    """Where a Class or the like stands among its kind in the games of a run: `RIVALS`, as of as many pairs; or no row.

    `arm` is one of the run's, and the games are those of the pairs that are played with the card.
    """
    number = list(arm.cards.ids).index(card)
    if not rivals_of(arm, number):
        return pl.DataFrame(schema=RIVALS)
    own = pl.col("arm").cast(pl.String) == arm.name, pl.col("game") < MOST
    came = store.table("exposure", run).filter(own).select(ARRIVED).collect()
    seats = store.table("seat", run).filter(own).select("game", "seat", "credit").collect()
    return among_rivals(arm, number, came, seats.filter(pl.col("game").is_in(came["game"].unique().implode())))


def _table(given_up: GivenUp) -> pl.DataFrame:
    """Games that were begun, and how often each bound was met, as a table that is kept."""
    rows = [("", given_up.games), *given_up.faults.most_common()]
    return pl.DataFrame(rows, schema={"fault": pl.String, "games": pl.Int64}, orient="row")


def _counted(table: pl.DataFrame) -> GivenUp:
    """The same from its table."""
    found = dict(table.iter_rows())
    return GivenUp(found.pop("", 0), Counter(found))


def kept_answers(store: Store, arm: Arm) -> list[Impact]:
    """What a store has been told about cards in an arm, of each card by the most forks and pairs; nothing is played."""
    arm = replace(arm, run=arm.run.model_copy(update=NO_EVENTS))  # as `lab card` plays it
    names = Results.of_cards(store.path).names()
    found = []
    for card in arm.cards.ids:
        if any(name.startswith(f"{card}-") for name in names):
            most = _most(names, _Keep(store, arm, card))
            if any(most.values()):
                one = impact_of(arm, Question(card, most["forks"], most["pairs"]), store, _unplayed)
                found.append(one)
    return found


def _most(names: list[str], keep: _Keep) -> dict[str, int]:
    """The most forks and pairs of games of whose answer all tables are kept and up to date."""
    parts = {"forks": ("", "-told", "-given_up"), "pairs": tuple(f"-{name}" for name in PARTS)}
    most = {}
    for kind, ends in parts.items():
        pattern = re.compile(rf"{re.escape(keep.stem)}-{kind}(\d+){re.escape(ends[0])}-[0-9a-f]{{16}}-")
        numbers = {int(match[1]) for name in names if (match := pattern.match(name))}
        whole = [n for n in numbers if keep.find([f"{kind}{n}{end}" for end in ends]) is not None]
        most[kind] = max(whole, default=0)
    return most


def _unplayed(what: str, number: int) -> NoReturn:
    raise AssertionError(f"{number} {what} are to be read, not played")


def _forks(arm: Arm, question: Question, keep: _Keep, shown: Shown | None) -> tuple[Forked, bool]:
    """The forks, and whether they were read."""
    name = f"forks{question.forks}"
    files = [f"{name}{end}" for end in ("", "-told", "-given_up")]
    if (found := keep.find(files)) is not None:
        rows, told, given_up = found
        counts = told.row(0, named=True)
        return Forked(rows, counts.pop("up_to"), counts, _counted(given_up)), True
    with shown("forks", question.forks) if shown else nullcontext() as tell:
        forked = fork_arm(arm, Asked(question.card, question.forks, with_blank=True), question.workers, tell)
    told = pl.DataFrame([{"up_to": forked.games, **forked.counts}])
    keep.put(dict(zip(files, (forked.rows, told, _table(forked.given_up)), strict=True)))
    return forked, False


def _pairs(arm: Arm, question: Question, keep: _Keep, shown: Shown | None) -> tuple[dict[str, pl.DataFrame], bool]:
    """The tables of the pairs, and whether they were read."""
    files = [f"pairs{question.pairs}-{name}" for name in PARTS]
    if (found := keep.find(files)) is not None:
        return dict(zip(PARTS, found, strict=True)), True
    with shown("pairs", question.pairs) if shown else nullcontext() as tell:
        pairs = play_pairs(arm, question.card, question.pairs, question.workers, tell)
    number = list(arm.cards.ids).index(question.card)
    met = encounters(arm, number, pairs.game, pairs.event)
    came = pairs.exposure
    rivals = among_rivals(arm, number, came, pairs.seat.filter(pl.col("game").is_in(came["game"].unique().implode())))
    powers = power_uses(arm.cards.cards[number], pairs.uses, pairs.stays)
    made = [as_frame(table_delta(pairs)), fate_table(pairs.stays), met, rivals, powers, _table(pairs.given_up)]
    keep.put(dict(zip(files, made, strict=True)))
    return dict(zip(PARTS, made, strict=True)), False


class _Keep:
    """Where answers about a card in an arm are kept: `cards/results/` of a store, each under what it was made of."""

    def __init__(self, store: Store | None, arm: Arm, card: str) -> None:
        self.results = Results.of_cards(store.path) if store is not None else None
        asked = [arm.variant.rules_hash, arm.cards.deck_hash, str(arm.run.seed), str(arm.setting.seats)]
        self.stem = f"{card}-{fingerprint([*asked, *arm.setting.agents], 12)}"
        files = [path for folder in SOURCES for path in sorted((ROOT / folder).glob("*.py"))]
        self.made_of = fingerprint([card, arm.arm_hash, made_by(source_of(*files))])

    def find(self, names: list[str]) -> list[pl.DataFrame] | None:
        """The tables of these names, if all of them are there and whole."""
        if self.results is None:
            return None
        found = [self.results.find(f"{self.stem}-{name}", self.made_of) for name in names]
        return None if any(table is None for table in found) else [table for table in found if table is not None]

    def put(self, tables: dict[str, pl.DataFrame]) -> None:
        if self.results is None:
            return
        for name, table in tables.items():
            self.results.keep(f"{self.stem}-{name}", self.made_of, table)
