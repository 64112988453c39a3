"""`lab best`: which of many variants is the best for an aim, and which others it could be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
import polars as pl

from lab.commands._options import json_option, on_each_option, tournament_options
from lab.commands._output import csv_option, one_output, print_csv, print_frame, print_json, say
from lab.commands._runs import note_answer
from lab.commands._tournament import play, several_arms
from lab.commands._typed_rules import say_readings
from lab.comparison.best_arm import Aim, best_arm, read_aim
from lab.comparison.comparison_words import ASK_OTHERS, who
from lab.comparison.game_numbers import MINUTES, WITHIN, values_of, whole_numbers
from lab.comparison.measure_names import interval_told, name_of, unit_of, value_told
from lab.errors import BadInput
from lab.store.remote_store import open_store
from lab.store.store_folder import Store
from lab.tables.column import KEY, MAIN, Column
from lab.tables.table_pace import where_from
from lab.tournament import comparable

if TYPE_CHECKING:
    from lab.comparison.best_arm import Rival
    from lab.runs.run_spec import RunSpec
    from lab.stats.intervals import Array, Interval

MOST_NAMED = 4
"""Arms that could be the best too and are named in a sentence."""


@click.command()
@click.argument("variants", nargs=-1, metavar="[V1 V2 ..]")
@tournament_options
@on_each_option
@click.option(
    "--target", required=True, metavar="AIM", help="What is best: 'fewest turns', 'most kills', or a value: minutes=60."
)
@csv_option
@json_option
def best(variants: tuple[str, ...], as_csv: bool, as_json: bool, **options: Any) -> None:
    """Find the best of many variants, with half of the games that playing all of them equally would take.

    Arms are those of `lab compare`: variants, and the first one with each --rule, --set, --change or --deck. All play a
    while, the worse half leaves, and so on (sequential halving); --games is what each would be given if all were
    played equally. An arm is ruled out only by an interval that holds in all rounds at once: the truly best one is
    among those that are not ruled out in 95 of 100 searches.

    Example:

    \b
        lab best base --set hand_limit=3,4,6,7,8 --target "fewest turns"
        lab best base base+faster base+deal-two --target minutes=60
        lab best base --set victory.level=8,9,11 --target "lowest combats lost"
    """
    one_output(as_json, as_csv)
    aim = read_aim(options["target"])
    spec = several_arms(variants, options, aim.measure)
    if len(spec.seats) > 1 or len(spec.agents) > 1:
        raise BadInput("the arms differ in who plays; allowed: one --seats and one --agents, it is rules that compete")
    if not (as_json or as_csv):
        say_readings(spec.rules)
    game = Games(spec, aim, options)
    rivals = best_arm(game.arms, spec.games, aim, game.ask)
    if as_json:
        print_json(_frame(rivals).to_dicts())
    elif as_csv:
        print_csv(_frame(rivals))
    else:
        said = sentences(rivals, aim, spec.games)
        note_answer(Store.open(options["store"]), game.run, said[0])
        for sentence in said:
            say(sentence)
        _print(rivals, aim)
        pace = f"{where_from(options['store'])} " if aim.measure in (MINUTES, WITHIN) else ""
        say(f"{pace}{who([spec.grid[0].agents], True, spec.seats)}{ASK_OTHERS}")


class Games:
    """The games of a search: each round is a run of the arms that are left, which copies what was played before."""

    def __init__(self, spec: RunSpec, aim: Aim, options: Mapping[str, Any]) -> None:
        self.spec, self.aim, self.options, self.run = spec, aim, options, ""
        self.arms = [arm.name for arm in comparable(spec, aim.measure, options["agent_seconds"])]

    def ask(self, arms: Sequence[str], games: int) -> dict[str, Array]:
        """The measure of every game of some arms, of so many games of each."""
        every = len(arms) == len(self.arms)
        part = self.spec.model_copy(update={"games": games, "among": () if every else tuple(arms)})
        options = self.options
        name = options["name"] or f"best {options['target']}"
        self.run = play(part, options["store"], options["workers"], options["agent_seconds"], name, tells=False).run_id
        store = open_store(options["store"])
        numbers = whole_numbers(store, self.run)
        return {arm: self._by_game(numbers.filter(pl.col("arm") == arm), games) for arm in arms}

    def _by_game(self, numbers: pl.DataFrame, games: int) -> Array:
        """The measure by the number of the game, nan of one that was given up: rounds are laid beside each other."""
        import numpy as np

        found: Array = np.full(games, np.nan)
        found[numbers["game"].to_numpy()] = values_of(numbers, self.aim.measure)
        return found


def sentences(rivals: Sequence[Rival], aim: Aim, equally: int) -> list[str]:
    """Which arm is best, which it could be too, how many are ruled out, and the games that were saved."""
    first, *others = rivals
    could, out = [one for one in others if not one.is_out], [one for one in others if one.is_out]
    measure = name_of(aim.measure)
    nearest = f"{first.arm} is the best of {len(rivals)}: {measure} {_told(first.measure, aim)}"
    lines = [f"{nearest}, {_wanted(aim)}."]
    if could:
        told = "; ".join(f"{one.arm} ({_told(one.measure, aim)})" for one in could[:MOST_NAMED])
        more = f"; and {len(could) - MOST_NAMED} more" if len(could) > MOST_NAMED else ""
        lines.append(f"It could be {'one of ' if len(could) > 1 else ''}these too: {told}{more}.")
    if out:
        lines.append(f"Ruled out: {'all others' if not could else f'{len(out)} of {len(others)} others'}.")
    games, all_equal = sum(one.games for one in rivals), equally * len(rivals)
    return [*lines, f"{games:,} games; playing all of them equally would have taken {all_equal:,}."]


def _wanted(aim: Aim) -> str:
    if aim.side:
        return "the least" if aim.side < 0 else "the most"
    return f"nearest to {value_told(aim.value, unit_of(aim.measure))}"


def _told(found: Interval, aim: Aim, like: float | None = None) -> str:
    return interval_told(found, unit_of(aim.measure), like)


def _print(rivals: Sequence[Rival], aim: Aim) -> None:
    first = rivals[0].arm
    rows = {
        "arm": [one.arm for one in rivals],
        "measure": [_told(one.measure, aim) for one in rivals],
        "farther": ["" if one.arm == first else _told(one.farther, aim, one.measure.value) for one in rivals],
        "games": [one.games for one in rivals],
        "could": ["" if one.is_out else "best" if one.arm == first else "could be" for one in rivals],
    }
    farther = "farther from it than the best" if not aim.side else "behind the best"
    columns = {
        "arm": Column("arm", "text", KEY), "measure": Column(name_of(aim.measure), "figures", MAIN),
        "farther": Column(farther, "figures", MAIN), "games": Column("games", "count", MAIN),
        "could": Column("verdict", "text", MAIN),
    }  # fmt: skip
    click.echo()
    print_frame("arms in the order of the aim; beside the best over the games of both, for all arms at once",
                pl.DataFrame(rows), columns=columns)  # fmt: skip


def _frame(rivals: Sequence[Rival]) -> pl.DataFrame:
    rows = [
        {
            "arm": one.arm, "value": one.measure.value, "low": one.measure.low, "high": one.measure.high,
            "farther": one.farther.value, "farther_low": one.farther.low, "farther_high": one.farther.high,
            "games": one.games, "ruled_out": one.is_out,
        }
        for one in rivals
    ]  # fmt: skip
    return pl.DataFrame(rows)
