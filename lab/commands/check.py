"""`lab check`: the truth about a working copy, in one command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import click

STEPS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy"],
    "imports": ["lint-imports"],
    "tests": ["pytest", "-q", "-x"],
}

FULL = {"tests": ["pytest", "-q", "--all"]}

BOUNDS = {
    "bounds": [
        "pytest", "-q", "-x", "--all", "-n", "auto", "tests/test_scenarios.py", "tests/engine/test_properties.py",
        "tests/deep/engine/test_bounds.py", "tests/deep/engine/test_farthest.py", "tests/deep/engine/test_fuzz.py",
    ]
}  # fmt: skip
"""What is played with code that checks the bounds of its arrays."""


@click.command()
@click.option("--full", is_flag=True, help="All tests: those of `pytest --deep` as well.")
@click.option("--bounds", is_flag=True, help="Instead: games with every array index checked.")
def check(full: bool, bounds: bool) -> None:
    """Run format, lint, types, import contracts and tests; stop at the first failure.

    With --bounds the engine is compiled once more, into a store of its own, so that it checks every index; then all
    presets, house rules, personas, switches and scenarios are played with it.

    Example:

    \b
        lab check
        lab check --bounds
    """
    root, tools = Path(__file__).resolve().parents[2], Path(sys.executable).parent
    steps = BOUNDS if bounds else STEPS | (FULL if full else {})
    env = os.environ | ({"NUMBA_BOUNDSCHECK": "1"} if bounds else {})
    for name, (tool, *arguments) in steps.items():
        if not (tools / tool).exists():
            click.echo(f'lab check: {tool} is not installed here; install with: pip install -e ".[dev]"', err=True)
            raise SystemExit(1)
        click.echo(f"== {name}: {tool} {' '.join(arguments)}")
        if code := subprocess.call([str(tools / tool), *arguments], cwd=root, env=env):
            click.echo(f"lab check: {name} failed ({tool} gave {code})", err=True)
            raise SystemExit(1)
    click.echo("all checks passed")
