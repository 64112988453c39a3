"""`lab help`: one list of words for the page and the command line, found by what people type."""

from __future__ import annotations

import pytest

from decks.near_words import near_words
from lab import cli
from reports.glossary import found, terms

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
