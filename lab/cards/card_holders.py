"""Who held which card: credits and seats by card and game, and their moments over games.

The games of an arm are laid out as tables of seats by cards, a few thousand games at a time: a card that a seat held
twice counts once. That is several times as fast as grouping rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.stats.intervals import Array
from lab.tables.metric import KEYS

GROUPS = {"gih": "any", "gd": "drawn", "oh": "opening", "played": "played"}
"""Number -> which seats it speaks of: card ever in hand, drawn later, dealt at the start, played."""
PAIRS = ("aa", "ab", "bb", "ac", "ad", "bc", "bd")
"""Products whose sums over games are taken: a, b = credit and seats of the group, c, d = of the whole table."""
COUNTED = {"any": "games_seen", "opening": "games_dealt"}
"""Groups of which it is said in how many games there was a seat of them."""
GAMES_AT_ONCE = 1024

Ints = NDArray[np.int64]
Arms = dict[tuple[str, str], pl.DataFrame]


def by_arm(frame: pl.LazyFrame, *columns: pl.Expr | str) -> Arms:
    """Some columns of a table, arm by arm (run_id, arm)."""
    rows = frame.select(pl.col(KEYS).cast(pl.Categorical), *columns).collect()
    keys = rows.select(KEYS).unique()
    if keys.height == 1:  # the usual case, and nothing has to be copied
        return {(str(keys[0, 0]), str(keys[0, 1])): rows.drop(KEYS)}
    parts = rows.partition_by(KEYS, as_dict=True, include_key=False)
    return {(str(run), str(arm)): part for (run, arm), part in parts.items()}


def credits_of(rows: pl.DataFrame) -> tuple[Ints, Array, NDArray[np.bool_]]:
    """Numbers of the games, the credit of every seat of each, and which seats there are; `rows` are those of `seat`."""
    games, at = np.unique(rows["game"].cast(pl.Int64).to_numpy(), return_inverse=True)
    seats = rows["seat"].cast(pl.Int64).to_numpy()
    shape = (len(games), int(seats.max()) + 1)
    credit, there = np.zeros(shape), np.zeros(shape, bool)
    credit[at, seats], there[at, seats] = rows["credit"].to_numpy(), True
    return games, credit, there


def places_of(games: Any, numbers: Any) -> Ints:
    """Places of some numbers of games in `games`, which is sorted and has all of them.

    Games of a run mostly have all numbers of a range: then nothing has to be looked for, of many million rows.
    """
    is_range = len(games) and games[-1] - games[0] + 1 == len(games)
    out: Ints = numbers - games[0] if is_range else np.searchsorted(games, numbers)
    return out


def sums_of_held(exposure: pl.LazyFrame, seat: pl.LazyFrame) -> pl.LazyFrame:
    """First and second moments over games of (credit, seats) of each group, by card: columns such as `gih_aa`.

    Per game: a = credit and b = seats of the group, c = credit and d = seats of the whole table.
    """
    held = by_arm(
        exposure.filter(pl.col("held").ne_missing(0)), "game", "seat", "card",
        pl.col("opening").cast(pl.Boolean), pl.col("played").cast(pl.Boolean),
    )  # fmt: skip
    seats = by_arm(seat, "game", "seat", "credit")
    found = [_of_arm(key, rows, seats[key]) for key, rows in sorted(held.items()) if key in seats]
    frame = pl.concat(found) if found else _frame(("", ""), np.zeros(0, np.int64), {})
    return frame.lazy().with_columns(pl.col(KEYS).cast(pl.Categorical))


def _of_arm(key: tuple[str, str], rows: pl.DataFrame, seat: pl.DataFrame) -> pl.DataFrame:
    games, credit, there = credits_of(seat)
    at = places_of(games, rows["game"].cast(pl.Int64).to_numpy())
    card, who = rows["card"].cast(pl.Int64).to_numpy(), rows["seat"].cast(pl.Int64).to_numpy()
    cards = int(card.max()) + 1
    flags = {"any": None, "opening": rows["opening"].to_numpy(), "played": rows["played"].to_numpy()}
    order = None if (np.diff(at) >= 0).all() else np.argsort(at, kind="stable")
    if order is not None:
        at, card, who = at[order], card[order], who[order]
        flags = {name: None if flag is None else flag[order] for name, flag in flags.items()}
    out: dict[str, Array] = {}
    for first in range(0, len(games), GAMES_AT_ONCE):
        block = slice(first, min(first + GAMES_AT_ONCE, len(games)))
        low, high = np.searchsorted(at, (block.start, block.stop))
        cell = ((at[low:high] - first) * credit.shape[1] + who[low:high]) * cards + card[low:high]
        some = {name: None if flag is None else flag[low:high] for name, flag in flags.items()}
        _add_block(out, cell, some, (credit[block], there[block], cards))
    seen = np.flatnonzero(out["gih_b"])
    return _frame(key, seen, {name: values[seen] for name, values in out.items()})


def _add_block(out: dict[str, Array], cell: Ints, flags: Mapping[str, Any], table: tuple[Any, Any, int]) -> None:
    """Add the moments of a block of games; `cell` is game, seat and card of each row in one number."""
    credit, there, cards = table
    c, d = credit.sum(axis=1), there.sum(axis=1).astype(float)
    for short, group in GROUPS.items():
        held = np.zeros((len(credit), credit.shape[1], cards))
        flag = ~flags["opening"] if group == "drawn" else flags[group]
        held.reshape(-1)[cell if flag is None else cell[flag]] = 1.0
        a, b = np.matmul(credit[:, None, :], held)[:, 0], held.sum(axis=1)
        known = {"a": a, "b": b}
        _add(out, f"{short}_a", a.sum(axis=0))
        _add(out, f"{short}_b", b.sum(axis=0))
        for one, other in map(tuple, PAIRS):
            values = (c if other == "c" else d) @ known[one] if other in "cd" else _product(known[one], known[other])
            _add(out, f"{short}_{one}{other}", values)
        if group in COUNTED:
            _add(out, COUNTED[group], (b > 0).sum(axis=0).astype(float))


def _product(one: Array, other: Array) -> Array:
    out: Array = np.einsum("gc,gc->c", one, other)
    return out


def _add(out: dict[str, Array], name: str, values: Array) -> None:
    out[name] = out[name] + values if name in out else values


def _frame(key: tuple[str, str], cards: Ints, sums: Mapping[str, Array]) -> pl.DataFrame:
    columns = [f"{short}_{x}" for short in GROUPS for x in ("a", "b", *PAIRS)]
    schema = {"run_id": pl.String, "arm": pl.String, "card": pl.Int64} | dict.fromkeys(columns, pl.Float64)
    keys = {name: [value] * len(cards) for name, value in zip(KEYS, key, strict=True)}
    values = {name: sums.get(name, np.zeros(0)) for name in columns}
    counts = [pl.Series(name, sums.get(name, np.zeros(0))).cast(pl.UInt32) for name in COUNTED.values()]
    return pl.DataFrame(keys | {"card": cards} | values, schema=schema).with_columns(counts)
