"""Sentences and whole texts as players write them are read as what they mean, or not at all."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from decks.card_schema import DEFAULT_TRIGGER
from decks.near_words import near_words
from decks.program_steps import TRIGGERS, Step
from decks.words.program_meaning import Context, meaning
from decks.words.program_writer import write
from decks.words.text_reader import Reader
from decks.words.word_tokens import words
from engine.records.card_kinds import Trigger
from lab.errors import did_you_mean
from tests.decks.random_programs import mutations, random_program
from tests.decks.test_words_read_back import box_of

SENTENCES = tomllib.loads((Path(__file__).parent / "people_sentences.toml").read_text(encoding="utf-8"))
_, NAMES = box_of("base", "cthulhu")
READER = Reader(NAMES)


def programs(kind, rows):
    """The meanings of a program, or of several that a sentence may mean alike."""
    several = rows if rows and isinstance(rows[0], list) else [rows]
    return {
        meaning([(on(kind, step), step) for step in map(Step.model_validate, one)], NAMES) for one in several if one
    }


def on(kind, step):
    if step.on:
        return TRIGGERS[step.on]
    if step.opcode.family == "ability":
        return Trigger.ABILITY
    return Trigger.BAD_STUFF if kind == "bad_stuff" else DEFAULT_TRIGGER.get(kind, Trigger.IN_PLAY)


def context_of(kind):
    return Context("monster", bad_stuff=True) if kind == "bad_stuff" else Context(kind)


@pytest.mark.parametrize("kind", SENTENCES)
def test_sentences_of_people_are_read_as_they_are_meant_or_not_at_all(kind):
    for text, rows in SENTENCES[kind].items():
        reading = READER.read(text, context_of(kind))
        if reading.understood:
            found = {meaning(reading.program, NAMES)}
        else:
            found = {meaning(one, NAMES) for sentence in reading.sentences for one in sentence.programs}
            assert any(one.unread or one.why or len(one.programs) > 1 for one in reading.sentences), text
        assert found == programs(kind, rows) or (not rows and not reading.understood), (text, reading)


def test_what_is_not_read_is_quoted_with_the_nearest_that_can_be_said():
    (one,) = READER.read("Lose a Level, and sing a song.", Context("curse")).sentences
    assert one.unread == "and sing a song"
    (one,) = READER.read("Discard all Items worth 300 Gold Pieces.", Context("curse")).sentences
    assert any("discard Items worth 300" in text for text in one.nearest)  # with the number that the sentence has
    (one,) = READER.read("Draw a Treasure.", Context("item")).sentences
    assert not one.programs and one.why == "it happens once, and the sentence does not say when"


def test_flavour_in_quotes_and_brackets_is_left_out_in_words_and_rules_are_not():
    reading = READER.read('You lose a Level ("Oh dear.").', Context("curse"))
    assert reading.understood and reading.left_out == ('("Oh dear.")',)
    (one,) = READER.read("You lose a Level (unless you are an Elf).", Context("curse")).sentences
    assert one.programs[0][0][1].when == {"not_race": "elf"}
    assert not READER.read('You lose a Level "twice".', Context("curse")).understood
    assert not READER.read("You lose a Level (2 if you sing).", Context("curse")).understood


def test_what_columns_say_already_is_understood_or_contradicted():
    potion = Context("one_shot", columns={"bonus": 10})
    assert READER.read("+10, usable once only.", potion).understood
    (one,) = READER.read("+10, usable once only.", Context("one_shot", columns={"bonus": 5})).sentences
    assert not one.understood and one.against == (("bonus", 10),)
    (one,) = READER.read("2 hands", Context("item", columns={"hands": 2})).sentences
    assert one.understood and one.programs == ((),) and one.columns == (("hands", 2),)
    shoes = Context("item", columns={"run_away": 1})
    assert READER.read("+1 to Run Away.", shoes).program == ()
    assert len(READER.read("+1 to Run Away.", Context("item")).program) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Play this while somebody yodels. Gain a Level.",
        "Gain a Level. You can only play this at the seaside.",
        "Gain a Level. This card may only be played by whoever is left-handed.",
        "Usable by the tallest. Gain a Level.",
    ],
)
def test_where_it_is_not_read_when_a_card_is_played_nothing_of_it_is(text):
    """At any time it would be another card."""
    assert READER.read(text, Context("special")).program == ()


def test_what_else_is_not_read_leaves_the_rest():
    assert len(READER.read("Somebody yodels while you play this. Gain a Level.", Context("special")).program) == 1


def test_cards_are_known_by_their_printed_names_too():
    text = "If you have Hireling the Brave in play, lose a Level."
    assert not READER.read(text, Context("curse")).understood
    reading = Reader(NAMES, {"hireling": "Hireling, the Brave"}).read(text, Context("curse"))
    assert [step.when for _, step in reading.program] == [{"owns": "hireling"}]


def test_two_readings_are_both_told():
    (one,) = READER.read("Lose a Level and discard your hand if you are a Wizard.", Context("curse")).sentences
    assert len(one.programs) == 2 and not one.understood
    (one,) = READER.read("Lose 2 Levels if you are an Elf or a Cleric, and your Headgear.", Context("curse")).sentences
    assert len(one.programs) == 2
    own = READER.read("Lose a Level if you are an Elf, and an Item if you are a Wizard.", Context("curse"))
    assert [step.when for _, step in own.program] == [{"race": "elf"}, {"class": "wizard"}]
    assert READER.read("If you are a Wizard, lose a Level and discard your hand.", Context("curse")).understood


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


@pytest.mark.parametrize(
    ("given", "known", "near"),
    [
        ("fastr", ["faster", "base", "fortune"], ["faster"]),
        ("hand limt", ["hand_limit", "victory.level"], ["hand_limit"]),
        ("turn", ["reshuffles", "turns in the median game", "turns"], ["turns", "turns in the median game"]),
        ("lampp", ["Magic Lamp", "Huge Rock"], ["Magic Lamp"]),
        ("rt", ["start", "art"], ["art"]),  # two letters are the beginning of too much; art has 4 of 5 letters alike
        ("fastre", ["base", "faster"], ["faster"]),  # base has 3 of 10 letters twice, 0.6, faster 5 of 12, 0.83
        ("hour", ["run-away-four"], []),
        ("zebra", ["base", "cthulhu"], []),
        ("x" * 10_000, ["x"], []),
    ],
)
def test_near_words(given, known, near):
    assert near_words(given, known) == near


def test_a_question_goes_on():
    assert did_you_mean("COMPAIR", ["compare", "cards"]) == "did you mean compare? "
    assert did_you_mean("zebra", ["compare", "cards"]) == ""


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
