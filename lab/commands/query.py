"""`lab query`: one question in SQL."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import json_option, store_option
from lab.commands._output import print_frame, print_json
from lab.errors import BadInput
from lab.export.csv_export import csv_text
from lab.store.store_folder import Store


@click.command()
@click.argument("sql")
@store_option
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV instead of a table.")
@json_option
@click.option("--files", is_flag=True, help="Let the question read other files of this machine too.")
def query(sql: str, store: Path, as_csv: bool, as_json: bool, files: bool) -> None:
    """Answer a question in SQL over the whole store; `lab schema` lists the tables and columns.

    A question only reads, and only the tables of the store: no other file, nothing from a network, no setting.

    Example:

    \b
        lab query "SELECT variant, avg(turns) FROM game_full GROUP BY variant"
        lab query "SELECT * FROM seat WHERE won" --csv > winners.csv
        lab query "SELECT * FROM 'mine.csv' JOIN arm USING (arm)" --files
    """
    if as_csv and as_json:
        raise BadInput("--csv and --json: both were given; allowed: one of them")
    place = Store.open(store)
    rows = place.query(sql, files)
    if not rows.width:
        raise BadInput(f"query: '{sql}' answers nothing; allowed: one statement that returns rows, such as SELECT")
    if as_csv:
        click.echo(csv_text(rows).encode(), nl=False)
    elif as_json:
        print_json(rows.to_dicts())
    else:
        number, lacking = "1 row" if rows.height == 1 else f"{rows.height} rows", place.unfinished()
        print_frame(f"{number}; {lacking}" if lacking else number, rows, 100)
