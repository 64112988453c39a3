"""`lab run`: one tournament."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from lab.commands._options import cluster_option, json_option, tournament_options
from lab.commands._output import print_json, say_story
from lab.commands._tournament import CHANGES, play, spec_of
from lab.errors import BadInput
from lab.runs.run_spec import read_spec
from lab.store.remote_store import open_store, said_place
from lab.tables.shelf import is_small


@click.command()
@click.argument("spec_file", metavar="[SPEC.toml]", required=False, type=click.Path(path_type=Path))
@click.option(
    "--variant", "variants", multiple=True,
    help="Rules: a preset with house rules, joined by +; repeatable (default: base).",
)  # fmt: skip
@tournament_options
@cluster_option
@json_option
def run(
    spec_file: Path | None, variants: tuple[str, ...], store: Path, workers: int, as_json: bool, **options: Any
) -> None:
    """Play one tournament into a store; what the store holds already is not played again.

    Options with several values make arms: every combination of their values is played.

    Example:

    \b
        lab run --deck cthulhu --variant cthulhu --games 2000 --seed 7
        lab run --variant base --variant base+faster --seats 3-6
        lab run --variant base --set hand_limit=6,7 --name "more hands"
        lab run --variant base --deck base+./my-cards.csv --agents balanced,random
        lab run my-experiment.toml --store my-store
        lab run my-experiment.toml --cluster tcp://10.0.0.5:8786
    """
    if spec_file is not None:
        if not spec_file.exists():
            rules = "" if spec_file.suffix else f", or --variant {spec_file}"
            raise BadInput(f"{spec_file}: there is no such file; allowed: a spec file (.toml){rules}")
        _refuse_both(spec_file)
        spec = read_spec(spec_file)
    elif not variants and not any(options[key] for key in ("decks", *CHANGES)):
        raise BadInput("nothing to play; allowed: lab run --variant base, a --deck, a change, or the file of a spec")
    else:
        spec = spec_of(variants or ("base",), options)
    summary = play(spec, store, workers, options["agent_seconds"], options["name"])
    if as_json:
        print_json(asdict(summary))
    else:
        place = said_place(store)
        look = f"look at them: lab metrics --store {place}{_ahead(store, summary.run_id)}"
        say_story(f"run {summary.run_id}: {summary.games} games in {place}; {look}")


def _ahead(store: Path, run: str) -> str:
    """How the pages of a run are made to open at once that is too large to be measured while somebody waits."""
    if is_small(open_store(store), run):
        return ""
    return f"; measure them now for the pages of lab app: lab metrics all --run {run} --store {said_place(store)}"


def _refuse_both(spec_file: Path) -> None:
    context = click.get_current_context()
    typed = {param.name: param.opts[0] for param in context.command.params}
    for name in ("variants", "decks", *CHANGES, "games", "seed", "seats", "agents", "events", "exposure"):
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            raise BadInput(
                f"{typed[name]} beside {spec_file}: a spec file says it all; allowed beside it: --name, --store, "
                "--workers, --cluster, --json"
            )
