"""`lab decks`: list the decks, and check card files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from decks.deck_listing import check_path, deck_rows, unmodelled_cards
from decks.read_decks import ROOT, deck_names, read_folder, read_path, stack
from lab.commands._decks_sheets import bring_deck, export_deck
from lab.commands._decks_show import as_typed, diff, new, show
from lab.commands._options import Commands, Whole
from lab.commands._output import csv_option, one_output, print_csv_rows, print_rows, say

if TYPE_CHECKING:
    from decks.deck_listing import Checked
    from lab.conduct.deck_play import Finding

HEADINGS = {
    "deck": "deck", "cards": "cards", "doors": "doors", "treasures": "treasures", "characters": "characters",
    "designs": "designs", "own_designs": "designs of our own", "unmodelled": "cards not played in full",
}  # fmt: skip
"""What is listed of each deck."""

ABOUT = (
    "Copies of one card are one design; those of our own fill in for cards that no public list describes. Two boxes "
    "are played as one where they are joined by a +: lab compare --deck cthulhu --deck cthulhu+base."
)


@click.group(cls=Commands, invoke_without_command=True)
@csv_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON: deck, cards, doors, treasures, characters, ...")
@click.pass_context
def decks(ctx: click.Context, as_csv: bool, as_json: bool) -> None:
    """List the decks and what their cards leave out; make, read, change and check decks of your own.

    A deck of your own is a folder, or a file of cards beside a deck; a spreadsheet will do. Two boxes are joined by a +
    wherever a deck is named: --deck cthulhu+base.

    Example:

    \b
        lab decks
        lab decks new "My Dungeon" --to mydeck
        lab decks import cards.csv --to mydeck
        lab decks check mydeck
    """
    if ctx.invoked_subcommand is not None:
        return
    one_output(as_json, as_csv)
    rows = deck_rows()
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    if as_csv:
        print_csv_rows(rows)
        return
    print_rows("", [{heading: row[key] for key, heading in HEADINGS.items()} for row in rows])
    left = unmodelled_cards()
    say("Not played yet:" if left else "Every card is played.")
    for left_out in left:
        say(f"{left_out['deck']}: {left_out['card']}: {left_out['unmodelled']}", indent="  ")
    say(ABOUT)


for _command in (new, show, diff, bring_deck, export_deck):
    decks.add_command(_command)


@decks.command()
@click.argument("files", nargs=-1)
@click.option("--with", "beside", default="", metavar="DECK", help="Decks that the cards are an add-on to.")
@click.option("--all", "every", is_flag=True, help="Check every deck of the lab, and play them.")
@click.option("--cards", "named", is_flag=True, help="Name every card that is not said, read or known.")
@click.option("--play", "plays", is_flag=True, help="Also play the decks, and say in what they are unlike the family.")
@click.option("--games", default=1000, show_default=True, type=Whole(100, 100_000), help="Games of each deck.")
@click.option("--seed", default=0, show_default=True, type=Whole(0, 2**63 - 1), help="Seed of the games.")
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: file, checked, findings, shares; with --play also measures."
)
def check(
    files: tuple[str, ...], beside: str, every: bool, named: bool, plays: bool, games: int, seed: int, as_json: bool
) -> int:  # fmt: skip
    """Check FILES: a deck's name or folder, its deck.toml, or a file of cards (.toml, .csv, .xlsx).

    With --with, or as base+./my-cards.csv, they are checked as add-ons, in one box with that deck: the classes, tags
    and cards they name.

    The last line of each says how much of it is said (modelled whole), read (its text is understood, and means what is
    played) and known (players know what every step is good for), and which cards are not.

    With --play a deck's games are compared with those of the two decks that are complete by public lists: combats lost,
    deaths, cards taken, strength, length. What lies more than a quarter outside is unusual, unless the deck's
    deck.toml gives the reason under [unusual].

    Exit code 1 if the lint finds something or a deck is unusual without a reason, 2 if a file cannot be used.

    Example:

    \b
        lab decks check cthulhu
        lab decks check ./my-cards.csv --with base
        lab decks check --all
    """
    if not files and not every:
        raise click.UsageError("Missing argument 'FILES...'; allowed: decks, files of cards, or --all")
    boxes = [_in_box(text, as_typed(beside), plays or every) for text in files]
    boxes += [(ROOT / name, "") for name in deck_names() if every]
    shown = [*map(Path, files), *(path for path, _ in boxes[len(files) :])]
    results = [(path, check_path(*box)) for path, box in zip(shown, boxes, strict=True)]
    found = _played([path for path, _ in boxes], games, seed) if plays or every else []
    if as_json:
        _print_json(results, found)
    else:
        _print_lint(results, named)
        _print_play(found, games)
    return 1 if any(one.findings for _, one in results) or any(not f.inside and not f.reason for f in found) else 0


def _in_box(text: str, beside: str, plays: bool) -> tuple[Path, str]:
    """Where cards lie that are called as in other commands, and the decks that they are an add-on to."""
    *box, own = (text,) if beside or Path(text).exists() and text not in deck_names() else stack(as_typed(text))
    if plays and (beside or box):
        raise click.UsageError(
            "BASE+FILE and --with check an add-on, --play and --all play decks; allowed: one of them"
        )
    return ROOT / own if own in deck_names() else Path(own).expanduser(), beside or "+".join(box)


def _played(paths: Sequence[Path], games: int, seed: int) -> list[Finding]:
    """How the decks of some paths play beside the family."""
    whole = [p.parent if (p.parent / "deck.toml").is_file() and not p.is_dir() else p for p in paths]
    from lab.conduct.deck_play import compare_decks  # numba, which no list of decks needs

    return compare_decks([read_folder(p) if p.is_dir() else read_path(p) for p in whole], games, seed)


def _print_lint(results: list[tuple[Path, Checked]], named: bool) -> None:
    from decks.read_decks import show

    for path, checked in results:
        say(f"{show(path)}: {checked.what}: {_findings(len(checked.findings))}")
        for text in checked.findings:
            say(text, indent="  ")
        say(checked.shares.in_words(named), indent="  ")


def _findings(number: int) -> str:
    return "fine" if not number else "1 finding" if number == 1 else f"{number} findings"


def _print_json(results: list[tuple[Path, Checked]], found: list[Finding]) -> None:
    rows = [
        {"file": str(path), "checked": one.what, "findings": one.findings, "shares": asdict(one.shares)}
        for path, one in results
    ]
    measures = [{**asdict(f), "inside": f.inside} for f in found]
    click.echo(json.dumps({"checked": rows, "measures": measures} if found else rows, indent=1))


def _print_play(found: list[Finding], games: int) -> None:
    """One line for each measure, one column for each deck; what is unusual is marked and listed."""
    if not found:
        return
    decks = list(dict.fromkeys(f.deck for f in found))
    rows = []
    for name in dict.fromkeys(f.measure for f in found):
        own = [f for f in found if f.measure == name]
        values = {f.deck: f"{f.value:.2f}{' ' if f.inside else '*'}" for f in own}
        rows.append({"measure": name.replace("_", " "), "range": f"{own[0].low:.2f} to {own[0].high:.2f}", **values})
    click.echo()
    title = f"How they play ({games:,} games each; * lies outside the range of base and cthulhu by over a quarter)"
    print_rows(title, rows, ("range", *decks))
    for f in found:
        if not f.inside:
            way = "below" if f.value < f.low else "above"
            meant = f" (meant: {f.reason})" if f.reason else ""
            say(f"{f.deck}: {f.says}: {f.value:.2f}, {way} {f.low:.2f} to {f.high:.2f}{meant}", indent="  ")
    for text in dict.fromkeys(f.given_up for f in found if f.given_up):
        say(f"{text}.")
