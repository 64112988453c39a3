"""The handbook of card authors: every word has a meaning, and every example says what it is an example of."""

from __future__ import annotations

import tomllib

import pytest

from decks.card_schema import Card, parse_card
from decks.condition_rows import BY_WORD, WHEN
from decks.handbook import Entry, entries, words
from decks.program_steps import TRIGGERS, Step
from decks.read_decks import deck_names, read_deck
from engine.records.card_kinds import TRIGGER_SAYS, Trigger
from engine.records.opcode_row import COST_SAYS, MOMENT_SAYS, Cost, Moment
from engine.records.opcodes import BY_NAME, OPCODES
from engine.records.timings import TIMING_SAYS, Timing

ALL = {(entry.stands_in, entry.word): entry for entry in entries()}
DECKS = {name: {card.id: card for card in read_deck(name).cards} for name in deck_names()}
SOME_CARD = {"id": "x", "name": "X", "pile": "door", "kind": "special"}


def test_everything_a_step_may_say_is_in_the_handbook():
    said = {("op", o.name) for o in OPCODES} | {("on", t) for t in TRIGGERS} | {("when", w.word) for w in WHEN}
    assert set(ALL) == said
    assert len(words()) == len(said), "a word stands in one place only, so that its name is enough"


def test_every_word_has_a_meaning():
    assert all(entry.says for entry in ALL.values())
    assert (set(TRIGGER_SAYS), set(TIMING_SAYS), set(MOMENT_SAYS), set(COST_SAYS)) == (
        set(Trigger), set(Timing), set(Moment), set(Cost),
    )  # fmt: skip


def uses(entry: Entry, card: Card) -> list[Step]:
    """Steps of a card that say a word."""
    if entry.stands_in == "op":
        return [step for _, step in card.steps() if step.op == entry.word]
    if entry.stands_in == "when":
        return [step for _, step in card.steps() if entry.word in step.when]
    return [step for trigger, step in card.steps() if trigger == TRIGGERS[entry.word]]


def test_the_example_is_a_step_of_a_card_that_says_the_word():
    for entry in ALL.values():
        if entry.example is None:
            assert not [card.id for deck in DECKS.values() for card in deck.values() if uses(entry, card)], entry.word
            continue
        shown = Step.model_validate(tomllib.loads(f"step = {{ {', '.join(entry.example.step)} }}")["step"])
        card = DECKS[entry.example.deck][entry.example.card]
        place = (card.bad_stuff or []) if entry.example.key == "bad_stuff" else card.effects
        assert shown in uses(entry, card) and shown in place, entry.word


@pytest.mark.parametrize("row", OPCODES, ids=lambda o: o.name)
def test_parameters_are_those_of_the_schema_and_may_be_left_out_as_it_says(row):
    listed = {one.name: one for one in ALL["op", row.name].parameters}
    assert tuple(listed) == row.params
    needed = {"amount": 1, "tag": "undead", "least": 1, "card": "x", "of": "human", "slot": "head", "axis": "class"}
    words = {"to": "left", "until": "removed", "status": "cultist_card", "pile": "door", "max": 1, "which": "any"}
    words |= {
        "side": "left",
        "held": "hand",
        "deed": "curse",
        "span": "turn",
        "toward": "higher",
        "pair": "left",
        "how": "swapped",
        "party": "monsters",
        "part": 2,
    }
    step = {name: (needed | words).get(name, "x") for name, one in listed.items() if not one.unless}
    for missing in (None, *step):  # with all that it needs it is a step; without any one of them it is none
        written = {key: value for key, value in step.items() if key != missing}
        card = SOME_CARD | {"effects": [{"op": row.name, **written}]}
        if missing is None:
            assert parse_card(card, "f.toml").effects[0].op == row.name
        else:
            with pytest.raises(ValueError, match=f"needs the key '{missing}'"):
                parse_card(card, "f.toml")


def test_the_page_of_an_opcode_says_when_it_may_be_played_and_at_what_price():
    played = {name: " | ".join(ALL["op", name].played) for name in BY_NAME}
    assert TIMING_SAYS[Timing.COMBAT] in played["strengthen_all"]
    assert TIMING_SAYS[Timing.FAILED] in played["escape"] and TIMING_SAYS[Timing.FLIGHT] in played["escape"]
    assert MOMENT_SAYS[Moment.EVENING] in played["study"] and COST_SAYS[Cost.OF_HAND] in played["study"]
    assert "a player" in played["backstab"] and "on = chosen" in played["either"]


def test_bounds_of_a_condition_are_those_of_the_schema():
    for word, row in BY_WORD.items():
        if row.value == "number":
            assert f"from {row.low} to {row.high}" in ALL["when", word].parameters[0].allowed
