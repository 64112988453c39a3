"""A designer's hour in the page: type a rule, correct it by its reading, see the answer, keep it, stack it; cards."""

from __future__ import annotations

from lab.store.store_folder import Store
from reports.pictures import PATIENCE, settled
from tests.browser.test_a_designers_day import in_the_bar
from variants.load_variants import load_variant

WRONG = "Whenever you lose a combat, draw a Trombone."
RIGHT = "Whenever you lose a combat, draw a Treasure."
TWO = "When you win a combat, discard a card at random."
SHEET = (
    "name,kind,level,treasures,text,bad_stuff\n"
    "Tax Owl,monster,4,2,,Lose a Level.\n"
    "Mixed Bill,curse,,,Lose two Levels. Everybody at the table sings.,\n"
)


def play(tab, run_of):
    """Play what is asked and come to its comparison; the row of the run."""
    tab.get_by_role("button", name="Play and compare").click()
    tab.wait_for_url(lambda url: "/compare" in url, timeout=4 * PATIENCE)
    settled(tab)
    assert tab.locator("h1").inner_text() == "Compare" and tab.locator(".lab.answer").count()
    return Store.open(run_of[0]).runs().filter(name=run_of[1]).row(0, named=True)


def test_a_rule_is_typed_corrected_answered_kept_and_stacked(address, folder, opened, shots, tmp_path):
    tab = settled(opened(f"{address}/rules_lab?preset=base&games=100&experiment=losers+draw"))
    box = tab.get_by_label("Your rule in plain English")
    box.press_sequentially(WRONG, delay=5)  # the reading follows while one types: no Enter
    tab.get_by_text("Not understood", exact=True).wait_for(timeout=PATIENCE)
    settled(tab)
    assert "Trombone" in tab.locator(".lab.reading q").inner_text()
    assert tab.get_by_role("button", name="Play and compare").count() == 0
    tab.screenshot(path=shots / "rule-not-understood.png")

    box.fill(RIGHT)
    tab.get_by_text("Read as", exact=True).wait_for(timeout=PATIENCE)
    settled(tab)
    assert tab.locator(".lab.reading .unread").count() == 0
    tab.wait_for_url(lambda url: "rule=Whenever" in url, timeout=PATIENCE)  # the link to be sent to somebody
    run = play(tab, (folder / "lab-store", "losers draw"))
    assert run["status"] == "done" and f'"{RIGHT}"' in in_the_bar(tab)

    tab.go_back()
    settled(tab)
    with tab.expect_download(timeout=PATIENCE) as download:
        tab.get_by_role("button", name="Keep my-rule.toml").click()
    kept = tmp_path / download.value.suggested_filename
    download.value.save_as(kept)
    alone, stacked = load_variant(f"base+{kept}"), load_variant(f'base+faster+{kept}+"If you die, lose a Level."')
    assert [len(v.edits.rules) for v in (alone, stacked)] == [1, 2]

    tab.get_by_label("And another rule").fill(TWO)
    choice = tab.locator("[class*=st-key-meant-]")
    choice.wait_for(timeout=PATIENCE)
    settled(tab)
    assert tab.get_by_role("button", name="Play and compare").count() == 0
    choice.get_by_text("discards a hand card").click()
    settled(tab)
    tab.get_by_text("Players, number of games").click()
    tab.get_by_label("Name").fill("both at once")
    tab.get_by_label("Name").press("Enter")
    settled(tab)
    tab.screenshot(path=shots / "rules-together.png")
    play(tab, (folder / "lab-store", "both at once"))
    shown = in_the_bar(tab)
    assert f'"{RIGHT}"' in shown and "discards a hand card" in shown


def test_cards_are_uploaded_looked_at_and_played(address, folder, opened, shots):
    tab = settled(opened(f"{address}/your_cards?games=100"))
    tab.locator("input[type=file]").set_input_files(
        {"name": "owls.csv", "mimeType": "text/csv", "buffer": SHEET.encode()}
    )
    tab.get_by_role("heading", name="Mixed Bill").wait_for(timeout=PATIENCE)
    settled(tab)
    tab.screenshot(path=shots / "cards-uploaded.png")
    bill = tab.locator(".lab.brought section").filter(has_text="Mixed Bill")
    assert "in part" in bill.inner_text() and "The player loses 2 Levels." in bill.inner_text()
    assert "Everybody at the table sings." in bill.locator(".left").inner_text()
    tab.get_by_role("button", name="Make a deck of them").click()
    settled(tab)
    (deck,) = (folder / "my-decks").iterdir()
    run = play(tab, (folder / "lab-store", deck.name))
    assert run["status"] == "done" and f"./my-decks/{deck.name}" in in_the_bar(tab)
