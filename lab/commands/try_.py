"""`lab try`: type a house rule, see how it is read, and what it moves."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.commands._comparison import print_comparison
from lab.commands._options import Whole, json_option
from lab.commands._output import print_json, say, warn
from lab.commands._tournament import play
from lab.commands._typed_rules import check_rules, say_readings
from lab.errors import BadInput, why_not

GAMES = 2000


@click.command()
@click.argument("texts", nargs=-1, required=True, metavar="RULE..")
@click.option("--on", "variant", default="base", show_default=True, help="Rules that it is laid on.")
@click.option(
    "--deck",
    default="",
    help="Cards that are played: a deck, or a box of several, such as cthulhu+base (default: the deck of the rules).",
)
@click.option(
    "--primary",
    default="turns",
    show_default=True,
    help="The measure that it is about, such as minutes or 'rounds far behind' (lab help measures).",
)
@click.option("--games", default=GAMES, show_default=True, type=Whole(20, 1_000_000), help="Pairs of games.")
@click.option("--seed", default=0, show_default=True, type=Whole(0), help="Seed of the games.")
@click.option("--seats", default=4, show_default=True, type=Whole(FEWEST_SEATS, MOST_SEATS), help="Players.")
@click.option("--agents", default="table", show_default=True, help="Personas joined by ','.")
@click.option("--keep", type=click.Path(path_type=Path), help="Also write the rule as a file, to stack with others.")
@click.option(
    "--store", default="lab-store", show_default=True, type=click.Path(path_type=Path), help="Folder of the store."
)
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@click.option("--all", "everything", is_flag=True, help="All measures, and how far they may be trusted.")
@json_option
def try_(texts: tuple[str, ...], as_json: bool, **options: Any) -> None:
    """Type a house rule in plain English: how it is read, and what it moves, in games with and without it.

    A sentence says what happens when, or a switch ("the hand limit is seven"), or what is changed in the box ("take all
    Curses out of the deck"). What is not understood is quoted, with what could be said in its place. A RULE may also be
    the name of a house rule (lab variants) or its file; each is an arm of its own, compared with the game without it.

    The same is asked at a second table, cut-throat (two saboteurs, a racer and a greedy one: they hinder whoever leads,
    and give nothing away): does it agree in the primary measure and what else moved? It plays a tenth of the games, but
    at least 200 of each arm, or all if there are fewer.

    Example:

    \b
        lab try "Whenever you lose a combat, draw a Treasure."
        lab try "The hand limit is seven." "Players win at Level 8."
        lab try faster ./mine.toml "Players win at Level 8."
        lab try "If you die, lose a Level." --on cthulhu+faster --keep grim.toml
        lab try "The hand limit is seven." --on cthulhu --deck cthulhu+base
    """
    from variants.load_variants import as_rule, is_rule  # not for `lab --help`

    on, keep, deck = options["variant"], options["keep"], options["deck"]
    if keep is not None and (
        len(texts) > 1 or keep.suffix != ".toml" or keep.exists() or not is_rule(as_rule(texts[0]))
    ):
        raise BadInput(f"--keep is {keep}; allowed: a new .toml file, and one RULE, a sentence")
    _tried(texts, as_json, options)
    if keep is not None:
        _write(keep, texts[0])
        box = f" --deck {shlex.quote(deck)}" if deck else ""
        say(f"Kept as {keep}: lab compare {on} {on}+./{keep}{box}{_asked_too(options)}")


def _asked_too(options: Mapping[str, Any]) -> str:
    """The options of the games that were played, as far as they are not the usual ones."""
    usual = {one.name: one.default for one in try_.params}
    told = (name for name in ("games", "seed", "seats", "agents") if options[name] != usual[name])
    return "".join(f" --{name} {shlex.quote(str(options[name]))}" for name in told)


def _tried(texts: tuple[str, ...], as_json: bool, options: Mapping[str, Any]) -> None:
    """Play the games, and say how the rules are read and what they move."""
    from lab.agents.outside_agents import SECONDS
    from lab.comparison.arm_comparison import as_frame, compare_run
    from lab.comparison.measure_names import check_primary
    from lab.runs.run_spec import make_spec
    from lab.runs.second_table import second_table
    from lab.store.store_folder import Store
    from lab.tables.shelf import Shelf
    from lab.tournament import comparable, same_games

    on, deck = options["variant"], options["deck"]
    primary = check_primary(options["primary"])
    values = {"arms": on, "rules": texts, "unchanged": True, "games": options["games"], "seed": options["seed"],
              "seats": [options["seats"]], "agents": [options["agents"].split(",")],
              "decks": [deck] if deck else []}  # fmt: skip
    spec = make_spec(values, "command line")
    check_rules(texts, on)
    for said in same_games(spec, comparable(spec, primary, SECONDS)):  # before anything else, as a misspelt deck
        warn(f"{said}: that is the same game, which is played once")
    if not as_json:
        say_readings(texts)
        if deck:
            say(f"Played with the cards of {deck}.")
    run = play(spec, options["store"], options["workers"]).run_id
    rows = compare_run(Store.open(options["store"]), run, False, primary)
    if as_json:
        print_json(as_frame(rows).to_dicts())
    else:
        store = Store.open(options["store"])
        elsewhere = second_table(spec, Shelf(store, run), rows, False, options["workers"])
        print_comparison(store, run, rows, elsewhere, options["everything"])


def _write(path: Path, text: str) -> None:
    import json

    from lab.store.atomic_files import placed
    from variants.variant_schema import WHY_TRIED

    said = json.dumps(text, ensure_ascii=False)
    content = f'name = {said}\nwhy = "{WHY_TRIED}"\noverlay = true\n\n[[rule]]\ntext = {said}\n'
    try:
        placed(path, lambda draft: draft.write_text(content, encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {why_not(error)}") from None
