"""How much of a deck the lab knows: cards that are said whole, texts that are read as what is played, known worths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from decks.card_lint import unvalued
from decks.card_schema import Card, Deck
from decks.value_kinds import Fault
from decks.words.card_texts import CardReader, card_reader
from decks.words.program_meaning import meaning

COLUMNS = {"bad_stuff", "effects", "text", "unmodelled", "origin", "source", "invented", "cites"}
"""Keys of a card that are no columns which its text might repeat."""
FEW = 5
"""Cards that the sentence names."""


@dataclass(frozen=True)
class Shares:
    """Cards of a deck by name: all, those with a text, and those of which something is not known."""

    cards: tuple[str, ...]
    texts: tuple[str, ...]
    unsaid: tuple[str, ...]  # something of them is not played
    unread: tuple[str, ...]  # their text is not understood, or says otherwise than is played
    unknown: tuple[str, ...]  # no player knows what they are good for

    def in_words(self, every: bool = False) -> str:
        """One sentence; of many cards a few are named, if not all are to be."""
        parts = [
            _share("said whole", self.cards, self.unsaid, every),
            _share("read as what is played", self.texts, self.unread, every) if self.texts else "no card has a text",
            _share("known to players", self.cards, self.unknown, every),
        ]
        return f"{'; '.join(parts)}."


def _share(word: str, of: Sequence[str], without: Sequence[str], every: bool) -> str:
    what = "cards" if word != "read as what is played" else "texts"
    named = without if every else without[:FEW]
    more = f" and {len(without) - FEW} more" if len(without) > len(named) else ""
    lacking = f" (not {', '.join(named)}{more})" if named else ""
    return f"{len(of) - len(without)} of {len(of)} {what} {word}{lacking}"


def shares(deck: Deck, beside: Sequence[Deck] = ()) -> Shares:
    """How much of a deck is known, in one box with others."""
    texts = [card for card in deck.cards if card.text.strip()]
    reader = card_reader(deck.cards, deck.info.tags, beside) if texts else None
    return Shares(
        _called(deck.cards),
        _called(texts),
        _called([card for card in deck.cards if card.unmodelled is not None]),
        _called([card for card in texts if reader is not None and not _says_what_is_played(card, reader)]),
        _called([card for card in deck.cards if any(unvalued(card))]),
    )


def _called(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.name or card.id for card in cards)


def _says_what_is_played(card: Card, reader: CardReader) -> bool:
    """Whether the text of a card is understood and means its steps; it need not repeat the Bad Stuff."""
    steps, bad = card.steps(), len(card.bad_stuff or [])
    columns = {key: getattr(card, key) for key in card.model_fields_set - COLUMNS}
    played = {"bad_stuff": card.bad_stuff or [], "effects": card.effects}
    told = reader.told(card.kind, {**columns, **played}, {"text": card.text})
    try:
        said = {key: meaning(program, reader.names) for key, program in told.said.items()}
        effects, losses = meaning(steps[bad:], reader.names), meaning(steps[:bad], reader.names)
    except Fault:  # a word of another deck
        return False
    whole = set(effects) <= set(said.get("effects", ())) and set(losses) <= set(said.get("bad_stuff", losses))
    return whole and not told.left and not told.keys
