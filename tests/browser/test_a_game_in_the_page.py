"""A whole game in the page, by keyboard and by mouse: nothing overflows, nothing is illegible, the end is on a tape."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest

from reports.pictures import PATIENCE, settled
from tests.browser.test_pages_in_a_browser import LEGIBLE

DEAL = {"variant": "base", "seats": 3, "seed": 1, "agents": "novice", "rule": "Games end at Level 3."}
END = "The game on one tape"
MOST = 300


def sits_down(tab):
    tab.get_by_role("button", name="Sit down").click()
    tab.locator(".lab.asked").wait_for(timeout=PATIENCE)
    return settled(tab)


def plays_on(tab, take):
    """Take what goes on, question by question, to the end of the game."""
    for _ in range(MOST):
        if tab.get_by_text(END).count():
            break
        if tab.locator(".st-key-doing button, [class*=st-key-face-] button").count():
            take(tab)
        tab.wait_for_timeout(80)
        tab.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]", timeout=PATIENCE)
    settled(tab)


def fits(tab):
    main = tab.locator(".stMain")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert main.evaluate("(e) => e.scrollWidth <= e.clientWidth")
    assert tab.evaluate(LEGIBLE) == {"overlapping": [], "pale": []} and not tab.faults


@pytest.mark.parametrize(("size", "scheme"), [("wide", "light"), ("phone", "dark")])
def test_a_whole_game_by_keyboard(size, scheme, address, opened, shots):
    tab = sits_down(opened(f"{address}/play?{urlencode(DEAL)}", size, scheme, 2600))
    fits(tab)
    hand = tab.locator(".st-key-cards-hand").inner_text()
    tab.keyboard.press("h")
    tab.get_by_text("your chance").wait_for(timeout=PATIENCE)
    tab.keyboard.press("1")
    tab.get_by_text("your chance").wait_for(state="detached", timeout=PATIENCE)
    settled(tab).keyboard.press("u")
    tab.get_by_text("Before the game begins").wait_for(timeout=PATIENCE)
    assert settled(tab).locator(".st-key-cards-hand").inner_text() == hand
    plays_on(tab, lambda tab: tab.keyboard.press("1"))
    tab.screenshot(path=shots / f"play-end-{size}-{scheme}.png")
    assert "won" in tab.locator(".lab.answer").inner_text() and tab.locator(".js-plotly-plot").count() == 1
    fits(tab)
    tab.get_by_role("link", name="Step by step").click()
    tab.get_by_text("(you)").first.wait_for(timeout=PATIENCE)
    assert "game 0 of base" in settled(tab).locator(".lab.answer").inner_text()


def test_a_whole_game_by_mouse_and_then_another_deal(address, opened, shots):
    tab = sits_down(opened(f"{address}/play?{urlencode(DEAL)}", height=2000))
    card = tab.locator("[class*=st-key-face-hand]", has=tab.locator("button")).first
    held = tab.locator(".st-key-cards-hand .face").count()
    card.click(position={"x": 20, "y": 12})  # anywhere on it
    tab.wait_for_function(f"document.querySelectorAll('.st-key-cards-hand .face').length < {held}", timeout=PATIENCE)
    tab.screenshot(path=shots / "play-wide-light.png")
    plays_on(settled(tab), lambda tab: tab.locator(".st-key-doing button, [class*=st-key-face-] button").first.click())
    tab.get_by_text("This game is run").wait_for(timeout=PATIENCE)
    tab.get_by_role("button", name="A new deal").click()
    tab.locator(".lab.asked").wait_for(timeout=PATIENCE)
    tab.wait_for_url(lambda url: "seed=1&" not in f"{url}&" and "seed=" in url, timeout=PATIENCE)
    assert settled(tab).get_by_role("button", name="Take back").is_disabled()  # nothing has been answered in it
