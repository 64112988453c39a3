"""`lab agents tune` and `lab agents exploit`: a search over the weights of a persona, for itself or against it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from engine.policies.weights import FEATURES
from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.commands._options import Whole, json_option
from lab.commands._output import console, print_json, print_rows, say, say_story
from lab.commands._tournament import compile_engine

if TYPE_CHECKING:
    from lab.tune.tuning_session import Outcome

Command = TypeVar("Command", bound=Callable[..., Any])

TELLING = (
    "one_shot,danger,stop_win,hostility,hinder,help,envy,share,demand,margin,"
    "finish,closing,saving,fear,reliance,patience"
)
"""Weights by which one plays against others: who searches these alone finds more in as many games."""
NAMED = 8
"""Weights of a best response that are named, those that went furthest first."""


def search_options(rounds: int, fresh: int, only: str) -> Callable[[Command], Command]:
    """Add the options of a search, with these defaults."""
    options = (
        click.option(
            "--rounds", default=rounds, show_default=True, type=Whole(1, 10_000), help="Rounds of the search."
        ),
        click.option(
            "--games", default=400, show_default=True, type=Whole(2, 1_000_000),
            help="Games of each candidate a round.",
        ),
        click.option(
            "--check", "fresh", default=fresh, show_default=True, type=Whole(50, 10_000_000),
            help="Games of the check.",
        ),
        click.option(
            "--only", default=only, help="Weights to search, separated by commas "
            f"(default: {'those that meet others' if only else 'all'}).",
        ),
        click.option("--variant", default="base", show_default=True, help="Rules to play by."),
        click.option("--deck", "decks", multiple=True, help="Deck to play with (default: the variant's own)."),
        click.option(
            "--seats", default=4, show_default=True, type=Whole(FEWEST_SEATS, MOST_SEATS),
            help="Players of a game.",
        ),
        click.option(
            "--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1),
            help="Seed: the same seed finds the same weights.",
        ),
        click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core."),
        click.option("--to", type=click.Path(dir_okay=False, path_type=Path), help="TOML file that gets the new row."),
        click.option("--name", "new_name", default="", help="Name of the new row (default: from NAME)."),
    )  # fmt: skip

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


@click.command()
@click.argument("name")
@click.option("--goal", type=click.Choice(["win", "realism"]), default="win", show_default=True, help="Tuned for what.")
@click.option(
    "--realism",
    "price",
    default=0.0,
    show_default=True,
    type=click.FloatRange(0, 100),
    help="With goal win: win credit that one unit of distance from people's games costs.",
)
@click.option("--against", default="", help="With goal win: the persona it plays against (default: copies of itself).")
@search_options(rounds=40, fresh=10_000, only="")
@json_option
@click.pass_context
def tune(ctx: click.Context, /, name: str, to: Path | None, new_name: str, as_json: bool, **options: Any) -> None:
    """Improve a persona's weights by self-play; written only if it is better in games it was never tuned on.

    Goal win: one candidate against copies of the persona, or of --against, by win credit. Goal realism: a table of
    nothing but the candidate, by its distance from the ranges of lab/tune/targets.toml; with --realism goal win
    pays for that distance. All candidates of a round play the same games. Ctrl-C ends the search and goes on with
    the final check. Without --to the row is printed.

    Example:

    \b
        lab agents tune balanced --goal win --rounds 40 --to my-agents.toml
        lab agents tune sharp --against balanced --to my-agents.toml
        lab agents tune balanced --goal realism --only share,demand,help,envy
    """
    outcome = _searched(name, new_name, "tuned", to, options)
    if as_json:
        print_json(outcome.as_dict())
    else:
        _tell(outcome, to)
    ctx.exit(0 if outcome.verdict.is_better else 1)


def _searched(name: str, new_name: str, end: str, to: Path | None, options: dict[str, Any]) -> Outcome:
    """What a search has found; how far it is, is told on stderr. The new row is NAME-`end` unless it has a name."""
    from lab.tune.tuning_session import default_name, start

    screen = console(stderr=True)
    session = start(name, new_name or default_name(name, end), to, options)
    compile_engine()
    return session.run(lambda line: screen.print(line, markup=False))


def _tell(outcome: Outcome, to: Path | None) -> None:
    say_story("\n".join(outcome.lines()))
    if not outcome.verdict.is_better:
        say_story("No improvement is shown: nothing is written. More --rounds or more --games may find one.")
    elif to is not None:
        say_story(f"wrote [{outcome.name}] to {to}; play it as {to}:{outcome.name}")
    else:
        click.echo(f"\n{outcome.row}")


@click.command()
@click.argument("name")
@search_options(rounds=20, fresh=8_000, only=TELLING)
@json_option
def exploit(name: str, to: Path | None, new_name: str, as_json: bool, **options: Any) -> None:
    """Say what somebody who knows how a persona plays wins from it: a best response, searched for.

    One player is tuned against copies of the persona, beginning as one of them, and is measured in games that it was
    never tuned on. A copy would win its fair share; whatever is more can be had from the persona. It is a floor: more
    --rounds may find more. --to writes the best response as a row of a TOML file.

    Example:

    \b
        lab agents exploit balanced
        lab agents exploit mine.toml:shy --rounds 40 --to hunters.toml
        lab agents exploit expert --variant cthulhu
    """
    outcome = _searched(name, new_name, "exploited", to, options | {"goal": "win", "price": 0.0, "against": ""})
    if as_json:
        print_json(outcome.as_dict())
        return
    others, (won, fair) = options["seats"] - 1, (outcome.verdict.result, outcome.verdict.before)
    share = f"wins {100 * won.value:.1f} % [{100 * won.low:.1f}, {100 * won.high:.1f}] against {others} of {name}"
    copy = f"a copy would win {100 * fair:.0f} %"
    if not outcome.verdict.is_better:
        say(f"No way was found to win more: who knows how {name} plays {share}; {copy}. More --rounds may find one.")
        return
    say(f"Who knows how {name} plays {share}; {copy}: {100 * (won.value - fair):.1f} points can be had, or more.")
    far, meaning = list(outcome.moved.items())[:NAMED], dict(FEATURES)
    rows = [{"weight": weight, name: was, "best": now, "meaning": meaning[weight]} for weight, (was, now) in far]
    print_rows("What moved furthest:", rows)
    if outcome.given_up:
        say(f"{outcome.given_up}.")
    if to is not None:
        say(f"wrote [{outcome.name}] to {to}; play it as {to}:{outcome.name}")
