"""`lab app`: the dashboard."""

from __future__ import annotations

from pathlib import Path

import click

from lab.commands._options import store_option


@click.command()
@store_option
@click.option("--port", default=8501, show_default=True, help="Port on 127.0.0.1.")
def app(store: Path, port: int) -> None:
    """Open the dashboard on 127.0.0.1.

    Example:

    \b
        lab app --store lab-store
    """
    import subprocess
    import sys

    page = Path(__file__).resolve().parents[2] / "app.py"
    command = [
        sys.executable,
        "-m",
        "streamlit",
        "run",
        str(page),
        "--server.address=127.0.0.1",
        f"--server.port={port}",
    ]
    command += ["--server.headless=true", "--browser.gatherUsageStats=false", "--client.toolbarMode=minimal"]
    command += [*_theme(), "--", "--store", str(store)]
    click.echo(f"dashboard of {store}: http://127.0.0.1:{port}  (Ctrl-C ends it)")
    raise SystemExit(subprocess.call(command))


def _theme() -> list[str]:
    """Streamlit's options for a light and a dark page in the house's colours."""
    from reports.theme import ACCENT, AT_NIGHT, GRID, INK, PAPER, RAISED

    names = {
        "primaryColor": ACCENT, "backgroundColor": PAPER, "secondaryBackgroundColor": RAISED, "textColor": INK,
        "borderColor": GRID, "linkColor": ACCENT,
    }  # fmt: skip
    light = [f"--theme.light.{name}={colour}" for name, colour in names.items()]
    return light + [f"--theme.dark.{name}={AT_NIGHT[colour]}" for name, colour in names.items()]
