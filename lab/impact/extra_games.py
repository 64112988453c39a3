"""Games beside those of an arm, such as those with blank cards: played once, and what they say is kept with the run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.errors import BadInput, RunFault
from lab.runs.game_threads import Told
from lab.runs.stored_vs_today import arms_today, changes, stored_arm
from lab.tables.shelf import ROOT, NotMeasured, Shelf, Source, source_of

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

LACKING = "lacking"
"""The column of what is kept that says which games are in no number; nothing where none was given up."""
MADE_BY = ("decks", "variants", "lab/runs")
"""Rooms whose code makes games, beside the engine."""

Shown = Callable[[str, int], AbstractContextManager[Told]]
"""Shows how far something is: what is counted, and how many there will be."""


class NotPlayedError(Exception):
    """Why there are no such games, in one sentence."""


@dataclass(frozen=True)
class Extra:
    """A kind of games beside an arm's own."""

    kept: str  # what their numbers are kept as, with the run
    name: str  # what they are called
    schema: Mapping[str, Any]  # columns of their numbers, without run_id and `LACKING`; `arm` is one of them
    played: Callable[[Arm, int, Told | None], pl.DataFrame]  # the numbers of so many games, with `LACKING`
    most: int  # games at most
    players: tuple[str, ...] = ()  # who may play them beside the arm's own
    least: int = 0  # games at least, however few the arm has
    first: int = 0  # games of a first answer, where fewer do

    def sizes(self, exact: bool) -> list[Extra]:
        """What does for an answer, the best first: the last of them is played where none is known."""
        quick = [replace(self, kept=f"{self.kept}-first", most=self.first)] if self.first and not exact else []
        return [self, *quick]


def played_once(
    store: Store, arms: pl.DataFrame, extra: Extra, shown: Shown | None = None, exact: bool = True
) -> tuple[pl.DataFrame, list[str]]:
    """The numbers of some arms (run_id, arm), and a sentence for each arm that has none, or lacks games.

    Unless they are to be `exact` those of fewer games do, if more were not played before.
    """
    wanted = list(arms.unique(maintain_order=True).iter_rows())
    rows = [row for run in dict.fromkeys(run for run, _ in wanted) for row in store.arms(run).to_dicts()]
    rows = [row for row in rows if (row["run_id"], row["arm"]) in wanted]
    return _numbers([(Shelf(store, row["run_id"]), row) for row in rows], extra.sizes(exact), shown)


def kept_only(shelf: Shelf, extra: Extra) -> pl.DataFrame:
    """The numbers of the arms of a run, where they were kept; nothing is played."""
    there = {name.rsplit("-", 2)[0] for name in shelf.results.names() if name.startswith(f"{extra.kept}-")}
    rows, sizes = shelf.store.arms(shelf.run).to_dicts() if there else [], extra.sizes(exact=False)
    found = [row for row in rows if any(_called(one, row) in there for one in sizes)]
    return _numbers([(Shelf(shelf.store, shelf.run, computes=False), row) for row in found], sizes)[0]


def _called(extra: Extra, row: Mapping[str, Any]) -> str:
    """The name under which an arm's numbers are kept with its run."""
    return f"{extra.kept}-{row['arm_hash'] or 'unknown'}"


def _numbers(
    asked: list[tuple[Shelf, dict[str, Any]]], sizes: list[Extra], shown: Shown | None = None
) -> tuple[pl.DataFrame, list[str]]:
    extra = sizes[0]
    found, said = [pl.DataFrame(schema={"run_id": pl.String, **extra.schema})], []
    for shelf, row in asked:
        try:
            numbers = _of_arm(shelf, row, sizes, shown)
            found.append(numbers.select(pl.lit(row["run_id"]).alias("run_id"), pl.exclude(LACKING)))
            said += [f"{text}." for text in numbers[LACKING].unique() if text]
        except NotPlayedError as reason:
            said.append(f"No {extra.name} of {row['arm']} (run {row['run_id']}): {reason}.")
    return pl.concat(found), said


def _of_arm(shelf: Shelf, row: dict[str, Any], sizes: list[Extra], shown: Shown | None) -> pl.DataFrame:
    """An arm's numbers, as they were kept, or made now."""
    from lab.agents.personas import agents_hash, is_outside

    if any(is_outside(name) for name in row["agents"]):
        raise NotPlayedError("agents from outside play")
    if not shelf.store.is_finished(shelf.run):
        raise NotPlayedError("the run is not finished")

    made_by = games_made_by() + agents_hash(sizes[0].players)
    few = row["games"] <= sizes[-1].most  # then all of them are as quick
    sources = [
        Source(_called(extra, row), partial(_played, row, extra, shown), ("arm", "card", "weight"), made_by)
        for extra in (sizes[:1] if few else sizes)
    ]
    for source in sources[:-1]:
        if (found := shelf.find(source)) is not None:
            return found
    try:
        return shelf.frame(sources[-1])
    except NotMeasured:  # they are played when somebody asks for them, and never ahead
        raise NotPlayedError("it was not simulated yet") from None


def games_made_by() -> str:
    """Fingerprint of the code that plays games."""
    from lab.provenance import engine_hash

    files = [path for room in MADE_BY for path in sorted((ROOT / room).rglob("*.py"))]
    return engine_hash() + source_of(*files)


def _played(row: dict[str, Any], extra: Extra, shown: Shown | None, shelf: Shelf) -> pl.DataFrame:
    """Play them, showing how far they are."""
    arm = arm_as_played(shelf.store, row)
    games = max(extra.least, min(arm.run.games, extra.most))
    try:
        with shown(f"{extra.name} of {arm.name}: games", games) if shown else nullcontext() as told:
            return extra.played(arm, games, told)
    except RunFault as reason:
        raise NotPlayedError(str(reason)) from reason


def arm_as_played(store: Store, row: dict[str, Any]) -> Arm:
    """The arm of a run, ready to be played; only if it is still the game that was played."""
    run, name = row["run_id"], row["arm"]
    with suppress(BadInput):  # its spec cannot be read
        arm = arms_today(store, run).get(name)
        if arm is not None and not changes(stored_arm(store, run, name), arm):
            return arm
    raise NotPlayedError("its rules, cards or players are no longer what they were; lab run plays them anew")
