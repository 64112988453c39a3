"""`lab app`: the dashboard."""

from __future__ import annotations

import os
import secrets
import socket
import subprocess
import sys
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import click

from lab.commands._options import Whole, store_option
from lab.errors import BadInput
from reports.desk.access_token import PARAMETER, TOKEN

if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

LOOPBACK = "127.0.0.1"
"""Nobody but this machine."""


@click.command()
@store_option
@click.option("--port", default=8501, show_default=True, type=Whole(1, 65535), help="Port it listens on.")
@click.option(
    "--address", default=LOOPBACK, show_default=True, metavar="IP",
    help="Address of this machine it listens on; 0.0.0.0 is every one of them.",
)  # fmt: skip
def app(store: Path, port: int, address: str) -> None:
    """Open the dashboard, for this machine only unless --address says otherwise.

    Whoever has the address that it prints comes in, and nobody else: it holds a token, made anew with each start
    unless LAB_APP_TOKEN in the environment says which.

    Example:

    \b
        lab app --store lab-store
    """
    place = _checked(address)
    _check_port(place, port)
    _say_empty(store)
    page = Path(__file__).resolve().parents[2] / "app.py"
    command = [sys.executable, "-m", "streamlit", "run", str(page)]
    command += [f"--server.address={place}", f"--server.port={port}"]
    command += ["--server.headless=true", "--browser.gatherUsageStats=false", "--client.toolbarMode=minimal"]
    command += ["--client.showErrorDetails=none", "--server.fileWatcherType=none"]  # the terminal has all of an error
    command += ["--logger.hideWelcomeMessage=true", "--global.disableWidgetStateDuplicationWarning=true"]
    command += [*_theme(), "--", "--store", str(store)]
    token = os.environ.get(TOKEN, "") or secrets.token_urlsafe(24)
    if not place.is_loopback:
        click.echo(
            f"warning: everybody who reaches {place} port {port} and has the address below may read {store} and play "
            "games into it, on this machine; whoever listens to the network on the way has it too.",
            err=True,
        )
    host = f"[{place}]" if place.version == 6 else str(place)
    click.echo(f"dashboard of {store}: http://{host}:{port}/?{PARAMETER}={quote(token, '')}  (Ctrl-C ends it)")
    raise SystemExit(subprocess.call(command, env=os.environ | {TOKEN: token}))


def _checked(address: str) -> IPv4Address | IPv6Address:
    """An address of this machine."""
    try:
        return ip_address("127.0.0.1" if address == "localhost" else address)
    except ValueError:
        raise BadInput(
            f"--address is '{address[:60]}'; allowed: {LOOPBACK}, 0.0.0.0 or another IP address of this machine"
        ) from None


def _check_port(place: IPv4Address | IPv6Address, port: int) -> None:
    """Refuse a port that another program listens on, or that is the system's."""
    with socket.socket(socket.AF_INET6 if place.version == 6 else socket.AF_INET) as asked:
        if os.name == "posix":  # a port whose last connections are still fading away is free
            asked.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            asked.bind((str(place), port))
        except OSError as error:
            raise BadInput(
                f"--port {port}: {error.strerror}; allowed: a free one, such as {port % 65_535 + 1}"
            ) from None


def _say_empty(store: Path) -> None:
    """A folder without a run opens all the same: the page Rules lab plays the first one."""
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
