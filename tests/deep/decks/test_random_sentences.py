"""Thousands of programs that nobody has thought of are written and read back, and changed sentences are noticed."""

from __future__ import annotations

import pytest

from decks.read_decks import deck_names
from decks.words.text_reader import Reader
from tests.decks.test_words_of_people import deck_sentences, unnoticed, unnoticed_of_random
from tests.decks.test_words_read_back import wrong_readings


def test_random_programs_are_read_back():
    assert wrong_readings(250, "deep") == []


@pytest.mark.parametrize("deck", [name for name in deck_names() if name != "base"])  # that one is in the core
def test_changed_sentences_of_every_deck_mean_something_else(deck):
    names, found = deck_sentences(deck)
    reader = Reader(names)
    assert [one for text, context in found.items() for one in unnoticed(reader, names, text, context)] == []


def test_changed_random_sentences_mean_something_else():
    assert unnoticed_of_random(30, "deep") == []
