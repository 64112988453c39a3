"""What a card is worth, from forks: games that are played on with the card, with another one, and with a blank one.

Of a game with several arrivals of the card one is forked, each with the same chance. A fork therefore counts as many
times as its game had arrivals: then every arrival counts alike, early or late, in long games and in short ones. The
estimate is a ratio of two sums over games, its interval Student's t over games with the linearised variance of a
ratio. Groups are formed by what was known when the card came, never by what happened afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
import polars.selectors as cs

from lab.stats.intervals import half_width
from lab.store.event_codes import HOW
from lab.tables.column import EXTRA, HIDDEN, KEY, LAST, Column, within

BANDS = 3
"""Parts into which the Levels below the winning one are cut."""
FAR = 3
"""Levels behind the leader from which a player is far behind."""

DEAL = "deal"
"""Group of the cards that were dealt, where the others are grouped by what had happened since."""
ROUNDING = 1e-12
"""A share of a sum of squares smaller than this is what floating point leaves of zero."""
SAID = {
    "all": "all arrivals",
    "reward": "drawn as a reward",
    "kicked": "kicked open",
    "other": "turned up to be shared",
}
"""Groups that are called otherwise where people read."""

BOUNDED = {"delta": "same", "blank_delta": "blank_same", "turns": "same"}
"""Differences that have an interval, and the column that says in which forks nothing differed."""

COLUMNS = {
    "arm": Column("variant", rank=KEY, about="What was played."),
    "by": Column("by", rank=HIDDEN, about="What the forks are grouped by: the groups of a kind hold all forks."),
    "group": Column("when it came", rank=KEY, words=SAID, about="The group: what was known when the card came."),
    "forks": Column("forks", "count", about="Forks, one for each game: what the interval rests on."),
    "delta": Column(
        "against another", "points",
        about="Win credit of whoever the card came to, less what it is with another card of its pile in its place.",
    ),
    "blank_delta": Column(
        "against a blank", "points",
        about="Win credit of whoever the card came to, less what it is with a card that does nothing in its place.",
    ),
    "turns": Column("turns", "number", EXTRA, unit="turns", about="Length of the game, less that with another card."),
    "kept": Column("with it", "share", LAST, about="Win credit of whoever the card came to."),
    "replaced": Column("with another", "share", LAST, about="Their win credit with another card in its place."),
    "blank_replaced": Column("with a blank", "share", LAST, about="Their win credit with a blank card in its place."),
    "correlation": Column("correlation", "fine", LAST, about="Of win credit with it and with another card."),
    "same": Column("same game", "share", LAST, about="Share of forks in which nobody did anything else with another."),
    "blank_same": Column(
        "same game with a blank", "share", LAST, about="Share of forks in which nobody did anything else with a blank."
    ),
}  # fmt: skip


SHOWN = tuple(
    name
    for column in COLUMNS
    for name in ((column, f"{column}_low", f"{column}_high") if column in BOUNDED else (column,))
)
"""Columns of the table, with the bounds of what has an interval."""


def bands(winning: int) -> list[tuple[int, int]]:
    """The Levels below the winning one in equal parts: first and last Level of each."""
    edges = [1 + round(i * (winning - 1) / BANDS) for i in range(BANDS + 1)]
    return [(low, high - 1) for low, high in zip(edges, edges[1:], strict=False) if high > low]


def _band(what: str, level: pl.Expr, winning: int) -> pl.Expr:
    """The band of a Level in words; what lies beyond belongs to the nearest one."""
    parts = bands(winning)
    words = [f"{what} {low}-{high}" if high > low else f"{what} {low}" for low, high in parts]
    out = pl.lit(words[-1])
    for (_, high), word in reversed(list(zip(parts[:-1], words, strict=False))):
        out = pl.when(level <= high).then(pl.lit(word)).otherwise(out)
    return out


def _groups(winning: int) -> Iterator[tuple[str, pl.Expr, pl.Expr]]:
    """Kinds of groups: a name, the group of a fork, and where it stands among those of its kind."""
    own, behind = pl.col("level").cast(pl.Int64), pl.col("lead").cast(pl.Int64)
    dealt, way = pl.col("how") == "dealt", pl.col("how").cast(pl.Enum(HOW))
    near = pl.when(behind < FAR).then(pl.lit(f"1-{FAR - 1} behind")).otherwise(pl.lit(f"{FAR} or more behind"))

    def after_deal(group: pl.Expr) -> pl.Expr:
        return pl.when(dealt).then(pl.lit(DEAL)).otherwise(group)

    def later(place: pl.Expr) -> pl.Expr:
        return pl.when(dealt).then(-1).otherwise(place)

    yield "all", pl.lit("all"), pl.lit(0)
    yield "how", way.cast(pl.String), way.to_physical().cast(pl.Int64)
    yield "own Level", _band("own Level", own, winning), own
    yield "leader", after_deal(_band("leader at", own + behind, winning)), later(own + behind)
    standing = pl.when(behind == 0).then(pl.lit("leads")).otherwise(near)
    yield "standing", after_deal(standing), later(behind)
    yield "persona", pl.col("agent"), pl.lit(0)


def fork_table(rows: pl.DataFrame, winning: int) -> pl.DataFrame:
    """Fork delta of all forks and of each group, arm by arm; `winning` = the Level that wins.

    `rows` as `lab.runs.fork_games` makes them. Groups of one kind hold all forks, so that they add up.
    """
    parts = []
    for at, (kind, group, place) in enumerate(_groups(winning)):
        grouped = rows.lazy().group_by("arm", group.alias("group"))
        made = grouped.agg(*_sums(), place.cast(pl.Int64).min().alias("place"))
        parts.append(made.with_columns(pl.lit(kind).alias("by"), pl.lit(at).alias("kind")))
    out = pl.concat(parts).with_columns(part for name in BOUNDED for part in _ratio(name))
    out = out.with_columns(part for name, same in BOUNDED.items() for part in _bounds(name, same))
    arm = pl.col("arm").cast(pl.Enum(rows["arm"].unique(maintain_order=True)))
    out = out.sort(arm, "kind", "place", "group").select(*SHOWN)
    return within(out.with_columns(cs.float().fill_nan(None)).collect(), COLUMNS)


def _sums() -> list[pl.Expr]:
    """Sums over the forks of a group, each counted as often as its game had arrivals."""
    weight = pl.col("arrivals").cast(pl.Float64)
    pairs = {
        "delta": pl.col("credit") - pl.col("other_credit"),
        "blank_delta": pl.col("credit") - pl.col("blank_credit"),
        "turns": pl.col("turns").cast(pl.Float64) - pl.col("other_turns"),
    }
    out = [pl.len().alias("forks"), weight.sum().alias("w"), (weight**2).sum().alias("ww")]
    for name, value in pairs.items():
        out += [(weight * value).sum().alias(f"{name}_w"), (weight**2 * value).sum().alias(f"{name}_ww")]
        out += [(weight**2 * value**2).sum().alias(f"{name}_squares"), value.count().alias(f"{name}_known")]
    return [
        *out,
        _mean("credit", weight).alias("kept"),
        _mean("other_credit", weight).alias("replaced"),
        _mean("blank_credit", weight).alias("blank_replaced"),
        pl.corr("credit", "other_credit").alias("correlation"),
        pl.col("same").mean().alias("same"),
        pl.col("blank_same").mean().alias("blank_same"),
    ]


def _mean(credit: str, weight: pl.Expr) -> pl.Expr:
    """Weighted mean; null where no row has a value."""
    return pl.when(pl.col(credit).count() > 0).then((weight * pl.col(credit)).sum() / weight.sum())


def _ratio(name: str) -> list[pl.Expr]:
    """The weighted mean NAME, and NAME_rest: the weighted sum of squares around it."""
    mean = pl.when(pl.col(f"{name}_known") > 0).then(pl.col(f"{name}_w") / pl.col("w"))
    rest = pl.col(f"{name}_squares") - 2 * mean * pl.col(f"{name}_ww") + mean**2 * pl.col("ww")
    rest = pl.when(rest > ROUNDING * pl.col(f"{name}_squares")).then(rest).otherwise(0.0)
    return [mean.alias(name), rest.alias(f"{name}_rest")]


def _bounds(name: str, same: str) -> list[pl.Expr]:
    """NAME_low and NAME_high; where forks that differ all say the same there is no interval to be had."""
    n = pl.col("forks").cast(pl.Float64)
    error = (pl.col(f"{name}_rest") * n / (n - 1)).sqrt() / pl.col("w")
    half = pl.when((pl.col(f"{name}_rest") > 0) | (pl.col(same) == 1)).then(half_width(error, "forks"))
    return [(pl.col(name) - half).alias(f"{name}_low"), (pl.col(name) + half).alias(f"{name}_high")]
