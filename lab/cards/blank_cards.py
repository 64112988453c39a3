"""What a card that does nothing scores, in games that were played with a few of them.

It is compared with the real cards of its pile; the blanks themselves are left out of what it is compared with.
"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from lab.cards.worth_by_deal import difference, difference_error, sums_of_dealt, sums_of_tables, whole
from lab.cards.worth_by_lot import arrivals, designs_of
from lab.stats.intervals import t_quantile
from lab.tables.column import POINTS, cut
from lab.tables.metric import KEYS

SCHEMA: dict[str, type[pl.DataType]] = {
    "arm": pl.String, "pile": pl.String, "number": pl.String, "copies": pl.Int64, "n": pl.Int64, "games": pl.Int64,
    "delta": pl.Float64, "low": pl.Float64, "high": pl.Float64,
}  # fmt: skip
"""Columns of a table of blanks: a row for each pile and number."""


def blank_numbers(tables: Mapping[str, pl.DataFrame], blanks: Mapping[str, str]) -> pl.DataFrame:
    """Every number of the blank of each pile; `blanks` says its id, `tables` are exposure, seat, card and arm."""
    exposure, seat, card, arm = (tables[name].lazy() for name in ("exposure", "seat", "card", "arm"))
    designs, ids = designs_of(card, arm), frozenset(blanks.values())
    copies = dict(tables["card"].select("id", "copies").iter_rows())
    rows = []
    for one in arrivals(exposure, seat, designs, ids):
        mine = designs.filter(pl.col("id") == blanks.get(one.stack, ""))["card"].to_list()
        for at in [list(one.cards).index(number) for number in mine]:
            known = {"arm": one.keys["arm"], "pile": one.stack, "number": one.number}
            n, seen = int(one.n[:, at].sum()), int(one.games_seen[at])
            value, half = float(one.value[at]), float(t_quantile(seen) * one.error[at])
            rows.append(known | _row(copies[blanks[one.stack]], n, seen, (value, half)))
    rows += _dealt(exposure, seat, designs, blanks, copies)
    return pl.DataFrame(rows, schema=SCHEMA).with_columns(pl.col(pl.Float64).fill_nan(None))


def _row(copies: int, n: int, games: int, number: tuple[float, float]) -> dict[str, object]:
    value, half = number
    low, high = cut(POINTS, value - half, value + half)
    return {"copies": copies, "n": n, "games": games, "delta": value, "low": low, "high": high}


def _dealt(
    exposure: pl.LazyFrame, seat: pl.LazyFrame, designs: pl.DataFrame, blanks: Mapping[str, str], copies: dict[str, int]
) -> list[dict[str, object]]:
    """The opening-hand number of the blank of each pile, less the mean of the real cards, each as often as dealt."""
    sums = sums_of_dealt(exposure, seat).group_by(*KEYS, "card").agg(whole()).join(sums_of_tables(seat), on=KEYS)
    found = sums.with_columns(pl.col(KEYS).cast(pl.String), value=difference(), error=difference_error()).collect()
    told = found.join(designs, on=[*KEYS, "card"]).filter(pl.col("kind") != "character", pl.col("value").is_finite())
    rows = []
    for pile, name in blanks.items():
        own, real = told.filter(pile=pile, id=name), told.filter(pl.col("pile") == pile, pl.col("id") != name)
        if own.is_empty() or real.is_empty():
            continue
        # Over all cards of a pile it adds up to zero: what the blanks lose the others have gained.
        n, others, games = float(own["oh_n"][0]), float(real["oh_n"].sum()), int(own["games"][0])
        value = own["value"][0] - float((real["oh_n"] * real["value"]).sum()) / others
        half = float(t_quantile(games)) * own["error"][0] * (1 + n / others)
        known = {"arm": own["arm"][0], "pile": pile, "number": "dealt"}
        rows.append(known | _row(copies[name], int(n), games, (value, half)))
    return rows
