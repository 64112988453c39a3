"""Do stored games come out the same when they are played again?"""

from __future__ import annotations

import polars as pl

from lab.health.checked_run import Look
from lab.health.health_check import Verdict, check, exact, left_open
from lab.runs.replay_check import Piece, by_lot, piece_of, replay

SHARDS, GAMES = 2, 60
"""Shards of an arm that are looked at, and games that are played of each."""
SECONDS = 20.0
"""About how long the check may play, by the speed at which the run was played."""
FEWEST = 4
OTHER_CODE = "cannot be checked: made by other code, cards or players than there are now"


@check(order=51, slow=True)
def played_again(look: Look) -> Verdict:
    """A sample of shards, played again in pieces of other sizes and on two threads, gives the same rows in every table.

    Shards are chosen by a fingerprint of their names, so the same ones whenever one asks.
    """
    if not look.opened:
        return left_open(look.told_games(), OTHER_CODE)
    chosen = sample(look)
    games, wrong = replay(look.store, look.run, look.opened, chosen)
    rows = pl.DataFrame(wrong, schema={"arm": pl.String, "game": pl.Int64}, orient="row")
    other = len(look.arms) - len(look.opened)
    said = f", {other} arms {OTHER_CODE}" if other else ""
    return exact(f"{games:,} games of {len(chosen)} shards, played again in other pieces{said}", rows, "that differ")


def sample(look: Look) -> list[Piece]:
    """Shards with the first game and the number of games that are played of each."""
    from lab.runs.run_plan import shards

    there = look.store.committed(look.run)
    out = []
    for arm in look.opened:
        known = [one for one in shards(look.spec, [arm]) if one.name in there]
        for shard in by_lot(known, look.run)[:SHARDS]:
            out.append(piece_of(shard, min(shard.count, _affordable(look)), look.run))
    return out


def _affordable(look: Look) -> int:
    """Games of a shard for which there is time; some personas take a second for a game."""
    run = look.store.runs(look.run).row(0, named=True)
    each = run["wall_s"] * max(run["workers"], 1) / max(look.game.height, 1)
    room = SECONDS / max(each, 1e-6) / (SHARDS * len(look.opened))
    return int(min(max(room, FEWEST), GAMES))
