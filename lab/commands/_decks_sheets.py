"""`lab decks import` and `lab decks export`: a designer's spreadsheet into a deck, and back."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from decks.card_text import kind_words
from decks.deck_box import plain_ids, read_box
from decks.deck_import import bring, by_how_much, dealt_with, said_headers
from decks.read_decks import unread_columns
from decks.sheets.sheet_columns import BY_KIND
from decks.sheets.sheet_words import plain
from decks.sheets.sheet_writer import check_replaceable, folder_files, sheet_text, with_note
from decks.words.text_reading import STRANGER
from engine.inputs.quote import quoted
from lab.commands._decks_show import as_typed
from lab.commands._output import say
from lab.errors import BadInput
from lab.store.atomic_files import check_folder, write_file, write_folder, write_new_file
from variants.load_variants import load_variant

if TYPE_CHECKING:
    from decks.deck_import import Brought, Understood
    from decks.sheets.sheet_tables import Said

WRITTEN = (".csv", ".xlsx")
"""Endings of the spreadsheets that are written."""
PRESET, SEATS = "base", 4
"""The deck, rules and players with which cards are played that cannot be played alone."""
SHOWN = 12
"""Cards of which it is shown how they were read."""
NO_TEXT = "HAS NO POWERS THAT ARE PLAYED: write them as `text`, or import it --with the deck that has it"
NOT_READ = (
    "HAS NO POWERS THAT ARE PLAYED, for its text is not understood: word it otherwise, and try that by "
    '`lab words "..." --kind class` (or another kind); else write its steps as `effects`, or import it --with the deck '
    "that has it"
)


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "folder", required=True, type=click.Path(path_type=Path), help="Folder to write: new or empty.")
@click.option("--replace", is_flag=True, help="Make the folder anew, if it was made of the same sheet.")
@click.option("--map", "said", multiple=True, metavar="HEADER=KEY", help="What a column means; `HEADER=`: nothing.")
@click.option("--sheet", "sheets", multiple=True, metavar="NAME", help="Which sheets of a workbook; else all of cards.")
@click.option("--skip-bad", is_flag=True, help="Leave out the rows that cannot be cards.")
@click.option("--with", "beside", default="", metavar="DECK", help="Decks that the cards are an add-on to.")
@click.option("--all", "every", is_flag=True, help=f"How each card was read, not of the first {SHOWN} alone.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: file, columns, cards, problems, understood, ...")
def bring_deck(file: Path, folder: Path, **asked: Any) -> None:
    """Make a deck of the list FILE (.csv, .tsv, .xlsx, .md, .txt): a row or paragraph for each card.

    A paragraph is a name (Mud Duck), its kind and numbers (Monster, Level 2, 1 Treasure.) and what it does (Bad Stuff:
    Lose a Level.). The row that looks most like headers is taken for them; encodings, separators and the usual names of
    columns are found out, and every sheet of a workbook that holds cards is read. What a card does may be tokens
    (`lose_levels:2; lose headgear`), steps as in a card file, or plain sentences ("Lose two levels and your
    Headgear."), which may name what is in the sheet and in the decks --with it. A sentence is understood whole or not
    at all: what was not is quoted with the nearest that could be said, kept as `unmodelled`, and the card is played
    without it. A row that only names a Class or Race of a known deck is one more copy of it. Equal rows are copies of
    one card.

    Every cell that cannot be read is listed, and nothing is written unless all rows are cards or --skip-bad is given. A
    column that nobody knows must be said (--map) or left out (--map "HEADER="), and what was said is kept beside the
    sheet, in FILE.columns.toml, for the next time. Columns of notes (artist, rarity, ...) need not be said.

    Example:

    \b
        lab decks import cards.csv --to mydeck
        lab decks import cards.xlsx --to my-add-on --with base --skip-bad
        lab decks import cards.csv --to mydeck --replace
        lab decks import cards.csv --to new --map "Danger class"=level
    """
    if asked["replace"]:
        check_replaceable(folder, file)
    else:
        check_folder(folder)
    said = said_headers(asked["said"])
    asked["beside"] = as_typed(asked["beside"])
    brought = bring(file, said, asked["beside"], asked["sheets"])
    why_not = _why_not(brought, asked["skip_bad"])
    if not why_not:
        write_folder(folder, with_note(folder_files(brought.deck), file), asked["replace"])
    if not why_not and (said or asked["sheets"]):
        keep_said(brought.sheet.said, file)
    _print(brought, None if why_not else folder, asked)
    if why_not:
        raise BadInput(f"{file}: {why_not}")


def _why_not(brought: Brought, skip_bad: bool) -> str:
    """Why a spreadsheet is not written as a deck; empty if it is."""
    sheet, bad = brought.sheet, brought.bad_rows()
    if sheet.unread:
        ways = " ".join(f"--map {shlex.quote(f'{header}={key}')}" for header, key in sheet.unread.items())
        left = " ".join(f"--map {shlex.quote(f'{header}=')}" for header in sheet.unread)
        return f"{unread_columns(sheet)}, so nothing was written; say it, as in {ways}, or leave it out, as in {left}"
    if brought.deck.cards and (not bad or skip_bad):
        return ""
    way = "; mend them, or leave them out by --skip-bad" if brought.deck.cards else ""
    return f"{bad} of {sheet.rows} rows cannot be cards, so nothing was written{way}"


def keep_said(said: Said, sheet: Path) -> None:
    """Keep what was said of a spreadsheet beside it."""
    write_file(said.place(sheet), said.text(sheet))


def _as_json(brought: Brought, folder: Path | None) -> dict[str, Any]:
    sheet, deck, cards = brought.sheet, brought.deck, brought.cards()
    left = [one for one in cards if one.left]
    return {
        "file": sheet.where, "read_as": sheet.read_as, "columns": sheet.used, "not_used": list(sheet.unused),
        "cards_with_columns_not_read": sheet.half_read,
        "no_cards": [{"line": line, "text": text} for line, text in sheet.no_cards],
        "sheets_not_read": list(sheet.sheets_left),
        "rows": sheet.rows, "designs": len(deck.cards), "cards": sum(c.copies for c in deck.cards),
        "problems": [asdict(problem) for problem in sheet.problems],
        "understood": {word: len(some) for word, some in by_how_much(cards).items()},
        "unmodelled": [
            {"line": one.line, "card": one.name, "plays": one.plays, "text": one.card.unmodelled,
             "left": [*one.left], "why": [*one.left.values()]}
            for one in left
        ],
        "read": [{"line": one.line, "card": one.name, "text": one.read} for one in cards if one.read],
        "flavour": [{"line": line, "card": card, "texts": texts} for line, card, texts in brought.flavour()],
        "known": {card: known.deck for card, known in brought.known.items()},
        "nobody_knows": {name: [one.card.id for one in some] for name, some in brought.strangers().items()},
        "without_bad_stuff": [card.id for card in brought.harmless()],
        "powerless": [card.id for card in brought.powerless()],
        "written": str(folder) if folder else None,
    }  # fmt: skip


def _print(brought: Brought, folder: Path | None, asked: Mapping[str, Any]) -> None:
    if asked["as_json"]:
        click.echo(json.dumps(_as_json(brought, folder), indent=1, ensure_ascii=False))
        return
    sheet, deck, beside = brought.sheet, brought.deck, asked["beside"]
    say(f"{sheet.where}: {sheet.rows} rows, read as {sheet.read_as}")
    renamed = [f"{header} = {_by_kind(key)}" for header, key in sheet.used.items() if plain(header) != plain(key)]
    if renamed:
        say(f"Columns: {', '.join(renamed)}" + ", the others as named" * (len(renamed) < len(sheet.used)))
    if "copies" not in sheet.used.values():
        say("No column of copies: one of each.")
    if sheet.kinds:
        say(f"Kinds: {', '.join(f'{said} = {kind_words(kind)}' for said, kind in sheet.kinds.items())}")
    if sheet.said.kept:
        say(f"As {sheet.said.kept} says, which keeps what was said of it before.")
    if left := [header for header in sheet.unused if header not in sheet.unread]:
        say(f"Not read (--map HEADER=text would read one): the column{'s' * (len(left) > 1)} {', '.join(left)}")
    if others := sheet.sheets_left:
        say(f"Without columns of cards, so not read: the sheet{'s' * (len(others) > 1)} {', '.join(others)}")
    if {"text", "unmodelled"} <= {*sheet.used.values()}:
        say("The column `unmodelled` says what is not played, so the texts beside it were not read.")
    _list("Cannot be read", map(str, sheet.problems))
    _list(f"No cards, so left out ({len(sheet.no_cards)})", (f"line {line}: {text}" for line, text in sheet.no_cards))
    _print_understood(brought, beside, asked["every"])
    if brought.twins:
        say(f"\nBeside other cards of the same id, as {', '.join(brought.twins)}; --change ID.KEY=VALUE changes those")
    if folder and sheet.said.now:
        say(f"\nWhat was said of the columns is kept in {sheet.said.place(Path(sheet.where))} for the next time.")
    if folder:
        copies = sum(c.copies for c in deck.cards)
        rules = load_variant(PRESET)
        deal = SEATS, int(rules["setup.deal_door"]), int(rules["setup.deal_treasure"])
        box, why = dealt_with(deck, beside or PRESET, bool(beside), deal)
        box = "+".join(filter(None, [box, _place(folder)]))
        say(f"\n{folder}: {len(deck.cards)} designs, {copies} cards; play them by --deck {box}{why}")
        own = next((card.name for card in deck.cards if card.name), "")
        say(f"Is one of them too strong? lab card {shlex.quote(own)} --deck {box}")


def _print_understood(brought: Brought, beside: str, every: bool) -> None:
    """Numbers first, then the cards of which something was not understood, left out, or taken from elsewhere."""
    cards = brought.cards()
    some = by_how_much(cards)
    if not cards:
        return
    parts = ", ".join(f"{len(found)} {word}" for word, found in some.items())
    half = brought.sheet.half_read
    say(f"\nUnderstood: {parts}{f'; {half} with what may be a rule in a column that was not read' if half else ''}.")
    lines = {one.card.id: f"line {one.line}, {one.name}" for one in cards}
    read = [f"{lines[one.card.id]}: {one.read}" for one in cards if one.read]
    _list("What their sentences say, as they are read", read if every else read[:SHOWN])
    if not every and len(read) > SHOWN:
        say(f"and {len(read) - SHOWN} more: --all shows them (with --replace, as the folder is there)", indent="  ")
    _list("In part, played without what is quoted", _reasons(some["in part"]))
    _list("Not at all, so they do nothing when they are played", _reasons(some["not at all"]))
    if not beside and any(one.left for one in cards):
        say("\nSentences may name what is in another deck where the cards are imported --with it, as --with base.")
    told = [one for one in cards if one.read or one.left]
    if 2 * sum(any(not why.endswith(STRANGER) for why in one.left.values()) for one in told) > len(told):
        say("\nSentences are read in English; tokens such as `lose_levels:1; lose headgear` are read in any sheet.")
    _list("Left out as flavour", (_quotes(*one) for one in brought.flavour()))
    known = [f"{lines[i]}: the {kind_words(k.card.kind)} of {k.deck}" for i, k in brought.known.items()]
    own = [", whatever its own text says" if k.card.unmodelled else "" for k in brought.known.values()]  # not compared
    _list("One more copy of a known card, with its powers", map("".join, zip(known, own, strict=True)))
    _list(
        "Nobody knows these (--with DECK, or a row of the kind Class or Race), so what hangs on them is not played",
        (
            f"{name}: {', '.join(f'line {one.line}, {one.name}' for one in some)}"
            for name, some in brought.strangers().items()
        ),
    )
    harmless = brought.harmless()
    _list("Bad Stuff not understood: plays without", (lines[card.id] for card in harmless if card.lost_bad_stuff))
    unsaid = (lines[card.id] for card in harmless if not card.lost_bad_stuff)
    _list("Monsters without Bad Stuff: whom they catch loses nothing", unsaid)
    for heading, worded in ((NOT_READ, True), (NO_TEXT, False)):
        bare = [one for one in cards if one.card in brought.powerless() and bool(one.left) == worded]
        _list(heading, (f"{lines[one.card.id]} ({kind_words(one.card.kind)})" for one in bare))


def _list(heading: str, texts: Iterable[str]) -> None:
    """A heading and what stands below it, if anything does."""
    for number, text in enumerate(texts):
        if not number:
            say(f"\n{heading}:")
        say(text, indent="  ")


def _reasons(cards: Iterable[Understood]) -> Iterator[str]:
    """What of some cards was not understood, and why or what could be said in its place."""
    for one in cards:
        for text, why in one.left.items():
            if not why.endswith(STRANGER):
                yield f"line {one.line}, {one.name}: {_quotation(text)} {why}".rstrip()


def _quotes(line: int, card: str, texts: Sequence[str]) -> str:
    """The texts of a card as typed, on one line."""
    return f"line {line}, {card}: {' '.join(_quotation(text) for text in texts)}"


def _quotation(text: str) -> str:
    """A text in quote marks, unless it has its own."""
    said = " ".join(text.split())
    return said if re.match(r'["“«(\[]', said) else f'"{said}"'


def _by_kind(key: str) -> str:
    """What a column means, or which of several by the kind of card."""
    one, *others = key.split(BY_KIND)
    return f"{' or '.join([one, *others])} by the kind of the card" if others else one


def _place(folder: Path) -> str:
    """A folder as a path that is no deck's name."""
    text = folder.as_posix()
    return text if "/" in text or text.startswith(".") else f"./{text}"


@click.command("export")
@click.argument("deck")
@click.option(
    "--to",
    "file",
    required=True,
    type=click.Path(path_type=Path),
    help=f"File to write, a new one ({' or '.join(WRITTEN)}).",
)
def export_deck(deck: str, file: Path) -> None:
    """Write DECK (a name, or a path) as a spreadsheet that `lab decks import` makes the same deck of.

    One row for each card and one, of the kind `deck`, for what its deck.toml says. `effects` and `bad_stuff` are steps
    as in a card file; `lab opcodes` lists what they may say. Decks joined by + become one deck; of two different cards
    of one id the later is called id-deck.

    Example:

    \b
        lab decks export base --to base.csv
        lab decks export base+./my-cards.csv --to all.xlsx
    """
    if file.suffix.lower() not in WRITTEN:
        raise BadInput(f"--to is {quoted(str(file))}; allowed: a name ending in {' or '.join(WRITTEN)}")
    found = plain_ids(read_box(as_typed(deck)))
    text: str | bytes = sheet_text(found)
    if file.suffix.lower() == ".xlsx":
        from lab.export.card_template import cards_workbook  # xlsxwriter

        text = cards_workbook(sheet_text(found), found.info.name)
    write_new_file(file, text)
    click.echo(f"{file}: {len(found.cards)} designs, {sum(c.copies for c in found.cards)} cards")
