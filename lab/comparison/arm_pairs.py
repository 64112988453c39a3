"""Which arms of a run are compared, and whether their games can be laid beside each other one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import polars as pl

from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.store.store_folder import Store

MOSTLY = 0.5
"""Share of equal cards from which on two decks are shuffled and dealt alike enough for pairs. Correlation of turns in
2,000 games of `base`, 168 cards: one card changed 0.58, three cards added 0.29, seven left out 0.24."""
EVERY = 20
"""Arms up to which reports and exports compare every one with every other: 190 pairs. 200 arms would make 19,900, and
a reader is helped by none of them; of more than these each arm is compared with its reference."""
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
    wanted = list(combinations(names, 2)) if every_pair else reference_pairs(rows)
    return _laid(store, run, rows, wanted)


def pair_of(store: Store, run: str, a: str, b: str) -> Pair:
    """Any two arms of a run."""
    rows = {row["arm"]: row for row in store.table("arm", run).collect().to_dicts()}
    return _laid(store, run, {name: rows[name] for name in (a, b)}, [(a, b)])[0]


def _laid(
    store: Store, run: str, rows: Mapping[str, Mapping[str, Any]], wanted: Iterable[tuple[str, str]]
) -> list[Pair]:
    """Pairs of arms, and whether their games can be laid beside each other."""
    several = len({row.get("deck_hash") for row in rows.values()}) > 1
    cards = store.table("card", run).collect() if several else pl.DataFrame()
    return [Pair(a, b, share_randomness(cards, rows[a], rows[b])) for a, b in wanted]


def is_every_pair_told(store: Store, run: str) -> bool:
    """Whether a run has so few arms that reports and exports compare every one with every other."""
    return int(store.table("arm", run).select(pl.len()).collect().item()) <= EVERY


def reference_pairs(arms: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Arms of a run, by name, with what each is compared with, which stands first: its reference, or the first."""
    known = [(row.get("reference"), name) for name, row in arms.items()]
    names = list(arms)
    return [(str(a), b) for a, b in known if a] or [(names[0], b) for b in names[1:]]


def share_randomness(cards: pl.DataFrame, a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    """Whether games of the same number have the same piles and dice to draw from: seats alike, and most cards."""
    if a.get("seats") != b.get("seats"):
        return False
    if a.get("deck_hash") == b.get("deck_hash"):
        return True
    return alike(cards, str(a["deck_hash"]), str(b["deck_hash"])) >= MOSTLY


def alike(cards: pl.DataFrame, one: str, other: str) -> float:
    """Share of the cards of the larger deck that the other one has too, with the same facts."""
    facts = facts_of(cards)
    sides = [cards.filter(deck_hash=which).select(*facts, "copies") for which in (one, other)]
    largest = max(int(side["copies"].sum()) for side in sides)
    both = sides[0].join(sides[1], on=facts, suffix="_b", nulls_equal=True)
    shared = both.select(pl.min_horizontal("copies", "copies_b").sum()).item()
    return float(shared) / largest if largest else 0.0


def facts_of(cards: pl.DataFrame) -> list[str]:
    """Columns that say what stands on a card."""
    return [name for name in cards.columns if name not in NOT_DEALT]
