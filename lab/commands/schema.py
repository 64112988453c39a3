"""`lab schema`: what stands in the store."""

from __future__ import annotations

import click

from lab.commands._options import json_option
from lab.commands._output import print_frame, print_json
from lab.errors import BadInput
from lab.export.csv_export import csv_text
from lab.store.store_columns import SAYS
from lab.store.store_views import schema_frame


@click.command()
@click.argument("tables", nargs=-1)
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV instead of tables.")
@json_option
def schema(tables: tuple[str, ...], as_csv: bool, as_json: bool) -> None:
    """List the tables and views of a store: each column with its type, its unit and what it means.

    Example:

    \b
        lab schema
        lab schema game_full event_named
        lab schema --csv > columns.csv
    """
    if as_csv and as_json:
        raise BadInput("--csv and --json: both were given; allowed: one of them")
    frame = schema_frame(tables)
    if as_csv:
        click.echo(csv_text(frame).encode(), nl=False)
    elif as_json:
        print_json(frame.to_dicts())
    else:
        for (table,), rows in frame.group_by(["table"], maintain_order=True):
            print_frame(f"{table}: {SAYS[str(table)]}", rows.drop("table"))
