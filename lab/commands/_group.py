"""A command with commands of its own."""

from __future__ import annotations

import inspect

import click


class Commands(click.Group):
    """A group whose help tells the first sentence of each of its commands, whole."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands; click itself would cut their sentences."""
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            told = inspect.cleandoc(command.help or "") if command else ""
            rows.append((name, " ".join(told.split("\n\n")[0].split())))
        with formatter.section("Commands"):
            formatter.write_dl(rows)
