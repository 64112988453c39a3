"""`lab app`: the dashboard."""

from __future__ import annotations

import os
from pathlib import Path

import click

from lab.commands._options import store_option

ADDRESS = "127.0.0.1"
"""Nobody but this machine."""


@click.command()
@store_option
@click.option("--port", default=8501, show_default=True, type=click.IntRange(1, 65_535), help="Port on 127.0.0.1.")
def app(store: Path, port: int) -> None:
    """Open the dashboard on 127.0.0.1.

    Example:

    \b
        lab app --store lab-store
    """
    import subprocess
    import sys

    _check_port(port)
    _say_empty(store)
    page = Path(__file__).resolve().parents[2] / "app.py"
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(page),
        f"--server.address={ADDRESS}",
        f"--server.port={port}",
    ]
    command += ["--server.headless=true", "--browser.gatherUsageStats=false", "--client.toolbarMode=minimal"]
    command += [*_theme(), "--", "--store", str(store)]
    click.echo(f"dashboard of {store}: http://{ADDRESS}:{port}  (Ctrl-C ends it)")
    raise SystemExit(subprocess.call(command))


def _check_port(port: int) -> None:
    """Refuse a port that another program listens on, or that is the system's."""
    import socket

    from lab.errors import BadInput

    with socket.socket() as asked:
        if os.name == "posix":  # a port whose last connections are still fading away is free
            asked.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            asked.bind((ADDRESS, port))
        except OSError as error:
            raise BadInput(
                f"--port {port}: {error.strerror}; allowed: a free one, such as {port % 65_535 + 1}"
            ) from None


def _say_empty(store: Path) -> None:
    """A folder without a run opens all the same: the page Rules lab plays the first one."""
    from lab.errors import BadInput

    if store.exists() and not store.is_dir():
        raise BadInput(f"store {store}: there is a file of this name; allowed: a folder or a new name")
    depths = ("", "*/", "*/*/")  # a folder of stores is shown as well
    if not any(next(store.glob(f"{depth}runs/*/spec.toml"), None) for depth in depths):
        click.echo(f"{store} holds no run yet: the page Rules lab plays the first one, or lab run --store {store}")


def _theme() -> list[str]:
    """Streamlit's options for a light and a dark page in the house's colours."""
    from reports.theme import ACCENT, AT_NIGHT, GRID, INK, PAPER, RAISED

    names = {
        "primaryColor": ACCENT, "backgroundColor": PAPER, "secondaryBackgroundColor": RAISED, "textColor": INK,
        "borderColor": GRID, "linkColor": ACCENT,
    }  # fmt: skip
    light = [f"--theme.light.{name}={colour}" for name, colour in names.items()]
    return light + [f"--theme.dark.{name}={AT_NIGHT[colour]}" for name, colour in names.items()]
