"""`lab pack`: one portable DuckDB file."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import store_option
from lab.commands._output import say_story
from lab.store.store_folder import Store


@click.command()
@store_option
@click.option(
    "--to",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write, such as games.duckdb.",
)
def pack(store: Path, to: Path) -> None:
    """Write the whole store as one native DuckDB file that any DuckDB since 1.0 opens.

    Example:

    \b
        lab pack --store lab-store --to games.duckdb
    """
    Store.open(store).pack(to)
    say_story(f"wrote {to} ({to.stat().st_size / 1e6:.1f} MB)")
