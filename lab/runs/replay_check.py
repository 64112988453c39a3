"""Plays stored games again and says which of them come out otherwise.

A game is a function of its arm, its seed and its number alone: it must not matter in which piece, on which thread, at
which place or in which process it is played. So a range of games is played in pieces of other sizes than those in
which it was stored.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import polars as pl

from lab.errors import BadInput
from lab.store.stored_tables import FACTS, Labels, fact_frames

if TYPE_CHECKING:
    from lab.runs.arms import Arm
    from lab.store.store_folder import Store

Tables = Mapping[str, pl.DataFrame]


def playable(store: Store, run: str) -> dict[str, Arm]:
    """The arms of a run, by name, that today's code and content would play as the same games.

    None if its spec asks for something that is not there any more; raises BadInput if the spec cannot be read.
    """
    from decks.card_schema import DeckError
    from lab.runs.arms import open_arms
    from lab.runs.run_spec import parse_spec
    from variants.variant_schema import VariantError

    spec = parse_spec(store.spec_text(run), f"run {run}")
    stored = dict(store.arms(run).select("arm", "arm_hash").iter_rows())
    try:
        arms = open_arms(spec)
    except (BadInput, DeckError, VariantError):
        return {}
    return {arm.name: arm for arm in arms if stored.get(arm.name) == arm.arm_hash}


def games_that_differ(stored: Tables, arm: Arm, labels: Labels, first: int, count: int) -> list[int]:
    """Games of a range that have other rows in any table when they are played now.

    `stored` has the tables of at least that range, as shards hold them, of this arm alone.
    """
    cut = first + max(1, count // 3)
    # The later ones first, each piece on a thread of its own.
    pieces = [piece for piece in ((cut, first + count - cut), (first, cut - first)) if piece[1]]
    with ThreadPoolExecutor(len(pieces)) as threads:
        played = list(threads.map(lambda piece: fact_frames(arm.player()(*piece), labels, arm.name), pieces))
    wrong: set[int] = set()
    own = pl.col("game").is_between(first, first + count - 1)
    for name in FACTS:
        again = pl.concat([frames[name] for frames in reversed(played)]).drop("run_id", "arm")
        wrong |= rows_differ(stored[name].filter(own).drop("run_id", "arm"), again)
    return sorted(wrong)


def rows_differ(stored: pl.DataFrame, again: pl.DataFrame) -> set[int]:
    """Games whose rows are not the same, in the same order."""
    words = [name for name, kind in again.schema.items() if isinstance(kind, pl.Enum | pl.Categorical)]
    sides = [
        frame.with_columns(pl.col(name).cast(pl.String) for name in words).select(again.columns)
        for frame in (stored, again)
    ]
    sides[0] = sides[0].cast(sides[1].schema)
    if sides[0].equals(sides[1]):
        return set()
    one, other = ({key: part for (key,), part in side.group_by("game", maintain_order=True)} for side in sides)
    return {
        int(str(game))
        for game in one.keys() | other.keys()
        if game not in one or game not in other or not one[game].equals(other[game])
    }
