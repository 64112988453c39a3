"""What a rule changes about the cards of each kind, on average: the mean of their changes, and how sure it is.

Cards of a kind share games, and what one gains another of its pile loses. So the variance is not made from those of the
cards: a game pulls the mean by the mean of what it pulls each of them (`lab.cards.rule_interaction`), and these pulls
are squared and added up over games, or over pairs of games where arms share their randomness.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from lab.cards.rule_interaction import CHANGE, ROUNDING, SE, Beside, beside, spread_of, tested
from lab.stats.intervals import Array, false_discovery
from lab.tables.metric import KEYS

SCHEMA = {
    "run_id": pl.String, "arm": pl.String, "reference": pl.String, "how": pl.String, "kind": pl.String,
    "paired": pl.Boolean, "cards": pl.Int64, "n": pl.Int64, "n_reference": pl.Int64, "games": pl.Int64,
    CHANGE: pl.Float64, SE: pl.Float64, "degrees": pl.Float64, "arm_games": pl.Int64,
}  # fmt: skip


def kind_changes(exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame) -> pl.DataFrame:
    """A row for each arm, way of coming and kind of which a card came so in both arms: the mean change, its bounds."""
    cards, arms = card.collect(), arm.collect()
    rows = [row for one in beside(exposure, seat, cards, arms) for row in _rows(one)]
    found = pl.DataFrame(rows, schema=SCHEMA, orient="row").with_columns(pl.lit(None, pl.Float64).alias("if_nothing"))
    ends = [f"{CHANGE}{end}" for end in ("", "_low", "_high")]
    no_luck = (pl.col(SE) < ROUNDING) & (pl.col(CHANGE).abs() < ROUNDING)
    return (
        found.with_columns(tested(no_luck))
        .with_columns(pl.when(no_luck).then(0.0).otherwise(pl.col(name)).alias(name) for name in ends)
        .with_columns(false_discovery(f"{CHANGE}_p").over([*KEYS, "how"]).alias(f"{CHANGE}_q"))
        .select(
            *KEYS, "reference", "how", "kind", "paired", "arm_games", "cards", "n", "n_reference", "games", *ends, SE,
            f"{CHANGE}_p", f"{CHANGE}_q",
        )
        .sort(*KEYS, "reference", "how", "kind")
    )  # fmt: skip


def _rows(one: Beside) -> Iterator[tuple[object, ...]]:
    """The kinds of one way of coming."""
    a, b = one.a, one.b
    kinds, weights = _weights(one)
    known = spread_of(a, b, one.pair.paired, weights)
    there = weights.any(axis=1)
    change, counted = (b.value - a.value)[there] @ weights[there], weights != 0
    for at, kind in enumerate(kinds):
        mine = counted[:, at]
        yield (
            one.run, one.pair.b, one.pair.a, b.way, kind, one.pair.paired, int(mine.sum()), int(b.n[mine].sum()),
            int(a.n[mine].sum()), int(known.games[at]), float(change[at]), float(np.sqrt(known.variance[at])),
            float(known.degrees[at]), len(b.games.numbers),
        )  # fmt: skip


def _weights(one: Beside) -> tuple[list[str], Array]:
    """The kinds as the arm has them, and float64[designs, kinds]: its cards that came in both arms count alike."""
    came = (one.a.n > 0) & (one.b.n > 0)
    of = dict(one.decks.of[one.pair.b].select("id", pl.col("kind").cast(pl.String)).iter_rows())
    own = [of.get(name) if came[at] else None for name, at in one.decks.designs.items()]
    kinds = sorted({kind for kind in own if kind is not None})
    counted = np.array([[kind == name for name in kinds] for kind in own], dtype=np.float64)
    counted = counted.reshape(len(own), len(kinds))
    return kinds, counted / np.maximum(counted.sum(axis=0), 1.0)
