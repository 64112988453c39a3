"""`lab compare`: a paired tournament of several variants."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from lab.commands._options import json_option, tournament_options


@click.command()
@click.argument("variants", nargs=-1, required=True, metavar="V1 V2 ..")
@tournament_options
@click.option(
    "--primary", default="turns", show_default=True, help="The measure the comparison is about, named before looking."
)
@click.option("--every-pair", is_flag=True, help="Compare every variant with every other, not only with the first.")
@json_option
def compare(
    variants: tuple[str, ...], store: Path, workers: int, primary: str, every_pair: bool, as_json: bool, **options: Any
) -> None:
    """Play variants with the same seeds and print the paired differences to the first one.

    Game 17 of one variant and game 17 of another share their randomness by purpose (the order of
    each pile, every die). That saves much where a rule bites late, since the games are the same until
    then, and little where it bites early: once one choice differs, the rest is another game. Printed
    are the share of identical games, the correlation and the variance that the pairing saved.

    One measure is primary (--primary); the p-values of the others are adjusted for their number (q).

    Example:

    \b
        lab compare cthulhu cthulhu+faster cthulhu+shared-victory --games 5000
    """
    from dataclasses import asdict

    from lab.commands._show import print_json
    from lab.commands._tournament import play, print_comparison, spec_of
    from lab.errors import BadInput
    from lab.measure.compare import check_primary, compare_run
    from lab.store.folder import Store

    if len(variants) < 2:
        raise BadInput(f"only {variants[0]} to compare; allowed: two or more variants")
    check_primary(primary)
    summary = play(spec_of(variants, options), store, workers, options["agent_seconds"])
    rows = compare_run(Store.open(store), summary.run_id, every_pair, primary)
    if as_json:
        print_json([asdict(row) for row in rows])
    else:
        print_comparison(rows)
        click.echo(f"All seats played by: {options['agents']}. Another persona may show other differences.")
