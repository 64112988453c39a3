"""`lab export`: report tables for spreadsheets and for machines."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import run_option, store_option
from lab.commands._output import say_story
from lab.commands._runs import asked_run
from lab.commands._tournament import command_line
from lab.comparison.arm_pairs import EVERY, is_every_pair_told
from lab.export.csv_export import Form, export_tables
from lab.export.report_tables import COMPARISON, Wanted
from lab.store.store_folder import Store


@click.command()
@store_option
@click.option("--to", required=True, type=click.Path(file_okay=False, path_type=Path), help="Folder for the files.")
@run_option
@click.option(
    "--table", "tables", multiple=True, metavar="NAME",
    help="Only this table: a metric, comparison, or a table of the store such as game. May be given several times.",
)  # fmt: skip
@click.option("--arm", "arms", multiple=True, metavar="NAME", help="Only this arm. May be given several times.")
@click.option("--exact", is_flag=True, help="Names of columns as stored, all digits, texts untouched: for machines.")
@click.option("--xlsx", is_flag=True, help="Also one workbook, tables.xlsx, with a sheet for each table.")
def export(
    store: Path, to: Path, run_id: str | None, tables: tuple[str, ...], arms: tuple[str, ...], exact: bool, xlsx: bool
) -> None:
    """Write all report tables as CSV (RFC 4180, UTF-8, header) for a spreadsheet.

    Headings carry units, numbers are rounded to what their intervals deserve, shares are in per cent, and texts that
    a spreadsheet would run begin with an apostrophe. Beside them lie columns.csv, which says what every column means,
    and provenance.toml. An earlier export in the folder is replaced.

    Example:

    \b
        lab export --store lab-store --to lab-store/csv
        lab export --table endings --arm cthulhu --to endings
        lab export --exact --to for-machines
        lab export --xlsx --to workbook
    """
    place = Store.open(store)
    run_id = asked_run(place, run_id, *arms)
    files = export_tables(place, to, command_line(), Wanted(run_id, tables, arms), Form(exact, xlsx))
    _say_pairs(place, run_id, {file.stem for file in files})
    csvs = sum(file.suffix == ".csv" for file in files) - 1
    beside = ", ".join(file.name for file in files[csvs:-1])
    say_story(f"wrote {csvs} table{'s' * (csvs != 1)}, {beside} and {files[-1].name} to {to}")


def _say_pairs(store: Store, run: str | None, written: set[str]) -> None:
    """Say where not every arm is compared with every other."""
    for one in [run] if run is not None else store.run_ids():
        if COMPARISON in written and not is_every_pair_told(store, one):
            say_story(
                f"run {one} has more than {EVERY} arms: {COMPARISON} sets each beside its reference only; lab compare "
                f"--run {one} --every-pair compares them all"
            )
