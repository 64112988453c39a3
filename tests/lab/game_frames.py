"""Games made up by lot for questions that are asked twice: shared victories, capped games, three to six players."""

from __future__ import annotations

import numpy as np
import polars as pl

ARMS = {"three": 3, "four": 4, "six": 6}
"""Arm -> players."""


def made_up(games=200, cap=60, seed=5, leaders=0.0):
    """Tables `game`, `seat` and `level` of three arms: Levels go up and down, a tenth of the wins are shared.

    `leaders` is the part of the games that are won by whoever led before the last round, the others by anybody.
    """
    rng = np.random.default_rng(seed)
    game, seat, level = [], [], []
    for arm, seats in ARMS.items():
        for number in range(games):
            key = {"run_id": "r", "arm": arm, "game": number}
            turns = int(rng.integers(3, cap * 5 // 4))
            capped = turns > cap or rng.random() < 0.03  # some are given up before the cap
            turns = min(turns, cap)
            rounds = -(-turns // seats)
            winners = [] if capped else sorted(rng.permutation(seats)[: 1 + int(rng.random() < 0.1)].tolist())
            steps = rng.integers(-1, 3, (rounds, seats))
            levels = np.clip(1 + np.cumsum(steps, axis=0), 1, 9)
            if leaders and winners and rng.random() < leaders:
                winners = [int(levels[max(rounds - 2, 0)].argmax())]
            levels[-1, winners] = 10
            ending = (
                "capped"
                if capped
                else "shared"
                if len(winners) > 1
                else str(rng.choice(["kill", "card"], p=[0.8, 0.2]))
            )
            game.append(key | _game(rng, turns, rounds, ending, winners))
            seat += [
                key | {"seat": s, "won": int(s in winners), "credit": 1 / len(winners) if s in winners else 0.0}
                for s in range(seats)
            ]
            level += [
                key | {"round": r + 1, "seat": s, "level": int(levels[r, s])}
                for r in range(rounds) for s in range(seats)
            ]  # fmt: skip
    return {name: pl.DataFrame(rows) for name, rows in (("game", game), ("seat", seat), ("level", level))}


def _game(rng, turns, rounds, ending, winners):
    return {
        "turns": turns, "rounds": rounds, "ending": ending, "winners": winners, "n_winners": len(winners),
        "decisions": int(rng.integers(5, 30)) * turns, "combats": int(rng.integers(0, turns + 1)),
    }  # fmt: skip


def cut_at(game, cap):
    """The games as they were under a lower cap of turns."""
    longer = pl.col("turns") > cap
    return game.with_columns(
        pl.when(longer).then(cap).otherwise("turns").alias("turns"),
        pl.when(longer).then(pl.lit("capped")).otherwise("ending").alias("ending"),
    )
