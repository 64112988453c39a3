"""What is said of one estimate among many, in words.

The rule, in this order, on the shrunken number with its interval, both as they are written (`WRITTEN`):

1. The interval lies within what does not matter, -M to +M: about average.
2. The interval leaves out zero and the number is at least M: too strong; at most -M: too weak.
3. Else: cannot tell yet. More games will tell.

So equal numbers have equal verdicts, and a reader can check each. The shrunken interval allows for the whole family
already: where cards do nothing, no more of them are called than if q, the p-value adjusted for the family, had to be
below 0.10 as well (`tests/lab/test_verdict.py`). Changes by rules, whose q has an error of its own, ask for both.

What is not known is not judged. Strong and weak are against the average of the family, not against nothing.

All numbers of the cards side by side, and the one by which each card is judged.

A card is judged by the number that tells most of it, unless somebody asks for another: monsters and Curses by what they
do to whoever kicks them open - in a hand a Curse is a weapon, and a monster waits -, every other card by what it is
worth in the hand, however it came there. Numbers of different ways are never mixed: each is judged, shrunken and
ordered with those of its own pile and way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from lab.cards.worth_by_deal import OH
from lab.stats.intervals import FDR
from lab.tables.column import rounded
from lab.tables.metric import KEYS

STRONG, WEAK, AVERAGE, UNCLEAR = "too strong", "too weak", "about average", "cannot tell yet"
VERDICTS = (STRONG, WEAK, AVERAGE, UNCLEAR)
MATTERS = 0.02
"""The smallest difference that matters, unless somebody says another: two percentage points."""


WRITTEN = 1
"""Decimals of a percentage point that numbers of cards are written with."""


def verdict(name: str, matters: float = MATTERS, q: str | None = None) -> pl.Expr:
    """The word for the number NAME with its bounds NAME_low and NAME_high; with `q` also by that column."""
    value, low, high = (
        pl.col(name + side).map_elements(as_written, return_dtype=pl.Float64) for side in ("", "_low", "_high")
    )
    least = rounded(100 * matters, 9)
    found = (pl.col(q) < FDR).fill_null(False) if q else pl.lit(True)
    return (
        pl.when(value.is_null() | low.is_null() | high.is_null())
        .then(pl.lit(None, pl.String))
        .when((low >= -least) & (high <= least))
        .then(pl.lit(AVERAGE))
        .when(found & (low > 0) & (value >= least))
        .then(pl.lit(STRONG))
        .when(found & (high < 0) & (value <= -least))
        .then(pl.lit(WEAK))
        .otherwise(pl.lit(UNCLEAR))
    )


def as_written(value: float) -> float:
    """A number of a card in percentage points, with the decimals that it is written with."""
    return rounded(100 * value, WRITTEN)


DEALT = "dealt"
PREFIX = {"hand": "hand", "drawn": "draw", "kicked": "kick", "reward": "reward", DEALT: "oh"}
"""Number, as `--by` has it -> what its columns begin with."""
RELIABILITY = {name: name for name in PREFIX} | {DEALT: OH}
"""Number -> what `card_reliability` calls it."""
MET = ("monster", "curse")
"""Kinds that are judged by what they do to whoever kicks them open."""
SHRUNKEN, VERDICT, JUDGED_BY, RAW = "shrunken", "verdict", "judged_by", "judged_delta"
OF_PILE = (
    "reliability", "reliability_low", "reliability_high", "split_half", "spread", "half_width", "games_for_point",
    "games_for_ranking", "games_for_ranking_low", "games_for_ranking_high",
)  # fmt: skip
"""What is said of the order of all cards of a pile, by the number that the card is judged by."""
CODES = {STRONG: "too_strong", WEAK: "too_weak", AVERAGE: "fine", UNCLEAR: "unclear"}
"""Verdicts as programs read them."""
PARTS = ("delta", "low", "high", "n", "q", "se", SHRUNKEN, f"{SHRUNKEN}_low", f"{SHRUNKEN}_high")
FACTS = ("id", "name", "pile", "kind", "copies")
FIRST = (
    *KEYS, "card", *FACTS, JUDGED_BY, RAW, SHRUNKEN, f"{SHRUNKEN}_low", f"{SHRUNKEN}_high", VERDICT,
    *(f"{name}{side}" for name in ("against_blank", "blank") for side in ("", "_low", "_high")),
    *(f"{prefix}_{part}" for prefix in ("hand", "draw", "kick", "reward", "oh") for part in PARTS),
)  # fmt: skip


METRICS = ("card_table", "card_draws", "card_reliability")
"""What the numbers are taken from."""


def card_numbers(found: Mapping[str, pl.DataFrame], by: str, matters: float) -> pl.DataFrame:
    """A row for each card: every number, and its verdict by the number `by` (empty: by the one that tells most).

    `found` holds results of the `METRICS`.
    """
    table, draws, piles = (found[name] for name in METRICS)
    names = [*KEYS, "card"]
    own = table.with_columns(pl.col(names[:2]).cast(pl.String), pl.col("card").cast(pl.Int64))
    wide = own.with_columns(**{f"oh_{part}": pl.col(column) for part, column in _of_hands().items() if part != "n"})
    for number in PREFIX:
        if number != DEALT:
            rows = draws.filter(how=number).select(*names, *FACTS[:4], **_columns(number))
            wide = wide.join(rows, on=[*names, *FACTS[:4]], how="full", coalesce=True, nulls_equal=True)
    wide = wide.with_columns(_judged_by(by).alias(JUDGED_BY))
    wide = wide.with_columns(_of_judged(part).alias(part) for part in PARTS[6:])
    judged = wide.with_columns(_of_judged("delta").alias(RAW), verdict(SHRUNKEN, matters).alias(VERDICT))
    rest = [name for name in own.columns if name not in FIRST]
    unknown = [pl.lit(None, pl.Float64).alias(name) for name in FIRST if "blank" in name]
    return _with_piles(judged.with_columns(unknown), piles).select(*FIRST, *rest, *OF_PILE)


def beside_blanks(cards: pl.DataFrame, blanks: pl.DataFrame) -> pl.DataFrame:
    """The same with what a blank of the pile scores by the number that each card is judged by, and how far it is off.

    `blanks` has run_id, arm and the columns of `lab.cards.blank_cards`. The two were measured in games of their own.
    """
    on, sides = [*KEYS, "stack", JUDGED_BY], ("blank", "blank_low", "blank_high")
    ends = {"blank": "delta", "blank_low": "low", "blank_high": "high"}
    known = blanks.select(*KEYS, pl.col("number").alias(JUDGED_BY), stack="pile", **ends)
    both = cards.drop(sides).with_columns(stack=stack()).join(known, on=on, how="left", maintain_order="left")
    far = pl.col(SHRUNKEN) - pl.col("blank")
    widths = [(pl.col(f"{name}_high") - pl.col(f"{name}_low")) / 2 for name in (SHRUNKEN, "blank")]
    half = (widths[0] ** 2 + widths[1] ** 2).sqrt()
    named = {"against_blank": far, "against_blank_low": far - half, "against_blank_high": far + half}
    return both.with_columns(**named).select(cards.columns)


def blank_rows(cards: pl.DataFrame, blanks: pl.DataFrame, by: str) -> pl.DataFrame:
    """A row for the blank of each pile whose cards are judged by the number `by`, with the columns of `cards`.

    A single number has no family to be shrunken with: `shrunken` is what was measured. No verdict is passed on it.
    """
    rows: dict[tuple[str, ...], dict[str, Any]] = {}
    there = set(cards.filter(pl.col(JUDGED_BY) == by).select(*KEYS, "pile").iter_rows())
    for one in blanks.iter_rows(named=True):
        key = (one["run_id"], one["arm"], one["pile"])
        if key not in there:
            continue
        row = rows.setdefault(key, dict(zip((*KEYS, "pile"), key, strict=True)) | {
            "id": f"blank-{one['pile']}", "name": "blank card", "kind": "blank", "copies": one["copies"],
        })  # fmt: skip
        parts = {part: one[part] for part in ("delta", "low", "high", "n")}
        row |= {f"{PREFIX[one['number']]}_{part}": value for part, value in parts.items()}
        if one["number"] == by:
            ends = {
                f"{SHRUNKEN}{side}": one[part] for side, part in (("", "delta"), ("_low", "low"), ("_high", "high"))
            }
            row |= {JUDGED_BY: by, RAW: one["delta"], "games": one["games"], **ends}
    judged = [row for row in rows.values() if JUDGED_BY in row]
    return pl.DataFrame(judged, schema=cards.schema, infer_schema_length=None)


def _of_hands() -> dict[str, str]:
    """The parts of the opening-hand number in the card table."""
    shrunken = {f"{SHRUNKEN}{side}": f"{OH}_shrunk{side}" for side in ("", "_low", "_high")}
    plain = {"delta": OH, "low": f"{OH}_low", "high": f"{OH}_high", "n": "oh_n"}
    return plain | {"q": "randomised_oh_q", "se": "randomised_oh_se"} | shrunken


def _columns(number: str) -> dict[str, pl.Expr]:
    """The parts of a number in `card_draws`, under their names here."""
    shrunken = {f"{SHRUNKEN}{side}": f"randomised_delta_shrunk{side}" for side in ("", "_low", "_high")}
    plain = {"delta": "randomised_delta", "low": "randomised_delta_low", "high": "randomised_delta_high", "n": "n"}
    parts = plain | {"q": "randomised_q", "se": "randomised_se"} | shrunken
    return {f"{PREFIX[number]}_{part}": pl.col(column) for part, column in parts.items()}


def _judged_by(by: str) -> pl.Expr:
    """The number by which a card is judged; runs of older versions know of opening hands only."""
    if by:
        return pl.when(pl.col(f"{PREFIX[by]}_delta").is_not_null()).then(pl.lit(by))
    met = pl.col("kind").is_in(MET) & pl.col("kick_delta").is_not_null()
    held, dealt = pl.col("hand_delta").is_not_null(), pl.col("oh_delta").is_not_null()
    told = pl.when(met).then(pl.lit("kicked")).when(held).then(pl.lit("hand"))
    return told.when(dealt).then(pl.lit(DEALT))


def _of_judged(part: str) -> pl.Expr:
    """A part of the number that the card is judged by."""
    out = pl.lit(None, pl.Float64)
    for number, prefix in PREFIX.items():
        out = pl.when(pl.col(JUDGED_BY) == number).then(pl.col(f"{prefix}_{part}")).otherwise(out)
    return out


def stack() -> pl.Expr:
    """What a card is compared with: its pile, or the other Characters, which are dealt from a stack of their own.

    The opening-hand number knows piles only: it compares seats.
    """
    apart = (pl.col("kind") == "character") & (pl.col(JUDGED_BY) != DEALT)
    return pl.when(apart).then(pl.lit("character")).otherwise(pl.col("pile"))


WAY_ORDER = ("hand", "drawn", "reward", "dealt", "kicked")
"""Ways of coming, in the order in which what is told of them stands."""


def sections(rows: pl.DataFrame) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """The cards that are compared with one another, in the order of the tables: by one number, those of one stack."""
    judged = rows.drop_nulls(JUDGED_BY).with_columns(stack=stack())
    parts = judged.partition_by(JUDGED_BY, "stack", as_dict=True, maintain_order=True)
    for number, name in sorted(parts, key=lambda key: (WAY_ORDER.index(str(key[0])), -ord(str(key[1])[0]))):
        yield str(number), str(name), parts[number, name].drop("stack")


def _with_piles(cards: pl.DataFrame, piles: pl.DataFrame) -> pl.DataFrame:
    """What is known of the order of each card's pile, by the number that it is judged by."""
    numbers = {name: number for number, name in RELIABILITY.items()}
    rows = piles.with_columns(
        pl.col(KEYS).cast(pl.String), pl.col("pile").cast(pl.String).alias("stack"),
        pl.col("number").replace_strict(numbers).alias(JUDGED_BY),
    )  # fmt: skip
    on = [*KEYS, "stack", JUDGED_BY]
    of_pile = rows.select(*on, *OF_PILE)
    return cards.with_columns(stack=stack()).join(of_pile, on=on, how="left", maintain_order="left").drop("stack")
