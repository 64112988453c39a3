"""`lab help`: what a word of the lab means, or how a command is used."""

from __future__ import annotations

import click

from lab.commands._output import say
from lab.errors import BadInput
from reports.glossary import found, near, terms


@click.command()
@click.argument("words", nargs=-1, metavar="[TERM | COMMAND]")
@click.pass_context
def help_(context: click.Context, words: tuple[str, ...]) -> None:
    """Say what a word of the lab's tables and sentences means, or how a command is used; alone it lists the words.

    Example:

    \b
        lab help
        lab help win credit
        lab help compare
    """
    known, asked = terms(), " ".join(words)
    if not asked:
        for word, means in known.items():
            say(f"{word}: {means.partition('. ')[0].removesuffix('.')}.")
        say("\nMore of each: lab help WORD. Commands: lab --help, lab help COMMAND.")
        return
    term, usage = found(asked, known), _usage(context, words)
    if term is None and usage is None:
        like = near(asked, [*known, *_commands(context)])
        meant = (
            f"did you mean {' or '.join(like)}?" if like else "allowed: the name of a command, or a word of lab help"
        )
        raise BadInput(f"help: nothing is known of '{asked}'; {meant}")
    if term is not None:
        say(f"{term}: {known[term]}")
    if term is not None and usage is not None:
        say(f"\nThe command lab {asked}:\n")
    if usage is not None:
        click.echo(usage)


def _commands(context: click.Context) -> list[str]:
    parent = context.parent
    group = parent.command if parent else None
    return group.list_commands(context) if isinstance(group, click.Group) else []


def _usage(context: click.Context, words: tuple[str, ...]) -> str | None:
    """The help of the command that these words call, or nothing."""
    here = context.parent
    for word in words:
        group = here.command if here else None
        command = group.get_command(here, word) if here and isinstance(group, click.Group) else None
        if command is None:
            return None
        here = click.Context(command, parent=here, info_name=word)
    return here.get_help() if here else None
