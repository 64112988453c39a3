"""What the lab says that one can say is understood as what it says it is."""

from __future__ import annotations

import pytest

from decks.card_schema import trigger_of
from decks.program_steps import Step
from decks.value_kinds import Names
from decks.words.clause_table import Clause, clauses, conditions, triggers
from decks.words.drafts import Draft
from decks.words.patterns import parsed
from decks.words.program_meaning import Context, meaning
from decks.words.program_writer import write
from decks.words.sayings import said, to_you
from decks.words.text_reader import Reader
from decks.words.word_tokens import words

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
