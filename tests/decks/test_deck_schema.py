"""Card and deck files: every fault is one sentence that names file, card, key, value and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest

from decks.card_schema import Card, DeckError, parse_card, parse_deck
from decks.condition_rows import WHEN
from engine.records.card_kinds import Kind, Trigger
from engine.records.conditions import Condition
from engine.records.opcode_row import PARAMETERS
from engine.records.opcodes import OPCODES

SMASHING_BEAR = {
    "id": "smashing-bear",
    "name": "Smashing Bear",
    "pile": "door",
    "kind": "monster",
    "level": 8,
    "treasures": 2,
    "against": {"cossack": -3},
    "bad_stuff": [{"op": "lose_levels", "amount": 1}],
    "origin": "rulesheet",
    "invented": ["bad_stuff"],
}
LOSE_A_LEVEL = {
    "id": "curse-lose-a-level",
    "name": "Lose a Level",
    "pile": "door",
    "kind": "curse",
    "copies": 2,
    "text": "The victim drops one level, never below the first.",
    "cites": ["precedence.min-level"],
    "effects": [{"on": "cursed", "op": "lose_levels", "amount": 1}],
    "origin": "public",
    "source": "a public list",
}


def curse(**keys: Any) -> dict[str, Any]:
    return {"id": "test-curse", "pile": "door", "kind": "curse", **keys}


def step(**keys: Any) -> dict[str, Any]:
    return curse(effects=[keys])


@pytest.mark.parametrize("row", [SMASHING_BEAR, LOSE_A_LEVEL])
def test_the_published_examples_are_cards(row):
    card = parse_card(row, "example.toml")
    assert card.model_dump(exclude_unset=True, exclude={"bad_stuff", "effects"}) == {
        k: v for k, v in row.items() if k not in ("bad_stuff", "effects")
    }


def test_a_card_survives_being_written_and_read_again():
    card = parse_card({**SMASHING_BEAR, "effects": [{"op": "extra_level", "when": {"sex": "male"}}]}, "a.toml")
    assert parse_card(card.model_dump(exclude_unset=True), "b.toml") == card


@pytest.mark.parametrize(
    ("row", "words"),
    [
        (curse(lvl=2), ["unknown key 'lvl'", "level", "unmodelled"]),
        (curse(kind="spell"), ["key 'kind' is 'spell'", "monster", "special"]),
        (curse(pile="dor"), ["key 'pile' is 'dor'", "door", "treasure"]),
        (curse(id="Not Kebab"), ["key 'id' is 'Not Kebab'", "hyphens"]),
        (curse(copies=0), ["key 'copies' is 0", "a whole number from 1 to 99"]),
        (curse(copies="2"), ["key 'copies' is '2'", "a whole number"]),
        (curse(big=1), ["key 'big' is 1", "true or false"]),
        (curse(slot="nose"), ["key 'slot' is 'nose'", "head", "none"]),
        (curse(doubles="sex"), ["key 'doubles' is 'sex'", "class", "birthright"]),
        (curse(gold=-1), ["key 'gold' is -1", "from 0 to 100000"]),
        (curse(against={"elf": 100}), ["key 'against.elf' is 100", "from -99 to 99"]),
        (curse(invented=["bonsu"]), ["key 'invented' is 'bonsu'", "bonus"]),
        (curse(origin="rumour"), ["key 'origin' is 'rumour'", "rulesheet", "synthetic"]),
        (curse(effects="none"), ["key 'effects' is 'none'", "a list"]),
        (curse(bad_stuff=[{"op": "death", "on": "played"}]), ["bad_stuff[0].on", "'played'", "rolled, chosen"]),
        ({**curse(), "kind": "monster", "level": 1}, ["key 'treasures' is missing"]),
        ({**curse(), "kind": "doubler"}, ["key 'doubles' is missing", "class"]),
        ({"id": "x", "kind": "curse"}, ["key 'pile' is missing"]),
    ],
)
def test_a_wrong_key_of_a_card_is_one_clear_sentence(row, words):
    with pytest.raises(DeckError) as fault:
        parse_card(row, "decks/test/curses.toml")
    sentence = str(fault.value)
    assert sentence.startswith(f"decks/test/curses.toml: card {row['id']!r}: ")
    assert "\n" not in sentence
    assert all(word in sentence for word in words), sentence


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"op": "explode"}, ["op 'explode' is unknown", "lab opcodes"]),
        ({"op": "death", "on": "sunday"}, ["on 'sunday' is unknown", "bad_stuff"]),
        ({"op": "death", "how": "fast"}, ["key 'how' of op 'death' is unknown", "on, op, when"]),
        ({"op": "discard_hand"}, ["op 'discard_hand' needs the key 'amount'"]),
        ({"op": "lose_levels", "amount": -1}, ["amount of lose_levels: -1", "from 0 to 99"]),
        ({"op": "lose_levels", "amount": True}, ["amount of lose_levels: True", "from 0 to 99"]),
        ({"op": "lose_levels", "amount": "many"}, ["'many' is no amount", "all, die, hand"]),
        ({"op": "strength", "amount": "all"}, ["'all' is no amount", "whole numbers"]),
        ({"op": "lose_item", "which": "nose"}, ["which of lose_item: 'nose'", "head", "best"]),
        ({"op": "steal", "least": 7}, ["least of steal: 7", "from 1 to 6"]),
        ({"op": "death", "when": {"clas": "elf"}}, ["'clas' is no condition", "not_class"]),
        ({"op": "death", "when": {"highest": 1}}, ["highest = 1", "true or false"]),
        ({"op": "death", "when": {"fire_used": False}}, ["fire_used = False", "allowed: true"]),
        ({"op": "death", "when": {"die_at_most": 21}}, ["die_at_most = 21", "from 1 to 20"]),
        ({"op": "death", "when": {"wears": "nose"}}, ["wears = 'nose'", "feet"]),
        (
            {"op": "death", "when": {"class": "a", "race": "b", "sex": "male"}},
            ["3 conditions", "at most two in one step"],
        ),
    ],
)
def test_a_wrong_step_is_one_clear_sentence(keys, words):
    with pytest.raises(DeckError) as fault:
        parse_card(step(**keys), "f.toml")
    assert all(word in str(fault.value) for word in ["f.toml: card 'test-curse': effects 1: ", *words]), str(
        fault.value
    )


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"name": "X", "set": "x", "doors": 1}, ["key 'treasures' is missing"]),
        ({"name": "X", "set": "x", "doors": -1, "treasures": 1}, ["key 'doors' is -1", "from 0 to 500"]),
        ({"name": "X", "set": "x", "doors": 1, "treasures": 1, "art": "y"}, ["unknown key 'art'", "tags"]),
        ({"name": "", "set": "x", "doors": 1, "treasures": 1}, ["key 'name' is ''"]),
    ],
)
def test_a_wrong_deck_file_is_one_clear_sentence(table, words):
    with pytest.raises(DeckError) as fault:
        parse_deck(table, "x/deck.toml")
    assert all(word in str(fault.value) for word in ["x/deck.toml: ", *words]), str(fault.value)


def test_every_condition_can_be_said():
    said = {w.means for w in WHEN} | {w.refuted for w in WHEN if w.refuted is not None}
    assert said == set(Condition) - {Condition.ALWAYS}


def test_condition_words_are_said_once_and_explained():
    assert len({w.word for w in WHEN}) == len(WHEN)
    assert all(w.says for w in WHEN)


def test_the_columns_of_an_opcode_are_about_its_own_parameters():
    for row in OPCODES:
        named = {*row.optional, *row.bounds, *row.kinds, *([row.timing_if[0]] if row.timing_if else [])}
        assert named <= set(row.params), row.name
        assert "amount" in row.params or not (row.counted or row.signed or row.any_number), row.name
        assert set(row.params) - {"amount"} <= set(PARAMETERS), row.name


@pytest.mark.parametrize(
    ("kind", "trigger"),
    [
        ("curse", Trigger.CURSED), ("monster", Trigger.IN_FIGHT), ("enhancer", Trigger.IN_FIGHT),
        ("one_shot", Trigger.PLAYED), ("special", Trigger.PLAYED), ("go_up_a_level", Trigger.PLAYED),
        ("item", Trigger.IN_PLAY), ("class", Trigger.IN_PLAY), ("race", Trigger.IN_PLAY),
    ],
)  # fmt: skip
def test_the_kind_gives_a_step_its_trigger(kind, trigger):
    row = {**curse(), "kind": kind, "level": 1, "treasures": 1, "effects": [{"op": "show_hand"}, {"op": "charm"}]}
    row["effects"][1]["least"] = 3
    assert [t for t, _ in parse_card(row, "f.toml").steps()] == [trigger, Trigger.ABILITY]


def test_bad_stuff_comes_first_and_may_go_on_after_a_die():
    row = {**SMASHING_BEAR, "bad_stuff": [{"op": "roll"}, {"on": "rolled", "op": "death"}], "effects": [{"op": "roll"}]}
    assert [t for t, _ in parse_card(row, "f.toml").steps()] == [Trigger.BAD_STUFF, Trigger.ROLLED, Trigger.IN_FIGHT]


def test_kinds_of_the_schema_are_those_of_the_engine():
    for kind in Kind:
        row = {**curse(), "kind": kind.name.lower(), "level": 1, "treasures": 1, "doubles": "class"}
        assert isinstance(parse_card(row, "f.toml"), Card)
