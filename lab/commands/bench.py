"""`lab bench`: speed figures of this machine."""

from __future__ import annotations

import click

from lab.commands._options import json_option


@click.command()
@click.option("--games", default=2000, show_default=True, help="Games of each measurement.")
@click.option("--deck", default="cthulhu", show_default=True, help="Deck to play with.")
@click.option("--variant", default="cthulhu", show_default=True, help="Rules to play by.")
@click.option("--seats", default=4, show_default=True, help="Players of a game.")
@click.option("--cold/--no-cold", default=True, help="Measure the compiler in a process of its own (a minute or two).")
@click.option("--choose/--no-choose", "choosing", default=True, help="Time choices too (compiles a loop of its own).")
@json_option
def bench(games: int, deck: str, variant: str, seats: int, cold: bool, choosing: bool, as_json: bool) -> None:
    """Measure decisions and games per second, time of a choice, rows stored, scaling, compile time and memory.

    Example:

    \b
        lab bench --json
    """
    from lab.bench import PERSONA, measure
    from lab.commands._show import console, print_json
    from lab.runs.spec import make_spec

    values = {"decks": (deck,), "arms": (variant,), "seats": seats, "games": games, "agents": (PERSONA,)}
    figures = measure(make_spec(values, "command line"), cold, choosing)
    if as_json:
        print_json(figures)
        return
    for name, value in figures.items():
        console().print(f"{name:28} {value:>14,.2f}" if isinstance(value, float | int) else f"{name:28} {value!s:>14}")
