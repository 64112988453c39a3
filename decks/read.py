"""Deck folders on disk: `deck.toml` and family files with `[[card]]` rows."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from decks.schema import Card, DeckError, DeckInfo, parse_card, parse_deck

ROOT = Path(__file__).resolve().parent
"""Folder of the decks that come with the lab."""


@dataclass(frozen=True)
class Deck:
    """A deck as read: what its `deck.toml` says, its cards, and the file each card stands in."""

    name: str
    info: DeckInfo
    cards: tuple[Card, ...]
    files: dict[str, str]  # id -> file, for messages


def deck_names(root: Path | None = None) -> tuple[str, ...]:
    """Names of all decks in a folder of decks."""
    return tuple(sorted(p.parent.name for p in (root or ROOT).glob("*/deck.toml")))


def read_deck(name: str, root: Path | None = None) -> Deck:
    """Read one deck by name."""
    if name not in deck_names(root):
        known = ", ".join(deck_names(root)) or "none"
        raise DeckError(f"{root or ROOT}: key 'deck' is {name!r}; allowed: {known}")
    return read_folder((root or ROOT) / name)


def read_folder(folder: Path) -> Deck:
    """Read the deck in a folder."""
    info = parse_deck(read_toml(folder / "deck.toml"), show(folder / "deck.toml"))
    cards: list[Card] = []
    files: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name != "deck.toml":
            _add(cards, files, read_cards(path), show(path))
    return Deck(folder.name, info, tuple(cards), files)


def read_rows(rows: Sequence[Any], where: str) -> tuple[Card, ...]:
    """Check cards that stand in another file, such as a scenario."""
    cards: list[Card] = []
    _add(cards, {}, [parse_card(row, where) for row in rows], where)
    return tuple(cards)


def _add(cards: list[Card], files: dict[str, str], more: Sequence[Card], where: str) -> None:
    known = {c.id for c in cards}
    for card in more:
        if card.id in known:
            raise DeckError(f"{where}: card {card.id!r}: key 'id' is used twice (also in {files.get(card.id, where)})")
        known.add(card.id)
        files[card.id] = where
        cards.append(card)


def read_cards(path: Path) -> tuple[Card, ...]:
    """Read one family file."""
    table = read_toml(path)
    for key in table:
        if key != "card":
            raise DeckError(f"{show(path)}: key {key!r} is unknown; allowed: card")
    rows = table.get("card", [])
    if not isinstance(rows, list):
        raise DeckError(f"{show(path)}: key 'card' holds {rows!r}; allowed: [[card]] tables")
    return tuple(parse_card(row, show(path)) for row in rows)


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DeckError(f"{show(path)}: there is no such file") from None
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError(f"{show(path)}: the file cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise DeckError(f"{show(path)}: this is no valid TOML: {error}") from None


def show(path: Path) -> str:
    """A path as messages show it: from the folder of decks on, where it lies in there."""
    resolved = path.resolve()
    return resolved.relative_to(ROOT.parent).as_posix() if resolved.is_relative_to(ROOT) else str(path)
