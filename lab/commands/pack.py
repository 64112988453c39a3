"""`lab pack`: one portable DuckDB file."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import EVERY_RUN, only_run_option, store_option
from lab.commands._output import say_story
from lab.store.run_names import find_run
from lab.store.store_folder import Store


@click.command()
@store_option
@only_run_option
@click.option(
    "--to",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, such as games.duckdb.",
)
def pack(store: Path, run_id: str | None, to: Path) -> None:
    """Write the whole store, or one run, as one native DuckDB file that any DuckDB since 1.0 opens.

    Example:

    \b
        lab pack --store lab-store --to games.duckdb
        lab pack --run faster --to faster.duckdb
    """
    place = Store.open(store)
    place.pack(to, None if run_id == EVERY_RUN else find_run(place.path, run_id))
    say_story(f"wrote {to} ({to.stat().st_size / 1e6:.1f} MB)")
