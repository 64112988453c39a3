"""`lab decks show`, `lab decks diff` and `lab decks new`: cards as people read them, and a deck to begin with."""

from __future__ import annotations

import difflib
import json
import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from decks.read import Deck
    from decks.schema import Card

COLUMNS = (("level", 5), ("loot", 4), ("bonus", 5), ("slot", 4), ("gold", 6), ("copies", 6))
"""Columns of the list behind name and kind, and their room."""

WIDEST = 140
NEAR = 5
"""Cards that are proposed for one that is unknown."""


@click.command()
@click.argument("deck")
@click.argument("card", required=False)
@click.option("--kind", help="Only cards of this kind.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the cards, with every key of a card file.")
def show(deck: str, card: str | None, kind: str | None, as_json: bool) -> None:
    """List the cards of DECK (a name, or a path), or tell all of one CARD (its name or id), with its effects in words.

    Decks of one box are joined by +; of two different cards of one id the later is called id@deck.

    Example:

    \b
        lab decks show base
        lab decks show base+./my-cards.csv --kind monster
        lab decks show base "Large Angry Chicken"
    """
    from decks.box import read_box
    from decks.describe import in_order
    from decks.schema import KINDS
    from lab.errors import BadInput

    found = read_box(deck)
    if kind is not None and kind not in KINDS:
        raise BadInput(f"--kind is {kind!r}; allowed: {', '.join(KINDS)}")
    cards = [_named(found, card, deck)] if card else [c for c in in_order(found.cards) if kind in (None, c.kind)]
    if as_json:
        rows = [one.model_dump(mode="json") for one in cards]
        click.echo(json.dumps(rows[0] if card else rows, indent=1, ensure_ascii=False))
    elif card:
        click.echo(page(cards[0], found))
    else:
        _print_list(found, cards)


def _named(deck: Deck, word: str, typed: str) -> Card:
    """The card of an id or a name, whatever its case; `typed` is what the deck was called."""
    from lab.errors import BadInput

    names = {name.lower(): card for card in deck.cards for name in (card.name, card.id) if name}
    if word.lower() in names:
        return names[word.lower()]
    parts = {part for name in names for part in name.split()}
    close = difflib.get_close_matches(word.lower(), parts, NEAR, 0.7)
    near = [*difflib.get_close_matches(word.lower(), names, NEAR, 0.6), *(n for n in names if {*n.split()} & {*close})]
    meant = list(dict.fromkeys(names[name].name or names[name].id for name in near))[:NEAR]
    hint = f"near it: {', '.join(meant)}" if meant else f"`lab decks show {typed}` lists them"
    raise BadInput(f"CARD is {word!r}, which is no card of the deck {deck.name!r}; {hint}")


def page(card: Card, deck: Deck) -> str:
    """A card in full, within the width of the terminal."""
    from decks.describe import lines

    width = min(_width(), 100)
    title = f"{card.name or card.id} ({card.id}), of the deck {deck.name}"
    rows, last = [textwrap.fill(title, width, break_on_hyphens=False)], ""
    for heading, text in lines(card):
        first = f"  {'' if heading == last else heading:<11}"
        rows.append(textwrap.fill(text, width, initial_indent=first, subsequent_indent=" " * 15))
        last = heading
    return "\n".join(rows)


def _width() -> int:
    """Columns of the terminal; a pipe has as many as it needs."""
    return shutil.get_terminal_size((WIDEST, 24)).columns


def _print_list(deck: Deck, cards: Sequence[Card]) -> None:
    from decks.describe import kind_words

    kinds = max((len(kind_words(c.kind)) for c in cards), default=4)
    room = max(16, min(_width(), WIDEST) - kinds - sum(w + 2 for _, w in COLUMNS) - 2)
    room = max(4, min(room, max((len(c.name or c.id) for c in cards), default=4)))
    click.echo(f"{'name':<{room}}  {'kind':<{kinds}}" + "".join(f"  {name:>{width}}" for name, width in COLUMNS))
    for card in cards:
        first, *rest = textwrap.wrap(card.name or card.id, room)
        cells = "".join(f"  {cell:>{width}}" for cell, (_, width) in zip(_cells(card), COLUMNS, strict=True))
        click.echo(f"{first:<{room}}  {kind_words(card.kind):<{kinds}}{cells}".rstrip())
        for more in rest:
            click.echo(f"  {more}")
    copies = {pile: sum(c.copies for c in cards if c.pile == pile) for pile in ("door", "treasure")}
    piles = f"{copies['door']} doors, {copies['treasure']} treasures"
    total = f"{deck.name} ({deck.info.name}): {len(cards)} designs, {sum(copies.values())} cards: {piles}"
    click.echo("\n" + textwrap.fill(total, _width()))
    left = sum(c.unmodelled is not None for c in cards)
    if left:
        click.echo(f"{left} of them are played without something: `lab decks show` with the card's name says what.")


def _cells(card: Card) -> list[str]:
    return [
        "" if card.level is None else str(card.level),
        "" if card.treasures is None else str(card.treasures),
        f"{card.bonus:+d}" if card.bonus else "",
        card.slot if card.slot not in (None, "none") else "",
        "" if card.gold is None else str(card.gold),
        str(card.copies),
    ]


@click.command()
@click.argument("one")
@click.argument("other")
@click.option("--all", "every", is_flag=True, help="Also where they were found: source, origin, invented, cites.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: only_one, only_other, differ (every key).")
def diff(one: str, other: str, every: bool, as_json: bool) -> None:
    """Tell in what the decks ONE and OTHER differ: cards of only one, and keys of cards of both.

    They are names, paths, or several of them joined by +.

    Example:

    \b
        lab decks diff base ./mydeck
        lab decks diff base base+./my-cards.csv
    """
    from decks.box import read_box
    from decks.describe import differences

    papers = () if every or as_json else ("source", "origin", "invented", "cites")

    decks = [read_box(one), read_box(other)]
    a, b = ({card.id: card for card in deck.cards} for deck in decks)
    only = [sorted(a.keys() - b.keys()), sorted(b.keys() - a.keys())]
    found = {card: differences(a[card], b[card]) for card in sorted(a.keys() & b.keys())}
    found = {card: kept for card, rows in found.items() if (kept := [row for row in rows if row[0] not in papers])}
    if as_json:
        differ = [{"card": c, "key": k, "one": x, "other": y} for c, rows in found.items() for k, x, y in rows]
        click.echo(json.dumps({"only_one": only[0], "only_other": only[1], "differ": differ}, indent=1))
        return
    for key, was, now in differences(decks[0].info, decks[1].info):
        click.echo(f"deck.toml, {key}: {was} -> {now}")
    for place, cards, ids in ((one, a, only[0]), (other, b, only[1])):
        if ids:
            click.echo(f"Only in {place} ({len(ids)}):")
            click.echo("".join(f"  {cards[card].name or card} ({card})\n" for card in ids), nl=False)
    for card, rows in found.items():
        click.echo(f"{b[card].name or card} ({card}):")
        for key, was, now in rows:
            click.echo(f"  {key}: {was} -> {now}")
    same = len(a.keys() & b.keys()) - len(found)
    single = len(only[0]) + len(only[1])
    click.echo(f"{same} cards are the same in both, {len(found)} differ, {single} are in only one.")


@click.command()
@click.argument("name")
@click.option("--to", "folder", required=True, type=click.Path(path_type=Path), help="Folder to write: new or empty.")
def new(name: str, folder: Path) -> None:
    """Write a small deck called NAME to begin with: cards of the usual kinds, with comments on what else may be said.

    Example:

    \b
        lab decks new "My Dungeon" --to mydeck
        lab decks check mydeck
    """
    from decks.sheets.write import write_folder
    from decks.skeleton import skeleton
    from lab.errors import BadInput

    if not name.strip():
        raise BadInput(f"NAME is {name!r}; allowed: a text that is not empty")
    files = skeleton(name.strip())
    write_folder(folder, files)
    place = folder.as_posix() if "/" in folder.as_posix() else f"./{folder}"
    click.echo(f"{folder}: {', '.join(files)}")
    click.echo(f"Check it by `lab decks check {folder}`, list it by `lab decks show {place}`.")
