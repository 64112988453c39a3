"""What a set of rules does to the box: house rules that lie before everybody as cards, cards more or less, changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from decks.box_names import identity_keys
from decks.card_schema import KEY, Card, DeckError, parse_card
from decks.deck_box import Entry, Mixed, facts
from decks.rule_lint import apart, check_rule
from decks.value_kinds import kebab
from decks.words.token_names import counts_tokens, two_names, why
from engine.inputs.quote import quoted
from engine.inputs.rows import checked
from engine.records.book import MOST_SEATS

RULE_KEYS = ("name", "text", "places", "effects", "op", "on", "when")
"""Keys of a `[[rule]]` beside the values of its step."""


@dataclass(frozen=True)
class CardEdits:
    """Cards that rules bring into the box, and changes of those that are in it."""

    cards: tuple[Card, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)  # id -> file, for messages
    changes: Mapping[str, str] = field(default_factory=dict)  # ID.KEY -> value, as `--change` takes them
    places: Mapping[str, int] = field(default_factory=dict)  # id of a rule -> bits of the places that play by it

    def __bool__(self) -> bool:
        return bool(self.cards or self.changes)

    @property
    def rules(self) -> tuple[Card, ...]:
        """The house rules among the cards."""
        return tuple(card for card in self.cards if card.kind == "rule")

    def key(self) -> str:
        """Fingerprint of all it does; empty if that is nothing."""
        content = [
            [facts(card) | {"id": card.id, "copies": card.copies} for card in self.cards],
            dict(self.changes),
            dict(self.places),
        ]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16] if self else ""

    def joined(self, other: CardEdits) -> CardEdits:
        """Both, one after the other."""
        return CardEdits(
            (*self.cards, *other.cards),
            {**self.files, **other.files},
            {**self.changes, **other.changes},
            {**self.places, **other.places},
        )


NO_EDITS = CardEdits()


def rule_cards(row: Any, key: str, name: str, place: int, where: str) -> list[Card]:
    """A `[[rule]]` of a variant as cards that lie before everybody; none if its text sets switches alone.

    `key` and `name` are those of its variant, `place` counts the rules of the file. What a text says of several dice or
    choices are several cards: what follows on a die follows on every die of its card.
    """
    who = f"{where}: rule {place}"
    if not isinstance(row, Mapping):
        raise DeckError(f"{who} is {quoted(row)}; allowed: a [[rule]] table")
    steps = row.get("effects", [])
    if "op" in row:
        if steps:
            raise DeckError(f"{who}: keys 'op' and 'effects' exclude each other; allowed: one of them")
        steps = [{key: value for key, value in row.items() if key not in ("name", "text", "places")}]
    elif strange := [key for key in row if key not in RULE_KEYS]:
        raise DeckError(f"{who}: key {quoted(strange[0])} is unknown; allowed: {', '.join(RULE_KEYS)}")
    text, both = str(row.get("text", "")), bool(steps)
    if text:
        from decks.rule_texts import otherwise, steps_of  # most rules have no text, and a grammar takes its time
    if text and not steps:
        steps = steps_of(text, who)
        if not steps:
            return []
    if not steps:
        raise DeckError(f'{who}: does nothing; allowed: text = "...", a step (op = ...), or effects = [steps]')
    rules = [_rule(row, part, f"{kebab(key)}-rule-{place}{f'-{n}' if n else ''}", row.get("name") or name, who)
             for n, part in enumerate([steps] if both else apart(steps))]  # fmt: skip
    if text and both and (said := otherwise(text, rules[0])):
        raise DeckError(f"{who}: its text says something else than its steps: {quoted(said)}; allowed: one of the two")
    return rules


def _rule(row: Mapping[str, Any], steps: Any, card_id: str, name: str, who: str) -> Card:
    """Steps of a rule as the card that lies before everybody."""
    card = {
        "id": card_id, "name": name, "text": row.get("text", ""),
        "pile": "door", "kind": "rule", "copies": MOST_SEATS, "effects": steps,
    }  # fmt: skip
    rule = checked(Card, card, DeckError, who, KEY)
    check_rule(rule, who)
    return rule


def places_of(row: Mapping[str, Any], where: str) -> int:
    """Bits of the places at the table, from 1 on, at which a `[[rule]]` holds; 0 for all of them."""
    places = row.get("places", [])
    good = isinstance(places, list) and all(type(p) is int and 1 <= p <= MOST_SEATS for p in places)
    if not good or ("places" in row and not places):
        raise DeckError(f"{where}: places = {quoted(places)}; allowed: a list of places from 1 to {MOST_SEATS}")
    return sum(1 << (place - 1) for place in set(places))


def added_cards(rows: Sequence[Any], where: str) -> tuple[Card, ...]:
    """The `[[card]]` tables of a variant."""
    cards = tuple(parse_card(row, where) for row in rows)
    for card in cards:
        if card.kind == "rule":
            raise DeckError(f"{where}: card {quoted(card.id)}: a rule is no card; allowed: a [[rule]] table")
    return cards


def removed(ids: Sequence[str]) -> dict[str, str]:
    """Cards that a variant takes out of the box, as changes."""
    return {f"{card_id}.copies": "0" for card_id in ids}


def with_edits(mixed: Mixed, edits: CardEdits) -> Mixed:
    """A box with the cards that rules bring; what they name is meant as everybody in the box means it."""
    known = {entry.id: entry for entry in mixed.entries}
    of_tokens = [card for card in edits.cards if card.kind == "rule" and card.text and counts_tokens(card.steps())]
    if two := two_names(card.text for card in of_tokens):
        raise DeckError(f"{edits.files[of_tokens[-1].id]}: {why(*two)}")
    for card in edits.cards:
        where = edits.files[card.id]
        if card.id in known:
            raise DeckError(f"{where}: card {quoted(card.id)}: key 'id' is taken (see {known[card.id].where})")
        known[card.id] = Entry(card.id, card, card.copies, where, {}, identity_keys(edits.cards))
    kinds = {entry.card.kind for entry in known.values()}
    for card in edits.cards:
        for _, step in card.steps():
            axis = step.params.get("axis")
            if axis is not None and axis not in kinds:
                raise DeckError(f"{edits.files[card.id]}: {step.op} of {card.id!r}: these decks have no {axis} card")
    return Mixed(tuple(known[card_id] for card_id in sorted(known)))
