"""`lab verdict`: one page about one question, to be sent to somebody."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import run_option, store_option
from lab.commands._output import console, say_story
from lab.commands._runs import asked_run
from lab.errors import BadInput
from lab.store.store_folder import Store

FORMS = (".html", ".txt")


@click.command()
@click.argument("run", required=False, metavar="[RUN]")
@store_option
@run_option
@click.option("--arm", metavar="NAME", help="The arm that is judged (default: the first that is compared).")
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="File to write: .html or .txt.")
def verdict(run: str | None, store: Path, run_id: str | None, arm: str | None, to: Path | None) -> None:
    """Write one page to send: the question, the rule as it is read, the answer, a chart, what moved, what to try next.

    Without --to it is printed. An .html file opens without a network, and prints on A4 and on letter.

    Example:

    \b
        lab verdict
        lab verdict losers-draw --to verdict.html
        lab verdict --arm base+faster --to verdict.txt
    """
    from reports.verdict_page import as_text, write
    from reports.verdict_page import verdict as judged

    if run and run_id:
        raise BadInput(f"{run} beside --run {run_id}; allowed: one of them")
    if to is not None and to.suffix not in FORMS:
        raise BadInput(f"--to is {to}; allowed: a file that ends in {', '.join(FORMS)}")
    place = Store.open(store)
    found = asked_run(place, run or run_id, arm, least=2)
    if found is None:
        which = f"no run has an arm {arm!r}" if arm else "a verdict is on one run, not on the whole store"
        raise BadInput(f"{which}; allowed: a run of lab runs that compares two arms")
    page = judged(place, found, arm)
    if to is None:
        click.echo(as_text(page, min(console().width, 80)), nl=False)
        return
    write(page, to)
    say_story(f"wrote {to}")
