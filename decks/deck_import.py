"""A designer's spreadsheet into a deck: what is understood, what is not, and which rows cannot be cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from decks.card_schema import Deck, DeckError
from decks.deck_box import mix
from decks.load_decks import card_faults
from decks.read_decks import deck_of_sheet, read_deck, stack
from decks.sheets.sheet_columns import COLUMNS
from decks.sheets.sheet_rows import Problem, Sheet, read_sheet
from engine.inputs.quote import quoted


@dataclass(frozen=True)
class Brought:
    """What a spreadsheet came to."""

    sheet: Sheet  # with the problems of all its rows
    deck: Deck  # of the rows without problems
    twins: tuple[str, ...]  # ids of its cards that the decks beside it hold differently

    def unmodelled(self) -> list[tuple[int, str, str]]:
        """Line, name and text of each card of which something is not played."""
        cards = self.deck.cards
        return [(self.sheet.lines[c.id], c.name or c.id, c.unmodelled) for c in cards if c.unmodelled is not None]

    def bad_rows(self) -> int:
        """How many rows cannot be cards."""
        return len({problem.line for problem in self.sheet.problems})


def said_headers(words: Sequence[str]) -> dict[str, str]:
    """What `--map HEADER=KEY` says, key by header."""
    said: dict[str, str] = {}
    for word in words:
        header, equals, key = word.rpartition("=")
        if not equals or not header.strip():
            raise DeckError(
                f"--map is {quoted(word)}; allowed: HEADER=KEY with {', '.join(COLUMNS)}, or HEADER= for no key"
            )
        said[header.strip()] = key.strip()
    return said


def bring(path: Path, said: Mapping[str, str], beside: str = "") -> Brought:
    """Read a spreadsheet and follow what its cards name, beside other decks if it is an add-on."""
    if not path.is_file():
        raise DeckError(f"{path}: there is no such file; allowed: a spreadsheet (.csv, .tsv, .xlsx)")
    others = [read_deck(name) for name in stack(beside)] if beside else []
    sheet = read_sheet(path, said)
    problems = list(sheet.problems)
    kept = replace(sheet, problems=())
    while True:
        deck = deck_of_sheet(path, kept)
        faults = card_faults([*others, deck]) if deck.cards else {}
        if not faults:
            whole = replace(sheet, problems=tuple(sorted(problems, key=lambda p: p.line)))
            return Brought(whole, deck, tuple(kept_apart([*others, deck])))
        hint = "" if beside else "; an add-on is read --with the deck it belongs to"
        problems += [Problem(sheet.lines[card], "", "", says + hint) for card, says in faults.items()]
        kept = replace(kept, cards=tuple(card for card in kept.cards if card.id not in faults))


def kept_apart(decks: Sequence[Deck]) -> list[str]:
    """Cards of the last deck that another one holds differently: both lie in the box, under two ids."""
    own = set(decks[-1].files.values())
    return [entry.id for entry in mix(decks, (), "").entries if "@" in entry.id and entry.where in own]
