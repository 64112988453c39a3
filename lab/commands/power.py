"""`lab power`: how many games a question needs."""

from __future__ import annotations

from typing import Any

import click
import polars as pl

from lab.commands._options import json_option, on_each_option, tournament_options
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say
from lab.commands._runs import note_answer
from lab.commands._stop_rule import arm_values
from lab.commands._tournament import play, several_arms
from lab.comparison.arm_pairs import pairs_of
from lab.comparison.confidence_sequence import KNOWN, Goal, games_for, read_goal, spread_of
from lab.comparison.game_numbers import MINUTES, WITHIN
from lab.comparison.measure_names import name_of
from lab.store.store_folder import Store
from lab.tables.column import KEY, Column
from lab.tables.table_pace import where_from

FINER = (4.0, 2.0, 1.0, 0.5, 0.25)
"""Sizes that are shown beside the one that was asked for, as multiples of it."""
POWER = 0.8


@click.command()
@click.argument("question")
@click.argument("variants", nargs=-1, metavar="[V1 V2 ..]")
@tournament_options
@on_each_option
@csv_option
@json_option
def power(question: str, variants: tuple[str, ...], as_csv: bool, as_json: bool, **options: Any) -> None:
    """Say how many games a question needs, from a pilot of --games of each arm.

    `turns ±1`: until the 95 % interval of the difference ends 1 turn from it on both sides. `turns >2`: until a
    difference of 2 turns is found in four of five tries (at 5 %). The answer rests on how much the pairs of games of
    the pilot differ from each other; the pilot stays in the store, and what follows goes on from it.

    Example:

    \b
        lab power "turns ±1" base base+faster
        lab power "minutes >5" base base+faster
        lab power "ending_shared >2" cthulhu cthulhu+shared-victory --games 500
    """
    one_output(as_json, as_csv)
    goal = read_goal(question, "the question")
    spec = several_arms(variants, options, goal.measure)
    run = play(spec, options["store"], options["workers"], options["agent_seconds"], options["name"]).run_id
    place = Store.open(options["store"])
    rows = needed(place, run, goal)
    if as_json:
        print_json(rows.to_dicts())
    elif as_csv:
        print_csv(rows)
    else:
        said = answers(rows, goal)
        note_answer(place, run, said[0])
        for sentence in said:
            say(sentence)
        _print(rows, goal, spec.games)
        if goal.measure in (MINUTES, WITHIN):
            say(where_from(place.path))


def needed(store: Store, run: str, goal: Goal) -> pl.DataFrame:
    """Games of each arm that each pair of arms of a run needs, for sizes around the one that was asked for."""
    values = arm_values(store, run, goal.measure)
    rows = []
    for pair in pairs_of(store, run):
        spread = spread_of(values[pair.a], values[pair.b], pair.paired)
        for times in FINER:
            finer = Goal(goal.measure, goal.kind, goal.size * times)
            games = games_for(finer, spread, POWER)
            row = {"arm": pair.b, "against": pair.a, "paired": pair.paired, "size": finer.size, "games": games}
            rows.append(row | {"spread": spread, "pilot": len(values[pair.a])})
    return pl.DataFrame(rows)


def answers(rows: pl.DataFrame, goal: Goal) -> list[str]:
    """How many games each pair of arms needs, in a sentence each."""
    measure, said = name_of(goal.measure), []
    asked = rows.filter(pl.col("size") == goal.size)
    for row in asked.iter_rows(named=True):
        told = f"to know the difference in {measure} to {KNOWN}{goal.told}"
        if goal.kind != KNOWN:
            told = f"to find a difference of {goal.told} in {measure} in four of five tries"
        said.append(f"{row['arm']} against {row['against']}: {row['games']:,} games of each arm {told}.")
    return said


def _print(rows: pl.DataFrame, goal: Goal, pilot: int) -> None:
    measure = name_of(goal.measure)
    sizes = [Goal(goal.measure, goal.kind, size).told for size in rows["size"]]
    shown = rows.select("arm", "against", pl.Series("size", sizes), "games")
    sign = KNOWN if goal.kind == KNOWN else "more than "
    columns = {
        "arm": Column("arm", "text", KEY), "against": Column("against", "text", KEY),
        "size": Column(f"{measure} {sign}".strip(), "figures", KEY), "games": Column("games of each arm", "count", KEY),
    }  # fmt: skip
    click.echo()
    print_frame(f"from a pilot of {pilot:,} games of each arm", shown, columns=columns)
    say("lab compare --until stops by itself; as it looks again and again, it needs two to three times as many.")
