"""`lab card`: what one card does, to whoever it comes to and to the game, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from decks.near_words import NEAR, cards_named, near_words
from lab.agents import USUAL
from lab.commands._card_page import OF_PAIRS, TABLES, print_page, table_of
from lab.commands._options import DEFAULT_STORE, StorePlace, Whole, change_options, json_option
from lab.commands._output import console, csv_option, one_output, print_csv, print_json, say
from lab.commands._progress import shown_bar
from lab.commands._tournament import axes_of, compile_engine
from lab.errors import BadInput
from lab.impact.card_impact import Question, impact_of
from lab.runs import arms as arms_room
from lab.runs.run_spec import make_spec
from lab.store.store_folder import Store
from lab.store.store_views import RUNS

if TYPE_CHECKING:
    from lab.impact.card_impact import Impact
    from lab.runs.arms import Arm


@click.command()
@click.argument("name")
@click.option(
    "--variant", "variants", multiple=True, help="Variant, such as cthulhu+faster; repeatable (default: base)."
)
@click.option("--deck", "decks", multiple=True, help="Deck: a name, a folder, a file (default: the variant's own).")
@change_options
@click.option("--agents", default=(USUAL,), multiple=True, show_default=USUAL, help="Who plays, separated by commas.")
@click.option("--seats", default=("4",), multiple=True, show_default="4", help="Players of a game, 2 to 8.")
@click.option("--forks", default=3000, show_default=True, type=Whole(2, 1_000_000), help="Forks of each arm.")
@click.option(
    "--pairs",
    default=1000,
    show_default=True,
    type=Whole(0, 1_000_000),
    help="Games of each arm played with the card and with a blank in its place; 0 = none.",
)
@click.option(
    "--table",
    type=click.Choice(TABLES),
    help="Only this table, and nothing is played for the others (of --csv: forks).",
)
@click.option("--all", "everything", is_flag=True, help="All tables below the verdict, and how they are read.")
@click.option("--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1), help="Seed of the games.")
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@click.option(
    "--store",
    type=StorePlace(),
    help=f"Store that keeps the answer: asked again it is read, not played (default: {DEFAULT_STORE}, if it is there).",
)
@csv_option
@json_option
def card(
    name: str, variants: tuple[str, ...], as_csv: bool, as_json: bool, everything: bool, **options: Any
) -> None:  # fmt: skip
    """What one card does: to whoever it comes to, to the game, and what becomes of it.

    Games are forked at the moment the card comes to a player, and go on with another card of its pile and with a blank
    one in its place (--forks); games are played with it and with a blank in its place from the start (--pairs).

    Example:

    \b
        lab card "Huge Rock"
        lab card "Huge Rock" --all
        lab card cleric --variant base --variant base+faster
        lab card hoard --forks 20000 --pairs 0
        lab card hoard --table fates --pairs 5000
    """
    one_output(as_json, as_csv)
    wanted: str | None = options.pop("table")
    if as_csv and wanted is None:
        wanted = "forks"
    found = _found(name, variants or ("base",), wanted, options)
    if as_csv or as_json:
        for sentence in [sentence for one in found for sentence in one.lacking]:
            console(stderr=True).print(f"{sentence}.", markup=False)
    if as_csv and wanted:
        print_csv(table_of(found, wanted))
    elif as_json:
        rows = {table: table_of(found, table).to_dicts() for table in ([wanted] if wanted else TABLES)}
        print_json({"id": found[0].card} | rows)
    else:
        print_page(found, wanted, everything)
        if _store(options["store"]) is None:
            say(f"Nothing of this is kept, as there is no store here; --store {DEFAULT_STORE} keeps it.")


def _found(name: str, variants: tuple[str, ...], wanted: str | None, options: Mapping[str, Any]) -> list[Impact]:
    """What the card does in each arm, as far as it is wanted."""
    values = {"arms": variants, "seed": options["seed"], "events": "none"} | axes_of(options)
    spec = make_spec(values, "command line")
    arms = arms_room.open_arms(arms_room.at_pace_of(options["store"] or Path(DEFAULT_STORE), spec))
    forks = options["forks"] if wanted in (None, "forks", "games") else 0
    pairs = options["pairs"] if wanted is None or wanted in OF_PAIRS else 0
    if wanted in OF_PAIRS and not pairs:
        raise BadInput(f"--table {wanted} beside --pairs 0; it is made of these games, allowed: --pairs 1000, or none")
    question = Question(_card_of(name, arms), forks, pairs, options["workers"])
    store = _store(options["store"])
    compile_engine()
    return [impact_of(arm, question, store, shown_bar) for arm in arms]


def _store(named: Path | None) -> Store | None:
    """The store that was named, or the usual one if it is there."""
    if named is not None:
        return Store.open(named, create=True)
    return Store.open(DEFAULT_STORE) if (Path(DEFAULT_STORE) / RUNS).is_dir() else None


def _card_of(text: str, arms: list[Arm]) -> str:
    """Id of the card that has this id or name, or of the only one in which it occurs; every arm must have it."""
    for arm in arms:
        found = cards_named(text, dict(zip(arm.cards.ids, arm.cards.names, strict=True)))
        if len(found) != 1:
            some = (found or near_words(text, arm.cards.ids) or arm.cards.ids)[:NEAR]
            raise BadInput(
                f"card is '{text}'; allowed with deck {'+'.join(arm.cards.decks)}: the name or id of one card, such as "
                f"{', '.join(some)}"
            )
        text = found[0]
    return text
