"""`lab report`: one self-contained HTML file."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import run_option, store_option
from lab.commands._output import say_story, warn
from lab.commands._runs import asked_run
from lab.store.store_folder import Store


@click.command()
@store_option
@click.option("--to", required=True, type=click.Path(dir_okay=False, path_type=Path), help="HTML file to write.")
@run_option
@click.option(
    "--arm", "arms", multiple=True, metavar="NAME",
    help="Only this arm, and what it is compared with. May be given several times.",
)  # fmt: skip
def report(store: Path, to: Path, run_id: str | None, arms: tuple[str, ...]) -> None:
    """Write all dashboard pages into one HTML file that opens without a network, of the newest run unless said.

    First comes what lab verdict says; each page is a chapter, folded below its answer.

    A page that cannot be drawn says why in its place, and so does stderr; the other pages are as they are.
    Of a run of more than 20 arms the pages show the 7 that differ surest from what they are compared with.

    Example:

    \b
        lab report --store lab-store --to report.html
        lab report --to some.html --arm base --arm base+faster
    """
    from reports.html_report import write_report

    place = Store.open(store)
    say_story(f"wrote {write_report(place, to, asked_run(place, run_id, *arms), arms, warn)}")
