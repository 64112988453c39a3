"""The dashboard and the report in headless Chromium: `pytest -m browser`. What is missing is said.

Screenshots of all pages are written to the folder that LAB_SHOTS names (default: shots/ of the working folder).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from reports.pictures import FLAGS, KEY, chromium, dashboard
from tests.engine.positions import COMPILED

MISSING = (
    "pip install playwright (extra `browser`) and Chromium (Debian: apt install chromium), or CHROMIUM=/path/to/it"
)
SIZES = {"wide": 1400, "phone": 390}
APP = Path(__file__).resolve().parents[2] / "app.py"


def pytest_collection_modifyitems(items):
    for item in items:
        if "tests/browser/" in str(item.path).replace(os.sep, "/"):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser():
    """Headless Chromium."""
    sync_api = pytest.importorskip("playwright.sync_api", reason=f"missing: {MISSING}")
    if chromium() is None or not COMPILED:
        pytest.skip(f"missing: {MISSING}" if COMPILED else "the engine is not compiled in this process")
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A folder with a store of real games: two arms, with events, so that every page has something to show."""
    from lab.runs.run_spec import RunSpec
    from lab.runs.runner import Title, run_spec

    place = tmp_path_factory.mktemp("browser")
    spec = RunSpec(arms=["cthulhu", "cthulhu+faster"], games=1000, seed=5)
    run_spec(spec, place / "lab-store", title=Title("lab run <b>bold</b>", "faster"))
    return place


@pytest.fixture(scope="session")
def faster(folder):
    """How an address names that run: without, the newest is shown, and tests play others beside it."""
    from lab.store.store_folder import Store

    return f"run={Store.open(folder / 'lab-store').runs().filter(name='faster')['run_id'].item()}"


@pytest.fixture(scope="session")
def address(folder):
    """The dashboard's address while it runs on that store."""
    with dashboard(folder / "lab-store") as where:
        yield where


@pytest.fixture
def opened(browser):
    """Open an address in a page of a size and a colour scheme; what goes wrong in it fails the test."""
    contexts = []

    def open_page(where, size="wide", scheme="light", height=1600):
        context = browser.new_context(
            viewport={"width": SIZES[size], "height": height}, color_scheme=scheme, accept_downloads=True
        )
        contexts.append(context)
        page = context.new_page()
        page.faults = []
        page.on("pageerror", lambda error: page.faults.append(str(error)))
        page.goto(f"{where}{'&' if '?' in where else '?'}token={KEY}")
        return page

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def shots():
    """The folder for screenshots."""
    place = Path(os.environ.get("LAB_SHOTS", "shots")).resolve()
    place.mkdir(parents=True, exist_ok=True)
    return place
