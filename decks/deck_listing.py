"""What `lab decks` lists: one row for each deck, and what its cards leave out."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from decks.card_lint import lint_card, lint_deck
from decks.card_schema import Deck, DeckError
from decks.deck_import import kept_apart
from decks.deck_shares import Shares, shares
from decks.learned_worth import unlearned
from decks.load_decks import card_faults, compile_decks
from decks.read_decks import deck_names, read_deck, read_decks, read_path, stack
from decks.sheets.sheet_grid import ENDINGS


def deck_rows(root: Path | None = None) -> list[dict[str, Any]]:
    """Counts of every deck: cards, but `designs` and `own_designs` (those that are synthetic) count a design once."""
    return [_row(read_deck(name, root)) for name in deck_names(root)]


def _row(deck: Deck) -> dict[str, Any]:
    characters = sum(c.copies for c in deck.cards if c.kind == "character")
    doors = sum(c.copies for c in deck.cards if c.pile == "door") - characters  # they lie in no pile
    treasures = sum(c.copies for c in deck.cards if c.pile == "treasure")
    return {
        "deck": deck.name,
        "cards": doors + treasures,
        "doors": doors,
        "treasures": treasures,
        "characters": characters,
        "designs": len(deck.cards),
        "unmodelled": sum(c.copies for c in deck.cards if c.unmodelled is not None),
        "synthetic": sum(c.copies for c in deck.cards if c.origin == "synthetic"),
        "own_designs": sum(c.origin == "synthetic" for c in deck.cards),
    }


def unmodelled_cards(root: Path | None = None) -> list[dict[str, str]]:
    """Every card of which something is not played, and what that is."""
    return [
        {"deck": name, "card": card.id, "unmodelled": card.unmodelled}
        for name in deck_names(root)
        for card in read_deck(name, root).cards
        if card.unmodelled
    ]


class Checked(NamedTuple):
    """What the check of a path came to."""

    what: str  # was checked
    findings: list[str]  # of the lint, and cards that what was learned of the deck does not know
    shares: Shares


def check_path(path: Path, beside: str = "") -> Checked:
    """Check a deck folder or a file of cards, as an add-on beside the decks that it is for.

    A family file beside a `deck.toml` is checked with its whole deck, so that references can be followed.
    """
    if not path.exists():
        raise DeckError(
            f"{path}: there is no such file; allowed: the name of a deck, a deck folder, a deck.toml or a file of cards"
        )
    others = read_decks(stack(beside)) if beside else []
    whole = path.parent if path.is_file() and (path.parent / "deck.toml").is_file() else path
    alone = path.suffix.lower() in ENDINGS
    place = path if beside or alone else whole
    deck = read_path(place, others)
    if beside:
        what, findings = _check_add_on(deck, others, beside)
    elif alone:
        what, findings = _check_sheet(deck)
    elif whole.is_dir():
        compile_decks([deck])
        what, findings = f"deck {deck.name!r}, {_designs(deck)}", lint_deck(deck)
    else:
        findings = [f"{path}: {text}" for card in deck.cards for text in lint_card(card)]
        unfollowed = "no deck.toml beside them, so references were not followed (--with DECK follows them)"
        what = f"{len(deck.cards)} card{'s' * (len(deck.cards) != 1)} alone: {unfollowed}"
    learned = unlearned(whole, (deck if place == whole else read_path(whole)).cards)
    return Checked(what, [*findings, *learned], shares(deck, others))


def _designs(deck: Deck) -> str:
    """How many designs a deck has, and how many of them are played without something."""
    left = sum(card.unmodelled is not None for card in deck.cards)
    return f"{len(deck.cards)} designs" + (f", {left} of them not played in full" if left else "")


def _check_sheet(deck: Deck) -> tuple[str, list[str]]:
    """A spreadsheet is a whole deck, or an add-on whose cards name what is not in it."""
    faults = card_faults([deck])
    if not faults:
        return f"deck {deck.name!r}, {_designs(deck)}", lint_deck(deck)
    alone = f"{len(faults)} of them name what is not in the file (--with DECK follows it)"
    return f"{len(deck.cards)} cards alone: {alone}", lint_deck(deck)


def _check_add_on(deck: Deck, others: list[Deck], beside: str) -> tuple[str, list[str]]:
    """An add-on in one box with the decks it is for."""
    decks = [*others, deck]
    compile_decks(decks)
    known = {tag for other in decks[:-1] for tag in other.info.tags}
    tags = [tag for tag in deck.info.tags if tag not in known]
    twins = kept_apart(decks)
    notes = [f"add-on {deck.name!r} beside {beside}, {_designs(deck)}"]
    notes += [f"tags of its own: {', '.join(tags)}"] if tags else []
    notes += [f"beside other cards of the same id: {', '.join(twins)}"] if twins else []
    return "; ".join(notes), lint_deck(deck)
