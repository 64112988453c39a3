"""`lab play`: a person at the terminal."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from decks.read_decks import stack
from engine.records.book import MOST_SEATS
from lab.agents import USUAL
from lab.agents.agent_pool import seated
from lab.commands._options import Whole, one_game_options
from lab.commands._output import console, warn
from lab.commands._tournament import compile_engine, set_by_hand, together

if TYPE_CHECKING:
    from engine.table import Agent, Table
    from lab.games.human_player import Person


@click.command()
@click.option("--seat", default=0, show_default=True, type=Whole(0, MOST_SEATS - 1), help="Your seat, from 0.")
@click.option("--agents", default=USUAL, show_default=True, help="Who sits in the other seats, in turn.")
@click.option("--variant", default="base", show_default=True, help="Preset with house rules, joined by '+'.")
@click.option("--deck", "decks", multiple=True, help="Deck, or decks joined by + (default: the variant's own).")
@click.option("--seats", default=4, show_default=True, type=Whole(), help="Players of the game, 2 to 8.")
@click.option("--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1), help="Seed of the game.")
@one_game_options()
def play(seat: int, agents: str, decks: tuple[str, ...], seats: int, seed: int, **changed: Any) -> int:
    """Sit down at a table yourself: number by number against personas or agents of your own.

    Example:

    \b
        lab play --seat 0
        lab play --seat 2 --seats 5 --agents novice --variant cthulhu+faster
        lab play --rule "If you die, lose a Level." --set hand_limit=7
    """
    from lab.games.human_player import Person
    from lab.games.one_seat import Deal

    decks = tuple(name for text in decks for name in stack(text))
    others = tuple(name.strip() for name in agents.split(","))
    variant = "+".join((changed["variant"], *together(changed["rules"])))
    switches, cards = set_by_hand("--set", changed["switches"]), set_by_hand("--change", changed["cards"])
    deal = Deal(decks, variant, seats, seat, seed, others, switches, cards)
    box, names = deal.box(), deal.agents
    compile_engine()
    game = deal.table()
    if deal.unusual:
        warn(deal.unusual)
    person = Person(game, box, seat, console(), _read)
    around = ", ".join(f"{game.names.seats[s]} ({'you' if s == seat else names[s]})" for s in range(seats))
    person.screen.say(f"{variant}, seed {seed}. At the table: {around}. Type ? for help.")
    return _play_out(game, person, seated(names, game.words, seed, 0))


def _play_out(game: Table, person: Person, guests: Mapping[int, Agent]) -> int:
    """Play to the end, or until the person leaves in one way or another; the exit code."""
    from lab.games.human_player import Left, play_at

    try:
        play_at(game, person, guests)
    except Left:
        person.screen.say(f"You have left the game in turn {int(game.g.turn)}.")
    except EOFError:
        person.screen.say(f"The input has ended in turn {int(game.g.turn)}: the game stays unfinished.")
    except (KeyboardInterrupt, click.Abort):
        click.echo(f"\nYou have left the game in turn {int(game.g.turn)}.", err=True)
        return 130
    else:
        person.screen.say(person.ending(), "bold")
    return 0


def _read(prompt: str) -> str:
    """A line of input; EOFError at its end."""
    click.echo(prompt, nl=False)
    line = sys.stdin.readline()
    if not line:
        click.echo()
        raise EOFError
    if not sys.stdin.isatty():
        click.echo(line.rstrip("\n"))  # what a pipe says is not seen otherwise
    return line
