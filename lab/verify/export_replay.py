"""Plays the runs of an export again, into a store of its own, and asks it for the same table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from engine.records.switches import RULES_VERSION
from lab.errors import BadInput
from lab.export.csv_export import write_csv
from lab.export.report_tables import Wanted, exact, report_tables, spreadsheet
from lab.export.spreadsheet import harmless
from lab.provenance import engine_hash
from lab.runs.arms import Arm, identify, labels_of, open_arms, run_row
from lab.runs.game_threads import PATIENCE, on_threads, shard_player
from lab.runs.replay_check import some_shards
from lab.runs.run_spec import spec_text
from lab.runs.runner import Progress, about_run, run_spec
from lab.store.store_folder import Store
from lab.store.store_locks import INTERRUPTED
from lab.store.stored_tables import ABOUT, FACTS
from lab.tables.table_pace import FILE, cited_pace, said_pace
from lab.verify.export_claim import SHOWN, Claim, ClaimedRun, read_cells

SAMPLE = 1000
"""Games of each arm that are played of a table with rows for each game, unless one asks for others."""
GAME = ("run_id", "arm", "game")


@dataclass(frozen=True)
class Found:
    """The same table of a fresh play, every cell as an export writes it; `headings` of its columns by stored name.

    `games` were played. Where these are a sample, `sampled` has a row for each, its columns named by the headings.
    """

    cells: pl.DataFrame
    headings: Mapping[str, str]
    games: int
    sampled: pl.DataFrame | None


def opened(claim: Claim) -> list[list[Arm]]:
    """The arms of every run as they are played today; refused if they are not the games that were exported."""
    return [_opened(run, claim) for run in claim.runs]


def _opened(run: ClaimedRun, claim: Claim) -> list[Arm]:
    where = f"{claim.path}: run {run.run_id[:SHOWN]}"
    _same(where, "RULES_VERSION", run.row.get("rules_version"), RULES_VERSION)
    _same(where, "engine", run.row.get("code_hash"), engine_hash())
    arms = open_arms(run.spec)
    if [arm.name for arm in arms] != list(run.arms):
        names = ", ".join(arm.name for arm in arms)
        raise BadInput(f"{where}: its arms are not those of its spec; allowed: {names}")
    for arm in arms:
        told, of = run.arms[arm.name], f"{where}, arm '{arm.name[:SHOWN]}'"
        _same(of, "set of rules", told["rules_hash"], arm.variant.rules_hash)
        _same(of, "deck", told["deck_hash"], arm.cards.deck_hash)
        _same(of, "table of personas", told["arm_hash"], arm.arm_hash)  # all else that games hang on is the same
    _same(where, "spec", run.run_id, identify(run.spec, arms))
    return arms


def _same(where: str, what: str, told: object, now: object) -> None:
    if str(told) != str(now):
        raise BadInput(
            f"{where} was made by another {what} ({str(told)[:SHOWN]}) than there is now ({str(now)[:SHOWN]}); "
            "allowed: the lab and the content that made it"
        )


def play_again(
    claim: Claim, folder: Path, games: int | None = None, workers: int = 0, progress: Progress | None = None
) -> Found:
    """Play what the table rests on into a store in `folder`, and make the table of it.

    A table of sums rests on all games. Of a table with rows for each game `games` of each arm are played, in whole
    shards chosen by lot; of tables of runs, arms and cards none.
    """
    if games is not None and claim.table not in FACTS:
        raise BadInput(f"--games is {games}, but {claim.table} rests on all games; allowed with: {', '.join(FACTS)}")
    arms, store = opened(claim), Store.open(folder / "store", create=True)
    for pace in filter(None, (cited_pace(str(run.row.get("digest") or "")) for run in claim.runs)):
        (store.path / FILE.name).write_text(said_pace(pace).replace(", ", "\n"), encoding="utf-8")
    if claim.table not in ABOUT:
        _check_whole(claim)
    chosen: list[tuple[str, str, int]] = []
    for run, own in zip(claim.runs, arms):
        if claim.table in FACTS:
            chosen += _sample(run, own, games or SAMPLE, store, workers)
        elif claim.table in ABOUT:
            _begin(store, run, own)
        else:
            run_spec(run.spec, store, workers, progress, arms=own)
    cells, headings = _table(claim, store, folder)
    sampled = None
    if claim.table in FACTS:
        rows = pl.DataFrame(chosen, schema=[headings[key] for key in GAME], orient="row")
        sampled = rows.cast(pl.String)
    return Found(cells, headings, store.table("game").select(pl.len()).collect().item(), sampled)


def _check_whole(claim: Claim) -> None:
    for run in claim.runs:
        if not run.is_whole:
            there, planned = (sum(arm[key] for arm in run.arms.values()) for key in ("stored", "games"))
            raise BadInput(
                f"{claim.path}: run {run.run_id} was not finished when it was exported ({there:,} of {planned:,} "
                "games were there); allowed: exports of finished runs"
            )


def _begin(store: Store, run: ClaimedRun, arms: Sequence[Arm]) -> str:
    """Make a run known in a store, without a game and as one that lacks some; its id."""
    run_id = identify(run.spec, arms)
    row = run_row(run.spec, run_id, "", 1) | {"status": INTERRUPTED}
    store.begin(run_id, spec_text(run.spec), about_run(row, arms))
    return run_id


def _sample(run: ClaimedRun, arms: Sequence[Arm], games: int, store: Store, workers: int) -> list[tuple[str, str, int]]:
    """Play whole shards until each arm has its games: run_id, arm and game of each."""
    run_id = _begin(store, run, arms)
    play = shard_player(arms, labels_of(run_id, arms))
    chosen = [shard for arm in arms for shard in some_shards(run.spec, arm.name, games)]
    on_threads(lambda shard: store.commit(run_id, shard.name, play(shard)), chosen, workers, patience=PATIENCE)
    return [(run_id, one.arm, game) for one in chosen for game in range(one.first, one.first + one.count)]


def _table(claim: Claim, store: Store, folder: Path) -> tuple[pl.DataFrame, dict[str, str]]:
    """The table as an export writes it, and the heading of each stored column."""
    frame = report_tables(store, Wanted(None, (claim.table,), claim.arms))[claim.table]
    sheet, entries = (frame, exact(claim.table, frame)) if claim.exact else spreadsheet(claim.table, frame)
    path = folder / f"{claim.table}.csv"
    write_csv(sheet if claim.exact else harmless(sheet), path)
    return read_cells(path), {entry["column"]: entry["heading"] for entry in entries}
