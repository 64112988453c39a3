"""`lab replay`: one game as readable text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from decks.read_decks import stack
from lab.agents import USUAL
from lab.commands._options import StorePlace, Whole, one_game_options
from lab.commands._output import console, say_story
from lab.commands._tournament import set_by_hand, together
from lab.errors import BadInput

if TYPE_CHECKING:
    from lab.games.game_replay import GameSpec


@click.command()
@click.option("--run", "run_id", default="", help="A stored run: the beginning of its id, or its name.")
@click.option("--arm", default="", help="Arm of the run (default: its first).")
@click.option(
    "--store", default="lab-store", show_default=True, type=StorePlace(), help="Folder or address of the store."
)
@click.option(
    "--deck", multiple=True, help="Without a run: decks of the box, names or paths (default: the variant's own)."
)
@click.option(
    "--variant", default="base", show_default=True, help="Without a run: preset with house rules, joined by '+'."
)
@one_game_options("Without a run: ")
@click.option("--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1), help="Without a run: seed.")
@click.option("--seats", default=4, show_default=True, type=Whole(), help="Without a run: number of players.")
@click.option(
    "--agents",
    default=USUAL,
    show_default=True,
    help="Without a run: personas joined by ','; seats change with the game as in a run.",
)
@click.option("--game", default=0, show_default=True, type=Whole(0, 99_999_999), help="Number of the game.")
@click.option(
    "--diff",
    default="",
    metavar="CHANGE",
    help="Show where the game parts from another one: a variant, an arm of the run, deck=./mine, agents=novice, "
    "hand_limit=7, large-angry-chicken.level=12.",
)
@click.option("--context", type=Whole(0, 100_000), help="With --diff: lines before and after the point of parting.")
@click.option("--chances", is_flag=True, help="With --run: everybody's chance to win, at the start of each turn.")
@click.option("--json", "as_json", is_flag=True, help="Print the turns as a list of lists; with --diff both games.")
def replay(
    run_id: str, arm: str, store: Path, diff: str, context: int | None, chances: bool, as_json: bool, **one: Any
) -> int:
    """Tell a game turn by turn, played again from what it depends on.

    Example:

    \b
        lab replay --deck cthulhu --variant cthulhu --seed 7 --game 12
        lab replay --run 4f1c22ab --arm cthulhu --game 12 --diff cthulhu+faster
        lab replay --run 4f1c22ab --game 12 --chances
        lab replay --variant base --game 3 --diff victory.level=8 --context 30
    """
    from lab.games.game_replay import check_unchanged, parting, parting_data, stored_game, varied
    from lab.games.game_replay import replay as play_again

    _check_use(run_id, arm)
    if chances:
        _check_chances(run_id, diff)
    spec = stored_game(Path(store), run_id, arm, one["game"]) if run_id else _described(one)
    if run_id and (note := check_unchanged(Path(store), run_id, arm)):
        click.echo(f"lab: {note}", err=True)
    played = play_again(spec)
    if chances:
        from lab.games.story_with_chances import with_chances

        played = with_chances(played, Path(store), run_id, arm)
    if not diff:
        click.echo(json.dumps(played.turns, indent=2)) if as_json else say_story(played.text())
        return 0
    other = play_again(_arm_of_run(store, run_id, diff, one["game"]) or varied(spec, diff))
    if as_json:
        click.echo(json.dumps(parting_data(played, other), indent=2))
    else:
        say_story(parting(played, other, context, console().width))
    return 0


def _check_use(run_id: str, arm: str) -> None:
    """Refuse what would be left aside: an arm of no run, and a description of a game that is stored."""
    context = click.get_current_context()
    idle = [
        f"--{param.name}"
        for param in context.command.params
        if str(getattr(param, "help", "")).startswith("Without a run")
        and context.get_parameter_source(param.name or "") is ParameterSource.COMMANDLINE
    ]
    if not run_id and context.get_parameter_source("store") is ParameterSource.COMMANDLINE:
        raise BadInput("--store is given without --run; allowed: with --run, a run of that store (lab runs lists them)")
    if arm and not run_id:
        raise BadInput(f"--arm is '{arm}' without --run; allowed: with --run, whose arm it names, or --variant")
    if idle and run_id:
        raise BadInput(f"{', '.join(idle)} beside --run; allowed: --arm and --game, the run says the rest")


def _check_chances(run_id: str, diff: str) -> None:
    """Chances are learnt from the games of a run, and belong to a game as it was played there."""
    if not run_id or diff:
        given = "with --diff" if run_id else "without --run"
        raise BadInput(f"--chances is given {given}; allowed: with --run, whose games chances are learnt from, alone")


def _described(one: dict[str, Any]) -> GameSpec:
    """A game that is described on the command line."""
    from lab.games.game_replay import GameSpec

    box = tuple(name for text in one["deck"] for name in stack(text))
    agents = tuple(name.strip() for name in one["agents"].split(","))
    return GameSpec(
        box,
        "+".join((one["variant"], *together(one["rules"]))),
        one["seed"],
        one["game"],
        one["seats"],
        agents,
        set_by_hand("--set", one["switches"]),
        set_by_hand("--change", one["cards"]),
    )


def _arm_of_run(store: Path, run_id: str, name: str, game: int) -> GameSpec | None:
    """The same game of another arm of the run, if there is one of that name."""
    from lab.games.game_replay import arms_of_run, stored_game

    if not run_id or name not in arms_of_run(Path(store), run_id):
        return None
    return stored_game(Path(store), run_id, name, game)
