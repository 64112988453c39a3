"""A sentence that says something else is never read as what it does not say."""

from __future__ import annotations

from random import Random

import pytest

from decks.words.program_meaning import Context, meaning
from decks.words.program_writer import write
from decks.words.text_reader import Reader
from decks.words.word_tokens import words
from tests.decks.random_programs import random_program
from tests.decks.sentence_mutations import mutations
from tests.decks.test_words_read_back import box_of


def unnoticed(reader, names, text, context):
    """Mutations of a sentence that may mean what the sentence means."""
    (sentence,) = reader.read(text, context).sentences
    (program,) = sentence.programs
    kinds = [(word.kind, word.number) for word in words(text)]
    for other in mutations(text):
        if [(word.kind, word.number) for word in words(other)] == kinds:
            continue  # the same for people too: the owner's, their
        for reading in reader.read(other, context).sentences:
            if any(meaning(one, names) == meaning(program, names) for one in reading.programs):
                yield other


def deck_sentences(deck):
    mixed, names = box_of(deck)
    found = {}
    for card in (entry.card for entry in mixed.entries):
        bad, steps = len(card.bad_stuff or []), card.steps()
        for part, context in ((steps[:bad], Context(card.kind, True)), (steps[bad:], Context(card.kind))):
            found |= {text: context for text in write(part)}
    return names, found


@pytest.mark.parametrize("deck", ["base"])
def test_changed_sentences_of_a_deck_mean_something_else(deck):
    names, found = deck_sentences(deck)
    reader = Reader(names)
    assert [one for text, context in found.items() for one in unnoticed(reader, names, text, context)] == []


def unnoticed_of_random(count, seed):
    _, names = box_of("cthulhu", "critical_role")
    reader, found = Reader(names), []
    for place in range(count):
        program, context = random_program(Random(f"{seed} {place}"), names)
        for text in write(program):
            found += unnoticed(reader, names, text, context)
    return found


def test_changed_random_sentences_mean_something_else():
    assert unnoticed_of_random(6, "core") == []


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("Draw a Treasure if you are the lowest-level player in the fight.", [False]),  # of two, not of the table
        ("Draw a Treasure if you are the lowest-level player.", [True]),
        ("Turn the monster into jelly. It is worth 2 more Treasures.", [False, False]),  # a reward without its price
        ("All monsters get +4. It is worth 2 more Treasures.", [True, True]),
    ],
)
def test_what_a_card_says_of_something_unread_is_not_read(text, read):
    _, names = box_of("base")
    assert [one.understood for one in Reader(names).read(text, Context("one_shot")).sentences] == read
