"""The decks russia and conan: what the sheets say of their cards, the family skeleton, and what is our own."""

from __future__ import annotations

import pytest

from decks.card_lint import lint_deck
from decks.card_schema import Card, Deck
from decks.load_decks import Compiled, load_decks
from decks.read_decks import read_deck
from engine.records.card_kinds import Kind, Pile, Tag

DECKS = ("russia", "conan")

# Family skeleton: monsters of each level, their Treasures, and two levels from level 16 up.
LEVELS = {1: 5, 2: 5, 4: 4, 6: 4, 8: 4, 10: 3, 12: 3, 14: 3, 16: 3, 18: 2, 20: 1}
TREASURES = {1: {1}, 2: {1}, 4: {2}, 6: {2}, 8: {2}, 10: {3}, 12: {3}, 14: {4}, 16: {4}, 18: {4, 5}, 20: {5}}

# Every fact printed on the sheets, card by card; all other keys of these cards must stand in `invented`.
RUSSIA = {
    "Smashing Bear": {"kind": "monster", "level": 8, "treasures": 2, "against": {"cossack": -3}},
    "Viy": {"kind": "monster"},
    "Survived the Perestroyka": {"kind": "enhancer", "bonus": 10, "treasures": 2},
    "Instant Borsch": {"kind": "one_shot", "bonus": 4},
    "Rofling Pin": {"kind": "item", "bonus": 3},
    "Footwraps": {"kind": "item"},
    "Wadded Jacket": {"kind": "item"},
    "Balalaika": {"kind": "item"},
    "Raspberry-Red Jacket": {"kind": "item", "require": ["oligarch"]},
    "Lollipop Sword": {"kind": "item"},
    "Super Munchkin": {"kind": "doubler", "doubles": "class"},
    "Wandering Monster": {"kind": "wandering"},
    "Cheat!": {"kind": "cheat"},
    "Cossack": {"kind": "class"},
    "Oligarch": {"kind": "class", "tags": ["first_in_charity"]},
    "Athlete": {"kind": "class"},
    "Hacker": {"kind": "class"},
}
PREVIEWED = (
    "Golden Fish", "Debt Collector", "Troll Factory", "Eurovision Singer", "Rasputin", "Chekov", "Napoleon",
    "Baba Yaga", "Three Brown Bears", "Wishing Ring",
)  # fmt: skip
CONAN = {
    "Baal-Pteor the Strangler": {"kind": "monster", "level": 12, "treasures": 3, "against": {"wizard": -3}},
    "Thaug": {"kind": "monster", "against": {"cimmerian": 4}},
    "The God in the Bowl": {"kind": "monster"},
    ". . . That Turns Into A Giant Snake": {"kind": "enhancer", "bonus": 5, "treasures": 1},
    "Curse! Betrayed!": {"kind": "curse"},
    "Pelias": {"kind": "comrade", "bonus": 4, "identity": "wizard"},
    "Maul of the Titans": {"kind": "item", "bonus": 5, "slot": "hand", "hands": 2},
    "Yuetshi Knife": {"kind": "item", "slot": "hand"},
    "Cobra Crown": {"kind": "item"},
    "Staff of Mitra": {"kind": "item"},
    "Vandal Sandals": {"kind": "item"},
    "Stygian Staff": {"kind": "item", "require": ["cleric"]},
    "Stygian Girdle": {"kind": "item"},
    "Lotus Powder": {"kind": "one_shot"},
    **{name: {"kind": "race"} for name in ("Cimmerian", "Stygian", "Kushite", "Zamoran")},
    **{name: {"kind": "class"} for name in ("Warrior", "Wizard", "Thief", "Cleric")},
    **{name: {"kind": "birthright"} for name in ("Noble", "Barbarian")},
    "Half-Breed": {"kind": "doubler", "doubles": "race"},
    "Super Munchkin": {"kind": "doubler", "doubles": "class"},
    "Wandering Monster": {"kind": "wandering"},
}
NAMED = [("russia", name, facts) for name, facts in RUSSIA.items()]
NAMED += [("conan", name, facts) for name, facts in CONAN.items()]
NEVER_INVENTED = {"id", "name", "kind", "origin", "source", "invented"}


@pytest.fixture(scope="module", params=DECKS)
def deck(request: pytest.FixtureRequest) -> Deck:
    return read_deck(request.param)


def compiled(name: str) -> Compiled:
    return load_decks([name])


def named(deck_name: str, card_name: str) -> Card:
    (card,) = [c for c in read_deck(deck_name).cards if c.name == card_name]
    return card


# Both boxes hold 168 cards; the split by pile is ours and follows base and cthulhu.
@pytest.mark.parametrize(("name", "doors", "treasures"), [("russia", 95, 73), ("conan", 100, 68)])
def test_the_boxes_are_full(name, doors, treasures):
    piles = compiled(name).card["pile"].tolist()
    assert (piles.count(Pile.DOOR), piles.count(Pile.TREASURE)) == (doors, treasures)
    assert doors + treasures == 168


def test_every_card_is_modelled_and_clean(deck):
    assert [c.id for c in deck.cards if c.unmodelled] == []
    assert lint_deck(deck) == []


def test_the_monsters_follow_the_family_skeleton(deck):
    monsters = [c for c in deck.cards if c.kind == "monster"]
    assert sum(c.copies for c in monsters) == 37
    assert {level: sum(c.level == level for c in monsters) for level in LEVELS} == LEVELS
    for c in monsters:
        assert c.level is not None and c.treasures in TREASURES[c.level], c.id
        assert c.levels == (2 if c.level >= 16 else 1), c.id


def test_enhancers_pay_for_what_they_add(deck):
    enhancers = [c for c in deck.cards if c.kind == "enhancer"]
    assert {(c.bonus, c.treasures) for c in enhancers} == {(5, 1), (10, 2), (-5, -1)}


@pytest.mark.parametrize(("deck_name", "name", "facts"), NAMED, ids=[f"{d}-{n}" for d, n, _ in NAMED])
def test_a_named_card_has_the_facts_of_its_sheet(deck_name, name, facts):
    card = named(deck_name, name)
    assert card.origin == "rulesheet"
    assert {key: getattr(card, key) for key in facts} == facts
    own = card.model_fields_set - NEVER_INVENTED - facts.keys()
    assert set(card.invented) | {"pile"} == own | {"pile"}


@pytest.mark.parametrize("name", PREVIEWED)
def test_a_previewed_card_has_nothing_but_its_name_from_there(name):
    card = named("russia", name)
    assert (card.origin, card.kind) == ("public", "one_shot" if name == "Wishing Ring" else "monster")
    stated = {"copies"} if name == "Wishing Ring" else set()
    assert set(card.invented) == card.model_fields_set - NEVER_INVENTED - {"pile"} - stated


def test_the_god_in_the_bowl_is_slow():
    assert named("conan", "The God in the Bowl").run_away > 0


def test_all_other_cards_are_said_to_be_ours(deck):
    known = {*RUSSIA, *PREVIEWED} if deck.name == "russia" else {*CONAN, "Tastes Like Chicken!"}
    ours = {c.name for c in deck.cards if c.origin == "synthetic"}
    assert not ours & known
    assert {c.name for c in deck.cards} - ours - known <= {"Jeweled Breastplate"}
    share = sum(c.copies for c in deck.cards if c.origin == "synthetic")
    assert f"{share} of 168 cards ({round(100 * share / 168)} %) are synthetic" in deck.info.note


def test_our_own_names_are_not_those_of_the_public_lists(deck):
    ours = {c.name for c in deck.cards if c.origin == "synthetic"}
    public = {c.name for name in ("base", "cthulhu") for c in read_deck(name).cards}
    assert not ours & public


@pytest.mark.rule("group.types")
def test_russia_has_four_kinds_of_monsters_that_join_each_other():
    monsters = [c for c in read_deck("russia").cards if c.kind == "monster"]
    count = {tag: sum(tag in c.tags for c in monsters) for tag in ("babushka", "wolf", "undead", "dragon")}
    assert count["dragon"] == 2
    assert min(count.values()) == 2
    assert all(sum(tag in c.tags for tag in count) <= 1 for c in monsters)


@pytest.mark.rule("charity.oligarch-first")
def test_only_the_oligarch_comes_first_at_charity():
    rows = compiled("russia")
    first = {rows.ids[c["number"]] for c in rows.card if c["tags"] & Tag.FIRST_IN_CHARITY}
    assert first == {"oligarch"}


@pytest.mark.parametrize(
    ("name", "kind", "copies"),
    [
        ("russia", Kind.CLASS, {"cossack": 4, "oligarch": 4, "athlete": 4, "hacker": 4}),
        ("russia", Kind.DOUBLER, {"super-munchkin": 2}),
        ("conan", Kind.CLASS, {"warrior": 3, "wizard": 3, "thief": 3, "cleric": 3}),
        ("conan", Kind.RACE, {"cimmerian": 3, "stygian": 3, "kushite": 3, "zamoran": 3}),
        ("conan", Kind.BIRTHRIGHT, {"noble": 2, "barbarian": 2}),
        ("conan", Kind.DOUBLER, {"super-munchkin": 2, "half-breed": 2}),
        ("conan", Kind.COMRADE, {"pelias": 1, "odo-the-baggage-carrier": 2}),
        ("conan", Kind.CANCEL, {"tastes-like-chicken": 1}),
    ],
)
def test_identities_and_companions_with_their_copies(name, kind, copies):
    rows = compiled(name)
    found = [rows.ids[c["number"]] for c in rows.card if c["kind"] == kind]
    assert {card: found.count(card) for card in set(found)} == copies


@pytest.mark.parametrize("name", DECKS)
def test_the_decks_mix_with_another(name):
    assert len(load_decks([name, "cthulhu"]).card) == 336
