"""`lab agents check`: whether personas play like people, at every setting."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from lab.agents.personas import expand
from lab.commands._options import json_option
from lab.commands._show import print_json, say_story
from lab.commands._tournament import compile_engine

if TYPE_CHECKING:
    from lab.conduct.persona_checks import Row


@click.command()
@click.argument("names", nargs=-1)
@click.option("--only", multiple=True, help="Only checks whose name contains this; may be repeated.")
@click.option(
    "--games", default=2000, show_default=True, type=click.IntRange(20, 1_000_000), help="Games at each setting."
)
@click.option("--seed", default=0, show_default=True, type=click.IntRange(0, 2**63 - 1), help="Seed of the games.")
@click.option("--workers", default=0, type=click.IntRange(0, 1024), help="Threads; 0 = one for each core.")
@json_option
@click.pass_context
def check(
    ctx: click.Context, /, names: tuple[str, ...], only: tuple[str, ...], games: int, seed: int, workers: int,
    as_json: bool,
) -> None:  # fmt: skip
    """Check that personas play like people: directions, strange play, and what real tables look like.

    A direction says which way games must change with a rule or the cards, whoever plays; a habit, how often strange
    play may be seen; people, in which range a measure of an ordinary table lies. Without NAMES all personas and mixes
    are checked; who is left out of a check because of what they are, is named with the reason. Exit code 1 if any check
    is red.

    Example:

    \b
        lab agents check balanced table
        lab agents check --only "goal" --games 500
    """
    from lab.conduct.persona_checks import ORDINARY, check_all, everybody

    for name in names:
        expand([name])
    compile_engine()
    rows: list[Row] = []
    for row in check_all(names or everybody(), only, games, like_people=ORDINARY, seed=seed, workers=workers):
        rows.append(row)
        if not as_json:
            _show(row)
    red = sum(not row.good for row in rows)
    if as_json:
        print_json({"checks": [asdict(row) for row in rows], "red": red})
    else:
        say_story(f"{len(rows)} checks, {red} red")
    ctx.exit(1 if red else 0)


def _show(row: Row) -> None:
    """One line of the table."""
    good = "out" if row.kind == "left out" else "green" if row.good else "red"
    found = row.found if row.kind == "left out" else f"{row.found}; must be {row.asked}"
    found += f" ({row.given_up})" if row.given_up else ""
    say_story(f"{good:5} {row.agents:14} {row.name}: {found}", {"green": "green", "red": "red"}.get(good, ""))
