"""`lab decks show`, `lab decks diff` and `lab decks new`: cards as people read them, and a deck to begin with."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from decks.card_schema import KINDS
from decks.card_text import differences, in_order, kind_words, lines
from decks.deck_box import read_box
from decks.deck_skeleton import skeleton
from decks.near_words import cards_named, near_words
from decks.read_decks import deck_names, is_path, stack
from decks.value_kinds import kebab
from engine.inputs.quote import listed, quoted
from lab.commands._output import csv_option, one_output, print_csv_rows, print_rows, say, say_story
from lab.errors import BadInput
from lab.store.atomic_files import write_folder, write_new_file

if TYPE_CHECKING:
    from decks.card_schema import Card, Deck

WIDEST = 140
"""Cards that are proposed for one that is unknown."""


def as_typed(text: str) -> str:
    """Decks as `lab decks` takes them: what lies here needs no `./`, unless a deck of the lab is called so.

    Raises DeckError where nothing stands on one side of a +; nothing at all stays nothing.
    """
    known, parts = deck_names(), stack(text) if text else ()
    return "+".join(one if is_path(one) or one in known or not Path(one).exists() else f"./{one}" for one in parts)


@click.command()
@click.argument("deck")
@click.argument("card", required=False)
@click.option("--kind", help="Only cards of this kind.")
@csv_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: the cards, with every key of a card file.")
def show(deck: str, card: str | None, kind: str | None, as_csv: bool, as_json: bool) -> None:
    """List the cards of DECK (a name, or a path), or tell all of one CARD (its name, id or a part of them) in words.

    Decks of one box are joined by +; of two different cards of one id the later is called id@deck.

    Example:

    \b
        lab decks show base
        lab decks show base+./my-cards.csv --kind monster
        lab decks show base "angry chicken"
    """
    one_output(as_json, as_csv)
    found = read_box(as_typed(deck))
    if kind is not None and kind not in KINDS:
        raise BadInput(f"--kind is {quoted(kind)}; allowed: {', '.join(KINDS)}")
    cards = [_named(found, card, deck)] if card else [c for c in in_order(found.cards) if kind in (None, c.kind)]
    if as_json:
        rows = [one.model_dump(mode="json") for one in cards]
        click.echo(json.dumps(rows[0] if card else rows, indent=1, ensure_ascii=False))
    elif as_csv:
        print_csv_rows([{key: getattr(one, key) for key in LISTED} for one in cards], LISTED)
    elif card:
        click.echo(page(cards[0], found))
    else:
        _print_list(found, cards)


def _named(deck: Deck, word: str, typed: str) -> Card:
    """The card of an id or a name, or the only one that has a part of them; `typed` is what the deck was called."""
    cards = {card.id: card for card in deck.cards}
    found = cards_named(word, {card.id: card.name or "" for card in deck.cards})
    if len(found) == 1 or found and word.lower() in (found[-1], cards[found[-1]].name.lower()):
        return cards[found[-1]]
    meant = [cards[i].name or i for i in found] or near_words(word, (card.name or card.id for card in deck.cards))
    hint = f"near it: {listed(meant)}" if meant else f"`lab decks show {typed}` lists them"
    what = "a part of several names" if found else "no card"
    raise BadInput(f"CARD is {quoted(word)}, which is {what} of the deck {quoted(deck.name)}; {hint}")


def page(card: Card, deck: Deck) -> str:
    """A card in full, within the width of the terminal."""
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
    rows = [_row(card) for card in cards]
    if left := sum(card.unmodelled is not None for card in cards):
        rows = [{**row, "played": _played(card)} for row, card in zip(rows, cards)]
    print_rows("", rows, ("level", "loot", "bonus", "gold", "copies"))
    copies = {pile: sum(c.copies for c in cards if c.pile == pile) for pile in ("door", "treasure")}
    piles = f"{copies['door']} doors, {copies['treasure']} treasures"
    say(f"{deck.name} ({deck.info.name}): {len(cards)} designs, {sum(copies.values())} cards: {piles}")
    if left:
        say(f"{left} of them are played without something: `lab decks show` with the card's name says what.")


def _played(card: Card) -> str:
    """How much of a card is played, if not all."""
    return "no Bad Stuff" if card.lost_bad_stuff else "in part" * (card.unmodelled is not None)


def _row(card: Card) -> dict[str, str]:
    return {
        "name": card.name or card.id, "kind": kind_words(card.kind),
        "level": "" if card.level is None else str(card.level),
        "loot": "" if card.treasures is None else str(card.treasures),
        "bonus": f"{card.bonus:+d}" if card.bonus else "",
        "slot": card.slot if card.slot not in (None, "none") else "",
        "gold": "" if card.gold is None else f"{card.gold:,}", "copies": str(card.copies),
    }  # fmt: skip


LISTED = ("id", "name", "pile", "kind", "level", "treasures", "bonus", "slot", "hands", "gold", "copies", "unmodelled")
"""Keys of a card in the list as CSV; `lab decks export` writes all of them."""


@click.command()
@click.argument("one")
@click.argument("other")
@click.option("--all", "every", is_flag=True, help="Also where they were found: source, origin, invented, cites.")
@csv_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: only_one, only_other, differ (every key).")
def diff(one: str, other: str, every: bool, as_csv: bool, as_json: bool) -> None:
    """Tell in what the decks ONE and OTHER differ: cards of only one, and keys of cards of both.

    They are names, paths, or several of them joined by +.

    Example:

    \b
        lab decks diff base ./mydeck
        lab decks diff base base+./my-cards.csv
    """
    one_output(as_json, as_csv)
    papers = () if every or as_json or as_csv else ("source", "origin", "invented", "cites")
    decks = (read_box(as_typed(one)), read_box(as_typed(other)))
    a, b = ({card.id: card for card in deck.cards} for deck in decks)
    only = (sorted(a.keys() - b.keys()), sorted(b.keys() - a.keys()))
    found = {card: differences(a[card], b[card]) for card in sorted(a.keys() & b.keys())}
    found = {card: kept for card, rows in found.items() if (kept := [row for row in rows if row[0] not in papers])}
    differ = [{"card": c, "key": k, "one": x, "other": y} for c, rows in found.items() for k, x, y in rows]
    if as_json:
        click.echo(json.dumps({"only_one": only[0], "only_other": only[1], "differ": differ}, indent=1))
    elif as_csv:
        alone = [{"card": c, "key": "", "one": "here", "other": ""} for c in only[0]]
        alone += [{"card": c, "key": "", "one": "", "other": "here"} for c in only[1]]
        print_csv_rows([*alone, *differ], ("card", "key", "one", "other"))
    else:
        _print_diff(decks, (one, other), only, found)


def _print_diff(
    decks: tuple[Deck, Deck], places: tuple[str, str], only: tuple[list[str], list[str]],
    found: dict[str, list[tuple[str, str, str]]],
) -> None:  # fmt: skip
    """What the deck.toml say, cards of only one deck, and keys of cards of both."""
    for key, was, now in differences(decks[0].info, decks[1].info):
        say(f"deck.toml, {key}: {was} -> {now}")
    names = {card.id: card.name or card.id for deck in decks for card in deck.cards}
    for place, ids in zip(places, only):
        if ids:
            say(f"Only in {place} ({len(ids)}):")
        for card in ids:
            say(f"{names[card]} ({card})", indent="  ")
    for card, rows in found.items():
        say(f"{names[card]} ({card}):")
        for key, was, now in rows:
            say(f"{key}: {was} -> {now}", indent="  ")
    same = len(decks[0].cards) - len(only[0]) - len(found)
    single = len(only[0]) + len(only[1])
    say(f"{same} cards are the same in both, {len(found)} differ, {single} are in only one.")


@click.command()
@click.argument("name")
@click.option("--to", "folder", type=click.Path(path_type=Path), help="Folder to write: new or empty.")
@click.option("--xlsx", "workbook", type=click.Path(path_type=Path), help="Workbook to write in its place, a new file.")
def new(name: str, folder: Path | None, workbook: Path | None) -> None:
    """Write a small deck called NAME to begin with: cards of the usual kinds, with comments on what else may be said.

    With --xlsx it is a workbook for `lab decks import`: a card of every kind, and a sheet that explains the columns.

    Example:

    \b
        lab decks new "My Dungeon" --to mydeck
        lab decks check mydeck
        lab decks new "My Dungeon" --xlsx mine.xlsx
    """
    if not name.strip():
        raise BadInput(f"NAME is {quoted(name)}; allowed: a text that is not empty")
    if (folder is None) == (workbook is None):
        raise click.UsageError("a new deck is a folder or a workbook; allowed: one of --to FOLDER and --xlsx FILE.xlsx")
    if workbook is not None:
        if workbook.suffix.lower() != ".xlsx":
            raise BadInput(f"--xlsx is {quoted(str(workbook))}; allowed: a file whose name ends in .xlsx")
        from lab.export.card_template import template  # xlsxwriter

        write_new_file(workbook, template(name.strip()))
        say_story(f"{workbook}: a sheet of cards, and one that says what the columns mean")
        say_story(f"Make a deck of it by `lab decks import {workbook} --to {kebab(name) or 'mydeck'}`.")
    if folder is not None:
        files = skeleton(name.strip())
        write_folder(folder, files)
        say_story(f"{folder}: {', '.join(files)}")
        say_story(f"Check it by `lab decks check {folder}`, list it by `lab decks show {folder}`.")
