"""`lab decks`: list the decks, and check card files."""

from __future__ import annotations

import json
from pathlib import Path

import click


@click.group(invoke_without_command=True)
@click.option("--json", "as_json", is_flag=True, help="Print JSON: deck, cards, doors, treasures, characters, ...")
@click.pass_context
def decks(ctx: click.Context, as_json: bool) -> None:
    """List the decks and what their cards leave out; check card files.

    Example:

    \b
        lab decks
        lab decks check decks/base/curses.toml
    """
    if ctx.invoked_subcommand is not None:
        return
    from lab.decks import deck_rows, unmodelled_cards

    rows = deck_rows()
    if as_json:
        click.echo(json.dumps(rows, indent=1))
        return
    click.echo("".join(f"{key.replace('_', ' '):>14}" for key in rows[0]))
    for row in rows:
        click.echo("".join(f"{value!s:>14}" for value in row.values()))
    left = unmodelled_cards()
    click.echo("\nNot played yet:" if left else "\nEvery card is played.")
    for left_out in left:
        click.echo(f"  {left_out['deck']}: {left_out['card']}: {left_out['unmodelled']}")


@decks.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON: file, checked, findings.")
def check(files: tuple[Path, ...], as_json: bool) -> int:
    """Check FILES: a deck folder, its deck.toml, or a file of cards.

    Exit code 1 if the lint finds something, 2 if a file cannot be used.

    Example:

    \b
        lab decks check decks/cthulhu
    """
    from lab.decks import check_path

    results = [(path, *check_path(path)) for path in files]
    if as_json:
        click.echo(json.dumps([{"file": str(p), "checked": c, "findings": f} for p, c, f in results], indent=1))
    else:
        for path, checked, findings in results:
            click.echo(f"{path}: {checked}: {f'{len(findings)} findings' if findings else 'fine'}")
            for text in findings:
                click.echo(f"  {text}")
    return 1 if any(findings for _, _, findings in results) else 0
