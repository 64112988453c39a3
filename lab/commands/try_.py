"""`lab try`: type a house rule, see how it is read, and what it moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.commands._comparison import print_comparison
from lab.commands._options import Whole, json_option
from lab.commands._output import print_json, say
from lab.commands._tournament import play
from lab.errors import BadInput

GAMES = 2000


@click.command()
@click.argument("texts", nargs=-1, required=True, metavar="TEXT..")
@click.option("--on", "variant", default="base", show_default=True, help="Rules that it is laid on.")
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
    Curses out of the deck"). Each TEXT is an arm of its own. What is not understood is quoted, with
    what could be said in its place.

    Example:

    \b
        lab try "Whenever you lose a combat, draw a Treasure."
        lab try "The hand limit is seven." "Players win at Level 8."
        lab try "If you die, lose a Level." --on cthulhu+faster --keep grim.toml
    """
    from lab.comparison.arm_comparison import as_frame, compare_run
    from lab.runs.run_spec import make_spec
    from lab.runs.second_table import second_table
    from lab.store.store_folder import Store
    from variants.load_variants import as_rule

    on, keep = options["variant"], options["keep"]
    if keep is not None and (len(texts) > 1 or keep.suffix != ".toml" or keep.exists()):
        raise BadInput(f"--keep is {keep}; allowed: a new .toml file, and one TEXT")
    values = {"arms": on, "rules": texts, "unchanged": True, "games": options["games"], "seed": options["seed"],
              "seats": [options["seats"]], "agents": [options["agents"].split(",")]}  # fmt: skip
    spec = make_spec(values, "command line")
    if not as_json:
        for text in texts:
            say(f'"{text}" is read as: {_in_words(text, f"{on}+{as_rule(text)}")}')
    run = play(spec, options["store"], options["workers"]).run_id
    rows = compare_run(Store.open(options["store"]), run, False, "turns")
    if as_json:
        print_json(as_frame(rows).to_dicts())
    else:
        elsewhere = second_table(spec, rows, False, options["workers"])
        print_comparison(Store.open(options["store"]), run, rows, elsewhere, options["everything"])
    if keep is not None:
        _write(keep, texts[0])
        say(f"Kept as {keep}: lab compare {on} {on}+./{keep}")


def _in_words(text: str, arm: str) -> str:
    """How the lab reads a rule, which is checked in its arm."""
    from decks.rule_texts import in_words, read_rule
    from variants.load_variants import load_variant

    load_variant(arm)  # whatever is wrong with it is said first
    reading = read_rule(text)
    return in_words(reading.program, reading.orders)


def _write(path: Path, text: str) -> None:
    import json

    from lab.store.atomic_files import placed

    said = json.dumps(text, ensure_ascii=False)
    content = f'name = {said}\nwhy = "What does it move?"\noverlay = true\n\n[[rule]]\ntext = {said}\n'
    try:
        placed(path, lambda draft: draft.write_text(content, encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror or error}") from None
