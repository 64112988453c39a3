"""Is every game there, once, with one ending, one win to give away, and Levels that lead to where it ended?"""

from __future__ import annotations

import polars as pl

from lab.comparison.game_numbers import ENDINGS, SEVERAL
from lab.errors import BadInput
from lab.health.checked_run import BY_ARM, Look
from lab.health.health_check import RED, Verdict, check, exact, left_open
from lab.tables.metric import compute


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
    finished = look.store.runs(look.run)["status"].to_list() == ["done"]
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


@check(order=11)
def given_up(look: Look) -> Verdict:
    """Every game came to an end: the engine gave none up.

    Games that are given up are in no number, and they are not given up by chance: what is left are shorter games, or
    such with fewer cards.
    """
    return exact(look.told_games(), look.table("fault").select(BY_ARM).collect(), "given up by the engine")


ROUNDING = 1e-9
CAPPED = "capped"


@check(order=21)
def endings(look: Look) -> Verdict:
    """Every game ends in one known way, the shares of the ways add up to 1, and nobody wins a capped game only."""
    shares = compute(look.store, ["endings"], look.run)["endings"]
    known = ENDINGS
    none = pl.col("n_winners") == 0
    off = ~pl.col("ending").is_in(known) | (none != (pl.col("ending") == CAPPED))
    verdict = exact(look.told_games(), look.game.filter(off), "with an ending that does not fit the winners")
    sums = shares.filter(pl.col("ending") != SEVERAL).group_by("arm").agg(pl.col("share").sum())
    worst = float((sums["share"] - 1).abs().max() or 0.0)  # type: ignore[arg-type]
    if worst > ROUNDING:
        return Verdict(RED, verdict.looked_at, f"shares of endings add up to 1 but for {worst:.2g}", "0")
    return verdict


@check(order=20)
def credit(look: Look) -> Verdict:
    """The win credit of a game's seats adds up to 1, or to 0 if nobody won, and goes to those who won."""
    won = pl.col("won") == 1
    share = pl.when(won).then(1 / pl.col("n_winners")).otherwise(0.0)
    seats = look.seat.join(look.game.select(*BY_ARM, "n_winners", "winners"), on=BY_ARM)
    sums = seats.group_by(BY_ARM, maintain_order=True).agg(
        pl.col("credit").sum().alias("sum"), won.sum().alias("won"), pl.col("n_winners").first(),
        ((pl.col("credit") - share).abs() > ROUNDING).any().alias("uneven"),
        pl.col("seat").filter(won).sort().cast(pl.Int8).alias("who"), pl.col("winners").first().list.sort(),
    )  # fmt: skip
    whole = (pl.col("n_winners") > 0).cast(pl.Float64)
    off = (pl.col("sum") - whole).abs() > ROUNDING
    other = (pl.col("won") != pl.col("n_winners")) | (pl.col("who") != pl.col("winners"))
    return exact(look.told_games(), sums.filter(off | other | pl.col("uneven")), "give away more or less")


@check(order=30)
def levels(look: Look) -> Verdict:
    """Each seat has a Level at the end of every round from 1 to the last, and the last one is its final Level."""
    level = look.table("level").sort(*BY_ARM, "seat", "round").group_by(*BY_ARM, "seat", maintain_order=True)
    curve = level.agg(
        pl.len().cast(pl.Int64).alias("rows"), pl.col("round").min().alias("begins"),
        pl.col("round").max().alias("ends"), pl.col("level").last().alias("last"),
    ).collect()  # fmt: skip
    ends = look.seat.select(*BY_ARM, "seat", "final_level").join(look.game.select(*BY_ARM, "rounds"), on=BY_ARM)
    both = ends.join(curve, on=[*BY_ARM, "seat"], how="left")
    right = (pl.col("last") == pl.col("final_level")) & (pl.col("ends") == pl.col("rounds"))
    right = right & (pl.col("begins") == 1) & (pl.col("rows") == pl.col("rounds"))
    # A game that ended before its first round did has no curve.
    none = pl.col("rows").is_null() & (pl.col("rounds") == 0)
    wrong = both.filter(~(right.fill_null(False) | none))
    return exact(f"{look.told_games()}, {both.height:,} Level curves", wrong, "with gaps or another end")
