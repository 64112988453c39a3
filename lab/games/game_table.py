"""The friendly door to one table: decks, variant and personas by name, a game to step by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from decks.card_edits import NO_EDITS, CardEdits
from decks.load_decks import Compiled, check_deal, load_decks
from decks.read_decks import is_path
from engine.loop.game_ranges import make_book
from engine.records.book import Book
from engine.table import Table
from engine.texts import Names
from lab.agents.personas import ordinary, weights_of
from lab.errors import BadInput
from lab.runs.arm_spec import Settings
from lab.runs.arms import SEAT_NAMES as SEAT_NAMES
from lab.runs.arms import check_seats
from variants.load_variants import load_variant


def compiled_decks(names: tuple[str, ...], changes: Settings = (), edits: CardEdits = NO_EDITS) -> Compiled:
    """The cards of some decks; those of the lab, which do not change, are compiled once per process."""
    if edits or any(map(is_path, names)):
        return load_decks(list(names), changes=dict(changes), edits=edits)
    return _compiled(names, changes)


@lru_cache(maxsize=16)
def _compiled(names: tuple[str, ...], changes: Settings) -> Compiled:
    return load_decks(list(names), changes=dict(changes))


def book_of(cards: Compiled, rules: np.ndarray, seats: int, agents: Sequence[str] = ()) -> Book:
    """What is constant in a game of these cards under these rules; agents are personas, seat by seat."""
    personas = [agents[s % len(agents)] if agents else "balanced" for s in range(seats)]
    return make_book(rules, cards.card, cards.effect, weights_of(personas), ordinary())


def without_opcodes(card: np.ndarray, effect: np.ndarray, dead: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """Copies of a box's arrays in which the rows of some opcodes do nothing and are never triggered."""
    card, effect = card.copy(), effect.copy()
    gone = np.isin(effect["op"], dead)
    effect["op"][gone] = effect["trigger"][gone] = 0
    for row in card:
        triggers = {int(t) for t in effect["trigger"][int(row["first"]) : int(row["last"])]} - {0}
        row["triggers"] = sum(1 << t for t in triggers)
    return card, effect


def names_of(cards: Compiled, seats: Sequence[str]) -> Names:
    """What the numbers of a game are called."""
    return Names(cards.ids, tuple(seats), dict(cards.labels))


def table(  # noqa: PLR0913 - one keyword for each thing a caller may name
    deck: str | Sequence[str] = (),
    variant: str = "base",
    seats: int = 4,
    seed: int = 0,
    game: int = 0,
    *,
    agents: Sequence[str] = (),
    names: Sequence[str] = (),
    switches: Mapping[str, Any] | None = None,
    changes: Settings = (),
    single: bool = False,
) -> Table:
    """One game to step by hand, before its first decision."""
    chosen = load_variant(variant, dict(switches or {}))
    check_seats(seats)
    decks = (deck,) if isinstance(deck, str) else tuple(deck)
    cards = compiled_decks(decks or chosen.deck, changes, chosen.edits)
    check_deal(cards, seats, chosen["setup.deal_door"], chosen["setup.deal_treasure"])
    called = tuple(names) or SEAT_NAMES[:seats]
    if len(called) != seats:
        raise BadInput(f"names holds {len(called)} names; allowed: one for each of the {seats} seats")
    return Table(book_of(cards, chosen.rules, seats, agents), names_of(cards, called), seed, game, single=single)
