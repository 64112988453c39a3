"""The pictures of the README, taken from the dashboard: `python -m reports.pictures` (extra `browser`, and Chromium).

It plays the games that the README plays, opens their pages in light and in dark, and writes what is above the edge of
each picture to `reports/guide/pictures`. Look at them before they are committed.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlencode

from lab.cli import DONE, main
from lab.errors import BadInput
from reports.desk.access_token import PARAMETER, TOKEN

FOLDER = Path(__file__).resolve().parent / "guide" / "pictures"
RUN = ["compare", "base", "base+faster", "--games", "2000", "--name", "faster"]
"""The games of the README."""
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
KEY = "of-the-pictures"
"""Opens the dashboard that is photographed."""
WIDE, HIGH, PATIENCE = 1000, 1800, 120_000
"""Pixels of the window, and milliseconds that a page may take."""
ALONE = """[data-testid=stSidebar], [data-testid=stHeader] { display: none !important }
.stMainBlockContainer { padding: 1.2rem 1.6rem !important }"""
"""Style of a picture: the page without what is around it."""
DRAWN = """() => !document.querySelector("[data-testid=stSkeleton], [data-testid=stAppSkeleton]")
    && [...document.querySelectorAll("[data-testid=stPlotlyChart]")].every(
        (chart) => chart.querySelector(".main-svg"))"""
"""Whether nothing of a page is a placeholder and every chart has been drawn."""
COLOURS = 256
"""As many as an index holds, and no other loss: of a page of text that is the smallest file that looks like it."""


@dataclass(frozen=True)
class Picture:
    """A page of the dashboard as a picture: its choices, and what is the first thing that is no longer on it."""

    page: str
    until: str  # a selector
    chosen: dict[str, Any] = field(default_factory=dict)


PICTURES = (
    Picture("compare", ".lab:has(> .tools) >> nth=0"),
    Picture("cards", ".lab:has(> .tools) >> nth=0"),
    Picture("replay", "text=What moved the chances >> nth=0", {"arm": "base", "game": 1589}),
)


def take(to: Path = FOLDER) -> list[Path]:
    """Write every picture, in light and in dark, and return the files."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise BadInput('pictures need a browser: pip install -e ".[browser]"') from None
    to.mkdir(exist_ok=True)
    with TemporaryDirectory() as place, sync_playwright() as playwright:
        store = Path(place) / "lab-store"
        for argv in (RUN, ["metrics", "all", "--run", "faster"]):  # kept, so that no page has to measure
            if main([*argv, "--store", str(store)]) != DONE:
                raise BadInput(f"lab {' '.join(argv)} failed")
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        with dashboard(store) as address:
            return [
                _taken(browser, address, picture, scheme, to) for picture in PICTURES for scheme in ("light", "dark")
            ]


def chromium() -> str | None:
    """Where Chromium is, or nothing."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def settled(tab: Any) -> Any:
    """A page of the dashboard, once it has been drawn."""
    tab.wait_for_timeout(500)
    tab.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=PATIENCE)
    tab.wait_for_function(DRAWN, timeout=PATIENCE)
    tab.wait_for_timeout(900)
    return tab


@contextmanager
def dashboard(store: Path) -> Iterator[str]:
    """The address of the dashboard while it runs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "lab.cli", "app", "--store", str(store), "--port", str(port)]
    nothing, known = subprocess.DEVNULL, os.environ | {TOKEN: KEY}
    process = subprocess.Popen(words, cwd=store.parent, stdout=nothing, stderr=nothing, env=known)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{address}/_stcore/health", timeout=1)
                break
            except OSError:
                time.sleep(0.3)
        yield address
    finally:
        process.terminate()
        process.wait(20)


def _taken(browser: Any, address: str, picture: Picture, scheme: str, to: Path) -> Path:
    from PIL import Image

    context = browser.new_context(viewport={"width": WIDE, "height": HIGH}, color_scheme=scheme)
    tab = context.new_page()
    tab.goto(f"{address}/{picture.page}?{urlencode({**picture.chosen, PARAMETER: KEY})}")
    settled(tab).add_style_tag(content=ALONE)
    settled(tab)  # charts take the room that the side bar left
    edge = tab.locator(picture.until).bounding_box()["y"]
    shot = tab.screenshot(clip={"x": 0, "y": 0, "width": WIDE, "height": min(edge, HIGH)})
    context.close()
    path = to / f"{picture.page}-{scheme}.webp"
    few = (
        Image.open(BytesIO(shot))
        .convert("RGB")
        .quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    )
    few.convert("RGB").save(path, lossless=True, quality=100, method=6)
    return path


if __name__ == "__main__":
    for taken in take():
        print(f"{taken}  {taken.stat().st_size / 1000:.0f} kB")
