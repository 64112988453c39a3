"""`lab check`: the truth about a working copy, in one command."""

from __future__ import annotations

import click

QUICK = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "imports": ["lint-imports"],
    "tests": ["pytest", "-q", "-x", "-m", "not slow"],
}


@click.command()
@click.option("--full", is_flag=True, help="Slow tests as well.")
def check(full: bool) -> None:
    """Run format, lint, types, import contracts and quick tests; stop at the first failure.

    Example:

    \b
        lab check
    """
    import subprocess
    import sys
    from pathlib import Path

    root, tools = Path(__file__).resolve().parents[2], Path(sys.executable).parent
    steps = QUICK | ({"tests": ["pytest", "-q"]} if full else {})
    for name, (tool, *arguments) in steps.items():
        if not (tools / tool).exists():
            click.echo(f'lab check: {tool} is not installed here; install with: pip install -e ".[dev]"', err=True)
            raise SystemExit(1)
        click.echo(f"== {name}: {tool} {' '.join(arguments)}")
        if code := subprocess.call([str(tools / tool), *arguments], cwd=root):
            click.echo(f"lab check: {name} failed ({tool} gave {code})", err=True)
            raise SystemExit(1)
    click.echo("all checks passed")
