"""What a blank card scores in an arm: games with blanks are played once, and what they say is kept with the run."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.cards.blank_cards import SCHEMA, blank_numbers
from lab.tables.shelf import ROOT, NotMeasured, Shelf, Source, source_of

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

KEPT = "blank_card"
LACKING = "lacking"
"""The column of what is kept that says which games are in no number; nothing where none was given up."""
MADE_BY = ("decks", "variants", "lab/runs")
"""Rooms whose code makes games, beside the engine."""

Shown = Callable[[str, int], AbstractContextManager[Callable[[int], None]]]
"""Shows how far something is: what is counted, and how many there will be."""


class NoBlankError(Exception):
    """Why there is no blank card, in one sentence."""


def blanks_of(store: Store, arms: pl.DataFrame, shown: Shown) -> tuple[pl.DataFrame, list[str]]:
    """What the blanks of some arms score (run_id, arm), and a sentence for each arm that has none, or lacks games."""
    rows = store.arms().join(arms.unique(), on=["run_id", "arm"], how="semi").to_dicts()
    return _blanks([(Shelf(store, row["run_id"]), row) for row in rows], shown)


def kept_blanks(shelf: Shelf) -> pl.DataFrame:
    """What the blanks of the arms of a run score, where it was kept; nothing is played."""
    there = shelf.results.names()
    rows = [row for row in shelf.store.arms(shelf.run).to_dicts() if any(n.startswith(_called(row)) for n in there)]
    return _blanks([(Shelf(shelf.store, shelf.run, computes=False), row) for row in rows])[0]


def _called(row: dict[str, Any]) -> str:
    """The name under which an arm's blanks are kept with its run."""
    return f"{KEPT}-{row['arm_hash'] or 'unknown'}"


def _blanks(asked: list[tuple[Shelf, dict[str, Any]]], shown: Shown | None = None) -> tuple[pl.DataFrame, list[str]]:
    found, said = [pl.DataFrame(schema={"run_id": pl.String, **SCHEMA})], []
    for shelf, row in asked:
        try:
            numbers = _of_arm(shelf, row, shown)
            found.append(numbers.select(pl.lit(row["run_id"]).alias("run_id"), pl.exclude(LACKING)))
            said += [f"{text}." for text in numbers[LACKING].unique() if text]
        except NoBlankError as reason:
            said.append(f"No blank card of {row['arm']} (run {row['run_id']}): {reason}.")
    return pl.concat(found), said


def _of_arm(shelf: Shelf, row: dict[str, Any], shown: Shown | None) -> pl.DataFrame:
    """The numbers of an arm's blanks, as they were kept, or made now."""
    from lab.agents.personas import is_outside
    from lab.provenance import engine_hash

    if any(is_outside(name) for name in row["agents"]):
        raise NoBlankError("agents from outside play")
    if not shelf.store.is_finished(shelf.run):
        raise NoBlankError("the run is not finished")
    files = [path for room in MADE_BY for path in sorted((ROOT / room).rglob("*.py"))]
    code = engine_hash() + source_of(*files)

    def made(shelf: Shelf) -> pl.DataFrame:
        return _played(shelf.store, row, shown)

    try:
        return shelf.frame(Source(_called(row), made, ("arm", "card", "weight"), code))
    except NotMeasured:  # blanks are played when somebody asks for them, and never ahead
        raise NoBlankError("it was not simulated yet") from None


def _played(store: Store, row: dict[str, Any], shown: Shown | None) -> pl.DataFrame:
    """Play games with blanks, showing how far they are."""
    from lab.errors import RunFault
    from lab.runs.blank_games import BLANKS, GAMES, games_of, play_with_blanks

    arm = _arm(store, row)
    games = min(arm.run.games, GAMES)
    try:
        with shown(f"blank card of {arm.name}: games", games) if shown else nullcontext() as told:
            tables, given_up = play_with_blanks(arm, games, told=told)
    except RunFault as reason:
        raise NoBlankError(str(reason)) from reason
    return blank_numbers(tables, BLANKS).with_columns(pl.lit(given_up.says(games_of(arm.name))).alias(LACKING))


def _arm(store: Store, row: dict[str, Any]) -> Arm:
    """The arm of a run, ready to be played; only if it is still the game that was played."""
    from decks.card_schema import DeckError
    from engine.records.switches import RULES_VERSION
    from lab.errors import BadInput
    from lab.runs.arms import open_arms
    from lab.runs.run_spec import parse_spec
    from variants.variant_schema import VariantError

    gone = NoBlankError("its rules, cards or players are no longer what they were; lab run plays them anew")
    run = store.table("run", row["run_id"]).collect().row(0, named=True)
    try:
        arms = {arm.name: arm for arm in open_arms(parse_spec(store.spec_text(row["run_id"])))}
    except (BadInput, DeckError, VariantError) as fault:
        raise gone from fault
    arm = arms.get(row["arm"])
    if arm is None or run["rules_version"] != RULES_VERSION:
        raise gone
    now = arm.row() | {"run_id": row["run_id"]}
    if any(now[key] != row[key] for key in ("rules_hash", "deck_hash", "seats", "agents")):
        raise gone
    known = {(w["agent"], w["feature"]): w["weight"] for w in store.table("weight", row["run_id"]).collect().to_dicts()}
    if any(known.get((w["agent"], w["feature"])) != w["weight"] for w in arm.weight_rows()):
        raise gone
    return arm
