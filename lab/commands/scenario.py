"""`lab scenario`: rules questions from files."""

from __future__ import annotations

import json
from pathlib import Path

import click

from lab.commands._output import say


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print a list of {id, passed, failure, file}.")
def scenario(files: tuple[Path, ...], as_json: bool) -> int:
    """Run rules questions; FILES are scenario files or folders of them.

    The exit code is 1 if one of them fails.

    Example:

    \b
        lab scenario tests/scenarios/example
    """
    from lab.scenarios.scenario_run import run_files

    results = run_files(files)
    failed = [r for r in results if not r["passed"]]
    if as_json:
        click.echo(json.dumps(results, indent=2))
    else:
        for result in results:
            click.echo(f"{'ok  ' if result['passed'] else 'FAIL'} {result['id']}")
        for result in failed:
            click.echo(f"\n{result['file']}")
            say(str(result["failure"]), indent="  ")
        click.echo(f"\n{len(results) - len(failed)} of {len(results)} passed")
    return 1 if failed else 0
