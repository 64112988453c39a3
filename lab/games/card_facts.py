"""The facts of a card in a few words, for people at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from decks.card_text import kind_words

if TYPE_CHECKING:
    from decks.card_schema import Card


def fact(card: Card) -> str:
    """What kind of card it is, and its numbers."""
    if card.kind == "monster":
        treasures = card.treasures or 0
        return f"Level {card.level} monster, {treasures} Treasure{'' if treasures == 1 else 's'}"
    kind = kind_words(card.kind)
    worn = card.slot if card.slot not in (None, "none") else ""
    parts = [
        f"{card.bonus:+d}" if card.bonus else "",
        worn if card.kind == "item" else "",
        "big" if card.big else "",
        f"{card.gold:,} Gold" if card.gold else "",
    ]
    return ", ".join([kind, *filter(None, parts)])
