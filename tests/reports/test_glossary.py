"""The glossary, and the Guide's page of what one can say."""

from __future__ import annotations

import pytest

from decks.card_schema import KINDS, trigger_of
from decks.near_words import near_words
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
from lab import cli
from reports import words_page
from reports.glossary import found, terms
from tests.decks.test_words_read_back import box_of

KNOWN = {
    "win credit": "",
    "draw \u0394, kick \u0394, OH \u0394": "",
    "too strong, too weak": "",
    "p": "",
    "paired": "",
    "run": "",
}


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        ("Win Credits", "win credit"), ("win-credit", "win credit"), ("credit", "win credit"),
        ("kick", "draw \u0394, kick \u0394, OH \u0394"), ("too weak", "too strong, too weak"),
        ("p", "p"), ("pair", None), ("", None),
    ],
)  # fmt: skip
def test_a_word_is_found_as_people_type_it(asked, word):
    assert found(asked, KNOWN) == word


def test_near_words_are_named():
    assert near_words("pairde", KNOWN) == ["paired"] and near_words("strong", KNOWN) == ["too strong, too weak"]
    assert near_words("zebra", KNOWN) == []


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ("decisions", "decisions: decisions per game."), ("faster", "faster: How much shorter is a game"),
        ("pairing", "paired: "), ("forks", "fork Δ: "), ("hand limit", "hand_limit: "), ("deck", "Usage: lab decks "),
        ("class", "class: A card that stays"), ("Import", "Import: lab decks import"),
        ("powers", "powers: What a card"), ("require", "require: Who may use"),
        ("spreadsheet", "spreadsheet: lab decks import"),
        ("pace", "estimated minutes, "), ("slow", "estimated minutes, "), ("far behind", "far behind: Far behind is"),
        ("significance", "found: "), ("cthulhu", "cthulhu: The Cthulhu sheet"),
    ],
)  # fmt: skip
def test_what_a_designer_types_leads_to_a_word(asked, says, capsys):
    assert cli.main(["help", asked]) == 0
    assert capsys.readouterr().out.startswith(says)


def test_the_list_is_short_and_no_word_hides_another():
    known = terms()
    assert 20 <= len(known) <= 30 and all(found(word, known) == word for word in known)
    assert all(means.endswith(".") and 5 < len(means.split()) < 60 for means in known.values())


def test_the_help_of_a_command_stands_below_a_word_of_the_same_name(capsys):
    assert cli.main(["help", "run"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("run: ") and "Usage: lab run [OPTIONS]" in said
    assert cli.main(["help", "decks", "check"]) == 0
    assert capsys.readouterr().out.startswith("Usage: lab decks check ")


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (["hopeless"], "hopeless time: Rounds that players begin several times as far from the winning Level"),
        (["restricted"], "restricted length: "),
        (["downtime"], "downtime: How long a player waits between own turns"),
        (["lead", "change"], "lead changes: "),
        (["longest"], "downtime, longest of a game: Mean over games of the longest wait of any player."),
    ],
)  # fmt: skip
def test_words_of_metrics_are_known_too(asked, says, capsys):
    assert cli.main(["help", *asked]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.startswith(says) and "See lab metrics " in said


def test_what_games_are_compared_by_and_where_minutes_come_from_are_told(capsys):
    assert cli.main(["help", "measures"]) == 0
    assert "Measures: turns, estimated minutes, games within an hour, rounds, " in " ".join(
        capsys.readouterr().out.split()
    )
    for asked in ("minutes", "hour", "estimated minutes", "within an hour"):
        assert cli.main(["help", asked]) == 0
        said = " ".join(capsys.readouterr().out.split())
        assert (
            "pace.toml in the store" in said and "--primary minutes" in said and "lab metrics estimated_minutes" in said
        )


@pytest.mark.parametrize("asked", ["tie", "ties", "several winners"])
def test_what_a_tie_does_and_where_it_is_counted_is_told(asked, capsys):
    assert cli.main(["help", asked]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "--primary 'several winners'" in said and "all win together" in said and "lab metrics endings" in said


def test_a_misspelt_metric_is_told_its_neighbour(capsys):
    assert cli.main(["help", "downtme"]) == 2
    assert "did you mean downtime?" in capsys.readouterr().err


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
