"""`lab agents fit`: who plays like the designer's own group."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.commands._options import Whole, json_option
from lab.commands._output import console, print_json, print_rows, say
from lab.commands._tournament import compile_engine

if TYPE_CHECKING:
    from lab.tune.group_session import Outcome


@click.command()
@click.argument("plays", type=click.Path(path_type=Path))
@click.option("--variant", default="base", show_default=True, help="Rules that were played.")
@click.option("--deck", "decks", multiple=True, help="Deck that was played (default: the variant's own).")
@click.option(
    "--seats", type=Whole(FEWEST_SEATS, MOST_SEATS), help="Players of a game, if the file does not say (default: 4)."
)
@click.option(
    "--out", default="group.toml", show_default=True, type=click.Path(path_type=Path), help="File for the personas."
)
@click.option("--replace", is_flag=True, help="Put the personas in the place of a file that is there.")
@click.option("--draws", default=1200, show_default=True, type=Whole(100, 100_000), help="Groups that are made up.")
@click.option(
    "--seed",
    default=0,
    show_default=True,
    type=Whole(0, 2**63 - 1),
    help="Seed: the same seed finds the same personas.",
)
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@json_option
def fit(plays: Path, out: Path, replace: bool, as_json: bool, **options: Any) -> None:
    """Find personas that play like your own group, from a spreadsheet of its games: one row a game.

    A store in place of the spreadsheet: the games by these rules that you have played at the page Play.

    Columns are guessed from their headers: players, winner's level, losers' levels (as 7, 5, 3), turns, rounds, fights,
    fights lost, deaths, helps, levels bought, lead changes; others are named and left alone. Groups are made up around
    the lab's personas and play; those whose games are like yours say which style numbers your games allow, and of which
    they tell nothing. Eight personas drawn from what is allowed are written, and the mix `group` of all of them.

    Example:

    \b
        lab agents fit plays.csv
        lab agents fit plays.xlsx --variant cthulhu --out friends.toml
        lab agents fit lab-store --out me.toml
        lab compare base base+faster --agents group.toml:group
    """  # fmt: skip
    from lab.tune.group_session import start

    session = start(plays, out, replace, options)
    compile_engine()
    screen = console(stderr=True)
    found = session.run(lambda line: screen.print(line, markup=False))
    if as_json:
        print_json(found.as_dict())
    else:
        _tell(found)


def _tell(found: Outcome) -> None:
    say(found.sentence())
    understood = ", ".join(f"{header} = {key}" for header, key in found.used.items())
    say(f"Understood: {understood}. Not understood: {', '.join(found.unused) or 'nothing'}.")
    rows = [
        {
            "a game": m.name, "your group": f"{m.group:.2f} ± {m.error:.2f}",
            "fitted": f"{m.fitted:.2f}", "ours": f"{m.ours:.2f}",
        }
        for m in found.measures
    ]  # fmt: skip
    print_rows("Your group with its standard error, the fitted group, our default table:", rows)
    styles = [
        {
            "style": s.name, "estimate": f"{s.value:.0f}", "90 % interval": f"{s.low:.0f} to {s.high:.0f}",
            "width": f"{s.ratio:.2f}", "": "" if s.is_told else f"cannot be told from {found.games} games",
        }
        for s in found.styles
    ]  # fmt: skip
    print_rows("Style numbers; width is in parts of what was possible before:", styles)
    say(f"wrote eight personas to {found.written_to}; all of them play as --agents {found.written_to}:group")
