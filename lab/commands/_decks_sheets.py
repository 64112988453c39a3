"""`lab decks import` and `lab decks export`: a designer's spreadsheet into a deck, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from decks.deck_box import plain_ids, read_box
from decks.deck_import import bring, said_headers
from decks.sheets.sheet_columns import plain
from decks.sheets.sheet_writer import folder_files, sheet_text
from lab.commands._output import say
from lab.errors import BadInput
from lab.store.atomic_files import check_folder, write_folder, write_new_file

if TYPE_CHECKING:
    from decks.deck_import import Brought


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--to", "folder", required=True, type=click.Path(path_type=Path), help="Folder to write: new or empty.")
@click.option("--map", "said", multiple=True, metavar="HEADER=KEY", help="What a column means; `HEADER=`: nothing.")
@click.option("--skip-bad", is_flag=True, help="Leave out the rows that cannot be cards.")
@click.option("--with", "beside", default="", metavar="DECK", help="Decks that the cards are an add-on to.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: file, columns, cards, problems, unmodelled, ...")
def bring_deck(file: Path, folder: Path, said: tuple[str, ...], skip_bad: bool, beside: str, as_json: bool) -> None:
    """Make a deck of the spreadsheet FILE (.csv, .tsv, .xlsx): one row for each card, headers in any order.

    The first row that looks like headers is taken for them; encodings, separators and the usual names of columns are
    found out. What a card does may be tokens (`lose_levels:2; lose headgear`) or steps as in a card file; any other
    text is kept as `unmodelled`: the card is played without it. Equal rows are copies of one card.

    Every cell that cannot be read is listed, and nothing is written unless all rows are cards or --skip-bad is given.

    Example:

    \b
        lab decks import cards.csv --to mydeck
        lab decks import cards.xlsx --to my-add-on --with base --skip-bad
        lab decks import cards.csv --to mydeck --map "Danger class"=level
    """
    check_folder(folder)
    brought = bring(file, said_headers(said), beside)
    bad = brought.bad_rows()
    writes = bool(brought.deck.cards) and (not bad or skip_bad)
    if writes:
        write_folder(folder, folder_files(brought.deck))
    if as_json:
        click.echo(json.dumps(_as_json(brought, folder if writes else None), indent=1, ensure_ascii=False))
    else:
        _print(brought, folder if writes else None, beside)
    if not writes:
        way = "; mend them, or leave them out by --skip-bad" if brought.deck.cards else ""
        raise BadInput(f"{file}: {bad} of {brought.sheet.rows} rows cannot be cards, so nothing was written{way}")


def _as_json(brought: Brought, folder: Path | None) -> dict[str, Any]:
    sheet, deck = brought.sheet, brought.deck
    return {
        "file": sheet.where, "read_as": sheet.read_as, "columns": sheet.used, "not_used": list(sheet.unused),
        "rows": sheet.rows, "designs": len(deck.cards), "cards": sum(c.copies for c in deck.cards),
        "problems": [asdict(problem) for problem in sheet.problems],
        "unmodelled": [{"line": line, "card": card, "text": text} for line, card, text in brought.unmodelled()],
        "written": str(folder) if folder else None,
    }  # fmt: skip


def _print(brought: Brought, folder: Path | None, beside: str) -> None:
    sheet, deck = brought.sheet, brought.deck
    say(f"{sheet.where}: {sheet.rows} rows, read as {sheet.read_as}")
    renamed = [f"{header} = {key}" for header, key in sheet.used.items() if plain(header) != plain(key)]
    if renamed:
        say(f"Columns: {', '.join(renamed)}")
    if sheet.unused:
        say(f"Columns that were not used (--map HEADER=KEY says what they mean): {', '.join(sheet.unused)}")
    if sheet.problems:
        say("\nCannot be read:")
        for problem in sheet.problems:
            say(str(problem), indent="  ")
    if brought.twins:
        say(f"\nBeside other cards of the same id, as {', '.join(brought.twins)}; --card ID.KEY=VALUE changes those")
    if brought.unmodelled():
        say("\nNot played, kept as `unmodelled`:")
        for line, card, text in brought.unmodelled():
            say(f"line {line}, {card}: {' '.join(text.split())}", indent="  ")
    if folder:
        copies = sum(c.copies for c in deck.cards)
        box = "+".join(filter(None, [beside, _place(folder)]))
        say(f"\n{folder}: {len(deck.cards)} designs, {copies} cards; play them by --deck {box}")


def _place(folder: Path) -> str:
    """A folder as a path that is no deck's name."""
    text = folder.as_posix()
    return text if "/" in text or text.startswith(".") else f"./{text}"


@click.command("export")
@click.argument("deck")
@click.option("--to", "file", required=True, type=click.Path(path_type=Path), help="CSV file to write, a new one.")
def export_deck(deck: str, file: Path) -> None:
    """Write DECK (a name, or a path) as a spreadsheet that `lab decks import` makes the same deck of.

    One row for each card and one, of the kind `deck`, for what its deck.toml says. `effects` and `bad_stuff` are steps
    as in a card file; `lab opcodes` lists what they may say. Decks joined by + become one deck; of two different cards
    of one id the later is called id-deck.

    Example:

    \b
        lab decks export base --to base.csv
        lab decks export base+./my-cards.csv --to all.csv
    """
    found = plain_ids(read_box(deck))
    write_new_file(file, sheet_text(found))
    click.echo(f"{file}: {len(found.cards)} designs, {sum(c.copies for c in found.cards)} cards")
