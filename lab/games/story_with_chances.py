"""A told game with everybody's chance to win at the start of each turn, as the run it belongs to has taught."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import polars as pl

from lab.chances.chance_report import turns_of_game
from lab.chances.positions import Ints
from lab.chances.win_chances import MOST_GAMES
from lab.chances.win_model import FEWEST_GAMES
from lab.errors import BadInput
from lab.games.game_replay import Played, arms_of_run
from lab.games.game_table import SEAT_NAMES
from lab.store.run_names import find_run
from lab.store.store_folder import Store
from variants.load_variants import canonical

NOBODY = -1


def turn_chances(store: Path, run: str, arm: str, game: int, log: Mapping[str, Ints] | None = None) -> pl.DataFrame:
    """Chance of each seat (-1: nobody) at the start of each turn of a stored game, as its run has taught.

    `log` = its events (`lab.games.game_steps.Walk.log`), where it has been played again: then they need not be stored.
    """
    found = find_run(store, run)
    names = arms_of_run(store, found)
    name = names[0] if not arm else arm if arm in names else canonical(arm)
    rows = turns_of_game(Store.open(store), found, name, game, log)
    if rows.is_empty():
        raise BadInput(
            f"run {found}: there are no chances for game {game} of {name}; allowed with --chances: the "
            f"first {MOST_GAMES:,} games whose events were kept, of an arm that has at least {FEWEST_GAMES} of them"
        )
    return rows.sort("turn", "seat")


def with_chances(played: Played, store: Path, run: str, arm: str) -> Played:
    """The game with a line of chances under the heading of each turn."""
    rows = turn_chances(store, run, arm, played.spec.game)
    said = {turn: part for (turn,), part in rows.group_by("turn")}
    return dataclasses.replace(
        played,
        turns=[
            [turn[0], *([_line(said[n])] if n in said else []), *turn[1:]] for n, turn in enumerate(played.turns)
        ],
    )  # fmt: skip


def _line(rows: pl.DataFrame) -> str:
    shares = dict(rows.select("seat", "chance").iter_rows())
    told = [f"{SEAT_NAMES[seat]} {_share(chance)}" for seat, chance in shares.items() if seat != NOBODY]
    none = shares.get(NOBODY, 0.0)
    return f"Chances: {', '.join([*told, *([f'nobody {_share(none)}'] if none > 0 else [])])}"


def _share(chance: float) -> str:
    return f"{100 * chance:.0f} %"
