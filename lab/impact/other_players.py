"""What the cards of an arm are worth where better players sit: whether a verdict hangs on who plays.

What a card gives is partly what its table lets it give: players who stop whoever leads leave less of a Level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from lab.cards.worth_by_lot import arrivals, designs_of
from lab.impact.extra_games import LACKING, Extra, Shown, played_once

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.runs.game_threads import Told
    from lab.store.store_folder import Store

OTHER, IN_ITS_PLACE = "sharp", "balanced"
"""Who is asked, and who where these play already."""
SCHEMA: dict[str, Any] = {
    "arm": pl.String, "players": pl.String, "games": pl.Int64, "card": pl.Int64, "number": pl.String,
    "delta": pl.Float64, "se": pl.Float64,
}  # fmt: skip
"""A row for each card and way of coming: the difference it makes at that table, and its standard error over games."""


def _played(arm: Arm, games: int, told: Told | None) -> pl.DataFrame:
    """Play games of the arm with other players: of another seed, so that the two tables share no luck."""
    from lab.runs.fork_games import play_with_players

    player = IN_ITS_PLACE if set(arm.setting.agents) == {OTHER} else OTHER
    tables, given_up = play_with_players(arm, player, games, told=told)
    exposure, seat, card, own = (tables[name].lazy() for name in ("exposure", "seat", "card", "arm"))
    known = {"arm": arm.name, "players": player, "games": games}
    rows = [
        known | {"card": design, "number": one.number, "delta": delta, "se": se}
        for one in arrivals(exposure, seat, designs_of(card, own))
        for design, delta, se in zip(one.cards.tolist(), one.value.tolist(), one.error.tolist(), strict=True)
    ]
    lacking = given_up.says(f"games of {arm.name} with {player} players")
    return pl.DataFrame(rows, schema=SCHEMA).with_columns(pl.lit(lacking).alias(LACKING))


ELSEWHERE = Extra("other_players", "table of other players", SCHEMA, _played, 4000, (OTHER, IN_ITS_PLACE), first=1000)
"""Four thousand games know a card to about a point, a thousand to two."""


def worth_elsewhere(
    store: Store, arms: pl.DataFrame, shown: Shown, exact: bool = False
) -> tuple[pl.DataFrame, list[str]]:
    """`SCHEMA` of some arms (run_id, arm); and a sentence for each arm that cannot be asked, or lacks games."""
    return played_once(store, arms, ELSEWHERE, shown, exact)
