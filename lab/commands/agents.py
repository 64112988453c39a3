"""`lab agents`: who plays how well, and in what style."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import polars as pl

from lab.agents.personas import find_persona, mixes, moods_of, personas
from lab.commands._agents_check import check
from lab.commands._agents_fit import fit
from lab.commands._agents_learn import learn
from lab.commands._agents_robust import robust
from lab.commands._agents_search import exploit, tune
from lab.commands._agents_tables import (
    csv_rows,
    describe,
    print_all,
    print_duels,
    print_strength,
    write_duels,
    write_metrics,
)
from lab.commands._options import Commands, json_option, tournament_options
from lab.commands._output import csv_option, one_output, print_csv, print_json, say
from lab.commands._tournament import play, spec_of
from lab.export.csv_export import check_place
from lab.player_ranking import check_company, company, duel, duel_row, measured, opponents_of, strength_table
from lab.store.store_folder import Store

if TYPE_CHECKING:
    from lab.agents.persona_file import Mix, Mood
    from lab.runs.run_spec import RunSpec

ROUND_ROBIN = {"agents": ["all"], "games": 4000, "variant": "base"}
FORMS = ("as_csv", "as_json")
"""What may be asked of the list; whatever else is, is asked of games."""
COMMANDLINE = click.core.ParameterSource.COMMANDLINE


@click.group(cls=Commands, invoke_without_command=True, context_settings={"default_map": ROUND_ROBIN})
@click.option("--variant", default="base", show_default=True, help="Rules to play by.")
@tournament_options
@click.option("--against", help="Instead: each player alone against copies of this one, a run of --games for each.")
@click.option(
    "--to", type=click.Path(file_okay=False, path_type=Path), help="Folder for the tables as CSV, as lab export."
)
@csv_option
@json_option
def agents(
    variant: str, against: str | None, to: Path | None, as_csv: bool, as_json: bool, **options: Any
) -> None:  # fmt: skip
    """List the personas; with --agents, or any other option, play them: win credit, ratings and style, with intervals.

    `--agents all` is every persona that does not look ahead. Every game seats different personas; in a cycle of
    games everybody meets everybody else equally often, in every seat. The games are stored like those of any run:
    asking again computes nothing twice.

    Example:

    \b
        lab agents
        lab agents --agents all
        lab agents --agents balanced,greedy,novice --games 10000 --to players
        lab agents --agents random,lookahead:8 --against balanced
        lab agents list balanced
        lab agents check
        lab agents tune balanced --goal win --to my-agents.toml
        lab agents fit plays.csv
        lab agents learn base+./my-cards.csv
    """
    ctx = click.get_current_context()
    if ctx.invoked_subcommand is not None:
        return
    if not any(ctx.get_parameter_source(name) is COMMANDLINE for name in ctx.params if name not in FORMS):
        ctx.invoke(list_agents, names=(), as_csv=as_csv, as_json=as_json)
        return
    one_output(as_json, as_csv)
    if to is not None:
        check_place(to)  # before hours of play
    form = "json" if as_json else "csv" if as_csv else ""
    spec = spec_of((variant,), options | {"agents": tuple(map(company, options["agents"]))})
    if against is not None:
        _duels(spec, against, to, form, options)
        return
    check_company(spec)
    _round_robin(spec, to, form, options)


def _round_robin(spec: RunSpec, to: Path | None, form: str, options: Mapping[str, Any]) -> None:
    summary = play(spec, options["store"], options["workers"], options["agent_seconds"])
    store = Store.open(options["store"])
    frames = measured(store, summary.run_id)
    if to is not None:
        write_metrics(store, summary.run_id, to)
    if form == "json":
        rows = {name: frame.to_dicts() for name, frame in frames.items()}
        print_json({"run_id": summary.run_id, "games": summary.games, "seats": spec.only.seats, **rows})
    elif form == "csv":
        print_csv(strength_table(frames))
    else:
        print_strength(frames, spec)


def _duels(spec: RunSpec, against: str, to: Path | None, form: str, options: Mapping[str, Any]) -> None:
    specs = [duel(spec, one, against) for one in opponents_of(spec, against)]
    rows, runs = [], []
    for one in specs:
        run = play(one, options["store"], options["workers"], options["agent_seconds"]).run_id
        store = Store.open(options["store"])
        rows.append(duel_row(store, run, one.only.agents[0], spec.only.seats))
        runs.append(store.table("run", run).collect())
    frame = pl.DataFrame(rows, infer_schema_length=None).sort("credit", descending=True)
    if to is not None:
        write_duels(frame, to, pl.concat(runs))
    if form == "json":
        print_json({"against": against, "seats": spec.only.seats, "duels": frame.to_dicts()})
    elif form == "csv":
        print_csv(frame)
    else:
        print_duels(frame, spec, against)


agents.add_command(check)
agents.add_command(exploit)
agents.add_command(fit)
agents.add_command(learn)
agents.add_command(robust)
agents.add_command(tune)


@agents.command("list")
@click.argument("names", nargs=-1)
@csv_option
@json_option
def list_agents(names: tuple[str, ...], as_csv: bool, as_json: bool) -> None:
    """List personas, mixes and moods, each with its reason; with names, every weight of them in words.

    Example:

    \b
        lab agents list
        lab agents list balanced saboteur+peaceful
    """
    one_output(as_json, as_csv)
    wanted = [find_persona(name) for name in names] or list(personas().values())
    if as_json:
        found = {"personas": [asdict(p) for p in wanted]}
        others: dict[str, Mapping[str, Mix | Mood]] = {} if names else {"mixes": mixes(), "moods": moods_of()}
        found = {
            kind: [{"name": name, **row.model_dump()} for name, row in rows.items()] for kind, rows in others.items()
        }
        print_json({"personas": [asdict(p) for p in wanted], **found})
    elif as_csv:
        print_csv(csv_rows(wanted, bool(names)))
    elif names:
        for persona in wanted:
            describe(persona)
    else:
        print_all(wanted)
        for name, mix in mixes().items():
            say(f"mix {name} = {', '.join(mix.agents)}. {mix.why}")
        for name, mood in moods_of().items():
            say(f"mood +{name}, as in balanced+{name}: {mood.why}")
        say("How well each plays, in games against each other: lab agents --agents all")
