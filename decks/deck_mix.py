"""Several decks in one box: equal cards add their copies, different ones of the same id are kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from decks.card_schema import AXES, Card, Deck, DeckError
from decks.word_values import Names
from engine.inputs.quote import quoted

IMPLEMENTS = ("epic.combine-sets",)

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
    home: frozenset[str]  # identities of its deck

    def names(self, names: Names) -> Names:
        """What words stand for on this card: its own deck's cards and identities are meant first."""
        cards = {**names.cards, **{own: names.cards[new] for own, new in self.renamed.items()}}
        return replace(names, cards=cards, home=self.home)


@dataclass(frozen=True)
class Mixed:
    """All designs sorted by id; the position is the number of the design."""

    entries: tuple[Entry, ...]


def identity_keys(cards: Sequence[Card]) -> frozenset[str]:
    """`axis:name` of every identity that a card among these gives."""
    return frozenset(f"{c.kind}:{c.identity_name}" for c in cards if c.kind in AXES)


def facts(card: Card) -> dict[str, Any]:
    """What must be equal for two cards to be copies of one design."""
    return card.model_dump(exclude=NOT_FACTS)


def mix(decks: Sequence[Deck], extra: Sequence[Card], where: str) -> Mixed:
    """Put decks and further cards into one box."""
    box: dict[str, Entry] = {}
    for deck in decks:
        home = identity_keys(deck.cards)
        renamed = {c.id: f"{c.id}@{deck.name}" for c in deck.cards if c.id in box and facts(box[c.id].card) != facts(c)}
        for card in deck.cards:
            if card.id in box and card.id not in renamed:
                box[card.id] = replace(box[card.id], copies=box[card.id].copies + card.copies)
            else:
                new = renamed.get(card.id, card.id)
                if new in box:
                    raise DeckError(
                        f"{deck.files[card.id]}: card {quoted(card.id)}: two decks named {quoted(deck.name)} hold "
                        "different cards of this id; allowed: decks of different names"
                    )
                box[new] = Entry(new, card, card.copies, deck.files[card.id], renamed, home)
    for card in extra:
        if card.id in box:
            raise DeckError(f"{where}: card {quoted(card.id)}: key 'id' is taken (see {box[card.id].where})")
        box[card.id] = Entry(card.id, card, card.copies, where, {}, identity_keys(extra))
    return Mixed(tuple(box[card_id] for card_id in sorted(box)))
