"""`lab compare`: arms beside each other – variants, decks, switches, cards, players – and what moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from lab.commands._comparison import print_comparison, say_lines
from lab.commands._options import cluster_option, json_option, on_each_option, tournament_options
from lab.commands._output import csv_option, one_output, print_csv, print_json, say
from lab.commands._stop_rule import MOST_GAMES, anytime, play_until, told
from lab.commands._tournament import play, several_arms
from lab.commands._typed_rules import say_readings
from lab.comparison.arm_comparison import as_frame, compare_run
from lab.comparison.confidence_sequence import asked_measure, read_goal
from lab.comparison.measure_names import check_primary
from lab.errors import BadInput
from lab.runs.changed_players import as_played, check_asked, whoever_plays
from lab.runs.second_table import kept_table, second_table
from lab.store.run_names import find_run
from lab.store.store_folder import Store
from lab.tables.shelf import Shelf

if TYPE_CHECKING:
    from lab.comparison.arm_comparison import Difference
    from lab.comparison.confidence_sequence import Goal
    from lab.runs.run_spec import RunSpec


THREE_TABLES = ("table", "kitchen-table", "cut-throat")
"""Mixes that play differently: ordinary people, careful and envious ones, and a table without mercy."""
READING = ("store", "run_id", "primary", "every_pair", "everything", "as_csv", "as_json", "whoever_plays")
"""Options that have a use of a stored run."""


@click.command()
@click.argument("variants", nargs=-1, metavar="[V1 V2 ..]")
@tournament_options
@on_each_option
@cluster_option
@click.option("--run", "run_id", default="", help="Compare the arms of a stored run; nothing is played.")
@click.option(
    "--primary",
    default="turns",
    show_default=True,
    help="The measure the comparison is about, named before looking, such as minutes (lab help measures); "
    "with --run the one that the run was asked about.",
)
@click.option("--every-pair", is_flag=True, help="Compare every arm with every other, not only with its reference.")
@click.option(
    "--three-tables", is_flag=True, help=f"Ask at three tables of players ({', '.join(THREE_TABLES)}): do they agree?"
)
@click.option(
    "--whoever-plays",
    is_flag=True,
    help="Ask at tables of players who weigh things otherwise, too: what hangs on them?",
)
@click.option(
    "--until", metavar="QUESTION", help="Play until it is answered: 'turns ±1' (known to 1), 'turns >2' (more than 2?)."
)
@click.option("--all", "everything", is_flag=True, help="All measures of each pair, and how far they may be trusted.")
@csv_option
@json_option
def compare(variants: tuple[str, ...], as_csv: bool, as_json: bool, **options: Any) -> None:
    """Play arms with the same seeds, and say what moved.

    Everything is compared with the first variant as it is: the other variants, and that one with another deck or with
    what --rule, --set and --change change; together they make one changed game, several values or rules one each. One
    --deck alone is compared with the variant's own deck, several with the first of them. With --on-each each change is
    laid on every variant, and compared with it as it is. Each of several --seats or --agents is asked the same.

    Game 17 of one arm and game 17 of another share their randomness by purpose (the order of each pile, every die),
    if they have equally many players and mostly the same cards. That saves much where a rule bites late, since the
    games are the same until then, and little where it bites early. Other arms are compared as independent games.

    One measure is primary (--primary); the p-values of the others are adjusted for their number (q).
    The same is asked at a second table, cut-throat (two saboteurs, a racer and a greedy one: they hinder whoever leads,
    and give nothing away): does it agree in the primary measure and what else moved? It plays a tenth of the games, but
    at least 200 of each arm, or all if there are fewer; what it says is kept with the run, for --run too.
    --whoever-plays gives an interval that carries what is not known of the players, and names what of them moves it:
    some eighty tables whose players weigh each thing a quarter more or a fifth less, a twentieth of the games each. It
    is kept with the run, and may be asked of a stored one (--run).

    A house rule that is typed (--rule) is answered first with how it is read.

    Example:

    \b
        lab compare cthulhu cthulhu+faster cthulhu+shared-victory --games 5000
        lab compare base base+faster --rule "The hand limit is seven."
        lab compare base base+faster --seats 3-6
        lab compare base --deck base+./mydeck
        lab compare base --set victory.level=8,12
        lab compare base --change large-angry-chicken.level=12
        lab compare --run 3f2a --all
        lab compare cthulhu cthulhu+faster --three-tables
        lab compare base base+faster --whoever-plays
        lab compare base base+faster --until "turns ±1"
    """
    one_output(as_json, as_csv)
    rows = _said(variants, options, is_told=not as_csv and not as_json)
    if as_json or as_csv:
        print_json(as_frame(rows).to_dicts()) if as_json else print_csv(as_frame(rows))


def _said(variants: tuple[str, ...], options: dict[str, Any], is_told: bool) -> list[Difference]:
    """What moved; if it is told, in sentences and a table, with how typed rules are read before anything is played."""
    options["primary"] = check_primary(options["primary"])
    goal = _goal(options)
    if goal:
        most = options["games"] if _typed("games") else MOST_GAMES
        options |= {"games": most, "primary": goal.measure}
    spec = None if options["run_id"] else _spec(variants, options)
    if options["whoever_plays"]:
        if not is_told:
            raise BadInput("--whoever-plays beside --json or --csv; allowed: one of them")
        if spec:
            check_asked(spec, options["primary"])
    if spec and is_told:
        say_readings(spec.rules)
    if spec and goal:
        run, rows, said = _answered(spec, goal, options)
        if is_told:
            say(said)
    else:
        run = _played(spec, options) if spec else _stored(variants, options)
        store = Store.open(options["store"])
        asked = spec or _typed("primary")  # of a stored run: what it was asked when it was played
        primary = options["primary"] if asked else asked_measure((store.row(run) or {}).get("command") or "")
        rows = compare_run(store, run, options["every_pair"], primary)
    if is_told:
        store, every = Store.open(options["store"]), options["every_pair"]
        shelf = Shelf(store, run)  # of a stored run nothing is played
        elsewhere = (
            second_table(spec, shelf, rows, every, options["workers"]) if spec else kept_table(shelf, rows, every)
        )
        print_comparison(store, run, rows, elsewhere, options["everything"])
        if options["whoever_plays"]:
            asked_about = spec or as_played(store, run, rows[0].metric)
            for pair in whoever_plays(asked_about, rows, shelf, options["workers"]).partition_by("a", "b"):
                say_lines(pair["said"].to_list())
    return rows


def _goal(options: Mapping[str, Any]) -> Goal | None:
    """The question that is to be answered, whose measure is the primary one."""
    if not options["until"]:
        return None
    goal = read_goal(options["until"], "--until")
    if options["run_id"] or _typed("primary"):
        raise BadInput(f"--until beside --{'run' if options['run_id'] else 'primary'}; allowed: one of them")
    return goal


def _answered(spec: RunSpec, goal: Goal, options: Mapping[str, Any]) -> tuple[str, list[Difference], str]:
    """Play until the question is answered: the run, what moved, and why it ended."""
    stop = play_until(spec, goal, options, options["every_pair"])
    rows = compare_run(Store.open(options["store"]), stop.run, options["every_pair"], goal.measure)
    return stop.run, anytime(rows, stop), told(stop, goal)


def _idle() -> list[str]:
    """Options that were given and say how to play."""
    context = click.get_current_context()
    given = [param for param in context.command.params if isinstance(param, click.Option) and _typed(param.name or "")]
    return [param.opts[0] for param in given if param.name not in READING]


def _typed(option: str) -> bool:
    """Whether an option was given, rather than left as it is."""
    return click.get_current_context().get_parameter_source(option) is ParameterSource.COMMANDLINE


def _stored(variants: tuple[str, ...], options: Mapping[str, Any]) -> str:
    """The stored run that is meant."""
    if options["three_tables"]:
        raise BadInput("--three-tables beside --run; allowed: one of them")
    if variants:
        raise BadInput(f"{variants[0]} beside --run {options['run_id']}; allowed: one of them")
    if idle := _idle():
        have = "have" if len(idle) > 1 else "has"
        raise BadInput(
            f"{', '.join(idle)} {have} no use beside --run, which plays no arm; allowed: --store, --primary, "
            "--every-pair, --whoever-plays, --all, --csv, --json"
        )
    run: str = find_run(options["store"], options["run_id"])
    return run


def _played(spec: RunSpec, options: Mapping[str, Any]) -> str:
    """The run that holds all arms, played as far as the store lacks games."""
    summary = play(spec, options["store"], options["workers"], options["agent_seconds"], options["name"])
    return summary.run_id


def _spec(variants: tuple[str, ...], options: Mapping[str, Any]) -> RunSpec:
    """What is to be played."""
    if options["three_tables"]:
        if _typed("agents"):
            raise BadInput("--three-tables beside --agents; allowed: one of them")
        options = {**options, "agents": THREE_TABLES}
    return several_arms(variants, options, options["primary"])
