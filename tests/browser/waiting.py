"""Waiting for a page of Streamlit."""

from __future__ import annotations

PATIENCE = 90_000
"""Milliseconds that a page may take on a busy machine."""


def settled(page):
    """Wait until the page has been drawn."""
    page.wait_for_timeout(500)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=PATIENCE)
    page.wait_for_timeout(900)
    return page
