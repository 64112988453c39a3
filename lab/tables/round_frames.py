"""Games some at a time: what would hold a row for each round of each game in memory holds those of some games.

Means over games are put together from those of the blocks by their sums (Chan, Golub and LeVeque 1983). A run that is
no longer than one block is measured as a whole, to the last digit.

Standings: who stands where when a round begins, after the first: what drama, comebacks and hopeless time rest on.

A position is the end of a round that is not the game's last: the next round begins from it. The end of the game itself
is no position, and before the first round nobody is ahead, so a game of R rounds begins R rounds, from R positions of
which the first one is level.

Hopeless positions: those of players who are several times as far from the winning Level as the leader.

How far somebody is, is the number of Levels left to the winning one; a leader who stands on it lacks one all the same,
as somebody still has to win there. The line is declared, not learnt: what a position is called does not hang on the
games at hand, so a number made of it is a mean over games like any other, has the interval of one, and two arms are
measured with one yardstick. What such positions are worth is counted beside it (`won` of `hopeless_time`), so a table
whose line is drawn too early shows that. Of the numbers that the Levels of two players give, this one orders positions
by what they win: in 50,000 games of four at the Cthulhu table twice as far wins 14 to 20 %, three times 9 to 13 %, six
times 5 %, whatever the Levels. Levels are all that is looked at: what lies on the table or in a hand is not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import polars as pl

from lab.stats.intervals import mean_bounds
from lab.tables.event_frames import GOAL, setting
from lab.tables.metric import KEYS
from lab.tables.ratios import ALIKE, Ratio, games_alike, ratio_columns

GAMES_AT_ONCE = 200_000
"""Games, of all arms together, that are looked at at once."""


def in_blocks(
    frames: Sequence[pl.LazyFrame], work: Callable[[Sequence[pl.LazyFrame]], Sequence[pl.LazyFrame]]
) -> list[list[pl.DataFrame]]:
    """What `work` makes of the games of each block: a list of results for each result.

    All `frames` have the columns of KEYS and `game`; the first of them says which games there are.
    """
    found = [pl.collect_all(list(work(block))) for block in _blocks(frames)]
    return [list(parts) for parts in zip(*found, strict=True)]


def _blocks(frames: Sequence[pl.LazyFrame]) -> list[list[pl.LazyFrame]]:
    about = frames[0].select(pl.struct(KEYS).n_unique().alias("arms"), pl.col("game").max().alias("last")).collect()
    arms, last = about.row(0)
    size = max(1, GAMES_AT_ONCE // max(arms, 1))
    if last is None or last < size:
        return [list(frames)]
    number = pl.col("game")
    return [
        [frame.filter(number.is_between(first, first + size, closed="left")) for frame in frames]
        for first in range(0, last + 1, size)
    ]


def merged_means(parts: Sequence[pl.DataFrame], by: Sequence[str], name: str) -> pl.LazyFrame:
    """NAME, NAME_sd and NAME_n (`stats.mean_parts`) of all games from those of blocks of them."""
    if len(parts) == 1:
        return parts[0].lazy()
    mean, n = pl.col(name), pl.col(f"{name}_n").cast(pl.Float64)
    whole = (mean * n).sum() / n.sum()
    inside = (pl.col(f"{name}_sd").fill_null(0).pow(2) * (n - 1)).sum()
    variance = (inside + (n * (mean - whole).pow(2)).sum()) / (n.sum() - 1)
    return pl.concat(parts).lazy().group_by(by).agg(
        whole.alias(name), pl.when(n.sum() > 1).then(variance.sqrt()).alias(f"{name}_sd"), pl.col(f"{name}_n").sum(),
    )  # fmt: skip


def mean_rows(parts: Sequence[pl.DataFrame], by: Sequence[str], name: str = "mean") -> pl.LazyFrame:
    """One row for each group, in order: NAME of all games with its bounds, from those of blocks, and the `games`."""
    return merged_means(parts, by, name).with_columns(mean_bounds(name)).rename({f"{name}_n": "games"}).sort(by)


def nearest_of_counts(
    counts: pl.LazyFrame, by: Sequence[str], value: str, times: str, quantiles: Sequence[int]
) -> pl.LazyFrame:
    """Nearest quantiles q10, q50, … of each group from how many TIMES each VALUE was seen: values are few."""
    up_to, whole = pl.col(times).cum_sum().over(by), pl.col(times).sum().over(by)
    ranked = counts.sort(value).with_columns(up_to.alias("up_to"), whole.alias("whole"))
    place = {q: ((pl.col("whole") - 1) * (q / 100)).round(mode="half_away_from_zero") for q in quantiles}
    return ranked.group_by(by).agg(
        pl.col(value).filter(pl.col("up_to") > at).min().alias(f"q{q}") for q, at in place.items()
    )


def ratio_rows(
    frames: Sequence[pl.LazyFrame], per_game: Callable[[Sequence[pl.LazyFrame]], pl.LazyFrame], by: Sequence[str],
    measures: Mapping[str, Ratio],
) -> pl.LazyFrame:  # fmt: skip
    """One row for each group of what `per_game` makes of the games of each block: a column for each measure."""
    (parts,) = in_blocks(frames, lambda some: (games_alike(per_game(some), by, measures),))
    return ratio_columns(pl.concat(parts).lazy(), by, measures, ALIKE)


GAME = [*KEYS, "game"]


def standings(level: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """One row per seat and position: its Level, the leader's, how far `behind` it is, and what it won in the end.

    `round` is the round that ended, `rounds` how many the game had.
    """
    number, at = pl.col("level").cast(pl.Int64), pl.col("round").cast(pl.Int64)
    rows = level.select(*GAME, at, "seat", number)
    last = rows.group_by(GAME).agg(pl.col("round").max().alias("rounds"))
    seats = seat.select(*GAME, "seat", "credit").join(last, on=GAME)
    return (
        rows.join(seats, on=[*GAME, "seat"])
        .filter(pl.col("round") < pl.col("rounds"))
        .with_columns(pl.col("level").max().over(*GAME, "round").alias("leader"))
        .with_columns((pl.col("leader") - pl.col("level")).alias("behind"))
    )


TIMES = (3, 4, 6)
"""How many times as far as the leader a player is who is called hopeless."""
HOPELESS = 6
"""The one that other metrics mean."""


def judged(level: pl.LazyFrame, seat: pl.LazyFrame, rule: pl.LazyFrame, times: Sequence[int] = TIMES) -> pl.LazyFrame:
    """One row per seat and position: `hopeless_0`, `hopeless_1` ... for each line; `is_won` if anybody won the game."""
    won = seat.group_by(GAME).agg((pl.col("credit") > 0).any().alias("is_won"))
    rows = standings(level, seat).join(won, on=GAME).join(setting(rule, GOAL), on=KEYS, how="left")
    goal = pl.col("setting").fill_null(GOAL[1])
    own, least = goal - pl.col("level"), (goal - pl.col("leader")).clip(lower_bound=1)
    return rows.with_columns((own >= many * least).alias(f"hopeless_{i}") for i, many in enumerate(times)).drop(
        "setting"
    )


def decisions(game: pl.LazyFrame, seat: pl.LazyFrame, level: pl.LazyFrame) -> pl.LazyFrame:
    """One row for each game: whether it was won from somebody, the round that decided it, and that as a part of all.

    A game is decided in the round from which on whoever wins leads, alone or with others who win too.
    """
    at, won = pl.col("level"), pl.col("credit") > 0
    tops = (
        standings(level, seat)
        .group_by(*GAME, "round")
        .agg(at.filter(won).max().alias("best"), at.filter(~won).max().alias("other"))
    )
    behind = tops.filter(pl.col("best") <= pl.col("other")).group_by(GAME).agg(pl.col("round").max().alias("last_open"))
    sides = seat.group_by(GAME).agg(
        (pl.col("credit") > 0).any().alias("some"), (pl.col("credit") == 0).any().alias("lost")
    )
    rounds = pl.col("rounds").cast(pl.Float64)
    first = (pl.col("last_open").fill_null(0) + 1).clip(upper_bound=pl.col("rounds"))
    found = (
        game.select(*GAME, "rounds")
        .join(sides, on=GAME)
        .join(behind, on=GAME, how="left")
        .with_columns((pl.col("some") & pl.col("lost")).alias("is_won"))
        .with_columns(pl.when("is_won").then(first).cast(pl.Float64).alias("round"))
        .with_columns((pl.col("round") / rounds.clip(lower_bound=1)).alias("decided"))
    )
    return found.select(*GAME, "is_won", "rounds", "round", "decided")
