"""Is every game there, once?"""

from __future__ import annotations

import polars as pl

from lab.errors import BadInput
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import Verdict, check, exact, left_open


@check(order=10)
def games(look: Look) -> Verdict:
    """Every arm holds the games 0 to n - 1 once each, with one row for each seat; an unfinished one lacks whole shards.

    A game that is there twice would count twice, and one that is missing was not lost by chance; one that the engine
    gave up is there as a fault (`given_up`).
    """
    try:
        size = look.spec.shard_games
    except BadInput as error:
        return left_open(look.told_games(), f"the spec of this run cannot be read: {error}")
    planned = dict(look.store.arms(look.run).select("arm", "games").iter_rows())
    given_up = look.table("fault").with_columns(pl.col("arm").cast(pl.String)).collect()
    finished = look.store.runs().filter(run_id=look.run)["status"].to_list() == ["done"]
    wrong = [_not_once(look)]
    for arm, count in planned.items():
        there = {game for table in (look.game, given_up) for game in table.filter(pl.col("arm") == arm)["game"]}
        whole = set(range(count))
        missing = whole - there
        if not finished:
            missing -= {game for game in missing if not there & set(_shard(game, size, count))}
        rows = sorted(missing | (there - whole))
        wrong.append(
            pl.DataFrame({"arm": [arm] * len(rows), "game": rows}, schema={"arm": pl.String, "game": pl.Int64})
        )
    said = f"{look.told_games()}" + ("" if finished else ", an unfinished run")
    return exact(said, pl.concat(wrong), "missing, doubled or without all seats")


def _shard(game: int, size: int, count: int) -> range:
    first = game // size * size
    return range(first, min(first + size, count))


def _not_once(look: Look) -> pl.DataFrame:
    """Games with several rows, or whose seats are not 0 to K - 1."""
    key = [pl.col("arm").cast(pl.String), pl.col("game")]
    twice = look.game.group_by(BY_ARM).len().filter(pl.col("len") > 1).select(key)
    asked = pl.DataFrame(list(look.seats.items()), schema={"arm": pl.String, "k": pl.Int64}, orient="row")
    seats = look.seat.group_by(BY_ARM).agg(
        pl.len().alias("n"), pl.col("seat").n_unique().alias("u"), pl.col("seat").max().alias("top")
    )
    k = pl.col("k")
    right = (pl.col("n") == k) & (pl.col("u") == k) & (pl.col("top") == k - 1)
    seated = look.game.select(key).unique().join(seats, on=BY_ARM, how="left").join(asked, on="arm", how="left")
    return pl.concat([twice, seated.filter(~right.fill_null(False)).select(key)])
