"""What opcodes do, said with their values: every value that a step may have is in its sentence, and none is a key."""

from __future__ import annotations

import re

import pytest

from decks.condition_rows import BY_WORD
from decks.phrases import PHRASES, WORDS, phrase
from decks.program_steps import Step, amount_words
from decks.sentences import HOLDS, NOT, SAYS, condition
from decks.special_phrases import REMOVED, SPECIAL, STATES
from decks.value_kinds import enumeration, words_of
from decks.value_words import CARDS, ITEMS, SLOTS, THINGS, UNTIL, WHO
from engine.records.card_kinds import Pile, Slot, Trigger
from engine.records.opcode_row import Chooser, Removal, Until, What, Which
from engine.records.opcodes import BY_NAME
from engine.records.state import Status

SAID = [*PHRASES, *SPECIAL]
NAMES = {
    "tag": ["undead", ["fire", "ichor"]], "identity": ["elf", ["elf", "wizard"], "female"],
    "card": ["hireling", "miners-helmet"], "label": ["bribe", "pay-off"],
}  # fmt: skip
ALIKE = {
    ("lose_item", "which"): {"any", "all"},  # one of all Items is any
    ("possess", "which"): {"any", "all"},
    ("escape", "amount"): {0, 2, 3, "all", "die", "hand", "kills"},  # all but a single one: no roll is needed
}
"""Values that mean the same."""


def choices(row, parameter):
    """Values that a parameter may have: all words, and some numbers."""
    if parameter == "amount":
        low, high = row.bounds_of("amount")
        return [n for n in (1, 2, 3, 0, -2, 500) if low <= n <= high] + list(amount_words(row))
    kind = row.kind_of(parameter)
    words = enumeration(kind)
    if words is not None:
        return list(words_of(words))
    if kind == "number":
        return [0, 1] if parameter == "also" else [n for n in (3, 1, 8) if n <= row.bounds_of(parameter)[1]]
    return NAMES.get(str(kind).partition(":")[0], NAMES["label"])


def said(op, values, trigger=Trigger.PLAYED):
    step = Step.model_validate({"op": op, **values})
    return phrase(op, step.params, trigger)


@pytest.mark.parametrize("op", SAID)
def test_every_value_of_a_step_is_in_its_sentence(op):
    row = BY_NAME[op]
    first = {p: choices(row, p)[0] for p in row.params}
    for parameter in row.params:
        if parameter == "name":
            continue  # stands before the sentence
        found = {}
        for value in choices(row, parameter):
            text = said(op, first | {parameter: value})
            if text is None:
                no_number = isinstance(value, str) or (op == "mark_item" and not 0 < value < 8)
                assert op in ("set_level", "mark_item") and parameter == "amount" and no_number
                continue
            assert not re.search(r"[{}`_\[\]]|  |,,", text) and text[-1].isalnum(), (value, text)
            found.setdefault(text, set()).add(str(value))
        alike = {str(v) for v in ALIKE.get((op, parameter), ())}
        assert all(len(values) == 1 or values <= alike for values in found.values()), (parameter, found)


def test_what_a_step_may_leave_out_is_left_out_of_its_sentence():
    for op in SAID:
        row = BY_NAME[op]
        text = said(op, {p: choices(row, p)[0] for p in row.params if not row.may_omit(p)})
        assert text is not None and not re.search(r"[{}`_\[\]]|None", text), op


def test_each_sentence_is_of_an_opcode_and_asks_for_words_that_there_are():
    assert set(SAID) <= set(BY_NAME) and not set(PHRASES) & set(SPECIAL)
    asked = {word for text in PHRASES.values() for word in re.findall(r"{(\w+)}", text)}
    assert asked == set(WORDS)


def test_every_word_of_an_enumeration_is_said():
    for words, kind in ((ITEMS, Which), (WHO, Chooser), (THINGS, What), (UNTIL, Until), (REMOVED, Removal),
                        (SLOTS, Slot), (STATES, Status)):  # fmt: skip
        assert set(words) == set(words_of(kind)), kind
    assert set(CARDS) <= set(words_of(Pile))


def test_conditions_are_those_that_there_are_and_say_their_values():
    assert set(SAYS) | set(HOLDS) | set(NOT) <= set(BY_WORD)
    assert condition("level_at_most", 4) == "the player's Level is 4 or less"
    assert condition("class", ["cleric", "elf"]) == "the player is a Cleric or an Elf"
    assert condition("not_class", ["cleric", "elf"]) == "the player is no Cleric and no Elf"
    assert condition("not_sex", "male") == "the player is not male"
    assert condition("highest", True) == "nobody has a higher Level"
    assert condition("highest", False) == "somebody has a higher Level"
    assert condition("wears", "feet") == "the player has Footgear in use"


def test_the_sum_of_what_happens_to_an_item_is_taken_apart():
    assert said("mark_item", {"amount": 5}) == (
        "in this combat the Item gives no bonus and is lost unless a monster is killed"
    )
    assert said("mark_item", {"amount": 2}) == "in this combat the Item is lost"


def test_sentences_as_a_rule_sheet_would_have_them():
    assert said("lose_levels", {"amount": 1}) == "the player loses a Level"
    assert said("lose_item", {"which": "big", "amount": 2}) == "the player loses 2 Big Items"
    assert said("lose_item", {"which": "feet", "chooser": "left"}) == (
        "the player loses their Footgear, chosen by the player on the left"
    )
    assert said("strength", {"amount": -5}, Trigger.IN_PLAY) == "the owner fights with \u22125"
    assert said("strength", {"amount": 3}, Trigger.IN_FIGHT) == "the monster gets +3"
    assert said("discard_gold", {"amount": 1000, "also": 2}) == (
        "the player discards Items worth 1,000 Gold Pieces; whoever has less loses all Items and 2 Levels"
    )
    assert said("draw", {"amount": "kills", "pile": "treasure"}) == (
        "the player draws as many face-down Treasures as monsters were killed"
    )
