"""`lab scenario`: rules questions from files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from lab.commands._output import say
from lab.errors import BadInput


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a list of {id, passed, failure, file}.")
def scenario(files: tuple[Path, ...], as_json: bool) -> int:
    """Run rules questions; FILES are scenario files or folders of them.

    The exit code is 1 if one of them fails, 2 if a file cannot be run; the others are run all the same.

    Example:

    \b
        lab scenario tests/scenarios/example
    """
    from lab.scenarios.scenario_run import run_files

    results = run_files(files)
    refused = [r for r in results if not r["id"]]
    failed = [r for r in results if r["id"] and not r["passed"]]
    if as_json and len(refused) < len(results):
        click.echo(json.dumps(results, indent=2))
    elif len(refused) < len(results):
        for result in results:
            click.echo(
                f"{'ok  ' if result['passed'] else 'FAIL' if result['id'] else 'BAD '} {result['id'] or result['file']}"
            )
        for result in failed:
            click.echo(f"\n{result['file']}")
            say(str(result["failure"]), indent="  ")
        cannot = f", {len(refused)} cannot be run" if refused else ""
        click.echo(f"\n{len(results) - len(failed) - len(refused)} of {len(results)} passed{cannot}")
    for result in refused[:-1]:
        click.echo(f"lab: {result['failure']}", err=True)
    if refused:
        raise BadInput(str(refused[-1]["failure"]))
    return 1 if failed else 0
