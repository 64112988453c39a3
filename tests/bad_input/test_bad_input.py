"""Bad input, tried hard: whatever a file holds it is loaded, or refused in one short sentence that names it.

Each kind of file is mutated thousands of times, by seeds that are always the same; with `LAB_FUZZ=10` this test
tries ten times as many, other ones each time. The summary stands at the end of the log.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from decks.rule_texts import reader
from tests.bad_input.hostile import mutated
from tests.bad_input.loaders import LOADERS, REFUSALS, Loader
from tests.bad_input.memory import in_memory
from tests.engine.positions import COMPILED
from tests.engine.watch import ends_in_time

VARIABLE = "LAB_FUZZ"
TIMES = float(os.environ.get(VARIABLE, 1))
SEED = 14 if VARIABLE not in os.environ else time.time_ns()
PATIENCE = 5.0
"""Seconds of the processor for one file."""
BUSY = 3
"""How many times as long it may take by the clock where others work beside it."""
LONGEST = 700
"""Characters of a sentence, beyond the path: long lists of what is allowed are part of it."""

pytestmark = pytest.mark.skipif(not COMPILED, reason="positions of scenarios take long without the compiler")


def tried(loader: Loader, path, content: bytes) -> tuple[str, str]:
    """What became of one file: accepted, refused or a fault of the lab, and what is wrong with that."""
    path.write_bytes(content)
    started, wall = time.process_time(), time.monotonic()
    try:
        loader.load(path)
        found, said = "accepted", ""
    except REFUSALS as error:
        found, said = "refused", _fault_of(str(error), path)
    except Exception as error:
        found, said = "traceback", f"{type(error).__name__}: {str(error)[:200]}"
    took = max(time.process_time() - started, (time.monotonic() - wall) / BUSY)
    if took > PATIENCE:
        return "hang", f"{took:.1f} s"
    return found, said


def _fault_of(sentence: str, path) -> str:
    """What is wrong with a sentence; empty if nothing is."""
    plain = sentence.replace(str(path), "FILE").replace(str(path.parent), "FOLDER")
    if "FILE" not in plain and "FOLDER" not in plain and path.stem not in plain:
        return f"does not name the file: {plain[:200]}"
    if len(plain) > LONGEST:
        return f"has {len(plain)} characters: {plain[:200]}"
    return "" if "\n" not in plain and "\0" not in plain else f"is not one line: {plain[:200]!r}"


@pytest.mark.parametrize("loader", LOADERS, ids=lambda loader: loader.name)
def test_no_mutated_file_is_a_traceback_a_hang_or_a_long_story(loader, share, tmp_path, record_property):
    texts, luck, counted = loader.texts(), random.Random(f"{SEED} {loader.name}"), Counter()
    wrong = []
    path = tmp_path / f"mine{loader.ending}"
    reader()  # made once for all files that hold sentences: it is no file that takes so long
    with ends_in_time(280), in_memory():
        for number in range(int(loader.tries * TIMES * share)):
            content = mutated(luck, luck.choice(texts))
            found, said = tried(loader, path, content)
            counted[found] += 1
            if said:
                wrong.append((number, found, said, content[:3000]))
    record_property("bad input", f"{loader.name}: {_told(counted)}")
    assert not wrong, f"{len(wrong)} files, the first: {wrong[0]}, kinds: {Counter(w[2][:90] for w in wrong)}"
    assert counted["refused"] > counted.total() // 10, "mutations that break nothing show nothing"


def _told(counted: Counter[str]) -> str:
    kinds = ("accepted", "refused", "traceback", "hang")
    return f"{counted.total():,} tried, " + ", ".join(f"{counted[kind]:,} {kind}" for kind in kinds)


LEAVES = (
    st.integers() | st.booleans() | st.floats() | st.text(max_size=80)
    | st.sampled_from(["base", "random", "hoard", "door", "rules", "a" * 999])
)  # fmt: skip
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner, max_size=3)
)


def written(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(written, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(k)} = {written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, str):
        plain = value.replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in plain) + '"'
    return repr(value)


@pytest.mark.deep(but=1)
@pytest.mark.parametrize("loader", [one for one in LOADERS if one.ending == ".toml"], ids=lambda loader: loader.name)
def test_no_value_in_the_place_of_another_is_a_traceback(loader, tmp_path, record_property):
    """Values that hypothesis makes up, one in the place of a value of a real file."""
    import re

    texts, counted = loader.texts(), Counter()
    path = tmp_path / "mine.toml"

    @settings(
        max_examples=int(150 * TIMES), derandomize=VARIABLE not in os.environ, database=None, deadline=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.sampled_from(texts), VALUES, st.integers(0, 10_000))
    def one(text: str, value: object, where: int) -> None:
        places = [*re.finditer(r"(?<==)[^=\n]+$", text, re.MULTILINE)]
        at = places[where % len(places)]
        content = f"{text[: at.start()]} {written(value)}{text[at.end() :]}".encode("utf-8", "replace")
        found, said = tried(loader, path, content)
        counted[found] += 1
        assert not said

    with ends_in_time(280), in_memory():
        one()
    record_property("bad input", f"{loader.name}, values made up: {_told(counted)}")
