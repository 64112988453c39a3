"""The handbook of card authors: every word has a meaning, what a card does is a sentence."""

from __future__ import annotations

import re
import tomllib

import pytest

from decks.card_schema import Card, parse_card
from decks.card_text import lines
from decks.condition_rows import BY_WORD, WHEN
from decks.handbook import Entry, entries, words
from decks.load_decks import load_decks
from decks.program_steps import TRIGGERS, Step
from decks.read_decks import deck_names, read_deck
from decks.words.program_writer import step_words, write
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


SPOKEN_DECKS = deck_names()


def lines_of(deck):
    return {card.id: [step_words(step, trigger) for trigger, step in card.steps()] for card in load_decks([deck]).cards}


def test_numbers_stand_where_the_sentence_names_them():
    pages = lines_of("cthulhu")["innsmouth-yellow-pages"]
    assert pages == ["Fetch: for this card and 2 other cards the owner takes a monster from the discards."]


def test_what_a_step_does_beside_is_said_of_those_alone_that_do_it():
    taken = {
        card: line for card, own in lines_of("cthulhu").items() for line in own if "a discarded Cultist card" in line
    }
    assert len(taken) > 3
    assert [card for card, line in taken.items() if "loses a Class for it" in line] == ["sudden-head-blow"]


@pytest.mark.parametrize("deck", SPOKEN_DECKS)
def test_no_card_shows_the_name_of_a_key_instead_of_its_value(deck):
    for card, told_of in lines_of(deck).items():
        for line in told_of:
            assert not re.search(r"`(amount|also|least)[ `=]", line), card


@pytest.mark.parametrize("deck", SPOKEN_DECKS)
def test_every_line_of_every_card_is_said_in_words_of_the_rules(deck):
    cards = load_decks([deck]).cards
    assert len(cards) > 50
    for card in cards:
        for heading, line in lines(card):
            if heading != "source":  # an address
                assert not re.search(r"`|[a-z]_[a-z]|\btriggers?\b|\brows?\b", line, re.IGNORECASE), (card.id, line)


def told(*steps):
    return write([(trigger, Step.model_validate(step)) for trigger, step in steps])


BAD, ROLLED, CHOSEN = Trigger.BAD_STUFF, Trigger.ROLLED, Trigger.CHOSEN
ROLL, DEATH = (BAD, {"op": "roll"}), {"op": "death"}


def test_a_die_and_what_follows_on_it_are_one_sentence():
    lose = {"op": "lose_levels", "amount": "die", "when": {"die_at_least": 3}}
    (line,) = told(ROLL, (ROLLED, DEATH | {"when": {"die_at_most": 2}}), (ROLLED, lose))
    loses = "the player loses as many Levels as the die shows"
    assert line == f"Roll a die: on a 1 or 2, the player dies; otherwise, {loses}."
    cases = {"die_at_most": 1}, {"die_at_most": 4}, {"die_at_least": 6}, {"die_at_least": 5}, {"die_at_least": 2}
    lines_of = [told(ROLL, (ROLLED, DEATH | {"when": case}))[0] for case in cases]
    wanted = ("a 1", "1 to 4", "a 6", "a 5 or 6", "2 to 6")
    assert lines_of == [f"Roll a die: on {numbers}, the player dies." for numbers in wanted]
    always = told(ROLL, (ROLLED, DEATH | {"when": {"die_at_most": 1}}), (ROLLED, DEATH))
    assert always == ["Roll a die: on a 1, the player dies; in any case, the player dies."]
    assert told((Trigger.JOINED, {"op": "roll"}), (ROLLED, DEATH), (BAD, DEATH)) == [
        "When the owner enters a combat as fighter or helper: roll a die; the player dies.",
        "The player dies.",
    ]  # fmt: skip


def test_a_choice_and_what_follows_on_it_are_one_sentence():
    ways = [(CHOSEN, DEATH | {"when": {"chose": number, "own_turn": True}}) for number in (1, 2)]
    assert told((BAD, {"op": "either"}), *ways) == [
        "Choose one of two: (1) the player dies, if it is the player's own turn; "
        "(2) the player dies, if it is the player's own turn."
    ]
    assert told((BAD, {"op": "declare", "amount": 6}), (CHOSEN, DEATH)) == [
        "Name a number from 1 to 6: the player dies."
    ]  # fmt: skip


def test_what_follows_on_a_die_elsewhere_says_so():
    assert told((ROLLED, DEATH | {"when": {"die_at_most": 2}})) == [
        "After its die: the player dies, if the die shows 2 or less."
    ]  # fmt: skip
    assert told((CHOSEN, DEATH)) == ["After that choice: the player dies."]
    assert told((Trigger.USED, DEATH)) == ["For that price: the player dies."]
    assert told((Trigger.NAMED, DEATH)) == ["For each of them: the player dies."]
    assert {one.leads_to for one in OPCODES} == {None, ROLLED, CHOSEN, Trigger.USED, Trigger.NAMED}
