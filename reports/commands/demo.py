"""`lab demo`: the main job on real input, from cards to report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from lab.commands._options import store_option

if TYPE_CHECKING:
    from lab.store.store_folder import Store

ARMS = ("cthulhu", "cthulhu+faster", "cthulhu+shared-victory", "cthulhu+no-cultist-endgame")
BOSSES = ("critical_role", "critical_role+boss")
"""The Boss rule is compared on the deck that has Bosses."""
GAMES = 3000
"""Games for each variant: the whole demo stays under three minutes on two cores, compiling included."""
KEPT = 1000
"""Games of each variant whose events are kept; metrics of events rest on these, and say so."""


@click.command()
@store_option
@click.option("--games", default=GAMES, show_default=True, help="Games for each variant.")
@click.option("--seed", default=7, show_default=True, help="Seed of the run.")
@click.option("--seats", default=4, show_default=True, help="Players of a game, 3 to 6.")
@click.option("--workers", default=0, type=click.IntRange(0, 1024), help="Threads; 0 = one for each core.")
def demo(store: Path, games: int, seed: int, seats: int, workers: int) -> None:
    """Play the cthulhu deck under four sets of rules and the Boss rule, compare, write CSV files and a report.

    Example:

    \b
        lab demo
        lab demo --games 200 --store small-store
    """
    import polars as pl

    from lab.commands._comparison import print_comparison
    from lab.commands._show import say_story
    from lab.commands._tournament import command_line, play
    from lab.commands.metrics import print_metric
    from lab.comparison.arm_comparison import compare_run
    from lab.export.csv_export import export_tables
    from lab.runs.run_spec import make_spec
    from lab.store.store_folder import Store
    from lab.tables.metric import compute
    from reports.html_report import write_report

    events = "all" if games <= KEPT else f"sample:{KEPT}"
    values = {"seats": seats, "games": games, "seed": seed, "events": events}
    for deck, arms in (("cthulhu", ARMS), ("critical_role", BOSSES)):
        run_id = play(make_spec(values | {"decks": (deck,), "arms": arms}, "command line"), store, workers).run_id
        place = Store.open(store)
        for name, frame in compute(place, ("game_length", "endings"), run_id).items():
            print_metric(place, name, frame.filter(pl.col("count") > 0) if "count" in frame.columns else frame, run_id)
        print_comparison(place, run_id, compare_run(place, run_id))
    _look_at_health(place)
    files = export_tables(place, store / "csv", command_line())
    _say_unmodelled(place.table("card").collect()["unmodelled"].to_list())
    say_story(f"CSV files     {store / 'csv'} ({len(files) - 2} tables, their columns and provenance)")
    say_story(f"database      {store / 'lab.duckdb'} (any DuckDB client opens it, e.g. SELECT count(*) FROM event)")
    say_story(f"HTML report   {write_report(place, store / 'report.html')}")
    say_story(f"dashboard     lab app --store {store}")


def _look_at_health(store: Store) -> None:
    """Make the checks that take seconds, unless somebody has looked before; they are kept with the runs."""
    from lab.commands._show import say_story
    from lab.health.health_report import examine, in_words, kept_health

    for run in store.runs()["run_id"].to_list():
        if kept_health(store, run).is_empty():
            list(examine(store, [run], light=True))
        say_story(f"health        run {run}: {in_words(kept_health(store, run), run)}")


def _say_unmodelled(reasons: list[str]) -> None:
    from lab.commands._show import say_story

    if missing := sum(reason != "" for reason in reasons):
        say_story(
            f"{missing} of {len(reasons)} card designs have an effect that is not played yet: lab decks lists them"
        )
