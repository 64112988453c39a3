"""What the lab writes of a program, and says that one can say, it reads as that program, and as no other."""

from __future__ import annotations

from random import Random

import pytest

from decks.card_arrays import names_of
from decks.card_schema import trigger_of
from decks.deck_box import mix
from decks.program_steps import Step
from decks.read_decks import deck_names, read_deck
from decks.text_lists import read_list
from decks.value_kinds import Names
from decks.words.clause_table import Clause, clauses, conditions, order_clauses, triggers
from decks.words.drafts import Draft
from decks.words.patterns import parsed
from decks.words.program_meaning import Context, meaning
from decks.words.program_writer import write
from decks.words.sayings import said, to_you
from decks.words.text_reader import Reader
from decks.words.word_tokens import plain_kinds, words
from engine.records.card_kinds import Trigger
from tests.decks.random_programs import random_program


def box_of(*decks):
    box = [read_deck(deck) for deck in decks]
    mixed = mix(box, (), "")
    return mixed, mixed.entries[0].names(names_of(box, mixed)) if len(box) == 1 else names_of(box, mixed)


@pytest.mark.parametrize("deck", deck_names())
def test_every_program_of_every_deck_is_read_back(deck):
    mixed, names = box_of(deck)
    reader = Reader(names)
    for card in (entry.card for entry in mixed.entries):
        bad, steps = len(card.bad_stuff or []), card.steps()
        for part, context in ((steps[:bad], Context(card.kind, True)), (steps[bad:], Context(card.kind))):
            reading = reader.read(" ".join(write(part)), context)
            assert reading.understood and not reading.left_out, (card.id, reading)
            assert meaning(reading.program, names) == meaning(part, names), (card.id, reading)


@pytest.mark.parametrize("op", ["treasure", "hand_limit", "extra_hands"])
@pytest.mark.parametrize("amount", [{"count": "items"}, {"count": "hand", "per": 3}, {"count": "races", "times": -2}])
def test_so_many_more_or_fewer_for_each_of_something(op, amount):
    _, names = box_of("base")
    part = [(Trigger.IN_PLAY, Step.model_validate({"op": op, "amount": amount}))]
    reading = Reader(names).read(" ".join(write(part)), Context("race"))
    assert reading.understood and meaning(reading.program, names) == meaning(part, names), write(part)


def test_the_name_of_a_card_that_says_your_speaks_to_nobody():
    """What people say to a player is asked where the card lies; what the lab writes is asked where it stands."""
    _, names = box_of("base")
    when = {"anyone_owns": "curse-lose-the-armor-you-are-wearing"}
    part = [(Trigger.LOOTED, Step.model_validate({"op": "each_gains", "amount": 7, "of": ["sex:male"], "when": when}))]
    text = " ".join(write(part))
    reading = Reader(names).read(text, Context("curse"))
    assert "the armor you are" in text.lower() and reading.understood, text
    assert meaning(reading.program, names) == meaning(part, names)


@pytest.mark.parametrize("condition", ["tag", "its_tag"])
def test_tags_behind_a_condition_of_tags_are_none_of_the_card(condition):
    """On an enhancer what says more of columns is meant first: a list of tags was cut in two."""
    _, names = box_of("base")
    tags = sorted(names.tags)[:3]
    part = [(Trigger.ABILITY, Step.model_validate({"op": "second_try", "name": "pay-off", "when": {condition: tags}}))]
    reading = Reader(names).read(" ".join(write(part)), Context("enhancer"))
    assert reading.understood and not reading.columns
    assert meaning(reading.program, names) == meaning(part, names)


def wrong_readings(count, seed):
    """Random programs that are not read as what they are: their sentences."""
    _, names = box_of("cthulhu", "critical_role")
    reader, found = Reader(names), []
    for place in range(count):
        program, context = random_program(Random(f"{seed} {place}"), names)
        text = " ".join(write(program))
        reading = reader.read(text, context)
        if not reading.understood or meaning(reading.program, names) != meaning(program, names):
            found.append((text, [one for one in reading.sentences if not one.understood]))
    return found


def test_random_programs_are_read_back():
    assert wrong_readings(60, "core") == []


def test_what_is_quickly_read_is_read_alike():
    """Every example of the table: words without numbers and signs take a shorter way."""
    rows = [row for table in (clauses(), order_clauses()) for some in table.values() for row in some]
    texts = [text for row in rows for text in said(row)]
    short = {text: plain_kinds(text) for text in texts}
    assert sum(one is not None for one in short.values()) > 500
    for text, kinds in short.items():
        assert kinds is None or kinds == [word.kind for word in words(text)], text


def test_columns_of_a_list_are_called_as_those_of_a_deck_and_none_is_passed_over(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("Name,Card Type,Combat bonus,Rules text,Wording,Bad things\nCap,Item,3,Elves only.,Fine hat.,\n")
    (row,) = read_list(path)
    assert (row.kind, row.columns) == ("item", {"bonus": 3})
    assert row.texts == (("text", "Elves only."), ("text", "Fine hat."))


NAMES = Names({"race:human": 4, "sex:male": 1, "race:elf": 8, "class:cleric": 16}, {"undead": 1}, {"that-card": 0})
READER = Reader(NAMES)


def drafts(text):
    """Every step that a sentence may mean, wherever it stands."""
    return [one for body in READER._forest.meanings(words(text)) for one in body if isinstance(one, Draft)]


def cases(tables):
    return [(name, text) for name, rows in tables.items() for row in rows for text in said(row)]


def test_what_is_said_of_an_opcode_is_understood_as_it():
    for op, text in cases(clauses()):
        assert op in {draft.op for draft in drafts(text)}, text


def test_what_is_said_of_a_condition_is_understood_as_it():
    alike = {}
    for word, text in cases(conditions()):
        alike.setdefault(text, set()).add(word)  # nobody helps: alone, or not helped
    for text, same in alike.items():
        found = {name for draft in drafts(f"Lose a Level, if {text}") for name, _ in draft.when}
        assert found & same, text


def test_what_is_said_of_a_moment_is_understood_as_it():
    for word, text in cases({name: (row,) for name, row in triggers().items()}):
        assert word in {draft.at for draft in drafts(f"{text}: lose a Level")}, text


def test_examples_stand_for_values_and_people_are_called_you():
    row = Clause(("x",), parsed("the player loses {amount:a Level|Levels}[ at once]"),
                 (parsed("the player (drops|goes) down {amount:number} (Levels|Level)"),))  # fmt: skip
    assert said(row) == ("the player loses a Level", "you drops down 3 Levels")
    fixed = Clause(("x",), parsed("{to:who} sings{also=1}"), fixed={"to": ("right",)})
    assert said(fixed) == ("the player on the right sings",)
    told = {"the player has a hat": "you have a hat", "the owner loses it": "you lose it", "it loses": "it loses"}
    assert {text: to_you(text) for text in told} == told


@pytest.mark.parametrize(
    ("op", "amount", "kind"),
    [
        ("hand_limit", {"count": "players"}, "rule"),
        ("hand_limit", {"count": "classes", "times": -2}, "rule"),
        ("treasure", {"count": "extra", "per": 5}, "monster"),
        ("extra_level", -1, "monster"),
        ("extra_level", {"count": "lower", "times": -1}, "monster"),
        ("strength", {"count": "higher", "times": 2}, "rule"),
    ],
)
def test_more_and_fewer_of_what_is_counted_is_written_and_read(op, amount, kind):
    step = Step.model_validate({"op": op, "amount": amount})
    program = [(trigger_of(kind, step), step)]
    (text,) = write(program)
    reading = READER.read(text, Context(kind))
    assert reading.understood and meaning(reading.program, NAMES) == meaning(program, NAMES), text


def test_a_name_that_is_none_of_its_kind_is_no_program():
    (one,) = READER.read("Lose a Level, if your Drive is Elf.", Context("curse")).sentences
    assert not one.programs and "'elf' is no identity" in one.why
