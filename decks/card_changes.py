"""Changes of single cards: `large-angry-chicken.level=12` is the box with that one value, checked like a file."""

from __future__ import annotations

import types
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Union, get_args, get_origin

from decks.card_schema import USED_BY, Card, Deck, DeckError, parse_card
from decks.deck_box import Entry, Mixed, mix
from decks.near_words import near_words
from decks.value_kinds import NAMED, is_called
from decks.words.orders import BLANK, HALF, PILES
from engine.inputs.quote import quoted

"""Ids that are proposed for one that is unknown."""

NOTHING = "none"
"""The value that takes a number away from a card that may do without."""

TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def _plain_type(annotation: Any) -> type | None:
    """The one plain type of a key of the schema, `int` for a whole number that may be missing; None for others."""
    options = get_args(annotation) if get_origin(annotation) in (Union, types.UnionType) else (annotation,)
    plain = [get_args(one)[0] if hasattr(one, "__metadata__") else one for one in options]
    plain = [one for one in plain if one is not types.NoneType]
    return plain[0] if len(plain) == 1 and plain[0] in (int, bool) else None


CHANGEABLE: dict[str, type] = {
    **{key: kind for key, field in Card.model_fields.items() if (kind := _plain_type(field.annotation))},
    "slot": str,
    "pile": str,
}
"""Keys of a card that a change may set, and the type of their values."""


def change(mixed: Mixed, changes: Mapping[str, str], by: str = "--change") -> Mixed:
    """The box after changes of `ID.KEY` that `by` asks for; a card of which 0 copies are wanted is left out.

    What is said of a group comes first, and then what is said of single cards.
    """
    box = {entry.id: entry for entry in mixed.entries}
    for place, value in sorted(changes.items(), key=lambda one: not one[0].startswith(GROUPS)):
        group, _, key = place.rpartition(".")
        where = f"{by} {place}={value}"
        if group.startswith(BLANK):
            box |= {blank.id: blank for blank in _blanks(group, key, value, where)}
            continue
        if key not in CHANGEABLE or not group:
            raise DeckError(
                f"{where}: {quoted(key)} is no key that can be changed; allowed: ID.KEY with {', '.join(CHANGEABLE)}"
            )
        for card_id in _meant(group, key, box, where):
            now = box[card_id].copies if key == "copies" else getattr(box[card_id].card, key)
            box[card_id] = _changed(box[card_id], key, _read(key, _told(value, now, key, where), where), where)
    return Mixed(tuple(entry for entry in box.values() if entry.copies))


OF = {
    "kind:": "is of the kind", "tag:": "is of the tag", NAMED: "has in its name", "for:": "may be used only by",
    "with:": "is",
}  # fmt: skip
"""What stands before a kind, a tag, words of names, an identity or a key that is true: all cards of it are meant."""
GROUPS = (*OF,)


def _blanks(group: str, key: str, value: str, where: str) -> list[Entry]:
    """Blank cards that lie in a pile of its own: none if they are to be none."""
    pile = group.removeprefix(BLANK)
    if pile not in PILES or key != "copies":
        allowed = ", ".join(f"{BLANK}{one}.copies" for one in PILES)
        raise DeckError(f"{where}: {quoted(f'{group}.{key}')} is no number of blank cards; allowed: {allowed}")
    if not value.isdecimal() or not int(value):
        return []
    name = f"blank-{pile}"
    row = {"id": name, "name": f"Blank {pile} card", "pile": pile, "kind": "special", "copies": int(value)}
    return [Entry(name, parse_card(row, where), int(value), where, {}, frozenset())]


def _meant(group: str, key: str, box: Mapping[str, Entry], where: str) -> list[str]:
    """The cards that a change is about: one, or all of a kind or with a tag that have the key."""
    if not group.startswith(GROUPS):
        if group not in box:
            raise DeckError(f"{where}: {quoted(group)} is no card of these decks; {_near(group, box)}")
        return [group]
    found = [one.id for one in group_of(group, [entry.card for entry in box.values()])]
    found = [one for one in found if key not in USED_BY or box[one].card.kind in USED_BY[key]]
    if not found:
        raise DeckError(f"{where}: no card of these decks that has {key} {said_of_group(group)}")
    return found


def group_of(group: str, cards: Iterable[Card]) -> list[Card]:
    """The cards that a text of `GROUPS` means; house rules are none."""
    sort, _, name = group.partition(":")
    return [card for card in cards if card.kind != "rule" and _is_of(card, f"{sort}:", name)]


def said_of_group(group: str) -> str:
    """What is true of the cards of a group."""
    sort, _, name = group.partition(":")
    return f"{OF[f'{sort}:']} {quoted(name)}"


def _is_of(card: Card, sort: str, name: str) -> bool:
    if sort == NAMED:
        return is_called(card.name or card.id, name)
    if sort == "with:":
        return CHANGEABLE.get(name) is bool and bool(getattr(card, name))
    return name in {"kind:": (card.kind,), "tag:": card.tags, "for:": card.require}[sort]


def _told(value: str, now: Any, key: str, where: str) -> str:
    """A value as it is to be, where a change says how much more or less it is."""
    if value.strip() == HALF:
        if key != "copies" or now < 2:
            raise DeckError(
                f"{where}: there is no half of {key} = {now}; allowed: half of two copies of a card or more"
            )
        return str(now - now // 2)
    number, _, how = value.strip().partition(" ")
    if how not in ("more", "less"):
        return value.strip()
    if CHANGEABLE[key] is not int or not number.isdecimal():
        raise DeckError(f"{where}: {quoted(value)} is no change of {quoted(key)}; allowed: a whole number more or less")
    low, high = range_of(key, where)
    if key == "copies" and how == "less":
        if now < int(number):
            raise DeckError(
                f"{where}: there are no {number} of copies = {now}; allowed: as many as there are, or fewer"
            )
        low = 0
    return str(min(max((now or 0) + (int(number) if how == "more" else -int(number)), low), high))


def changed_deck(deck: Deck, changes: Mapping[str, str]) -> Deck:
    """A deck whose cards say what the changes say; those of which no copy is left are gone."""
    entries = change(mix([deck], (), ""), changes).entries
    cards = {entry.id: entry.card for entry in entries}
    kept = tuple(cards[card.id] for card in deck.cards if card.id in cards)
    return Deck(deck.name, deck.info, kept, {card.id: deck.files[card.id] for card in kept})


def range_of(key: str, where: str) -> tuple[int, int]:
    """The least and the largest whole number that a key of a card may hold."""
    if CHANGEABLE.get(key) is not int:
        numbers = [name for name, kind in CHANGEABLE.items() if kind is int]
        raise DeckError(f"{where}: {quoted(key)} is no number of a card; allowed: ID.KEY with {', '.join(numbers)}")
    annotation = Card.model_fields[key].annotation
    options = [Card.model_fields[key], *get_args(annotation)]
    limits = [limit for one in options for limit in _limits(one)]
    return max(one.ge for one in limits if hasattr(one, "ge")), min(one.le for one in limits if hasattr(one, "le"))


def _limits(annotation: Any) -> list[Any]:
    """Bounds that the schema gives a whole number, also inside `... | None`."""
    found = [*getattr(annotation, "metadata", ()), *getattr(annotation, "__metadata__", ())]
    return [limit for one in found for limit in (one.metadata if hasattr(one, "metadata") else [one])]


def _near(card_id: str, box: Mapping[str, Entry]) -> str:
    close = near_words(card_id, box)
    return f"near it: {', '.join(close)}" if close else "allowed: the id of a card in them"


def _read(key: str, value: str, where: str) -> int | bool | str | None:
    """The value as the schema's type of the key."""
    kind = CHANGEABLE[key]
    if kind is str:
        return value
    if kind is bool:
        if value.lower() not in TRUTHS:
            raise DeckError(f"{where}: key {quoted(key)} is {quoted(value)}; allowed: {', '.join(TRUTHS)}")
        return TRUTHS[value.lower()]
    if value.lower() == NOTHING and Card.model_fields[key].default is None:
        return None
    try:
        return int(value)
    except ValueError:
        raise DeckError(f"{where}: key {quoted(key)} is {quoted(value)}; allowed: a whole number") from None


def _changed(entry: Entry, key: str, value: int | bool | str | None, where: str) -> Entry:
    kinds = USED_BY.get(key)
    if kinds is not None and entry.card.kind not in kinds:
        raise DeckError(
            f"{where}: {quoted(key)} does nothing on a {entry.card.kind}; it counts on: {', '.join(sorted(kinds))}"
        )
    if key == "copies" and value == 0:
        return replace(entry, copies=0)
    row = {**entry.card.model_dump(exclude_unset=True), key: value}
    if value is None:
        del row[key]
    card = parse_card(row, where)
    return replace(entry, card=card, copies=card.copies if key == "copies" else entry.copies)
