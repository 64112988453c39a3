"""`lab replay`: one game as readable text."""

from __future__ import annotations

import json
from pathlib import Path

import click

from lab.agents.personas import USUAL


@click.command()
@click.option("--run", "run_id", default="", help="A stored run.")
@click.option("--arm", default="", help="Arm of the run: one of its variants.")
@click.option(
    "--store", default="lab-store", show_default=True, type=click.Path(file_okay=False), help="Folder of the store."
)
@click.option("--deck", multiple=True, help="Without a run: deck (repeat for several); default: the variant's own.")
@click.option(
    "--variant", default="base", show_default=True, help="Without a run: preset with house rules, joined by '+'."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="Without a run: seed.")
@click.option("--seats", default=4, show_default=True, help="Without a run: number of players.")
@click.option(
    "--agents",
    default=USUAL,
    show_default=True,
    help="Without a run: personas joined by ','; seats change with the game as in a run.",
)
@click.option("--game", default=0, show_default=True, type=click.IntRange(min=0), help="Number of the game.")
@click.option("--diff", default="", help="A second variant: show where the two games part.")
@click.option("--json", "as_json", is_flag=True, help="Print the turns as a list of lists.")
def replay(
    run_id: str, arm: str, store: str, deck: tuple[str, ...], variant: str, seed: int, seats: int, agents: str,
    game: int, diff: str, as_json: bool,
) -> int:  # fmt: skip
    """Tell a game turn by turn, played again from what it depends on.

    Example:

    \b
        lab replay --deck cthulhu --variant cthulhu --seed 7 --game 12
        lab replay --run 4f1c22ab --arm cthulhu --game 12 --diff cthulhu+faster
    """
    from dataclasses import replace

    from lab.games.replay import GameSpec, difference, stored_game
    from lab.games.replay import replay as play_again

    spec = GameSpec(deck, variant, seed, game, seats, tuple(agents.split(",")))
    if run_id:
        spec = stored_game(Path(store), run_id, arm, game)
    played = play_again(spec)
    if diff:
        click.echo(difference(played, play_again(replace(spec, variant=diff))), nl=False)
    else:
        click.echo(json.dumps(played.turns, indent=2) if as_json else played.text(), nl=as_json)
    return 0
