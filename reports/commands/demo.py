"""`lab demo`: the main job on real input, from cards to report, told on one page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from lab.commands._comparison import say_lines
from lab.commands._options import DEFAULT_STORE, Whole, store_option
from lab.commands._output import say, say_command, say_story, warn, width
from lab.commands._progress import shown_bar
from lab.commands._tournament import command_line, play
from lab.commands.games import replay_command
from lab.export.csv_export import export_tables
from lab.health import health_check
from lab.health.health_check import kept_health
from lab.precompute import in_turn, measure
from lab.runs.run_spec import make_spec
from lab.store.store_folder import Store
from reports.page_list import page_fault, refuse_damaged

DECK, BOX = "cthulhu", "critical_role"
ARMS = (DECK, "cthulhu+faster", "cthulhu+shared-victory", "cthulhu+no-cultist-endgame")
BOSSES = (BOX, "critical_role+boss")
"""The Boss rule is compared on the deck that has Bosses."""
ASKED = (
    ("Does faster play make the game shorter?", "cthulhu+faster", "turns"),
    ("Do players help more if the helper wins too?", "cthulhu+shared-victory", "helps"),
    ("How much longer is the hunt for three Bosses?", "critical_role+boss", "turns"),
)
"""Questions with the arm that answers them, and the measure, named before anybody looks."""
GAMES = 3000
"""Games for each variant: the whole demo stays under a hundred seconds on two cores, compiling included."""
LONG_GAMES = 1500
"""Games at most for each variant of the Boss rule: one takes three times as long, and its answer needs fewer."""
KEPT = 1000
"""Games of each variant whose events are kept; metrics of events rest on these, and say so."""
HEAD = 12
"""Columns of a word that heads a line."""
WIDTH, WIDEST = 80, 100
"""Columns of the chart where nobody knows how many there are, and at most."""
NEXT = (
    ("lab compare base --set hand_limit=7", "a rule of your own"),
    ("lab card large-angry-chicken", "what one card does"),
    ("lab play", "sit down at the table yourself"),
)
"""What somebody may type next, and what it does."""


@click.command()
@store_option
@click.option(
    "--games", default=GAMES, show_default=True,
    help=f"Games for each variant; of the Boss rule, whose games are long, at most {LONG_GAMES:,}.",
)  # fmt: skip
@click.option("--seed", default=7, show_default=True, type=Whole(), help="Seed of the run.")
@click.option("--seats", default=4, show_default=True, type=Whole(), help="Players of a game, 2 to 8.")
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
def demo(store: Path, games: int, seed: int, seats: int, workers: int) -> None:
    """Play the cthulhu deck under four sets of rules and the Boss rule, answer three questions, write CSV and a report.

    Example:

    \b
        lab demo
        lab demo --games 200 --store small-store
    """
    from reports.html_report import write_report

    runs: list[str] = []
    # What answers most questions is played last: a dashboard opens on the newest run.
    for deck, arms, most in ((BOX, BOSSES, min(games, LONG_GAMES)), (DECK, ARMS, games)):
        events = "all" if most <= KEPT else f"sample:{KEPT}"
        values = {"seats": seats, "games": most, "seed": seed, "events": events, "decks": (deck,), "arms": arms}
        runs.insert(0, play(make_spec(values, "command line"), store, workers).run_id)
    place = Store.open(store)
    _measure(place, runs)
    _tell(place, runs, store)
    files = export_tables(place, store / "csv", command_line())
    _say_places(store, len(files) - 2, write_report(place, store / "report.html", told=warn))


def _measure(store: Store, runs: list[str]) -> None:
    """Measure all that is told and written, showing how far it is; whoever looks later finds it kept."""
    extra = 3  # two comparisons, and notable games
    with shown_bar("numbers", len(runs) * (len(in_turn()) + extra)) as told:
        for done, _ in enumerate(measure(store, runs), 1):
            told(done)
    for run in runs:  # the checks that take seconds, unless somebody has looked before
        if kept_health(store, run).is_empty():
            list(health_check.examine(store, [run], light=True))


def _tell(store: Store, runs: list[str], place: Path) -> None:
    """The page: what was asked, how long games are, the card and the game that stand out, and what to type next."""
    parts: tuple[tuple[str, Callable[[], None]], ...] = (
        ("The answers", lambda: _say_answers(store, runs)),
        ("The chart", lambda: _say_lengths(store, runs, min(width() or WIDTH, WIDEST))),
        ("The card", lambda: _say_card(store, runs[0])),
        ("The game", lambda: _say_game(store, runs[0], place)),
        ("The checks", lambda: _say_checks(store, runs)),
    )
    for name, part in parts:
        _guarded(name, part)
    click.echo()
    for head, (line, what) in zip(("next", *[""] * len(NEXT)), NEXT, strict=False):
        click.echo(f"{head:<{HEAD}}{line:<36}  {what}")
    click.echo()


def _guarded(name: str, part: Callable[[], None]) -> None:
    """A part of the page; one that fails is told in a sentence, and takes nothing else down."""
    try:
        part()
    except Exception as error:
        refuse_damaged(error)
        say(page_fault(name, error))


def _say_answers(store: Store, runs: list[str]) -> None:
    from reports.demo_page import Question, answers, beginning

    say_lines([beginning(store, runs)])
    click.echo()
    for question, told in answers(store, runs, [Question(*asked) for asked in ASKED]):
        say_lines([question, f"  {told}"])


def _say_lengths(store: Store, runs: list[str], room: int) -> None:
    from reports.demo_page import lengths

    click.echo("\nTurns of a game; each row has its own scale, longer games are in its last column")
    for line in lengths(store, runs, room):
        click.echo(line)


def _say_card(store: Store, run: str) -> None:
    from reports.demo_page import strong_cards

    click.echo()
    say_lines([f"Cards in the hand: {strong_cards(store, run, ARMS[0])}"])


def _say_game(store: Store, run: str, place: Path) -> None:
    from reports.demo_page import notable_game

    told, game = notable_game(store, run, ARMS[0])
    say_lines([told])
    say_command(replay_command(store.run_ids(), run, {"arm": ARMS[0], "game": game}, place))


def _say_checks(store: Store, runs: list[str]) -> None:
    """Whether games and numbers are sound, and what of the cards is not played."""
    from reports.demo_page import checks

    say_lines(checks(store, runs))
    reasons = store.table("card").collect()["unmodelled"].to_list()
    if missing := sum(reason != "" for reason in reasons):
        say_lines(
            [f"{missing} of {len(reasons)} card designs have an effect that is not played: lab decks lists them."]
        )


def _say_places(store: Path, tables: int, report: Path) -> None:
    named = "" if str(store) == DEFAULT_STORE else f" --store {store}"
    for head, place in (
        ("numbers", f"{store / 'csv'} ({tables} tables), {store / 'lab.duckdb'}"),
        ("report", str(report)),
        ("dashboard", f"lab app{named}"),
    ):
        say_story(f"{head:<{HEAD}}{place}")
