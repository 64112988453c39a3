"""A designer's day in the page: choose, walk, share, keep, play."""

from __future__ import annotations

import csv
import io

import polars as pl
import pytest

from lab.store.store_folder import Store
from reports.pictures import PATIENCE, settled


def in_the_bar(tab):
    return tab.locator("[data-testid=stSidebar]").inner_text()


def heads_of(tab, fold):
    """The headings of a folded table, which comes when it is opened."""
    tab.get_by_text(fold).click()
    tab.locator(".lab table").first.wait_for(timeout=PATIENCE)
    return tab.locator(".lab table").first.locator("th").all_inner_texts()


def test_what_was_chosen_survives_walking_and_reloading(address, opened, faster):
    tab = settled(opened(f"{address}/seats?arms=faster&{faster}"))
    assert "arms=faster" in tab.url  # as pages call it
    tab.get_by_role("link", name="Endings").click()
    settled(tab)
    assert "/endings" in tab.url and "arms=faster" in tab.url
    tab.reload()
    settled(tab)
    assert "arms=faster" in tab.url
    heads = heads_of(tab, "All endings in numbers")
    assert heads == ["ending", "faster"]
    as_commands_say = settled(opened(f"{address}/endings?arms=cthulhu%2Bfaster&{faster}"))
    assert heads_of(as_commands_say, "All endings in numbers") == heads


def test_names_with_html_are_text(address, opened, faster):
    tab = settled(opened(f"{address}?{faster}"))
    tab.get_by_text("Decks, and where this comes from").click()
    tab.get_by_text("lab run <b>bold</b>").wait_for(timeout=PATIENCE)


def test_a_table_is_kept_as_the_store_has_it(address, folder, opened, faster):
    from lab.tables.metric import compute

    tab = settled(opened(f"{address}/game_length?{faster}"))
    tab.locator(".save:has([data-keep=table]) summary").first.click()
    with tab.expect_download(timeout=PATIENCE) as download:
        tab.locator("[data-keep=table]").first.click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    lines = [line for line in csv.reader(io.StringIO(text)) if line]
    said, (heads, *rows) = (
        [x[0] for x in lines if x[0].startswith("# ")],
        [x for x in lines if not x[0].startswith("# ")],
    )
    run = faster.removeprefix("run=")
    assert any(run in line for line in said)
    length = compute(Store.open(folder / "lab-store"), ["game_length"], run)["game_length"].filter(measure="turns")
    told = {row[heads.index("rules")]: float(row[heads.index("mean")]) for row in rows}
    short = pl.col("arm").cast(pl.String).str.replace("cthulhu+", "", literal=True)
    wanted = dict(length.select(short, "mean").iter_rows())
    assert told == pytest.approx(wanted, rel=1e-11)  # twelve digits


def test_a_picture_is_kept_with_its_caption(address, opened):
    tab = settled(opened(f"{address}/game_length"))
    tab.locator(".save:has([data-keep=picture]) summary").first.click()
    with tab.expect_download(timeout=PATIENCE) as download:
        tab.locator("[data-keep=picture]").first.click()
    data = download.value.path().read_bytes()
    assert data.startswith(b"\x89PNG") and len(data) > 10_000
    assert download.value.suggested_filename.endswith(".png")


def test_a_rule_is_changed_played_and_compared(address, folder, opened):
    tab = settled(
        opened(f"{address}/rules_lab?preset=base&switch=hand_limit&set-hand_limit=7&games=100&experiment=seven+cards")
    )
    assert tab.get_by_role("spinbutton", name="Most cards in hand").input_value() == "7"
    assert "set-hand_limit=7" in tab.url
    tab.get_by_role("button", name="Play and compare").click()
    tab.wait_for_url(lambda url: "rules_lab" not in url, timeout=3 * PATIENCE)
    settled(tab)
    assert "seven cards" in in_the_bar(tab) and "base, hand_limit=7" in in_the_bar(tab)
    run = Store.open(folder / "lab-store").runs().filter(name="seven cards").row(0, named=True)
    assert run["status"] == "done"


def test_a_card_is_asked_about_answered_and_leads_to_a_game(address, opened):
    tab = settled(opened(f"{address}/card"))
    button = tab.get_by_role("button", name="Find out").first
    arm = button.inner_text().partition("(")[2].rpartition(")")[0]  # of whichever run is the newest
    button.click()
    tab.get_by_text(f"To whom it is worth most, and when: {arm}").first.wait_for(timeout=12 * PATIENCE)
    settled(tab)
    assert tab.get_by_role("button", name=f"Find out ({arm})", exact=True).count() == 0
    shown = tab.locator(".lab", has=tab.locator("h3", has_text=f"Games that show it: {arm}"))
    assert shown.locator("tbody tr").count() >= 1
    links = shown.locator("tbody a")
    if links.count():  # most forked games are others than those of a small run
        links.first.click()
        settled(tab)
        assert "/replay" in tab.url and "game=" in tab.url


def test_the_first_page_is_found_by_its_name_too(address, opened):
    tab = settled(opened(f"{address}/overview"))
    assert tab.locator("h1").inner_text() == "Overview" and tab.locator("[role=dialog]").count() == 0
    links = tab.locator("[data-testid=stSidebarNavLink]").all_inner_texts()
    assert links.count("Overview") == 1
