"""Luck, whims and who plays: how much of who wins each decides alone, by games that are played on in branches.

A sample of the games of an arm, its first ones, is played from the deal and from half-time on, each with the cards and
dice that were and with others, by the whims that were and by others, and, where different personas play, by those who
sat there and by the players of another game. What none of them decides alone is their interplay: the same cards ask
others for other choices, and a game that once goes another way goes its own way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.impact.extra_games import NotPlayedError, arm_as_played, games_made_by
from lab.runs.fork_games import OTHER_SEED
from lab.runs.game_threads import in_ranges, lent
from lab.tables.shelf import Shelf, Source

if TYPE_CHECKING:
    import numpy as np

    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

FIRST, GAMES = 200, 1000
"""Games that are played on for a first answer, and for an exact one, of all arms of a run together,"""
LEAST = 100
"""but so many of each at least."""
RANGE = 10
CAUSES = ("luck", "whims", "players")
COLUMNS: dict[str, Any] = {
    "run_id": pl.String, "arm": pl.String, "from_turn": pl.Int64, "part": pl.String, "games": pl.Int64,
    "played": pl.Int64, "share": pl.Float64, "share_low": pl.Float64, "share_high": pl.Float64,
}  # fmt: skip
"""A row for each part of the variance of win credit, from the deal (turn 0) and from half-time on."""


def luck_and_choice(
    store: Store, run: str, arms: list[str], told: Callable[[str], object] = lambda _: None, exact: bool = True
) -> pl.DataFrame:
    """The parts of luck, whims and players in some arms of a run, as they were kept, or played now (`told` says so).

    Unless they are to be `exact` those of fewer games do, if more were not played before.
    Arms whose rules, cards or players are no longer what they were, and those of outside agents, have none.
    """
    from lab.agents.personas import is_outside

    shelf, rows = Shelf(store, run), store.arms(run).sort("arm").to_dicts()
    sizes = [max(LEAST, games // max(1, len(rows))) for games in ((GAMES,) if exact else (GAMES, FIRST))]
    parts = [pl.DataFrame(schema=COLUMNS)]
    for row in rows:
        if row["arm"] in arms and not any(map(is_outside, row["agents"])) and store.is_finished(run):
            name, needs, source = row["arm_hash"] or "unknown", ("arm", "game", "weight"), games_made_by()
            asked = [Source(f"luck{games}-{name}", _maker(row, games, told), needs, source) for games in sizes]
            known = shelf.find(asked[0])
            parts.append(shelf.frame(asked[-1]) if known is None else known)
    return pl.concat(parts)


def _maker(row: dict[str, Any], games: int, told: Callable[[str], object]) -> Callable[[Shelf], pl.DataFrame]:
    def made(shelf: Shelf) -> pl.DataFrame:
        try:
            arm = arm_as_played(shelf.store, row)
        except NotPlayedError:
            return pl.DataFrame(schema=COLUMNS)
        mine = pl.col("arm").cast(pl.String) == arm.name
        turns = shelf.store.table("game", shelf.run).filter(mine).select("turns")
        half = round(float(turns.collect()["turns"].median() or 0) / 2)  # type: ignore[arg-type]
        count = min(games, arm.run.games)
        told(f"{arm.name}: playing {count:,} games on with other cards, other whims, other players")
        rows = [row for turn in dict.fromkeys((0, half)) for row in parts_from(arm, turn, count)]
        return pl.DataFrame([{"run_id": shelf.run, **row} for row in rows], schema=COLUMNS)

    return made


def parts_from(arm: Arm, turn: int, games: int, workers: int = 0) -> list[dict[str, Any]]:
    """A row for each part in the first games of an arm, played on from a turn; threads change nothing."""
    import numpy as np

    from lab.stats.variance_parts import variance_parts

    winners = np.concatenate(in_ranges(lent(lambda: _player(arm, turn)), games, workers, size=RANGE))
    winners = winners[(winners >= 0).all(axis=1)]
    won = winners[:, :, None] >> np.arange(arm.setting.seats) & 1
    credit = won / np.maximum(won.sum(axis=2, keepdims=True), 1)
    causes = CAUSES[: winners.shape[1].bit_length() - 1]
    return [
        {
            "arm": arm.name, "from_turn": turn, "part": part, "games": len(winners), "played": winners.size,
            "share": found.value, "share_low": found.low, "share_high": found.high,
        }
        for part, found in variance_parts(credit, causes).items()
    ]  # fmt: skip


def _player(arm: Arm, turn: int) -> Callable[[int, int], np.ndarray]:
    """What plays the branches of a range of games, with buffers of its own; who sits down is drawn as a run draws."""
    import numpy as np

    from engine.loop.branches import play_branches
    from lab.agents.personas import weights_of
    from lab.runs.run_plan import cycle, lineup

    setting, seed, book = arm.setting, arm.run.seed, arm.book()
    table, branches = weights_of(setting.agents), 8 if len(set(setting.agents)) > 1 else 4
    ways = cycle(len(setting.agents), setting.seats)

    def play(first: int, count: int) -> np.ndarray:
        drawn = [int(np.random.default_rng([seed, game]).integers(ways)) for game in range(first, first + count)]
        others = np.concatenate([lineup(setting, game, 1) for game in drawn])
        agents = np.stack([lineup(setting, first, count), others], axis=1)
        plan = {
            "seed": seed, "other": seed + OTHER_SEED, "first": first, "games": count, "seats": setting.seats,
            "turn": turn, "branches": branches,
        }  # fmt: skip
        return play_branches(book, plan, agents, table)

    return play
