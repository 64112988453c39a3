"""`lab compare`: arms beside each other – variants, decks, switches, cards, players – and what moved."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from lab.commands._options import json_option, tournament_options
from lab.commands._show import csv_option

if TYPE_CHECKING:
    from lab.measure.compare import Difference
    from lab.store.folder import Store


THREE_TABLES = ("table", "kitchen-table", "cut-throat")
"""Mixes that play differently: ordinary people, careful and envious ones, and a table without mercy."""


@click.command()
@click.argument("variants", nargs=-1, metavar="[V1 V2 ..]")
@tournament_options
@click.option("--run", "run_id", default="", help="Compare the arms of a stored run; nothing is played.")
@click.option(
    "--primary", default="turns", show_default=True, help="The measure the comparison is about, named before looking."
)
@click.option("--every-pair", is_flag=True, help="Compare every arm with every other, not only with its reference.")
@click.option(
    "--three-tables", is_flag=True, help=f"Ask at three tables of players ({', '.join(THREE_TABLES)}): do they agree?"
)
@csv_option
@json_option
def compare(
    variants: tuple[str, ...], run_id: str, primary: str, every_pair: bool, three_tables: bool, as_csv: bool,
    as_json: bool, **options: Any,
) -> None:  # fmt: skip
    """Play arms with the same seeds, and say what moved.

    Variants, decks, switches, cards, tables of agents and numbers of players may have several values each. With one
    such axis its first value is what the others are compared with; with two or more that holds for the first axis,
    separately for each value of the others. What --set and --card change is compared with the game as it was.

    Game 17 of one arm and game 17 of another share their randomness by purpose (the order of each pile, every die),
    if they have equally many players and mostly the same cards. That saves much where a rule bites late, since the
    games are the same until then, and little where it bites early. Other arms are compared as independent games.

    One measure is primary (--primary); the p-values of the others are adjusted for their number (q).

    Example:

    \b
        lab compare cthulhu cthulhu+faster cthulhu+shared-victory --games 5000
        lab compare base base+faster --seats 3-6
        lab compare --deck base --deck ./mydeck
        lab compare base --set victory.level=8,12
        lab compare base --card large-angry-chicken.level=12
        lab compare --agents balanced --agents kitchen-table
        lab compare --run 3f2a
        lab compare cthulhu cthulhu+faster --three-tables
    """
    from lab.commands._show import one_output
    from lab.measure.compare import compare_run
    from lab.measure.measures import check_primary
    from lab.store.folder import Store

    one_output(as_json, as_csv)
    check_primary(primary)
    if three_tables:
        options["agents"] = _three_tables(run_id)
    run = _stored(options["store"], run_id, variants) if run_id else _played(variants, options, primary)
    store = Store.open(options["store"])
    _print(store, run, compare_run(store, run, every_pair, primary), as_csv, as_json)


def _three_tables(run_id: str) -> tuple[str, ...]:
    """The tables of players to ask at, unless others were named."""
    from lab.errors import BadInput

    given = click.get_current_context().get_parameter_source("agents") is ParameterSource.COMMANDLINE
    if given or run_id:
        raise BadInput(f"--three-tables beside {'--agents' if given else '--run'}; allowed: one of them")
    return THREE_TABLES


def _print(store: Store, run: str, rows: list[Difference], as_csv: bool, as_json: bool) -> None:
    from lab.commands._comparison import print_comparison
    from lab.commands._show import print_csv, print_json
    from lab.measure.compare import as_frame

    if as_json:
        print_json(as_frame(rows).to_dicts())
    elif as_csv:
        print_csv(as_frame(rows))
    else:
        print_comparison(store, run, rows)


def _stored(store: Path, run_id: str, variants: tuple[str, ...]) -> str:
    """The stored run that is meant."""
    from lab.errors import BadInput
    from lab.store.names import find_run

    if variants:
        raise BadInput(f"{variants[0]} beside --run {run_id}; allowed: one of them")
    return find_run(store, run_id)


def _played(variants: tuple[str, ...], options: dict[str, Any], primary: str) -> str:
    """The run that holds all arms, played as far as the store lacks games."""
    from lab.commands._tournament import play, spec_of
    from lab.errors import BadInput
    from lab.measure.measures import check_people
    from lab.runs.arms import open_arms

    spec = spec_of(variants or ("base",), options, unchanged=True)
    for table in spec.agents:
        check_people(primary, table)
    if len(spec.grid) < 2:
        raise BadInput(
            f"only {spec.only.name} to compare; allowed: two or more variants, decks, tables of agents or numbers of "
            "players, or --set and --card"
        )
    arms = open_arms(spec, options["agent_seconds"])
    if len(arms) < 2:
        raise BadInput(f"all {len(spec.grid)} arms are the same game ({arms[0].name}); allowed: arms that differ")
    return play(spec, options["store"], options["workers"], options["agent_seconds"], options["name"], arms).run_id
