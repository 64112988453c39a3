"""Waiting for a page of Streamlit."""

from __future__ import annotations

PATIENCE = 90_000
"""Milliseconds that a page may take on a busy machine."""
DRAWN = """() => !document.querySelector("[data-testid=stSkeleton], [data-testid=stAppSkeleton]")
    && [...document.querySelectorAll("[data-testid=stPlotlyChart]")].every(
        (chart) => chart.querySelector(".main-svg"))"""
"""Whether nothing of the page is a placeholder and every chart has been drawn."""


def settled(page):
    """Wait until the page has been drawn."""
    page.wait_for_timeout(500)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=PATIENCE)
    page.wait_for_function(DRAWN, timeout=PATIENCE)
    page.wait_for_timeout(900)
    return page
