"""Paired comparison of variants: game by game, with the same keyed randomness in both arms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import polars as pl

from lab.errors import BadInput
from lab.stats import Interval, mean, paired, proportion

if TYPE_CHECKING:
    from lab.store import Store

COUNTED = {
    "turns": "turns, up to the cap", "rounds": "rounds, up to the cap", "decisions": "decisions per game",
    "combats": "combats per game", "kills": "kills per game", "flights": "flights per game",
    "deaths": "deaths per game", "helps": "helps per game", "lead_changes": "lead changes per game",
    "reshuffles": "reshuffles per game",
}  # fmt: skip
"""Columns of the game table that are compared as means."""

ENDINGS = ("kill", "shared", "boss", "last_sane", "all_cultists", "card", "time_limit", "capped")
SHARE = "share of games"


@dataclass(frozen=True)
class Difference:
    """One row of a comparison: `difference` is b minus a over pairs of games with equal numbers."""

    metric: str
    unit: str
    a: str
    b: str
    value_a: float
    value_b: float
    difference: float
    low: float
    high: float
    n: int
    low_a: float
    high_a: float
    low_b: float
    high_b: float
    correlation: float | None
    variance_saved: float | None
    p_value: float | None
    method: str


def compare_run(store: Store, run: str, every_pair: bool = False) -> list[Difference]:
    """Compare the arms of a run with its first arm (or every arm with every other)."""
    games = game_numbers(store, run)
    arms = games["arm"].unique(maintain_order=True).to_list()
    if len(arms) < 2:
        raise BadInput(f"run {run} has one arm ({', '.join(map(str, arms))}); a comparison needs two or more variants")
    pairs = list(combinations(arms, 2)) if every_pair else [(arms[0], b) for b in arms[1:]]
    return [row for a, b in pairs for row in compare_arms(games, a, b)]


def game_numbers(store: Store, run: str) -> pl.DataFrame:
    """One row per arm and game with every number that is compared, arms in the order of the run."""
    game = store.table("game", run).with_columns(pl.col("ending").cast(pl.String))
    first = pl.col("credit").filter(pl.col("seat") == pl.col("first_seat")).sum()
    seat = (
        store.table("seat", run)
        .join(store.table("game", run).select("arm", "game", "first_seat"), on=["arm", "game"])
        .group_by("arm", "game")
        .agg(first.alias("first_credit"), pl.col("final_level").max().alias("top_level"))
    )
    order = store.table("arm", run).select("arm").with_row_index("arm_order")
    endings = [(pl.col("ending") == e).cast(pl.Float64).alias(f"ending_{e}") for e in ENDINGS]
    return (
        game.select("arm", "game", *COUNTED, *endings)
        .join(seat, on=["arm", "game"])
        .join(order, on="arm")
        .sort("arm_order", "game")
        .drop("arm_order")
        .collect()
    )


def compare_arms(games: pl.DataFrame, a: str, b: str) -> Iterator[Difference]:
    """Every number of arm `b` minus that of arm `a`, over the games that both have."""
    left, right = games.filter(pl.col("arm") == a), games.filter(pl.col("arm") == b)
    both = left.join(right, on="game", suffix="_b")
    for name, unit in COUNTED.items():
        yield _difference(name, unit, (a, b), both, binary=False)
    yield _difference("top_level", "highest final Level of a game", (a, b), both, binary=False)
    yield _difference("first_credit", "win credit of the first player", (a, b), both, binary=False)
    for ending in ENDINGS:
        name = f"ending_{ending}"
        if both.select(pl.any_horizontal(pl.col(name, f"{name}_b") > 0).any()).item():
            yield _difference(name, SHARE, (a, b), both, binary=True)


def _difference(name: str, unit: str, arms: tuple[str, str], both: pl.DataFrame, binary: bool) -> Difference:
    x, y = both[name].to_numpy(), both[f"{name}_b"].to_numpy()
    result = paired(x, y, binary)
    one, other = (_share(x), _share(y)) if binary else (mean(x), mean(y))
    method = "paired t; arms Wilson or Jeffreys; McNemar exact" if binary else "paired t; arms t"
    return Difference(
        name, unit, str(arms[0]), str(arms[1]), one.value, other.value,
        result.difference.value, result.difference.low, result.difference.high, result.difference.n,
        one.low, one.high, other.low, other.high,
        _known(result.correlation), _known(result.variance_saved), _known(result.p_value), method,
    )  # fmt: skip


def _share(values: Any) -> Interval:
    return proportion(int(values.sum()), len(values))


def _known(number: float) -> float | None:
    return None if number != number else number


def as_frame(rows: list[Difference]) -> pl.DataFrame:
    """The comparison as a table."""
    return pl.DataFrame([asdict(r) for r in rows], infer_schema_length=None)
