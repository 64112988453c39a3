"""Games of which somebody wrote down every Level at every round's end."""

from __future__ import annotations

import polars as pl

GAMES = {  # Levels of three seats at the end of each round, and who won
    0: ([[1, 1, 2], [2, 1, 4], [5, 2, 4], [10, 2, 4]], [0]),
    1: ([[3, 6, 4], [10, 7, 10]], [0, 2]),
    2: ([[1, 2, 3], [4, 5, 6], [4, 5, 7]], []),
    3: ([[10, 1, 1]], [0]),
    4: ([[5, 5, 1], [6, 5, 1], [5, 5, 1], [10, 5, 1]], [0]),
}
"""Winner from behind; a shared victory; a game that was capped; one that took a round; a lead that is lost by a tie."""


def written_down(games=None, arm="a"):
    """Tables `game`, `seat` and `level` of some games."""
    game, seat, level = [], [], []
    for number, (rounds, winners) in (GAMES if games is None else games).items():
        key = {"run_id": "r", "arm": arm, "game": number}
        ending = "capped" if not winners else "kill" if len(winners) == 1 else "shared"
        game.append(
            key | {"turns": 3 * len(rounds), "rounds": len(rounds), "ending": ending, "n_winners": len(winners)}
        )
        for s in range(len(rounds[0])):
            won = s in winners
            seat.append(key | {"seat": s, "won": int(won), "credit": 1 / len(winners) if won else 0.0})
            level += [key | {"round": r, "seat": s, "level": of[s]} for r, of in enumerate(rounds, 1)]
    return {name: pl.DataFrame(rows) for name, rows in (("game", game), ("seat", seat), ("level", level))}


def ended_by_the_deal(number, seats=3, winner=0, arm="a"):
    """Tables `game`, `seat` and `level` of a game without a round: everybody else is out of it from the start."""
    frames = written_down({number: ([[1] * seats], [winner])}, arm)
    nothing = pl.col("turns", "rounds") * 0
    return frames | {"game": frames["game"].with_columns(nothing), "level": frames["level"].clear()}
