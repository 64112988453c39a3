"""Ways through the dashboard that people take, each with the clicks that it may cost."""

from __future__ import annotations

import pytest

from lab.runs.run_spec import RunSpec
from lab.runs.runner import run_spec
from lab.store import checksums
from reports.pictures import PATIENCE, dashboard, settled


class Walk:
    """A tab whose clicks are counted."""

    def __init__(self, tab):
        self.tab, self.clicks = settled(tab), 0

    def click(self, found):
        found.click()
        self.clicks += 1
        settled(self.tab)

    def page(self, name):
        self.click(self.tab.get_by_role("link", name=name, exact=True))
        assert self.tab.locator("h1").inner_text() == name

    def answer(self):
        return self.tab.locator(".lab.answer").first.inner_text()


@pytest.fixture
def walk(address, opened, faster):
    return lambda where="": Walk(opened(f"{address}/{where}{'&' if where else '?'}{faster}"))


def test_does_faster_play_shorten_games_and_how_sure(walk):
    tour = walk()
    assert "faster" in tour.answer() and "turns shorter [" in tour.answer() and tour.clicks == 0


def test_a_chart_is_kept_as_svg_with_its_panels_named(walk):
    tour = walk()
    second = tour.tab.locator(".save:has([data-keep=svg])").nth(1)
    tour.click(second.locator("summary"))
    with tour.tab.expect_download(timeout=PATIENCE) as download:
        tour.click(second.locator("[data-keep=svg]"))
    drawn = download.value.path().read_text()
    assert drawn.startswith("<svg") and " end with a winning kill" in drawn and tour.clicks <= 2


def test_another_game_is_opened_from_any_step(walk):
    tour = walk("replay?game=3")
    tour.tab.keyboard.press("ArrowRight")
    tour.tab.wait_for_url("**step=**")
    tour.tab.get_by_label("Game", exact=True).fill("2")
    tour.tab.get_by_label("Game", exact=True).press("Enter")
    tour.tab.locator(".lab.answer", has_text="Game 2 of").wait_for(timeout=PATIENCE)
    assert tour.tab.locator("[data-testid=stException]").all_inner_texts() == []


def test_the_verdict_is_kept_as_pdf(walk):
    tour = walk()
    tour.page("Export")
    with tour.tab.expect_download(timeout=PATIENCE) as download:
        tour.click(tour.tab.get_by_role("button", name="The run's verdict as PDF"))
    assert download.value.path().read_bytes().startswith(b"%PDF") and tour.clicks <= 2


def test_a_link_opened_elsewhere_shows_the_same_or_says_what_is_missing(walk, opened):
    tour = walk("cards?kind=Item")
    tour.click(tour.tab.get_by_text("Cards that are held: all"))
    tour.click(tour.tab.locator(".lab table a").nth(1))  # the first one is shown at an address that names none
    card = tour.answer()
    assert Walk(opened(tour.tab.url)).answer() == card
    lost = Walk(opened(tour.tab.url.replace("card=", "card=No+")))
    assert "is not there: something else is shown" in lost.tab.locator(".lab.note.warning").first.inner_text()


def test_keys_find_a_rule_a_card_and_a_page(walk):
    tour = walk()
    for typed, title in (("cards in hand", "Rules lab"), ("Endings", "Endings")):
        tour.tab.keyboard.press("Control+k")
        tour.tab.keyboard.type(typed)
        tour.tab.wait_for_timeout(800)
        tour.tab.keyboard.press("Enter")
        tour.tab.wait_for_function("title => document.querySelector('h1')?.innerText === title", arg=title)
        settled(tour.tab)
    assert tour.clicks == 0


def test_two_settings_of_ones_own_are_compared(walk):
    tour = walk("rules_lab?games=100")
    tour.tab.get_by_label("Your rule in plain English").fill("The hand limit is 7.")
    settled(tour.tab)
    tour.tab.get_by_label("And another rule").fill("The hand limit is 3.")
    settled(tour.tab)
    tour.click(tour.tab.get_by_text("apart", exact=True))
    tour.click(tour.tab.get_by_role("button", name="Play and compare"))
    tour.tab.wait_for_url(lambda url: "/compare" in url, timeout=4 * PATIENCE)
    settled(tour.tab)
    assert tour.tab.locator(".lab.findings li").count() == 2 and tour.clicks <= 6


def test_a_damaged_run_is_mended(tmp_path, opened):
    """The other run of the store is shown as if nothing were."""
    for seed in (1, 2):
        run = run_spec(RunSpec(arms=["base"], games=10, seed=seed), tmp_path / "lab-store").run_id
    path = next((tmp_path / "lab-store" / "runs" / run / "game").glob("*.parquet"))
    path.write_bytes(path.read_bytes()[:-9] + b"elsewhere")
    checksums._known.clear()
    with dashboard(tmp_path / "lab-store") as where:
        tour = Walk(opened(f"{where}?run={run}"))
        assert "has other bytes" in tour.tab.locator("[data-testid=stAlert]").first.inner_text()
        tour.click(tour.tab.get_by_role("button", name="Mend"))
        tour.tab.locator(".lab.answer").first.wait_for(timeout=PATIENCE)
        assert tour.clicks == 1
