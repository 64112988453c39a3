"""What was learned of the cards of a deck: `worth.csv` in its folder, or NAME.worth.csv beside a file of cards.

A row is known by what its card says, so a card that is changed is judged without, and all others as before.
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from decks.card_schema import Card, DeckError, said_of
from decks.read_decks import ROOT, is_path, show
from engine.inputs.quote import quoted

COLUMNS = ("card", "says", "in_hand", "in_play")
"""The card's id, for people; the fingerprint of what it says; parts of the logit of a win, of which 256 double it."""
FEW = 5
"""Cards that a sentence names."""
MOST = 100_000
"""A worth that is farther from 0 is no worth that was learned."""


class Worth(NamedTuple):
    """What a copy in a hand, and one in play, adds to the logit of a win; 256 double the chance."""

    in_hand: int
    in_play: int


def says(card: Card) -> str:
    """Fingerprint of what a card says, whatever its id and however many copies there are."""
    content = json.dumps(said_of(card, {"id", "copies"}), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def worth_file(deck: str, root: Path | None = None) -> Path:
    """Where what was learned of a deck is kept, given its name or path."""
    return _beside(Path(deck).expanduser() if is_path(deck) else (root or ROOT) / deck)


def _beside(place: Path) -> Path:
    """Where what was learned of the deck in a place is kept."""
    if place.name == "deck.toml":
        place = place.parent
    return place / "worth.csv" if place.is_dir() else place.with_suffix(".worth.csv")


def fill_worth(card: np.ndarray, cards: Sequence[Card], decks: Sequence[str], root: Path | None = None) -> None:
    """Write what was learned of some decks' cards to `card`, CARD[physical cards]; `cards` are its designs."""
    known: dict[str, Worth] = {}
    for deck in decks:
        path = worth_file(deck, root)
        if path.is_file():
            known.update(read_worth(path))
    if known:
        worths = np.array([known.get(says(one), Worth(0, 0)) for one in cards], np.int64)
        card["in_hand"], card["in_play"] = worths[card["number"]].T


def unlearned(place: Path, cards: Sequence[Card]) -> list[str]:
    """A sentence about cards of the deck in a place that were changed after the others had been learned."""
    path = _beside(place)
    known = read_worth(path) if path.is_file() else None
    new = [card.id for card in cards if known is not None and says(card) not in known]
    if not new:
        return []
    more = f" and {len(new) - FEW} more" if len(new) > FEW else ""
    judged = "is judged" if len(new) == 1 else "are judged"
    return [
        f"{show(path)}: {', '.join(map(quoted, new[:FEW]))}{more} {judged} without what was learned, for what it says "
        "is not what the deck says now; `lab agents learn` learns anew"
    ]


def read_worth(path: Path) -> dict[str, Worth]:
    """What a file says, by the fingerprint of a card."""
    try:
        rows = list(csv.reader(io.StringIO(path.read_text("utf-8"))))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise DeckError(f"{show(path)}: it cannot be read ({error}); allowed: what `lab agents learn` writes") from None
    if not rows or tuple(rows[0]) != COLUMNS:
        raise DeckError(
            f"{show(path)}: line 1 is no row of {', '.join(COLUMNS)}; allowed: what `lab agents learn` writes"
        )
    return {row[1] if len(row) > 1 else "": _worth(row, f"{show(path)}: line {n}") for n, row in enumerate(rows[1:], 2)}


def _worth(row: Sequence[str], where: str) -> Worth:
    if len(row) != len(COLUMNS):
        raise DeckError(f"{where} has {len(row)} values; allowed: {len(COLUMNS)}, {', '.join(COLUMNS)}")
    for name, text in zip(COLUMNS[2:], row[2:], strict=True):
        digits = text.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 6 and int(digits) <= MOST):
            raise DeckError(f"{where}: {name} is {quoted(text)}; allowed: a whole number from -{MOST} to {MOST}")
    return Worth(int(row[2]), int(row[3]))


def worth_text(cards: Mapping[str, Card], worths: Mapping[str, Worth]) -> str:
    """The file of what was learned of some cards, both by id."""
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(COLUMNS)
    for name in sorted(worths):
        write((name, says(cards[name]), *worths[name]))
    return out.getvalue()
