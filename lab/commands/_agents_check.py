"""`lab agents check`: whether personas play like people, in a sentence, and what is red."""

from __future__ import annotations

from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING

import click

from lab.agents.personas import expand
from lab.commands._options import Whole, json_option
from lab.commands._output import print_json, say_story
from lab.commands._tournament import compile_engine

if TYPE_CHECKING:
    from lab.conduct.check_row import Row

LEFT_OUT = "left out"
NAMED = 4
"""Red checks that the first sentence names."""


@click.command()
@click.argument("names", nargs=-1)
@click.option("--only", multiple=True, help="Only checks whose name contains this; may be repeated.")
@click.option("--deep", is_flag=True, help="Also regret: every card of every set and for every opcode; takes hours.")
@click.option("--all", "everything", is_flag=True, help="Show every check, not only the red ones.")
@click.option("--games", default=2000, show_default=True, type=Whole(20, 1_000_000), help="Games at each setting.")
@click.option("--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1), help="Seed of the games.")
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@json_option
@click.pass_context
def check(
    ctx: click.Context, /, names: tuple[str, ...], only: tuple[str, ...], deep: bool, everything: bool, games: int,
    seed: int, workers: int, as_json: bool,
) -> None:  # fmt: skip
    """Check that personas play like people: shapes, habits, regret, and what real tables look like.

    A direction says which way games must change with a rule or the cards, whoever plays; a habit, how often something
    may be seen; people, in which range a measure of an ordinary table lies; regret, what players lose by not knowing
    what their cards are good for, by playouts: of each card with --only "regret" (minutes) or --only "regret: NAME".
    Without NAMES all personas and mixes are checked; who is left out of a check because of what they are, is named
    with the reason. Exit code 1 if any check is red.

    Example:

    \b
        lab agents check balanced table
        lab agents check --only "goal" --games 500
        lab agents check balanced --only "regret: illusion" --all
    """
    from lab.conduct.persona_checks import Asked, check_all, everybody

    for name in names:
        expand([name])
    compile_engine()
    rows: list[Row] = []
    found = check_all(names or everybody(), Asked(only, games, deep, seed, workers))
    for agents, some in groupby(found, lambda row: row.agents):
        own = list(some)
        rows += own
        if not as_json:
            _tell(agents, own, everything)
    red = sum(not row.good for row in rows)
    if as_json:
        print_json({"checks": [asdict(row) for row in rows], "red": red})
    ctx.exit(1 if red else 0)


def _tell(agents: str, rows: list[Row], everything: bool) -> None:
    """The answer for one player: a sentence, and the lines that are red, or all."""
    say_story(verdict(agents, rows))
    for row in rows:
        if everything or not row.good:
            _show(row)


def verdict(agents: str, rows: list[Row]) -> str:
    """How many checks a player passes, and which not."""
    judged = [row for row in rows if row.kind != LEFT_OUT]
    red = [row.name for row in judged if not row.good]
    if not judged:
        return f"{agents} is left out: {'; '.join(row.found for row in rows)}"
    said = f"{agents} plays like people in {len(judged) - len(red)} of {len(judged)} checks"
    if not red:
        return said
    more = f" and {len(red) - NAMED} more" if len(red) > NAMED else ""
    return f"{said}; red: {'; '.join(red[:NAMED])}{more}"


def _show(row: Row) -> None:
    """One line of the table, and beneath a red one what it means."""
    good = "out" if row.kind == LEFT_OUT else "green" if row.good else "red"
    found = row.found if row.kind == LEFT_OUT else f"{row.found}; must be {row.asked}"
    found += f" ({row.given_up})" if row.given_up else ""
    say_story(f"  {good:5} {row.name}: {found}", {"green": "green", "red": "red"}.get(good, ""))
    if row.meaning and not row.good:
        say_story(f"        {row.meaning}")
