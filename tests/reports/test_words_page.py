"""The Guide's page "What one can say" is what the table of clauses says, and whatever it says is understood so."""

from __future__ import annotations

import pytest

from decks.card_schema import KINDS, trigger_of
from decks.program_steps import TRIGGERS, Step
from decks.read_decks import deck_names
from decks.rule_texts import house_names, reader
from decks.value_kinds import Fault
from decks.words.clause_table import THEMES, clauses, columns, conditions, triggers, values
from decks.words.program_meaning import Context, meaning
from decks.words.sayings import said
from decks.words.text_reader import Reader
from engine.inputs.toml import parse_toml
from engine.records.card_kinds import Trigger
from reports import words_page
from tests.decks.test_words_read_back import box_of

SECTIONS = words_page.FILE.read_text(encoding="utf-8").split("\n## ")[1:]
ROWS = {
    section.partition("\n")[0]: [
        [cell.strip() for cell in line.strip("|").split(" | ")] for line in section.splitlines()[4:]
    ]
    for section in SECTIONS[:-1]
}
"""Sentences and steps of all sections but the last, which is about columns."""
PLACES = (Context("rule"), *map(Context, KINDS), Context("monster", bad_stuff=True))


def test_the_page_is_what_the_table_decks_and_rules_say_now():
    """`python -m reports.words_page` writes it anew."""
    assert words_page.FILE.read_text(encoding="utf-8") == words_page.text()


def test_every_clause_has_its_row_and_every_row_its_step():
    alike = {said(row)[0] for rows in conditions().values() for row in rows}  # of helped and alone only one is said
    does = {id(row) for rows in clauses().values() for row in rows if row.theme}
    moments = [row for row in triggers().values() if said(row)]
    rows = [row for section in ROWS.values() for row in section]
    assert len(rows) == len(alike) + len(does) + len(moments) + len(values()["counts"])
    assert len(SECTIONS) == len(THEMES) + 4 and len(SECTIONS[-1].splitlines()) == 4 + len(columns())
    assert not [row for row in rows if len(row) < 2 or not row[1].startswith("`{ ")]
    assert {row.theme for rows in clauses().values() for row in rows} <= {*THEMES}


@pytest.fixture(scope="module")
def boxes():
    """A reader and its names for each deck, by its name; the house's own for rules, and for what no card has."""
    found = {name: box_of(name)[1] for name in deck_names()}
    return {"": (reader(), house_names()), **{name: (Reader(names), names) for name, names in found.items()}}


def program_of(code, context):
    """The steps of a row as they count in a place."""
    steps = [Step.model_validate(row) for row in parse_toml(f"steps = [{code.strip('`')}]", Fault, "row")["steps"]]
    if context.bad_stuff:
        return [(TRIGGERS[step.on] if step.on else Trigger.BAD_STUFF, step) for step in steps]
    return [(trigger_of(context.kind, step), step) for step in steps]


@pytest.mark.parametrize("section", ROWS)
def test_every_example_is_read_as_its_step(section, boxes):
    for says, code, *where in ROWS[section]:
        deck = next((name for name in deck_names() if where and where[0].endswith(f"({name})")), "")
        own, names = boxes[deck]
        example = says.split(" *Or:* ")[0]
        for context in PLACES:
            reading = own.read(example, context)
            if reading.understood and meaning(reading.program, names) == meaning(program_of(code, context), names):
                break
        else:
            raise AssertionError((example, code))
