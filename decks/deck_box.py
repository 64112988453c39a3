"""A stack of decks as one deck: what lies in the box when `base+./my-cards.csv` is played.

Equal cards add their copies, different ones of the same id are kept apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from decks.box_names import identity_keys
from decks.card_schema import AXES, Card, Deck, DeckError, DeckInfo
from decks.condition_rows import BY_WORD
from decks.program_steps import Step
from decks.read_decks import read_decks, stack
from decks.value_kinds import FIXED_IDENTITIES, Names
from engine.inputs.quote import quoted
from engine.records.opcode_row import PARAMETERS


def read_box(text: str) -> Deck:
    """A deck by name or path, or a stack of them joined by `+` as one deck; ids are those of the box."""
    names = stack(text)
    twice = [name for place, name in enumerate(names) if name in names[:place]]
    if twice:
        raise DeckError(f"key 'deck' is {quoted(text)}, which names {quoted(twice[0])} twice; allowed: each deck once")
    decks = read_decks(names)
    return decks[0] if len(decks) == 1 else one_deck(decks)


def one_deck(decks: Sequence[Deck]) -> Deck:
    """Several decks as one; of two different cards of one id the later is called `id@deck`, as in a box."""
    entries = mix(decks, (), "").entries
    tags = dict.fromkeys(tag for deck in decks for tag in deck.info.tags)
    info = DeckInfo(
        name=" + ".join(deck.info.name for deck in decks),
        set=" + ".join(dict.fromkeys(deck.info.set for deck in decks)),
        note=" ".join(deck.info.note for deck in decks if deck.info.note),
        doors=sum(deck.info.doors for deck in decks),
        treasures=sum(deck.info.treasures for deck in decks),
        tags=list(tags),
        unusual={name: why for deck in decks for name, why in deck.info.unusual.items()},
    )
    files = {entry.id: entry.where for entry in entries}
    known = {*FIXED_IDENTITIES}.union(*(entry.home for entry in entries))
    cards = tuple(_as_in_the_box(entry, known) for entry in entries)
    return Deck("+".join(deck.name for deck in decks), info, cards, files)


def plain_ids(deck: Deck) -> Deck:
    """The same deck with ids that a file of cards may hold: `id@deck` becomes `id-deck`."""
    taken = {card.id for card in deck.cards}
    renamed = {card.id: card.id.replace("@", "-") for card in deck.cards if "@" in card.id}
    for old, new in renamed.items():
        if new in taken:
            raise DeckError(
                f"{deck.files[old]}: card {quoted(old)} would be called {quoted(new)}, which is another card's id"
            )
    cards = tuple(_renamed(card, renamed.get(card.id, card.id), _Meant(renamed, {})) for card in deck.cards)
    files = {renamed.get(card, card): where for card, where in deck.files.items()}
    return Deck(deck.name, deck.info, cards, files)


@dataclass(frozen=True)
class _Meant:
    """What the words of a deck's cards are called in the box."""

    cards: Mapping[str, str]  # id -> id in the box
    identities: Mapping[str, str]  # identity -> `axis:identity`, where other decks have it on another axis

    def value(self, kind: object, value: Any) -> Any:
        """A value of a step: the id of a card, one identity or several, or something that is the same everywhere."""
        words = {"card": self.cards, "identity": self.identities}.get(str(kind), {})
        if isinstance(value, list):
            return [words.get(one, one) for one in value]
        return words.get(value, value) if isinstance(value, str) else value


def _as_in_the_box(entry: Entry, known: Collection[str]) -> Card:
    names = Counter(key.split(":")[1] for key in known)
    homely = {key.split(":")[1]: key for key in sorted(entry.home)}
    own = Counter(key.split(":")[1] for key in entry.home)
    unclear = {name: key for name, key in homely.items() if names[name] > 1 and own[name] == 1}
    card = _renamed(entry.card, entry.id, _Meant(entry.renamed, unclear))
    return card if card.copies == entry.copies else card.model_copy(update={"copies": entry.copies})


def _renamed(card: Card, name: str, meant: _Meant) -> Card:
    """A card under the id it has among others, and what it names under theirs."""
    changed: dict[str, Any] = {} if name == card.id else {"id": name}
    if changed and card.kind in AXES:
        changed["identity"] = card.identity_name
    told: dict[str, Any] = {key: meant.value("identity", getattr(card, key)) for key in ("require", "forbid")}
    told["against"] = {meant.value("identity", who): amount for who, amount in card.against.items()}
    for key in ("bad_stuff", "effects"):
        told[key] = [_step(step, meant) for step in getattr(card, key) or []]
    changed |= {key: value for key, value in told.items() if value and value != getattr(card, key)}
    return card.model_copy(update=changed) if changed else card


def _step(step: Step, meant: _Meant) -> Step:
    when = {word: meant.value(BY_WORD[word].value, value) for word, value in step.when.items()}
    said = {name: meant.value(PARAMETERS.get(name), value) for name, value in step.params.items()}
    if when == step.when and said == step.params:
        return step
    return step.model_copy(update={"when": when, **said})


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
