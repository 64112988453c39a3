"""`lab tune`: the value of a switch or of a card that brings a measure to a target."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import polars as pl
from click.core import ParameterSource

from lab.commands._options import json_option, tournament_options
from lab.commands._output import csv_option, one_output, print_csv, print_json
from lab.commands._runs import note_answer
from lab.commands._tournament import spec_of, together
from lab.commands._tune_report import Asked, Found, print_found, sentences
from lab.comparison.value_search import read_target, search
from lab.errors import BadInput
from lab.runs.arm_spec import table_name
from lab.runs.tunable_number import Knob, allowed_values, values_of_range
from lab.store.store_folder import Store

if TYPE_CHECKING:
    from lab.comparison.value_search import Target
    from lab.runs.run_spec import RunSpec
    from lab.stats.intervals import Interval

GAMES = 2_000
"""Games of every value that matters, unless --games says otherwise."""


@click.command()
@click.argument("variant", default="base", required=False)
@click.option("--switch", "switch", help="The switch to turn, such as hand_limit.")
@click.option(
    "--target", required=True, metavar="MEASURE=VALUE", help="What to reach: minutes=60, 'within an hour=90'."
)
@click.option("--range", "span", metavar="LOW-HIGH[:STEP]", help="Values to search (default: around the present one).")
@tournament_options
@csv_option
@json_option
def tune(
    variant: str, switch: str | None, target: str, span: str | None, as_csv: bool, as_json: bool, **options: Any
) -> None:
    """Search the value of a number that brings a measure to a target.

    The number is a switch (--switch) or a value of a card (--change ID.KEY, without =). All values play the same games,
    and a curve is laid through what they came to: out come the nearest value with its interval, all values that are
    not ruled out, and the measure of the nearest one on games that the search never saw. Shares are in per cent;
    numbers of a card (hand, draw, kick, reward, oh: win credit of whoever it comes to in this way; `lab cards` judges
    Treasures by hand, monsters by kick) in points.
    Several --agents are asked apart, several --rule hold together.

    Example:

    \b
        lab tune base --switch hand_limit --target "median turns=70"
        lab tune base --change huge-rock.bonus --target hand=0 --range 0-8
        lab tune base --switch victory.level --target minutes=60 --agents sharp
    """
    one_output(as_json, as_csv)
    tables = asked_of(options | {"variant": variant, "switch": switch, "target": target, "span": span})
    found = []
    for asked in tables:
        answer, run = tuned(asked)
        note_answer(Store.open(options["store"]), run, sentences(answer, asked.knob, asked.target)[0])
        found.append(answer)
    form = "json" if as_json else "csv" if as_csv else ""
    _print(found, tables[0].knob, tables[0].target, form, options["store"])


def asked_of(options: dict[str, Any]) -> list[Asked]:
    """What the options of the command ask, for each table of players."""
    named = [one for one in options["cards"] if "=" not in one]
    options = options | {"cards": tuple(one for one in options["cards"] if "=" in one)}
    if click.get_current_context().get_parameter_source("games") is not ParameterSource.COMMANDLINE:
        options["games"] = GAMES
    spec = spec_of((options["variant"],), options | {"rules": together(options["rules"])})
    knob = _knob(spec, options["switch"], named, options["span"])
    target = read_target(options["target"], knob.key if knob.axis == "cards" else "")
    return [Asked(spec.model_copy(update={"agents": (agents,)}), knob, target, options) for agents in spec.agents]


def _print(found: list[Found], knob: Knob, wanted: Target, form: str, store: Path) -> None:
    if form == "json":
        print_json([_row(one, knob) for one in found])
    elif form == "csv":
        rows = [{"table": one.table} | row for one in found for row in _row(one, knob)["measured"]]
        print_csv(pl.DataFrame(rows))
    else:
        print_found(found, knob, wanted, store)


def _knob(spec: RunSpec, switch: str | None, cards: Sequence[str], span: str | None) -> Knob:
    """What is to be turned, and over which values."""
    keys = [("switches", switch)] if switch else []
    keys += [("cards", one) for one in cards]
    if len(keys) != 1:
        raise BadInput(f"{len(keys)} numbers to tune; allowed: one --switch KEY or one --change ID.KEY")
    axis, key = keys[0]
    low, high, now = allowed_values(spec.model_copy(update={"agents": spec.agents[:1]}).only, axis, key)
    return Knob(axis, key, values_of_range(span, key, (low, high), now))


def tuned(asked: Asked) -> tuple[Found, str]:
    """The answer at one table of players, and the run of the games that the search never saw."""
    spec, knob, target = asked.spec, asked.knob, asked.target
    answer = search(knob.values, target.value, spec.games, asked.measured, asked.alike)
    other = Asked(spec.model_copy(update={"seed": (spec.seed + 1) % 2**63}), knob, target, asked.options)
    fresh = other.measured([answer.best], spec.games)[answer.best]
    lacking = (asked.says("games of all values"), other.says("games it was not chosen by"))
    there = spec.games - other.lacking[answer.best].number
    lost = tuple(f"{said}." for said in lacking if said)
    return Found(table_name(spec.agents[0]), answer, fresh, there, spec.games, lost), other.run


def _row(found: Found, knob: Knob) -> dict[str, Any]:
    """An answer as data."""
    answer = found.answer
    measured = [{"setting": v} | _numbers(one) for v, one in sorted(answer.measured.items())]
    return {
        "table": found.table, "key": knob.key, "target": answer.target, "nearest": answer.best,
        "not_ruled_out": list(answer.possible), "curve": {v: [a.value, a.low, a.high] for v, a in answer.near.items()},
        "steps_over": answer.passed, "measured": measured,
        "fresh": _numbers(found.fresh), "given_up": list(found.lacking),
    }  # fmt: skip


def _numbers(found: Interval) -> dict[str, Any]:
    return {"value": found.value, "low": found.low, "high": found.high, "games": found.n}
