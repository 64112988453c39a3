"""Decks into arrays: counts, stable numbers and keys, mixing, hashes, and what the columns hold."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from decks.card_schema import DeckError
from decks.load_decks import Compiled, check_deal, load_decks
from decks.read_decks import deck_names
from engine.records.amounts import Amount
from engine.records.card_kinds import FREE_IDENTITY, FREE_TAG, Axis, Kind, Slot, Trigger
from engine.records.conditions import Condition
from engine.records.opcodes import Op
from engine.records.step_values import Chooser, Until, Which

COSSACK = {"id": "cossack", "pile": "door", "kind": "class"}
BEAR = {
    "id": "smashing-bear", "pile": "door", "kind": "monster", "level": 8, "treasures": 2,
    "against": {"cossack": -3}, "bad_stuff": [{"op": "lose_levels", "amount": 1}],
}  # fmt: skip


def make_deck(root: Path, name: str, cards: str, tags: str = "[]") -> Path:
    folder = root / name
    folder.mkdir(parents=True)
    (folder / "deck.toml").write_text(f'name = "{name}"\nset = "{name}"\ndoors = 1\ntreasures = 0\ntags = {tags}\n')
    (folder / "cards.toml").write_text(cards)
    return folder


def toml(card_id: str, more: str = "") -> str:
    return f'[[card]]\nid = "{card_id}"\npile = "door"\nkind = "curse"\n{more}\n'


def number(compiled: Compiled, card_id: str) -> int:
    return compiled.ids.index(card_id)


def card(compiled: Compiled, card_id: str) -> np.void:
    return compiled.card[compiled.card["number"] == number(compiled, card_id)][0]


def rows(compiled: Compiled, card_id: str) -> np.ndarray:
    facts = card(compiled, card_id)
    return compiled.effect[facts["first"] : facts["last"]]


@pytest.fixture(scope="module")
def base() -> Compiled:
    return load_decks(["base"])


@pytest.fixture(scope="module")
def cthulhu() -> Compiled:
    return load_decks(["cthulhu"])


def test_six_cultists_four_of_every_other_class(cthulhu):
    kinds = cthulhu.card[cthulhu.card["kind"] == Kind.CLASS]
    copies = {cthulhu.ids[n]: int(np.sum(kinds["number"] == n)) for n in set(kinds["number"].tolist())}
    assert copies == {"cultist": 6, "investigator": 4, "monster-whacker": 4, "professor": 4}
    assert [cthulhu.ids[n] for n in set(cthulhu.card[cthulhu.card["locked"] == 1]["number"].tolist())] == ["cultist"]


@pytest.mark.parametrize("deck", ["base", "cthulhu"])
def test_numbers_follow_sorted_ids_and_copies_follow_numbers(deck):
    compiled = load_decks([deck])
    assert list(compiled.ids) == sorted(compiled.ids)
    order = list(zip(compiled.card["number"].tolist(), compiled.card["copy"].tolist()))
    assert order == sorted(order)
    assert len(compiled.names) == len(compiled.cards) == len(compiled.ids)


def test_keys_depend_on_id_and_copy_alone(base):
    expected = int.from_bytes(hashlib.sha256(b"curse-lose-a-level#1").digest()[:8], "big")
    copies = base.card[base.card["number"] == number(base, "curse-lose-a-level")]
    assert int(copies["key"][1]) == expected
    assert len(set(base.card["key"].tolist())) == len(base.card)


def test_adding_a_card_changes_no_other_key(base):
    more = load_decks(["base"], extra=[{"id": "aaa", "pile": "door", "kind": "curse", "unmodelled": "all"}])
    assert set(more.card["key"].tolist()) > set(base.card["key"].tolist())


def test_programs_are_contiguous_and_their_triggers_marked(base):
    spans = sorted({(int(c["first"]), int(c["last"])) for c in base.card if c["last"] > c["first"]})
    assert [s[0] for s in spans] == [0, *[s[1] for s in spans[:-1]]]
    assert spans[-1][1] == len(base.effect)
    for facts in base.card:
        program = base.effect[facts["first"] : facts["last"]]
        assert {int(t) for t in Trigger if facts["triggers"] >> t & 1} == set(program["trigger"].tolist())


def test_the_published_example_compiles_to_a_row_for_and_one_against():
    compiled = load_decks([], extra=[COSSACK, BEAR])
    against, bad = rows(compiled, "smashing-bear")
    assert (against["trigger"], against["cond"], against["op"]) == (
        Trigger.IN_FIGHT,
        Condition.ANYONE_IS,
        Op["STRENGTH"],
    )
    assert (against["x"], against["amount"]) == (compiled.identities["cossack"], -3)
    assert (bad["trigger"], bad["op"], bad["amount"]) == (Trigger.BAD_STUFF, Op["LOSE_LEVELS"], 1)


def test_identity_bits_are_given_in_sorted_order(base):
    given = ["cleric", "thief", "warrior", "wizard", "dwarf", "elf", "halfling"]  # class:.. before race:..
    assert [base.identities[i] for i in given] == [FREE_IDENTITY << n for n in range(len(given))]
    assert (base.identities["male"], base.identities["female"], base.identities["human"]) == (1, 2, 4)


def test_identities_of_a_name_on_two_axes_are_told_apart():
    role = {"id": "wizard-role", "identity": "wizard", "pile": "door", "kind": "role"}
    compiled = load_decks(["base"], extra=[role])
    assert compiled.identities["class:wizard"] != compiled.identities["role:wizard"]
    assert rows(compiled, "unspeakably-awful-indescribable-horror")["x"][1] == compiled.identities["class:wizard"]


def test_an_ambiguous_identity_must_say_its_axis():
    role = {"id": "wizard-role", "identity": "wizard", "pile": "door", "kind": "role"}
    hat = {"id": "hat", "pile": "treasure", "kind": "item", "require": ["wizard"]}
    extra: list[dict[str, Any]] = [{"id": "wizard", "pile": "door", "kind": "class"}, role, hat]
    with pytest.raises(DeckError, match="'wizard' is ambiguous; allowed: class:wizard, role:wizard"):
        load_decks([], extra=extra)
    extra[2] = {**hat, "require": ["role:wizard"]}
    assert load_decks([], extra=extra).card["only"].max() > 0


def test_tags_of_a_deck_come_after_those_of_the_engine(base):
    assert base.tags["undead"] == 1
    assert [base.tags[t] for t in ("deadly", "footgear", "legwear")] == [FREE_TAG, FREE_TAG * 2, FREE_TAG * 4]
    assert card(base, "staff-of-napalm")["tags"] == base.tags["fire"] | base.tags["stick"]


def test_columns_of_an_item(base):
    facts = card(base, "shield-of-ubiquity")
    assert (facts["kind"], facts["slot"], facts["hands"], facts["big"]) == (Kind.ITEM, Slot.HAND, 1, 1)
    assert (facts["bonus"], facts["gold"], facts["is_item"]) == (4, 600, 1)
    assert (facts["only"], facts["never"]) == (base.identities["warrior"], 0)
    assert card(base, "gentlemens-club")["never"] == base.identities["female"]


def test_columns_of_other_kinds(base, cthulhu):
    assert card(base, "super-munchkin")["axis"] == Axis.CLASS
    assert card(base, "elf")["axis"] == Axis.RACE
    assert card(base, "curse-change-sex")["axis"] == -1
    assert card(base, "squidzilla")["no_pursue"] == 4
    assert card(cthulhu, "tentacle")["hands"] == -1
    assert card(cthulhu, "galoshes")["stacks"] == 1


@pytest.mark.rule("oneshot.from-hand-or-table")
def test_a_one_shot_without_a_value_is_no_item(cthulhu):
    assert card(cthulhu, "sicker-ichor")["is_item"] == 1
    assert card(cthulhu, "song-of-madness")["is_item"] == 0


def test_parameters_stand_in_the_order_of_the_opcode_table(base, cthulhu):
    chooser = rows(cthulhu, "curse-hastur-hastur-hastur")[0]
    assert (chooser["amount"], chooser["a"], chooser["b"]) == (1, Which.ANY, Chooser.RIGHT)
    kept = rows(base, "curse-change-sex")[1]
    assert (kept["op"], kept["a"]) == (Op["KEEP"], Until.NEXT_COMBAT)
    spell = rows(base, "wizard")[0]
    assert (spell["amount"], spell["a"], spell["b"]) == (1, 3, 0)


def test_amounts_known_only_in_the_game(base):
    assert rows(base, "gelatinous-octahedron")[0]["amount"] == Amount.ALL
    assert Amount.DIE in rows(base, "3872-orcs")["amount"].tolist()


def test_references_become_numbers_and_masks(base, cthulhu):
    assert rows(base, "kill-the-hireling")[1]["a"] == number(base, "hireling")
    assert rows(cthulhu, "song-of-madness")[1]["x"] == number(cthulhu, "ozathoth")
    useless = rows(cthulhu, "foggoth")[2]
    assert useless["a"] == cthulhu.tags["fire"] | cthulhu.tags["ichor"]


def test_abilities_have_names(base):
    first = int(card(base, "cleric")["first"])
    assert [base.labels[first], base.labels[first + 1]] == ["resurrection", "turn-undead"]
    assert {"berserk", "flight-spell", "charm", "backstab", "steal", "second-try"} <= set(base.labels.values())


def test_conditions_have_two_places():
    when = {"fighter": True, "own_turn": True}
    compiled = load_decks([], extra=[{**COSSACK, "effects": [{"op": "strength", "amount": 1, "when": when}]}])
    assert compiled.effect[["cond", "cond2"]].tolist() == [(Condition.FIGHTER, Condition.OWN_TURN)]


def test_the_hash_does_not_depend_on_files_or_their_order(tmp_path):
    make_deck(tmp_path / "one", "d", toml("a") + toml("b"))
    folder = make_deck(tmp_path / "two", "d", toml("b"))
    (folder / "another.toml").write_text(toml("a"))
    one, two = (load_decks(["d"], root=tmp_path / r) for r in ("one", "two"))
    assert one.deck_hash == two.deck_hash
    assert np.array_equal(one.card, two.card)


def test_the_hash_tells_every_fact():
    assert load_decks([], extra=[COSSACK]).deck_hash != load_decks([], extra=[{**COSSACK, "copies": 2}]).deck_hash


def test_equal_cards_of_two_decks_add_their_copies(tmp_path):
    make_deck(tmp_path, "a", toml("same", 'copies = 2\nsource = "here"'))
    make_deck(tmp_path, "b", toml("same", 'copies = 3\nsource = "there"'))
    compiled = load_decks(["a", "b"], root=tmp_path)
    assert (compiled.ids, len(compiled.card)) == (("same",), 5)
    assert compiled.card["copy"].tolist() == [0, 1, 2, 3, 4]


def test_different_cards_of_one_id_are_kept_apart(tmp_path):
    refers = toml("other", 'effects = [{ op = "lose_named", card = "same" }]')
    make_deck(tmp_path, "a", toml("same"))
    make_deck(tmp_path, "b", toml("same", 'effects = [{ op = "death" }]') + refers)
    compiled = load_decks(["a", "b"], root=tmp_path)
    assert compiled.ids == ("other", "same", "same@b")
    assert rows(compiled, "other")[0]["a"] == 2  # a deck's references mean its own cards


def test_both_shipped_decks_make_one_box():
    compiled = load_decks(["cthulhu", "base"])
    assert len(compiled.card) == 336
    assert not [i for i in compiled.ids if "@" in i]
    assert int(np.sum(compiled.card["number"] == number(compiled, "wandering-monster"))) == 6


@pytest.mark.parametrize(
    ("names", "extra", "sentence"),
    [
        (["atlantis"], [], f"key 'deck' is 'atlantis'; allowed: {', '.join(deck_names())}"),
        (["base", "base"], [], "names 'base' twice"),
        ([], [], "have 0 cards; allowed: 1 to"),
        (["base"], [{**COSSACK, "id": "wizard"}], "card 'wizard': key 'id' is taken"),
        ([], [COSSACK, COSSACK], "card 'cossack': key 'id' is used twice"),
        ([], [BEAR], "card 'smashing-bear': key 'against': 'cossack' is no identity of these decks; allowed: female"),
        ([], [{**COSSACK, "tags": ["tall"]}], "card 'cossack': key 'tags': 'tall' is no tag of these decks; allowed:"),
        (
            [],
            [{**COSSACK, "effects": [{"op": "lose_named", "card": "hat"}]}],
            r"card 'cossack': step 1 \(lose_named\): card of lose_named: 'hat' is no card",
        ),
        ([], ["cossack"], "key 'card' holds 'cossack'"),
    ],
)
def test_what_cannot_be_loaded_is_one_clear_sentence(names, extra, sentence):
    with pytest.raises(DeckError, match=sentence):
        load_decks(names, extra=extra)


def test_too_many_cards_are_refused():
    extra = [{**COSSACK, "id": f"c{i}", "copies": 99} for i in range(6)]
    with pytest.raises(DeckError, match="594 cards; allowed: 1 to 512"):
        load_decks([], extra=extra)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[[card", "not valid TOML"),
        ("[[kard]]\nid = 1", "unknown key 'kard' .did you mean 'card'..; allowed: card"),
        ('card = "x"', "key 'card' holds 'x'"),
        (toml("a") + toml("a"), "card 'a': key 'id' is used twice"),
    ],
)
def test_a_broken_family_file_is_named(tmp_path, content, sentence):
    make_deck(tmp_path, "d", content)
    with pytest.raises(DeckError, match=sentence) as fault:
        load_decks(["d"], root=tmp_path)
    assert "cards.toml" in str(fault.value)


@pytest.mark.rule("setup.deal-four-four")
def test_a_deck_must_be_large_enough_to_deal(base):
    check_deal(base, 6, 4, 4)
    small = load_decks([], extra=[{**COSSACK, "copies": 11}])
    with pytest.raises(DeckError, match="11 door cards are too few to deal 4 each to 3 players; allowed: 12 or more"):
        check_deal(small, 3, 4, 4)
