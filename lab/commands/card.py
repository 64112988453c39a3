"""`lab card`: what one card does to whoever it comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from lab.agents.personas import USUAL
from lab.commands._options import json_option
from lab.commands._show import csv_option

if TYPE_CHECKING:
    import polars as pl

    from lab.runs.arms import Arm
    from lab.runs.forks import Asked, Forked

READ = (
    "Fork \u0394: a game is played; from the moment the card comes to a player it is played once more, with {other} in "
    "its place and everything else - the order of the piles, every die - as it was. What differs in that player's "
    "win credit (1 / number of winners, else 0) is what the card was worth to them, in percentage points. Mean over "
    "all arrivals from the pile, one fork for each game; 95 % interval, Student's t over games. {zero} The groups are "
    "formed by what was known when the card came; their intervals are not adjusted for their number. All of it holds "
    "for these players: {agents}."
)
ZERO = {
    False: "Its zero is an average card of the same pile: doors and treasures are not comparable.",
    True: "Its zero is a card that does nothing.",
}
OTHER = {False: "another random card of the same pile", True: "a blank card"}
NEAR = 8
"""Cards that are suggested where none has the name."""


@click.command()
@click.argument("name")
@click.option(
    "--variant", "variants", multiple=True, help="Variant, such as cthulhu+faster; repeatable (default: base)."
)
@click.option("--deck", "decks", multiple=True, help="Deck: a name, a folder, a file (default: the variant's own).")
@click.option("--set", "switches", multiple=True, metavar="SWITCH=VALUE", help="Set a switch, such as hand_limit=7.")
@click.option("--card", "cards", multiple=True, metavar="ID.KEY=VALUE", help="Change a card.")
@click.option("--agents", default=(USUAL,), multiple=True, show_default=USUAL, help="Who plays, separated by commas.")
@click.option("--seats", default=("4",), multiple=True, show_default="4", help="Players of a game, 3 to 6.")
@click.option("--forks", default=5000, show_default=True, type=click.IntRange(2, 1_000_000), help="Forks of each arm.")
@click.option("--blank", is_flag=True, help="In its place comes a card that does nothing, not another one of its pile.")
@click.option("--seed", default=0, show_default=True, help="Seed of the games.")
@click.option("--workers", default=0, type=click.IntRange(0, 1024), help="Threads; 0 = one for each core.")
@csv_option
@json_option
def card(name: str, variants: tuple[str, ...], blank: bool, as_csv: bool, as_json: bool, **options: Any) -> None:
    """What one card is worth, and when: games forked at the moment it comes to a player.

    Example:

    \b
        lab card "Huge Rock"
        lab card cleric --variant base --variant base+faster
        lab card hoard --blank --forks 20000
    """
    from lab.commands._show import one_output, print_csv, print_json

    one_output(as_json, as_csv)
    found = _forked(name, variants or ("base",), blank, options)
    frame = _table(found)
    if as_json:
        print_json([row | {"id": found[0][1].card} for row in frame.to_dicts()])
    elif as_csv:
        print_csv(frame)
    else:
        _print(frame, found)


def _forked(
    name: str, variants: tuple[str, ...], blank: bool, options: dict[str, Any]
) -> list[tuple[Arm, Asked, Forked]]:
    """The forks of the card in each arm."""
    from lab.commands._axes import axes_of
    from lab.commands._tournament import compile_engine, shown_forks
    from lab.runs.arms import open_arms
    from lab.runs.forks import Asked, fork_arm
    from lab.runs.spec import make_spec

    values = {"arms": variants, "seed": options["seed"], "events": "none"} | axes_of(options)
    arms = open_arms(make_spec(values, "command line"))
    asked = Asked(_card_of(name, arms), options["forks"], blank)
    compile_engine()
    found = []
    for arm in arms:
        with shown_forks(asked.forks) as told:
            found.append((arm, asked, fork_arm(arm, asked, options["workers"], told)))
    return found


def _card_of(text: str, arms: list[Arm]) -> str:
    """Id of the card that has this id or name, or of the only one in which it occurs; every arm must have it."""
    from lab.errors import BadInput

    low = text.lower()
    for arm in arms:
        names = dict(zip(arm.cards.ids, arm.cards.names, strict=True))
        exact = [i for i, name in names.items() if low in (i, name.lower())]
        found = exact or [i for i, name in names.items() if low in i or low in name.lower()]
        if len(found) != 1 or not low:
            some = found[:NEAR] if low and found else _near(low, list(names))
            raise BadInput(
                f"card is '{text}'; allowed with deck {'+'.join(arm.cards.decks)}: the name or id of one card, such as "
                f"{', '.join(some)}"
            )
        text = low = found[0]
    return text


def _near(text: str, ids: list[str]) -> list[str]:
    """The ids most like a text."""
    from difflib import SequenceMatcher

    return sorted(ids, key=lambda i: (-SequenceMatcher(None, text, i).ratio(), i))[:NEAR]


def _table(found: list[tuple[Arm, Asked, Forked]]) -> pl.DataFrame:
    import polars as pl

    from lab.measure.forks import fork_table

    return pl.concat([fork_table(forked.rows, int(arm.variant["victory.level"])) for arm, _, forked in found])


def _print(frame: pl.DataFrame, found: list[tuple[Arm, Asked, Forked]]) -> None:
    import polars as pl

    from lab.commands._show import print_frame, say
    from lab.measure.forks import COLUMNS, DEAL

    for arm, asked, forked in found:
        say(_heading(arm, asked.card))
        say(_story(asked, forked) + "\n")
        own = frame.filter(pl.col("arm") == arm.name, pl.col("group") != DEAL)  # the deal is told once
        print_frame("", own.drop("arm"), columns=COLUMNS)
    asked, agents = found[0][1], list(dict.fromkeys(a for arm, _, _ in found for a in arm.setting.agents))
    blank = asked.against_blank
    say(READ.format(other=OTHER[blank], zero=ZERO[blank], agents=", ".join(agents)))


def _heading(arm: Arm, card: str) -> str:
    number = list(arm.cards.ids).index(card)
    facts = arm.cards.cards[number]
    kind = facts.kind.replace("_", " ")
    return f"{arm.cards.names[number]} ({kind}, {facts.pile} pile): {arm.name}, {arm.setting.seats} players"


def _story(asked: Asked, forked: Forked) -> str:
    """How many forks there are, of how many games, and what was not forked."""
    n, counts = forked.rows.height, forked.counts
    wanted = f", of {asked.forks:,} wanted: the card seldom comes to anybody" if n < asked.forks else ""
    left = counts["last"] + counts["shuffled"]
    rest = (
        f" {left:,} of {counts['arrivals']:,} arrivals could not be forked: no other card lay below it in its pile, or "
        "the pile was being shuffled."
    )
    return f"{n:,} forks in {forked.games:,} games{wanted}.{rest if left else ''}"
