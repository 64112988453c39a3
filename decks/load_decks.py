"""Decks by name into the arrays that games are played with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from decks.box_names import names_asked, tag_bits, tags_asked
from decks.card_arrays import added_tags, card_array, compile_program, effect_array, names_of
from decks.card_changes import change
from decks.card_edits import NO_EDITS, CardEdits, with_edits
from decks.card_schema import Card, Deck, DeckError
from decks.deck_box import Mixed, mix
from decks.learned_worth import fill_worth
from decks.read_decks import read_decks, read_rows
from decks.value_kinds import NAMED, is_called
from engine.inputs.quote import quoted
from engine.records.book import CARDS
from engine.records.card_kinds import SIDE_PILES, Pile


class Compiled(NamedTuple):
    """A box of cards, ready to play: arrays for the engine, names for people.

    A *number* is a design (position in `ids`, `names`, `cards`); a row of `card` is a physical card.
    """

    card: np.ndarray  # CARD[physical cards], sorted by number and copy
    effect: np.ndarray  # EFFECT[steps], each design's rows together
    ids: tuple[str, ...]
    names: tuple[str, ...]
    cards: tuple[Card, ...]
    labels: dict[int, str]  # effect row -> name of the ability
    identities: dict[str, int]  # name -> bit; `axis:name` where a name stands on two axes
    tags: dict[str, int]
    decks: tuple[str, ...]
    deck_hash: str
    unmodelled: list[tuple[str, str]]  # id, what is left out


def load_decks(
    names: Sequence[str],
    extra: Sequence[dict[str, Any]] = (),
    root: Path | None = None,
    changes: Mapping[str, str] | None = None,
    edits: CardEdits = NO_EDITS,
) -> Compiled:
    """Load decks by name or path, add further cards, change single ones, compile all; bad input is a DeckError.

    `edits` are what rules do to the box; `changes` come after theirs.
    """
    twice = [n for i, n in enumerate(names) if n in names[:i]]
    if twice:
        raise DeckError(f"key 'deck' names {quoted(twice[0])} twice; allowed: each deck once")
    decks = read_decks(names, root)
    where = "cards of the scenario"
    mixed = with_edits(mix(decks, read_rows(extra, where), where), edits)
    mixed = change(mixed, edits.changes, "[change]")
    mixed = change(mixed, changes or {})
    _check_side_decks(mixed)
    _check_names(mixed)
    _check_tags(decks, mixed)
    compiled = compile_mixed(decks, mixed)
    for card_id, places in edits.places.items():
        compiled.card["only"][compiled.card["number"] == compiled.ids.index(card_id)] |= places
    fill_worth(compiled.card, compiled.cards, names, root)
    return compiled


def _check_side_decks(mixed: Mixed) -> None:
    """Refuse a house rule that draws from a deck beside the two in which no card of the box lies: it does nothing."""
    filled = {entry.card.pile for entry in mixed.entries}
    beside = {pile.name.lower() for pile in SIDE_PILES} - filled
    for entry in mixed.entries:
        piles = {step.params.get("pile") for _, step in entry.card.steps()} if entry.card.kind == "rule" else set()
        if empty := sorted(beside & piles):
            raise DeckError(
                f"rule {quoted(entry.card.name)} uses the {empty[0]} deck, in which no card of the box lies; allowed: "
                f"a deck with a card of pile = {empty[0]!r}, by [[card]] or [change]"
            )


def _check_names(mixed: Mixed) -> None:
    """Refuse what speaks of cards by words in their names, where no card of the box has them: it does nothing."""
    for entry in mixed.entries:
        for group in names_asked(entry.card):
            if not any(is_called(one.card.name or one.id, group) for one in mixed.entries if one.card.kind != "rule"):
                raise DeckError(
                    f"{entry.where}: card {quoted(entry.id)}: no card of these decks has {quoted(group[len(NAMED) :])} "
                    "in its name; allowed: words that are in the name of one"
                )


def _check_tags(decks: Sequence[Deck], mixed: Mixed) -> None:
    """Refuse a tag that an added card brings along and that nothing asks for: it does nothing."""
    asked = {tag for entry in mixed.entries for tag in tags_asked(entry.card)}
    for tag in added_tags(decks, mixed):
        if tag not in asked:
            entry = next(one for one in mixed.entries if tag in one.card.tags)
            known = ", ".join(sorted(tag_bits([t for deck in decks for t in deck.info.tags])))
            raise DeckError(
                f"{entry.where}: card {quoted(entry.id)}: key 'tags': {quoted(tag)} is no tag of these decks; "
                f"allowed: {known}, or one that a step of the box asks for"
            )


def compile_decks(decks: Sequence[Deck]) -> Compiled:
    """Compile decks that have been read."""
    return compile_mixed(decks, mix(decks, (), ""))


def compile_mixed(decks: Sequence[Deck], mixed: Mixed) -> Compiled:
    """Compile the box that some decks have been mixed into."""
    total = sum(e.copies for e in mixed.entries)
    if not 0 < total <= CARDS:
        raise DeckError(f"decks {', '.join(d.name for d in decks)} have {total} cards; allowed: 1 to {CARDS}")
    words = names_of(decks, mixed)
    program = compile_program(mixed, words)
    return Compiled(
        card=card_array(mixed, words, program),
        effect=effect_array(program),
        ids=tuple(e.id for e in mixed.entries),
        names=tuple(e.card.name or e.id for e in mixed.entries),
        cards=tuple(e.card for e in mixed.entries),
        labels=program.labels,
        identities=_plain(words.identities),
        tags=dict(words.tags),
        decks=tuple(d.name for d in decks),
        deck_hash=hash_content(mixed),
        unmodelled=[(e.id, e.card.unmodelled) for e in mixed.entries if e.card.unmodelled],
    )


def card_faults(decks: Sequence[Deck]) -> dict[str, str]:
    """What keeps cards of the last deck from being compiled beside the others: a sentence by id."""
    mixed = mix(decks, (), "")
    words = names_of(decks, mixed)
    own = set(decks[-1].files.values())
    faults: dict[str, str] = {}
    for entry in mixed.entries:
        one = Mixed((entry,))
        try:
            card_array(one, words, compile_program(one, words))
        except DeckError as fault:
            if entry.where in own:
                faults[entry.card.id] = str(fault).removeprefix(f"{entry.where}: ")
    return faults


def check_deal(compiled: Compiled, seats: int, doors: int, treasures: int) -> None:
    """Refuse a box from which that many players cannot be dealt that many cards of each pile."""
    for pile, each in ((Pile.DOOR, doors), (Pile.TREASURE, treasures)):
        have = int(np.count_nonzero(compiled.card["pile"] == int(pile)))
        if have < seats * each:
            name = "+".join(compiled.decks) or "cards"
            raise DeckError(
                f"deck {quoted(name)}: {have} {pile.name.lower()} cards are too few to deal "
                f"{each} each to {seats} players; "
                f"allowed: {seats * each} or more"
            )


def hash_content(mixed: Mixed) -> str:
    """Fingerprint of everything the cards say, whatever files and order they come in."""
    content = [{**e.card.model_dump(), "id": e.id, "copies": e.copies} for e in mixed.entries]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def _plain(identities: dict[str, int] | Any) -> dict[str, int]:
    names = [key.split(":")[1] for key in identities]
    return {
        name if names.count(name) == 1 else key: identities[key] for key, name in zip(identities, names, strict=True)
    }
