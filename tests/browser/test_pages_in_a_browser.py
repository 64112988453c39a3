"""Every page in light and dark, wide and on a phone: no fault, no text over text, nothing pale; pictures to look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.desk.app_frame import load_live_pages
from reports.page_list import load_pages
from reports.pictures import settled

LEGIBLE = (Path(__file__).resolve().parent / "legible.js").read_text(encoding="utf-8")
PAGES = sorted([*load_pages(), *load_live_pages()], key=lambda page: (page.order, page.name))
FIRST = PAGES[0].name


OF_STREAMLIT = [["[data-testid=stSidebarNavItems]"]]  # groups of pages inside a list: not our markup


def unusable(tab):
    """What axe-core calls serious or critical for whoever hears a page or walks it by keyboard."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="missing: pip install -e '.[browser]'")
    found = axe.Axe().run(tab, {"exclude": OF_STREAMLIT}).response["violations"]
    return [(v["id"], v["nodes"][0]["html"]) for v in found if v["impact"] in ("serious", "critical")]


def address_of(where, name):
    return where if name == FIRST else f"{where}/{name}"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("page", PAGES, ids=[p.name for p in PAGES])
def test_a_page_is_legible(page, size, scheme, address, opened, shots):
    tab = settled(opened(address_of(address, page.name), size, scheme, 2600 if size == "wide" else 3600))
    tab.screenshot(path=shots / f"{page.name}-{size}-{scheme}.png")
    assert tab.locator("h1").inner_text() == page.title
    assert not tab.faults and tab.locator("[data-testid=stException]").count() == 0
    found = tab.evaluate(LEGIBLE)
    assert found == {"overlapping": [], "pale": []} and not unusable(tab)


def test_an_address_holds_the_order_and_the_filter_of_a_table_and_the_place(address, opened):
    first = settled(opened(f"{address}/cards"))
    first.get_by_text("Cards that are held: all").click()
    first.locator("th button", has_text="times").first.click()
    first.locator("[data-filter]").first.fill("the")
    first.locator(".save:has([data-keep=link]) summary:visible").last.click()
    last = first.locator("[data-keep=link]:visible")
    last.click()
    held, title = first.evaluate("location.href"), last.evaluate("link => link.closest('[data-title]').dataset.title")
    assert "run=" in held and f"at={title.lower().replace(' ', '-')}" in first.evaluate("location.hash")
    again = opened(address, height=500)
    again.goto(held)
    settled(again)
    again.wait_for_selector("th[aria-sort]")
    assert again.locator("[data-filter]").first.input_value() == "the"
    assert again.locator("th[aria-sort=descending]").first.inner_text() == "times"
    rows = (
        "[...document.querySelectorAll('.lab tbody')[0].rows].filter((row) => !row.hidden).map((row) => row.innerText)"
    )
    assert again.evaluate(rows) == first.evaluate(rows) != []
    assert 0 < again.locator("h3.heading", has_text=title).first.bounding_box()["y"] < 300
    again.mouse.move(900, 300)
    again.mouse.wheel(0, -20_000)
    again.wait_for_function("!location.hash.includes('at=')")
    again.wait_for_timeout(500)
    assert again.locator("h1").bounding_box()["y"] > 0  # whoever moves is not pulled back


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_the_report_is_legible_and_asks_nobody(size, scheme, folder, opened, shots):
    from lab.store.store_folder import Store
    from reports.html_report import write_report

    path = write_report(Store.open(folder / "lab-store"), folder / "report.html")
    asked = []
    tab = opened("about:blank", size, scheme)
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(path.as_uri())
    assert tab.evaluate("document.body.scrollHeight") < 10_000 and not tab.locator(".js-plotly-plot").count()
    tab.screenshot(path=shots / f"report-folded-{size}-{scheme}.png")
    tab.click("[data-unfold]")
    tab.locator(".chart").first.scroll_into_view_if_needed()  # charts are drawn when they are near
    tab.wait_for_selector(".js-plotly-plot")
    tab.wait_for_timeout(800)
    tab.screenshot(path=shots / f"report-{size}-{scheme}.png")
    assert asked == [path.as_uri()] and not tab.faults
    assert tab.evaluate(LEGIBLE) == {"overlapping": [], "pale": []} and not unusable(tab)
