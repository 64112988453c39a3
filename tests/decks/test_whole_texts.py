"""Texts of whole cards as people write them are read as what they mean, and what they do not say is not read."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from decks.program_steps import Step
from decks.words.program_meaning import Context, meaning
from tests.decks.test_words_of_people import NAMES, READER, on

CARDS = tomllib.loads((Path(__file__).parent / "whole_texts.toml").read_text(encoding="utf-8"))["card"]


def read(card):
    bad = "bad_stuff" in card
    text = card["bad_stuff" if bad else "text"]
    return READER.read(text, Context(card["kind"], bad, card.get("columns", {})))


def expected(card):
    kind = "bad_stuff" if "bad_stuff" in card else card["kind"]
    steps = map(Step.model_validate, card.get("program", []))
    return meaning([(on(kind, step), step) for step in steps], NAMES)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.get("text") or card["bad_stuff"])
def test_a_text_is_read_as_it_is_meant_or_not_at_all(card):
    reading = read(card)
    found, meant = meaning(reading.program, NAMES), expected(card)
    assert (sorted(found) == sorted(meant)) if card.get("either_order") else found == meant, reading
    assert [one.text for one in reading.sentences if not one.understood] == card.get("unread", []), reading
    said = {name: list(value) if isinstance(value, tuple) else value for name, value in reading.columns.items()}
    assert said == card.get("says", {})
    assert list(reading.left_out) == card.get("left_out", [])


def test_one_sentence_is_read_within_what_a_page_may_take():
    from time import process_time

    longest = max((card.get("text") or card["bad_stuff"] for card in CARDS), key=len)
    begin = process_time()
    READER.read(longest, Context("monster", bad_stuff=True))
    assert process_time() - begin < 0.5  # four sentences; 50 ms each, and as much again on a loaded machine
