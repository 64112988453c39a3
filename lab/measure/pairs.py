"""Which arms of a run are compared, and whether their games can be laid beside each other one by one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.store.folder import Store

MOSTLY = 0.5
"""Share of equal cards from which on two decks are shuffled and dealt alike enough for pairs. Correlation of turns in
2,000 games of `base`, 168 cards: one card changed 0.58, three cards added 0.29, seven left out 0.24."""
NOT_DEALT = ("deck_hash", "card", "origin", "source", "unmodelled", "copies")


class Pair(NamedTuple):
    """Two arms to compare: `b` minus `a`."""

    a: str
    b: str
    paired: bool


def pairs_of(store: Store, run: str, every_pair: bool = False) -> list[Pair]:
    """The arms of a run with what each is compared with: its reference, or every other arm."""
    rows = {row["arm"]: row for row in store.table("arm", run).collect().to_dicts()}
    names = list(rows)
    if len(names) < 2:
        raise BadInput(f"run {run} has one arm ({', '.join(names)}); a comparison needs two or more arms")
    if every_pair:
        wanted = list(combinations(names, 2))
    else:
        known = [(row.get("reference"), name) for name, row in rows.items()]
        wanted = [(a, b) for a, b in known if a] or [(names[0], b) for b in names[1:]]
    return [Pair(a, b, _share_randomness(store, run, rows[a], rows[b])) for a, b in wanted]


def _share_randomness(store: Store, run: str, a: dict[str, Any], b: dict[str, Any]) -> bool:
    """Whether games of the same number have the same piles and dice to draw from: seats alike, and most cards."""
    if a.get("seats") != b.get("seats"):
        return False
    if a.get("deck_hash") == b.get("deck_hash"):
        return True
    return alike(store.table("card", run).collect(), a["deck_hash"], b["deck_hash"]) >= MOSTLY


def alike(cards: pl.DataFrame, one: str, other: str) -> float:
    """Share of the cards of the larger deck that the other one has too, with the same facts."""
    facts = [c for c in cards.columns if c not in NOT_DEALT]
    sides = [cards.filter(deck_hash=which).select(*facts, "copies") for which in (one, other)]
    largest = max(int(side["copies"].sum()) for side in sides)
    both = sides[0].join(sides[1], on=facts, suffix="_b", nulls_equal=True)
    shared = both.select(pl.min_horizontal("copies", "copies_b").sum()).item()
    return float(shared) / largest if largest else 0.0
