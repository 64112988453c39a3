"""A designer's spreadsheet into a deck: what is understood, what is not, and which rows cannot be cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from decks.card_lint import does_nothing
from decks.card_schema import AXES, Card, Deck, DeckError
from decks.card_text import toml_value
from decks.deck_box import mix
from decks.known_identities import Known, with_known, without
from decks.load_decks import card_faults, check_deal, compile_decks
from decks.read_decks import deck_of_sheet, known_decks, read_decks, stack
from decks.sheets.row_cells import Problem
from decks.sheets.sheet_columns import COLUMNS
from decks.sheets.sheet_rows import NO_POWERS, Sheet, read_sheet
from decks.words.card_texts import BY_COLUMN, Told
from decks.words.program_writer import write
from decks.words.text_reading import STRANGER
from engine.inputs.quote import quoted


@dataclass(frozen=True)
class Understood:
    """How much of a card was understood, in the words of its row."""

    line: int
    card: Card
    left: Mapping[str, str]  # what was not, and why
    plays: bool  # whether it does anything nevertheless
    read: str  # how its sentences are read, in the words of `lab words`; empty if none is

    @property
    def name(self) -> str:
        """What people call the card."""
        return self.card.name or self.card.id


@dataclass(frozen=True)
class Brought:
    """What a spreadsheet came to."""

    sheet: Sheet  # with the problems of all its rows
    deck: Deck  # of the rows without problems
    twins: tuple[str, ...]  # ids of its cards that the decks beside it hold differently
    known: Mapping[str, Known]  # Classes and Races that are those of known decks, by id

    def cards(self) -> list[Understood]:
        """Every card of the deck, and what of it was not understood."""
        return [self._understood(card) for card in self.deck.cards]

    def _understood(self, card: Card) -> Understood:
        """What the column `unmodelled` says is no sentence of the row, but not played either."""
        if card.unmodelled is None:
            left: Mapping[str, str] = {}
        else:
            left = self.sheet.texts[card.id].left or {card.unmodelled: ""}
        kept = {text: why for text, why in left.items() if text != NO_POWERS}
        told = self.sheet.texts.get(card.id) if card.id not in self.known else None
        return Understood(
            self.sheet.lines[card.id], card, kept, not does_nothing(card), _in_words(told) if told else ""
        )

    def flavour(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """Line, name and asides of each card of which something was left out as flavour."""
        texts = self.sheet.texts
        return [
            (self.sheet.lines[c.id], c.name or c.id, tuple(texts[c.id].flavour))
            for c in self.deck.cards
            if texts[c.id].flavour
        ]

    def powerless(self) -> list[Card]:
        """Classes, Races and the like that have no powers that are played."""
        return [card for card in self.deck.cards if card.kind in AXES and not card.effects]

    def strangers(self) -> dict[str, list[Understood]]:
        """Whom cards name and nobody knows, and these cards."""
        found: dict[str, list[Understood]] = {}
        for one in self.cards():
            whys = [
                why.removesuffix(STRANGER).rpartition(": ")[2].strip()
                for why in one.left.values()
                if why.endswith(STRANGER)
            ]
            for name in dict.fromkeys(name for why in whys for name in why.split(", ")):
                several = f"{name}s" if f"{name}s" in found else name.removesuffix("s")
                found.setdefault(several if several in found else name, []).append(one)
        return found

    def harmless(self) -> list[Card]:
        """Monsters of whose Bad Stuff nothing is said, or nothing was understood (`lost_bad_stuff`)."""
        return [card for card in self.deck.cards if card.kind == "monster" and card.bad_stuff is None]

    def bad_rows(self) -> int:
        """How many rows cannot be cards."""
        return len({problem.place for problem in self.sheet.problems})


def _in_words(told: Told) -> str:
    """What the sentences of a card say: its program, and the columns that it is not."""
    bad, rest = (write(told.said.get(key, ())) for key in ("bad_stuff", "effects"))
    ops = {step.op for program in told.said.values() for _, step in program}
    steps = {"bad_stuff", "effects", *(key for key, _, _, op, _ in BY_COLUMN if op in ops)}
    columns = [f"{key} = {toml_value(value)}" for key, value in told.keys.items() if key not in steps and value]
    said = [*([f"Bad Stuff: {' '.join(bad)}"] if bad else []), *rest]
    return " ".join([*said, f"columns of the card: {', '.join(columns)}."] if columns else said)


def by_how_much(cards: Sequence[Understood]) -> dict[str, list[Understood]]:
    """Cards that were understood whole, in part, and not at all."""
    return {
        "whole": [one for one in cards if one.card.unmodelled is None],
        "in part": [one for one in cards if one.card.unmodelled is not None and one.plays],
        "not at all": [one for one in cards if one.card.unmodelled is not None and not one.plays],
    }


def dealt_with(own: Deck, other: str, is_add_on: bool, deal: tuple[int, int, int]) -> tuple[str, str]:
    """The decks beside which a deck can be dealt, none if it can alone, and why; `deal` is seats, Doors, Treasures."""
    faults: list[str] = []
    for box in (other,) if is_add_on else ("", other):
        try:
            check_deal(compile_decks([*(read_decks(stack(box)) if box else ()), own]), *deal)
        except DeckError as fault:
            faults.append(str(fault).removeprefix(f"deck {quoted(own.name)}: ").partition(";")[0])
        else:
            return box, f" (alone, {faults[0]})" if faults else ""
    return other, f" (but {faults[-1]})"


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


def bring(path: Path, said: Mapping[str, str], beside: str = "", sheets: Sequence[str] = ()) -> Brought:
    """Read a spreadsheet, or some of its sheets, and follow what its cards name, beside decks it is an add-on to."""
    if not path.is_file():
        raise DeckError(f"{path}: there is no such file; allowed: a spreadsheet (.csv, .tsv, .xlsx) or a text")
    others = read_decks(stack(beside)) if beside else []
    sheet, known = with_known(read_sheet(path, said, others, sheets), known_decks(others))
    problems = list(sheet.problems)
    kept = replace(sheet, problems=(), unread={})
    while True:
        deck = deck_of_sheet(path, kept)
        faults = card_faults([*others, deck]) if deck.cards else {}
        if not faults:
            found = tuple(sorted(problems, key=lambda p: p.place))
            whole = replace(kept, problems=found, unread=sheet.unread)
            return Brought(whole, deck, tuple(kept_apart([*others, deck])), known)
        for card in [card for card in faults if card in known]:
            kept = without(kept, card, known)
            del faults[card]
        hint = "" if beside else "; an add-on is read --with the deck it belongs to"
        problems += [Problem(sheet.lines[card], "", "", says + hint) for card, says in faults.items()]
        kept = replace(kept, cards=tuple(card for card in kept.cards if card.id not in faults))


def kept_apart(decks: Sequence[Deck]) -> list[str]:
    """Cards of the last deck that another one holds differently: both lie in the box, under two ids."""
    own = set(decks[-1].files.values())
    return [entry.id for entry in mix(decks, (), "").entries if "@" in entry.id and entry.where in own]
