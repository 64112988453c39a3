"""Classes and Races of a spreadsheet that are those of known decks: a row without powers is one more copy of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from decks.card_schema import AXES, Card, Deck
from decks.sheets.sheet_rows import NO_POWERS, Sheet
from decks.sheets.sheet_words import meant, plain
from decks.value_kinds import kebab

SPECIAL = frozenset({"special", "doubler", "wandering", "cheat"})
"""Kinds of cards that one sheet calls special, and another by their own kind."""
BARE = frozenset({"id", "name", "pile", "kind", "copies", "doubles"})
"""Keys of a card of which no more than a name is said."""


@dataclass(frozen=True)
class Known:
    """A row of a spreadsheet that names a known Class, Race or the like."""

    own: Card  # as the row has it, without powers
    card: Card  # as the known deck has it, in the copies of the row
    deck: str


def with_known(sheet: Sheet, known_decks: Iterable[Deck]) -> tuple[Sheet, dict[str, Known]]:
    """The sheet with the known ones in the place of rows that only name them, and which they are, by their id.

    Of several decks that know one the first is meant; none is read if no row needs it.
    """
    decks = list(known_decks) if any(map(_blank, sheet.cards)) else []
    taken = {card.id for card in sheet.cards}
    known: dict[str, Known] = {}
    cards: list[Card] = []
    for card in sheet.cards:
        found = _known(card, decks) if _blank(card) else None
        if found and (found.card.id == card.id or found.card.id not in taken):
            taken.add(found.card.id)
            known[found.card.id] = found
        cards.append(found.card if found and known.get(found.card.id) is found else card)
    return _renamed(replace(sheet, cards=tuple(cards)), known), known


def without(sheet: Sheet, card: str, known: dict[str, Known]) -> Sheet:
    """The sheet with the row as it was typed again, where the known one cannot be played beside the others."""
    own = known.pop(card).own
    return _renamed(replace(sheet, cards=tuple(own if one.id == card else one for one in sheet.cards)), {})


def _renamed(sheet: Sheet, known: dict[str, Known]) -> Sheet:
    """Lines and texts by the id of the known one too."""
    lines = {**sheet.lines, **{new: sheet.lines[one.own.id] for new, one in known.items()}}
    texts = {**sheet.texts, **{new: sheet.texts[one.own.id] for new, one in known.items()}}
    return replace(sheet, lines=lines, texts=texts)


def _blank(card: Card) -> bool:
    """Whether a row gives no more than a name: of a Class or Race, or of a card of some special kind."""
    alone = card.kind in SPECIAL and card.model_fields_set <= BARE
    return (card.kind in AXES and not card.effects) or alone


def _known(card: Card, decks: Sequence[Deck]) -> Known | None:
    """The known card of the kind and name of a row."""
    name = kebab(meant("identities").get(plain(card.name), card.name))
    kinds = {card.kind} if card.kind != "special" else SPECIAL
    for deck in decks:
        for other in deck.cards:
            says = other.effects or other.kind not in AXES
            if other.kind in kinds and says and name in (other.id, other.identity_name, kebab(other.name)):
                said = {"copies": card.copies, "text": card.text, "unmodelled": card.unmodelled}
                said = {key: value for key, value in said.items() if value not in ("", None, NO_POWERS)}
                return Known(card, other.model_copy(update=said), deck.name)
    return None
