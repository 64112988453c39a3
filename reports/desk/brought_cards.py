"""A designer's cards beside what the lab plays of them: from an uploaded spreadsheet to a deck that can be played."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from decks.card_schema import DeckError
from decks.card_text import kind_words, lines
from decks.deck_import import Brought, Understood, bring
from decks.sheets.sheet_tables import typed_texts
from decks.sheets.sheet_writer import folder_files
from decks.value_kinds import kebab
from lab.store.atomic_files import write_folder
from reports import html_markup
from reports.elements import Tile

WHOLE, PART, NOT = "understood", "in part", "not understood"
STATES = (WHOLE, PART, NOT)
KEPT = "my-decks"
"""Folder beside the store in which decks are kept that came by a page."""
NOTHING, COLUMNS = ('<p class="soft">nothing</p>', '<p class="soft">no text, only what stands in its columns</p>')


@dataclass(frozen=True)
class Upload:
    """A spreadsheet as it was read."""

    name: str  # of the file
    brought: Brought
    typed: dict[str, list[str]]  # by line

    def cards(self) -> list[tuple[str, Understood]]:
        """Every card with how much of it was understood, those first that need a look."""
        found = [(state_of(one), one) for one in self.brought.cards()]
        return sorted(found, key=lambda pair: (-STATES.index(pair[0]), pair[1].line))

    def tiles(self) -> list[Tile]:
        """How many there are of each."""
        states = [state for state, _ in self.cards()]
        cards = sum(card.copies for card in self.brought.deck.cards)
        found = [
            Tile(WHOLE, str(states.count(WHOLE)), f"of {len(states)} designs, {cards} cards"),
            Tile(PART, str(states.count(PART)), "played without the rest"),
            Tile(NOT, str(states.count(NOT)), "they do nothing"),
        ]
        bad = self.brought.bad_rows()
        return [*found, *([Tile("no cards", str(bad), f"of {self.brought.sheet.rows} rows")] if bad else [])]


def state_of(one: Understood) -> str:
    """How much of a card was understood, in a word."""
    return WHOLE if one.card.unmodelled is None else PART if one.plays else NOT


def read_upload(name: str, data: bytes, beside: str) -> Upload:
    """Read a spreadsheet that was uploaded; what is wrong with it is said of its name."""
    path = Path(name)
    with TemporaryDirectory(prefix="lab-upload-") as folder:
        place = Path(folder) / f"{kebab(path.stem) or 'cards'}{path.suffix.lower()}"
        place.write_bytes(data)
        try:
            return Upload(path.name, bring(place, {}, beside), typed_texts(place, {}))
        except DeckError as error:
            raise DeckError(str(error).replace(str(place), path.name)) from None


def kept_deck(upload: Upload, store: Path) -> tuple[Path, bool]:
    """Where the deck lies, or would; whether it does. Another deck of the same name has a place of its own."""
    files = folder_files(upload.brought.deck)
    sign = hashlib.sha256(repr(sorted(files.items())).encode()).hexdigest()[:6]
    place = store.resolve().parent / KEPT / f"{kebab(Path(upload.name).stem) or 'cards'}-{sign}"
    here = Path.cwd()
    return place.relative_to(here) if place.is_relative_to(here) else place, (place / "deck.toml").is_file()


def kept_decks(store: Path) -> list[str]:
    """The decks that came by a page and lie beside a store, as they are written where a deck is asked for."""
    folder, here = store.resolve().parent / KEPT, Path.cwd()
    places = sorted(file.parent for file in folder.glob("*/deck.toml"))
    return [f"./{p.relative_to(here).as_posix()}" if p.is_relative_to(here) else p.as_posix() for p in places]


def keep_deck(upload: Upload, place: Path) -> None:
    """Write the deck as a folder of the lab."""
    place.parent.mkdir(parents=True, exist_ok=True)
    write_folder(place, folder_files(upload.brought.deck))


def cards_html(upload: Upload, states: tuple[str, ...], has_advice: bool = True) -> str:
    """Card by card what was typed and, beside it, what is played; advice: what could be said for what is not."""
    rows = [_card(upload, state, one, has_advice) for state, one in upload.cards() if state in states]
    return f'<div class="lab brought">{"".join(rows)}</div>' if rows else ""


def _card(upload: Upload, state: str, one: Understood, has_advice: bool) -> str:
    kind = {WHOLE: "whole", PART: "part", NOT: "not"}[state]
    called = kind_words(one.card.kind)
    what = f"{called[:1].upper()}{called[1:]}, line {one.line}"
    wrote = "".join(f"<p>{escape(text)}</p>" for text in upload.typed.get(str(one.line), [])) or COLUMNS
    return (
        f'<section class="{kind}"><h4>{escape(one.name)} <span class="soft">{escape(what)}</span> '
        f'<span class="badge">{state}</span></h4><div><div><b>You wrote</b>{wrote}</div>'
        f"<div><b>The lab plays</b>{''.join(_played(upload, one, has_advice))}</div></div></section>"
    )


def _played(upload: Upload, one: Understood, has_advice: bool) -> Iterator[str]:
    said = lines(one.card)
    facts, does = html_markup.facts(said), html_markup.does(said)
    known = upload.brought.known.get(one.card.id)
    if known:
        yield f"<p>One more copy of the {escape(kind_words(known.card.kind))} of {escape(known.deck)}.</p>"
    yield from (f"<p>{escape(text)}</p>" for text in does)
    if facts:
        yield f'<p class="soft">{escape(facts)}</p>'
    if not does and not facts and not known:
        yield NOTHING
    for text, why in one.left.items():
        told = re.sub("&quot;(.*?)&quot;", r"<q>\1</q>", escape(why if has_advice else why.partition(";")[0]))
        reason = f' <span class="soft">{told}</span>' if why else ""
        yield f'<p class="left">Not played: <q>{escape(" ".join(text.split()))}</q>{reason}</p>'
