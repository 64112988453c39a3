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
    command += ["--theme.primaryColor=#0072B2", "--", "--store", str(store)]
    click.echo(f"dashboard of {store}: http://127.0.0.1:{port}  (Ctrl-C ends it)")
    raise SystemExit(subprocess.call(command))
