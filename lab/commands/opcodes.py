"""`lab opcodes`: the handbook of card authors."""

from __future__ import annotations

import json
import textwrap
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from decks.handbook import entries, words
from decks.near_words import near_words
from engine.inputs.quote import quoted
from lab.commands._output import width
from lab.errors import BadInput

if TYPE_CHECKING:
    from decks.handbook import Entry, Example

WIDTH = 80
"""Columns of the handbook, if the terminal has as many."""
TITLES = {"op": "op", "on": "on: when the step counts", "when": "when: what must hold, two words at most"}
FAMILIES = {
    "instant": "op: what happens once",
    "lasting": "op: what counts as long as its card does",
    "ability": "op: powers",
}
"""Words that are proposed for one that is unknown."""


@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: word, stands_in, family, says, parameters, ...")
def opcodes(name: str | None, as_json: bool) -> None:
    """Print what a card's program may say: opcodes, triggers, conditions.

    With NAME (a word of `op`, `on` or `when`) everything about it: what it takes, when it may be played, which
    sentences are understood as it, and a card of the decks that uses it.

    Example:

    \b
        lab opcodes
        lab opcodes steal
        lab opcodes level_at_least
    """
    found = entries(name)
    if not found:
        _refuse(str(name))
    if as_json:
        click.echo(json.dumps([asdict(entry) for entry in found], indent=1, ensure_ascii=False))
    elif name is None:
        _print_list(found)
    else:
        click.echo("\n\n".join(_page(entry) for entry in found))


def _refuse(name: str) -> None:
    near = near_words(name, words())
    meant = f"near it: {', '.join(near)}" if near else "`lab opcodes` lists them all"
    raise BadInput(f"NAME is {quoted(name)}, which no card can say in op, on or when; {meant}")


def _print_list(found: list[Entry]) -> None:
    """One line for each word, by the place where it may stand."""
    title = ""
    for entry in found:
        own = FAMILIES[entry.family] if entry.stands_in == "op" else TITLES[entry.stands_in]
        if own != title:
            click.echo(("\n" if title else "") + own)
            title = own
        click.echo(_hanging(f"  {entry.word:<22} ", _sentence(entry.says)))
    click.echo("\n" + _hanging("", "`lab opcodes NAME` tells more: parameters, when it may be played, a card."))


def _page(entry: Entry) -> str:
    place = f"{entry.stands_in}, {entry.family}" if entry.stands_in == "op" else entry.stands_in
    lines = [f"{entry.word} ({place})", _hanging("  ", _sentence(entry.says))]
    if entry.stands_in == "on":
        lines.append(_hanging("  ", f"For steps of the family: {entry.family}."))
    if entry.parameters:
        lines.append("\nTakes")
        room = max(len(one.name) for one in entry.parameters)
        for one in entry.parameters:
            left_out = f" ({one.unless} if left out)" if one.unless else ""
            lines.append(_hanging(f"  {one.name:<{room}}  ", one.allowed + left_out))
    if entry.played:
        lines.append("\nWhen")
        lines += [_hanging("  ", _sentence(text)) for text in entry.played]
    if entry.worth:
        lines += ["\nPlayers see in it", _hanging("  ", _sentence(entry.worth))]
    if entry.sayings:
        lines += [
            "\nUnderstood as it, also with other values",
            *(_hanging("  ", _sentence(text)) for text in entry.sayings),
        ]
    lines.append("\nExample")
    lines.append(_example(entry.example) if entry.example else "  No card of the decks uses it.")
    return "\n".join(lines)


def _example(example: Example) -> str:
    """Where the card is, and its step: on one line if it has the room, else as a table of its own."""
    row = f"    {{ {', '.join(example.step)} }},"
    if len(row) <= _room():
        lines = [f"  {example.key} = [", row, "  ]"]
    else:
        lines = [f"  [[card.{example.key}]]", *(f"  {line}" for line in example.step)]
    return "\n".join([f"  {example.card}, of the deck {example.deck}:", *lines])


def _hanging(start: str, text: str) -> str:
    """Text behind its first column, within the width."""
    deep = " " * len(start)
    return textwrap.fill(text, _room(), initial_indent=start, subsequent_indent=deep, break_on_hyphens=False)


def _room() -> int:
    return min(width() or WIDTH, WIDTH)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")
