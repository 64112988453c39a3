"""Several decks in one box: equal cards add their copies, different ones of the same id are kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from decks.read import Deck
from decks.schema import Card, DeckError

NOT_FACTS = {"id", "copies", "source", "origin", "invented", "text", "cites", "unmodelled"}
"""Keys in which two printings of one card may differ."""


@dataclass(frozen=True)
class Entry:
    """One design of the box: its id there, its card, its copies, and where it stands."""

    id: str
    card: Card
    copies: int
    where: str
    renamed: Mapping[str, str]  # ids of its deck that got another id in this box

    def references(self, numbers: Mapping[str, int]) -> dict[str, int]:
        """Numbers of ids as this card's own deck means them."""
        return {**numbers, **{own: numbers[new] for own, new in self.renamed.items()}}


@dataclass(frozen=True)
class Mixed:
    """All designs sorted by id; the position is the number of the design."""

    entries: tuple[Entry, ...]


def facts(card: Card) -> dict[str, Any]:
    """What must be equal for two cards to be copies of one design."""
    return card.model_dump(exclude=NOT_FACTS)


def mix(decks: Sequence[Deck], extra: Sequence[Card], where: str) -> Mixed:
    """Put decks and further cards into one box."""
    box: dict[str, Entry] = {}
    for deck in decks:
        renamed = {c.id: f"{c.id}@{deck.name}" for c in deck.cards if c.id in box and facts(box[c.id].card) != facts(c)}
        for card in deck.cards:
            if card.id in box and card.id not in renamed:
                old = box[card.id]
                box[card.id] = Entry(old.id, old.card, old.copies + card.copies, old.where, old.renamed)
            else:
                new = renamed.get(card.id, card.id)
                box[new] = Entry(new, card, card.copies, deck.files[card.id], renamed)
    for card in extra:
        if card.id in box:
            raise DeckError(f"{where}: card {card.id!r}: key 'id' is taken (see {box[card.id].where})")
        box[card.id] = Entry(card.id, card, card.copies, where, {})
    return Mixed(tuple(box[card_id] for card_id in sorted(box)))
