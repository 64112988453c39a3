"""`lab opcodes`: a list of all words, a page for each, and a sentence for what is none."""

from __future__ import annotations

import json

import pytest

from decks.handbook import entries, words
from lab import cli

WIDTH = 80


def said(capsys: pytest.CaptureFixture[str], *argv: str) -> str:
    assert cli.main(["opcodes", *argv]) == 0
    return capsys.readouterr().out


def test_the_list_names_every_word_and_fits_a_narrow_screen(capsys):
    text = said(capsys)
    lines = text.splitlines()
    assert max(map(len, lines)) <= WIDTH
    assert [line.split()[0] for line in lines if line.startswith("  ") and line[2] != " "] == list(words())


def test_a_page_tells_everything_and_fits_a_narrow_screen(capsys):
    for entry in entries():
        text = said(capsys, entry.word)
        assert max(map(len, text.splitlines())) <= WIDTH
        told = " ".join(text.split()).lower()
        assert entry.says.lower() in told
        assert all(one.name in told and one.allowed.lower() in told for one in entry.parameters)
        assert all(when.lower() in told for when in entry.played)
        assert all(one.lower() in told for one in entry.sayings)
        if entry.example is None:
            assert "no card of the decks uses it" in told
        else:
            assert all(" ".join(key.split()).lower() in told for key in entry.example.step)
            assert f"{entry.example.card}, of the deck {entry.example.deck}" in told


@pytest.mark.parametrize(("name", "near"), [("strenth", "strength"), ("level-at-last", "level_at_least"), ("zzzz", "")])
def test_an_unknown_word_is_one_sentence_with_what_is_near(name, near, capsys):
    assert cli.main(["opcodes", name]) == 2
    text = capsys.readouterr().err.strip()
    assert len(text.splitlines()) == 1 and repr(name) in text
    assert near in text and ("near it" in text) == bool(near)


def test_json_holds_the_same(capsys):
    rows = json.loads(said(capsys, "--json"))
    assert [row["word"] for row in rows] == list(words())
    (row,) = json.loads(said(capsys, "steal", "--json"))
    assert (row["stands_in"], row["family"]) == ("op", "ability")
    assert [one["name"] for one in row["parameters"]] == ["least", "name"]
    assert row["example"]["card"] == "thief"
