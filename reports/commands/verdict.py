"""`lab verdict`: one page about one question, to be sent to somebody."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lab.commands._options import run_option, store_option
from lab.commands._output import console, say_story
from lab.commands._runs import asked_run, card_of_words, check_arm, is_run, near_cards, run_of_words
from lab.errors import BadInput
from lab.store.store_folder import Store

if TYPE_CHECKING:
    from reports.verdict_page import Verdict

FORMS = (".html", ".pdf", ".png", ".txt")
ON_PAPER = (".pdf", ".png")
PAPERS = ("a4", "letter", "post")
"""Sizes of a PDF or a picture; a post is 1200 by 630 pixels, as forums show it."""


@click.command()
@click.argument("run", required=False, metavar="[RUN|QUESTION]")
@store_option
@run_option
@click.option(
    "--arm", metavar="NAME", help="The arm that is judged (default: all that are compared, the largest change first)."
)
@click.option("--against", metavar="NAME", help="The arm that it is set against (default: the plainest of the run).")
@click.option(
    "--primary", metavar="MEASURE",
    help="The measure that the page is about, such as minutes (default: what the run was asked about, else turns).",
)  # fmt: skip
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="File to write: .pdf, .png, .html or .txt.")
@click.option(
    "--paper", type=click.Choice(PAPERS),
    help="Size of a .pdf or .png (default: a4); post is 1200 by 630 pixels, for a forum.",
)  # fmt: skip
def verdict(
    run: str | None, store: Path, run_id: str | None, arm: str | None, against: str | None, primary: str | None,
    to: Path | None, paper: str | None,
) -> None:  # fmt: skip
    """Write one page to send: the question, the rule as it is read, the answer, a chart, what moved, what to try next.

    RUN is a name, the beginning of an id, or words of the question: of what was typed, of a rule, of a switch. A card
    can be asked about too, by its name or in a question: of the newest run that has it, or of --run.
    Without --to the page is printed. None of the files needs a network.

    Example:

    \b
        lab verdict
        lab verdict losers-draw --to verdict.pdf
        lab verdict "hand limit" --to verdict.html
        lab verdict "is the Magic Lamp too strong?" --to lamp.html
        lab verdict --to post.png --paper post
        lab verdict --primary "rounds far behind"
    """
    from lab.comparison.measure_names import check_primary  # not for `lab --help`
    from reports.verdict_forms import as_text, write

    _check(to, paper)
    measure = check_primary(primary) if primary is not None else None
    place = Store.open(store)
    if not place.run_ids():
        raise BadInput(f"{store} holds no run yet; lab try or lab compare plays one that has a verdict")
    page = _of_card(place, run, run_id, (arm, against, measure)) if run else None
    page = page or _of_run(place, run, run_id, (arm, against, measure))
    if to is None:
        click.echo(as_text(page, min(console().width, 80)), nl=False)
        return
    write(page, to, paper or PAPERS[0])
    say_story(f"wrote {to}")


def _of_card(place: Store, words: str, run_id: str | None, asked: tuple[str | None, ...]) -> Verdict | None:
    """The page about a card, if these are words of one, and of no run."""
    if run_id is None and is_run(place, words):
        return None
    run = asked_run(place, run_id) if run_id else None
    found = card_of_words(place, words, run)
    if found is None and run_id is None:
        return None
    if found is None:
        raise BadInput(f"{words!r} is no card of run {run_id}; {near_cards(place, words, run)}allowed: the name of one")
    arm, *others = asked
    if any(others):
        raise BadInput(f"--against and --primary have no use with the card {found[0]}; allowed: --run and --arm")
    check_arm(arm, place.arms(found[1])["arm"])
    from reports.verdict_card import card_verdict

    return card_verdict(place, found[1], found[0], words, arm)


def _of_run(place: Store, run: str | None, run_id: str | None, asked: tuple[str | None, ...]) -> Verdict:
    """The page about what a run compares."""
    from reports.verdict_page import verdict as judged

    arm, against, measure = asked
    found = run_of_words(place, run) if run else asked_run(place, run_id, arm, against, least=2)
    if found is None:
        named = " and ".join(repr(name) for name in (arm, against) if name)
        which = f"no run has an arm {named}" if named else "a verdict is on one run, not on the whole store"
        raise BadInput(f"{which}; allowed: a run of lab runs that compares two arms")
    check_arm(against, place.arms(found)["arm"], "--against")
    return judged(place, found, arm, against, measure)


def _check(to: Path | None, paper: str | None) -> None:
    """Refuse options that have no use beside each other."""
    if to is not None and to.suffix not in FORMS:
        raise BadInput(f"--to is {to}; allowed: a file that ends in {', '.join(FORMS)}")
    if paper and (to is None or to.suffix not in ON_PAPER):
        raise BadInput(f"--paper {paper} with {f'--to {to}' if to else 'no --to'}; allowed: with --to FILE.pdf or .png")
