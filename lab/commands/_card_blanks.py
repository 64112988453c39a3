"""The row "blank card" of `lab cards`: games with blanks are played once and what they say is kept with the run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from lab.store.result_files import FOLDER

if TYPE_CHECKING:
    import polars as pl

    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

ROOT = Path(__file__).resolve().parents[2]
KEPT = "blank_card"
LACKING = "lacking"
"""The column of what is kept that says which games are in no number; nothing where none was given up."""
MADE_BY = ("decks", "variants", "lab/runs")
"""Rooms whose code makes games, beside the engine."""

Make = Callable[[dict[str, Any]], "pl.DataFrame"]
"""Makes what the blanks of an arm score from its row."""


class NoBlankError(Exception):
    """Why there is no blank card, in one sentence."""


def blanks_of(store: Store, arms: pl.DataFrame, unwanted: bool) -> tuple[pl.DataFrame, list[str]]:
    """What the blanks of some arms score (run_id, arm), and a sentence for each arm that has none, or lacks games."""
    rows = store.arms().join(arms.unique(), on=["run_id", "arm"], how="semi")
    return _blanks(store, [] if unwanted else rows.to_dicts(), lambda row: _played(store, row))


def kept_blanks(store: Store, run: str) -> pl.DataFrame:
    """What the blanks of the arms of a run score, where it was kept; nothing is played."""
    there = [path.name for path in (store.folder_of(run) / FOLDER).glob(f"{KEPT}-*")]
    rows = [row for row in store.arms(run).to_dicts() if any(name.startswith(_called(row)) for name in there)]
    return _blanks(store, rows, _unplayed)[0]


def _called(row: dict[str, Any]) -> str:
    """The name under which an arm's blanks are kept with its run."""
    return f"{KEPT}-{row['arm_hash'] or 'unknown'}"


def _unplayed(row: dict[str, Any]) -> NoReturn:
    raise NoBlankError("it was not simulated yet")


def _blanks(store: Store, rows: list[dict[str, Any]], make: Make) -> tuple[pl.DataFrame, list[str]]:
    import polars as pl

    from lab.cards.blank_cards import SCHEMA

    found, said = [pl.DataFrame(schema={"run_id": pl.String, **SCHEMA})], []
    for row in rows:
        try:
            numbers = _kept(store, row, make)
            found.append(numbers.select(pl.lit(row["run_id"]).alias("run_id"), pl.exclude(LACKING)))
            said += [f"{text}." for text in numbers[LACKING].unique() if text]
        except NoBlankError as reason:
            said.append(f"No blank card of {row['arm']} (run {row['run_id']}): {reason}.")
    return pl.concat(found), said


def _kept(store: Store, row: dict[str, Any], make: Make) -> pl.DataFrame:
    """The numbers of an arm's blanks, as they were kept, or made now."""
    from lab.agents.personas import is_outside
    from lab.provenance import engine_hash
    from lab.tables.shelf import NotMeasured, kept, source_of

    if any(is_outside(name) for name in row["agents"]):
        raise NoBlankError("agents from outside play")
    if store.results(row["run_id"]) is None:
        raise NoBlankError("the run is not finished")
    files = [path for room in MADE_BY for path in sorted((ROOT / room).rglob("*.py"))]
    source = engine_hash() + source_of(*files)
    try:
        return kept(store, row["run_id"], _called(row), ("arm", "card", "weight"), source, lambda: make(row))
    except NotMeasured:  # blanks are played when somebody asks for them, and never ahead
        _unplayed(row)


def _played(store: Store, row: dict[str, Any]) -> pl.DataFrame:
    """Play games with blanks, showing how far they are."""
    import polars as pl

    from lab.cards.blank_cards import blank_numbers
    from lab.commands._tournament import compile_engine, shown_bar
    from lab.errors import RunFault
    from lab.runs.blank_games import BLANKS, GAMES, games_of, play_with_blanks

    arm = _arm(store, row)
    games = min(arm.run.games, GAMES)
    compile_engine()
    try:
        with shown_bar(f"blank card of {arm.name}: games", games) as told:
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
