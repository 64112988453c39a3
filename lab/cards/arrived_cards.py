"""Cards that came: how, to whom, in which game and pass of the pile, with the credit of whoever got them; by arm."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from lab.cards.card_holders import places_of
from lab.stats.intervals import Array
from lab.store.event_codes import HOW

DEALT, HAND = "dealt", "hand"
CAME = ("dealt", "drawn", "kicked", "reward")
BY_LOT = {HAND: ("dealt", "drawn", "reward"), "drawn": ("drawn",), "kicked": ("kicked",), "reward": ("reward",)}
"""Number -> the ways of coming that it speaks of; all ways into a hand together count each arrival alike."""
PASSES = 16
"""Passes of a pile that are told apart; later ones are one."""
CHARACTER = "character"

Ints = NDArray[np.integer[Any]]
SMALL = np.int32
"""Type of what every row has: a row is a card that came, and there are millions."""


@dataclass(frozen=True)
class Games:
    """The games of an arm: their numbers, ascending, and the credit of every seat."""

    numbers: Ints
    credit: Array  # [games, seats]


@dataclass(frozen=True)
class Rows:
    """Cards that came, by game: place of the game among `Games`, design; way, stack and pass; credit of who got it."""

    game: Ints
    design: Ints
    place: Ints
    credit: Array


class Came(NamedTuple):
    """What came to whom in the games of an arm: the rows, and of each whose it was, how it came, dealt, or by lot."""

    rows: Rows
    games: Games
    seats: Ints
    how: Ints
    opening: NDArray[np.bool_]
    by_lot: NDArray[np.bool_]


def came_of(exposure: pl.LazyFrame, seat: pl.LazyFrame, deck: pl.DataFrame, designs: Mapping[str, int]) -> Came:
    """Of one arm: its rows of two tables, the cards of its deck, and the place of each id in the arrays."""
    games = _games(seat)
    numbers = deck["card"].cast(pl.Int64).to_numpy()
    design, stack = np.zeros((2, int(numbers.max()) + 1 if len(numbers) else 1), SMALL)
    design[numbers] = [designs[i] for i in deck["id"]]
    stack[numbers] = deck.select(stack_of()).to_series().cast(pl.String).rank("dense").cast(pl.Int64).to_numpy() - 1
    came = _came(exposure)
    at = places_of(games.numbers, came["game"].to_numpy()).astype(SMALL)
    seats, card, passes = (came[c].to_numpy() for c in ("seat", "card", "pass"))
    how, opening = came["way"].to_numpy(), came["opening"].to_numpy()
    place = (how * (int(stack.max()) + 1) + stack[card]) * PASSES + passes
    rows = Rows(at, design[card], place, games.credit[at, seats])
    return Came(rows, games, seats, how, opening, came["by_lot"].to_numpy())


def stack_of() -> pl.Expr:
    """What a card is compared with, by kind and pile: Characters with one another, others with those of its pile."""
    return pl.when(pl.col("kind") == CHARACTER).then(pl.lit(CHARACTER)).otherwise("pile").alias("stack")


def _games(seat: pl.LazyFrame) -> Games:
    rows = seat.select(pl.col("game", "seat").cast(pl.Int64), "credit").collect()
    numbers, at = np.unique(rows["game"].to_numpy(), return_inverse=True)
    credit = np.zeros((len(numbers), int(rows["seat"].max() or 0) + 1))  # type: ignore[arg-type]
    credit[at, rows["seat"].to_numpy()] = rows["credit"].to_numpy()
    return Games(numbers, credit)


def _came(exposure: pl.LazyFrame) -> pl.DataFrame:
    """What was dealt at the start, and what came by lot, sorted by game."""
    ways = {HOW.index(word): number for number, word in enumerate(CAME)}
    opening = pl.col("opening").cast(pl.Boolean).fill_null(False)
    by_lot = ((pl.col("by_lot") == 1) & pl.col("how").is_in(list(ways))).fill_null(False)
    return (
        exposure.filter(opening | by_lot)
        .select(
            "game", "seat", "card", opening.alias("opening"), by_lot.alias("by_lot"),
            pl.col("how").replace_strict(ways, default=0, return_dtype=pl.Int32).alias("way"),
            pl.col("pass").cast(pl.Int32).fill_null(0).clip(0, PASSES - 1),
        )
        .sort("game", maintain_order=True)
        .collect()
    )  # fmt: skip


def chosen(rows: Rows, wanted: slice | NDArray[np.bool_]) -> Rows:
    """Some of the rows."""
    return Rows(rows.game[wanted], rows.design[wanted], rows.place[wanted], rows.credit[wanted])


def opening_hands(rows: Rows, seats: Ints, opening: NDArray[np.bool_], games: Games) -> Rows:
    """The opening hands; a seat counts once, however many copies it was dealt."""
    width, designs = games.credit.shape[1], int(rows.design.max(initial=0)) + 1
    game, seat = rows.game[opening].astype(np.int64), seats[opening]
    cell = np.sort((game * width + seat) * designs + rows.design[opening])
    cell = cell[np.diff(cell, prepend=-1) > 0]
    place = cell // designs
    return Rows(place // width, cell % designs, np.zeros_like(cell), games.credit.ravel()[place])
