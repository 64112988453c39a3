"""What the words of a box stand for: a bit for each identity and tag, a number for each card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from decks.card_schema import AXES, Card, Deck, DeckError
from decks.condition_rows import BY_WORD, each_of
from decks.value_kinds import FIXED_IDENTITIES, NAMED, Names
from engine.records.card_kinds import FREE_IDENTITY, FREE_TAG, Tag

LAST_BIT = 62
"""Highest bit of a signed 64-bit mask that may be given away."""


def bits(words: Sequence[str], first: int) -> dict[str, int]:
    """One bit for each word, in sorted order."""
    shift = first.bit_length() - 1
    chosen = sorted(set(words))
    if chosen and shift + len(chosen) - 1 > LAST_BIT:
        raise DeckError(
            f"these decks need {len(chosen)} bits for {chosen[0]} and others; allowed: {LAST_BIT + 1 - shift}"
        )
    return {word: 1 << (shift + i) for i, word in enumerate(chosen)}


def identity_keys(cards: Iterable[Card]) -> frozenset[str]:
    """`axis:name` of every identity that a card among these gives."""
    return frozenset(f"{c.kind}:{c.identity_name}" for c in cards if c.kind in AXES)


def identity_bits(cards: Iterable[Card]) -> dict[str, int]:
    """Bit of every identity by `axis:name`."""
    return {**FIXED_IDENTITIES, **bits(sorted(identity_keys(cards) - FIXED_IDENTITIES.keys()), FREE_IDENTITY)}


def tag_bits(own: Sequence[str]) -> dict[str, int]:
    """Bit of every tag: those the engine knows and the decks' own."""
    known = {t.name.lower(): int(t) for t in Tag}
    return {**known, **bits([t for t in own if t not in known], FREE_TAG)}


def named_bits(cards: Iterable[Card], tags: Mapping[str, int]) -> dict[str, int]:
    """Bit of every group of names that the programs of cards speak of, above those of the tags."""
    return bits(sorted({word for card in cards for word in names_asked(card)}), max(tags.values()) * 2)


def names_asked(card: Card) -> Iterator[str]:
    """Groups of names in the values and conditions of a card's steps."""
    yield from (one for one in tags_asked(card) if one.startswith(NAMED))


def tags_asked(card: Card) -> Iterator[str]:
    """Tags and groups of names in the values and conditions of a card's steps."""
    for _, step in card.steps():
        said = [value for name, value in step.params.items() if name != "amount" and step.opcode.kind_of(name) == "tag"]
        said += [value for word, value in each_of(step.when) if BY_WORD[word].value == "tag"]
        for value in said:
            yield from value if isinstance(value, list) else [value]


def names_beside(own: Sequence[Card], tags: Iterable[str], beside: Sequence[Deck]) -> Names:
    """What words stand for on cards of a deck that is being read, beside others: its own are meant first."""
    cards = [*own, *(card for deck in beside for card in deck.cards)]
    known = dict.fromkeys(
        [*tags, *(tag for card in own for tag in card.tags), *(t for d in beside for t in d.info.tags)]
    )
    ids = {card.id: number for number, card in enumerate({card.id: card for card in cards}.values())}
    return Names(identity_bits(cards), tag_bits([*known]), ids, identity_keys(own))
