"""The decks of Critical Role and Magical Mess: counts, skeleton, provenance, and the facts the sheets state."""

from __future__ import annotations

from collections import Counter

import pytest

from decks.card_lint import lint_deck
from decks.load_decks import load_decks
from decks.read_decks import read_deck
from engine.records.card_kinds import Axis, Kind, Pile, Tag, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op

SKELETON = {1: 5, 2: 5, 4: 4, 6: 4, 8: 4, 10: 3, 12: 3, 14: 3, 16: 3, 18: 2, 20: 1}
"""Monsters of each level in every set of the family."""
TREASURES = {1: 1, 2: 1, 4: 2, 6: 2, 8: 2, 10: 3, 12: 3, 14: 4, 16: 4, 18: 5, 20: 5}
DECKS = ("critical_role", "magical_mess")
PUBLISHED = {"critical_role": (172 + 7, 7), "magical_mess": (93 + 75, 0)}
"""Cards in the box, and how many of them are Characters."""


@pytest.fixture(scope="module", params=DECKS)
def name(request):
    return request.param


def facts(deck, card_id):
    compiled = load_decks([deck])
    return compiled.card[list(compiled.card["number"]).index(compiled.ids.index(card_id))]


def steps(deck, card_id):
    return [(str(step.on), step.op, step.params.get("amount"), step.when) for step in card(deck, card_id).effects]


def card(deck, card_id):
    return next(c for c in read_deck(deck).cards if c.id == card_id)


def test_counts_are_those_published(name):
    compiled = load_decks([name])
    total, characters = PUBLISHED[name]
    assert len(compiled.card) == total
    assert int((compiled.card["kind"] == int(Kind.CHARACTER)).sum()) == characters
    piles = Counter(int(p) for p in compiled.card["pile"])
    info = read_deck(name).info
    assert (piles[Pile.DOOR], piles[Pile.TREASURE]) == (info.doors, info.treasures)
    if name == "magical_mess":
        assert (info.doors, info.treasures) == (93, 75)


def test_nothing_is_unmodelled_and_lint_finds_nothing(name):
    assert load_decks([name]).unmodelled == []
    assert lint_deck(read_deck(name)) == []


def test_monsters_stand_on_the_family_skeleton(name):
    monsters = [c for c in read_deck(name).cards if c.kind == "monster"]
    assert Counter(c.level for c in monsters) == SKELETON
    assert all(c.treasures == TREASURES[c.level] and c.levels == (2 if c.level >= 16 else 1) for c in monsters)


def test_the_note_says_what_share_is_synthetic(name):
    deck = read_deck(name)
    copies = {o: sum(c.copies for c in deck.cards if c.origin == o) for o in ("synthetic", "rulesheet", "public")}
    assert deck.info.note.startswith(f"{copies['synthetic']} of {sum(copies.values())} cards")


def test_known_cards_say_which_facts_are_invented(name):
    for c in read_deck(name).cards:
        if c.origin == "synthetic":
            assert not c.invented and not c.source
        else:
            assert c.source
        if c.kind == "monster" and c.origin != "synthetic" and c.id != "chrysanthemummy":
            assert {"level", "treasures", "bad_stuff"} <= set(c.invented)


@pytest.mark.rule("role.list", "drive.list", "critical.play", "guest.yeza", "enhancer.nein", "gual.level-nine")
def test_critical_role_has_the_cards_of_its_sheet():
    cards = read_deck("critical_role").cards
    assert {c.name for c in cards if c.kind == "role"} == {"Fighter", "Rogue", "Priest", "Mage"}
    assert {c.name for c in cards if c.kind == "drive"} == {"Freedom", "Protection", "Vengeance", "Redemption"}
    assert facts("critical_role", "critical-role")["axis"] == Axis.ROLE
    assert facts("critical_role", "driven")["axis"] == Axis.DRIVE
    nein = facts("critical_role", "nein")
    assert (nein["kind"], nein["bonus"], nein["treasures"]) == (Kind.ENHANCER, 9, 2)
    yeza = facts("critical_role", "yeza-brenatto")
    assert (yeza["kind"], yeza["bonus"]) == (Kind.GUEST_STAR, 1)
    assert steps("critical_role", "yeza-brenatto") == [("None", "strength", 1, {"drive": "protection"})]
    assert [(amount or 1) for _, _, amount, _ in steps("critical_role", "level-nine")] == [2, 1, 1]
    assert not card("critical_role", "level-nine").invented


@pytest.mark.rule("boss.need-three")
def test_critical_role_has_five_bosses():
    compiled = load_decks(["critical_role"])
    assert int((compiled.card["tags"] & int(Tag.BOSS) != 0).sum()) == 5


@pytest.mark.rule("role.fighter.reckless", "role.fighter.flurry")
def test_the_fighter_has_his_two_abilities():
    compiled = load_decks(["critical_role"])
    row = facts("critical_role", "fighter")
    program = compiled.effect[row["first"] : row["last"]]
    assert [(int(e["op"]), int(e["amount"])) for e in program] == [(Op.RECKLESS, 2), (Op.FLURRY, 2)]


@pytest.mark.rule("class.list", "race.list", "item.enhancer", "item.enhancer-cursed", "mooplicate.basic")
def test_magical_mess_has_the_cards_of_its_sheet():
    cards = read_deck("magical_mess").cards
    assert {c.name for c in cards if c.kind == "class"} == {"Warrior", "Wizard", "Thief", "Cleric"}
    assert {c.name for c in cards if c.kind == "race"} == {"Elf", "Dwarf", "Halfling"}
    assert {c.doubles for c in cards if c.kind == "doubler"} == {"class", "race"}
    cursed = [c for c in cards if c.kind == "item_enhancer" and "cursed" in c.tags]
    assert len(cursed) == 2 and all(c.bonus < 0 and c.pile == "door" for c in cursed)
    assert [op for _, op, _, _ in steps("magical_mess", "mooplicate")] == ["copy_monster"]
    assert facts("magical_mess", "undead")["tags"] & Tag.UNDEAD


@pytest.mark.rule("help.elf-bonus", "example.magical-mess-elf", "class.item-restriction")
def test_magical_mess_numbers_are_those_of_its_sheet():
    moop = facts("magical_mess", "minty-fresh-moop")
    assert (moop["kind"], moop["bonus"]) == (Kind.ONE_SHOT, 4)
    assert facts("magical_mess", "candletick")["bonus"] == 3
    imbued = facts("magical_mess", "imbued-with-magical-energy")
    assert (imbued["bonus"], imbued["treasures"]) == (10, 2)
    mummy = facts("magical_mess", "chrysanthemummy")
    assert (mummy["level"], mummy["treasures"], bool(mummy["tags"] & Tag.UNDEAD)) == (6, 2, True)
    (brings,) = card("magical_mess", "ram-a-llama-ding-dong").effects
    assert brings.op == "each_strength" and brings.params == {"amount": 3, "of": "elf"}
    assert card("magical_mess", "bugaboo").against == {"cleric": 4}
    assert card("magical_mess", "bonobolas").require == ["dwarf"]


def test_the_monster_rows_of_a_named_bonus_ask_for_a_participant():
    compiled = load_decks(["magical_mess"])
    row = facts("magical_mess", "bugaboo")
    first = compiled.effect[row["first"]]
    assert (int(first["trigger"]), int(first["cond"])) == (Trigger.IN_FIGHT, Condition.ANYONE_IS)


def test_the_two_decks_mix_with_each_other_and_with_base():
    assert len(load_decks(["critical_role", "magical_mess"]).card) == 179 + 168
    assert len(load_decks(["base", "magical_mess"]).card) == 168 + 168
