"""`lab agents learn`: what each card of a deck is worth, for players who judge tables by it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.records.book import FEWEST_SEATS, MOST_SEATS
from lab.commands._options import Whole, json_option
from lab.commands._output import console, print_json, print_rows, say
from lab.commands._tournament import compile_engine

if TYPE_CHECKING:
    from lab.tune.worth_model import Learned, Taught

ENDS = 6
"""Cards that are named at either end."""


@click.command()
@click.argument("deck")
@click.option("--variant", help="Rules to play by (default: those of the deck's set, else base).")
@click.option("--seats", default=4, show_default=True, type=Whole(FEWEST_SEATS, MOST_SEATS), help="Players of a game.")
@click.option("--games", default=12_000, show_default=True, type=Whole(400, 10_000_000), help="Games to learn from.")
@click.option(
    "--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1),
    help="Seed: the same seed learns the same.",
)  # fmt: skip
@click.option("--to", type=click.Path(path_type=Path), help="File to write (default: where players look for it).")
@click.option("--replace", is_flag=True, help="Write in the place of a file that is there.")
@click.option("--workers", default=0, type=Whole(0, 1024), help="Threads; 0 = one for each core.")
@json_option
@click.pass_context
def learn(ctx: click.Context, /, deck: str, as_json: bool, **options: Any) -> None:
    """Learn what each card of a deck is worth, in a hand and in play, so that expert players know it.

    Games are played, and who won them says by how much each card moves the chance to win, given how everybody stands.
    It is kept if it tells better who wins a quarter as many fresh games: as worth.csv in the deck's folder, or
    NAME.worth.csv beside a file of cards. `expert` and `lookahead:K` read it wherever they play with the deck
    (weight `learned`); the lab's own decks have theirs. A card that is changed later is judged without.

    Example:

    \b
        lab agents learn base+./my-cards.csv
        lab agents learn ./my-deck --games 40000 --replace
        lab run --variant base --deck base+./my-cards.csv --agents expert,balanced
    """
    from lab.tune.worth_model import start

    session = start(deck, options)
    compile_engine()
    screen = console(stderr=True)
    found = session.run(lambda line: screen.print(line, markup=False))
    if as_json:
        print_json(found.as_dict())
    else:
        _tell(found)
    ctx.exit(0 if found.learned.surprise.is_better else 1)


def _tell(found: Taught) -> None:
    learned = found.learned
    s = learned.surprise
    better = (
        f"tells better who wins {learned.fresh:,} fresh games: their surprise, {s.without:.3f} without, is smaller by "
        if s.is_better
        else f"does not surely tell better who wins {learned.fresh:,} fresh games: surprise {s.without:.3f}, less by "
    )
    saved = f"{s.saved:.4f} [{s.low:.4f}, {s.high:.4f}]"
    say(f"What was learned of {len(learned.worths)} cards in {learned.games:,} games {better}{saved}.")
    say("The chance to win is so many times as high with the card, beside what Levels, strength and Gold tell:")
    for place, words in (("in_hand", "In a hand"), ("in_play", "In play")):
        print_rows(f"{words}, most and least:", _ends(learned, place))
    if s.is_better:
        say(f"wrote {found.path}; expert players of this deck know it from now on")
    else:
        say("Nothing is written. More --games may tell.")


def _ends(learned: Learned, place: str) -> list[dict[str, Any]]:
    """The cards that move a chance most; equal ones by name."""
    order = sorted(learned.worths, key=lambda name: (-getattr(learned.worths[name], place), name))
    few = min(ENDS, len(order) // 2)
    chosen = [*order[:few], *order[len(order) - few :]]
    worths = [getattr(learned.worths[name], place) for name in chosen]
    return [{"card": name, "chance": f"× {2 ** (worth / 256):.2f}"} for name, worth in zip(chosen, worths, strict=True)]
