"""Decks on disk: folders with a `deck.toml` and family files of `[[card]]` rows, and single files of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from decks.card_schema import Card, Deck, DeckError, parse_card, parse_deck
from decks.known_identities import with_known
from decks.near_words import near_words
from decks.sheets.kind_cells import KNOWN_TAGS
from decks.sheets.sheet_grid import ENDINGS
from decks.sheets.sheet_rows import Sheet, read_sheet
from decks.value_kinds import kebab
from engine.inputs import toml
from engine.inputs.quote import listed, quoted
from engine.inputs.rows import unknown_key

ROOT = Path(__file__).resolve().parent
"""Folder of the decks that come with the lab."""

FILES = (".toml", *ENDINGS)
"""Endings of files of cards."""

PATHS = "a folder with deck.toml, or a file of cards ending in .toml, .csv or .xlsx"
"""What a path to a deck may lead to, for messages."""


def deck_names(root: Path | None = None) -> tuple[str, ...]:
    """Names of all decks in a folder of decks."""
    return tuple(sorted(p.parent.name for p in (root or ROOT).glob("*/deck.toml")))


def is_path(text: str) -> bool:
    """Whether a deck is given by its place on disk rather than by its name."""
    return text.startswith((".", "~")) or "/" in text or "\\" in text or text.lower().endswith(FILES)


def stack(text: str) -> tuple[str, ...]:
    """The decks of one box as people type them: `base+./my-cards.toml`; a + inside a path that exists is part of it."""
    parts, names = text.split("+"), []
    while parts:
        joined = ("+".join(parts[:n]).strip() for n in range(len(parts), 1, -1))
        found = next((one for one in joined if is_path(one) and Path(one).expanduser().exists()), parts[0].strip())
        if not found:
            raise DeckError(
                f"key 'deck' is {quoted(text)}, with nothing on one side of a +; allowed: names and paths joined by +"
            )
        names.append(found)
        parts = parts[found.count("+") + 1 :]
    return tuple(names)


def read_decks(names: Sequence[str], root: Path | None = None) -> list[Deck]:
    """Read the decks of one box; spreadsheets last, for their sentences may name what is in the others."""
    found: dict[str, Deck] = {}
    for name in sorted(names, key=lambda name: name.lower().endswith(ENDINGS)):
        found[name] = read_deck(name, root, [*found.values()])
    return [found[name] for name in names]


def read_deck(name: str, root: Path | None = None, beside: Sequence[Deck] = ()) -> Deck:
    """Read one deck, by its name or by its path; `beside` it others lie in its box."""
    if is_path(name):
        return read_path(Path(name).expanduser(), beside)
    if name not in deck_names(root):
        known, where = ", ".join(deck_names(root)) or "none", f"{root}: " if root else ""
        near = near_words(name, deck_names(root), 1)
        meant = f"did you mean {near[0]}? " if near else ""
        raise DeckError(
            f"{where}key 'deck' is {quoted(name)}; {meant}allowed: {known}, or a path such as ./{name}: {PATHS}"
        )
    return read_folder((root or ROOT) / name)


def read_path(path: Path, beside: Sequence[Deck] = ()) -> Deck:
    """Read a deck folder, or a file of cards as an add-on."""
    if not path.exists():
        one = " (one deck, not a stack)" if "+" in str(path) else ""
        known = ", ".join(deck_names())
        raise DeckError(f"{path}: key 'deck': there is no such file; allowed{one}: {known}, {PATHS}")
    if path.is_dir() or path.name == "deck.toml":
        return read_folder(path if path.is_dir() else path.parent)
    if path.suffix.lower() not in FILES:
        raise DeckError(f"{path}: key 'deck': this is no deck; allowed: {PATHS}")
    if path.suffix.lower() == ".toml":
        cards = read_cards(path)
        return add_on(path, cards, [show(path)] * len(cards))
    return deck_of_sheet(path, with_known(read_sheet(path, beside=beside), known_decks(beside))[0])


def known_decks(beside: Sequence[Deck] = ()) -> Iterator[Deck]:
    """Decks whose Classes and Races a spreadsheet may name: those of its box first, then the others of the lab."""
    yield from beside
    yield from (read_deck(name) for name in deck_names() if name not in {deck.name for deck in beside})


def deck_of_sheet(path: Path, sheet: Sheet) -> Deck:
    """The deck a spreadsheet holds; one that could not be read whole is refused."""
    if sheet.problems:
        more = f" (and {len(sheet.problems) - 1} more)" if len(sheet.problems) > 1 else ""
        raise DeckError(f"{show(path)}: {sheet.problems[0]}{more}; `lab decks import` lists all of it")
    if sheet.unread:
        raise DeckError(f"{show(path)}: {unread_columns(sheet)}; allowed: columns that `lab decks import` can read")
    return add_on(path, sheet.cards, [f"{show(path)}: line {sheet.lines[c.id]}" for c in sheet.cards], sheet.deck)


def unread_columns(sheet: Sheet) -> str:
    """Which columns of a spreadsheet may hold rules that nobody reads."""
    one = len(sheet.unread) == 1
    return f"nobody knows what the column{'' if one else 's'} {listed(sheet.unread)} mean{'s' if one else ''}"


def add_on(path: Path, cards: Sequence[Card], places: Sequence[str], facts: Mapping[str, Any] | None = None) -> Deck:
    """Cards without a deck.toml of their own: what it would say follows from them; tags need not be declared."""
    files: dict[str, str] = {}
    kept: list[Card] = []
    for card, place in zip(cards, places, strict=True):
        _add(kept, files, [card], place)
    said = {"name": path.stem, "set": "own", "tags": [], **(facts or {})}
    table = {
        **said,
        "doors": sum(c.copies for c in cards if c.pile == "door"),
        "treasures": sum(c.copies for c in cards if c.pile == "treasure"),
        "tags": [*said["tags"], *sorted({tag for c in cards for tag in c.tags} - KNOWN_TAGS - {*said["tags"]})],
    }
    return Deck(kebab(path.stem) or "own", parse_deck(table, show(path)), tuple(kept), files)


def read_folder(folder: Path) -> Deck:
    """Read the deck in a folder."""
    info = parse_deck(read_toml(folder / "deck.toml"), show(folder / "deck.toml"))
    cards: list[Card] = []
    files: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name != "deck.toml":
            _add(cards, files, read_cards(path), show(path))
    return Deck(folder.resolve().name, info, tuple(cards), files)


def read_rows(rows: Sequence[Any], where: str) -> tuple[Card, ...]:
    """Check cards that stand in another file, such as a scenario."""
    cards: list[Card] = []
    _add(cards, {}, [parse_card(row, where) for row in rows], where)
    return tuple(cards)


def _add(cards: list[Card], files: dict[str, str], more: Sequence[Card], where: str) -> None:
    known = {c.id for c in cards}
    for card in more:
        if card.id in known:
            raise DeckError(
                f"{where}: card {quoted(card.id)}: key 'id' is used twice (also in {files.get(card.id, where)})"
            )
        known.add(card.id)
        files[card.id] = where
        cards.append(card)


def read_cards(path: Path) -> tuple[Card, ...]:
    """Read one family file."""
    where = show(path)
    return _cards_in(toml.read_bytes(path, DeckError, where), where)


@lru_cache(256)
def _cards_in(raw: bytes, where: str) -> tuple[Card, ...]:
    """The cards that the bytes of a family file say: checked once, however often a box is made with them."""
    table = toml.parse_toml(raw, DeckError, where)
    for key in table:
        if key != "card":
            raise DeckError(f"{where}: {unknown_key(key, ['card'])}")
    rows = table.get("card", [])
    if not isinstance(rows, list):
        raise DeckError(f"{where}: key 'card' holds {quoted(rows)}; allowed: [[card]] tables")
    return tuple(parse_card(row, where) for row in rows)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file."""
    return toml.read_toml(path, DeckError, show(path))


def show(path: Path) -> str:
    """A path as messages show it: from the folder of decks on, where it lies in there."""
    resolved = path.resolve()
    return resolved.relative_to(ROOT.parent).as_posix() if resolved.is_relative_to(ROOT) else str(path)
