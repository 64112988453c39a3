"""Several decks as one: the same box, card for card, whatever the cards name."""

from __future__ import annotations

from itertools import combinations

import pytest

from decks.card_schema import DeckError
from decks.deck_box import one_deck, plain_ids, read_box
from decks.load_decks import compile_decks, load_decks
from decks.read_decks import deck_names, read_deck
from decks.sheets.sheet_writer import card_text

OURS = """
[[card]]
id = "elf"
pile = "door"
kind = "class"
effects = [{ op = "strength", amount = 1, when = { class = "elf", owns = "hireling" } }]
[[card]]
id = "hireling"
pile = "treasure"
kind = "item"
bonus = 5
gold = 100
[[card]]
id = "jealous"
pile = "door"
kind = "curse"
effects = [{ op = "lose_named", card = "hireling" }, { op = "lose_named", card = "elf" }]
"""


@pytest.fixture
def ours(tmp_path, monkeypatch):
    """An add-on that has a Class and an Item of ids that base gives to other cards."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ours.toml").write_text(OURS)
    return "base+./ours.toml"


@pytest.mark.parametrize("pair", list(combinations(deck_names(), 2)), ids="+".join)
def test_two_decks_of_the_lab_as_one_are_the_same_box(pair):
    whole, box = compile_decks([plain_ids(read_box("+".join(pair)))]), load_decks(pair)
    assert whole.effect.tolist() == box.effect.tolist()
    box.card["in_hand"] = box.card["in_play"] = 0  # what was learned of a deck is kept by its name
    if whole.ids == box.ids:
        assert whole.card.tolist() == box.card.tolist()
    assert sorted(i.replace("@", "-") for i in box.ids) == sorted(whole.ids)


def test_twins_keep_their_own_references_and_identities(ours):
    deck = read_box(ours)
    found = {card.id: card for card in deck.cards}
    assert found["elf@ours"].identity == "elf" and found["elf"].kind == "race" and found["elf"].identity is None
    assert found["elf@ours"].effects[0].when == {"class": "elf", "owns": "hireling@ours"}
    assert [step.params["card"] for step in found["jealous"].effects] == ["hireling@ours", "elf@ours"]
    plain = {card.id: card for card in plain_ids(deck).cards}
    assert [step.params["card"] for step in plain["jealous"].effects] == ["hireling-ours", "elf-ours"]
    box, whole = load_decks(["base", "./ours.toml"]), compile_decks([plain_ids(deck)])
    assert whole.identities == box.identities and len(whole.card) == len(box.card)
    ids = [number.replace("@", "-") for number in box.ids]
    facts = ("copy", "level", "bonus", "gold", "kind", "identity", "only", "never", "tags")
    said = [
        {(names[r["number"]], *(int(r[key]) for key in facts)) for r in of.card}
        for names, of in ((ids, box), (whole.ids, whole))
    ]
    assert said[0] == said[1]
    slime = next(card for card in deck.cards if card.id == "drooling-slime")
    assert slime.against == {"race:elf": 4} and read_deck("base").cards != deck.cards


def test_equal_cards_of_two_decks_are_copies(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rat = next(card for card in read_deck("base").cards if card.id == "maul-rat")
    (tmp_path / "more.toml").write_text(card_text(rat))
    copies = {card.id: card.copies for card in read_box("base+./more.toml").cards}
    assert copies["maul-rat"] == rat.copies + 1 and len(copies) == len(read_deck("base").cards)


def test_an_id_that_is_taken_is_said(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    rows = [(n, level) for n, level in (("maul-rat", 9), ("maul-rat-ours", 3))]
    text = "".join(
        f'[[card]]\nid = "{n}"\npile = "door"\nkind = "monster"\nlevel = {level}\ntreasures = 1\n' for n, level in rows
    )
    (tmp_path / "ours.toml").write_text(text)
    with pytest.raises(DeckError, match="'maul-rat@ours' would be called 'maul-rat-ours', which is another card's id"):
        plain_ids(one_deck([read_deck("base"), read_deck("./ours.toml")]))
