"""`lab help`: what a word of the lab means, or how a command is used."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from decks.near_words import near_words
from lab.commands._output import say
from lab.errors import BadInput
from reports.glossary import found, leads, terms

if TYPE_CHECKING:
    from lab.tables.metric import Metric

MEASURES = "primary measure, measures"
"""The word below which all measures are listed."""
MOST = 4
"""Columns of metrics that are told of, where several are called alike."""


@click.command()
@click.argument("words", nargs=-1, metavar="[TERM | COMMAND]")
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """Say what a word of the lab's tables and sentences means, or how a command is used; alone it lists the words.

    Words of metrics, what is compared, who plays, house rules and switches are known too.

    Example:

    \b
        lab help
        lab help win credit
        lab help downtime
        lab help compare
    """
    known, asked = terms(), " ".join(words)
    if not asked:
        for word, means in known.items():
            say(f"{word}: {means.partition('. ')[0].removesuffix('.')}.")
        say("\nMore of each: lab help WORD. Commands: lab --help, lab help COMMAND.")
        return
    term, usage = found(asked, known), _usage(context, words)
    lead = leads(asked)
    for line in lead:
        say(f"{asked}: {line}")
    if lead and term is None and usage is None:
        return
    if term is None and usage is None:
        _say_others(context, asked, known)
        return
    if term is not None:
        say(f"{term}: {known[term]}")
    if term == MEASURES:
        say(f"Measures: {', '.join(_measures())}; of a persona its wins (credit:NAME).")
    if (lead or term is not None) and usage is not None:
        say(f"\nThe command lab {asked}:\n")
    if usage is not None:
        click.echo(usage)


def _say_others(context: click.Context, asked: str, known: Iterable[str]) -> None:
    """What no term and no command is: measures, players, rules, metrics; what is none of these is bad input."""
    from lab.tables.metric import load_metrics  # polars, which no list of words needs
    from variants.load_variants import variant_files

    if measured := [*_measures_and_players(asked), *_rules(asked), *_metrics(asked, load_metrics().values())]:
        for line in measured:
            say(line)
        return
    like = near_words(asked, [*known, *_commands(context), *map(_said, load_metrics()), *variant_files()], MOST)
    meant = f"did you mean {' or '.join(like)}?" if like else "allowed: the name of a command, or a word of lab help"
    raise BadInput(f"help: nothing is known of '{asked}'; {meant}")


def _measures_and_players(asked: str) -> list[str]:
    """What is compared of games, and who plays them, by the names that they have in tables."""
    from lab.agents.personas import mixes, personas
    from lab.comparison.game_numbers import DECIDED, units

    means = {key: f"{unit}. See lab compare." for key, unit in units().items()}
    means[DECIDED] = "% of games in which whoever wins leads from half of the rounds on. See lab balance."
    measures = {name: means[key] for name, key in _measures().items()}
    players = {name: f"{one.why} See lab agents list." for name, one in (personas() | mixes()).items()}
    wanted = _stems(asked.removesuffix("%"))
    return [f"{name}: {told}" for name, told in (measures | players).items() if _stems(name) == wanted]


def _rules(asked: str) -> list[str]:
    """House rules and presets by their names, and switches by the words of theirs."""
    from engine.records.switches import RULES
    from variants.load_variants import known_variants

    wanted = _stems(asked)
    files = [f"{file.key}: {file.why} See lab variants show {file.key}." for file in known_variants()
             if _stems(file.key) == wanted]  # fmt: skip
    switches = [f"{switch.name}: {_first(switch.meaning)} See lab rules {switch.name}." for switch in RULES
                if _stems(switch.name) == wanted]  # fmt: skip
    return files + switches


def _measures() -> dict[str, str]:
    """What games are compared by: what each measure is called, and its key."""
    from lab.comparison.measure_names import NOUNS

    return {name: key for key, name in NOUNS.items()}


def _metrics(asked: str, known: Iterable[Metric]) -> list[str]:
    """A sentence about each metric whose name holds the words; if there is none, about columns that are called so."""
    known, wanted = list(known), _stems(asked)
    if lines := [
        f"{_said(m.name)}: {_first(m.says)} See lab metrics {m.name}." for m in known if wanted <= _stems(m.name)
    ]:
        return lines
    columns = [(m.name, one) for m in known for one in m.columns.values() if one.about and wanted <= _stems(one.label)]
    lines = [f"{_said(name)}, {one.label}: {_first(one.about)} See lab metrics {name}." for name, one in columns[:MOST]]
    return [*lines, f"{len(columns) - MOST} more columns are called so."] if len(columns) > MOST else lines


def _said(name: str) -> str:
    return name.replace("_", " ")


def _stems(text: str) -> set[str]:
    """The words of a text, whatever joins them, without the s of a plural."""
    return {word.removesuffix("s") for word in re.split(r"[\s_.-]+", text.casefold())}


def _first(text: str) -> str:
    return text.partition(". ")[0].removesuffix(".") + "."


def _commands(context: click.Context) -> list[str]:
    parent = context.parent
    group = parent.command if parent else None
    return group.list_commands(context) if isinstance(group, click.Group) else []


def _usage(context: click.Context, words: tuple[str, ...]) -> str | None:
    """The help of the command that these words call, or nothing."""
    here = context.parent
    for word in words:
        group = here.command if here else None
        command = None
        if here and isinstance(group, click.Group):
            command = group.get_command(here, word) or group.get_command(here, f"{word}s")
        if command is None:
            return None
        here = click.Context(command, parent=here, info_name=command.name)
    return here.get_help() if here else None
