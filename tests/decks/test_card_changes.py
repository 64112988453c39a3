"""Single values of cards changed on the way into a box."""

from __future__ import annotations

import pytest

from decks.card_changes import CHANGEABLE
from decks.card_schema import Card, DeckError
from decks.load_decks import Compiled, load_decks

CHICKEN = "large-angry-chicken"
WIZARDS = {"staff-of-napalm", "pointy-hat-of-power"}
BIG = {
    "chainsaw-of-bloody-dismemberment", "huge-rock", "shield-of-ubiquity", "swiss-army-polearm", "tuba-of-charm",
    "stepladder", "mithril-armor",
}  # fmt: skip
"""What only a Wizard may use, and the Big Items, by hand from decks/base/items_*.toml."""


def rows(compiled: Compiled, card_id: str):
    return compiled.card[compiled.card["number"] == compiled.ids.index(card_id)]


@pytest.fixture(scope="module")
def base() -> Compiled:
    return load_decks(["base"])


def test_a_change_reaches_every_copy_and_nothing_else(base):
    changed = load_decks(["base"], changes={f"{CHICKEN}.level": "12", f"{CHICKEN}.treasures": "3"})
    assert set(rows(changed, CHICKEN)[["level", "treasures"]].tolist()) == {(12, 3)}
    assert set(rows(base, CHICKEN)[["level", "treasures"]].tolist()) == {(2, 1)}
    others = [n for n, card_id in enumerate(base.ids) if card_id != CHICKEN]
    assert all(base.cards[n] == changed.cards[n] for n in others)
    assert (changed.card["key"] == base.card["key"]).all() and changed.ids == base.ids


def test_all_of_a_kind_or_a_tag_change_by_so_much_and_single_cards_after_them(base):
    levels = {n: int(row["level"]) for n, row in zip(base.card["number"], base.card, strict=True)}
    changes = {
        "huge-rock.bonus": "1 less",
        f"{CHICKEN}.level": "9",
        "tag:undead.level": "2 more",
        "kind:curse.copies": "0",
    }
    changed = load_decks(["base"], changes=changes)
    assert not [card for card in changed.cards if card.kind == "curse"] and len(changed.card) < len(base.card)
    undead = [card.id for card in base.cards if card.kind == "monster" and "undead" in card.tags]
    assert len(undead) > 2 and CHICKEN not in undead
    for card_id in undead:
        assert set(rows(changed, card_id)["level"].tolist()) == {levels[base.ids.index(card_id)] + 2}
    assert set(rows(changed, CHICKEN)["level"].tolist()) == {9}
    before, after = (set(rows(box, "huge-rock")["bonus"].tolist()) for box in (base, changed))
    assert after == {bonus - 1 for bonus in before}


def test_what_only_a_class_may_use_and_all_that_is_big_change_as_one(base):
    changed = load_decks(["base"], changes={"for:wizard.gold": "100 more", "with:big.bonus": "1 more"})
    moved = {
        old.id: (new.gold - old.gold if old.gold is not None else 0, new.bonus - old.bonus)
        for old, new in zip(base.cards, changed.cards, strict=True)
        if new != old
    }
    assert {i for i, (gold, _) in moved.items() if gold} == WIZARDS
    assert moved["huge-rock"] == (0, 1) and {i for i, (_, more) in moved.items() if more} == BIG


@pytest.mark.parametrize(("place", "value", "told"), [
    ("kind:dragon.level", "3", "no card of these decks that has level is of the kind 'dragon'"),
    ("tag:undead.gold", "3", "no card of these decks that has gold is of the tag 'undead'"),
    ("for:barbarian.bonus", "3", "no card of these decks that has bonus may be used only by 'barbarian'"),
    ("with:gold.bonus", "3", "no card of these decks that has bonus is 'gold'"),
    ("huge-rock.slot", "2 more", "'2 more' is no change of 'slot'; allowed: a whole number more or less"),
])  # fmt: skip
def test_a_change_that_means_no_card_is_refused(place, value, told):
    with pytest.raises(DeckError) as error:
        load_decks(["base"], changes={place: value})
    assert told in str(error.value)


def test_the_hash_follows_the_content(base):
    same = load_decks(["base"], changes={f"{CHICKEN}.level": "2"})
    twelve, thirteen = (load_decks(["base"], changes={f"{CHICKEN}.level": n}) for n in ("12", " 13 "))
    assert same.deck_hash == base.deck_hash
    assert len({base.deck_hash, twelve.deck_hash, thirteen.deck_hash}) == 3


@pytest.mark.parametrize(
    ("place", "value", "column", "expected"),
    [
        ("mithril-armor.big", "false", "big", 0),
        ("mithril-armor.big", "yes", "big", 1),
        ("mithril-armor.gold", "none", "gold", 0),
        ("mithril-armor.slot", "none", "slot", 0),
        ("mithril-armor.bonus", "-4", "bonus", -4),
    ],
)
def test_a_value_is_read_by_the_type_of_its_key(place, value, column, expected):
    compiled = load_decks(["base"], changes={place: value})
    assert set(rows(compiled, place.split(".")[0])[column].tolist()) == {expected}


def test_copies_may_be_changed_down_to_none(base):
    assert len(rows(base, "wandering-monster")) == 3
    more = load_decks(["base"], changes={"wandering-monster.copies": "7"})
    assert rows(more, "wandering-monster")["copy"].tolist() == [*range(7)]
    without = load_decks(["base"], changes={"wandering-monster.copies": "0"})
    assert "wandering-monster" not in without.ids and len(without.card) == len(base.card) - 3


def test_copies_may_be_taken_out_and_put_in_as_far_as_there_are_any(base):
    for change, left in (("2 less", 1), ("3 less", 0), ("2 more", 5)):
        changed = load_decks(["base"], changes={"wandering-monster.copies": change})
        assert len(changed.card) == len(base.card) - 3 + left
    both = load_decks(["base", "cthulhu"])
    fewer = load_decks(["base", "cthulhu"], changes={"wandering-monster.copies": "1 less"})
    assert len(rows(fewer, "wandering-monster")) == len(rows(both, "wandering-monster")) - 1
    with pytest.raises(DeckError, match="there are no 4 of copies = 3"):
        load_decks(["base"], changes={"wandering-monster.copies": "4 less"})


def test_copies_are_those_of_the_box_not_of_each_deck():
    box = load_decks(["base", "cthulhu"], changes={"wandering-monster.copies": "4"})
    assert len(rows(box, "wandering-monster")) == 4


def test_every_plain_key_of_the_schema_can_be_changed():
    values = Card.model_validate({"id": "x", "pile": "door", "kind": "curse"}).model_dump()
    plain = {key for key, value in values.items() if isinstance(value, (int, bool))}
    assert {*CHANGEABLE} == plain | {"level", "treasures", "hands", "gold", "slot", "pile"}


@pytest.mark.parametrize(
    ("place", "value", "sentence"),
    [
        (
            f"{CHICKEN}.level",
            "0",
            f"--change {CHICKEN}.level=0: card '{CHICKEN}': key 'level' is 0; allowed",
        ),
        (f"{CHICKEN}.level", "many", f"--change {CHICKEN}.level=many: key 'level' is 'many'; allowed: a whole number"),
        (f"{CHICKEN}.level", "none", "key 'level' is missing; a monster needs level and treasures"),
        (f"{CHICKEN}.levels", "none", "key 'levels' is 'none'; allowed: a whole number"),
        (f"{CHICKEN}.gold", "100", "'gold' does nothing on a monster; it counts on: item, item_enhancer, one_shot"),
        (f"{CHICKEN}.kind", "curse", "'kind' is no key that can be changed; allowed: ID.KEY with copies, level"),
        (f"{CHICKEN}.copies", "100", "key 'copies' is 100; allowed: a whole number from 1 to 99"),
        ("level", "3", "'level' is no key that can be changed"),
        ("large-angry-chiken.level", "3", f"'large-angry-chiken' is no card of these decks; near it: {CHICKEN}"),
        ("zzzz.level", "3", "'zzzz' is no card of these decks; allowed: the id of a card in them"),
        ("mithril-armor.big", "2", "key 'big' is '2'; allowed: true, yes, false, no"),
        ("mithril-armor.slot", "knee", "key 'slot' is 'knee'; allowed: none, head"),
    ],
)
def test_a_change_that_cannot_be_is_one_clear_sentence(place, value, sentence):
    with pytest.raises(DeckError, match=sentence) as fault:
        load_decks(["base"], changes={place: value})
    assert str(fault.value).startswith(f"--change {place}={value}: ")


def test_what_refers_to_a_card_left_out_is_named():
    with pytest.raises(DeckError, match="'wizard' is no identity of these decks"):
        load_decks(["base"], changes={"wizard.copies": "0"})


TAGS = ["fish"]
SHARK = {"id": "shark", "name": "Shark", "pile": "door", "kind": "monster", "level": 6, "treasures": 2, "tags": TAGS}


def test_added_cards_bring_tags_along_that_a_step_asks_for(base):
    """Without one the tag would do nothing, as one that is misspelled does."""
    more = {"on": "in_fight", "op": "extra_level", "when": {"killed": "fish"}}
    box = load_decks(["base"], [{**SHARK, "effects": [more]}])
    assert set(rows(box, "shark")["tags"].tolist()) == {box.tags["fish"]}
    assert base.tags.keys() < box.tags.keys() and len({*box.tags.values()}) == len(box.tags)
    with pytest.raises(DeckError) as error:
        load_decks(["base"], [SHARK])
    assert "'fish' is no tag of these decks; allowed: " in str(error.value)
