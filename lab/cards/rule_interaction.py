"""Which cards does a rule break? What a card is worth in one arm minus what it is worth in the arm it is compared with.

Both differences are against the average card of the pile, so their change is against what the rule does to that average
card, and adds up to about zero in each pile: a rule cannot make all cards stronger.

If a rule changes no card, the differences themselves are not zero, only their change is. So p-values and intervals rest
on the variance of the change, linearised game by game (`lab.cards.card_worth`), with Student's t for few games
(degrees of freedom: Welch 1947). Games of the same number share their randomness where seats and most cards are alike:
there the variance is that of the difference of the two games' pulls, else the sum of both.

For shrinking, errors must not depend on the estimates. Those used are what counting gives if cards did nothing, times
the share of the variance that pairing leaves; that share is estimated, but luck that makes an estimate large makes both
sides of the ratio larger. They are off by as much as a card's true worth changes the variance of credit: a few
per cent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.cards.arrived_cards import HAND
from lab.cards.card_verdict import AVERAGE, MATTERS, STRONG, UNCLEAR, WEAK, verdict
from lab.cards.card_worth import Worth, worths
from lab.comparison.arm_pairs import Pair, facts_of, reference_pairs, share_randomness
from lab.stats.intervals import Array, false_discovery, never_zero, t_quantile
from lab.stats.shrinkage import shrunken_columns
from lab.tables.column import KEY, Column
from lab.tables.metric import KEYS

CHANGE = "change"
SE, SHRUNK = f"{CHANGE}_se", f"{CHANGE}_shrunk"
"""Its standard error, and the change with luck taken off."""
TOLD = ("id", "name", "pile", "kind")
"""What is told of a card."""
GAINS, LOSES, SAME = "gains", "loses", "about the same"
WORDS = {STRONG: GAINS, WEAK: LOSES, AVERAGE: SAME, UNCLEAR: UNCLEAR}
"""What the verdicts of `lab.cards.card_verdict` are of a change."""
GAMES_AT_ONCE = 1024
AT_ONCE = 5_000_000
"""Rows of a table that are held at once."""
ROUNDING = 1e-12
"""A standard error below this is what floating point leaves of none."""
TABLES = ("exposure", "seat", "card", "arm")
"""What is read."""

AGAINST = Column("against", rank=KEY, about="The arm of the run that this one is compared with.")
CAME_AS = Column(
    "came as", "words", KEY, words={HAND: "into the hand"},
    about="dealt at the start, drawn face-down, kicked open as the door, a reward; hand: dealt, drawn or a reward.",
)  # fmt: skip
"""How the columns `reference` and `how` are read."""

SCHEMA = {
    "run_id": pl.String, "arm": pl.String, "reference": pl.String, "how": pl.String, "id": pl.String,
    "paired": pl.Boolean, "n": pl.Int64, "n_reference": pl.Int64, "games": pl.Int64, "delta": pl.Float64,
    "delta_reference": pl.Float64, CHANGE: pl.Float64, SE: pl.Float64, "degrees": pl.Float64,
    "if_nothing": pl.Float64, "arm_games": pl.Int64,
}  # fmt: skip


@dataclass(frozen=True)
class Decks:
    """The cards of the arms of a run: frames of designs by arm, and the place of each id in arrays."""

    of: dict[str, pl.DataFrame]
    designs: dict[str, int]


def changes(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, card: pl.LazyFrame, arm: pl.LazyFrame, versus: str | None = None
) -> pl.DataFrame:
    """A row for each arm, way of coming and card that came so in both arms: what it is worth there, and the change.

    Each arm is compared with its reference in the run, or all others with the arm `versus`.
    """
    cards, arms = card.collect(), arm.collect()
    found = [_frame(*one) for one in beside(exposure, seat, cards, arms, versus)]
    return _judged(pl.concat([pl.DataFrame(schema=SCHEMA), *found]), cards, arms)


class Beside(NamedTuple):
    """One way of coming in two arms of a run: in `b`, which is compared, and in `a`, which it is compared with."""

    run: str
    pair: Pair
    a: Worth
    b: Worth
    decks: Decks


def beside(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, cards: pl.DataFrame, arms: pl.DataFrame, versus: str | None = None
) -> Iterator[Beside]:
    """What cards are worth in each pair of arms, way by way."""
    for (run,), own in arms.group_by(pl.col("run_id").cast(pl.String), maintain_order=True):
        rows = {str(row["arm"]): row for row in own.iter_rows(named=True)}
        decks = _decks(cards, rows)
        here = [frame.filter(pl.col("run_id") == run) for frame in (exposure, seat)]
        of_arm = [_by_arm(frame) for frame in here]
        kept: dict[str, list[Worth]] = {}
        for a, b in _pairs(rows, versus):
            kept = {name: worth for name, worth in kept.items() if name == a}  # a reference serves several arms
            for name in (a, b):
                if name not in kept:
                    came, seats = (of(name) for of in of_arm)
                    kept[name] = worths(came, seats, decks.of[name], decks.designs)
            pair = Pair(a, b, share_randomness(cards, rows[a], rows[b]))
            for one, other in zip(kept[a], kept[b], strict=True):
                yield Beside(str(run), pair, one, other, decks)


def _by_arm(frame: pl.LazyFrame) -> Callable[[str], pl.LazyFrame]:
    """The rows of an arm: of a table that is not large all are read at once, as there may be two hundred arms."""
    if frame.select(pl.len()).collect().item() > AT_ONCE:
        return lambda arm: frame.filter(pl.col("arm") == arm)
    parts = frame.collect().with_columns(pl.col("arm").cast(pl.String)).partition_by("arm", as_dict=True)
    none = frame.clear()
    return lambda arm: parts[arm,].lazy() if (arm,) in parts else none


def _pairs(rows: dict[str, dict[str, Any]], versus: str | None) -> list[tuple[str, str]]:
    if versus is None:
        return reference_pairs(rows)
    return [(versus, name) for name in rows if name != versus] if versus in rows else []


def _decks(cards: pl.DataFrame, rows: dict[str, dict[str, Any]]) -> Decks:
    of = {name: cards.filter(pl.col("deck_hash") == row["deck_hash"]) for name, row in rows.items()}
    ids = sorted({i for deck in of.values() for i in deck["id"]})
    return Decks(of, {i: place for place, i in enumerate(ids)})


def _frame(run: str, pair: Pair, a: Worth, b: Worth, decks: Decks) -> pl.DataFrame:
    """The rows of one way of coming: arm `pair.b` against `pair.a`."""
    known = spread_of(a, b, pair.paired)
    with np.errstate(divide="ignore", invalid="ignore"):
        if_nothing = np.sqrt((a.if_nothing**2 + b.if_nothing**2) * known.left)
    frame = pl.DataFrame(
        {
            "run_id": run, "arm": pair.b, "reference": pair.a, "how": b.way, "id": list(decks.designs),
            "paired": pair.paired, "n": b.n.astype(int), "n_reference": a.n.astype(int),
            "games": known.games.astype(int),
            "delta": b.value, "delta_reference": a.value, CHANGE: b.value - a.value,
            SE: np.sqrt(known.variance), "degrees": known.degrees, "if_nothing": if_nothing,
            "arm_games": len(b.games.numbers),
        },
        schema=SCHEMA,
    )  # fmt: skip
    return frame.filter(pl.col("n") > 0, pl.col("n_reference") > 0)


class Spread(NamedTuple):
    """How far changes are from sure: their variance, its degrees of freedom, the games that they rest on.

    `left` is the share of the variance that pairing leaves.
    """

    variance: Array
    degrees: Array
    games: Array
    left: Array


def spread_of(a: Worth, b: Worth, paired: bool, weights: Array | None = None) -> Spread:
    """Of the change of each card; or of sums over cards: `weights` float64[designs, sums] says what each counts."""
    squares, games = _squares(a, b, weights)
    either = squares["a"] + squares["b"]
    variance = squares["both"] if paired else either
    with np.errstate(divide="ignore", invalid="ignore"):
        degrees = either**2 / (squares["a"] ** 2 / (games["a"] - 1) + squares["b"] ** 2 / (games["b"] - 1))
        left = np.where(either > 0, variance / either, 1.0)
    union = games["both"] if paired else games["a"] + games["b"]
    return Spread(variance, np.minimum(degrees, union - 1), union, left)


def _squares(a: Worth, b: Worth, weights: Array | None) -> tuple[dict[str, Array], dict[str, Array]]:
    """Squared pulls of all games, and games in which each card came: in both arms, and of the pairs of games."""
    width = a.designs if weights is None else weights.shape[1]
    squares, games = ({name: np.zeros(width) for name in ("a", "b", "both")} for _ in range(2))
    numbers = np.union1d(a.games.numbers, b.games.numbers)
    for first in range(0, len(numbers), GAMES_AT_ONCE):
        some = numbers[first : first + GAMES_AT_ONCE]
        pulls, came = np.zeros((2, len(some), width)), np.zeros((2, len(some), width), bool)
        for side, one in enumerate((a, b)):
            low, high = np.searchsorted(one.games.numbers, (some[0], some[-1] + 1))
            at = np.searchsorted(some, one.games.numbers[low:high])
            pulls[side, at], came[side, at] = _weighed(*one.pulls(int(low), int(high)), weights)
        with np.errstate(invalid="ignore"):  # cards that never came in one of the arms
            difference = pulls[1] - pulls[0]
        for name, pull, seen in (
            ("a", pulls[0], came[0]), ("b", pulls[1], came[1]), ("both", difference, came.any(axis=0))
        ):  # fmt: skip
            squares[name] += np.einsum("gc,gc->c", pull, pull)
            games[name] += seen.sum(axis=0)
    return squares, games


def _weighed(pulls: Array, times: Array, weights: Array | None) -> tuple[Array, NDArray[np.bool_]]:
    """The pulls of cards, or of sums over them, and whether any of the cards came; what counts nothing has no say."""
    if weights is None:
        return pulls, times > 0
    counts = weights.any(axis=1)
    some, own = pulls[:, counts], weights[counts]
    with np.errstate(invalid="ignore"):
        summed = some @ own
    if not np.isfinite(summed).all():
        unknown = ~np.isfinite(some)  # of a card that came in one game only
        summed = np.where(unknown, 0.0, some) @ own
        summed[:, (own[unknown.any(axis=0)] != 0).any(axis=0)] = np.nan
    return summed, times[:, counts] @ (own != 0) > 0


def _judged(found: pl.DataFrame, cards: pl.DataFrame, arms: pl.DataFrame) -> pl.DataFrame:
    """The rows with intervals, p and q within arm and way, luck taken off within each pile of them, and the verdict."""
    family, ends = [*KEYS, "how"], ("", "_low", "_high")
    same = [f"{name}{end}" for name in (CHANGE, SHRUNK) for end in ends]
    no_luck = (pl.col(SE) < ROUNDING) & (pl.col(CHANGE).abs() < ROUNDING)
    return (
        found.join(_told(cards, arms, found), on=[*KEYS, "reference", "id"], how="left", maintain_order="left")
        .with_columns(tested(no_luck))
        .with_columns(false_discovery(f"{CHANGE}_p").over(family).alias(f"{CHANGE}_q"))
        .with_columns(shrunken_columns(CHANGE, "if_nothing", [*family, "pile"], SHRUNK))
        .with_columns(pl.when(no_luck).then(0.0).otherwise(pl.col(name)).alias(name) for name in same)
        .with_columns(judged())
        .select(
            *KEYS, "reference", "how", "card", *TOLD, "changed", "paired", "arm_games", "n", "n_reference", "games",
            "delta", "delta_reference", *same[:3], SE, "if_nothing", f"{CHANGE}_p", f"{CHANGE}_q", *same[3:], "verdict",
        )
        .sort(*KEYS, "reference", "how", "card")
    )  # fmt: skip


def tested(no_luck: pl.Expr) -> list[pl.Expr]:
    """Interval and p-value.

    Where the games are the same in both arms nothing changed; where nothing differs among a few games, nothing says
    how surprising a change is.
    """
    degrees = pl.col("degrees")
    half = pl.col(SE) * degrees.map_batches(_quantiles, return_dtype=pl.Float64)
    t = pl.struct((pl.col(CHANGE) / pl.col(SE)).alias("t"), degrees).map_batches(_p_values, return_dtype=pl.Float64)
    known = pl.col(SE) >= ROUNDING
    return [
        pl.when(known).then(pl.col(CHANGE) - half).alias(f"{CHANGE}_low"),
        pl.when(known).then(pl.col(CHANGE) + half).alias(f"{CHANGE}_high"),
        pl.when(no_luck).then(1.0).when(known).then(t).alias(f"{CHANGE}_p"),
        pl.when(known).then("if_nothing").alias("if_nothing"),
    ]


def judged(matters: float = MATTERS) -> pl.Expr:
    """The column `verdict`: whether the card gains or loses, `matters` being the least change that does."""
    return verdict(SHRUNK, matters, f"{CHANGE}_q").replace(WORDS).alias("verdict")


def _told(cards: pl.DataFrame, arms: pl.DataFrame, found: pl.DataFrame) -> pl.DataFrame:
    """What is told of the cards of each pair of arms, as the arm has them, and whether other facts stand on them."""
    decks = arms.select(pl.col(*KEYS, "deck_hash").cast(pl.String)).unique()
    same = facts_of(cards)
    facts = cards.select(
        pl.col("deck_hash").cast(pl.String), "card", pl.col(TOLD).cast(pl.String), pl.struct(same).alias("facts"),
    ).unique(["deck_hash", "id"])  # fmt: skip
    pairs = found.select(*KEYS, "reference").unique().join(decks, on=KEYS)
    own = pairs.join(facts, on="deck_hash")
    there = decks.rename({"arm": "reference"}).join(facts.select("deck_hash", "id", "facts"), on="deck_hash")
    both = own.join(there.drop("deck_hash"), on=["run_id", "reference", "id"], suffix="_reference")
    changed = pl.col("facts").ne_missing(pl.col("facts_reference")).alias("changed")
    return both.with_columns(changed).drop("facts", "facts_reference", "deck_hash")


def left_out(cards: pl.DataFrame, arms: Iterable[dict[str, Any]]) -> list[str]:
    """Names of the cards that only one of two arms has."""
    one, other = ({*cards.filter(pl.col("deck_hash") == row["deck_hash"])["id"]} for row in arms)
    only = cards.filter(pl.col("id").is_in(list(one ^ other)))
    return sorted(set(only["name"].to_list()))


def _quantiles(degrees: pl.Series) -> pl.Series:
    return pl.Series(t_quantile(degrees.to_numpy() + 1), dtype=pl.Float64)


def _p_values(rows: pl.Series) -> pl.Series:
    """Two-sided p-values of Student's t."""
    from scipy.special import stdtr

    t, degrees = (rows.struct.field(c).fill_null(float("nan")).to_numpy() for c in ("t", "degrees"))
    return pl.Series(never_zero(2 * stdtr(degrees, -np.abs(t))), dtype=pl.Float64)
