"""What opcodes do, said with their values, and what is kept of the tables of clauses."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
from functools import partial

import pytest

from decks.card_lint import PAYS
from decks.condition_rows import BY_WORD
from decks.program_steps import TRIGGERS, Step, amount_words
from decks.value_kinds import enumeration, words_of
from decks.words import reader_cache
from decks.words.clause_table import clauses, columns, conditions, triggers, values
from decks.words.draft_amounts import OF_THE_CARD
from decks.words.forest import Forest, Rules
from decks.words.grammar_rules import Grammar, always
from decks.words.patterns import OneOf, holes
from decks.words.program_writer import condition, phrase
from decks.words.text_reader import _of_all_boxes
from decks.words.value_words import HEARD, WRITERS
from decks.words.word_tokens import words
from engine.records.card_kinds import Axis, Pile, Slot, Trigger
from engine.records.opcode_row import NUMBERS
from engine.records.opcodes import BY_NAME
from engine.records.state import FightFlag, Status
from engine.records.step_values import Chooser, Dice, Held, Opponent, Pair, Removal, Share, Side, Until, What, Which

NAMES = {
    "tag": ["undead", ["fire", "ichor"]], "identity": ["elf", ["elf", "wizard"], "female"],
    "card": ["hireling", "miners-helmet"], "label": ["bribe", "pay-off"],
}  # fmt: skip
ALIKE = {("possess", "which"): {"any", "all"}}
"""Values that mean the same."""
UNSAID = {
    ("mark_item", "amount"), ("escape", "amount"), ("remove_monster", "amount"), ("lose_item", "which"),
    ("set_level", "amount"), ("declare", "amount"), ("look", "pile"),
    ("refill", "amount"), *((op, "amount") for op in PAYS),
}  # fmt: skip
"""Values of which some mean nothing, or hang on another; they are said in the words of the opcode table."""


def choices(row, parameter):
    """Values that a parameter may have: all words, and some numbers."""
    if parameter == "amount":
        low, high = row.bounds_of("amount") if row.name not in PAYS else NUMBERS  # more is Gold alone
        return [n for n in (1, 2, 3, 0, -2, 500) if low <= n <= high] + list(amount_words(row))
    kind = row.kind_of(parameter)
    words = enumeration(kind)
    if words is not None:
        return list(words_of(words))
    if kind == "number":
        return [0, 1] if parameter == "also" else [n for n in (3, 1, 8) if n <= row.bounds_of(parameter)[1]]
    return NAMES.get(str(kind).partition(":")[0], NAMES["label"])


def said(op, values, trigger=Trigger.PLAYED):
    return phrase(Step.model_validate({"op": op, **values}), trigger)


@pytest.mark.parametrize("op", list(BY_NAME))
def test_every_value_of_a_step_is_in_its_sentence(op):
    row = BY_NAME[op]
    first = {p: choices(row, p)[0] for p in row.params}
    for parameter in row.params:
        if parameter == "name":
            continue  # stands before the sentence
        found = {}
        for value in choices(row, parameter):
            text = said(op, first | {parameter: value})
            if "[" in text:  # it means nothing, or is less than none
                assert (op, parameter) in UNSAID or value == -2, (value, text)
            else:
                assert not re.search(r"[{}`_]|  |,,", text) and text[-1].isalnum(), (value, text)
            found.setdefault(text, set()).add(str(value))
        alike = {str(v) for v in ALIKE.get((op, parameter), ())}
        assert all(len(values) == 1 or values <= alike for values in found.values()), (parameter, found)


def test_what_a_step_may_leave_out_is_left_out_of_its_sentence():
    for op, row in BY_NAME.items():
        text = said(op, {p: choices(row, p)[0] for p in row.params if not row.may_omit(p)})
        assert not re.search(r"[{}`_\[\]]|None", text), op


def test_rows_are_of_what_there_is_and_ask_for_values_that_there_are():
    assert set(clauses()) == set(BY_NAME) and set(triggers()) == set(TRIGGERS) and set(conditions()) == set(BY_WORD)
    for op, rows in clauses().items():
        for clause in rows:
            params = {param for way in (clause.says, *clause.heard) for hole in holes(way) for param in hole.params}
            assert params | set(clause.fixed) <= set(BY_NAME[op].params) | {"if", "at", "for", "-"} | {
                f"if.{word}" for word in (*BY_WORD, *OF_THE_CARD)
            }, op
            assert set(clause.on) <= set(TRIGGERS), op
    rows = [row for some in (*clauses().values(), *conditions().values()) for row in some] + [*triggers().values()]
    for row in (*rows, *columns()):
        assert not any(isinstance(part, OneOf) for part in row.says) or row in columns()
        for kind in {hole.kind for way in (row.says, *row.heard) for hole in holes(way) if hole.kind}:
            assert kind in WRITERS or kind in values() or kind in HEARD or "|" in kind or kind.startswith("any "), kind


def test_every_word_of_an_enumeration_is_said():
    for name, kind in (
        ("items", Which), ("who", Chooser), ("things", What), ("finds", What), ("discarded", What), ("until", Until),
        ("removals", Removal), ("slots", Slot), ("states", Status), ("drawn", Pile), ("axes", Axis),
        ("flags", FightFlag), ("dice", Dice), ("held", Held), ("opponents", Opponent), ("side", Side),
        ("pairs", Pair), ("shares", Share),
    ):  # fmt: skip
        assert set(values()[name]) | {"all"} == set(words_of(kind)) | {"all"}, kind


def test_conditions_say_their_values():
    assert condition("level_at_most", 4) == "the player's Level is 4 or less"
    assert condition("class", ["cleric", "elf"]) == "the player is a Cleric or an Elf"
    assert condition("not_class", ["cleric", "elf"]) == "the player is no Cleric and no Elf"
    assert condition("not_sex", "male") == "the player is not male"
    assert condition("highest", True) == "nobody has a higher Level"
    assert condition("highest", False) == "somebody has a higher Level"
    assert condition("wears", "feet") == "the player has Footgear in use"
    assert condition("anyone_owns", "hireling") == "somebody has Hireling in play"


def test_the_sum_of_what_happens_to_an_item_is_taken_apart():
    assert said("mark_item", {"amount": 5}) == (
        "in this combat the Item gives no bonus and is lost unless a monster is killed"
    )
    assert said("mark_item", {"amount": 2}) == "in this combat the Item is lost"


def test_sentences_as_a_rule_sheet_would_have_them():
    assert said("lose_levels", {"amount": 1}) == "the player loses a Level"
    assert said("lose_item", {"which": "big", "amount": 2}) == "the player loses 2 Big Items"
    assert said("lose_item", {"which": "all", "amount": "all"}) == "the player loses all Items"
    assert said("lose_item", {"which": "feet", "chooser": "left"}) == (
        "the player loses their Footgear, chosen by the player on the left"
    )
    assert said("discard_hand", {"amount": 2, "chooser": "random"}) == (
        "the player discards 2 hand cards, taken at random"
    )
    assert said("strength", {"amount": -5}, Trigger.IN_PLAY) == "the owner fights with \u22125"
    assert said("strength", {"amount": 3}, Trigger.IN_FIGHT) == "the monster gets +3"
    assert said("treasure", {"amount": -2}, Trigger.IN_FIGHT) == "the monster pays 2 Treasures less"
    assert said("discard_gold", {"amount": 1000, "also": 2}) == (
        "the player discards Items worth 1,000 Gold Pieces; whoever has less loses all Items and 2 Levels"
    )
    assert said("draw", {"amount": "kills", "pile": "treasure"}) == (
        "the player draws as many face-down Treasures as monsters were killed"
    )


def test_the_grammar_stays_small():
    """One pattern with several long optional tails has made the first sentence of a day take 21 s instead of 3."""
    assert sum(len(ways) for ways in _of_all_boxes().rules.values()) < 100_000


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder for what is kept."""
    monkeypatch.setenv("LAB_CACHE", str(tmp_path))
    reader_cache._place.cache_clear()
    yield tmp_path / "words"
    reader_cache._place.cache_clear()


def _scaled(by, found):
    return by * found[0]


def _small():
    """Two ways to say a number of coins; one sentence may mean two things."""
    grammar = Grammar()
    for factor in (2, 3):
        grammar.say("start", "pay <coins> coins", lambda found, factor=factor: found[0] * factor)
        grammar.say("start", f"pay <coins> times {'x' * factor}", partial(_scaled, factor))
    inner = always(True)
    grammar.say("start", "pay <nothing>", lambda found: ("nothing", inner(found), found[0]))
    grammar.say("nothing", "nothing", inner)
    grammar.say("coins", "many", always(30))
    grammar.say("coins", "<few>", lambda found: found[0])
    grammar.say("few", "some", always(1))
    return Forest("start", Rules(grammar)), Forest("start", pickle.loads(reader_cache.as_bytes(Rules(grammar))))


@pytest.mark.parametrize(
    ("text", "means"),
    [
        ("pay some coins", [2, 3]),
        ("pay some times xx", [2]),
        ("pay some times xxx", [3]),
        ("pay nothing", [("nothing", True, True)]),
    ],
)
def test_packed_rules_mean_what_they_meant(text, means):
    """Twice and three times 1; functions hold numbers, others, and what goes without saying."""
    fresh, kept = _small()
    assert fresh.meanings(words(text)) == kept.meanings(words(text)) == means


def test_what_was_kept_is_found_and_what_is_damaged_is_made_again(folder):
    made = []

    def make():
        made.append(1)
        return {"a": [1, 2]}

    assert [reader_cache.kept("x", make) for _ in range(3)] == [{"a": [1, 2]}] * 3
    (path,) = folder.glob("x-*.bin")
    whole = path.read_bytes()
    for damaged in (whole[:-1], whole[:40], b"", whole[:50] + b"?" + whole[51:]):
        path.write_bytes(damaged)
        assert reader_cache.kept("x", make) == {"a": [1, 2]}
        assert path.read_bytes() == whole
    assert len(made) == 1 + 4


def test_other_tables_are_kept_apart_and_take_the_place_of_the_old(folder, monkeypatch):
    reader_cache.kept("x", lambda: "old")
    monkeypatch.setattr(reader_cache, "_made_of", lambda: "other")
    assert reader_cache.kept("x", lambda: "new") == "new"
    assert [path.name for path in folder.glob("x-*")] == ["x-other.bin"]


def test_all_that_the_reader_is_made_of_is_in_the_fingerprint():
    """Of which modules of the house a reader loads, in a process of its own, all lie in the folders that are summed."""
    code = "import sys, decks.words.text_reader, decks.words.sayings; print(*[m.__file__ for m in sys.modules.values() "
    code += "if m.__name__.startswith(('decks', 'engine', 'lab', 'variants')) and m.__file__])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    summed = {(reader_cache.ROOT / room).resolve() for room in reader_cache.ROOMS}
    beside = {"engine/__init__.py", "engine/compiling/__init__.py"}
    apart = {reader_cache.ROOT / "engine" / "compiling" / name for name in ("code_files.py", "locked_folder.py")}
    outside = {path for path in map(reader_cache.Path, loaded) if path.parent not in summed} - apart
    names = {path.relative_to(reader_cache.ROOT).as_posix() for path in outside}
    assert len(loaded) > 50 and names - beside == set(), names


def test_several_processes_that_begin_at_once_read_alike(folder):
    code = "from decks.words.reader_cache import kept; print(kept('y', lambda: list(range(200_000)))[-1])"
    env = os.environ | {"LAB_CACHE": str(folder.parent)}
    begun = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=env) for _ in range(4)]
    assert [one.communicate()[0] for one in begun] == [b"199999\n"] * 4
    assert len([*folder.iterdir()]) == 1, "no draft stays behind"


def test_where_nobody_may_write_all_is_made_anew(folder, monkeypatch):
    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(reader_cache, "write_kept", full)
    assert [reader_cache.kept("z", lambda: "made") for _ in range(2)] == ["made"] * 2
