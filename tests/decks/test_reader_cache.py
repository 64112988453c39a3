"""What is kept of the tables of clauses is what would be made of them, and a file that is damaged is none."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from functools import partial

import pytest

from decks.words import reader_cache
from decks.words.forest import Forest, Rules
from decks.words.grammar_rules import Grammar, always
from decks.words.word_tokens import words


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
