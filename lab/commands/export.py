"""`lab export`: all report tables as CSV."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import run_option, store_option


@click.command()
@store_option
@click.option("--to", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder for the CSV files.")
@run_option
def export(store: Path, to: Path, run_id: str | None) -> None:
    """Write all report tables as CSV (RFC 4180, UTF-8, header) with a provenance file beside them.

    Example:

    \b
        lab export --store lab-store --to lab-store/csv
    """
    from lab.measure.export import export_tables
    from lab.store.folder import Store
    from lab.store.names import find_run

    place, run_id = Store.open(store), find_run(store, run_id)
    command = f"lab export --store {store} --to {to}" + (f" --run {run_id}" if run_id else "")
    files = export_tables(place, to, command, run_id)
    click.echo(f"wrote {len(files) - 1} tables and {files[-1].name} to {to}")
