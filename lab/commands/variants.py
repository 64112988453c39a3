"""`lab variants`: list, check and compare sets of rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from decks.card_schema import DeckError
from decks.card_text import effects_in_words
from decks.load_decks import load_decks
from decks.words.orders import Order, write_order
from engine.records.book import MOST_SEATS
from lab.commands._options import Commands
from lab.commands._output import csv_option, one_output, print_csv_rows, print_groups, print_rows, say
from lab.commands._variants_new import new
from lab.errors import BadInput
from variants.load_variants import check_file, known_variants, load_variant, values_in_words

if TYPE_CHECKING:
    from decks.card_schema import Card
    from variants.load_variants import Variant
    from variants.variant_schema import VariantFile


GROUPS = {
    "pace": "House rules: pace", "catch-up": "Catching up", "fights": "Fights", "help": "Help", "hands": "Hands",
    "setup": "Setup", "death": "Death", "end": "The end", "": "Others",
}  # fmt: skip
"""Headings of the groups in which house rules are listed."""


@click.group(cls=Commands, invoke_without_command=True)
@click.option("--all", "everything", is_flag=True, help="All that is said of each, rather than its first line.")
@csv_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: variant, name, why, house_rule, group, ...")
@click.pass_context
def variants(ctx: click.Context, everything: bool, as_csv: bool, as_json: bool) -> None:
    """List presets and house rules; check a variant file; show what a variant changes.

    Example:

    \b
        lab variants
        lab variants --all
        lab variants check variants/faster.toml
        lab variants show cthulhu+faster --against base
    """
    if ctx.invoked_subcommand is not None:
        return
    one_output(as_json, as_csv)
    files = known_variants()
    if as_json:
        click.echo(json.dumps([_row(file) for file in files], indent=1))
    elif as_csv:
        print_csv_rows([_row(file) for file in files])
    else:
        listed = {"Presets": [(f.key, f.why) for f in files if not f.overlay]}
        for group, heading in GROUPS.items():
            listed[heading] = [(f.key, f.why) for f in files if f.overlay and f.group == group]
        print_groups({heading: rows for heading, rows in listed.items() if rows}, everything)
        say("House rules stack on a preset with '+': lab compare base base+faster+no-selling. All of each: --all.")


def _row(file: VariantFile) -> dict[str, Any]:
    variant = load_variant(file.key)
    return {
        "variant": file.key,
        "name": file.name,
        "why": file.why,
        "house_rule": file.overlay,
        "group": file.group,
        "deck": list(variant.deck) if not file.overlay else [],
        "rules_hash": variant.rules_hash,
    }


@variants.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
def check(files: tuple[Path, ...]) -> None:
    """Check variant FILES: keys, switches and their ranges, and that the deck is there.

    Example:

    \b
        lab variants check my-house-rule.toml
    """
    for path in files:
        variant = check_file(path)
        try:
            load_decks(list(variant.deck), edits=variant.edits)
        except DeckError as error:
            raise BadInput(str(error) if str(path) in str(error) else f"{path}: {error}") from None
        say(f"{path}: fine ({' + '.join(variant.chain)}, rules {variant.rules_hash})")
        for card in variant.edits.rules:
            say(f"{card.name}: {effects_in_words(card)}", indent="  ")
        own = [Order(name, variant[name]) for name, file in variant.set_by.items() if file == variant.chain[-1]]
        for order in (*own, *(Order(place, value) for place, value in variant.edits.changes.items())):
            say(write_order(order), indent="  ")


@variants.command()
@click.argument("variant")
@click.option("--against", default="base", show_default=True, help="Variant to compare with.")
@click.option("--all", "every", is_flag=True, help="Every switch with its value, not only those that differ.")
@csv_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: switch, value, against, set_by, meaning.")
def show(variant: str, against: str, every: bool, as_csv: bool, as_json: bool) -> None:
    """Show every switch of VARIANT that differs from another variant, in words.

    Example:

    \b
        lab variants show cthulhu+faster --against cthulhu
        lab variants show base --all
    """
    one_output(as_json, as_csv)
    ours, theirs = load_variant(variant), load_variant(against)
    rows = [row for row in values_in_words(ours, theirs) if every or row["value"] != row["against"]]
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    if as_csv:
        print_csv_rows(rows, ("switch", "value", "against", "set_by", "meaning"))
        return
    say(f"{variant} ({' + '.join(ours.chain)}), rules {ours.rules_hash}: {ours.why}")
    mine, other = "+".join(ours.deck), "+".join(theirs.deck)
    say(f"Played with deck {mine}" + ("" if mine == other else f"; {against} with deck {other}") + ".")
    _print_edits(ours, theirs)
    if not rows:
        say(f"Every switch is as in {against}.")
        return
    shown = [
        {"switch": r["switch"], variant: r["value"], f"({against})": r["against"], "set by": r["set_by"],
         "meaning": r["meaning"]} for r in rows
    ]  # fmt: skip
    print_rows("", shown)


def _print_edits(ours: Variant, theirs: Variant) -> None:
    """House rules for everybody, cards that join the box or leave it, and changed cards, that the other has not."""
    for card in ours.edits.cards:
        if card not in theirs.edits.cards:
            say(f"{_whose(card, ours)} {card.name or card.id}: {effects_in_words(card) or 'does nothing.'}")
    changed = {place: value for place, value in ours.edits.changes.items() if theirs.edits.changes.get(place) != value}
    if changed:
        say("Cards changed: " + ", ".join(f"{place} = {value}" for place, value in changed.items()) + ".")


def _whose(card: Card, variant: Variant) -> str:
    """Who plays by a rule, or where a card lies."""
    if card.kind != "rule":
        return "In the box too" if card.pile in ("door", "treasure") else f"In the {card.pile} pile"
    places = variant.edits.places.get(card.id, 0)
    seats = [str(place + 1) for place in range(MOST_SEATS) if places >> place & 1]
    return f"Seat {', '.join(seats)} plays by" if seats else "Everybody plays by"


variants.add_command(new)
